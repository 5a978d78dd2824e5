//! `tree_each`: all that is nested in a value, with the path that leads to it.

mod walk;

use ecow::EcoVec;
use pcore::{LazyIterator, Type, Value};

use self::walk::{Options, Order, Tree};
use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail};

functions![Function::typed(
    "tree_each",
    "Returns an iterator over the path and value of all that is nested in a value, or calls the block with them",
    &[
        Signature::new(PARAMETERS, |call| each(call, true)).block("Callable[2, 2] block"),
        Signature::new(PARAMETERS, |call| each(call, false)).block("Callable[1, 1] block"),
        Signature::new(PARAMETERS, iterator),
    ],
    &[
        ("Array(tree_each({a => [1]}))", "[[[], {a => [1]}], [['a'], [1]], [['a', 0], 1]]"),
        ("Array(tree_each([1, [2]], {include_containers => false}))", "[[[0], 1], [[1, 0], 2]]"),
    ],
)];

const PARAMETERS: &[&str] = &["Variant[Iterator, Array, Hash, Object] tree", "OptionsType options?"];

fn tree(call: &Call<'_, '_>) -> Outcome<Tree> {
    let given = call.argument(1).as_hash();
    let flag = |name: &str, default: bool| match given.and_then(|given| given.get_str(name)) {
        Some(Value::Boolean(value)) => *value,
        _ => default,
    };
    let containers = match given.and_then(|given| given.get_str("container_type")) {
        Some(Value::Type(held)) => Some((**held).clone()),
        _ => None,
    };
    if let Some(wanted) = &containers {
        let possible = [Type::any_array(), Type::any_hash(), Type::Object(None)];
        if !Type::variant(possible).accepts(wanted) {
            return fail(format!("Only Array, Hash, and Object types can be used as container types. Got {wanted}"));
        }
    }
    let order = match given.and_then(|given| given.get_str("order")).and_then(Value::as_str) {
        Some("breadth_first") => Order::BreadthFirst,
        _ => Order::DepthFirst,
    };
    let with_containers = flag("include_containers", true);
    let options = Options {
        containers,
        with_root: with_containers && flag("include_root", true),
        with_containers,
        with_values: flag("include_values", true),
        order,
    };
    if !options.with_containers && !options.with_values {
        return fail("Options 'include_containers' and 'include_values' cannot both be false");
    }
    Ok(Tree::new(call.argument(0).clone(), options))
}

fn each(call: &mut Call<'_, '_>, with_path: bool) -> Outcome {
    for (path, value) in tree(call)? {
        let answer =
            if with_path { call.yield_block(&[Value::Array(path), value]) } else { call.yield_block(&[value]) };
        match answer {
            Err(Interrupt::Break(_)) => break,
            other => other?,
        };
    }
    Ok(call.argument(0).clone())
}

fn iterator(call: &mut Call<'_, '_>) -> Outcome {
    let mut all = EcoVec::new();
    // In a deep tree the paths weigh more than the values.
    let mut weight = 0_usize;
    for (path, value) in tree(call)? {
        weight = weight.saturating_add(path.len() + 1);
        call.compilation.budget.count(weight)?;
        all.push(Value::array([Value::Array(path), value]));
    }
    Ok(LazyIterator::items(all).with_element_type(Type::Any).into())
}
