//! Lists of values: arguments, the keys of an access, arrays, hashes. Pairs in a list become a hash.

use diagnostics::Span;

use super::{Parser, Result};
use crate::ast::{CallForm, Expression, Kind};
use crate::lexer::TokenKind;

/// What a list may contain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entry {
    /// Assignments and pairs.
    Argument,
    /// Those, and the words `type` and `function`.
    Element,
    /// Expressions and pairs.
    Key,
}

/// A list of entries; pairs that follow each other are one hash.
#[derive(Default)]
struct Entries {
    list: Vec<Expression>,
    /// Whether the last of the list is a hash that takes further pairs.
    folding: bool,
}

impl Parser<'_> {
    /// Reads items up to the closing token, separated by commas; a trailing comma is allowed.
    pub(super) fn separated<T>(
        &mut self,
        close: TokenKind,
        mut read: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        self.height = 0;
        loop {
            items.push(self.further(&mut read)?);
            if !self.eat(TokenKind::Comma) || self.is(close) {
                break;
            }
        }
        self.expect(close)?;
        Ok(items)
    }

    /// Reads arguments up to the closing token.
    pub(super) fn arguments(&mut self, close: TokenKind, trailing_comma: bool) -> Result<Vec<Expression>> {
        if self.eat(close) {
            self.height = 0;
            return Ok(Vec::new());
        }
        self.entries(Entry::Argument, close, trailing_comma)
    }

    /// Reads the keys of an access and its closing bracket; there is at least one.
    pub(super) fn access_keys(&mut self, trailing_comma: bool) -> Result<Vec<Expression>> {
        self.entries(Entry::Key, TokenKind::RightBracket, trailing_comma)
    }

    /// `[…]`
    pub(super) fn array(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        if self.eat(TokenKind::RightBracket) {
            self.height = 0;
            return Ok(self.make(Kind::Array(Vec::new()), start, start));
        }
        let entries = self.nested(|parser| parser.entries(Entry::Element, TokenKind::RightBracket, true))?;
        self.make_parent(Kind::Array(entries), start, start)
    }

    /// `{ a => 1 }`
    pub(super) fn hash(&mut self) -> Result<Expression> {
        let start = self.expect(TokenKind::LeftBrace)?.start;
        if self.eat(TokenKind::RightBrace) {
            self.height = 0;
            return Ok(self.make(Kind::Hash(Vec::new()), start, start));
        }
        let key = self.nested(|parser| parser.hash_entry())?;
        self.rest_of_hash(start, key)
    }

    /// Reads a hash from its first arrow.
    pub(super) fn rest_of_hash(&mut self, start: u32, mut key: Expression) -> Result<Expression> {
        let mut pairs = Vec::new();
        loop {
            self.expect(TokenKind::Arrow)?;
            let value = self.further(|parser| parser.nested(|parser| parser.hash_entry()))?;
            pairs.push((key, value));
            if !self.eat(TokenKind::Comma) || self.is(TokenKind::RightBrace) {
                break;
            }
            key = self.further(|parser| parser.nested(|parser| parser.hash_entry()))?;
        }
        self.expect(TokenKind::RightBrace)?;
        self.make_parent(Kind::Hash(pairs), start, start)
    }

    /// Reads the key or the value of a pair: an assignment, or a keyword that is a value.
    pub(super) fn hash_entry(&mut self) -> Result<Expression> {
        match self.keyword_value() {
            Some(word) => Ok(word),
            None => self.assignment(),
        }
    }

    /// Reads `type` or `function` as a value, unless the next token makes it a definition or a call.
    fn keyword_value(&mut self) -> Option<Expression> {
        let more = match self.token.kind {
            TokenKind::Type => matches!(self.peek_second(), TokenKind::LeftParen | TokenKind::TypeName),
            TokenKind::Function => matches!(
                self.peek_second(),
                TokenKind::Name | TokenKind::Word | TokenKind::TypeName | TokenKind::Class | TokenKind::String
            ),
            _ => true,
        };
        if more {
            return None;
        }
        let token = self.bump();
        let text = self.name_of(token);
        Some(self.leaf(Kind::String(text), token))
    }

    fn entries(&mut self, entry: Entry, close: TokenKind, trailing_comma: bool) -> Result<Vec<Expression>> {
        let mut entries = Entries::default();
        self.height = 0;
        loop {
            self.further(|parser| parser.entry(entry, &mut entries))?;
            if !self.is(TokenKind::Comma) {
                break;
            }
            self.bump();
            if trailing_comma && self.is(close) {
                break;
            }
        }
        self.expect(close)?;
        Ok(entries.list)
    }

    fn entry(&mut self, entry: Entry, entries: &mut Entries) -> Result<()> {
        let keyword = self.keyword_value();
        let is_keyword = keyword.is_some();
        let value = match keyword {
            Some(word) => word,
            None => self.assignment()?,
        };
        if !self.is(TokenKind::Arrow) {
            let allowed = match entry {
                Entry::Argument => !is_keyword,
                Entry::Element => true,
                Entry::Key => !is_keyword && is_expression(&value),
            };
            if !allowed {
                return Err(self.unexpected());
            }
            entries.list.push(value);
            entries.folding = false;
            return Ok(());
        }
        let arrow = self.bump();
        let pair = (value, self.further(|parser| parser.hash_entry())?);
        self.height += 1;
        let end = self.last_end;
        if entries.folding
            && let Some(Expression { kind: Kind::Hash(pairs), span, .. }) = entries.list.last_mut()
        {
            pairs.push(pair);
            span.end = end;
            return Ok(());
        }
        let span = Span { start: pair.0.span.start, end };
        entries.list.push(Expression { kind: Kind::Hash(vec![pair]), span, anchor: arrow.start });
        entries.folding = true;
        Ok(())
    }
}

/// Whether it is an expression in the sense of the grammar: not an assignment, relationship, resource or block.
fn is_expression(expression: &Expression) -> bool {
    if let Kind::Call(call) = &expression.kind {
        return !matches!(call.form, CallForm::Statement);
    }
    !matches!(
        expression.kind,
        Kind::Assignment(..)
            | Kind::Relationship(..)
            | Kind::Resource(_)
            | Kind::ResourceDefaults(_)
            | Kind::ResourceOverride(_)
            | Kind::Block(_)
    )
}
