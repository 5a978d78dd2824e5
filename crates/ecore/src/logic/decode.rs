//! Decodes nodes to syntax trees.
//!
//! The nodes have been checked against the metamodel, so that required parts and known words are there. A node for which
//! that is not true becomes an empty expression, which cannot be printed, so that the import fails ([`impossible`]).

use std::sync::Arc;

use diagnostics::{Span, never};
use ecow::EcoString;
use syntax::ast::{
    Block, Call, CallForm, Case, CaseOption, Expression, If, Kind, Lambda, Logic, LogicForm, Parameter, Radix,
};

use super::words::{self, named};
use crate::node::Node;

/// Decodes logic and its form.
pub(crate) fn logic(node: &Node) -> Logic {
    let form = named(&words::FORMS, node.text("form"));
    let form = form.unwrap_or_else(|| never!("the metamodel has no other forms of logic", LogicForm::Expression));
    let without_function = || {
        let body = vec![expression_at(node, impossible())];
        Lambda { parameters: Vec::new(), returns: None, body, span: Span::default() }
    };
    Logic { form, lambda: Arc::new(node.one("function").map_or_else(without_function, lambda)) }
}

fn lambda(node: &Node) -> Lambda {
    Lambda {
        parameters: node.all("parameters").map(parameter).collect(),
        returns: node.one("returns").map(expression),
        body: node.one("body").map(block).unwrap_or_default(),
        span: node.span,
    }
}

fn parameter(node: &Node) -> Parameter {
    Parameter {
        name: node.text("name").into(),
        data_type: node.one("dataType").map(expression),
        default: node.one("default").map(expression),
        captures_rest: is_true(node.text("capturesRest")),
        span: node.span,
        anchor: node.span.start,
    }
}

fn is_true(text: &str) -> bool {
    text.eq_ignore_ascii_case("true")
}

fn block(node: &Node) -> Block {
    node.all("statements").map(expression).collect()
}

fn expression_at(node: &Node, kind: Kind) -> Expression {
    Expression { kind, span: node.span, anchor: node.span.start }
}

/// What becomes of a node that does not conform to the metamodel: an expression that cannot be printed.
fn impossible() -> Kind {
    never!("a node conforms to the metamodel", Kind::Nothing)
}

/// A part that the metamodel requires.
fn part(node: &Node, feature: &str) -> Expression {
    node.one(feature).map_or_else(|| expression_at(node, impossible()), expression)
}

fn entries(node: &Node, feature: &str) -> Vec<(Expression, Expression)> {
    node.all(feature).map(|entry| (part(entry, "key"), part(entry, "value"))).collect()
}

pub(crate) fn expression(node: &Node) -> Expression {
    let text = |feature: &str| EcoString::from(node.text(feature));
    let sides = |left: &str, right: &str| Box::new((part(node, left), part(node, right)));
    let kind = match node.class {
        "Interpolation" => Kind::Interpolated(node.all("parts").map(expression).collect()),
        "ArrayLiteral" => Kind::Array(node.all("elements").map(expression).collect()),
        "HashLiteral" => Kind::Hash(entries(node, "entries")),
        "UnaryOperation" => named(&words::UNARY, node.text("operator"))
            .map_or_else(impossible, |operator| Kind::Unary(operator, Box::new(part(node, "operand")))),
        "BinaryOperation" => named(&words::BINARY, node.text("operator"))
            .map_or_else(impossible, |operator| Kind::Binary(operator, sides("left", "right"))),
        "Assignment" => named(&words::ASSIGNMENT, node.text("operator"))
            .map_or_else(impossible, |operator| Kind::Assignment(operator, sides("target", "value"))),
        "Access" => Kind::Access(Box::new(part(node, "operand")), node.all("keys").map(expression).collect()),
        "Selector" => Kind::Selector(Box::new(part(node, "subject")), entries(node, "options")),
        "Parenthesized" => Kind::Parenthesized(Box::new(part(node, "expression"))),
        "Conditional" => return conditional(node),
        "Case" => Kind::Case(Box::new(case(node))),
        "Call" => Kind::Call(Box::new(call(node))),
        "Default" => Kind::Default,
        "BooleanLiteral" => Kind::Boolean(is_true(node.text("value"))),
        "IntegerLiteral" => {
            let radix = named(&words::RADICES, node.text("radix")).unwrap_or(Radix::Decimal);
            node.text("value").parse().map_or_else(|_| impossible(), |value| Kind::Integer(value, radix))
        }
        "FloatLiteral" => node.text("value").parse().map_or_else(|_| impossible(), Kind::Float),
        "StringLiteral" => Kind::String(text("value")),
        "RegexpLiteral" => Kind::Regexp(text("pattern")),
        "Name" => Kind::Name(text("value")),
        "TypeName" => Kind::TypeName(text("value")),
        "Variable" => Kind::Variable(text("name")),
        "Undef" => Kind::Undef,
        _ => impossible(),
    };
    expression_at(node, kind)
}

fn conditional(node: &Node) -> Expression {
    let negated = is_true(node.text("negated"));
    let mut otherwise = node.one("otherwise").map(block);
    let mut result = None;
    let branches: Vec<&Node> = node.all("branches").collect();
    for branch in branches.into_iter().rev() {
        if let Some(inner) = result.take() {
            otherwise = Some(vec![inner]);
        }
        let then = branch.one("body").map(block).unwrap_or_default();
        let condition = part(branch, "condition");
        let branch = If { negated, condition, then, otherwise: otherwise.take() };
        result = Some(expression_at(node, Kind::If(Box::new(branch))));
    }
    result.unwrap_or_else(|| expression_at(node, Kind::Undef))
}

fn case(node: &Node) -> Case {
    let option = |option: &Node| CaseOption {
        values: option.all("values").map(expression).collect(),
        body: option.one("body").map(block).unwrap_or_default(),
        span: option.span,
    };
    Case { subject: part(node, "subject"), options: node.all("options").map(option).collect() }
}

fn call(node: &Node) -> Call {
    let form = match node.text("form") {
        "method" => CallForm::Method(Box::new(part(node, "receiver"))),
        _ => CallForm::Function,
    };
    Call {
        callee: part(node, "callee"),
        form,
        arguments: node.all("arguments").map(expression).collect(),
        lambda: node.one("lambda").map(|written| Arc::new(lambda(written))),
    }
}
