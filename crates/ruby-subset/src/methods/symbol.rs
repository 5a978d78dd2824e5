//! `Symbol`

use ecow::EcoString;

use super::{Answer, Arguments, string};
use crate::{
    machine::Machine,
    object::{Callable, Object},
};

pub(super) fn call(machine: &mut Machine<'_>, name: &EcoString, arguments: &Arguments<'_>) -> Answer {
    match arguments.method {
        "to_sym" => Ok(Some(Object::Symbol(name.clone()))),
        "to_s" | "id2name" | "name" => Ok(Some(Object::text(name.clone()))),
        "to_proc" => Ok(Some(Object::Proc(Callable::Method(name.clone())))),
        // The rest of what a symbol can do it does as a text.
        "length" | "size" | "empty?" | "[]" | "start_with?" | "end_with?" | "=~" | "match" | "match?" => {
            let text = std::rc::Rc::new(std::cell::RefCell::new(name.clone()));
            string::call(machine, &text, arguments)
        }
        "upcase" | "downcase" | "capitalize" | "swapcase" | "succ" => {
            let text = std::rc::Rc::new(std::cell::RefCell::new(name.clone()));
            let answer = string::call(machine, &text, arguments)?;
            Ok(answer.and_then(|made| made.as_text()).map(Object::Symbol))
        }
        _ => Ok(None),
    }
}
