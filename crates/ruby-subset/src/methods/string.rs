//! `String`: questions and what makes another text of one.

use std::{cell::RefCell, rc::Rc};

use ecow::EcoString;

use super::{Answer, Arguments, kernel, pattern, string_change, string_parts, substitute};
use crate::{
    case, crypt,
    error::{Outcome, argument_error, not_supported, type_error},
    machine::{Machine, no_conversion},
    number,
    object::Object,
    successor, text,
};

/// What Ruby takes for blank.
pub(super) const BLANKS: [char; 7] = [' ', '\t', '\n', '\r', '\u{b}', '\u{c}', '\0'];

/// How many bytes of a text are walked in the time of a step.
const BYTES_PER_STEP: usize = 512;

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Rc<RefCell<EcoString>>, arguments: &Arguments<'_>) -> Answer {
    let method = arguments.method;
    if matches!(method, "<<" | "concat") {
        // Appending must not copy: nothing else may hold the text meanwhile.
        return string_change::call(machine, receiver, arguments);
    }
    let own = receiver.borrow().clone();
    machine.spend(own.len() / BYTES_PER_STEP)?;
    Ok(Some(match method {
        "to_s" | "to_str" | "-@" => Object::String(receiver.clone()),
        "+@" => Object::text(own),
        "+" => match arguments.object(0)? {
            Object::String(other) => {
                let mut made = own;
                made.push_str(&other.borrow());
                machine.check_size(made.len())?;
                Object::text(made)
            }
            other => return type_error(no_conversion(other, "String")),
        },
        "*" => {
            let count = arguments.integer(0)?;
            let Ok(count) = usize::try_from(count) else { return argument_error("argument must be non-negative") };
            machine.check_size(count.saturating_mul(own.len()))?;
            Object::text(own.repeat(count))
        }
        "%" => {
            let given = match arguments.object(0)? {
                Object::Array(items) => items.0.borrow().clone(),
                other => vec![other.clone()],
            };
            Object::text(kernel::formatted(machine, &own, &given)?)
        }
        "===" | "==" => Object::Boolean(Object::String(receiver.clone()).equals(arguments.object(0)?, 0)?),
        "=~" => match arguments.object(0)? {
            Object::Regexp(regexp) => {
                let found = pattern::search(machine, regexp, &own, 0)?;
                found.map_or(Object::Nil, |found| Object::size(own[..found.whole().0].chars().count()))
            }
            Object::String(_) => return type_error("wrong argument type String (expected Regexp)"),
            _ => Object::Nil,
        },
        "match" | "match?" => {
            let regexp = substitute::to_regexp(machine, arguments.object(0)?, false)?;
            if method == "match?" {
                Object::Boolean(pattern::matches(&regexp, &own)?)
            } else {
                pattern::search(machine, &regexp, &own, 0)?.map_or(Object::Nil, Object::Match)
            }
        }
        "length" | "size" => Object::size(own.chars().count()),
        "bytesize" => Object::size(own.len()),
        "empty?" => Object::Boolean(own.is_empty()),
        "include?" => Object::Boolean(own.contains(arguments.text(0)?.as_str())),
        "start_with?" => {
            let mut found = false;
            for wanted in arguments.objects {
                found |= match wanted {
                    Object::Regexp(regexp) => {
                        pattern::search(machine, regexp, &own, 0)?.is_some_and(|found| found.whole().0 == 0)
                    }
                    Object::String(prefix) => own.starts_with(prefix.borrow().as_str()),
                    other => return type_error(no_conversion(other, "String")),
                };
            }
            Object::Boolean(found)
        }
        "end_with?" => {
            let mut found = false;
            for index in 0..arguments.objects.len() {
                found |= own.ends_with(arguments.text(index)?.as_str());
            }
            Object::Boolean(found)
        }
        "to_i" => match arguments.optional_integer(0)?.unwrap_or(10) {
            10 => Object::Integer(number::to_i(&own)),
            base => Object::Integer(to_i(&own, base)?),
        },
        "crypt" => {
            let salt = arguments.text(0)?;
            match crypt::Method::read(&salt).filter(|_| own.len() <= crypt::MAX_TEXT) {
                Some(method) => {
                    machine.spend(method.rounds)?;
                    Object::text(method.digest(&own))
                }
                None => return not_supported("this use of crypt"),
            }
        }
        "hex" => Object::Integer(to_i(&own, 16)?),
        "oct" => Object::Integer(to_i(&own, 8)?),
        "to_f" => Object::Float(number::to_f(&own)),
        "to_sym" | "intern" => Object::Symbol(own),
        "ord" => match own.chars().next() {
            Some(character) => Object::Integer(i64::from(u32::from(character))),
            None => return argument_error("empty string"),
        },
        "casecmp" | "casecmp?" => match arguments.object(0)? {
            Object::String(other) => {
                let (one, two) = (own.to_lowercase(), other.borrow().to_lowercase());
                if method == "casecmp?" { Object::Boolean(one == two) } else { Object::Integer(one.cmp(&two) as i64) }
            }
            _ => Object::Nil,
        },
        "valid_encoding?" => Object::Boolean(true),
        "ascii_only?" => Object::Boolean(own.is_ascii()),
        "encode" | "force_encoding" | "scrub" | "unicode_normalize" | "b" => {
            let utf8 =
                arguments.get(0).is_none_or(|name| text::to_s(name).is_ok_and(|name| name.to_lowercase() == "utf-8"));
            if !utf8 || method == "b" {
                return not_supported("an encoding other than UTF-8");
            }
            Object::String(receiver.clone())
        }
        "upcase" => Object::text(case::upper(&own)),
        "downcase" => Object::text(case::lower(&own)),
        "capitalize" => Object::text(case::capitalize(&own)),
        "swapcase" => Object::text(case::swap(&own)),
        "strip" => Object::text(own.trim_end_matches(BLANKS).trim_start_matches(BLANKS)),
        "lstrip" => Object::text(own.trim_start_matches(BLANKS)),
        "rstrip" => Object::text(own.trim_end_matches(BLANKS)),
        "chomp" if arguments.objects.is_empty() => {
            Object::text(own.strip_suffix("\r\n").or_else(|| own.strip_suffix(['\n', '\r'])).unwrap_or(&own))
        }
        "chop" => {
            Object::text(own.strip_suffix("\r\n").or_else(|| own.strip_suffix(|_: char| true)).unwrap_or_default())
        }
        "chr" => Object::text(own.chars().next().map(String::from).unwrap_or_default()),
        "reverse" => Object::text(own.chars().rev().collect::<String>()),
        "rjust" | "ljust" | "center" => Object::text(justify(machine, &own, arguments)?),
        "delete_prefix" => Object::text(own.strip_prefix(arguments.text(0)?.as_str()).unwrap_or(&own)),
        "delete_suffix" | "chomp" => Object::text(own.strip_suffix(arguments.text(0)?.as_str()).unwrap_or(&own)),
        "succ" | "next" => Object::text(successor(&own)),
        "upto" => {
            let to = arguments.object(0)?.clone();
            let range = crate::object::Range { from: Object::text(own), to, exclusive: false };
            let items = Object::array(super::range::items(machine, &range)?);
            machine.send(&items, "each", &[], arguments.block)?
        }
        _ => return string_parts::call(machine, &own, receiver, arguments),
    }))
}

