//! Lambdas: the blocks of calls, which see the variables around them.

use std::sync::Arc;

use pcore::{
    Type, Value, infer,
    mismatch::{self, Signature},
};
use syntax::ast;

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::Layer,
};

/// A lambda with its enclosing frame.
#[derive(Clone, Debug)]
pub(crate) struct Lambda<'a> {
    pub definition: &'a ast::Lambda,
    pub frame: &'a Frame,
    signature: Arc<Signature>,
    /// Whether it declares any types that must be checked.
    typed: bool,
}

impl Lambda<'_> {
    /// How many parameters it has.
    pub fn parameters(&self) -> usize {
        self.definition.parameters.len()
    }

    /// Its type, as signatures of functions ask for it: `Callable[Any, Any]`.
    pub fn callable_type(&self) -> Type {
        Type::Callable(self.signature.callable.clone())
    }
}

impl Compilation<'_> {
    /// Creates a lambda that sees the variables of its call.
    pub(super) fn lambda<'a>(&mut self, frame: &'a Frame, definition: &'a ast::Lambda) -> Outcome<Lambda<'a>> {
        let signature = self.signature(frame, &definition.parameters, definition.returns.as_ref())?;
        let typed =
            definition.returns.is_some() || definition.parameters.iter().any(|parameter| parameter.data_type.is_some());
        Ok(Lambda { definition, frame, signature: Arc::new(signature), typed })
    }

    /// Calls a lambda with arguments: too many are dropped, too few are a failure. `next` ends it with a value.
    pub(crate) fn call_lambda(&mut self, lambda: &Lambda<'_>, arguments: &[Value]) -> Outcome {
        self.budget.enter()?;
        let level = self.scopes.level(lambda.frame.scope);
        let result = self.run_lambda(lambda, arguments);
        self.scopes.restore(lambda.frame.scope, level);
        self.budget.leave();
        let value = match result {
            Err(Interrupt::Next(jump)) => jump.value,
            other => other?,
        };
        check_returned("lambda", lambda.signature.callable.returns.as_ref(), &value)?;
        Ok(value)
    }

    fn run_lambda(&mut self, lambda: &Lambda<'_>, arguments: &[Value]) -> Outcome {
        let bound = self.bind(lambda.frame, "lambda", &lambda.definition.parameters, arguments)?;
        if lambda.typed {
            arguments.iter().try_for_each(|argument| self.budget.charge(argument))?;
            let spread = spread(&lambda.definition.parameters, bound.iter().map(|(_, value)| value));
            check_arguments("lambda", &lambda.signature, &spread)?;
        }
        self.scopes.push(lambda.frame.scope, Layer::Locals(bound));
        self.evaluate_block(lambda.frame, &lambda.definition.body)
    }
}

/// The arguments again, those of `*$rest` one by one.
pub(super) fn spread<'v>(parameters: &[ast::Parameter], values: impl Iterator<Item = &'v Value>) -> Vec<Value> {
    let mut spread = Vec::new();
    for (parameter, value) in parameters.iter().zip(values) {
        match value {
            Value::Array(items) if parameter.captures_rest => spread.extend(items.iter().cloned()),
            other => spread.push(other.clone()),
        }
    }
    spread
}

/// Checks arguments; fails with the mismatch.
pub(super) fn check_arguments(name: &str, signature: &Signature, arguments: &[Value]) -> Outcome<()> {
    let fits = signature.callable.parameters.as_ref().is_none_or(|expected| expected.is_instance(arguments));
    if fits {
        return Ok(());
    }
    let types: Vec<Type> = arguments.iter().map(infer::detailed).collect();
    match mismatch::signatures(name, std::slice::from_ref(signature), &types, None) {
        Some(message) => Err(Interrupt::unplaced(message)),
        None => Ok(()),
    }
}

pub(crate) fn check_returned(name: &str, expected: Option<&Type>, value: &Value) -> Outcome<()> {
    let Some(expected) = expected else { return Ok(()) };
    match mismatch::explain(&format!("value returned from {name} has wrong type,"), expected, value) {
        Some(message) => Err(Interrupt::unplaced(message)),
        None => Ok(()),
    }
}
