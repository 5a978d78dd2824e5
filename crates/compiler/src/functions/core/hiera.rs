//! `hiera`: the older way to look up data; and what it shares with its kin.

use pcore::{Hash, Value};
use syntax::Strictness;

use super::lookup::{Wanted, find};
use crate::{
    error::Outcome,
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "hiera",
    "Returns the first value of a key in the data, or a default value; use lookup",
    &[
        Signature { parameters: LIST, block: None, body: |call| listed(call, "first") },
        Signature { parameters: KEY, block: None, body: |call| by_key(call, "first") },
        Signature { parameters: DEFAULT, block: None, body: |call| by_key(call, "first") },
        Signature { parameters: KEY, block: Some(BLOCK), body: |call| by_key(call, "first") },
        Signature { parameters: OVERRIDE, block: Some(BLOCK), body: |call| by_key(call, "first") },
    ],
    &[("hiera('no::such::key', 'none')", "'none'"), ("hiera('no::such::key') |$key| { 5 }", "5")],
);

/// All in one list.
pub(super) const LIST: &[&str] = &["Tuple[String, Any, Any, 1, 3] args"];
pub(super) const KEY: &[&str] = &["String key"];
pub(super) const DEFAULT: &[&str] = &["String key", "Any default", "Any override?"];
pub(super) const OVERRIDE: &[&str] = &["String key", "Any override"];
pub(super) const BLOCK: &str = "Callable[1, 1] default_block";

/// Looks up with the arguments one by one.
pub(super) fn by_key(call: &mut Call<'_, '_>, merge: &str) -> Outcome {
    let default = if call.has_block() { None } else { call.arguments.get(1).cloned() };
    let key = call.argument(0).clone();
    search(call, merge, key, default)
}

/// Looks up with the arguments in one list.
pub(super) fn listed(call: &mut Call<'_, '_>, merge: &str) -> Outcome {
    let list = call.argument(0).as_array().unwrap_or_default();
    let (key, default) = (list.first().cloned().unwrap_or_default(), list.get(1).cloned());
    search(call, merge, key, default)
}

fn search(call: &mut Call<'_, '_>, merge: &str, key: Value, default: Option<Value>) -> Outcome {
    if call.compilation.options.strict != Strictness::Off {
        let name = call.name;
        let message = format!(
            "The function '{name}' is deprecated in favor of using 'lookup'. See \
             https://puppet.com/docs/puppet/8.11/deprecated_language.html"
        );
        call.deprecated(name, &message);
    }
    find(
        call,
        Wanted {
            name: key,
            value_type: None,
            merge: merge.into(),
            default,
            override_values: Hash::default(),
            default_values: Hash::default(),
            older: true,
        },
    )
}
