//! Parameters of lambdas, functions and templates: their types, and the values that they get.

use std::sync::Arc;

use diagnostics::{Location, Span};
use ecow::EcoString;
use pcore::{
    Type, Value,
    mismatch::Signature,
    types::{CallableType, IntegerRange, StructElement, TupleType},
};
use syntax::ast::{Expression, Parameter};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::Layer,
};

impl Compilation<'_> {
    /// Evaluates an expression that must give a type: that of a parameter, or of what is returned.
    pub(crate) fn evaluate_type(&mut self, frame: &Frame, expression: &Expression) -> Outcome<Type> {
        match self.evaluate(frame, expression)? {
            Value::Type(held) => Ok((*held).clone()),
            other => {
                let label = super::value_label::with_article(&other);
                Err(frame.failure(expression, format!("A type is expected here, got {label}")))
            }
        }
    }

    fn parameter_type(&mut self, frame: &Frame, parameter: &Parameter) -> Outcome<Type> {
        parameter.data_type.as_ref().map_or(Ok(Type::Any), |expression| self.evaluate_type(frame, expression))
    }

    /// A parameter as an element of a Struct.
    pub(crate) fn parameter_element(&mut self, frame: &Frame, parameter: &Parameter) -> Outcome<StructElement> {
        let value_type = self.parameter_type(frame, parameter)?;
        Ok(StructElement { name: parameter.name.clone(), optional: parameter.default.is_some(), value_type })
    }

    /// What can be called with which arguments, and what it returns.
    pub(crate) fn signature(
        &mut self,
        frame: &Frame,
        parameters: &[Parameter],
        returns: Option<&Expression>,
    ) -> Outcome<Signature> {
        let mut types = Vec::with_capacity(parameters.len());
        let (mut least, mut most, mut optional) = (0_i64, 0_i64, false);
        for parameter in parameters {
            let (parameter_type, from, to) = self.parameter_range(frame, parameter)?;
            types.push(parameter_type);
            if from > 0 && optional {
                let name = &parameter.name;
                let message = format!("Parameter ${name} is required but appears after optional parameters");
                return Err(Interrupt::at(location_of(frame, parameter), message));
            }
            optional = optional || from == 0;
            least = least.saturating_add(from);
            most = most.saturating_add(to);
        }
        let returns = match returns {
            Some(expression) => Some(self.evaluate_type(frame, expression)?).filter(|given| *given != Type::Any),
            None => None,
        };
        let tuple = TupleType { types, size: Some(IntegerRange { from: least, to: most }) };
        Ok(Signature {
            callable: Arc::new(CallableType { parameters: Some(tuple), block: None, returns }),
            names: parameters.iter().map(|parameter| parameter.name.clone()).collect(),
            block_name: "block".into(),
        })
    }

    /// The type of one argument for a parameter, and how many there may be.
    fn parameter_range(&mut self, frame: &Frame, parameter: &Parameter) -> Outcome<(Type, i64, i64)> {
        Ok(match self.parameter_type(frame, parameter)? {
            // `Array[Integer, 1, 3] *$rest` says how many there may be, and of what type each is.
            Type::Array(array) if parameter.captures_rest => {
                let size = array.size.unwrap_or(IntegerRange::ANY_SIZE);
                (array.element.clone(), size.from, size.to)
            }
            other if parameter.captures_rest => (other, 0, i64::MAX),
            other => (other, i64::from(parameter.default.is_none()), 1),
        })
    }

    /// Pairs parameters with arguments by their order: too many are dropped, missing ones get their defaults.
    pub(super) fn bind(
        &mut self,
        frame: &Frame,
        callee: &str,
        parameters: &[Parameter],
        arguments: &[Value],
    ) -> Outcome<Vec<(EcoString, Value)>> {
        if let Some(bound) = bind_given(parameters, arguments) {
            return Ok(bound);
        }
        let given = parameters.iter().enumerate().map(|(index, parameter)| {
            let rest = arguments.get(index..).unwrap_or_default();
            match rest {
                [] => None,
                // A lone undef counts as missing if there is a default.
                [Value::Undef] if parameter.captures_rest && parameter.default.is_some() => None,
                _ if parameter.captures_rest => Some(rest.iter().cloned().collect()),
                [first, ..] => Some(first.clone()),
            }
        });
        let given: Vec<Option<Value>> = given.collect();
        // The array for the remaining arguments is new, so it must be checked.
        given.iter().flatten().try_for_each(|value| self.budget.check(value))?;
        let bound = self.fill_in(frame, callee, parameters, given, |parameter, value| match value {
            Some(array @ Value::Array(_)) if parameter.captures_rest => Some(array),
            Some(single) if parameter.captures_rest => Some(Value::array([single])),
            None if parameter.captures_rest => Some(Value::array([])),
            other => other,
        })?;
        let values = bound.into_iter().zip(parameters).map(|((name, value), parameter)| match value {
            Some(value) => Ok((name, value)),
            None => {
                let message = format!("Parameter ${name} is required but no value was given");
                Err(Interrupt::at(location_of(frame, parameter), message))
            }
        });
        values.collect()
    }

    /// Gives parameters that have no value yet their defaults, in order; each default sees those before it.
    ///
    /// `finish` may change what was found. What has neither a value nor a default stays without one.
    pub(crate) fn fill_in(
        &mut self,
        frame: &Frame,
        callee: &str,
        parameters: &[Parameter],
        given: Vec<Option<Value>>,
        finish: impl Fn(&Parameter, Option<Value>) -> Option<Value>,
    ) -> Outcome<Vec<(EcoString, Option<Value>)>> {
        let level = self.scopes.level(frame.scope);
        let names = parameters.iter().map(|parameter| parameter.name.clone());
        self.scopes.push(frame.scope, Layer::Parameters(names.zip(given.iter().cloned()).collect()));
        for (index, (parameter, given)) in parameters.iter().zip(given).enumerate() {
            let value = match (&parameter.default, given) {
                (_, Some(value)) => Ok(Some(value)),
                (Some(default), None) => self.evaluate_default(frame, callee, parameters, index, default).map(Some),
                (None, None) => Ok(None),
            };
            match value {
                Ok(value) => {
                    if let Some(value) = finish(parameter, value) {
                        self.scopes.set_parameter(frame.scope, index, value);
                    }
                }
                Err(interrupt) => {
                    self.scopes.restore(frame.scope, level);
                    return Err(interrupt);
                }
            }
        }
        Ok(self.scopes.take_parameters(frame.scope, level))
    }

    fn evaluate_default(
        &mut self,
        frame: &Frame,
        callee: &str,
        parameters: &[Parameter],
        index: usize,
        default: &Expression,
    ) -> Outcome {
        let value = self.discarding_matches(frame, |compilation| compilation.evaluate(frame, default));
        match self.scopes.refused.take() {
            Some(other) if value.is_err() => {
                let earlier = parameters.iter().take(index).any(|parameter| parameter.name == other);
                Err(Interrupt::unplaced(if earlier {
                    format!("{callee}: expects a value for parameter ${other}")
                } else {
                    let name = &parameters[index].name;
                    format!(
                        "{callee}: default expression for ${name} tries to illegally access not yet evaluated ${other}"
                    )
                }))
            }
            _ => value,
        }
    }
}

/// The common case: every parameter has its argument, and none takes the rest.
fn bind_given(parameters: &[Parameter], arguments: &[Value]) -> Option<Vec<(EcoString, Value)>> {
    let simple = arguments.len() >= parameters.len() && !parameters.last().is_some_and(|last| last.captures_rest);
    let pairs = parameters.iter().zip(arguments);
    simple.then(|| pairs.map(|(parameter, value)| (parameter.name.clone(), value.clone())).collect())
}

pub(crate) fn location_of(frame: &Frame, parameter: &Parameter) -> Location {
    let span = Span { start: parameter.anchor, end: parameter.span.end.max(parameter.anchor) };
    Location { source: frame.source.clone(), span }
}
