//! Names of types and attributes, and the corresponding Ruby constants.

use pcore::{Value, names::capitalize};

use super::{Behaviour, DefinitionError};

/// The Ruby namespace of a type's providers: `AptKey` for `apt_key`.
pub(super) fn namespace(type_name: &str) -> String {
    type_name.split('_').map(capitalize).collect()
}

/// Reads the name of a type.
pub(super) fn type_name(value: &Value) -> Result<&str, DefinitionError> {
    let name = match value {
        Value::String(name) | Value::Symbol(name) => name.as_str(),
        Value::Undef => "",
        other => {
            let expected = "Puppet::ResourceApi::TypeDefinition must have a name that is a String";
            return Err(DefinitionError::unexpected(expected, other));
        }
    };
    if is_plain(name) {
        return Ok(name);
    }
    let constant = namespace(name);
    let message = if is_constant(&constant) {
        format!("`{name}` cannot be the name of a type")
    } else {
        format!("wrong constant name {constant}")
    };
    Err(DefinitionError::developer(message)
        .hint("the name of a type consists of lower-case letters, digits and `_`, and starts with a letter"))
}

/// Reads the name of a transport, which is also that of a file and a Ruby class.
pub(super) fn transport_name(value: &Value) -> Result<&str, DefinitionError> {
    match value {
        Value::String(name) | Value::Symbol(name) if is_plain(name) => Ok(name),
        Value::String(name) | Value::Symbol(name) => Err(DefinitionError::developer(format!(
            "`{name}` cannot be the name of a transport"
        ))
        .hint("the name of a transport consists of lower-case letters, digits and `_`, and starts with a letter")),
        other => Err(DefinitionError::unexpected("`:name` must be a string", other)),
    }
}

fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    bytes.next().is_some_and(|byte| byte.is_ascii_lowercase()) && bytes.all(plain)
}

/// Checks the name of an attribute, which becomes part of a Ruby constant.
pub(super) fn check_attribute_name(name: &str, behaviour: Behaviour) -> Result<(), DefinitionError> {
    let mut characters = name.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    let constant = first + characters.as_str();
    if is_constant(&constant) {
        return Ok(());
    }
    let prefix = match behaviour {
        Behaviour::Namevar | Behaviour::Parameter | Behaviour::ReadOnly => "Parameter",
        Behaviour::Property | Behaviour::InitOnly => "",
    };
    Err(DefinitionError::developer(format!("wrong constant name {prefix}{constant}"))
        .hint("the name of an attribute consists of letters, digits and `_`, and starts with a letter"))
}

fn is_constant(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(char::is_uppercase)
        && characters.all(|character| character.is_alphanumeric() || character == '_')
}
