//! Operators, by how tightly they bind.

use diagnostics::Span;

use super::{Parser, Result};
use crate::ast::{BinaryOperator, Call, CallForm, Collector, Expression, Kind, UnaryOperator};
use crate::lexer::TokenKind;

/// The binding power of the selector: lower than comparisons, higher than `and`.
const SELECTOR: u8 = 3;
/// Prefix operators bind tighter than all infix operators.
const PREFIX: u8 = 11;

pub(super) fn binary(kind: TokenKind) -> Option<(u8, BinaryOperator)> {
    use BinaryOperator as Operator;
    Some(match kind {
        TokenKind::Or => (1, Operator::Or),
        TokenKind::And => (2, Operator::And),
        TokenKind::Less => (4, Operator::Less),
        TokenKind::LessOrEqual => (4, Operator::LessOrEqual),
        TokenKind::Greater => (4, Operator::Greater),
        TokenKind::GreaterOrEqual => (4, Operator::GreaterOrEqual),
        TokenKind::Equal => (5, Operator::Equal),
        TokenKind::NotEqual => (5, Operator::NotEqual),
        TokenKind::ShiftLeft => (6, Operator::ShiftLeft),
        TokenKind::ShiftRight => (6, Operator::ShiftRight),
        TokenKind::Plus => (7, Operator::Add),
        TokenKind::Minus => (7, Operator::Subtract),
        TokenKind::Times => (8, Operator::Multiply),
        TokenKind::Slash => (8, Operator::Divide),
        TokenKind::Percent => (8, Operator::Modulo),
        TokenKind::Match => (9, Operator::Match),
        TokenKind::NoMatch => (9, Operator::NoMatch),
        TokenKind::In => (10, Operator::In),
        _ => return None,
    })
}

