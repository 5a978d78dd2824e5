//! Calls: of methods, of blocks, of what the program defines.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use super::{Machine, Role, enclosing_block};
use crate::{
    error::{Outcome, Stop, not_supported, raise, raise_from, type_error},
    known,
    methods::Arguments,
    object::{Callable, Closure, Extra, Object, Variables},
    text,
    tree::{Block, BlockArgument, Call},
};

impl Machine<'_> {
    pub(super) fn evaluate_call(&mut self, variables: &Rc<Variables>, call: &Call) -> Outcome {
        let receiver = match &call.receiver {
            Some(receiver) => self.evaluate(variables, receiver)?,
            None => Object::Template,
        };
        if call.safe && matches!(receiver, Object::Nil) {
            return Ok(Object::Nil);
        }
        let arguments = self.evaluate_list(variables, &call.arguments)?;
        let block = match &call.block {
            None => None,
            Some(BlockArgument::Code(block)) => Some(self.closure(variables, block, false)),
            Some(BlockArgument::Value(node)) => self.evaluate(variables, node).and_then(|object| to_block(&object))?,
        };
        if call.receiver.is_none() && call.name == "block_given?" {
            return Ok(Object::Boolean(enclosing_block(variables).is_some()));
        }
        let result = self.send(&receiver, &call.name, &arguments, block.as_ref());
        match (result, &block) {
            (Err(Stop::Break(tag, object)), Some(Callable::Code(closure))) if closure.tag == tag => Ok(object),
            (result, _) => result,
        }
    }

    /// Calls a method.
    pub fn send(&mut self, receiver: &Object, name: &str, arguments: &[Object], block: Option<&Callable>) -> Outcome {
        if (matches!(receiver, Object::Template)
            || (self.role == Role::LegacyFunction && matches!(receiver, Object::Scope)))
            && let Some(defined) = self.methods.get(name).cloned()
        {
            return self.call_defined(&defined, arguments, block);
        }
        let known = known::arity(receiver, name);
        // Files of methods are shared by classes, and not each of these has them all.
        if known.is_none() && !known::ruby_has(receiver, name) && !matches!(receiver, Object::Template | Object::Scope)
        {
            return self.no_method(receiver, name);
        }
        if let Some(count) = known
            && count != arguments.len()
        {
            let given = arguments.len();
            return raise("ArgumentError", format!("wrong number of arguments (given {given}, expected {count})"));
        }
        let arguments = Arguments { objects: arguments, block, method: name };
        match self.call_method(receiver, &arguments)? {
            Some(object) => {
                self.measure(receiver, &object)?;
                Ok(object)
            }
            None => self.no_method(receiver, name),
        }
    }

    /// What happens when there is no such method: it may be one of Ruby's that we do not have.
    pub fn no_method<T>(&mut self, receiver: &Object, name: &str) -> Outcome<T> {
        let class = text::class_name(receiver);
        if let Object::Class(class) = receiver {
            return not_supported(format!("{class}.{name}"));
        }
        if known::ruby_has(receiver, name) {
            return not_supported(format!("the method {class}#{name}"));
        }
        let message = match receiver {
            Object::Nil => format!("undefined method `{name}' for nil:NilClass"),
            Object::Template => {
                return raise("NameError", format!("undefined local variable or method `{name}' for template"));
            }
            _ if self.opened_secret => format!("undefined method `{name}' for an instance of {class}"),
            Object::Boolean(value) => format!("undefined method `{name}' for {value}:{class}"),
            other => format!("undefined method `{name}' for {}:{class}", text::inspect(other)?),
        };
        raise("NoMethodError", message)
    }

    /// Whether an object has a method.
    pub fn responds_to(&self, receiver: &Object, name: &str) -> bool {
        match receiver {
            Object::Template => self.methods.contains_key(name) || known::ruby_has(receiver, name),
            other => known::ruby_has(other, name),
        }
    }

    pub fn call_defined(&mut self, block: &Arc<Block>, arguments: &[Object], given: Option<&Callable>) -> Outcome {
        let slots = RefCell::new(vec![Object::Nil; block.slots]);
        let variables = Rc::new(Variables { slots, parent: None, tag: 0, given: given.cloned() });
        self.nested(|machine| {
            machine.bind(&variables, block, arguments, given, true)?;
            match machine.evaluate(&variables, &block.body) {
                Err(Stop::Return(object)) => Ok(object),
                result => result,
            }
        })
    }

    /// Calls a block; `next` gives its value, `break` passes through.
    pub fn call_block(&mut self, block: &Callable, arguments: &[Object]) -> Outcome {
        match block {
            Callable::Code(closure) => self.nested(|machine| machine.call_closure(closure, arguments, None)),
            Callable::Method(name) => match arguments.split_first() {
                Some((receiver, rest)) => self.nested(|machine| machine.send(receiver, name, rest, None)),
                None => raise("ArgumentError", "no receiver given"),
            },
            Callable::Host => {
                let values = arguments.iter().map(|object| object.to_value(0)).collect::<Outcome<Vec<_>>>()?;
                match self.host.call_block(&values) {
                    Ok(value) => Ok(Object::from_value(&value)),
                    Err(error) => raise_from("Puppet::Error", error),
                }
            }
            Callable::With(with) => {
                let given = match arguments {
                    [one] => one.clone(),
                    several => Object::array(several.to_vec()),
                };
                let extra = match &with.1 {
                    Extra::Count(count) => Object::Integer(count.replace(count.get().saturating_add(1))),
                    Extra::Object(object) => object.clone(),
                };
                self.nested(|machine| machine.call_block(&with.0, &[given, extra]))
            }
        }
    }

    /// Runs the code of a block; `given` is the block that it is called with itself.
    pub fn call_closure(&mut self, closure: &Closure, arguments: &[Object], given: Option<&Callable>) -> Outcome {
        self.spend(1)?;
        let slots = RefCell::new(vec![Object::Nil; closure.block.slots]);
        let parent = Some(closure.variables.clone());
        let variables = Rc::new(Variables { slots, parent, tag: closure.tag, given: None });
        self.bind(&variables, &closure.block, arguments, given, closure.is_lambda)?;
        match self.evaluate(&variables, &closure.block.body) {
            Err(Stop::Next(object)) => Ok(object),
            Err(Stop::Return(object)) if closure.is_lambda => Ok(object),
            Err(Stop::Break(tag, object)) if closure.is_lambda && tag == closure.tag => Ok(object),
            result => result,
        }
    }
}

/// What `&x` hands over.
fn to_block(object: &Object) -> Outcome<Option<Callable>> {
    match object {
        Object::Nil => Ok(None),
        Object::Symbol(name) => Ok(Some(Callable::Method(name.clone()))),
        Object::Proc(callable) => Ok(Some(callable.clone())),
        other => type_error(format!("wrong argument type {} (expected Proc)", text::class_name(other))),
    }
}
