//! `lookup`: a value from the data of the environment and its modules.

use pcore::{Hash, Type, Value};

use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
    lookup::{Merge, Query, checked, missing},
};

pub(super) static FUNCTION: Function = Function::typed(
    "lookup",
    "Returns the value of a key in the data, or else a default value or what the block says",
    &[
        Signature {
            parameters: &["NameType name", "ValueType value_type?", "MergeType merge?"],
            block: None,
            body: plain,
        },
        Signature {
            parameters: &[
                "NameType name",
                "Optional[ValueType] value_type",
                "Optional[MergeType] merge",
                "DefaultValueType default_value",
            ],
            block: None,
            body: plain,
        },
        Signature {
            parameters: &["NameType name", "ValueType value_type?", "MergeType merge?"],
            block: Some("BlockType block"),
            body: plain,
        },
        Signature {
            parameters: &["OptionsWithName options_hash"],
            block: Some("BlockType block?"),
            body: |call| with_options(call, 0),
        },
        Signature {
            parameters: &["Variant[String, Array[String]] name", "OptionsWithoutName options_hash"],
            block: Some("BlockType block?"),
            body: |call| with_options(call, 1),
        },
    ],
    &[
        ("lookup('no::such::key', String, first, 'none')", "'none'"),
        ("lookup('no::such::key', {default_value => undef})", "undef"),
        ("lookup({name => 'a', default_values_hash => {a => 1}})", "1"),
        ("lookup('no::such::key') |$key| { \"no ${key}\" }", "'no no::such::key'"),
    ],
);

/// What is looked for, and what to do about what is found or not.
pub(super) struct Wanted {
    pub name: Value,
    pub value_type: Option<Type>,
    pub merge: Value,
    pub default: Option<Value>,
    /// What goes before the data, and what comes after it.
    pub override_values: Hash,
    pub default_values: Hash,
    /// Whether it is one of the older functions that asks.
    pub older: bool,
}

fn plain(call: &mut Call<'_, '_>) -> Outcome {
    find(
        call,
        Wanted {
            name: call.argument(0).clone(),
            value_type: call.argument(1).as_type().cloned(),
            merge: call.argument(2).clone(),
            default: call.arguments.get(3).cloned(),
            override_values: Hash::default(),
            default_values: Hash::default(),
            older: false,
        },
    )
}

fn with_options(call: &mut Call<'_, '_>, place: usize) -> Outcome {
    let empty = Hash::default();
    let options = call.argument(place).as_hash().unwrap_or(&empty);
    let option = |name: &str| options.get_str(name).cloned();
    let hash = |name: &str| options.get_str(name).and_then(Value::as_hash).cloned().unwrap_or_default();
    let wanted = Wanted {
        name: if place == 0 { option("name").unwrap_or_default() } else { call.argument(0).clone() },
        value_type: options.get_str("value_type").and_then(Value::as_type).cloned(),
        merge: option("merge").unwrap_or_default(),
        default: option("default_value"),
        override_values: hash("override"),
        default_values: hash("default_values_hash"),
        older: false,
    };
    find(call, wanted)
}

/// Looks in the overriding values, the data, the default values; then there is the block, or the default.
pub(super) fn find(call: &mut Call<'_, '_>, wanted: Wanted) -> Outcome {
    let names = match &wanted.name {
        Value::Array(names) => names.to_vec(),
        one => vec![one.clone()],
    };
    let value_type = wanted.value_type.as_ref();
    for name in &names {
        let key = name.as_str().unwrap_or_default();
        if let Some(value) = wanted.override_values.get(name) {
            return checked(&format!("Value found for key '{key}' in override hash"), value_type, value.clone());
        }
        let merge = Merge::read(&wanted.merge)?;
        let query = Query {
            key,
            merge: merge.as_ref(),
            overrides: &wanted.override_values,
            defaults: &wanted.default_values,
            older: wanted.older,
        };
        if let Some(value) = call.compilation.find_data(call.frame, &query)? {
            return checked("Found value", value_type, value);
        }
    }
    for name in &names {
        if let Some(value) = wanted.default_values.get(name) {
            let key = name.as_str().unwrap_or_default();
            return checked(&format!("Value found for key '{key}' in default values hash"), value_type, value.clone());
        }
    }
    if call.has_block() {
        let value = call.yield_block(std::slice::from_ref(&wanted.name))?;
        return checked("Value returned from default block", value_type, value);
    }
    match wanted.default {
        Some(default) => checked("Default value", value_type, default),
        None => Err(missing(&names)),
    }
}
