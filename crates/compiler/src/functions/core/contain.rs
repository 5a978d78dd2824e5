//! `contain`: declares classes within the current class or define.

use super::{
    super::{Call, Function, Signature},
    include::references,
};
use crate::{catalog, error::Outcome};

pub(super) static FUNCTION: Function = Function::typed(
    "contain",
    "Declares one or more classes and makes the current class or define contain them",
    &[Signature { parameters: &["Any names+"], block: None, body: contain }],
    &[],
);

fn contain(call: &mut Call<'_, '_>) -> Outcome {
    let names = catalog::class_names(call.arguments)?;
    let classes = call.compilation.include_classes(call.frame.scope, &names)?;
    if let Some(container) = call.compilation.container_of(call.frame.scope) {
        for class in classes {
            call.compilation.resources.contain(container, class);
        }
    }
    Ok(references(&names))
}
