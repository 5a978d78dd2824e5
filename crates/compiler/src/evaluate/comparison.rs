//! `== != < <= > >=` and `!`.

use std::cmp::Ordering;

use pcore::{Type, Value};
use syntax::ast::{BinaryOperator, Expression};

use super::value_label;
use crate::{Compilation, error::Outcome, frame::Frame, functions::ruby::order};

impl Compilation<'_> {
    pub(crate) fn evaluate_comparison(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Outcome {
        let left = self.evaluate(frame, left)?;
        let right = self.evaluate(frame, right)?;
        self.budget.charge(&left)?;
        let answer = match operator {
            BinaryOperator::Equal => left.loosely_equals(&right),
            BinaryOperator::NotEqual => !left.loosely_equals(&right),
            _ => {
                if let Value::Type(one) = &left {
                    return Ok(Value::Boolean(compare_types(operator, one, &right)));
                }
                let order = compare(&left, &right).map_err(|reason| {
                    let message = format!(
                        "Comparison of: {} {} {}, is not possible. Caused by '{reason}'.",
                        value_label::label(&left),
                        operator.symbol(),
                        value_label::label(&right)
                    );
                    frame.failure(expression, message)
                })?;
                holds(operator, order)
            }
        };
        Ok(Value::Boolean(answer))
    }

    pub(crate) fn evaluate_not(&mut self, frame: &Frame, operand: &Expression) -> Outcome {
        Ok(Value::Boolean(!self.is_true(frame, operand)?))
    }
}

fn holds(operator: BinaryOperator, order: Option<Ordering>) -> bool {
    match operator {
        BinaryOperator::Less => order == Some(Ordering::Less),
        BinaryOperator::LessOrEqual => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        BinaryOperator::Greater => order == Some(Ordering::Greater),
        _ => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// Of two types, the smaller is the one that the other accepts. What is no type is neither.
fn compare_types(operator: BinaryOperator, left: &Type, right: &Value) -> bool {
    let Value::Type(right) = right else { return false };
    match operator {
        BinaryOperator::Less => right.accepts(left) && !Type::equals(left, right),
        BinaryOperator::LessOrEqual => right.accepts(left),
        BinaryOperator::Greater => left.accepts(right) && !Type::equals(left, right),
        _ => left.accepts(right),
    }
}

/// Orders two values, or says why that is not possible. There is no order where a number is not one (NaN).
pub(crate) fn compare(left: &Value, right: &Value) -> Result<Option<Ordering>, &'static str> {
    Ok(match (left, right) {
        (Value::String(one), Value::String(two)) => Some(compare_texts(one, two)),
        (Value::String(_), _) => return Err("A String is not comparable to a non String"),
        (
            Value::Integer(_) | Value::Float(_),
            Value::Integer(_) | Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_),
        )
        | (Value::Timespan(_), Value::Timespan(_) | Value::Integer(_) | Value::Float(_))
        | (Value::Timestamp(_), Value::Timestamp(_) | Value::Integer(_) | Value::Float(_))
        | (Value::SemVer(_), Value::SemVer(_)) => order::compare(left, right),
        (Value::Integer(_) | Value::Float(_), _) => return Err("A Numeric is not comparable to non Numeric"),
        (Value::Timespan(_), _) => return Err("Timespans are only comparable to Timespans, Integers, and Floats"),
        (Value::Timestamp(_), _) => return Err("Timestamps are only comparable to Timestamps, Integers, and Floats"),
        (Value::SemVer(_), _) => return Err("Versions not comparable to non Versions"),
        (Value::Default | Value::Symbol(_), Value::Default) => Some(Ordering::Equal),
        (Value::Default | Value::Symbol(_), _) => return Err("Symbol not comparable to non Symbol"),
        _ => return Err("Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable"),
    })
}

/// Only ASCII letters lose their case.
fn compare_texts(one: &str, two: &str) -> Ordering {
    one.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(two.bytes().map(|byte| byte.to_ascii_lowercase()))
}
