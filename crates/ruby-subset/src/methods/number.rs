//! `Integer` and `Float`. An integer that needs more than 64 bits is not supported.

use pcore::never;

use super::{Answer, Arguments};
use crate::{
    error::{Outcome, not_supported, raise, type_error},
    machine::Machine,
    object::{Callable, Object, Range},
    text,
};

pub(super) fn call_integer(machine: &mut Machine<'_>, number: i64, arguments: &Arguments<'_>) -> Answer {
    let method = arguments.method;
    Ok(Some(match method {
        "+" | "-" | "*" | "/" | "%" | "modulo" | "div" | "**" | "pow" => match arguments.object(0)? {
            Object::Integer(other) => integer_operation(method, number, *other)?,
            Object::Float(other) => float_operation(method, number as f64, *other)?,
            other => return type_error(format!("{} can't be coerced into Integer", coerced(other))),
        },
        "fdiv" => Object::Float(number as f64 / float(arguments.object(0)?, "Integer")?),
        "-@" => whole(number.checked_neg())?,
        "+@" | "to_i" | "to_int" | "ord" => Object::Integer(number),
        "~" => Object::Integer(!number),
        "&" => Object::Integer(number & arguments.integer(0)?),
        "|" => Object::Integer(number | arguments.integer(0)?),
        "^" => Object::Integer(number ^ arguments.integer(0)?),
        "<<" => shift(number, arguments.integer(0)?)?,
        ">>" => shift(number, arguments.integer(0)?.saturating_neg())?,
        "[]" => Object::Integer((number >> arguments.integer(0)?.clamp(0, 63)) & 1),
        "to_s" | "inspect" if arguments.objects.is_empty() => Object::text(number.to_string()),
        "to_s" | "inspect" => {
            let sign = if number < 0 { "-" } else { "" };
            let base = arguments.optional_integer(0)?.unwrap_or(10);
            Object::text(format!("{sign}{}", radix(number.unsigned_abs().into(), base)?))
        }
        "to_f" => Object::Float(number as f64),
        "abs" | "magnitude" => whole(number.checked_abs())?,
        "succ" | "next" => whole(number.checked_add(1))?,
        "pred" => whole(number.checked_sub(1))?,
        "zero?" => Object::Boolean(number == 0),
        "nonzero?" if number == 0 => Object::Nil,
        "nonzero?" => Object::Integer(number),
        "positive?" => Object::Boolean(number > 0),
        "negative?" => Object::Boolean(number < 0),
        "even?" => Object::Boolean(number % 2 == 0),
        "odd?" => Object::Boolean(number % 2 != 0),
        "integer?" | "finite?" => Object::Boolean(true),
        "infinite?" => Object::Nil,
        "floor" | "ceil" | "round" | "truncate" => round_integer(method, number, arguments)?,
        "divmod" => {
            let other = arguments.object(0)?;
            let quotient = machine.send(&Object::Integer(number), "div", std::slice::from_ref(other), None)?;
            let rest = machine.send(&Object::Integer(number), "%", std::slice::from_ref(other), None)?;
            Object::pair(quotient, rest)
        }
        "remainder" => whole(number.checked_rem(arguments.integer(0)?))?,
        "gcd" => whole(gcd(number, arguments.integer(0)?))?,
        "lcm" => {
            let other = arguments.integer(0)?;
            match gcd(number, other) {
                Some(0) => Object::Integer(0),
                shared => whole(shared.and_then(|shared| (number / shared).checked_mul(other)?.checked_abs()))?,
            }
        }
        "chr" => match u32::try_from(number).ok().and_then(char::from_u32) {
            Some(character) if number < 128 => Object::text(character.to_string()),
            _ => return not_supported("chr beyond ASCII"),
        },
        "digits" => {
            let digits = number.to_string();
            Object::array(digits.bytes().rev().map(|digit| Object::Integer(i64::from(digit) - 48)).collect())
        }
        "times" => return steps(machine, number, (0, number.saturating_sub(1)), 1, arguments.block),
        "upto" => return steps(machine, number, (number, arguments.integer(0)?), 1, arguments.block),
        "downto" => return steps(machine, number, (number, arguments.integer(0)?), -1, arguments.block),
        "step" => {
            let (end, step) = (arguments.integer(0)?, arguments.optional_integer(1)?.unwrap_or(1));
            match arguments.block {
                None => return not_supported("step without a block"),
                Some(_) if step == 0 => return raise("ArgumentError", "step can't be 0"),
                block => return steps(machine, number, (number, end), step, block),
            }
        }
        _ => return Ok(None),
    }))
}

