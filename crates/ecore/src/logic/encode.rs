//! Syntax trees to nodes.

use diagnostics::never;
use syntax::ast::{
    Block, Call, CallForm, CaseOption, Expression, If, Invariant, Kind, Lambda, Logic, Parameter, Radix,
};

use super::words;
use crate::node::Node;

/// An expression that is not allowed in logic.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a {0} is not allowed in the logic of a type")]
pub struct NotLogic(pub String);

pub(crate) type Encoded = Result<Node, NotLogic>;

/// A part of a syntax tree that becomes a node.
pub(crate) trait Encode {
    fn encode(&self) -> Encoded;
}

impl Node {
    /// Encodes parts, and adds them.
    pub(crate) fn encoded<'p, T: Encode + 'p>(
        mut self,
        feature: &'static str,
        parts: impl IntoIterator<Item = &'p T>,
    ) -> Encoded {
        for part in parts {
            self.parts.push((feature, part.encode()?));
        }
        Ok(self)
    }
}

/// The word of an operator or a notation.
fn word<T: PartialEq>(table: &words::Words<T>, value: &T) -> &'static str {
    words::word(table, value).unwrap_or_else(|| never!("the table has all values", ""))
}

impl Encode for Logic {
    fn encode(&self) -> Encoded {
        Node::new("Logic").value("form", word(&words::FORMS, &self.form)).encoded("function", [&*self.lambda])
    }
}

impl Encode for Invariant {
    fn encode(&self) -> Encoded {
        let title = self.title.as_ref().map(|title| title.text.clone());
        Node::new("Invariant").values("title", title).encoded("logic", [&self.logic])
    }
}

impl Encode for Lambda {
    fn encode(&self) -> Encoded {
        let node = Node::new("Lambda").encoded("parameters", &self.parameters)?;
        node.encoded("returns", &self.returns)?.encoded("body", [&self.body])
    }
}

impl Encode for Parameter {
    fn encode(&self) -> Encoded {
        let node = Node::new("Parameter").value("name", self.name.clone());
        let node = node.values("capturesRest", self.captures_rest.then_some("true"));
        node.encoded("dataType", &self.data_type)?.encoded("default", &self.default)
    }
}

impl Encode for Block {
    fn encode(&self) -> Encoded {
        Node::new("Block").encoded("statements", self)
    }
}

impl Encode for (Expression, Expression) {
    fn encode(&self) -> Encoded {
        Node::new("Entry").encoded("key", [&self.0])?.encoded("value", [&self.1])
    }
}

impl Encode for CaseOption {
    fn encode(&self) -> Encoded {
        Node::new("CaseOption").encoded("values", &self.values)?.encoded("body", [&self.body])
    }
}

/// Heredocs become strings.
impl Encode for Expression {
    fn encode(&self) -> Encoded {
        Ok(match &self.kind {
            Kind::Undef => Node::new("Undef"),
            Kind::Default => Node::new("Default"),
            Kind::Boolean(value) => Node::new("BooleanLiteral").value("value", value.to_string()),
            Kind::Integer(value, radix) => {
                let radix = (*radix != Radix::Decimal).then(|| word(&words::RADICES, radix));
                Node::new("IntegerLiteral").value("value", value.to_string()).values("radix", radix)
            }
            Kind::Float(value) => Node::new("FloatLiteral").value("value", format!("{value:?}")),
            Kind::String(value) => Node::new("StringLiteral").value("value", value.clone()),
            Kind::Regexp(pattern) => Node::new("RegexpLiteral").value("pattern", pattern.clone()),
            Kind::Name(name) => Node::new("Name").value("value", name.clone()),
            Kind::TypeName(name) => Node::new("TypeName").value("value", name.clone()),
            Kind::Variable(name) => Node::new("Variable").value("name", name.clone()),
            Kind::Interpolated(parts) => Node::new("Interpolation").encoded("parts", parts)?,
            Kind::Heredoc(heredoc) => heredoc.text.encode()?,
            Kind::Array(items) => Node::new("ArrayLiteral").encoded("elements", items)?,
            Kind::Hash(entries) => Node::new("HashLiteral").encoded("entries", entries)?,
            Kind::Unary(operator, operand) => {
                let node = Node::new("UnaryOperation").value("operator", word(&words::UNARY, operator));
                node.encoded("operand", [&**operand])?
            }
            Kind::Binary(operator, sides) => {
                let node = Node::new("BinaryOperation").value("operator", word(&words::BINARY, operator));
                node.encoded("left", [&sides.0])?.encoded("right", [&sides.1])?
            }
            Kind::Assignment(operator, sides) => {
                let operator = words::word(&words::ASSIGNMENT, operator).ok_or_else(|| not_logic(self))?;
                let node = Node::new("Assignment").value("operator", operator);
                node.encoded("target", [&sides.0])?.encoded("value", [&sides.1])?
            }
            Kind::Access(operand, keys) => {
                Node::new("Access").encoded("operand", [&**operand])?.encoded("keys", keys)?
            }
            Kind::Selector(subject, entries) => {
                Node::new("Selector").encoded("subject", [&**subject])?.encoded("options", entries)?
            }
            Kind::Parenthesized(inner) => Node::new("Parenthesized").encoded("expression", [&**inner])?,
            Kind::If(condition) => conditional(condition)?,
            Kind::Case(case) => {
                Node::new("Case").encoded("subject", [&case.subject])?.encoded("options", &case.options)?
            }
            Kind::Call(written) => call(self, written)?,
            _ => return Err(not_logic(self)),
        })
    }
}

fn not_logic(written: &Expression) -> NotLogic {
    NotLogic(syntax::label::label(written).into_owned())
}

/// Encodes a conditional; each `elsif` is a branch, so that a long chain is not nested deeply.
fn conditional(first: &If) -> Encoded {
    let mut node = Node::new("Conditional").values("negated", first.negated.then_some("true"));
    let mut branch = first;
    loop {
        let encoded = Node::new("Branch").encoded("condition", [&branch.condition])?.encoded("body", [&branch.then])?;
        node = node.part("branches", encoded);
        match branch.otherwise.as_deref() {
            Some([Expression { kind: Kind::If(next), .. }]) if !next.negated && !first.negated => branch = next,
            _ => return node.encoded("otherwise", &branch.otherwise),
        }
    }
}

fn call(written: &Expression, call: &Call) -> Encoded {
    let node = match &call.form {
        CallForm::Function => Node::new("Call").value("form", "function"),
        CallForm::Method(receiver) => Node::new("Call").value("form", "method").encoded("receiver", [&**receiver])?,
        CallForm::Statement => return Err(not_logic(written)),
    };
    let node = node.encoded("callee", [&call.callee])?.encoded("arguments", &call.arguments)?;
    node.encoded("lambda", call.lambda.as_deref())
}
