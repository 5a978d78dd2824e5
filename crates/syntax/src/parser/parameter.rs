//! Parameters, return types and lambdas.

use std::sync::Arc;

use diagnostics::Span;

use super::{Parser, Result};
use crate::ast::{Expression, Kind, Lambda, Parameter};
use crate::lexer::TokenKind;

impl Parser<'_> {
    /// Reads the lambda after a call, if there is one.
    pub(super) fn optional_lambda(&mut self) -> Result<Option<Arc<Lambda>>> {
        if !self.is(TokenKind::Pipe) {
            self.height = 0;
            return Ok(None);
        }
        let start = self.token.start;
        let lambda = self.nested(|parser| {
            let parameters = parser.piped_parameters()?;
            let (returns, body) = parser.further(|parser| Ok((parser.return_type()?, parser.block()?)))?;
            let span = Span { start, end: parser.last_end };
            Ok(Lambda { parameters, returns, body, span })
        })?;
        Ok(Some(Arc::new(lambda)))
    }

    /// `|$a, $b|`
    pub(super) fn piped_parameters(&mut self) -> Result<Vec<Parameter>> {
        self.expect(TokenKind::Pipe)?;
        self.parameters(TokenKind::Pipe)
    }

    /// `($a, $b)`, optional
    pub(super) fn parameter_list(&mut self) -> Result<Vec<Parameter>> {
        if self.eat(TokenKind::LeftParen) || self.eat(TokenKind::LineStartLeftParen) {
            return self.parameters(TokenKind::RightParen);
        }
        self.height = 0;
        Ok(Vec::new())
    }

    fn parameters(&mut self, close: TokenKind) -> Result<Vec<Parameter>> {
        if self.eat(close) {
            self.height = 0;
            return Ok(Vec::new());
        }
        self.separated(close, |parser| parser.nested(|parser| parser.parameter()))
    }

    fn parameter(&mut self) -> Result<Parameter> {
        let start = self.token.start;
        self.height = 0;
        let data_type = if self.is(TokenKind::TypeName) { Some(self.parameter_type()?) } else { None };
        let captures_rest = self.eat(TokenKind::Times);
        let token = self.expect(TokenKind::Variable)?;
        let name = self.variable_name(token).into();
        let mut default = None;
        if self.eat(TokenKind::Assign) {
            default = Some(self.further(|parser| parser.expression())?);
        }
        let span = Span { start, end: self.last_end };
        Ok(Parameter { name, data_type, default, captures_rest, span, anchor: token.start })
    }

    /// `Integer`, `Integer[1, 2]`; without a trailing comma
    pub(super) fn parameter_type(&mut self) -> Result<Expression> {
        let token = self.expect(TokenKind::TypeName)?;
        let name = self.name_of(token);
        let name = self.leaf(Kind::TypeName(name), token);
        if !self.eat(TokenKind::LeftBracket) {
            return Ok(name);
        }
        let keys = self.nested(|parser| parser.access_keys(false))?;
        self.make_parent(Kind::Access(Box::new(name), keys), token.start, token.start)
    }

    /// `>> Integer`, optional
    pub(super) fn return_type(&mut self) -> Result<Option<Expression>> {
        if self.eat(TokenKind::ShiftRight) { Ok(Some(self.parameter_type()?)) } else { Ok(None) }
    }
}
