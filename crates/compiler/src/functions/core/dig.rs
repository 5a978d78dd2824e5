//! `dig`: steps into nested data.

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature, navigation},
};

pub(super) static FUNCTION: Function = Function::typed(
    "dig",
    "Returns what stands deep in arrays and hashes; undef where something on the way is missing",
    &[Signature { parameters: &["Optional[Collection] data", "Any arg*"], block: None, body }],
    &[
        ("dig({a => {b => [1, 2]}}, 'a', 'b', 1)", "2"),
        ("dig({a => {}}, 'a', 'b', 1)", "undef"),
        ("dig([1, 2], -1)", "2"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (data, steps) = call.arguments.split_first().map_or((call.argument(0), &[][..]), |(data, steps)| (data, steps));
    navigation::dig(data, steps).map_err(|problem| (*problem).into())
}
