//! `nil`, `true` and `false`.

use super::{Answer, Arguments};
use crate::object::Object;

pub(super) fn call(arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "to_a" => Object::array(Vec::new()),
        "to_h" => Object::hash([])?,
        "to_i" => Object::Integer(0),
        "to_f" => Object::Float(0.0),
        "nil?" => Object::Boolean(true),
        "&" => Object::Boolean(false),
        "|" => Object::Boolean(arguments.object(0)?.is_true()),
        _ => return Ok(None),
    }))
}

pub(super) fn call_boolean(value: bool, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "&" => Object::Boolean(value && arguments.object(0)?.is_true()),
        "|" => Object::Boolean(value || arguments.object(0)?.is_true()),
        "^" => Object::Boolean(value != arguments.object(0)?.is_true()),
        _ => return Ok(None),
    }))
}
