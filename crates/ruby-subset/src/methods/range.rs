//! `Range`

use std::rc::Rc;

use super::{Answer, Arguments, comparable::order};
use crate::{
    error::{Outcome, not_supported, raise, type_error},
    machine::Machine,
    object::{Object, Range},
    successor, text,
};

pub(super) fn call(machine: &mut Machine<'_>, range: &Rc<Range>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "begin" => range.from.clone(),
        "end" => range.to.clone(),
        "first" | "min" if arguments.objects.is_empty() && arguments.block.is_none() => range.from.clone(),
        "first" | "take" if matches!((&range.from, &range.to), (Object::Integer(_), Object::Nil)) => {
            let from = super::to_integer(&range.from)?;
            let count = arguments.size(0)?;
            machine.check_count(count)?;
            Object::array((from..=i64::MAX).take(count).map(Object::Integer).collect())
        }
        "last" if arguments.objects.is_empty() => range.to.clone(),
        "exclude_end?" => Object::Boolean(range.exclusive),
        "include?" | "member?" | "===" | "cover?" => Object::Boolean(covers(range, arguments.object(0)?)?),
        "to_a" | "to_ary" | "entries" => Object::array(items(machine, range)?),
        "size" => Object::size(items(machine, range)?.len()),
        "step" | "%" => {
            let step = arguments.size(0)?.max(1);
            let items = items(machine, range)?.into_iter().step_by(step).collect();
            match arguments.block {
                Some(block) => {
                    machine.call_with_each(block, items)?;
                    Object::Range(range.clone())
                }
                None => Object::array(items),
            }
        }
        "each" => {
            let Some(block) = arguments.block else { return not_supported("each without a block") };
            if let (Object::Integer(from), Object::Integer(to)) = (&range.from, &range.to) {
                let end = if range.exclusive { *to } else { to.saturating_add(1) };
                for number in *from..end {
                    machine.call_block(block, &[Object::Integer(number)])?;
                }
            } else {
                let items = items(machine, range)?;
                machine.call_with_each(block, items)?;
            }
            Object::Range(range.clone())
        }
        _ => return Ok(None),
    }))
}

fn covers(range: &Range, object: &Object) -> Outcome<bool> {
    let above = matches!(range.from, Object::Nil) || order(&range.from, object, 0)?.is_some_and(|order| order.is_le());
    let below = matches!(range.to, Object::Nil)
        || order(object, &range.to, 0)?
            .is_some_and(|order| if range.exclusive { order.is_lt() } else { order.is_le() });
    Ok(above && below)
}

/// The elements of a range.
pub(super) fn items(machine: &mut Machine<'_>, range: &Range) -> Outcome<Vec<Object>> {
    match (&range.from, &range.to) {
        (Object::Integer(from), to @ (Object::Integer(_) | Object::Float(_))) => {
            let end = super::to_integer(to)?;
            let end = if range.exclusive { end } else { end.saturating_add(1) };
            let count = usize::try_from(end.saturating_sub(*from)).unwrap_or(0);
            machine.check_count(count)?;
            machine.spend(count)?;
            Ok((*from..end).map(Object::Integer).collect())
        }
        (Object::String(from), Object::String(to)) => {
            let (from, to) = (from.borrow().clone(), to.borrow().clone());
            let mut made = Vec::new();
            let mut now = from;
            while now.chars().count() <= to.chars().count() {
                if range.exclusive && now == to {
                    break;
                }
                made.push(Object::text(now.clone()));
                if now == to {
                    break;
                }
                machine.spend(1)?;
                machine.check_texts(made.len())?;
                now = successor(&now).into();
            }
            Ok(made)
        }
        (_, Object::Nil) => raise("RangeError", "cannot convert endless range to an array"),
        (from, _) => type_error(format!("can't iterate from {}", text::class_name(from))),
    }
}