impl Parser<'_> {
    /// Reads an expression, which is not an assignment or a resource.
    #[inline]
    pub(super) fn expression(&mut self) -> Result<Expression> {
        self.expression_bp(0)
    }

    /// Reads an expression whose operators have at least this binding power.
    fn expression_bp(&mut self, min_binding_power: u8) -> Result<Expression> {
        let first = self.operand()?;
        self.infix_loop(first, min_binding_power)
    }

    fn operand(&mut self) -> Result<Expression> {
        match self.token.kind {
            TokenKind::Not => self.prefix(UnaryOperator::Not),
            TokenKind::Minus => self.prefix(UnaryOperator::Minus),
            TokenKind::Times => self.prefix(UnaryOperator::Splat),
            _ => self.primary(),
        }
    }

    fn prefix(&mut self, operator: UnaryOperator) -> Result<Expression> {
        let token = self.bump();
        let operand = self.nested(|parser| parser.expression_bp(PREFIX))?;
        self.make_parent(Kind::Unary(operator, Box::new(operand)), token.start, token.start)
    }

    /// Reads the operators that follow an operand.
    pub(super) fn infix_loop(&mut self, mut left: Expression, min_binding_power: u8) -> Result<Expression> {
        loop {
            let height = self.height;
            let operator = match self.token.kind {
                TokenKind::LeftParen
                | TokenKind::LeftBracket
                | TokenKind::Dot
                | TokenKind::LeftCollect
                | TokenKind::LeftExportedCollect => None,
                TokenKind::Question if min_binding_power <= SELECTOR => None,
                kind => match binary(kind) {
                    Some((binding_power, operator)) if binding_power >= min_binding_power => {
                        Some((binding_power, operator))
                    }
                    _ => return Ok(left),
                },
            };
            left = match operator {
                Some((binding_power, operator)) => self.infix(left, binding_power, operator),
                None => self.postfix(left),
            }?;
            self.height = self.height.max(height);
            self.grow(left.anchor)?;
        }
    }

    /// `left + …`
    fn infix(&mut self, left: Expression, binding_power: u8, operator: BinaryOperator) -> Result<Expression> {
        let token = self.bump();
        let right = self.nested(|parser| parser.expression_bp(binding_power + 1))?;
        let start = left.span.start;
        Ok(self.make(Kind::Binary(operator, Box::new((left, right))), start, token.start))
    }

    /// Reads a postfix operator: a call, an access, a method, a collector or a selector.
    fn postfix(&mut self, left: Expression) -> Result<Expression> {
        match self.token.kind {
            TokenKind::LeftParen => self.call(left),
            TokenKind::LeftBracket => self.access(left),
            TokenKind::Dot => self.method(left),
            TokenKind::LeftCollect => self.collector(left, false),
            TokenKind::LeftExportedCollect => self.collector(left, true),
            _ => self.selector(left),
        }
    }

    /// `left(…)`, with a lambda or without
    fn call(&mut self, callee: Expression) -> Result<Expression> {
        self.bump();
        let (start, anchor) = (callee.span.start, callee.anchor);
        let arguments = self.nested(|parser| parser.arguments(TokenKind::RightParen, true))?;
        let lambda = self.further(|parser| parser.optional_lambda())?;
        let call = Call { callee, form: CallForm::Function, arguments, lambda };
        Ok(self.make(Kind::Call(Box::new(call)), start, anchor))
    }

    /// `left[…]`
    fn access(&mut self, left: Expression) -> Result<Expression> {
        self.bump();
        let (start, anchor) = (left.span.start, left.anchor);
        let keys = self.nested(|parser| parser.access_keys(true))?;
        Ok(self.make(Kind::Access(Box::new(left), keys), start, anchor))
    }

    /// `left.name`, `left.name(…)`, with a lambda or without
    fn method(&mut self, left: Expression) -> Result<Expression> {
        let dot = self.bump();
        if !self.is(TokenKind::Name) && !self.is(TokenKind::Type) {
            return Err(self.unexpected());
        }
        let name = self.bump();
        let callee = Expression {
            kind: Kind::Name(self.name_of(name)),
            span: Span { start: name.start, end: name.end },
            anchor: name.start,
        };
        let mut anchor = dot.start;
        let mut arguments = Vec::new();
        if self.is(TokenKind::LeftParen) {
            // Puppet's messages point at the parenthesis, and a trailing comma is not allowed.
            anchor = self.bump().start;
            arguments = self.nested(|parser| parser.arguments(TokenKind::RightParen, false))?;
        }
        if self.is(TokenKind::LeftBrace) && arguments.is_empty() && makes_instance(&left, &callee) {
            arguments.push(self.nested(|parser| parser.hash())?);
        }
        let lambda = self.further(|parser| parser.optional_lambda())?;
        let start = left.span.start;
        let call = Call { callee, form: CallForm::Method(Box::new(left)), arguments, lambda };
        Ok(self.make(Kind::Call(Box::new(call)), start, anchor))
    }

    /// `left <| … |> { … }`
    fn collector(&mut self, type_name: Expression, exported: bool) -> Result<Expression> {
        self.bump();
        let close = if exported { TokenKind::RightExportedCollect } else { TokenKind::RightCollect };
        let query = if self.is(close) { None } else { Some(self.nested(|parser| parser.expression())?) };
        self.expect(close)?;
        let (start, anchor) = (type_name.span.start, type_name.anchor);
        let mut attributes = Vec::new();
        if self.eat(TokenKind::LeftBrace) {
            attributes = self.further(|parser| parser.nested(|parser| parser.attributes()))?;
            self.expect(TokenKind::RightBrace)?;
        }
        let collector = Collector { type_name, exported, query, attributes };
        Ok(self.make(Kind::Collector(Box::new(collector)), start, anchor))
    }
}

/// Whether `left.name` is `T.new`, after which a hash does not need parentheses.
fn makes_instance(left: &Expression, name: &Expression) -> bool {
    matches!(left.kind, Kind::TypeName(_)) && matches!(&name.kind, Kind::Name(name) if name == "new")
}
