//! `defined`: whether a type, a class, a resource or a variable is there.

use pcore::{Type, Value};

use super::super::{Call, Function, Signature};
use crate::error::{Interrupt, Outcome};

pub(super) static FUNCTION: Function = Function::typed(
    "defined",
    "Returns whether a resource type, a class, a declared resource or a variable is known",
    &[Signature {
        parameters: &["Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] vals+"],
        block: None,
        body: defined,
    }],
    &[("defined('$no_such_variable')", "false"), ("defined('main')", "true"), ("defined('')", "false")],
);

fn defined(call: &mut Call<'_, '_>) -> Outcome {
    for argument in call.arguments {
        if is_defined(call, argument)? {
            return Ok(Value::Boolean(true));
        }
    }
    Ok(Value::Boolean(false))
}

fn is_defined(call: &mut Call<'_, '_>, value: &Value) -> Outcome<bool> {
    match value {
        Value::String(name) => match name.strip_prefix('$') {
            Some(variable) if !variable.is_empty() => Ok(is_set(call, variable)),
            _ => match name.as_str() {
                "" => Ok(false),
                "main" => Ok(true),
                name => Ok(call.compilation.find_kind(name)?.is_some() || call.compilation.is_class(name)?),
            },
        },
        Value::Type(named) => is_type_defined(call, named),
        _ => Ok(false),
    }
}

fn is_set(call: &Call<'_, '_>, variable: &str) -> bool {
    let name = variable.strip_prefix("::").unwrap_or(variable);
    matches!(name, "module_name" | "caller_module_name")
        || call.compilation.variable(call.frame.scope, variable).is_some()
}

fn is_type_defined(call: &mut Call<'_, '_>, named: &Type) -> Outcome<bool> {
    match named {
        Type::Resource(resource) => match (&resource.type_name, &resource.title) {
            (None, _) => Err(Interrupt::plain("The given resource type is a reference to all kind of types")),
            (Some(type_name), None) => Ok(call.compilation.find_kind(type_name)?.is_some()),
            (Some(_), Some(_)) => call.compilation.is_declared(named),
        },
        Type::Class(None) => Err(Interrupt::plain("The given class type is a reference to all classes")),
        Type::Class(Some(_)) => call.compilation.is_declared(named),
        Type::Type(Some(inner)) => match &**inner {
            Type::Class(Some(name)) => call.compilation.is_class(name),
            other => is_type_defined(call, other),
        },
        _ => Ok(false),
    }
}
