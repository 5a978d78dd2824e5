//! What messages call an expression: `Function Call`, `'+' expression`, `Host Class Definition`.
//!
//! The words are Puppet's, including the capitals. The article is chosen by the first letter after an opening quote;
//! `y` counts as a vowel.

use std::borrow::Cow;

use crate::ast::{CallForm, Expression, Kind, UnaryOperator};

/// Returns what messages call an expression, without an article.
pub fn label(expression: &Expression) -> Cow<'static, str> {
    Cow::Borrowed(match &expression.kind {
        Kind::Undef => "'undef' expression",
        Kind::Default => "'default' expression",
        Kind::Boolean(_) => "Boolean",
        Kind::Integer(..) => "Literal Integer",
        Kind::Float(_) => "Literal Float",
        Kind::String(_) => "String",
        Kind::Interpolated(_) => "Double Quoted String",
        Kind::Heredoc(heredoc) => return Cow::Owned(format!("'@({})' expression", heredoc.syntax)),
        Kind::Regexp(_) => "Regular Expression",
        Kind::Name(_) => "Name",
        Kind::Reserved(word) => return Cow::Owned(format!("Reserved Word '{word}'")),
        Kind::TypeName(_) => "Type-Name",
        Kind::Variable(_) => "Variable",
        Kind::Array(_) => "Array Expression",
        Kind::Hash(_) => "Hash Expression",
        Kind::Unary(UnaryOperator::Not, _) => "'not' expression",
        Kind::Unary(UnaryOperator::Minus, _) => "Unary Minus",
        Kind::Unary(UnaryOperator::Splat, _) => "Unfold",
        Kind::Binary(operator, _) => return quoted(operator.symbol()),
        Kind::Assignment(operator, _) => return quoted(operator.symbol()),
        Kind::Access(..) => "'[]' expression",
        Kind::Selector(..) => "Selector Expression",
        Kind::Parenthesized(_) => "Parenthesized Expression",
        Kind::Block(_) => "Block Expression",
        Kind::If(statement) if statement.negated => "'unless' Statement",
        Kind::If(_) => "'if' statement",
        Kind::Case(_) => "'case' statement",
        Kind::Call(call) => match call.form {
            CallForm::Function | CallForm::Statement => "Function Call",
            CallForm::Method(_) => "Method call",
        },
        Kind::Lambda(_) => "Lambda",
        Kind::Resource(_) => "Resource Statement",
        Kind::ResourceDefaults(_) => "Resource Defaults Expression",
        Kind::ResourceOverride(_) => "Resource Override",
        Kind::Collector(collector) if collector.exported => "Exported Query",
        Kind::Collector(_) => "Virtual Query",
        Kind::Relationship(operator, _) => return quoted(operator.symbol()),
        Kind::Class(_) => "Host Class Definition",
        Kind::Define(_) => "'define' expression",
        Kind::Node(_) => "Node Definition",
        Kind::Function(_) => "Function Definition",
        Kind::TypeAlias(_) => "Type Alias",
        Kind::TypeMapping(_) => "Type Mapping",
        Kind::TypeDefinition(_) => "Type Definition",
        Kind::Invariant(_) => "Invariant",
        Kind::Template(_) => "Epp Template",
        Kind::RenderText(_) => "Epp Text",
        Kind::Render(_) => "Epp Interpolated Expression",
        Kind::Nothing => "Nop Expression",
    })
}

/// Returns the label with its article: `a Function Call`, `an 'if' statement`.
pub fn with_article(expression: &Expression) -> String {
    add_article(&label(expression))
}

/// Returns the label with a capitalized article: `A Function Call`, `An 'if' statement`.
pub fn with_capital_article(expression: &Expression) -> String {
    let label = label(expression);
    format!("{} {label}", if article(&label) == "an" { "An" } else { "A" })
}

/// Adds the article to a label: `an Integer`, `a '+' expression`.
pub fn add_article(text: &str) -> String {
    format!("{} {text}", article(text))
}

/// Returns the article for a label: `a` or `an`.
pub fn article(text: &str) -> &'static str {
    let unquoted = text.strip_prefix(['"', '\'']).unwrap_or(text);
    if unquoted.starts_with(['a', 'e', 'i', 'o', 'u', 'y', 'A', 'E', 'I', 'O', 'U', 'Y']) { "an" } else { "a" }
}

fn quoted(symbol: &str) -> Cow<'static, str> {
    Cow::Owned(format!("'{symbol}' expression"))
}

#[cfg(test)]
mod tests;
