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
        let mut height = 0;
        let mut otherwise = None;
        loop {
            let start = self.bump().start;
            let condition = self.nested(|parser| parser.expression())?;
            height = height.max(self.height);
            let then = self.block()?;
            height = height.max(self.height);
            branches.push((start, condition, then));
            if self.is(TokenKind::Elsif) {
                continue;
            }
            if self.eat(TokenKind::Else) {
                otherwise = Some(self.block()?);
                height = height.max(self.height);
            }
            break;
        }
        let mut result = None;
        while let Some((start, condition, then)) = branches.pop() {
            self.grow(height, start)?;
            height = self.height;
            if let Some(inner) = result.take() {
                otherwise = Some(vec![inner]);
            }
            let branch = If { negated: false, condition, then, otherwise: otherwise.take() };
            result = Some(self.make(Kind::If(Box::new(branch)), start, start));
        }
        result.ok_or_else(|| self.unexpected())
    }

    pub(super) fn unless(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let condition = self.nested(|parser| parser.expression())?;
        let mut height = self.height;
        let then = self.block()?;
        height = height.max(self.height);
        let mut otherwise = None;
        if self.eat(TokenKind::Else) {
            otherwise = Some(self.block()?);
            height = height.max(self.height);
        }
        self.grow(height, start)?;
        let unless = If { negated: true, condition, then, otherwise };
        Ok(self.make(Kind::If(Box::new(unless)), start, start))
    }

    pub(super) fn case(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let subject = self.nested(|parser| parser.expression())?;
        let mut height = self.height;
        self.expect(TokenKind::LeftBrace)?;
        let mut options = Vec::new();
        loop {
            options.push(self.case_option()?);
            height = height.max(self.height);
            if self.eat(TokenKind::RightBrace) {
                break;
            }
        }
        self.grow(height, start)?;
        Ok(self.make(Kind::Case(Box::new(Case { subject, options })), start, start))
    }

    fn case_option(&mut self) -> Result<CaseOption> {
        let start = self.token.start;
        let mut values = Vec::with_capacity(1);
        let mut height = 0;
        loop {
            values.push(self.nested(|parser| parser.expression())?);
            height = height.max(self.height);
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        self.expect(TokenKind::Colon)?;
        let body = self.block()?;
        self.height = self.height.max(height);
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
        let height = self.height;
        self.expect(TokenKind::Arrow)?;
        let value = self.expression()?;
        self.height = self.height.max(height);
        Ok((matching, value))
    }
}
