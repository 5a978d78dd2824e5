//! Functions that ask for and declare resources.

use pcore::{Hash, Type, Value};
use resource_api::log::Level;

use super::arguments::is_set;
use crate::{
    functions::{Call, Function, Interrupt, Outcome, Signature, fail, order, text},
    scope::Scopes,
};

functions![
    Function::unchecked(
        "assert_private",
        "Fails unless the class or define was declared by code of the same module",
        assert_private,
        &[],
    ),
    Function::unchecked(
        "defined_with_params",
        "Returns whether a resource was declared so far, with all parameters of a hash",
        defined_with_params,
        &[("defined_with_params('Notify[no_such]', {})", "false")],
    ),
    Function::typed(
        "ensure_packages",
        "Declares packages as installed unless they were declared with the same parameters",
        ENSURE_PACKAGES,
        &[],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "ensure_resource",
        "Declares resources of a type by their titles unless they were declared with the same parameters",
        ensure_resource,
        &[],
    ),
    Function::unchecked(
        "ensure_resources",
        "Declares resources of a type that a hash describes unless they were declared with the same parameters",
        ensure_resources,
        &[],
    ),
    Function::unchecked(
        "getparam",
        "Returns a parameter of a resource that was declared so far, or an empty text",
        getparam,
        &[("getparam(Notify['no_such'], 'message')", "''")],
    ),
    Function::typed(
        "stdlib::ensure",
        "Returns the value of ensure that a kind of resource has for present and absent, or for true and false",
        &[Signature::new(
            &[
                "Variant[Boolean, Enum['present', 'absent']] ensure",
                "Optional[Enum['directory', 'link', 'mounted', 'service', 'file', 'package']] resource?",
            ],
            call_ensure,
        )],
        &[
            ("stdlib::ensure(true, 'directory')", "'directory'"),
            ("stdlib::ensure('absent', 'service')", "'stopped'"),
            ("stdlib::ensure(true, 'package')", "'installed'"),
            ("stdlib::ensure(false)", "'absent'"),
        ],
    ),
];

fn assert_private(call: &mut Call<'_, '_>) -> Outcome {
    let count = call.arguments.len();
    if count > 1 {
        return fail(format!("assert_private(): Wrong number of arguments given ({count}}}) for 0 or 1)"));
    }
    let scope = call.frame.scope;
    let module = |name: &str| {
        let value = call.compilation.variable(scope, name).and_then(Value::as_str);
        value.unwrap_or_default().to_owned()
    };
    // Code that is in no class at all has no caller.
    if scope != Scopes::TOP && module("module_name") == module("caller_module_name") {
        return Ok(Value::Undef);
    }
    match call.argument(0) {
        // A missing message is not a text, and undef is an empty one.
        Value::String(message) => fail(message.as_str()),
        _ => fail(format!("{} is private", call.compilation.definition_here(scope))),
    }
}

fn defined_with_params(call: &mut Call<'_, '_>) -> Outcome {
    let (kind, title) = match given(call, 0, "reference")? {
        Value::String(written) => match read(written) {
            Some(parts) => parts,
            None => {
                let shown = text::inspect(&Value::from(written.as_str()));
                return fail(format!("No title provided and {shown} is not a valid resource reference"));
            }
        },
        Value::Type(named) => parts(named),
        other => return fail(format!("Reference is not understood: '{}'", text::class_name(other))),
    };
    let nothing = Hash::default();
    let wanted = match call.arguments.get(1) {
        Some(Value::Hash(wanted)) => wanted,
        _ => &nothing,
    };
    let found = call.compilation.declared_resources(&kind, &title)?;
    let here = call.compilation.container_of(call.frame.scope);
    let agrees = |name: &Value, value: &Value, id| {
        let held = call.compilation.parameter_of(id, &text::to_s(name));
        if held.is_undef() || value.is_undef() {
            held.is_undef() == value.is_undef()
        } else {
            order::equals(held, value)
        }
    };
    let is_defined = found
        .into_iter()
        .filter(|id| Some(*id) != here)
        .any(|id| wanted.iter().all(|(name, value)| agrees(name, value, id)));
    Ok(Value::Boolean(is_defined))
}

/// Reads `Type[title]`.
fn read(written: &str) -> Option<(String, String)> {
    let (kind, title) = written.strip_suffix(']')?.split_once('[')?;
    (!kind.is_empty()).then(|| (kind.to_owned(), title.to_owned()))
}

/// The type and the title of a reference; without a title it means all resources of the type.
pub(super) fn parts(named: &Type) -> (String, String) {
    match named.resolved() {
        Type::Resource(resource) => {
            let text = |part: &Option<_>| part.as_ref().map(ToString::to_string).unwrap_or_default();
            (text(&resource.type_name), text(&resource.title))
        }
        Type::Class(name) => ("class".into(), name.as_ref().map(ToString::to_string).unwrap_or_default()),
        other => (other.to_string(), String::new()),
    }
}

const ENSURE_PACKAGES: &[Signature] = &[Signature::new(
    &["Variant[String[1], Array[String[1]], Hash[String[1], Any]] packages", "Optional[Hash] default_attributes?"],
    ensure_packages,
)];

