//! Functions that look up data in Hiera.

use pcore::{Hash, Type, Value};
use syntax::Strictness;

use crate::{
    functions::{Body, Call, Function, Outcome, Signature, fail},
    lookup::{Merge, Query, checked, missing},
};

functions![
    Function::typed(
        "eyaml_lookup_key",
        "Finds a value in a YAML file with encrypted values; only a hierarchy of Hiera can call it",
        &[Signature::new(&["String[1] key", "Hash[String[1], Any] options", "Any context"], only_for_hiera)],
        &[],
    ),
    Function::typed(
        "hiera",
        "Returns the first value of a key in the data, or a default value; use lookup",
        &hiera(|call| listed(call, "first"), |call| by_key(call, "first")),
        &[("hiera('no::such::key', 'none')", "'none'"), ("hiera('no::such::key') |$key| { 5 }", "5")],
    )
    .without_legacy(),
    Function::typed(
        "hiera_array",
        "Returns all values of a key in the data as one array, each once, or a default value; use lookup",
        &hiera(|call| listed(call, "unique"), |call| by_key(call, "unique")),
        &[("hiera_array('no::such::key', ['none'])", "['none']")],
    )
    .without_legacy(),
    Function::typed(
        "hiera_hash",
        "Returns all values of a key in the data, which are hashes, as one hash, or a default value; use lookup",
        &hiera(|call| listed(call, "hash"), |call| by_key(call, "hash")),
        &[("hiera_hash('no::such::key', {a => 1})", "{a => 1}")],
    )
    .without_legacy(),
    Function::typed(
        "hiera_include",
        "Includes the classes that all values of a key in the data name; use lookup and include",
        &hiera(
            |call| included(call, |call| listed(call, "unique")),
            |call| included(call, |call| by_key(call, "unique")),
        ),
        &[("hiera_include('no::such::key', [])", "undef")],
    )
    .without_legacy(),
    data_hash("hocon_data", "Reads the data of a HOCON file; only a hierarchy of Hiera can call it"),
    data_hash("json_data", "Reads the data of a JSON file; only a hierarchy of Hiera can call it"),
    Function::typed(
        "lookup",
        "Returns the value of a key in the data, or else a default value or what the block says",
        &[
            Signature::new(&["NameType name", "ValueType value_type?", "MergeType merge?"], plain),
            Signature::new(
                &[
                    "NameType name",
                    "Optional[ValueType] value_type",
                    "Optional[MergeType] merge",
                    "DefaultValueType default_value",
                ],
                plain,
            ),
            Signature::new(&["NameType name", "ValueType value_type?", "MergeType merge?"], plain)
                .block("BlockType block"),
            Signature::new(&["OptionsWithName options_hash"], |call| with_options(call, 0)).block("BlockType block?"),
            Signature::new(&["Variant[String, Array[String]] name", "OptionsWithoutName options_hash"], |call| {
                with_options(call, 1)
            })
            .block("BlockType block?"),
        ],
        &[
            ("lookup('no::such::key', String, first, 'none')", "'none'"),
            ("lookup('no::such::key', {default_value => undef})", "undef"),
            ("lookup({name => 'a', default_values_hash => {a => 1}})", "1"),
            ("lookup('no::such::key') |$key| { \"no ${key}\" }", "'no no::such::key'"),
        ],
    )
    .without_legacy()
    .pure(),
    data_hash("yaml_data", "Reads the data of a YAML file; only a hierarchy of Hiera can call it"),
];

/// A function that reads the data of a file for Hiera.
const fn data_hash(name: &'static str, summary: &'static str) -> Function {
    const SIGNATURES: &[Signature] =
        &[Signature::new(&["Struct[{'path' => String[1]}] options", "Any context"], only_for_hiera)];
    Function::typed(name, summary, SIGNATURES, &[])
}

/// The signatures of the legacy functions: with the arguments in one list, or one by one.
const fn hiera(listed: Body, by_key: Body) -> [Signature; 5] {
    const BLOCK: &str = "Callable[1, 1] default_block";
    [
        Signature::new(&["Tuple[String, Any, Any, 1, 3] args"], listed),
        Signature::new(&["String key"], by_key),
        Signature::new(&["String key", "Any default", "Any override?"], by_key),
        Signature::new(&["String key"], by_key).block(BLOCK),
        Signature::new(&["String key", "Any override"], by_key).block(BLOCK),
    ]
}

