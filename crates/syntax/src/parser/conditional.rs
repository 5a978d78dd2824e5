//! `if`, `unless`, `case` and the selector.

use diagnostics::Span;

use super::{Parser, Result};
use crate::ast::{Case, CaseOption, Expression, If, Kind};
use crate::lexer::TokenKind;

impl Parser<'_> {
    pub(super) fn if_expression(&mut self) -> Result<Expression> {
        // In the tree each `elsif` is within the one before it. They are read in a loop, so that a long chain does not
        // count as nesting.
        let mut branches = Vec::new();
        let mut otherwise = None;
        self.height = 0;
        loop {
            let start = self.bump().start;
            let condition = self.further(|parser| parser.nested(|parser| parser.expression()))?;
            let then = self.further(|parser| parser.block())?;
            branches.push((start, condition, then));
            if self.is(TokenKind::Elsif) {
                continue;
            }
            if self.eat(TokenKind::Else) {
                otherwise = Some(self.further(|parser| parser.block())?);
            }
            break;
        }
        let mut result = None;
        while let Some((start, condition, then)) = branches.pop() {
            if let Some(inner) = result.take() {
                otherwise = Some(vec![inner]);
            }
            let branch = If { negated: false, condition, then, otherwise: otherwise.take() };
            result = Some(self.make_parent(Kind::If(Box::new(branch)), start, start)?);
        }
        result.ok_or_else(|| self.unexpected())
    }

    pub(super) fn unless(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let condition = self.nested(|parser| parser.expression())?;
        let then = self.further(|parser| parser.block())?;
        let mut otherwise = None;
        if self.eat(TokenKind::Else) {
            otherwise = Some(self.further(|parser| parser.block())?);
        }
        let unless = If { negated: true, condition, then, otherwise };
        self.make_parent(Kind::If(Box::new(unless)), start, start)
    }

    pub(super) fn case(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let subject = self.nested(|parser| parser.expression())?;
        self.expect(TokenKind::LeftBrace)?;
        let mut options = vec![self.further(|parser| parser.case_option())?];
        while !self.eat(TokenKind::RightBrace) {
            options.push(self.further(|parser| parser.case_option())?);
        }
        self.make_parent(Kind::Case(Box::new(Case { subject, options })), start, start)
    }

    fn case_option(&mut self) -> Result<CaseOption> {
        let start = self.token.start;
        let mut values = Vec::with_capacity(1);
        self.height = 0;
        loop {
            values.push(self.further(|parser| parser.nested(|parser| parser.expression()))?);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Colon)?;
        let body = self.further(|parser| parser.block())?;
        Ok(CaseOption { values, body, span: Span { start, end: self.last_end } })
    }

    /// `left ? { a => b }`, `left ? a => b`
    pub(super) fn selector(&mut self, left: Expression) -> Result<Expression> {
        self.bump();
        let entry = |parser: &mut Self| parser.nested(|parser| parser.selector_entry());
        let entries = if self.eat(TokenKind::SelectorBrace) {
            self.separated(TokenKind::RightBrace, entry)?
        } else {
            vec![entry(self)?]
        };
        let (start, anchor) = (left.span.start, left.anchor);
        Ok(self.make(Kind::Selector(Box::new(left), entries), start, anchor))
    }

    fn selector_entry(&mut self) -> Result<(Expression, Expression)> {
        let matching = self.expression()?;
        self.expect(TokenKind::Arrow)?;
        let value = self.further(|parser| parser.expression())?;
        Ok((matching, value))
    }
}