fn ensure_packages(call: &mut Call<'_, '_>) -> Outcome {
    let mut defaults = Hash::default();
    defaults.insert("ensure".into(), "installed".into());
    if let Value::Hash(given) = call.argument(1) {
        defaults.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    // The two words mean the same, and must not make two declarations differ.
    if defaults.get_str("ensure").and_then(Value::as_str) == Some("present") {
        defaults.insert("ensure".into(), "installed".into());
    }
    let function = if matches!(call.argument(0), Value::Hash(_)) { "ensure_resources" } else { "ensure_resource" };
    let packages = call.argument(0).clone();
    call.call_function(function, &["package".into(), packages, Value::from(defaults)])?;
    Ok(Value::Undef)
}

fn ensure_resource(call: &mut Call<'_, '_>) -> Outcome {
    let (kind, titles) = (given(call, 0, "type")?, given(call, 1, "title")?);
    let parameters = call.arguments.get(2).filter(|value| is_set(value)).cloned().unwrap_or_else(|| Value::hash([]));
    ensure_all(call, kind, titles, &parameters)?;
    Ok(Value::Undef)
}

/// An argument that must be there.
fn given<'c>(call: &Call<'c, '_>, index: usize, what: &str) -> Outcome<&'c Value> {
    let argument = call.arguments.get(index).filter(|value| is_set(value));
    argument.ok_or_else(|| Interrupt::unplaced(format!("Must specify a {what}")))
}

/// Declares the resources of a title, or of an array of titles, as everywhere.
fn ensure_all(call: &mut Call<'_, '_>, kind: &Value, titles: &Value, parameters: &Value) -> Outcome<()> {
    let titles = call.call_function("flatten", std::slice::from_ref(titles))?;
    titles.as_array().unwrap_or_default().iter().try_for_each(|title| ensure(call, kind, title, parameters))
}

/// Declares one resource unless it is there.
pub(super) fn ensure(call: &mut Call<'_, '_>, kind: &Value, title: &Value, parameters: &Value) -> Outcome<()> {
    let reference = Value::from(format!("{}[{}]", text::to_s(kind), text::to_s(title)));
    let is_there = call.call_function("defined_with_params", &[reference.clone(), parameters.clone()])?;
    let is_there = matches!(is_there, Value::Boolean(true));
    if call.compilation.log.wants(Level::Debug) {
        let (reference, parameters) = (text::to_s(&reference), text::to_s(parameters));
        call.compilation.log.line(
            Level::Debug,
            &if is_there {
                format!("Resource {reference} with params {parameters} not created because it already exists")
            } else {
                format!("Create new resource {reference} with params {parameters}")
            },
        );
    }
    if is_there {
        return Ok(());
    }
    if !matches!(parameters, Value::Hash(_)) {
        return fail(text::no_conversion(parameters, "Hash"));
    }
    let wanted = Value::hash([(title.clone(), parameters.clone())]);
    call.call_function("create_resources", &[kind.clone(), wanted])?;
    Ok(())
}

fn ensure_resources(call: &mut Call<'_, '_>) -> Outcome {
    let (kind, resources) = (given(call, 0, "type")?, given(call, 1, "title")?);
    let Value::Hash(resources) = resources else {
        return fail("ensure_resources(): Requires second argument to be a Hash");
    };
    let defaults = match call.arguments.get(2).filter(|value| is_set(value)) {
        None => Hash::default(),
        Some(Value::Hash(defaults)) => (**defaults).clone(),
        Some(other) => return fail(text::no_method("merge", other)),
    };
    for (title, own) in resources.iter() {
        let mut parameters = defaults.clone();
        match own {
            Value::Hash(own) => parameters.extend(own.iter().map(|(name, value)| (name.clone(), value.clone()))),
            Value::Undef | Value::Boolean(false) => {}
            other => return fail(text::no_conversion(other, "Hash")),
        }
        ensure_all(call, kind, title, &Value::from(parameters))?;
    }
    Ok(Value::Undef)
}

fn getparam(call: &mut Call<'_, '_>) -> Outcome {
    let reference = given(call, 0, "reference")?;
    let Some(Value::String(name)) = call.arguments.get(1) else { return fail("Must specify name of a parameter") };
    let (kind, title) = match reference {
        Value::Type(named) => parts(named),
        other => read(&text::to_s(other)).unwrap_or_default(),
    };
    if name.is_empty() || title.is_empty() {
        return Ok(Value::from(""));
    }
    let found = call.compilation.declared_resources(&kind, &title)?;
    let held = found.first().map(|id| call.compilation.parameter_of(*id, name).clone());
    Ok(held.filter(|value| !value.is_undef()).unwrap_or_else(|| Value::from("")))
}

fn call_ensure(call: &mut Call<'_, '_>) -> Outcome {
    let present = matches!(call.argument(0), Value::Boolean(true)) || call.optional_string(0) == "present";
    Ok(Value::from(match (call.optional_string(1), present) {
        ("package", true) => "installed",
        ("service", true) => "running",
        ("service", false) => "stopped",
        ("", true) => "present",
        (resource, true) => resource,
        (_, false) => "absent",
    }))
}
