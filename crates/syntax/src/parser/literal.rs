//! Operands: literals, names, strings, brackets, and constructs that start with a keyword.

use diagnostics::{Diagnostic, Span, never};

use super::statement::Owner;
use super::{Parser, Result};
use crate::ast::{Expression, Heredoc, Kind, Radix};
use crate::lexer::{Token, TokenKind};

impl Parser<'_> {
    /// Reads an operand without postfix operators. Recursive constructs are kept apart from simple ones, because the
    /// stack frames of unoptimized builds hold the values of all match arms.
    pub(super) fn primary(&mut self) -> Result<Expression> {
        match self.token.kind {
            TokenKind::TextStart => self.interpolated(),
            TokenKind::Heredoc => self.heredoc(),
            TokenKind::LeftBracket | TokenKind::ListStart => self.array(),
            TokenKind::LeftBrace => self.hash(),
            TokenKind::LeftParen | TokenKind::LineStartLeftParen => self.parenthesized(),
            TokenKind::If => self.if_expression(),
            TokenKind::Unless => self.unless(),
            TokenKind::Case => self.case(),
            TokenKind::Class => self.class(),
            TokenKind::Define => self.define(),
            TokenKind::Node => self.node(),
            TokenKind::Function => self.function(),
            TokenKind::Type => self.type_expression(),
            TokenKind::RenderStart => self.render(),
            _ => self.simple(),
        }
    }

    /// Reads an operand of a single token.
    fn simple(&mut self) -> Result<Expression> {
        let token = self.token;
        let kind = match token.kind {
            TokenKind::Name => Kind::Name(self.name_of(token)),
            TokenKind::Variable => Kind::Variable(self.variable_name(token).into()),
            TokenKind::TypeName => Kind::TypeName(self.name_of(token)),
            TokenKind::String => Kind::String(self.take_text(token)),
            TokenKind::Word => Kind::String(self.name_of(token)),
            TokenKind::Regexp => {
                let pattern = self.take_text(token);
                self.regexps.push((Span { start: token.start, end: token.end }, pattern.clone()));
                Kind::Regexp(pattern)
            }
            TokenKind::RenderText => Kind::RenderText(self.take_text(token)),
            TokenKind::Number => self.number(token),
            TokenKind::True => Kind::Boolean(true),
            TokenKind::False => Kind::Boolean(false),
            TokenKind::Undef => Kind::Undef,
            TokenKind::Default => Kind::Default,
            TokenKind::Attr | TokenKind::Private => Kind::Reserved(self.name_of(token)),
            _ => return Err(self.unexpected()),
        };
        self.bump();
        Ok(self.leaf(kind, token))
    }

    fn parenthesized(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let inner = self.nested(|parser| parser.assignment())?;
        self.expect(TokenKind::RightParen)?;
        self.make_parent(Kind::Parenthesized(Box::new(inner)), start, start)
    }

    fn number(&mut self, token: Token) -> Kind {
        let text = self.written(token);
        let (digits, base, radix) = match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => (text.get(2..).unwrap_or_default(), 16, Radix::Hexadecimal),
            [b'0', b'0'..=b'9', ..] => (text.get(1..).unwrap_or_default(), 8, Radix::Octal),
            _ => (text, 10, Radix::Decimal),
        };
        if radix == Radix::Decimal && digits.contains(['.', 'e', 'E']) {
            // The lexer has checked its form; a number that is out of range is infinite.
            let value = digits.parse();
            let value = value.unwrap_or_else(|_| never!("the lexer accepts decimal numbers only", f64::INFINITY));
            return Kind::Float(value);
        }
        let value = i64::from_str_radix(digits, base).unwrap_or_else(|_| {
            let value = hexadecimal(digits, base);
            let message =
                format!("A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x{value}'");
            let span = Span { start: token.start, end: token.end };
            self.lexed.deferred_errors.push(Diagnostic::error(span, message).code("NUMERIC_OVERFLOW"));
            i64::MAX
        });
        Kind::Integer(value, radix)
    }

    /// Reads a text with interpolations.
    fn interpolated(&mut self) -> Result<Expression> {
        let first = self.bump();
        let mut parts = Vec::with_capacity(3);
        self.height = 0;
        self.text_part(first, &mut parts);
        loop {
            parts.push(self.further(|parser| parser.nested(|parser| parser.assignment()))?);
            match self.token.kind {
                TokenKind::TextMiddle | TokenKind::TextEnd => {}
                _ => return Err(self.unexpected()),
            }
            let token = self.bump();
            self.text_part(token, &mut parts);
            if token.kind == TokenKind::TextEnd {
                break;
            }
        }
        self.make_parent(Kind::Interpolated(parts), first.start, first.start)
    }

    fn text_part(&mut self, token: Token, parts: &mut Vec<Expression>) {
        let text = self.take_text(token);
        if !text.is_empty() {
            let span = Span { start: token.start, end: token.end };
            parts.push(Expression { kind: Kind::String(text), span, anchor: token.start });
        }
    }

    fn heredoc(&mut self) -> Result<Expression> {
        let token = self.bump();
        let syntax = self.take_text(token);
        // The lexer adds one of these after every heredoc.
        let text = match self.token.kind {
            TokenKind::String | TokenKind::TextStart => self.primary()?,
            _ => return Err(self.unexpected()),
        };
        self.grow(token.start)?;
        // Reading continues after `@(…)`, not after the text.
        self.last_end = token.end;
        Ok(self.make(Kind::Heredoc(Box::new(Heredoc { syntax, text })), token.start, token.start))
    }

    /// `<%= … %>`
    fn render(&mut self) -> Result<Expression> {
        let start = self.bump().start;
        let inner = self.nested(|parser| parser.rendered())?;
        self.expect(TokenKind::RenderEnd)?;
        self.make_parent(Kind::Render(Box::new(inner)), start, start)
    }

    /// Reads an expression, or a block in braces; a hash differs from a block by its first arrow.
    fn rendered(&mut self) -> Result<Expression> {
        if !self.is(TokenKind::LeftBrace) || self.peek_second() == TokenKind::RightBrace {
            return self.expression();
        }
        let brace = self.bump();
        let first = self.hash_entry()?;
        if self.is(TokenKind::Arrow) {
            let hash = self.rest_of_hash(brace.start, first)?;
            return self.infix_loop(hash, 0);
        }
        let body = self.rest_of_block(Owner::Code, Some(first))?;
        Ok(self.make(Kind::Block(body), brace.start, brace.start))
    }
}

/// Converts the digits of a number that does not fit into an integer to base 16. Only the first 400 digits count.
fn hexadecimal(digits: &str, base: u32) -> String {
    let mut parts: Vec<u32> = Vec::new();
    for digit in digits.bytes().take(400).filter_map(|byte| char::from(byte).to_digit(base)) {
        let mut carry = u64::from(digit);
        for part in &mut parts {
            let value = u64::from(*part) * u64::from(base) + carry;
            *part = u32::try_from(value & 0xffff_ffff).unwrap_or_default();
            carry = value >> 32;
        }
        if carry > 0 {
            parts.push(u32::try_from(carry).unwrap_or_default());
        }
    }
    let mut text = parts.iter().rev().map(|part| format!("{part:08x}")).collect::<String>();
    text = text.trim_start_matches('0').to_owned();
    text
}
