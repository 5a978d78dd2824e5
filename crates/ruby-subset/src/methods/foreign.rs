//! Values of Puppet that Ruby has no class of its own for, and exceptions.

use std::rc::Rc;

use pcore::Value;

use super::{Answer, Arguments};
use crate::{error::Error, machine::Machine, object::Object};

pub(super) fn call(machine: &mut Machine<'_>, value: &Value, arguments: &Arguments<'_>) -> Answer {
    Ok(match (value, arguments.method) {
        // Only an explicit call in the template opens a secret.
        (Value::Sensitive(secret), "unwrap") => {
            machine.opened_secret = true;
            let object = Object::from_value(secret);
            Some(match arguments.block {
                Some(block) => machine.call_block(block, &[object])?,
                None => object,
            })
        }
        (Value::Iterator(iterator), "to_a" | "each" | "map") => {
            let items = Object::from_value(&Value::array(iterator.iter()));
            return machine.call_method(&items, arguments);
        }
        (Value::Timestamp(time), "to_i") => Some(Object::Integer(time.seconds())),
        (Value::Timestamp(_), "strftime") => {
            let given = [value.clone(), arguments.object(0)?.to_value(0)?];
            Some(machine.call_host("strftime", &given, "ArgumentError")?)
        }
        _ => None,
    })
}

pub(super) fn call_exception(error: &Rc<Error>, arguments: &Arguments<'_>) -> Option<Object> {
    match arguments.method {
        "message" | "full_message" => Some(Object::text(error.message.as_str())),
        "backtrace" => Some(Object::array(Vec::new())),
        _ => None,
    }
}
