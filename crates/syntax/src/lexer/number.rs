//! Numbers, and the errors in them.

use diagnostics::Span;

use super::{Lexer, TokenKind, word::is_word};

impl Lexer<'_> {
    pub(super) fn number(&mut self) {
        let start = self.pos;
        if let Some(end) = self.number_end(start) {
            let text = self.slice(start, end);
            if let Err((code, message)) = check(text) {
                self.pos = end;
                return self.fail(start, start, code, message);
            }
            self.last_match = Some(Span::new(start, end));
            return self.push(TokenKind::Number, end - start);
        }
        let end = self.word_end(start);
        // After a dot this may be the rest of a malformed decimal number.
        let mut first = start;
        if start > 1 && self.peek(start - 1) == b'.' {
            while let Some(before) = first.checked_sub(if first == start { 2 } else { 1 })
                && self.peek(before).is_ascii_digit()
            {
                first = before;
            }
        }
        let text = self.slice(first, end);
        self.pos = end;
        match check(text) {
            Err((code, message)) => self.fail(start, first, code, message),
            // A letter beyond ASCII follows.
            Ok(()) => self.fail(start, first + 1, "ILLEGAL_NUMBER", format!("Illegal number '{text}'")),
        }
    }

    /// The end of the longest number that is not followed by a word character.
    fn number_end(&self, start: usize) -> Option<usize> {
        if self.peek(start) == b'0' && matches!(self.peek(start + 1), b'x' | b'X') {
            let end = self.word_end(start + 2);
            let digits = self.bytes.get(start + 2..end).unwrap_or_default();
            let valid = !digits.is_empty() && digits.iter().all(u8::is_ascii_hexdigit);
            return (valid && self.ends_word(end)).then_some(end);
        }
        let whole = self.digits_end(start);
        let fraction = if self.peek(whole) == b'.' && self.peek(whole + 1).is_ascii_digit() {
            self.digits_end(whole + 1)
        } else {
            whole
        };
        let exponent = |pos: usize| {
            if !matches!(self.peek(pos), b'e' | b'E') {
                return None;
            }
            let digits = if self.peek(pos + 1) == b'-' { pos + 2 } else { pos + 1 };
            let end = self.digits_end(digits);
            (end > digits).then_some(end)
        };
        [exponent(fraction), Some(fraction), exponent(whole), Some(whole)]
            .into_iter()
            .flatten()
            .find(|end| self.ends_word(*end))
    }

    /// Whether a number may end at `pos`.
    fn ends_word(&self, pos: usize) -> bool {
        match self.peek(pos) {
            0x80.. => {
                !self.slice(pos, self.end).chars().next().is_some_and(|next| next.is_alphanumeric() || next == '_')
            }
            byte => !is_word(byte),
        }
    }

    fn digits_end(&self, mut pos: usize) -> usize {
        while self.peek(pos).is_ascii_digit() {
            pos += 1;
        }
        pos
    }
}

/// Checks a number; an error is a code and a message.
fn check(text: &str) -> Result<(), (&'static str, String)> {
    let bytes = text.as_bytes();
    let digits = |from: usize, fits: fn(&u8) -> bool| {
        let rest = bytes.get(from..).unwrap_or_default();
        !rest.is_empty() && rest.iter().all(fits)
    };
    let (valid, code, radix) = match bytes {
        [b'0', b'x' | b'X', ..] => (digits(2, u8::is_ascii_hexdigit), "INVALID_HEX_NUMBER", "hex"),
        [b'0', second, ..] if *second != b'.' => {
            (digits(1, |byte| matches!(byte, b'0'..=b'7')), "INVALID_OCTAL_NUMBER", "octal")
        }
        _ => {
            let whole = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
            if !matches!(bytes.get(whole), Some(b'e' | b'E' | b'.')) {
                let error = || ("ILLEGAL_NUMBER", format!("Illegal number '{text}'"));
                return if whole == bytes.len() { Ok(()) } else { Err(error()) };
            }
            (is_decimal(bytes.get(whole..).unwrap_or_default()), "INVALID_DECIMAL_NUMBER", "decimal")
        }
    };
    if valid { Ok(()) } else { Err((code, format!("Not a valid {radix} number {text}"))) }
}

/// Whether this may follow the integer part of a decimal number: `.5`, `e3`, `.5e-3`.
fn is_decimal(mut rest: &[u8]) -> bool {
    let count = |bytes: &[u8]| bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if let [b'.', fraction @ ..] = rest {
        let length = count(fraction);
        if length == 0 {
            return false;
        }
        rest = fraction.get(length..).unwrap_or_default();
    }
    match rest {
        [] => true,
        [b'e' | b'E', b'-', exponent @ ..] | [b'e' | b'E', exponent @ ..] => {
            !exponent.is_empty() && count(exponent) == exponent.len()
        }
        _ => false,
    }
}
