//! Bytes that are not text: digests and packed values.

use std::rc::Rc;

use pcore::names::hexadecimal;

use super::{Answer, Arguments};
use crate::{error::not_supported, object::Object};

pub(super) fn call(bytes: &Rc<[u8]>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "bytes" => Object::array(bytes.iter().map(|byte| Object::Integer(i64::from(*byte))).collect()),
        "bytesize" | "length" | "size" => Object::size(bytes.len()),
        "unpack" | "unpack1" => {
            let format = arguments.text(0)?;
            match format.as_str() {
                "H*" => {
                    let digits = Object::text(hexadecimal(bytes));
                    if arguments.method == "unpack1" { digits } else { Object::array(vec![digits]) }
                }
                other => return not_supported(format!("unpack('{other}')")),
            }
        }
        "force_encoding" | "b" | "dup" => Object::Bytes(bytes.clone()),
        "empty?" => Object::Boolean(bytes.is_empty()),
        "+" => {
            let mut all = bytes.to_vec();
            all.extend_from_slice(&super::digest::bytes_of(arguments.object(0)?)?);
            Object::Bytes(all.into())
        }
        _ => return Ok(None),
    }))
}
