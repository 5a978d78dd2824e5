//! `+ - * / % << >>`, and `-x`.

mod collection;
mod time;

use pcore::Value;
use syntax::ast::{BinaryOperator, Expression};

pub(crate) use self::collection::pairs;
use super::value_label;
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
};

/// The expressions of an operation, for messages.
pub(super) struct Operation<'a> {
    frame: &'a Frame,
    expression: &'a Expression,
    operator: BinaryOperator,
    left: &'a Expression,
    right: &'a Expression,
}

impl Operation<'_> {
    fn not_applicable(&self, left: &Value) -> Interrupt {
        let message =
            format!("Operator '{}' is not applicable to {}.", self.operator.symbol(), value_label::with_article(left));
        self.frame.failure(self.left, message)
    }

    fn not_applicable_when(&self, left: &Value, right: &Value) -> Interrupt {
        let message = format!(
            "Operator '{}' is not applicable to {} when right side is {}.",
            self.operator.symbol(),
            value_label::with_article(left),
            value_label::with_article(right)
        );
        self.frame.failure(self.left, message)
    }

    fn division_by_zero(&self) -> Interrupt {
        self.frame.failure(self.right, "Division by 0")
    }

    /// A whole number that fits into 64 bits, or the failure that says how large it would have been.
    fn whole(&self, number: i128) -> Outcome {
        i64::try_from(number)
            .map(Value::Integer)
            .map_err(|_| self.overflow(number < 0, &format!("{:#x}", number.unsigned_abs())))
    }

    fn overflow(&self, negative: bool, number: &str) -> Interrupt {
        let symbol = self.operator.symbol();
        let (end, sign) = if negative { ("min", '-') } else { ("max", '+') };
        let message = format!(
            "A '{symbol}' expression resulted in a value outside of Puppet Integer {end} range, got '{sign}{number}'"
        );
        self.frame.failure(self.expression, message)
    }

    fn float(&self, number: f64) -> Outcome {
        if number.is_infinite() {
            let message = format!("The result of the {} expression is Infinity", self.operator.symbol());
            return Err(self.frame.failure(self.left, message));
        }
        Ok(Value::Float(number))
    }
}

impl Compilation<'_> {
    pub(crate) fn evaluate_arithmetic(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
    ) -> Outcome {
        let left_value = self.evaluate(frame, left)?;
        let right_value = self.evaluate(frame, right)?;
        let operation = Operation { frame, expression, operator, left, right };
        match (&left_value, operator) {
            (Value::Integer(one), _) => {
                if let Value::Integer(two) = &right_value {
                    return whole(&operation, *one, *two);
                }
            }
            (
                Value::Array(_) | Value::Hash(_),
                BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::ShiftLeft,
            )
            | (Value::Uri(_) | Value::Binary(_), BinaryOperator::Add) => {
                let made = self.combine(&operation, left_value, right_value)?;
                self.budget.charge(&made)?;
                return Ok(made);
            }
            _ => {}
        }
        let left_value = self.operand(frame, operator, left, left_value)?;
        let right_value = self.operand(frame, operator, right, right_value)?;
        calculate(&operation, &left_value, &right_value)
    }

    /// The number that an operand is.
    fn operand(&mut self, frame: &Frame, operator: BinaryOperator, operand: &Expression, value: Value) -> Outcome {
        if let Value::Integer(_) | Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_) = value {
            return Ok(value);
        }
        let coerced = self.coerce_number(frame, operand, value.clone());
        coerced.map_err(|failure| self.not_a_number(failure, frame, operator, operand, &value))
    }

    pub(crate) fn evaluate_minus(&mut self, frame: &Frame, expression: &Expression, operand: &Expression) -> Outcome {
        let value = self.evaluate(frame, operand)?;
        match self.coerce_number(frame, expression, value)? {
            Value::Integer(number) => number.checked_neg().map(Value::Integer).ok_or_else(|| {
                let message = "An Unary Minus resulted in a value outside of Puppet Integer max range, got \
                               '+0x8000000000000000'";
                frame.failure(expression, message)
            }),
            Value::Float(number) => Ok(Value::Float(-number)),
            Value::Timespan(span) => {
                span.checked_neg().map(Value::Timespan).map_err(|error| Interrupt::unplaced(error.to_string()))
            }
            other => {
                let message = format!("Operator '-' is not applicable to {}.", value_label::with_article(&other));
                Err(frame.failure(expression, message))
            }
        }
    }
}

fn calculate(operation: &Operation<'_>, left: &Value, right: &Value) -> Outcome {
    match (left, right) {
        (Value::Integer(one), Value::Integer(two)) => whole(operation, *one, *two),
        (Value::Timespan(_) | Value::Timestamp(_), _) | (_, Value::Timespan(_) | Value::Timestamp(_)) => {
            time::calculate(operation, left, right)
        }
        (Value::Integer(one), Value::Float(two)) => match operation.operator {
            BinaryOperator::Modulo => Err(operation.not_applicable_when(left, right)),
            // Ruby shifts by the whole part.
            BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => whole(operation, *one, *two as i64),
            _ => float(operation, *one as f64, *two, left),
        },
        (Value::Float(one), Value::Integer(two)) => float(operation, *one, *two as f64, left),
        (Value::Float(one), Value::Float(two)) => float(operation, *one, *two, left),
        _ => Err(operation.not_applicable(left)),
    }
}

fn whole(operation: &Operation<'_>, one: i64, two: i64) -> Outcome {
    let (left, right) = (i128::from(one), i128::from(two));
    match operation.operator {
        BinaryOperator::Add => operation.whole(left + right),
        BinaryOperator::Subtract => operation.whole(left - right),
        BinaryOperator::Multiply => operation.whole(left * right),
        BinaryOperator::Divide | BinaryOperator::Modulo if two == 0 => Err(operation.division_by_zero()),
        // Both round towards the smaller number, unlike Rust's operators.
        BinaryOperator::Divide => {
            let quotient = left / right;
            operation.whole(if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient })
        }
        BinaryOperator::Modulo => {
            let rest = left % right;
            operation.whole(if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest })
        }
        BinaryOperator::ShiftLeft => shift(operation, one, right),
        BinaryOperator::ShiftRight => shift(operation, one, -right),
        _ => Err(operation.not_applicable(&Value::Integer(one))),
    }
}

/// Shifts to the left, or to the right by a negative count.
fn shift(operation: &Operation<'_>, number: i64, count: i128) -> Outcome {
    if count <= 0 {
        let count = u32::try_from(-count).unwrap_or(u32::MAX).min(63);
        return Ok(Value::Integer(number >> count));
    }
    match u32::try_from(count) {
        _ if number == 0 => Ok(Value::Integer(0)),
        Ok(count) if count < 64 => operation.whole(i128::from(number) << count),
        Ok(count) if count <= 4096 => {
            let leading = u128::from(number.unsigned_abs()) << (count % 4);
            Err(operation.overflow(number < 0, &format!("{leading:#x}{}", "0".repeat(count as usize / 4))))
        }
        // The number itself is not worth so many digits.
        _ => Err(operation.overflow(number < 0, "Infinity")),
    }
}

fn float(operation: &Operation<'_>, one: f64, two: f64, left: &Value) -> Outcome {
    match operation.operator {
        BinaryOperator::Add => operation.float(one + two),
        BinaryOperator::Subtract => operation.float(one - two),
        BinaryOperator::Multiply => operation.float(one * two),
        BinaryOperator::Divide => operation.float(one / two),
        _ => Err(operation.not_applicable(left)),
    }
}
