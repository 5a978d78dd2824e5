//! Words, numbers, strings and brackets of a type expression.

use diagnostics::Span;

use super::{Radix, TypeParseError, TypeParseErrorKind as Reason};
use crate::{regexp::Regexp, value::Value};

/// A token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    /// A capitalized name, like `Integer` or `Stdlib::Port`.
    TypeName,
    /// A literal, or a word without quotes.
    Value(Value),
    OpenBracket,
    /// An opening bracket after a blank, which cannot begin parameters.
    SpacedOpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenParenthesis,
    CloseParenthesis,
    Comma,
    Arrow,
    End,
}

impl Token {
    pub(super) fn text(&self) -> &'static str {
        match self {
            Token::OpenBracket | Token::SpacedOpenBracket => "[",
            Token::CloseBracket => "]",
            Token::OpenBrace => "{",
            Token::CloseBrace => "}",
            Token::OpenParenthesis => "(",
            Token::CloseParenthesis => ")",
            Token::Comma => ",",
            Token::Arrow => "=>",
            Token::TypeName | Token::Value(_) | Token::End => "",
        }
    }
}

/// Keywords of the language that cannot be bare words.
const KEYWORDS: &[&str] = &[
    "and", "attr", "case", "class", "define", "else", "elsif", "if", "in", "inherits", "node", "or", "private",
    "unless",
];

/// Keywords that cannot be bare words but can be keys of a hash.
const KEYWORDS_BUT_KEYS: &[&str] =
    &["application", "component", "consumes", "function", "import", "plan", "produces", "site", "type"];

/// Returns whether a word cannot be a string without quotes.
pub(crate) fn is_keyword(word: &str) -> bool {
    matches!(word, "true" | "false" | "undef" | "default")
        || KEYWORDS.contains(&word)
        || KEYWORDS_BUT_KEYS.contains(&word)
}

pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0 }
    }

    pub(super) fn next(&mut self) -> Result<(Token, Span), TypeParseError> {
        let before = self.position;
        self.skip_blanks();
        let start = self.position;
        let spaced = start > before || start == 0;
        let Some(first) = self.rest().chars().next() else { return Ok((Token::End, Span::new(start, start))) };
        let token = match first {
            '[' if spaced => self.punctuation(Token::SpacedOpenBracket),
            '[' => self.punctuation(Token::OpenBracket),
            ']' => self.punctuation(Token::CloseBracket),
            '{' => self.punctuation(Token::OpenBrace),
            '}' => self.punctuation(Token::CloseBrace),
            '(' => self.punctuation(Token::OpenParenthesis),
            ')' => self.punctuation(Token::CloseParenthesis),
            ',' => self.punctuation(Token::Comma),
            '=' if self.rest().starts_with("=>") => {
                self.position += 2;
                Token::Arrow
            }
            '\'' => Token::Value(self.single_quoted()?),
            '"' => Token::Value(self.double_quoted()?),
            '/' => Token::Value(self.regexp()?),
            '0'..='9' => Token::Value(self.number(start)?),
            '-' if self.rest()[1..].trim_start_matches([' ', '\t']).starts_with(|next: char| next.is_ascii_digit()) => {
                self.position += 1;
                self.skip_blanks();
                Token::Value(self.number(start)?)
            }
            'A'..='Z' => self.type_name(start)?,
            ':' if self.rest().starts_with("::")
                && self.rest()[2..].starts_with(|next: char| next.is_ascii_uppercase()) =>
            {
                self.position += 2;
                self.type_name(start)?
            }
            'a'..='z' | '_' => self.word()?,
            '$' => {
                let span = Span::new(start, start + 1);
                return Err(TypeParseError::new(Reason::NotAType, span, "variables cannot be used here")
                    .hint("write the value itself"));
            }
            other => {
                let end = start + other.len_utf8();
                let reason = Reason::Token { found: Some(other.into()), expected: None };
                return Err(TypeParseError::new(reason, Span::new(start, end), format!("Syntax error at '{other}'")));
            }
        };
        Ok((token, Span::new(start, self.position)))
    }

    fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    fn punctuation(&mut self, token: Token) -> Token {
        self.position += 1;
        token
    }

    fn skip_blanks(&mut self) {
        loop {
            // Nearly all blanks are ASCII; the rest is checked once more as text.
            let bytes = &self.text.as_bytes()[self.position..];
            self.position += bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if !matches!(self.text.as_bytes().get(self.position), Some(b'#' | b'/' | 0x80..)) {
                return;
            }
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.position += rest.len() - trimmed.len();
            if trimmed.starts_with('#') {
                self.position += trimmed.find('\n').unwrap_or(trimmed.len());
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                match comment.find("*/") {
                    Some(end) => self.position += end + 4,
                    // An unclosed comment extends to the end; the parser then reports what is missing.
                    None => self.position = self.text.len(),
                }
            } else {
                return;
            }
        }
    }

    /// Reads a name in which every segment is capitalized.
    fn type_name(&mut self, start: usize) -> Result<Token, TypeParseError> {
        self.name();
        let name = &self.text[start..self.position];
        let capitalized = |segment: &str| segment.starts_with(|first: char| first.is_ascii_uppercase());
        if !name.as_bytes().contains(&b':') || name.trim_start_matches("::").split("::").all(capitalized) {
            return Ok(Token::TypeName);
        }
        let message = format!("Illegal fully qualified name '{name}'");
        Err(TypeParseError::new(Reason::Name, Span::new(start, self.position), message)
            .hint("each part of a type's name begins with a capital letter"))
    }

    /// Skips letters, digits, underscores and the double colons between segments.
    fn name(&mut self) {
        let bytes = self.text.as_bytes();
        let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
        loop {
            while is_word(bytes.get(self.position)) {
                self.position += 1;
            }
            if self.rest().starts_with("::") && is_word(bytes.get(self.position + 2)) {
                self.position += 2;
            } else {
                return;
            }
        }
    }

    fn word(&mut self) -> Result<Token, TypeParseError> {
        let start = self.position;
        loop {
            self.name();
            // A hyphen is part of a word only between its letters.
            let rest = &self.text.as_bytes()[self.position..];
            let hyphens = rest.iter().take_while(|byte| **byte == b'-').count();
            if hyphens > 0 && rest.get(hyphens).is_some_and(u8::is_ascii_alphanumeric) {
                self.position += hyphens;
            } else {
                break;
            }
        }
        let word = &self.text[start..self.position];
        Ok(Token::Value(match word {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "undef" => Value::Undef,
            "default" => Value::Default,
            _ if KEYWORDS.contains(&word)
                || KEYWORDS_BUT_KEYS.contains(&word) && !self.rest().trim_start().starts_with("=>") =>
            {
                let reason = Reason::Token { found: Some(word.into()), expected: None };
                let span = Span::new(start, self.position);
                return Err(TypeParseError::new(reason, span, format!("Syntax error at '{word}'"))
                    .hint(format!("'{word}' is a keyword: put it in quotes")));
            }
            _ => Value::from(word),
        }))
    }

    fn number(&mut self, start: usize) -> Result<Value, TypeParseError> {
        let bytes = self.text.as_bytes();
        let mut end = self.position;
        while let Some(byte) = bytes.get(end) {
            let exponent_sign = matches!(byte, b'-' | b'+')
                && matches!(bytes[end - 1], b'e' | b'E')
                && !self.text[self.position..end].starts_with("0x");
            let point = *byte == b'.' && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
            if !(byte.is_ascii_alphanumeric() || *byte == b'_' || point || exponent_sign) {
                break;
            }
            end += 1;
        }
        let digits = &self.text[self.position..end];
        self.position = end;
        let span = Span::new(start, end);
        let negative = self.text[start..].starts_with('-');
        let bad = |radix: Radix| {
            let message = format!("Illegal number: '{}' is not a valid {} number", span.of(self.text), radix.name());
            TypeParseError::new(Reason::Number(radix), span, message)
        };
        let whole = |text: &str, radix: Radix| {
            let magnitude = u64::from_str_radix(text, radix as u32);
            let signed = |magnitude: u64| if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
            let number = magnitude.ok().and_then(|magnitude| i64::try_from(signed(magnitude)).ok());
            match number {
                Some(number) => Ok(Value::Integer(number)),
                None if !text.is_empty() && text.chars().all(|digit| digit.is_digit(radix as u32)) => {
                    let number = span.of(self.text);
                    let message = format!("The number {number} is outside the range of Integer, which has 64 bits");
                    Err(TypeParseError::new(Reason::Value, span, message))
                }
                None => Err(bad(radix)),
            }
        };
        if let Some(hexadecimal) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
            return whole(hexadecimal, Radix::Hexadecimal);
        }
        if digits.contains(['.', 'e', 'E']) {
            let number: f64 = digits.parse().map_err(|_| bad(Radix::Decimal))?;
            if !number.is_finite() {
                return Err(bad(Radix::Decimal));
            }
            return Ok(Value::Float(if negative { -number } else { number }));
        }
        if digits.len() > 1 && digits.starts_with('0') {
            return whole(&digits[1..], Radix::Octal);
        }
        whole(digits, Radix::Decimal)
    }

    fn single_quoted(&mut self) -> Result<Value, TypeParseError> {
        let start = self.position;
        // Most strings have no escapes and are taken as they are.
        let inside = &self.rest()[1..];
        match inside.find(['\'', '\\']) {
            Some(end) if inside.as_bytes()[end] == b'\'' => {
                self.position = start + end + 2;
                return Ok(Value::from(&inside[..end]));
            }
            _ => {}
        }
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, character)) = characters.next() {
            match character {
                '\'' => {
                    self.position = start + offset + 1;
                    return Ok(Value::from(text));
                }
                '\\' => match characters.peek() {
                    Some((_, escaped @ ('\'' | '\\'))) => {
                        text.push(*escaped);
                        characters.next();
                    }
                    _ => text.push('\\'),
                },
                other => text.push(other),
            }
        }
        Err(unclosed(start, "'"))
    }

    fn double_quoted(&mut self) -> Result<Value, TypeParseError> {
        let start = self.position;
        let mut text = String::new();
        let mut characters = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, character)) = characters.next() {
            match character {
                '"' => {
                    self.position = start + offset + 1;
                    return Ok(Value::from(text));
                }
                '$' if characters
                    .peek()
                    .is_some_and(|(_, next)| *next == '{' || next.is_ascii_lowercase() || *next == '_') =>
                {
                    let position = start + offset;
                    let span = Span::new(position, position + 1);
                    return Err(TypeParseError::new(Reason::NotAType, span, "variables cannot be used here")
                        .hint("write \\$ for a dollar sign"));
                }
                '\\' => match characters.next().map(|(_, escaped)| escaped) {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('s') => text.push(' '),
                    Some('r') => text.push('\r'),
                    Some('u') => match unicode_escape(&mut characters) {
                        Some(character) => text.push(character),
                        None => {
                            let position = start + offset;
                            let span = Span::new(position, position + 2);
                            return Err(TypeParseError::new(Reason::Text, span, "bad Unicode escape")
                                .hint("write four digits like \\u00e9, or up to six in braces like \\u{1f600}"));
                        }
                    },
                    Some('\n') => {}
                    Some(escaped @ ('\\' | '"' | '\'' | '$')) => text.push(escaped),
                    Some(other) => text.extend(['\\', other]),
                    None => break,
                },
                other => text.push(other),
            }
        }
        Err(unclosed(start, "\""))
    }

    fn regexp(&mut self) -> Result<Value, TypeParseError> {
        let start = self.position;
        let mut source = String::with_capacity(32);
        let mut characters = self.rest().char_indices().skip(1);
        while let Some((offset, character)) = characters.next() {
            match character {
                '/' => {
                    self.position = start + offset + 1;
                    let span = Span::new(start, self.position);
                    return Regexp::new(&source)
                        .map(Value::from)
                        .map_err(|error| TypeParseError::new(Reason::Value, span, error.to_string()));
                }
                '\\' => match characters.next() {
                    Some((_, '/')) => source.push('/'),
                    Some((_, escaped)) => source.extend(['\\', escaped]),
                    None => break,
                },
                '\n' => break,
                other => source.push(other),
            }
        }
        Err(unclosed(start, "/"))
    }
}

fn unclosed(start: usize, quote: &str) -> TypeParseError {
    TypeParseError::new(Reason::Text, Span::new(start, start + 1), format!("Unclosed quote after {quote}"))
        .hint(format!("add the closing {quote}"))
}

fn unicode_escape(characters: &mut std::iter::Peekable<impl Iterator<Item = (usize, char)>>) -> Option<char> {
    let mut digits = String::new();
    if characters.next_if(|(_, next)| *next == '{').is_some() {
        loop {
            match characters.next()?.1 {
                '}' => break,
                digit => digits.push(digit),
            }
            if digits.len() > 6 {
                return None;
            }
        }
    } else {
        for _ in 0..4 {
            digits.push(characters.next()?.1);
        }
    }
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    char::from_u32(u32::from_str_radix(&digits, 16).ok()?)
}
