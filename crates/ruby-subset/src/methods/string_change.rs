//! `String`: what changes it.

use std::{cell::RefCell, rc::Rc};

use ecow::EcoString;

use super::{Answer, Arguments, resolve_index, string_parts};
use crate::{
    error::{raise, type_error},
    machine::{Machine, no_conversion},
    object::Object,
};

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Rc<RefCell<EcoString>>, arguments: &Arguments<'_>) -> Answer {
    let itself = Object::String(receiver.clone());
    Ok(Some(match arguments.method {
        "<<" | "concat" => {
            for other in arguments.objects {
                let addition = match other {
                    Object::String(other) => other.borrow().clone(),
                    Object::Integer(number) => match u32::try_from(*number).ok().and_then(char::from_u32) {
                        Some(letter) => EcoString::from(letter),
                        None => return raise("RangeError", format!("{number} out of char range")),
                    },
                    other => return type_error(no_conversion(other, "String")),
                };
                let length = receiver.borrow().len() + addition.len();
                machine.check_size(length)?;
                receiver.borrow_mut().push_str(&addition);
            }
            itself
        }
        "prepend" => {
            let mut made = arguments.text(0)?;
            made.push_str(&receiver.borrow());
            machine.check_size(made.len())?;
            *receiver.borrow_mut() = made;
            itself
        }
        "replace" => {
            let text = arguments.text(0)?;
            *receiver.borrow_mut() = text;
            itself
        }
        "clear" => {
            *receiver.borrow_mut() = EcoString::new();
            itself
        }
        "insert" => {
            let own = receiver.borrow().clone();
            let count = own.chars().count();
            let number = arguments.integer(0)?;
            // A negative index means the position after that character.
            let index = if number < 0 { resolve_index(number, count + 1) } else { resolve_index(number, count) };
            let Some(index) = index.filter(|index| *index <= count) else {
                return raise("IndexError", format!("index {number} out of string"));
            };
            let index = own.char_indices().nth(index).map_or(own.len(), |(index, _)| index);
            let added = arguments.text(1)?;
            machine.check_size(own.len() + added.len())?;
            let made = format!("{}{added}{}", &own[..index], &own[index..]);
            *receiver.borrow_mut() = made.into();
            itself
        }
        "[]=" => {
            let Some((value, places)) = arguments.objects.split_last() else { return Ok(None) };
            let Some(value) = value.as_text() else { return type_error(no_conversion(value, "String")) };
            let own = receiver.borrow().clone();
            let places = Arguments { objects: places, ..*arguments };
            let Some((start, end)) = string_parts::part(machine, &own, &places)? else {
                return raise("IndexError", "string not matched");
            };
            machine.check_size(own.len() + value.len())?;
            *receiver.borrow_mut() = format!("{}{value}{}", &own[..start], &own[end.max(start)..]).into();
            Object::text(value)
        }
        "slice!" => {
            let own = receiver.borrow().clone();
            match string_parts::part(machine, &own, arguments)? {
                Some((start, end)) => {
                    *receiver.borrow_mut() = format!("{}{}", &own[..start], &own[end.max(start)..]).into();
                    Object::text(&own[start..end])
                }
                None => Object::Nil,
            }
        }
        "sub!" | "gsub!" | "strip!" | "lstrip!" | "rstrip!" | "chomp!" | "chop!" | "upcase!" | "downcase!"
        | "capitalize!" | "swapcase!" | "squeeze!" | "tr!" | "delete!" | "reverse!" | "succ!" | "next!"
        | "delete_prefix!" | "delete_suffix!" => {
            let plain = arguments.method.trim_end_matches('!');
            let made = machine.send(&itself, plain, arguments.objects, arguments.block)?;
            let Some(made) = made.as_text() else { return Ok(Some(made)) };
            let unchanged = *receiver.borrow() == made;
            *receiver.borrow_mut() = made;
            let always = matches!(plain, "reverse" | "succ" | "next");
            if unchanged && !always { Object::Nil } else { itself }
        }
        _ => return Ok(None),
    }))
}
