//! Arithmetic with points in time and lengths of time; a number beside one counts seconds.

use pcore::{
    Value,
    time::{TimeError, Timespan, Timestamp},
};
use syntax::ast::BinaryOperator;

use super::Operation;
use crate::{
    error::{Interrupt, Outcome},
    evaluate::value_label,
};

pub(super) fn calculate(operation: &Operation<'_>, left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Timespan(span), _) => with_span(operation, *span, right),
        (Value::Timestamp(stamp), _) => with_stamp(operation, *stamp, right),
        // A number on the left: the time does the work where the order does not matter.
        (_, Value::Timespan(span)) => match operation.operator {
            BinaryOperator::Add | BinaryOperator::Multiply => with_span(operation, *span, left),
            BinaryOperator::Subtract => {
                let number = seconds(left)?.ok_or_else(|| operation.not_applicable_when(left, right))?;
                checked(number.checked_sub(*span).map(Value::Timespan))
            }
            _ => Err(operation.not_applicable_when(left, right)),
        },
        (_, Value::Timestamp(stamp)) if operation.operator == BinaryOperator::Add => {
            with_stamp(operation, *stamp, left)
        }
        _ => Err(operation.not_applicable_when(left, right)),
    }
}

fn with_span(operation: &Operation<'_>, span: Timespan, right: &Value) -> Outcome {
    let refuse = |message: String| Err(Interrupt::unplaced(message));
    match (operation.operator, right) {
        (BinaryOperator::Add, Value::Timestamp(stamp)) => checked(stamp.checked_add(span).map(Value::Timestamp)),
        (BinaryOperator::Add, _) => match seconds(right)? {
            Some(other) => checked(span.checked_add(other).map(Value::Timespan)),
            None => refuse(format!("{} cannot be added to a Timespan", value_label::sentence_start(right))),
        },
        (BinaryOperator::Subtract, _) => match seconds(right)? {
            Some(other) => checked(span.checked_sub(other).map(Value::Timespan)),
            None => refuse(format!("{} cannot be subtracted from a Timespan", value_label::sentence_start(right))),
        },
        (BinaryOperator::Multiply, Value::Integer(factor)) => checked(span.checked_mul(*factor).map(Value::Timespan)),
        (BinaryOperator::Multiply, Value::Float(factor)) => checked(span.checked_mul_f64(*factor).map(Value::Timespan)),
        (BinaryOperator::Multiply, _) => {
            refuse(format!("A Timestamp cannot be multiplied by {}", value_label::with_article(right)))
        }
        (BinaryOperator::Divide | BinaryOperator::Modulo, Value::Integer(0)) => Err(operation.division_by_zero()),
        (BinaryOperator::Divide, Value::Integer(divisor)) => checked(span.checked_div(*divisor).map(Value::Timespan)),
        (BinaryOperator::Divide, Value::Float(divisor)) => checked(span.checked_div_f64(*divisor).map(Value::Timespan)),
        (BinaryOperator::Divide, Value::Timespan(other)) => operation.float(span.ratio(*other)),
        (BinaryOperator::Divide, _) => {
            refuse(format!("A Timespan cannot be divided by {}", value_label::with_article(right)))
        }
        (BinaryOperator::Modulo, Value::Integer(divisor)) => checked(span.checked_modulo(*divisor).map(Value::Integer)),
        (BinaryOperator::Modulo, Value::Float(_)) => Err(operation.not_applicable_when(&Value::Timespan(span), right)),
        (BinaryOperator::Modulo, _) => {
            refuse(format!("Can not do modulus on a Timespan using a {}", value_label::with_article(right)))
        }
        _ => Err(operation.not_applicable(&Value::Timespan(span))),
    }
}

fn with_stamp(operation: &Operation<'_>, stamp: Timestamp, right: &Value) -> Outcome {
    match (operation.operator, right) {
        (BinaryOperator::Subtract, Value::Timestamp(other)) => {
            checked(stamp.checked_since(*other).map(Value::Timespan))
        }
        (BinaryOperator::Add, _) => match seconds(right)? {
            Some(span) => checked(stamp.checked_add(span).map(Value::Timestamp)),
            None => Err(Interrupt::unplaced(format!(
                "{} cannot be added to a Timestamp",
                value_label::sentence_start(right)
            ))),
        },
        (BinaryOperator::Subtract, _) => match seconds(right)? {
            Some(span) => checked(stamp.checked_sub(span).map(Value::Timestamp)),
            None => Err(Interrupt::unplaced(format!(
                "{} cannot be subtracted from a Timestamp",
                value_label::sentence_start(right)
            ))),
        },
        _ => Err(operation.not_applicable(&Value::Timestamp(stamp))),
    }
}

/// A number of seconds, or a length of time, as one; nothing for anything else.
fn seconds(value: &Value) -> Outcome<Option<Timespan>> {
    let span = match value {
        Value::Timespan(span) => Ok(*span),
        Value::Integer(seconds) => Timespan::from_nanoseconds(i128::from(*seconds) * 1_000_000_000),
        Value::Float(seconds) => Timespan::from_seconds_f64(*seconds),
        _ => return Ok(None),
    };
    span.map(Some).map_err(|error| Interrupt::unplaced(error.to_string()))
}

fn checked(result: Result<Value, TimeError>) -> Outcome {
    result.map_err(|error| Interrupt::unplaced(error.to_string()))
}
