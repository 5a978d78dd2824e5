//! Evaluates expressions. This file dispatches to the submodules, one per kind of expression.

mod access;
mod arithmetic;
mod assignment;
mod call;
mod comparison;
mod conditional;
mod function;
mod hints;
mod interpolation;
mod lambda;
mod literal;
mod matching;
mod member;
mod number;
mod parameters;
mod syntax_check;
mod template;
mod types;
pub(crate) mod value_label;
mod variable;

#[cfg(test)]
mod tests;

#[cfg(test)]
pub(crate) use self::tests::harness;

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Value, mismatch::Signature, regexp::Regexp};
use rustc_hash::FxHashMap;
use syntax::{
    Program,
    ast::{BinaryOperator, Expression, FunctionDefinition, Kind, UnaryOperator},
    label,
};

pub(crate) use self::{
    arithmetic::pairs,
    lambda::{Lambda, check_returned},
    matching::groups,
    number::from_text as number_in,
    template::Visible,
    variable::is_always_known,
};
use crate::{
    Compilation,
    erb::Templates,
    error::{FailureKind, Interrupt, Outcome},
    frame::Frame,
    functions::RubyFunctions,
};

/// Caches and state that outlive a single expression.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    /// The regular expressions of literals, which are costly to make.
    regexps: FxHashMap<EcoString, Arc<Regexp>>,
    /// The signatures of functions of the language, by the address of their definitions.
    signatures: FxHashMap<usize, (Arc<FunctionDefinition>, Arc<Signature>)>,
    /// What the templates gave so far that are being evaluated, the innermost last.
    templates: Vec<template::Rendering>,
    /// The EPP templates that were read, by their names and texts.
    pub epp: FxHashMap<(EcoString, EcoString), Arc<Program>>,
    /// The ERB templates that were read.
    pub erb: Templates,
    /// The functions in Ruby that were read.
    pub ruby: RubyFunctions,
}

impl Compilation<'_> {
    /// Evaluates an expression. A failure without a location gets the one of this expression.
    pub(crate) fn evaluate(&mut self, frame: &Frame, expression: &Expression) -> Outcome {
        self.within_budget(frame, expression, |compilation| compilation.evaluate_kind(frame, expression))
    }

    #[inline]
    fn within_budget<T>(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let result = self.budget.begin().and_then(|()| {
            let result = self.with_reserve(work);
            self.budget.finish();
            result
        });
        result.map_err(|interrupt| with_location(frame, expression, interrupt))
    }

    /// Evaluates statements in order; the value of the last is the value of all.
    pub(crate) fn evaluate_block(&mut self, frame: &Frame, block: &[Expression]) -> Outcome {
        let Some((last, others)) = block.split_last() else { return Ok(Value::Undef) };
        for expression in others {
            self.execute(frame, expression)?;
        }
        self.evaluate(frame, last)
    }

    /// Evaluates an expression whose value is not used, which saves creating resource references.
    fn execute(&mut self, frame: &Frame, expression: &Expression) -> Outcome<()> {
        let Kind::Resource(resource) = &expression.kind else { return self.evaluate(frame, expression).map(drop) };
        let declare = |compilation: &mut Self| compilation.evaluate_resource(frame, expression, resource);
        self.within_budget(frame, expression, declare).map(drop)
    }

    fn evaluate_kind(&mut self, frame: &Frame, expression: &Expression) -> Outcome {
        match &expression.kind {
            Kind::Undef | Kind::Nothing => Ok(Value::Undef),
            Kind::Default => Ok(Value::Default),
            Kind::Boolean(value) => Ok(Value::Boolean(*value)),
            Kind::Integer(value, _) => Ok(Value::Integer(*value)),
            Kind::Float(value) => Ok(Value::Float(*value)),
            Kind::String(text) | Kind::Name(text) | Kind::Reserved(text) => Ok(Value::String(text.clone())),
            Kind::Interpolated(parts) => self.interpolate(frame, parts),
            Kind::Heredoc(heredoc) => self.evaluate_heredoc(frame, heredoc),
            Kind::Regexp(pattern) => self.evaluate_regexp(frame, expression, pattern),
            Kind::TypeName(name) => self.evaluate_type_name(frame, expression, name),
            Kind::Variable(name) => self.evaluate_variable(frame, expression, name),
            Kind::Array(items) => self.evaluate_array(frame, items).and_then(|made| self.checked(made)),
            Kind::Hash(entries) => self.evaluate_hash(frame, entries).and_then(|made| self.checked(made)),
            Kind::Unary(UnaryOperator::Not, operand) => self.evaluate_not(frame, operand),
            Kind::Unary(UnaryOperator::Minus, operand) => self.evaluate_minus(frame, expression, operand),
            Kind::Unary(UnaryOperator::Splat, operand) => {
                self.evaluate_splat(frame, operand).and_then(|made| self.checked(made))
            }
            Kind::Binary(operator, operands) => self.evaluate_binary(frame, expression, *operator, operands),
            Kind::Assignment(operator, sides) => {
                self.evaluate_assignment(frame, expression, *operator, &sides.0, &sides.1)
            }
            Kind::Access(operand, keys) => self.evaluate_access(frame, expression, operand, keys),
            Kind::Selector(subject, entries) => self.evaluate_selector(frame, subject, entries),
            Kind::Parenthesized(inner) => self.evaluate(frame, inner),
            Kind::Block(block) => self.evaluate_block(frame, block),
            Kind::If(condition) => self.evaluate_if(frame, condition),
            Kind::Case(case) => self.evaluate_case(frame, case),
            Kind::Call(call) => self.evaluate_call(frame, expression, call),
            Kind::Lambda(_) => Err(frame.failure(expression, "A Lambda cannot be used as a value")),
            Kind::Resource(resource) => {
                let declared = self.evaluate_resource(frame, expression, resource)?;
                Ok(Value::array(self.references(&declared)))
            }
            Kind::ResourceDefaults(defaults) => self.evaluate_defaults(frame, defaults),
            Kind::ResourceOverride(changes) => self.evaluate_override(frame, expression, changes),
            Kind::Collector(collector) => self.add_collector(frame, expression, collector).map(|_| Value::Undef),
            Kind::Relationship(operator, sides) => {
                self.evaluate_relationship(frame, expression, *operator, &sides.0, &sides.1)
            }
            // Definitions were found before anything was evaluated; met in a body they do nothing more.
            Kind::Class(_)
            | Kind::Define(_)
            | Kind::Node(_)
            | Kind::Function(_)
            | Kind::TypeAlias(_)
            | Kind::TypeMapping(_)
            | Kind::TypeDefinition(_)
            // Checked before the body of the define.
            | Kind::Invariant(_) => Ok(Value::Undef),
            Kind::Template(template) => self.evaluate_template_body(frame, template),
            Kind::RenderText(text) => self.render_text(text),
            Kind::Render(inner) => self.render(frame, inner),
        }
    }

    fn evaluate_binary(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operator: BinaryOperator,
        operands: &(Expression, Expression),
    ) -> Outcome {
        let (left, right) = operands;
        match operator {
            BinaryOperator::And => Ok(Value::Boolean(self.is_true(frame, left)? && self.is_true(frame, right)?)),
            BinaryOperator::Or => Ok(Value::Boolean(self.is_true(frame, left)? || self.is_true(frame, right)?)),
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Modulo
            | BinaryOperator::ShiftLeft
            | BinaryOperator::ShiftRight => self.evaluate_arithmetic(frame, expression, operator, left, right),
            BinaryOperator::Equal
            | BinaryOperator::NotEqual
            | BinaryOperator::Less
            | BinaryOperator::LessOrEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual => self.evaluate_comparison(frame, expression, operator, left, right),
            BinaryOperator::Match | BinaryOperator::NoMatch => self.evaluate_match(frame, operator, left, right),
            BinaryOperator::In => self.evaluate_in(frame, left, right),
        }
    }

    /// Passes a value on that was made of others, unless it has grown too large or is nested too deep.
    pub(crate) fn checked(&mut self, made: Value) -> Outcome {
        self.budget.check(&made)?;
        if let Value::Sensitive(_) = made {
            self.keep_secret(&made);
        }
        Ok(made)
    }

    /// Registers what the secrets in a value hold: from now on no output shows it, also where it was unwrapped.
    pub(crate) fn keep_secret(&mut self, value: &Value) {
        if let Some(bytes) = secret_bytes(value)
            && bytes <= MAX_SCRUBBED
        {
            self.log.scrubber().learn(value);
        }
    }

    /// Evaluates a condition: only `undef` and `false` are not true.
    pub(crate) fn is_true(&mut self, frame: &Frame, expression: &Expression) -> Outcome<bool> {
        Ok(is_truthy(&self.evaluate(frame, expression)?))
    }
}

