//! `Init[type, arguments…].new`: one value, followed by the fixed arguments.

use std::sync::{Arc, LazyLock};

use super::{ConversionContext, ConversionError, constructor::Constructor, constructor_parameters, make};
use crate::{
    infer,
    types::{InitType, TupleType, Type},
    value::Value,
};

static WITHOUT_ARGUMENTS: LazyLock<Constructor> = LazyLock::new(|| {
    let itself = |call: &super::Call<'_>| Ok(call.argument(0).clone());
    Constructor::new("new_Init").signature(&["Array value"], itself).signature(&["Any value"], itself)
});

static WITH_ARGUMENTS: LazyLock<Constructor> =
    LazyLock::new(|| Constructor::new("new_Init").signature(&["Any value"], |call| Ok(call.argument(0).clone())));

/// Calls `new` of the type in the brackets.
pub(super) fn construct(
    context: &ConversionContext<'_>,
    init: &Arc<InitType>,
    arguments: &[Value],
    depth: usize,
) -> Result<Value, ConversionError> {
    let Some(contained) = &init.contained else {
        return Err(ConversionError::Unsupported(Type::Init(Arc::clone(init)).to_string()));
    };
    let unsupported = || ConversionError::Unsupported(contained.to_string());
    if matches!(**contained, Type::Init(_) | Type::Optional(_) | Type::NotUndef(_)) {
        return Err(unsupported());
    }
    let signatures = constructor_parameters(contained).ok_or_else(unsupported)?;
    if init.arguments.is_empty() {
        let [value] = arguments else { return Err(WITHOUT_ARGUMENTS.refuse(arguments)) };
        // An array is the list of all arguments, unless it can be one of them.
        return match value {
            Value::Array(all) if !is_single(contained, &signatures, value) => make(context, contained, all, depth + 1),
            single => make(context, contained, std::slice::from_ref(single), depth + 1),
        };
    }
    if !signatures.iter().any(|signature| takes(signature, &init.arguments)) {
        let contained = contained.generalized().kind_name().to_owned();
        return Err(ConversionError::InitArguments { init: Type::Init(Arc::clone(init)).to_string(), contained });
    }
    let [value] = arguments else { return Err(WITH_ARGUMENTS.refuse(arguments)) };
    let all: Vec<Value> = std::iter::once(value).chain(&init.arguments).cloned().collect();
    make(context, contained, &all, depth + 1)
}

/// Returns whether the value already is of the type, or is accepted by a signature with a single parameter.
fn is_single(contained: &Type, signatures: &[TupleType], value: &Value) -> bool {
    let single_argument = std::slice::from_ref(value);
    let takes_one = |signature: &TupleType| signature.size_range().from == 1 && signature.size_range().to == 1;
    contained.is_instance(value)
        || signatures.iter().any(|signature| takes_one(signature) && signature.is_instance(single_argument))
}

/// Returns whether a signature takes some value followed by the fixed arguments.
fn takes(signature: &TupleType, arguments: &[Value]) -> bool {
    signature.size_range().contains_length(arguments.len() + 1)
        && arguments.iter().enumerate().all(|(index, argument)| {
            signature.at(index + 1).is_some_and(|expected| expected.accepts(&infer::detailed(argument)))
        })
}
