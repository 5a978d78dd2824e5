//! Escapes of characters: `\n`, `\x41`, `\101`, `\u{41 42}`, `\cA`.
//!
//! They are the same inside and outside of brackets. Ruby lets a character beyond ASCII be written byte by byte
//! (`\xC3\xA9`), so reading one escape may consume several.

use super::{
    error::{Problem, RegexpProblem},
    parse::Parser,
};

/// The largest code of an octal escape: a byte.
const MAX_OCTAL: u32 = 0o377;

/// The enclosing control and meta escapes, so that none is applied twice.
#[derive(Clone, Copy, Default)]
struct Modifiers {
    control: bool,
    meta: bool,
}

impl Parser<'_> {
    /// Reads what follows a backslash if it is a character; otherwise returns the letter itself.
    ///
    /// Only `\u{41 42}` yields more than one.
    pub(super) fn escaped_characters(&mut self) -> Result<Vec<char>, Problem> {
        let start = self.position();
        if self.peek() == Some('u') {
            self.advance();
            return self.unicode_escape(start);
        }
        let code = self.escaped_code(start, Modifiers::default())?;
        if code < 0x80 || !self.last_escape_was_a_byte {
            let character = char::from_u32(code);
            return Ok(vec![character.ok_or_else(|| RegexpProblem::InvalidUnicodeRange.at(start))?]);
        }
        Ok(vec![self.multibyte_escape(code, start)?])
    }

    /// Reads one escape after its backslash as a code.
    fn escaped_code(&mut self, start: usize, modifiers: Modifiers) -> Result<u32, Problem> {
        self.last_escape_was_a_byte = false;
        let letter = self.next().ok_or_else(|| RegexpProblem::ShortEscape.at(start))?;
        Ok(match letter {
            'n' => 0x0A,
            't' => 0x09,
            'r' => 0x0D,
            'f' => 0x0C,
            'v' => 0x0B,
            'a' => 0x07,
            'e' => 0x1B,
            'x' => {
                let code = self.digits(16, 2).ok_or_else(|| RegexpProblem::InvalidHexEscape.at(start))?;
                self.last_escape_was_a_byte = true;
                code
            }
            '0'..='7' => {
                self.step_back(letter);
                let code = self.digits(8, 3).unwrap_or_default();
                if code > MAX_OCTAL {
                    return Err(RegexpProblem::InvalidEscapeCode.at(start));
                }
                self.last_escape_was_a_byte = true;
                code
            }
            'c' => self.control_escape(start, modifiers)?,
            'C' => {
                if !self.take('-') {
                    return Err(RegexpProblem::ShortControlEscape.at(start));
                }
                self.control_escape(start, modifiers)?
            }
            'M' => {
                if modifiers.meta {
                    return Err(RegexpProblem::DuplicateMetaEscape.at(start));
                }
                if !self.take('-') {
                    return Err(RegexpProblem::ShortMetaEscape.at(start));
                }
                let modifiers = Modifiers { meta: true, ..modifiers };
                let code = self.modified_code(start, modifiers, RegexpProblem::ShortMetaEscape)?;
                self.last_escape_was_a_byte = true;
                (code & 0xFF) | 0x80
            }
            other => u32::from(other),
        })
    }

    fn control_escape(&mut self, start: usize, modifiers: Modifiers) -> Result<u32, Problem> {
        if modifiers.control {
            return Err(RegexpProblem::DuplicateControlEscape.at(start));
        }
        let modifiers = Modifiers { control: true, ..modifiers };
        let code = self.modified_code(start, modifiers, RegexpProblem::ShortControlEscape)?;
        Ok(code & 0x9F)
    }

    /// Reads the argument of `\c` or `\M-`: an ASCII character or a further escape.
    fn modified_code(&mut self, start: usize, modifiers: Modifiers, short: RegexpProblem) -> Result<u32, Problem> {
        match self.next() {
            Some('\\') => self.escaped_code(start, modifiers),
            Some(character) if character.is_ascii() => Ok(u32::from(character)),
            _ => Err(short.at(start)),
        }
    }

    fn unicode_escape(&mut self, start: usize) -> Result<Vec<char>, Problem> {
        let scalar = |code| char::from_u32(code).ok_or_else(|| RegexpProblem::InvalidUnicodeRange.at(start));
        if self.peek().is_none() {
            return Err(RegexpProblem::ShortEscape.at(start));
        }
        if !self.take('{') {
            let before = self.position();
            return match self.digits(16, 4) {
                Some(code) if self.position() - before == 4 => Ok(vec![scalar(code)?]),
                _ => Err(RegexpProblem::InvalidUnicodeEscape.at(start)),
            };
        }
        let mut characters = Vec::new();
        loop {
            while self.peek().is_some_and(|character| character.is_ascii_whitespace()) {
                self.advance();
            }
            if self.take('}') {
                break;
            }
            // One digit more than a scalar can have, so that too large a number is recognized.
            match self.digits(16, 7) {
                Some(code) => characters.push(scalar(code)?),
                None => return Err(RegexpProblem::InvalidUnicodeList.at(start)),
            }
        }
        if characters.is_empty() {
            return Err(RegexpProblem::InvalidUnicodeList.at(start));
        }
        Ok(characters)
    }

    /// Reads the rest of a character whose first byte was written as an escape.
    fn multibyte_escape(&mut self, first: u32, start: usize) -> Result<char, Problem> {
        let length = match first {
            0xC2..=0xDF => 2,
            0xE0..=0xEF => 3,
            0xF0..=0xF4 => 4,
            _ => return Err(RegexpProblem::InvalidMultibyteEscape.at(start)),
        };
        let mut bytes = vec![first as u8];
        while bytes.len() < length {
            if !self.take('\\') {
                return Err(RegexpProblem::ShortMultibyteEscape.at(start));
            }
            let code = self.escaped_code(start, Modifiers::default())?;
            match u8::try_from(code) {
                Ok(byte) if self.last_escape_was_a_byte => bytes.push(byte),
                _ => return Err(RegexpProblem::ShortMultibyteEscape.at(start)),
            }
        }
        std::str::from_utf8(&bytes)
            .ok()
            .and_then(|text| text.chars().next())
            .ok_or_else(|| RegexpProblem::InvalidMultibyteEscape.at(start))
    }

    /// Reads up to `maximum` digits; `None` if there is none.
    fn digits(&mut self, base: u32, maximum: usize) -> Option<u32> {
        let mut code = None;
        for _ in 0..maximum {
            let Some(digit) = self.peek().and_then(|character| character.to_digit(base)) else {
                break;
            };
            self.advance();
            code = Some(code.unwrap_or(0) * base + digit);
        }
        code
    }
}
