//! Instances that logic creates: `Other.new { … }`, `Integer($x)`.

use pcore::Type;
use syntax::ast::{AssignmentOperator, Expression, Kind, Lambda};

use super::{Lowered, Lowering, Statements};
use crate::tree::Code;

impl Lowering<'_, '_> {
    /// Creates an instance of a type.
    pub(super) fn new_instance(
        &mut self,
        expression: &Expression,
        target: &Expression,
        arguments: &[Expression],
        lambda: Option<&Lambda>,
        out: &mut Statements,
    ) -> Lowered {
        let described = self.type_of(target)?;
        match described.resolved() {
            Type::Object(Some(object)) if object.model().is_some() => {
                if arguments.len() > 1 {
                    return Err(self.refuse(expression.span, "this way to create an instance cannot be translated"));
                }
                let name = Code::text(object.label());
                let entries = self.values(arguments, out)?.pop().unwrap_or(Code::Undef);
                let has_entries = Code::Boolean(!arguments.is_empty());
                let block = match lambda {
                    Some(lambda) => self.closure(lambda, out)?,
                    None => Code::Undef,
                };
                Ok(Code::Call("create", vec![name, has_entries, entries, block]))
            }
            Type::Integer(_) | Type::Float(_) | Type::Numeric | Type::Boolean(_) | Type::String(_) => {
                self.conversion(expression, &described, arguments, lambda, out)
            }
            other => Err(self.refuse(expression.span, format!("{}.new cannot be translated", other.kind_name()))),
        }
    }

    fn conversion(
        &mut self,
        expression: &Expression,
        described: &Type,
        arguments: &[Expression],
        lambda: Option<&Lambda>,
        out: &mut Statements,
    ) -> Lowered {
        let kind = described.resolved().kind_name().to_owned();
        let radix = match arguments {
            [_] => None,
            [_, radix] if kind == "Integer" => match radix.kind {
                Kind::Integer(radix @ (2 | 8 | 10 | 16), _) => Some(radix),
                _ => return Err(self.refuse(radix.span, "only a literal radix can be translated")),
            },
            _ => {
                return Err(self.refuse(expression.span, format!("these arguments of {kind}.new cannot be translated")));
            }
        };
        if lambda.is_some() {
            return Err(self.refuse(expression.span, format!("a block after {kind}.new cannot be translated")));
        }
        let number = self.translator.constants.described(described);
        let number = number.map_err(|reason| self.refuse(expression.span, reason))?;
        let entries = self.values(arguments.first(), out)?.pop().unwrap_or(Code::Undef);
        let radix = radix.map_or(Code::Undef, Code::Integer);
        Ok(Code::Call("convert", vec![Code::text(kind), Code::Type(number), entries, radix]))
    }

    /// `$t[feature] = value`, where `$t` is an instance under construction.
    pub(super) fn assignment_to_instance(
        &mut self,
        operator: AssignmentOperator,
        (instance, keys): (&Expression, &[Expression]),
        value: &Expression,
        out: &mut Statements,
    ) -> Lowered {
        let [key] = keys else {
            return Err(self.refuse(instance.span, "an assignment to several features cannot be translated"));
        };
        let arguments = self.values([instance, key, value], out)?;
        let helper = match operator {
            AssignmentOperator::Set => "set_feature",
            AssignmentOperator::Append => "append_feature",
            AssignmentOperator::Delete => return Err(self.refuse(instance.span, "'-=' cannot be translated")),
        };
        Ok(self.stored(Code::Call(helper, arguments), out))
    }
}
