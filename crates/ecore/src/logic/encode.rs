//! Syntax trees to nodes.

use diagnostics::never;
use syntax::ast::{Call, CallForm, Case, Expression, If, Kind, Lambda, Logic, Parameter, Radix};

use super::words;
use crate::node::Node;

/// An expression that is not allowed in logic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {0} is not allowed in the logic of a type")]
pub struct NotLogic(pub String);

/// The word of an operator or a notation.
fn word<T: PartialEq>(table: &words::Words<T>, value: &T) -> &'static str {
    words::word(table, value).unwrap_or_else(|| never!("the table has all values", ""))
}

type Encoded = Result<Node, NotLogic>;

/// Encodes logic and its form.
pub(crate) fn encode_logic(written: &Logic) -> Encoded {
    let form = word(&words::FORMS, &written.form);
    Ok(Node::new("Logic").value("form", form).part("function", lambda(&written.lambda)?))
}

fn lambda(written: &Lambda) -> Encoded {
    let mut node = Node::new("Lambda").parts("parameters", all(&written.parameters, parameter)?);
    if let Some(returns) = &written.returns {
        node = node.part("returns", encode_expression(returns)?);
    }
    Ok(node.part("body", block(&written.body)?))
}

fn parameter(written: &Parameter) -> Encoded {
    let mut node = Node::new("Parameter").value("name", written.name.clone());
    if written.captures_rest {
        node = node.value("capturesRest", "true");
    }
    if let Some(data_type) = &written.data_type {
        node = node.part("dataType", encode_expression(data_type)?);
    }
    if let Some(default) = &written.default {
        node = node.part("default", encode_expression(default)?);
    }
    Ok(node)
}

fn block(body: &[Expression]) -> Encoded {
    Ok(Node::new("Block").parts("statements", all(body, encode_expression)?))
}

fn all<T>(items: &[T], encode: impl Fn(&T) -> Encoded) -> Result<Vec<Node>, NotLogic> {
    items.iter().map(encode).collect()
}

fn entry((key, value): &(Expression, Expression)) -> Encoded {
    Ok(Node::new("Entry").part("key", encode_expression(key)?).part("value", encode_expression(value)?))
}

/// Encodes an expression; heredocs become strings.
pub(crate) fn encode_expression(written: &Expression) -> Encoded {
    match &written.kind {
        Kind::Interpolated(parts) => Ok(Node::new("Interpolation").parts("parts", all(parts, encode_expression)?)),
        Kind::Heredoc(heredoc) => encode_expression(&heredoc.text),
        Kind::Array(items) => Ok(Node::new("ArrayLiteral").parts("elements", all(items, encode_expression)?)),
        Kind::Hash(entries) => Ok(Node::new("HashLiteral").parts("entries", all(entries, entry)?)),
        Kind::Unary(operator, operand) => {
            let node = Node::new("UnaryOperation").value("operator", word(&words::UNARY, operator));
            Ok(node.part("operand", encode_expression(operand)?))
        }
        Kind::Binary(operator, sides) => {
            let node = Node::new("BinaryOperation").value("operator", word(&words::BINARY, operator));
            let node = node.part("left", encode_expression(&sides.0)?);
            Ok(node.part("right", encode_expression(&sides.1)?))
        }
        Kind::Assignment(operator, sides) => {
            let operator = words::word(&words::ASSIGNMENT, operator).ok_or_else(|| not_logic(written))?;
            let node = Node::new("Assignment").value("operator", operator);
            let node = node.part("target", encode_expression(&sides.0)?);
            Ok(node.part("value", encode_expression(&sides.1)?))
        }
        Kind::Access(operand, keys) => {
            let node = Node::new("Access").part("operand", encode_expression(operand)?);
            Ok(node.parts("keys", all(keys, encode_expression)?))
        }
        Kind::Selector(subject, entries) => {
            let node = Node::new("Selector").part("subject", encode_expression(subject)?);
            Ok(node.parts("options", all(entries, entry)?))
        }
        Kind::Parenthesized(inner) => Ok(Node::new("Parenthesized").part("expression", encode_expression(inner)?)),
        Kind::If(condition) => conditional(condition),
        Kind::Case(case) => encode_case(case),
        Kind::Call(written_call) => call(written, written_call),
        _ => leaf(written),
    }
}

fn leaf(written: &Expression) -> Encoded {
    Ok(match &written.kind {
        Kind::Undef => Node::new("Undef"),
        Kind::Default => Node::new("Default"),
        Kind::Boolean(value) => Node::new("BooleanLiteral").value("value", if *value { "true" } else { "false" }),
        Kind::Integer(value, radix) => {
            let node = Node::new("IntegerLiteral").value("value", ecow::eco_format!("{value}"));
            if *radix == Radix::Decimal { node } else { node.value("radix", word(&words::RADICES, radix)) }
        }
        Kind::Float(value) => Node::new("FloatLiteral").value("value", ecow::eco_format!("{value:?}")),
        Kind::String(value) => Node::new("StringLiteral").value("value", value.clone()),
        Kind::Regexp(pattern) => Node::new("RegexpLiteral").value("pattern", pattern.clone()),
        Kind::Name(name) => Node::new("Name").value("value", name.clone()),
        Kind::TypeName(name) => Node::new("TypeName").value("value", name.clone()),
        Kind::Variable(name) => Node::new("Variable").value("name", name.clone()),
        _ => return Err(not_logic(written)),
    })
}

fn not_logic(written: &Expression) -> NotLogic {
    NotLogic(syntax::label::label(written).into_owned())
}

/// Encodes a conditional; each `elsif` is a branch, so that a long chain is not nested deeply.
fn conditional(first: &If) -> Encoded {
    let mut node = Node::new("Conditional");
    if first.negated {
        node = node.value("negated", "true");
    }
    let mut branch = first;
    loop {
        let condition = encode_expression(&branch.condition)?;
        node =
            node.part("branches", Node::new("Branch").part("condition", condition).part("body", block(&branch.then)?));
        match branch.otherwise.as_deref() {
            None => return Ok(node),
            Some([Expression { kind: Kind::If(next), .. }]) if !next.negated && !first.negated => branch = next,
            Some(otherwise) => return Ok(node.part("otherwise", block(otherwise)?)),
        }
    }
}

fn encode_case(case: &Case) -> Encoded {
    let options = all(&case.options, |option| {
        let node = Node::new("CaseOption").parts("values", all(&option.values, encode_expression)?);
        Ok(node.part("body", block(&option.body)?))
    })?;
    Ok(Node::new("Case").part("subject", encode_expression(&case.subject)?).parts("options", options))
}

fn call(written: &Expression, call: &Call) -> Encoded {
    let mut node = match &call.form {
        CallForm::Function => Node::new("Call").value("form", "function"),
        CallForm::Method(receiver) => {
            Node::new("Call").value("form", "method").part("receiver", encode_expression(receiver)?)
        }
        CallForm::Statement => return Err(not_logic(written)),
    };
    node = node.part("callee", encode_expression(&call.callee)?);
    node = node.parts("arguments", all(&call.arguments, encode_expression)?);
    match &call.lambda {
        Some(written) => Ok(node.part("lambda", lambda(written)?)),
        None => Ok(node),
    }
}
