//! Which expressions only produce a value. As a statement that is not the last one they have no effect.

use crate::ast::{BinaryOperator, Block, Expression, Kind};

/// Whether evaluating an expression has no side effect. A string counts as pure whatever it interpolates, as in Puppet.
pub(super) fn is_pure(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Undef
        | Kind::Default
        | Kind::Boolean(_)
        | Kind::Integer(..)
        | Kind::Float(_)
        | Kind::String(_)
        | Kind::Interpolated(_)
        | Kind::Heredoc(_)
        | Kind::Regexp(_)
        | Kind::Name(_)
        | Kind::Reserved(_)
        | Kind::TypeName(_)
        | Kind::Variable(_)
        | Kind::Array(_)
        | Kind::Hash(_)
        | Kind::Unary(..)
        | Kind::Access(..)
        | Kind::Selector(..)
        | Kind::Nothing => true,
        // A match sets `$0`, `$1` and so on.
        Kind::Binary(operator, _) => !matches!(operator, BinaryOperator::Match | BinaryOperator::NoMatch),
        Kind::Parenthesized(inner) => is_pure(inner),
        Kind::Block(block) => are_pure(block),
        Kind::If(statement) => {
            is_pure(&statement.condition)
                && are_pure(&statement.then)
                && statement.otherwise.as_ref().is_none_or(are_pure)
        }
        Kind::Case(statement) => {
            is_pure(&statement.subject)
                && statement.options.iter().all(|option| option.values.iter().all(is_pure) && are_pure(&option.body))
        }
        _ => false,
    }
}

fn are_pure(block: &Block) -> bool {
    block.iter().all(is_pure)
}

/// Returns the type of a resource without a title, which is parsed as two statements: a name and a hash.
pub(super) fn resource_without_title(statements: &[Expression]) -> Option<&str> {
    match statements {
        [Expression { kind: Kind::Name(name), .. }, Expression { kind: Kind::Hash(_), .. }] => Some(name),
        _ => None,
    }
}
