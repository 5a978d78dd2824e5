//! Keys: a name, and steps into its value after dots (`a.b.0`).

use ecow::EcoString;
use pcore::Value;

use super::lookup_error::LookupError;
use crate::functions::navigation;

#[derive(Clone, Debug)]
pub(super) struct Key {
    /// All of it, as it was given.
    pub text: EcoString,
    /// The name in the data.
    pub root: EcoString,
    /// The steps into what the name has.
    pub steps: Vec<Value>,
}

/// The key that says what to do with other keys.
pub(super) const LOOKUP_OPTIONS: &str = "lookup_options";

impl Key {
    pub(super) fn read(text: &str) -> Result<Key, LookupError> {
        let problem = || LookupError::new(format!("Syntax error in key: '{text}'"));
        let (root, steps) = split(text).ok_or_else(problem)?;
        Ok(Key { text: text.into(), root, steps })
    }

    pub(super) fn options() -> Key {
        Key { text: LOOKUP_OPTIONS.into(), root: LOOKUP_OPTIONS.into(), steps: Vec::new() }
    }

    /// The module whose name the key begins with.
    pub(super) fn module(&self) -> Option<EcoString> {
        let (module, _) = self.root.split_once("::")?;
        Some(module.into())
    }
}

/// The element of a hash that the first step is.
pub(super) fn element(steps: &[Value]) -> Option<&str> {
    steps.first().and_then(Value::as_str)
}

/// The name and the steps that a text with dots means; nothing where it means none.
pub(super) fn split(text: &str) -> Option<(EcoString, Vec<Value>)> {
    if !text.contains(['\'', '"', '.']) {
        return Some((text.into(), Vec::new()));
    }
    let mut steps = navigation::steps(text)?.into_iter();
    let root = match steps.next()? {
        Value::String(root) => root,
        number => ecow::eco_format!("{number}"),
    };
    Some((root, steps.collect()))
}
