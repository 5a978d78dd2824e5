//! `IPAddr`: what addresses can do.

use std::rc::Rc;

use super::{Answer, Arguments, number};
use crate::{
    address::Address,
    error::{Outcome, not_supported, raise},
    object::{Object, Range},
    text,
};

/// `IPAddr.new`
pub(super) fn make(arguments: &Arguments<'_>) -> Outcome {
    arguments.count(0, 2)?;
    match arguments.get(0) {
        Some(Object::String(text)) => read(&text.borrow()).map(address),
        None => read("::").map(address),
        Some(_) => raise("IPAddr::AddressFamilyError", "unsupported address family: 0"),
    }
}

fn address(made: Address) -> Object {
    Object::Address(Rc::new(made))
}

fn read(text: &str) -> Outcome<Address> {
    Address::read(text).or_else(|(class, message)| raise(&format!("IPAddr::{class}"), message))
}

/// What is compared with an address: another one, or a text that means one.
fn other(object: &Object) -> Outcome<Address> {
    match object {
        Object::Address(address) => Ok(**address),
        other => read(&text::to_s(other)?),
    }
}

pub(super) fn call(own: &Rc<Address>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "ipv4?" => Object::Boolean(own.is_old),
        "ipv6?" => Object::Boolean(!own.is_old),
        "to_string" => Object::text(own.full()),
        "prefix" => Object::Integer(i64::from(own.prefix())),
        "to_i" => match i64::try_from(own.bits) {
            Ok(number) => Object::Integer(number),
            // Numbers of more than 64 bits are only needed to count or show their digits.
            Err(_) => Object::Wide(own.bits),
        },
        "mask" => {
            let length = text::to_s(arguments.object(0)?)?;
            match own.masked(&length) {
                Ok(made) => address(made),
                Err((class, message)) => return raise(&format!("IPAddr::{class}"), message),
            }
        }
        "include?" | "===" => Object::Boolean(own.includes(other(arguments.object(0)?)?)),
        "==" => Object::Boolean(
            other(arguments.object(0)?).is_ok_and(|other| other.is_old == own.is_old && other.bits == own.bits),
        ),
        "<=>" => match other(arguments.object(0)?) {
            Ok(other) if other.is_old == own.is_old => Object::Integer(own.bits.cmp(&other.bits) as i64),
            _ => Object::Nil,
        },
        "to_range" => {
            let (from, to) = own.ends();
            Object::Range(Rc::new(Range { from: address(from), to: address(to), exclusive: false }))
        }
        "succ" => match own.next() {
            Some(next) => address(next),
            None => return raise("IPAddr::InvalidAddressError", "invalid address: "),
        },
        "private?" => Object::Boolean(own.is_private()),
        "loopback?" => Object::Boolean(own.is_loopback()),
        "link_local?" => Object::Boolean(own.is_link_local()),
        _ => return Ok(None),
    }))
}

/// An integer of more than 64 bits.
pub(super) fn call_wide(number: u128, arguments: &Arguments<'_>) -> Answer {
    if arguments.method != "to_s" {
        return not_supported(format!("'{}' of an integer of more than 64 bits", arguments.method));
    }
    Ok(Some(Object::text(number::radix(number, arguments.optional_integer(0)?.unwrap_or(10))?)))
}
