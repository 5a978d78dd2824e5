//! What can be done with everything that has elements: choosing, changing, testing, gathering.

use super::{Answer, Arguments, enumerable_group, enumerator::waiting};
use crate::{
    error::Outcome,
    machine::Machine,
    object::{Callable, Object},
    text,
};

impl Machine<'_> {
    /// The answer of a block for an element.
    pub(super) fn asks(&mut self, block: &Callable, item: &Object) -> Outcome<bool> {
        Ok(self.call_block(block, std::slice::from_ref(item))?.is_true())
    }

    /// Whether an element fits: by the argument, by the block, or by being true.
    fn fits(&mut self, arguments: &Arguments<'_>, item: &Object) -> Outcome<bool> {
        match (arguments.get(0), arguments.block) {
            (Some(pattern), _) => Ok(self.send(pattern, "===", std::slice::from_ref(item), None)?.is_true()),
            (None, Some(block)) => self.asks(block, item),
            (None, None) => Ok(item.is_true()),
        }
    }
}

pub(super) fn call(machine: &mut Machine<'_>, receiver: &Object, arguments: &Arguments<'_>) -> Answer {
    let method = arguments.method;
    Ok(Some(match method {
        "each_entry" | "map" | "collect" | "flat_map" | "collect_concat" | "select" | "filter" | "reject"
        | "filter_map" | "find" | "detect" | "find_all" | "partition" | "take_while" | "drop_while"
        | "each_with_index" | "reverse_each" => {
            let mut items = machine.elements(receiver)?;
            if method == "reverse_each" {
                items.reverse();
            }
            match arguments.block {
                Some(block) => with_block(machine, receiver, method, items, block)?,
                None if method == "each_with_index" => {
                    let pairs = items.into_iter().enumerate();
                    let pairs = pairs.map(|(index, item)| Object::pair(item, Object::size(index)));
                    return waiting(receiver, method, pairs.collect());
                }
                None => return waiting(receiver, method, items),
            }
        }
        "any?" | "all?" | "none?" | "one?" => {
            let mut count = 0;
            let items = machine.elements(receiver)?;
            let total = items.len();
            for item in items {
                if machine.fits(arguments, &item)? {
                    count += 1;
                    if method != "all?" && (method != "one?" || count > 1) {
                        break;
                    }
                } else if method == "all?" {
                    break;
                }
            }
            Object::Boolean(match method {
                "any?" => count > 0,
                "all?" => count == total,
                "none?" => count == 0,
                _ => count == 1,
            })
        }
        "count" => match (arguments.get(0), arguments.block) {
            (None, None) => Object::size(machine.elements(receiver)?.len()),
            (wanted, block) => {
                let mut count = 0;
                for item in machine.elements(receiver)? {
                    let fits = match (wanted, block) {
                        (Some(wanted), _) => item.equals(wanted, 0)?,
                        (None, Some(block)) => machine.asks(block, &item)?,
                        (None, None) => true,
                    };
                    count += usize::from(fits);
                }
                Object::size(count)
            }
        },
        "include?" | "member?" => {
            let wanted = arguments.object(0)?;
            let items = machine.elements(receiver)?;
            machine.spend(items.len())?;
            for item in items {
                if item.equals(wanted, 0)? {
                    return Ok(Some(Object::Boolean(true)));
                }
            }
            Object::Boolean(false)
        }
        "find_index" | "index" => {
            for (index, item) in machine.elements(receiver)?.iter().enumerate() {
                let fits = match arguments.get(0) {
                    Some(wanted) => item.equals(wanted, 0)?,
                    None => machine.fits(arguments, item)?,
                };
                if fits {
                    return Ok(Some(Object::size(index)));
                }
            }
            Object::Nil
        }
        "inject" | "reduce" => fold(machine, receiver, arguments)?,
        "sum" => {
            let mut sum = arguments.get(0).cloned().unwrap_or(Object::Integer(0));
            for item in machine.elements(receiver)? {
                let item = match arguments.block {
                    Some(block) => machine.call_block(block, &[item])?,
                    None => item,
                };
                sum = machine.send(&sum, "+", &[item], None)?;
            }
            sum
        }
        "each_with_object" => {
            let memo = arguments.object(0)?.clone();
            if let Some(block) = arguments.block {
                for item in machine.elements(receiver)? {
                    machine.call_block(block, &[item, memo.clone()])?;
                }
            }
            memo
        }
        "to_a" | "entries" => Object::array(machine.elements(receiver)?),
        "first" => match arguments.get(0) {
            Some(_) => {
                arguments.count(0, 1)?;
                let count = arguments.size(0)?;
                Object::array(machine.elements(receiver)?.into_iter().take(count).collect())
            }
            None => machine.elements(receiver)?.into_iter().next().unwrap_or(Object::Nil),
        },
        "take" => {
            let count = arguments.size(0)?;
            Object::array(machine.elements(receiver)?.into_iter().take(count).collect())
        }
        "drop" => {
            let count = arguments.size(0)?;
            Object::array(machine.elements(receiver)?.into_iter().skip(count).collect())
        }
        "to_h" => {
            let mut pairs = Vec::new();
            for item in machine.elements(receiver)? {
                let pair = match arguments.block {
                    Some(block) => machine.call_block(block, &[item])?,
                    None => item,
                };
                match pair.as_items().as_deref() {
                    Some([key, value]) => pairs.push((key.clone(), value.clone())),
                    _ => {
                        let shown = text::class_name(&pair);
                        let message = format!("wrong element type {shown} (expected array)");
                        return crate::error::type_error(message);
                    }
                }
            }
            Object::hash(pairs)?
        }
        _ => return enumerable_group::call(machine, receiver, arguments),
    }))
}