/// Looks up with the arguments one by one.
fn by_key(call: &mut Call<'_, '_>, merge: &str) -> Outcome {
    let default = if call.has_block() { None } else { call.arguments.get(1).cloned() };
    let key = call.argument(0).clone();
    search(call, merge, key, default)
}

/// Looks up with the arguments in one list.
fn listed(call: &mut Call<'_, '_>, merge: &str) -> Outcome {
    let list = call.array(0)?;
    let (key, default) = (list.first().cloned().unwrap_or_default(), list.get(1).cloned());
    search(call, merge, key, default)
}

fn search(call: &mut Call<'_, '_>, merge: &str, key: Value, default: Option<Value>) -> Outcome {
    if call.compilation.options().strict != Strictness::Off {
        let name = call.name;
        let message = format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. See \
             https://puppet.com/docs/puppet/8.11/deprecated_language.html"
        );
        call.deprecated(name, &message);
    }
    find(call, Request { name: key, merge: merge.into(), default, legacy: true, ..Request::default() })
}

fn included(call: &mut Call<'_, '_>, search: Body) -> Outcome {
    let key = call.optional_string(0).to_owned();
    let classes = search(call)?;
    match &classes {
        Value::Undef => fail(format!("Could not find data item {key}")),
        Value::Array(names) if names.is_empty() => Ok(Value::Undef),
        Value::String(name) if name.is_empty() => Ok(Value::Undef),
        _ => call.call_function("include", &[classes]),
    }
}

/// What to look up, and what to return where there is nothing.
#[derive(Default)]
struct Request {
    name: Value,
    value_type: Option<Type>,
    merge: Value,
    default: Option<Value>,
    /// Values that take precedence over the data, and values for keys without data.
    override_values: Hash,
    default_values: Hash,
    /// Whether a legacy function asks.
    legacy: bool,
}

fn plain(call: &mut Call<'_, '_>) -> Outcome {
    let request = Request {
        name: call.argument(0).clone(),
        value_type: call.argument(1).as_type().cloned(),
        merge: call.argument(2).clone(),
        default: call.arguments.get(3).cloned(),
        ..Request::default()
    };
    find(call, request)
}

fn with_options(call: &mut Call<'_, '_>, index: usize) -> Outcome {
    let options = call.hash(index)?;
    let option = |name: &str| options.get_str(name).cloned();
    let hash = |name: &str| options.get_str(name).and_then(Value::as_hash).cloned().unwrap_or_default();
    let request = Request {
        name: if index == 0 { option("name").unwrap_or_default() } else { call.argument(0).clone() },
        value_type: options.get_str("value_type").and_then(Value::as_type).cloned(),
        merge: option("merge").unwrap_or_default(),
        default: option("default_value"),
        override_values: hash("override"),
        default_values: hash("default_values_hash"),
        legacy: false,
    };
    find(call, request)
}

/// Looks in the overriding values, the data, the default values; then there is the block, or the default.
fn find(call: &mut Call<'_, '_>, request: Request) -> Outcome {
    let names = match &request.name {
        Value::Array(names) => names.to_vec(),
        one => vec![one.clone()],
    };
    let value_type = request.value_type.as_ref();
    for name in &names {
        let key = name.as_str().unwrap_or_default();
        if let Some(value) = request.override_values.get(name) {
            return checked(&format!("Value found for key '{key}' in override hash"), value_type, value.clone());
        }
        let merge = Merge::read(&request.merge)?;
        let query = Query {
            key,
            merge: merge.as_ref(),
            overrides: &request.override_values,
            defaults: &request.default_values,
            legacy: request.legacy,
        };
        if let Some(value) = call.compilation.find_data(call.frame, &query)? {
            return checked("Found value", value_type, value);
        }
    }
    for name in &names {
        if let Some(value) = request.default_values.get(name) {
            let key = name.as_str().unwrap_or_default();
            return checked(&format!("Value found for key '{key}' in default values hash"), value_type, value.clone());
        }
    }
    if call.has_block() {
        let value = call.yield_block(std::slice::from_ref(&request.name))?;
        return checked("Value returned from default block", value_type, value);
    }
    match request.default {
        Some(default) => checked("Default value", value_type, default),
        None => Err(missing(&names)),
    }
}

/// Fails: Hiera reads the files of these functions itself, and a manifest has no context to call them with.
fn only_for_hiera(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.name;
    fail(format!("'{name}' can be called by Hiera only, as a hierarchy in hiera.yaml says"))
}
