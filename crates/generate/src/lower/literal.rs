//! Literal types and values, which are known when a program is generated.

use pcore::{Type, Value, regexp::Regexp, types::builtin_type};
use std::sync::Arc;
use syntax::ast::{Expression, Kind, UnaryOperator};

use super::{Lowered, Lowering, bare};
use crate::tree::Code;

impl Lowering<'_, '_> {
    /// A literal type.
    pub(super) fn type_constant(&mut self, expression: &Expression) -> Lowered {
        let described = self.type_of(expression)?;
        let number = self.translator.constants.described(&described);
        number.map(Code::Type).map_err(|reason| self.refuse(expression.span, reason))
    }

    /// Evaluates a literal type.
    pub(super) fn type_of(&mut self, expression: &Expression) -> Lowered<Type> {
        match &bare(expression).kind {
            Kind::TypeName(name) => match self.translator.names.named_type(name)? {
                Some(known) => Ok(known),
                None => Err(self.refuse(expression.span, format!("Resource type not found: {name}"))),
            },
            Kind::Access(operand, keys) => {
                let base = self.type_of(operand)?;
                let keys = keys.iter().map(|key| self.literal(key)).collect::<Lowered<Vec<Value>>>()?;
                let base = builtin_type(base.kind_name()).filter(|_| !matches!(base, Type::Alias(_))).unwrap_or(base);
                base.with_parameters(&keys).map_err(|error| self.refuse(expression.span, error.message))
            }
            _ => Err(self.refuse(expression.span, "only a literal type can be translated here")),
        }
    }

    fn literal(&mut self, expression: &Expression) -> Lowered<Value> {
        let expression = bare(expression);
        Ok(match &expression.kind {
            Kind::Undef => Value::Undef,
            Kind::Default => Value::Default,
            Kind::Boolean(value) => Value::Boolean(*value),
            Kind::Integer(value, _) => Value::Integer(*value),
            Kind::Float(value) => Value::Float(*value),
            Kind::String(text) | Kind::Name(text) => Value::String(text.clone()),
            Kind::Unary(UnaryOperator::Minus, operand) => match self.literal(operand)? {
                Value::Integer(number) => Value::Integer(number.saturating_neg()),
                Value::Float(number) => Value::Float(-number),
                other => other,
            },
            Kind::Regexp(source) => match Regexp::new(source) {
                Ok(regexp) => Value::Regexp(Arc::new(regexp)),
                Err(error) => return Err(self.refuse(expression.span, error.to_string())),
            },
            Kind::Array(items) => items.iter().map(|item| self.literal(item)).collect::<Lowered<_>>()?,
            Kind::Hash(entries) => {
                let mut pairs = Vec::with_capacity(entries.len());
                for (key, value) in entries {
                    pairs.push((self.literal(key)?, self.literal(value)?));
                }
                Value::hash(pairs)
            }
            Kind::TypeName(_) | Kind::Access(..) => Value::from(self.type_of(expression)?),
            _ => {
                let message = "the parameters of a type must be literals to be translated";
                return Err(self.refuse(expression.span, message));
            }
        })
    }
}
