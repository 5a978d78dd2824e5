//! Reads the resources that a user edited with `bunraku resource --edit`: declarations with literal values.
//!
//! The text is parsed as any manifest is, but never evaluated: variables, calls and conditions are refused with their
//! location.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use diagnostics::{Diagnostic, Severity, Source};
use ecow::EcoString;
use pcore::Value;
use syntax::ast::{AttributeName, Expression, Kind, ResourceBody, ResourceForm, UnaryOperator};

/// A resource as it was declared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declaration {
    pub(crate) type_name: EcoString,
    pub(crate) title: EcoString,
    pub(crate) attributes: Vec<(EcoString, Value)>,
}

/// Reads all declarations of a text, or returns the first error.
pub(crate) fn read(source: &Arc<Source>) -> Result<Vec<Declaration>, Diagnostic> {
    let parsed = syntax::parse(source.clone());
    if let Some(error) = parsed.problems.into_iter().find(|problem| problem.severity == Severity::Error) {
        return Err(error);
    }
    let mut declarations = Vec::new();
    for statement in &parsed.program.body {
        let resource = match &statement.kind {
            Kind::Nothing => continue,
            Kind::Resource(resource) if resource.form == ResourceForm::Regular => resource,
            _ => return Err(Diagnostic::error(statement.span, "only resource declarations can be used here")),
        };
        let Kind::Name(type_name) = &resource.type_name.kind else {
            return Err(Diagnostic::error(resource.type_name.span, "expected the name of a resource type"));
        };
        for body in &resource.bodies {
            declarations.push(declaration(type_name, body)?);
        }
    }
    Ok(declarations)
}

fn declaration(type_name: &EcoString, body: &ResourceBody) -> Result<Declaration, Diagnostic> {
    let Value::String(title) = value(&body.title)? else {
        return Err(Diagnostic::error(body.title.span, "a title must be a string"));
    };
    let mut attributes: Vec<(EcoString, Value)> = Vec::with_capacity(body.attributes.len());
    for attribute in &body.attributes {
        let name = match &attribute.name {
            AttributeName::Named(name) if !attribute.adds => name,
            _ => return Err(Diagnostic::error(attribute.span, "an attribute is written as NAME => VALUE here")),
        };
        if attributes.iter().any(|(other, _)| other == name) {
            return Err(Diagnostic::error(attribute.span, format!("duplicate attribute '{name}'")));
        }
        attributes.push((name.clone(), value(&attribute.value)?));
    }
    Ok(Declaration { type_name: type_name.clone(), title, attributes })
}

/// The value of a literal expression.
fn value(expression: &Expression) -> Result<Value, Diagnostic> {
    match &expression.kind {
        Kind::Undef => Ok(Value::Undef),
        Kind::Default => Ok(Value::Default),
        Kind::Boolean(boolean) => Ok(Value::Boolean(*boolean)),
        Kind::Integer(integer, _) => Ok(Value::Integer(*integer)),
        Kind::Float(float) => Ok(Value::from(*float)),
        Kind::String(text) | Kind::Name(text) => Ok(Value::String(text.clone())),
        Kind::Heredoc(heredoc) => value(&heredoc.text),
        Kind::Array(items) => items.iter().map(value).collect(),
        Kind::Hash(entries) => {
            let entries = entries.iter().map(|(key, entry)| Ok((value(key)?, value(entry)?)));
            entries.collect::<Result<Vec<_>, Diagnostic>>().map(Value::hash)
        }
        Kind::Unary(UnaryOperator::Minus, operand) => match value(operand)? {
            Value::Integer(integer) if integer >= 0 => Ok(Value::Integer(-integer)),
            Value::Float(float) => Ok(Value::from(-float)),
            _ => Err(Diagnostic::error(expression.span, "expected a literal value")),
        },
        Kind::Variable(_) | Kind::Interpolated(_) => {
            Err(Diagnostic::error(expression.span, "variables cannot be used here; write the value"))
        }
        _ => Err(Diagnostic::error(expression.span, "expected a literal value")),
    }
}
