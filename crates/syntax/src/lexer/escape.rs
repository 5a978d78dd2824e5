//! Backslashes in texts, and the margin of heredocs.

use diagnostics::{Diagnostic, Span};
use ecow::EcoString;

use super::Lexer;

/// The escapes of double-quoted strings: the letters that may follow a backslash, where `L` joins lines. Every text with
/// escapes supports `\\\\`, too; an empty text supports none.
pub(super) const DOUBLE_QUOTED: &str = "trnsuL$'\"";

const ILLEGAL_UNICODE: &str =
    "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";

impl Lexer<'_> {
    /// Unescapes the text of a double-quoted string or a heredoc. Warnings are reported at `pos`, which is where
    /// Puppet's lexer is when it has read the text up to its end.
    pub(super) fn unescape(&mut self, start: usize, end: usize, escapes: &str, pos: usize) -> EcoString {
        let raw = self.slice(start, end);
        let margin = self.margin();
        let plain = escapes.is_empty() || !raw.contains('\\');
        if plain && margin.is_empty() {
            return EcoString::from(raw);
        }
        let mut text = String::with_capacity(raw.len());
        let mut rest = raw;
        if start == 0 || self.bytes.get(start - 1) == Some(&b'\n') {
            rest = rest.strip_prefix(margin).unwrap_or(rest);
        }
        let next = |rest: &str| match (margin.is_empty(), plain) {
            (true, _) => memchr::memchr(b'\\', rest.as_bytes()),
            (false, true) => memchr::memchr(b'\n', rest.as_bytes()),
            (false, false) => memchr::memchr2(b'\n', b'\\', rest.as_bytes()),
        };
        while let Some(found) = next(rest) {
            text.push_str(rest.get(..found).unwrap_or_default());
            let special = rest.get(found..).unwrap_or_default();
            if let Some(line) = special.strip_prefix('\n') {
                text.push('\n');
                rest = line.strip_prefix(margin).unwrap_or(line);
                continue;
            }
            let whole = end - special.len();
            rest = self.escape(special.get(1..).unwrap_or_default(), escapes, whole, pos, &mut text);
        }
        text.push_str(rest);
        EcoString::from(text)
    }

    /// Reads the rest of an escape after its backslash, and returns the text that follows.
    fn escape<'b>(&mut self, rest: &'b str, escapes: &str, backslash: usize, pos: usize, text: &mut String) -> &'b str {
        if let Some(line) = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')) {
            if escapes.contains('L') {
                return line.strip_prefix(self.margin()).unwrap_or(line);
            }
            text.push('\\');
            return rest;
        }
        let Some(character) = rest.chars().next() else {
            text.push('\\');
            return rest;
        };
        let after = rest.get(character.len_utf8()..).unwrap_or_default();
        let replacement = match character {
            't' => Some('\t'),
            'r' => Some('\r'),
            'n' => Some('\n'),
            's' => Some(' '),
            '\\' | '$' | '\'' | '"' => Some(character),
            'u' if escapes.contains('u') => return self.unicode(after, backslash, pos, text),
            '\r' => {
                // Not the end of a line, so Puppet does not see an escape here.
                text.push('\\');
                return rest;
            }
            _ => None,
        };
        if let Some(replacement) = replacement.filter(|_| character == '\\' || escapes.contains(character)) {
            text.push(replacement);
            return after;
        }
        if escapes == DOUBLE_QUOTED {
            self.warn(
                backslash,
                1 + character.len_utf8(),
                pos,
                "UNRECOGNIZED_ESCAPE",
                format!("Unrecognized escape sequence '\\{character}'"),
            );
        }
        text.push('\\');
        text.push(character);
        after
    }

    /// Reads the rest of an escape after `\u`, and returns the text that follows.
    fn unicode<'b>(&mut self, rest: &'b str, backslash: usize, pos: usize, text: &mut String) -> &'b str {
        let (digits, after) = match rest.strip_prefix('{').and_then(|braced| braced.split_once('}')) {
            Some((digits, after)) if (1..=6).contains(&digits.len()) => (digits, after),
            _ => rest.split_at_checked(4).unwrap_or(("", rest)),
        };
        let code = if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            u32::from_str_radix(digits, 16).ok()
        } else {
            None
        };
        match code.and_then(char::from_u32) {
            Some(character) => {
                text.push(character);
                after
            }
            None => {
                self.warn(backslash, 2, pos, "ILLEGAL_UNICODE_ESCAPE", ILLEGAL_UNICODE.to_owned());
                text.push_str("\\u");
                rest
            }
        }
    }

    fn warn(&mut self, escape: usize, length: usize, pos: usize, code: &'static str, message: String) {
        let warning = Diagnostic::warning(Span::new(pos, pos), message)
            .code(code)
            .label(Span::new(escape, escape + length), "this escape");
        self.lexed.warnings.push(warning);
    }
}

/// Unescapes the text of a single-quoted string, in which only `\\` and `\'` are escapes.
pub(super) fn unescape_single(raw: &str) -> EcoString {
    // File contents may be long.
    if memchr::memchr(b'\\', raw.as_bytes()).is_none() {
        return EcoString::from(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(found) = rest.find('\\') {
        text.push_str(rest.get(..found).unwrap_or_default());
        let after = rest.get(found + 1..).unwrap_or_default();
        match after.as_bytes().first() {
            Some(b'\\' | b'\'') => {
                text.push_str(after.get(..1).unwrap_or_default());
                rest = after.get(1..).unwrap_or_default();
            }
            _ => {
                text.push('\\');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    EcoString::from(text)
}
