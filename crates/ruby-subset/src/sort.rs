//! Sorting with a comparison that may fail or make no sense, where the sort of the standard library may panic.
//!
//! The values are compared in the order in which the C library under Ruby does it, because a block sees the pairs: each
//! half is sorted, then the halves are merged. Equal values keep their order.

use std::cmp::Ordering;

/// Sorts by a comparison.
pub fn merge_sort<T: Clone, E>(
    items: &mut [T],
    compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<(), E> {
    let length = items.len();
    if length <= 1 {
        return Ok(());
    }
    let (left, right) = items.split_at_mut(length / 2);
    merge_sort(left, compare)?;
    merge_sort(right, compare)?;
    let mut merged = Vec::with_capacity(length);
    let (mut one, mut two) = (left.iter().peekable(), right.iter().peekable());
    while let (Some(first), Some(second)) = (one.peek(), two.peek()) {
        let next = if compare(first, second)? == Ordering::Greater { two.next() } else { one.next() };
        merged.extend(next.cloned());
    }
    merged.extend(one.cloned());
    merged.extend(two.cloned());
    items.clone_from_slice(&merged);
    Ok(())
}
