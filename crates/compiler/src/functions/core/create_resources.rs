//! `create_resources`: declares resources that a hash describes.

use ecow::EcoString;
use pcore::{Hash, Type, Value};
use syntax::ast::ResourceForm;

use super::super::{Call, Function};
use crate::error::{Interrupt, Outcome};

pub(super) static FUNCTION: Function = Function::counted(
    "create_resources",
    "Declares resources of a type: for each title in a hash one, with the parameters of another hash",
    -3,
    create_resources,
    &[],
);

fn create_resources(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 3 {
        let message = format!("create_resources(): wrong number of arguments ({count}; must be 2 or 3)");
        return Err(Interrupt::plain(message));
    }
    let Value::Hash(resources) = call.argument(1).clone() else {
        return Err(Interrupt::plain("create_resources(): second argument must be a hash"));
    };
    let defaults = match call.arguments.get(2) {
        None => None,
        Some(Value::Hash(defaults)) => Some(defaults.clone()),
        Some(_) => {
            return Err(Interrupt::plain("create_resources(): third argument, if provided, must be a hash"));
        }
    };
    let written = type_name(call.argument(0));
    let (form, type_name) = match written.strip_prefix("@@").or_else(|| written.strip_prefix('@')) {
        Some(rest) if written.starts_with("@@") => (ResourceForm::Exported, rest),
        Some(rest) => (ResourceForm::Virtual, rest),
        None => (ResourceForm::Regular, written.as_str()),
    };
    let type_name = EcoString::from(type_name.to_lowercase());
    if type_name == "class" && form != ResourceForm::Regular {
        let (file, line) = (call.spot.file().unwrap_or("unknown"), call.spot.line());
        let message = format!("Evaluation Error: Classes are not virtualizable (file: {file}, line: {line})");
        return Err(Interrupt::bare(message));
    }
    for (title, parameters) in resources.iter() {
        let given = match parameters {
            Value::Hash(given) => given,
            other => {
                let found = pcore::infer::generalized(other);
                return Err(Interrupt::plain(format!(
                    "create_resources(): the parameters of '{title}' must be a hash, got {found}"
                )));
            }
        };
        let titles = match title {
            Value::Array(titles) => titles.iter().map(text).collect(),
            single => vec![text(single)],
        };
        let parameters = merged(defaults.as_deref(), given);
        call.compilation.resources.next_number = match title {
            Value::Integer(_) | Value::Float(_) => Some(title.clone()),
            _ => None,
        };
        call.compilation.declare_at(call.frame, call.spot, &type_name, &titles, parameters, form)?;
    }
    Ok(Value::Undef)
}

fn type_name(value: &Value) -> EcoString {
    match value {
        Value::Type(named) => match &**named {
            Type::Resource(resource) => resource.type_name.clone().unwrap_or_default(),
            other => other.to_string().into(),
        },
        other => text(other),
    }
}

fn text(value: &Value) -> EcoString {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string().into(),
    }
}

/// Defaults with what is given on top of them.
fn merged(defaults: Option<&Hash>, given: &Hash) -> Vec<(EcoString, Value)> {
    let mut all = defaults.cloned().unwrap_or_default();
    for (name, value) in given.iter() {
        all.insert(name.clone(), value.clone());
    }
    all.iter().map(|(name, value)| (text(name), value.clone())).collect()
}
