//! What the account types have in common.

use pcore::Value;
use resource_api::State;

use crate::program;

/// Fails if one of the tools is missing.
pub(crate) fn require(tools: &[&str]) -> Result<(), String> {
    match tools.iter().find(|tool| program::find(tool).is_none()) {
        Some(missing) => Err(format!("there is no {missing}")),
        None => Ok(()),
    }
}

/// Whether a boolean attribute is true.
pub(crate) fn is_true(should: &State, attribute: &str) -> bool {
    should.get(attribute) == Some(&Value::Boolean(true))
}

/// Borrows the arguments of a program.
pub(crate) fn as_strs(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}