/// Calls a block with the numbers from one to another; without a block they are an array.
fn steps(machine: &mut Machine<'_>, own: i64, (from, to): (i64, i64), step: i64, block: Option<&Callable>) -> Answer {
    let Some(block) = block else {
        let range = Range { from: Object::Integer(from), to: Object::Integer(to), exclusive: false };
        return Ok(Some(Object::array(super::range::items(machine, &range)?)));
    };
    let mut turn = Some(from);
    while let Some(now) = turn.filter(|now| if step > 0 { *now <= to } else { *now >= to }) {
        machine.call_block(block, &[Object::Integer(now)])?;
        turn = now.checked_add(step);
    }
    Ok(Some(Object::Integer(own)))
}

pub(super) fn call_float(number: f64, arguments: &Arguments<'_>) -> Answer {
    let method = arguments.method;
    Ok(Some(match method {
        "+" | "-" | "*" | "/" | "%" | "modulo" | "div" | "**" | "pow" | "fdiv" => {
            let other = float(arguments.object(0)?, "Float")?;
            float_operation(if method == "fdiv" { "/" } else { method }, number, other)?
        }
        "-@" => Object::Float(-number),
        "+@" | "to_f" => Object::Float(number),
        "to_i" | "to_int" | "truncate" => to_whole(number.trunc())?,
        "floor" | "ceil" | "round" => round_float(method, number, arguments.optional_integer(0)?.unwrap_or(0))?,
        "abs" | "magnitude" => Object::Float(number.abs()),
        "zero?" => Object::Boolean(number == 0.0),
        "positive?" => Object::Boolean(number > 0.0),
        "negative?" => Object::Boolean(number < 0.0),
        "nan?" => Object::Boolean(number.is_nan()),
        "finite?" => Object::Boolean(number.is_finite()),
        "infinite?" if number.is_infinite() => Object::Integer(number.signum() as i64),
        "infinite?" => Object::Nil,
        "integer?" => Object::Boolean(false),
        "divmod" => {
            let other = float(arguments.object(0)?, "Float")?;
            Object::pair(float_operation("div", number, other)?, float_operation("%", number, other)?)
        }
        _ => return Ok(None),
    }))
}

fn whole(number: Option<i64>) -> Outcome {
    match number {
        Some(number) => Ok(Object::Integer(number)),
        None => not_supported("an integer of more than 64 bits"),
    }
}

fn to_whole(number: f64) -> Outcome {
    if number.is_nan() || number.is_infinite() {
        return raise("FloatDomainError", text::inspect(&Object::Float(number))?);
    }
    whole((number.abs() < 9.2e18).then_some(number as i64))
}

fn coerced(object: &Object) -> String {
    match object {
        Object::Nil | Object::Boolean(_) => text::short_name(object).into(),
        other => text::class_name(other).into(),
    }
}

fn float(object: &Object, class: &str) -> Outcome<f64> {
    match object {
        Object::Integer(number) => Ok(*number as f64),
        Object::Float(number) => Ok(*number),
        other => type_error(format!("{} can't be coerced into {class}", coerced(other))),
    }
}

fn integer_operation(method: &str, one: i64, two: i64) -> Outcome {
    match method {
        "+" => whole(one.checked_add(two)),
        "-" => whole(one.checked_sub(two)),
        "*" => whole(one.checked_mul(two)),
        "/" | "div" | "%" | "modulo" if two == 0 => raise("ZeroDivisionError", "divided by 0"),
        "/" | "div" => {
            whole(one.checked_div(two).map(|quotient| quotient - i64::from(one % two != 0 && (one < 0) != (two < 0))))
        }
        "%" | "modulo" => {
            whole(one.checked_rem(two).map(|rest| if rest != 0 && (rest < 0) != (two < 0) { rest + two } else { rest }))
        }
        _ if two < 0 => not_supported("an integer with a negative power"),
        _ => whole(u32::try_from(two).ok().and_then(|power| one.checked_pow(power))),
    }
}

