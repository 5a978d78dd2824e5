//! `require`: declares classes that the current class or define needs.

use super::{
    super::{Call, Function, Signature},
    include::references,
};
use crate::{catalog, error::Outcome};

pub(super) static FUNCTION: Function = Function::typed(
    "require",
    "Declares one or more classes and makes the current class or define require them",
    &[Signature { parameters: &["Any names+"], block: None, body: require }],
    &[],
);

fn require(call: &mut Call<'_, '_>) -> Outcome {
    let names = catalog::class_names(call.arguments)?;
    call.compilation.include_classes(call.frame.scope, &names)?;
    let references = references(&names);
    call.compilation.require_here(call.frame.scope, &references)?;
    Ok(references)
}