fn with_block(
    machine: &mut Machine<'_>,
    receiver: &Object,
    method: &str,
    items: Vec<Object>,
    block: &Callable,
) -> Outcome {
    let mut made = Vec::new();
    let mut rest = Vec::new();
    let mut dropping = true;
    if method == "each_with_index" {
        for (index, item) in items.into_iter().enumerate() {
            machine.call_block(block, &[item, Object::size(index)])?;
        }
        return Ok(receiver.clone());
    }
    for item in items {
        let answer = machine.call_block(block, std::slice::from_ref(&item))?;
        match method {
            "each_entry" | "reverse_each" => {}
            "map" | "collect" => made.push(answer),
            "flat_map" | "collect_concat" => match &answer {
                Object::Array(inner) => {
                    let inner = inner.0.borrow();
                    // A block may give many elements for each.
                    machine.check_count(made.len() + inner.len())?;
                    made.extend(inner.iter().cloned());
                }
                _ => made.push(answer),
            },
            "filter_map" => made.extend(answer.is_true().then_some(answer)),
            "select" | "filter" | "find_all" => made.extend(answer.is_true().then_some(item)),
            "reject" => made.extend((!answer.is_true()).then_some(item)),
            "find" | "detect" if answer.is_true() => return Ok(item),
            "find" | "detect" => {}
            "take_while" if !answer.is_true() => break,
            "take_while" => made.push(item),
            "drop_while" => {
                dropping = dropping && answer.is_true();
                made.extend((!dropping).then_some(item));
            }
            _ if answer.is_true() => made.push(item),
            _ => rest.push(item),
        }
    }
    Ok(match method {
        "each_entry" | "reverse_each" => receiver.clone(),
        "find" | "detect" => Object::Nil,
        "partition" => Object::pair(Object::array(made), Object::array(rest)),
        _ => Object::array(made),
    })
}

fn fold(machine: &mut Machine<'_>, receiver: &Object, arguments: &Arguments<'_>) -> Outcome {
    let mut items = machine.elements(receiver)?.into_iter();
    let (first, operator) = match (arguments.objects, arguments.block) {
        ([first], Some(_)) => (Some(first.clone()), None),
        ([operator], None) => (None, Some(text::to_s(operator)?)),
        ([first, operator], _) => (Some(first.clone()), Some(text::to_s(operator)?)),
        _ => (None, None),
    };
    let Some(mut memo) = first.or_else(|| items.next()) else { return Ok(Object::Nil) };
    for item in items {
        memo = match (&operator, arguments.block) {
            (Some(operator), _) => machine.send(&memo, operator, &[item], None)?,
            (None, Some(block)) => machine.call_block(block, &[memo, item])?,
            (None, None) => return crate::error::raise("LocalJumpError", "no block given"),
        };
    }
    Ok(memo)
}