fn float_operation(method: &str, one: f64, two: f64) -> Outcome {
    Ok(match method {
        "+" => Object::Float(one + two),
        "-" => Object::Float(one - two),
        "*" => Object::Float(one * two),
        "/" => Object::Float(one / two),
        "div" if two == 0.0 => return raise("ZeroDivisionError", "divided by 0"),
        "div" => to_whole((one / two).floor())?,
        "%" | "modulo" => {
            let rest = one % two;
            Object::Float(if rest != 0.0 && (rest < 0.0) != (two < 0.0) { rest + two } else { rest })
        }
        _ => Object::Float(one.powf(two)),
    })
}

fn shift(number: i64, places: i64) -> Outcome {
    if places <= 0 {
        return Ok(Object::Integer(number >> places.unsigned_abs().min(63)));
    }
    let factor = u32::try_from(places).ok().filter(|places| *places < 63).map(|places| 1_i64 << places);
    whole(if number == 0 { Some(0) } else { factor.and_then(|factor| number.checked_mul(factor)) })
}

fn gcd(one: i64, two: i64) -> Option<i64> {
    let (mut one, mut two) = (one.unsigned_abs(), two.unsigned_abs());
    while two != 0 {
        (one, two) = (two, one % two);
    }
    i64::try_from(one).ok()
}

/// The digits of a number in a base.
pub(super) fn radix(number: u128, base: i64) -> Outcome<String> {
    let Some(base) = u32::try_from(base).ok().filter(|base| (2..=36).contains(base)) else {
        return raise("ArgumentError", format!("invalid radix {base}"));
    };
    let (mut digits, mut rest) = (Vec::new(), number);
    while rest > 0 || digits.is_empty() {
        let digit = u32::try_from(rest % u128::from(base)).unwrap_or_default();
        digits.push(char::from_digit(digit, base).unwrap_or_else(|| never!("a rest is less than the base", '0')));
        rest /= u128::from(base);
    }
    Ok(digits.iter().rev().collect())
}

fn round_integer(method: &str, number: i64, arguments: &Arguments<'_>) -> Outcome {
    let digits = arguments.get(0).and_then(|object| match object {
        Object::Integer(digits) => Some(*digits),
        _ => None,
    });
    let Some(places) = digits.filter(|digits| *digits < 0) else { return Ok(Object::Integer(number)) };
    let Some(unit) = u32::try_from(-places).ok().and_then(|places| 10_i64.checked_pow(places)) else {
        return Ok(Object::Integer(0));
    };
    let below = number.div_euclid(unit).checked_mul(unit);
    let rest = number.rem_euclid(unit);
    let above = if rest == 0 { below } else { below.and_then(|below| below.checked_add(unit)) };
    whole(match method {
        "truncate" if number < 0 => above,
        "floor" | "truncate" => below,
        "ceil" => above,
        _ if rest * 2 > unit || (rest * 2 == unit && number > 0) => above,
        _ => below,
    })
}

fn round_float(method: &str, number: f64, digits: i64) -> Outcome {
    if digits <= 0 {
        let rounded = match method {
            "floor" => number.floor(),
            "ceil" => number.ceil(),
            _ => number.round(),
        };
        let whole = to_whole(rounded)?;
        return match whole {
            Object::Integer(number) if digits < 0 => {
                let places = [Object::Integer(digits)];
                round_integer(method, number, &Arguments { objects: &places, block: None, method })
            }
            whole => Ok(whole),
        };
    }
    if digits >= 15 || !number.is_finite() {
        return Ok(Object::Float(number));
    }
    let scale = 10_f64.powi(i32::try_from(digits).unwrap_or(15));
    let scaled = match method {
        "floor" => (number * scale).floor(),
        "ceil" => (number * scale).ceil(),
        _ => {
            // The product is rounded, so the nearest may be one further away.
            let near = (number * scale).round();
            let half = 0.5_f64.copysign(number);
            let further = ((near + half) / scale).abs() <= number.abs();
            if further { near + 1_f64.copysign(number) } else { near }
        }
    };
    let rounded = scaled / scale;
    Ok(Object::Float(if rounded.is_finite() { rounded } else { number }))
}