/// How many bytes of text a secret may have that is registered when it is made. A larger one (a whole file) is kept by
/// its type alone until it is applied: all forms that it may be shown in take many times its memory.
const MAX_SCRUBBED: usize = 1 << 20;

/// The size of the text of secrets in a value, or `None` if it contains no secret.
fn secret_bytes(value: &Value) -> Option<usize> {
    fn bytes(value: &Value) -> usize {
        match value {
            Value::String(text) | Value::Symbol(text) => text.len(),
            Value::Binary(bytes) => bytes.len(),
            Value::Sensitive(held) => bytes(held),
            Value::Array(items) => items.iter().map(bytes).fold(0, usize::saturating_add),
            Value::Hash(hash) => {
                hash.iter().map(|(key, value)| bytes(key).saturating_add(bytes(value))).fold(0, usize::saturating_add)
            }
            _ => 0,
        }
    }
    value.holds_secret().then(|| bytes(value))
}

/// The values in nested arrays, in order.
pub(crate) fn flattened<'v>(values: impl IntoIterator<Item = &'v Value>) -> Vec<&'v Value> {
    fn add<'v>(value: &'v Value, flat: &mut Vec<&'v Value>) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| add(item, flat)),
            other => flat.push(other),
        }
    }
    let mut flat = Vec::new();
    values.into_iter().for_each(|value| add(value, &mut flat));
    flat
}

/// Only `undef` and `false` are not true.
pub(crate) fn is_truthy(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

/// Adds the name and location of an expression to a failure that has none.
pub(crate) fn with_location(frame: &Frame, expression: &Expression, interrupt: Interrupt) -> Interrupt {
    match interrupt {
        Interrupt::Failure(mut failure) if failure.kind == FailureKind::Unplaced => {
            let label = label::with_article(expression);
            failure.message = format!("Error while evaluating {label}, {}", failure.message);
            failure.kind = FailureKind::Evaluation;
            failure.location = Some(frame.location(expression));
            Interrupt::Failure(failure)
        }
        other => other,
    }
}
