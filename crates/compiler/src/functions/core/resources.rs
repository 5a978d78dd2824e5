//! Functions that declare, relate and tag classes and resources.

use ecow::EcoString;
use pcore::{Hash, Type, Value};
use syntax::ast::ResourceForm;

use crate::{
    catalog,
    functions::{Call, Function, Interrupt, Outcome, Signature, fail},
};

functions![
    Function::typed(
        "contain",
        "Declares one or more classes and makes the current class or define contain them",
        &[Signature::new(&["Any names+"], contain)],
        &[],
    )
    .legacy(),
    Function::counted(
        "create_resources",
        "Declares resources of a type: for each title in a hash one, with the parameters of another hash",
        -3,
        create_resources,
        &[],
    )
    .legacy(),
    Function::typed(
        "defined",
        "Returns whether a resource type, a class, a declared resource or a variable is known",
        &[Signature::new(&["Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] vals+"], defined)],
        &[("defined('$no_such_variable')", "false"), ("defined('main')", "true"), ("defined('')", "false")],
    )
    .without_legacy(),
    Function::typed(
        "include",
        "Declares one or more classes, unless they are declared already, and returns references to them",
        &[Signature::new(&["Any names+"], include)],
        &[],
    )
    .legacy(),
    Function::counted(
        "realize",
        "Makes virtual resources real, whether they are declared yet or later",
        -2,
        realize,
        &[],
    )
    .legacy(),
    Function::typed(
        "require",
        "Declares one or more classes and makes the current class or define require them",
        &[Signature::new(&["Any names+"], require)],
        &[],
    )
    .legacy(),
    Function::counted(
        "tag",
        "Adds tags to the class or define that calls it; all that it contains gets them, too",
        -2,
        tag,
        &[],
    )
    .legacy(),
    Function::counted(
        "tagged",
        "Returns whether the catalog or the current class or define has each of the tags",
        -2,
        tagged,
        &[("tagged('no_such_tag')", "false")],
    )
    .legacy(),
];

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

fn create_resources(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 3 {
        return fail(format!("create_resources(): wrong number of arguments ({count}; must be 2 or 3)"));
    }
    let Value::Hash(resources) = call.argument(1).clone() else {
        return fail("create_resources(): second argument must be a hash");
    };
    let defaults = match call.arguments.get(2) {
        None => None,
        Some(Value::Hash(defaults)) => Some(defaults.clone()),
        Some(_) => {
            return fail("create_resources(): third argument, if provided, must be a hash");
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
        let (file, line) = (call.location.file().unwrap_or("unknown"), call.location.line());
        let message = format!("Evaluation Error: Classes are not virtualizable (file: {file}, line: {line})");
        return Err(Interrupt::verbatim(message));
    }
    for (title, parameters) in resources.iter() {
        let given = match parameters {
            Value::Hash(given) => given,
            other => {
                let found = pcore::infer::generalized(other);
                return fail(format!("create_resources(): the parameters of '{title}' must be a hash, got {found}"));
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
        call.compilation.declare_at(call.frame, call.location, &type_name, &titles, parameters, form)?;
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
    all.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
    all.iter().map(|(name, value)| (text(name), value.clone())).collect()
}

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
            (None, _) => fail("The given resource type is a reference to all kind of types"),
            (Some(type_name), None) => Ok(call.compilation.find_kind(type_name)?.is_some()),
            (Some(_), Some(_)) => call.compilation.is_declared(named),
        },
        Type::Class(None) => fail("The given class type is a reference to all classes"),
        Type::Class(Some(_)) => call.compilation.is_declared(named),
        Type::Type(Some(inner)) => match &**inner {
            Type::Class(Some(name)) => call.compilation.is_class(name),
            other => is_type_defined(call, other),
        },
        _ => Ok(false),
    }
}

fn include(call: &mut Call<'_, '_>) -> Outcome {
    let names = catalog::class_names(call.arguments)?;
    call.compilation.include_classes(call.frame.scope, &names)?;
    Ok(references(&names))
}

/// References to classes by the names that were given.
pub(super) fn references(names: &[EcoString]) -> Value {
    let bare = names.iter().map(|name| name.strip_prefix("::").unwrap_or(name));
    bare.map(|name| Value::Type(Type::Class(Some(name.into())).into())).collect()
}

fn realize(call: &mut Call<'_, '_>) -> Outcome {
    call.compilation.realize_later(call.arguments)?;
    Ok(Value::Undef)
}

fn require(call: &mut Call<'_, '_>) -> Outcome {
    let names = catalog::class_names(call.arguments)?;
    call.compilation.include_classes(call.frame.scope, &names)?;
    let references = references(&names);
    call.compilation.require_here(call.frame.scope, &references)?;
    Ok(references)
}

fn tag(call: &mut Call<'_, '_>) -> Outcome {
    call.compilation.tag_here(call.frame.scope, call.arguments)?;
    Ok(Value::Undef)
}

fn tagged(call: &mut Call<'_, '_>) -> Outcome {
    let scope = call.frame.scope;
    let all = call.arguments.iter().all(|word| call.compilation.is_tagged_here(scope, &word.to_string()));
    Ok(Value::Boolean(all))
}
