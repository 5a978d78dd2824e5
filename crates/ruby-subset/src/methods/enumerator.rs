//! `Enumerator`: a call that waits for its block.

use std::{cell::Cell, rc::Rc};

use super::{Answer, Arguments};
use crate::{
    error::Outcome,
    machine::Machine,
    object::{Callable, Enumerator, Extra, Object},
};

/// A call without its block.
pub(super) fn waiting(receiver: &Object, method: &str, elements: Vec<Object>) -> Outcome<Option<Object>> {
    let enumerator =
        Enumerator { receiver: receiver.clone(), method: method.into(), elements: Object::array(elements) };
    Ok(Some(Object::Enumerator(Rc::new(enumerator))))
}

pub(super) fn call(machine: &mut Machine<'_>, waiting: &Rc<Enumerator>, arguments: &Arguments<'_>) -> Answer {
    let again = |machine: &mut Machine<'_>, block: &Callable| {
        // What was made of elements (slices, pairs) is gone over itself.
        let direct = matches!(waiting.method.as_str(), "map" | "collect" | "select" | "filter" | "reject" | "flat_map");
        let (receiver, method) =
            if direct { (&waiting.receiver, &*waiting.method) } else { (&waiting.elements, "each") };
        machine.send(receiver, method, &[], Some(block))
    };
    match (arguments.method, arguments.block) {
        ("with_index" | "each_with_index", Some(block)) => {
            let first = arguments.optional_integer(0)?.unwrap_or(0);
            let counting = Callable::With(Rc::new((block.clone(), Extra::Count(Cell::new(first)))));
            again(machine, &counting).map(Some)
        }
        ("with_object", Some(block)) => {
            let object = arguments.object(0)?.clone();
            let with = Callable::With(Rc::new((block.clone(), Extra::Object(object.clone()))));
            again(machine, &with)?;
            Ok(Some(object))
        }
        ("with_index", None) => {
            let first = arguments.optional_integer(0)?.unwrap_or(0);
            let items = waiting.elements.as_items().unwrap_or_default();
            let pairs = (first..).zip(items).map(|(number, item)| Object::pair(item, Object::Integer(number)));
            self::waiting(&waiting.receiver, "each", pairs.collect())
        }
        ("each", Some(block)) => again(machine, block).map(Some),
        ("size", None) => Ok(Some(Object::size(waiting.elements.as_items().map_or(0, |items| items.len())))),
        _ => Ok(None),
    }
}