/// The digits of a base at the start of a text.
fn to_i(text: &str, base: i64) -> Outcome<i64> {
    let base = match u32::try_from(base) {
        Ok(base) if (2..=36).contains(&base) => base,
        _ => return argument_error(format!("invalid radix {base}")),
    };
    let text = text.trim_start();
    let (negative, rest) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    let prefix = match base {
        2 => "0b",
        8 => "0o",
        16 => "0x",
        _ => "",
    };
    let lower = rest.to_ascii_lowercase();
    let digits = lower.strip_prefix(prefix).unwrap_or(&lower);
    let mut number = 0_i64;
    for digit in digits.chars().filter(|letter| *letter != '_').map_while(|letter| letter.to_digit(base)) {
        let next = number.checked_mul(i64::from(base)).and_then(|number| number.checked_add(i64::from(digit)));
        let Some(next) = next else { return not_supported("an integer of more than 64 bits") };
        number = next;
    }
    Ok(if negative { -number } else { number })
}

fn justify(machine: &mut Machine<'_>, own: &str, arguments: &Arguments<'_>) -> Outcome<String> {
    arguments.count(1, 2)?;
    let width = usize::try_from(arguments.integer(0)?).unwrap_or(0);
    let padding = match arguments.get(1) {
        Some(_) => arguments.text(1)?,
        None => " ".into(),
    };
    if padding.is_empty() {
        return argument_error("zero width padding");
    }
    machine.check_size(width)?;
    let missing = width.saturating_sub(own.chars().count());
    let fill = |count: usize| padding.chars().cycle().take(count).collect::<String>();
    let (left, right) = match arguments.method {
        "rjust" => (missing, 0),
        "ljust" => (0, missing),
        _ => (missing / 2, missing - missing / 2),
    };
    Ok(format!("{}{own}{}", fill(left), fill(right)))
}
