//! Decodes nodes to syntax trees.
//!
//! The nodes have been checked against the metamodel, so that required parts and known words are there. A node for which
//! that is not true fails an assertion in debug builds; otherwise it becomes an empty expression, which cannot be
//! printed, so that the import fails ([`impossible`]).

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;
use syntax::ast::{
    AssignmentOperator, BinaryOperator, Block, Call, CallForm, Case, CaseOption, Expression, If, Kind, Lambda, Logic,
    LogicForm, Parameter, Radix, UnaryOperator,
};

use crate::node::Node;

/// The binary operator of a name in the metamodel.
fn binary_operator(name: &str) -> Option<BinaryOperator> {
    Some(match name {
        "add" => BinaryOperator::Add,
        "subtract" => BinaryOperator::Subtract,
        "multiply" => BinaryOperator::Multiply,
        "divide" => BinaryOperator::Divide,
        "modulo" => BinaryOperator::Modulo,
        "shiftLeft" => BinaryOperator::ShiftLeft,
        "shiftRight" => BinaryOperator::ShiftRight,
        "equal" => BinaryOperator::Equal,
        "notEqual" => BinaryOperator::NotEqual,
        "less" => BinaryOperator::Less,
        "lessOrEqual" => BinaryOperator::LessOrEqual,
        "greater" => BinaryOperator::Greater,
        "greaterOrEqual" => BinaryOperator::GreaterOrEqual,
        "match" => BinaryOperator::Match,
        "noMatch" => BinaryOperator::NoMatch,
        "in" => BinaryOperator::In,
        "and" => BinaryOperator::And,
        "or" => BinaryOperator::Or,
        _ => return None,
    })
}

/// Decodes logic and its form.
pub(crate) fn logic(node: &Node) -> Logic {
    let form = match node.text("form") {
        "block" => LogicForm::Block,
        "lambda" => LogicForm::Lambda,
        form => {
            debug_assert_eq!(form, "expression", "the metamodel has no other forms of logic");
            LogicForm::Expression
        }
    };
    let lambda = node.one("function").map_or_else(|| without_function(node), lambda);
    Logic { form, lambda: Arc::new(lambda) }
}

fn without_function(node: &Node) -> Lambda {
    let body = vec![expression_at(node, impossible(node))];
    Lambda { parameters: Vec::new(), returns: None, body, span: Span::default() }
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

/// A node that does not conform to the metamodel: an expression that cannot be printed.
fn impossible(node: &Node) -> Kind {
    debug_assert!(false, "a {} does not conform to the metamodel: {node:?}", node.class);
    Kind::Nothing
}

/// A part that the metamodel requires.
fn part(node: &Node, feature: &str) -> Expression {
    node.one(feature).map_or_else(|| expression_at(node, impossible(node)), expression)
}

fn entries(node: &Node, feature: &str) -> Vec<(Expression, Expression)> {
    node.all(feature).map(|entry| (part(entry, "key"), part(entry, "value"))).collect()
}

/// Decodes an expression.
pub(crate) fn expression(node: &Node) -> Expression {
    let kind = match node.class {
        "Interpolation" => Kind::Interpolated(node.all("parts").map(expression).collect()),
        "ArrayLiteral" => Kind::Array(node.all("elements").map(expression).collect()),
        "HashLiteral" => Kind::Hash(entries(node, "entries")),
        "UnaryOperation" => {
            let operator = match node.text("operator") {
                "not" => UnaryOperator::Not,
                "minus" => UnaryOperator::Minus,
                "splat" => UnaryOperator::Splat,
                _ => return expression_at(node, impossible(node)),
            };
            Kind::Unary(operator, Box::new(part(node, "operand")))
        }
        "BinaryOperation" => {
            let Some(operator) = binary_operator(node.text("operator")) else {
                return expression_at(node, impossible(node));
            };
            Kind::Binary(operator, Box::new((part(node, "left"), part(node, "right"))))
        }
        "Assignment" => {
            let operator = match node.text("operator") {
                "set" => AssignmentOperator::Set,
                "append" => AssignmentOperator::Append,
                _ => return expression_at(node, impossible(node)),
            };
            Kind::Assignment(operator, Box::new((part(node, "target"), part(node, "value"))))
        }
        "Access" => Kind::Access(Box::new(part(node, "operand")), node.all("keys").map(expression).collect()),
        "Selector" => Kind::Selector(Box::new(part(node, "subject")), entries(node, "options")),
        "Parenthesized" => Kind::Parenthesized(Box::new(part(node, "expression"))),
        "Conditional" => return conditional(node),
        "Case" => Kind::Case(Box::new(case(node))),
        "Call" => Kind::Call(Box::new(call(node))),
        _ => leaf(node),
    };
    expression_at(node, kind)
}

fn leaf(node: &Node) -> Kind {
    let text = |feature: &str| EcoString::from(node.text(feature));
    match node.class {
        "Default" => Kind::Default,
        "BooleanLiteral" => Kind::Boolean(is_true(node.text("value"))),
        "IntegerLiteral" => {
            let radix = match node.text("radix") {
                "octal" => Radix::Octal,
                "hexadecimal" => Radix::Hexadecimal,
                _ => Radix::Decimal,
            };
            node.text("value").parse().map_or_else(|_| impossible(node), |value| Kind::Integer(value, radix))
        }
        "FloatLiteral" => node.text("value").parse().map_or_else(|_| impossible(node), Kind::Float),
        "StringLiteral" => Kind::String(text("value")),
        "RegexpLiteral" => Kind::Regexp(text("pattern")),
        "Name" => Kind::Name(text("value")),
        "TypeName" => Kind::TypeName(text("value")),
        "Variable" => Kind::Variable(text("name")),
        "Undef" => Kind::Undef,
        _ => impossible(node),
    }
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
