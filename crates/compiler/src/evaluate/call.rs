//! Calls of functions: what is called, with which arguments.

use diagnostics::Location;
use std::sync::Arc;

use pcore::{Value, names::capitalized};
use syntax::{
    ast::{Call, CallForm, Expression, FunctionDefinition, Kind},
    label,
};

use super::{Lambda, member};
use crate::{
    Compilation,
    budget::Budget,
    error::{FailureKind, Interrupt, Outcome},
    frame::Frame,
    functions::{self, Function, RubyFunction},
    lazy_facts::Path,
};

/// Something that a name stands for in a call.
pub(crate) enum Callable {
    Language(Arc<FunctionDefinition>),
    Native(&'static Function),
    Ruby(Arc<RubyFunction>),
}

impl Compilation<'_> {
    pub(crate) fn evaluate_call(&mut self, frame: &Frame, expression: &Expression, call: &Call) -> Outcome {
        let (name, arguments) = match (&call.form, &call.callee.kind) {
            (CallForm::Method(receiver), Kind::Name(name) | Kind::Reserved(name)) => {
                let facts = match name.as_str() {
                    "dig" => self.facts_for(frame, receiver, &call.arguments, Path::Key),
                    "get" => self.facts_for(frame, receiver, &call.arguments, Path::Dotted),
                    _ => None,
                };
                let mut arguments = match facts {
                    Some(facts) => vec![facts],
                    None => self.evaluate_list(frame, std::slice::from_ref(&**receiver))?,
                };
                let rest = self.evaluate_list(frame, &call.arguments)?;
                if let Some(answer) = self.call_context(frame, arguments.first(), name, &rest, call)? {
                    return answer;
                }
                if let (Some(Value::Object(instance)), true, None) = (arguments.first(), rest.is_empty(), &call.lambda)
                    && let Some(value) = self.read_feature(instance, name)?
                {
                    return Ok(value);
                }
                if let Some(object) = arguments.first()
                    && let Some(answer) = member::call(object, name, &rest)
                {
                    return answer;
                }
                arguments.extend(rest);
                (name.as_str(), arguments)
            }
            (CallForm::Function | CallForm::Statement, Kind::Name(name) | Kind::Reserved(name)) => {
                (name.as_str(), self.evaluate_list(frame, &call.arguments)?)
            }
            (CallForm::Function | CallForm::Statement, _) if is_type(&call.callee) => {
                let wanted = self.evaluate(frame, &call.callee)?;
                let mut arguments = vec![wanted];
                arguments.extend(self.evaluate_list(frame, &call.arguments)?);
                ("new", arguments)
            }
            (CallForm::Function | CallForm::Statement, Kind::RenderText(_)) => {
                let message = "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to \
                               remove leading whitespace";
                return Err(frame.failure(expression, message));
            }
            _ => {
                let message = format!(
                    "Illegal expression. {} is unacceptable as function name in {}",
                    capitalized(&label::with_article(&call.callee)),
                    label::with_article(expression)
                );
                return Err(frame.failure(&call.callee, message));
            }
        };
        let block = match &call.lambda {
            Some(definition) => Some(self.lambda(frame, definition)?),
            None => None,
        };
        let Some(callable) = self.callable(frame, name)? else {
            if let (CallForm::Method(_), Some(Value::Object(instance))) = (&call.form, arguments.first())
                && instance.object_type().model().is_some()
            {
                return Err(Self::no_feature(instance, name).hint("there is no function of that name either"));
            }
            let failure = frame.failure(expression, format!("Unknown function: '{name}'."));
            return Err(self.unknown_function(failure.focus(call.callee.whole_location(&frame.source)), name));
        };
        let called = self.invoke(&callable, frame, &frame.location(expression), name, &arguments, block);
        match called {
            Err(Interrupt::Failure(failure))
                if failure.kind == FailureKind::Unplaced && matches!(name, "include" | "require" | "contain") =>
            {
                Err(self.unknown_argument(Interrupt::Failure(failure), frame, call))
            }
            other => other,
        }
    }

    /// Calls a method of the context that functions which give data are called with.
    fn call_context(
        &mut self,
        frame: &Frame,
        receiver: Option<&Value>,
        name: &str,
        arguments: &[Value],
        call: &Call,
    ) -> Outcome<Option<Outcome>> {
        match receiver {
            Some(Value::Object(object)) if object.object_type().label() == "Puppet::LookupContext" => {}
            _ => return Ok(None),
        }
        let data = self.data();
        let Some(definition) = &call.lambda else {
            return Ok(data.context_method(self, frame, name, arguments, None));
        };
        let lambda = self.lambda(frame, definition)?;
        let mut block =
            |compilation: &mut Compilation<'_>, arguments: &[Value]| compilation.call_lambda(&lambda, arguments);
        Ok(data.context_method(self, frame, name, arguments, Some(&mut block)))
    }

    /// Finds what a name stands for: first a function of the language, then one of ours, then one that a module has in Ruby.
    pub(crate) fn callable(&mut self, frame: &Frame, name: &str) -> Outcome<Option<Callable>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        if self.is_logic(frame.scope) {
            return Ok(Compilation::logic_function(name).map(Callable::Native));
        }
        if let Some(definition) = self.loader.function(name)? {
            return Ok(Some(Callable::Language(definition)));
        }
        match functions::find(name) {
            Some(function) => Ok(Some(Callable::Native(function))),
            None => Ok(self.ruby_function(frame, name)?.map(Callable::Ruby)),
        }
    }

    /// Calls a function with arguments that were evaluated.
    pub(crate) fn invoke(
        &mut self,
        callable: &Callable,
        frame: &Frame,
        location: &Location,
        name: &str,
        arguments: &[Value],
        block: Option<Lambda<'_>>,
    ) -> Outcome {
        match callable {
            Callable::Language(definition) => self.call_definition(definition, arguments, block.as_ref()),
            Callable::Native(function) => {
                if arguments.iter().any(Budget::is_work) && !function.is_quick() {
                    arguments.iter().try_for_each(|argument| self.budget.charge_function(argument))?;
                }
                let mut call = functions::Call { compilation: self, frame, location, name, arguments, block };
                let made = function.call(&mut call)?;
                self.checked(made)
            }
            Callable::Ruby(function) => {
                arguments.iter().try_for_each(|argument| self.budget.charge_function(argument))?;
                let mut call = functions::Call { compilation: self, frame, location, name, arguments, block };
                let made = function.call(&mut call)?;
                self.checked(made)
            }
        }
    }
}

/// Whether a callee is a type to make an instance of: `Integer`, `Integer[1, 2]`.
fn is_type(callee: &Expression) -> bool {
    match &callee.kind {
        Kind::TypeName(_) => true,
        Kind::Access(operand, _) => matches!(operand.kind, Kind::TypeName(_)),
        _ => false,
    }
}
