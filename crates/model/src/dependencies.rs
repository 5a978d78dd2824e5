//! The order of things that depend on each other.

/// The state of a thing in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// Returns things, by their indices, in an order in which each comes after those that it needs. `needs` lists them for
/// each thing.
///
/// `on_cycle` gets the chain of things that need each other, and the one of them that the last one needs. That need is
/// ignored if it does not fail. The chain is kept in a list, because it may be too long for recursion.
///
/// ```
/// let order = model::in_order(&[vec![1], vec![], vec![0]], |_, _| Err("there is no cycle"));
/// assert_eq!(order, Ok(vec![1, 0, 2]));
/// ```
pub fn in_order<E>(
    needs: &[Vec<usize>],
    mut on_cycle: impl FnMut(&[usize], usize) -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    let mut order = Vec::with_capacity(needs.len());
    let mut states = vec![State::New; needs.len()];
    let mut remaining: Vec<_> = needs.iter().map(|needs| needs.iter()).collect();
    for start in 0..needs.len() {
        let mut chain = if states[start] == State::New { vec![start] } else { continue };
        while let Some(last) = chain.last().copied() {
            states[last] = State::Open;
            match remaining[last].next().copied() {
                Some(needed) => match states.get(needed) {
                    Some(State::New) => chain.push(needed),
                    Some(State::Open) => on_cycle(&chain, needed)?,
                    Some(State::Done) | None => {}
                },
                None => {
                    states[last] = State::Done;
                    order.push(last);
                    chain.pop();
                }
            }
        }
    }
    Ok(order)
}
