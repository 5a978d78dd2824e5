//! Reads the resources that somebody edited: declarations with literal values, and nothing else of the language.
//!
//! This is what `bunraku resource --edit` writes and reads back. Variables, expressions and conditions are refused with
//! their place.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::Value;

/// How deep arrays and hashes may be nested.
const MAX_DEPTH: usize = 100;

/// A resource as it was declared.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Declaration {
    pub(crate) type_name: EcoString,
    pub(crate) title: EcoString,
    pub(crate) attributes: Vec<(EcoString, Value)>,
}

/// What cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mistake {
    pub(crate) message: String,
    pub(crate) line: usize,
    pub(crate) column: usize,
}

/// Reads all declarations of a text.
pub(crate) fn read(text: &str) -> Result<Vec<Declaration>, Mistake> {
    let mut reader = Reader { text, at: 0 };
    let mut declarations = Vec::new();
    reader.skip_blanks();
    while !reader.rest().is_empty() {
        reader.declaration(&mut declarations)?;
        reader.skip_blanks();
    }
    Ok(declarations)
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn declaration(&mut self, declarations: &mut Vec<Declaration>) -> Result<(), Mistake> {
        let type_name = self.word("the name of a type")?.to_lowercase();
        self.expect("{", "behind the type")?;
        while !self.accept("}") {
            let place = self.at;
            let Value::String(title) = self.value(0)? else {
                return Err(self.mistake_at(place, "a title is a string"));
            };
            self.expect(":", "behind the title")?;
            let attributes = self.attributes()?;
            declarations.push(Declaration { type_name: type_name.as_str().into(), title, attributes });
            if !self.accept(";") && !self.looks_at("}") {
                return Err(self.unexpected("',', ';' or '}'"));
            }
        }
        Ok(())
    }

    fn attributes(&mut self) -> Result<Vec<(EcoString, Value)>, Mistake> {
        let mut attributes: Vec<(EcoString, Value)> = Vec::new();
        while !self.looks_at("}") && !self.looks_at(";") {
            let place = self.at;
            let name = EcoString::from(self.word("the name of an attribute")?);
            if attributes.iter().any(|(known, _)| *known == name) {
                return Err(self.mistake_at(place, &format!("'{name}' is given twice")));
            }
            self.expect("=>", &format!("behind '{name}'"))?;
            attributes.push((name, self.value(0)?));
            if !self.accept(",") {
                break;
            }
        }
        Ok(attributes)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Mistake> {
        if depth > MAX_DEPTH {
            return Err(self.mistake_at(self.at, "the value is nested too deeply"));
        }
        self.skip_blanks();
        match self.rest().chars().next() {
            Some('\'') => self.single_quoted().map(Value::String),
            Some('"') => self.double_quoted().map(Value::String),
            Some('[') => self.array(depth),
            Some('{') => self.hash(depth),
            Some('-' | '+' | '0'..='9') => self.number(),
            Some('$') => Err(self.mistake_at(self.at, "variables cannot be used here; write the value")),
            Some(letter) if letter.is_ascii_alphabetic() => {
                let place = self.at;
                match self.word("a value")? {
                    "true" => Ok(Value::Boolean(true)),
                    "false" => Ok(Value::Boolean(false)),
                    "undef" => Ok(Value::Undef),
                    "default" => Ok(Value::Default),
                    word if word.starts_with(|first: char| first.is_ascii_lowercase()) => {
                        Ok(Value::String(word.into()))
                    }
                    word => Err(self.mistake_at(place, &format!("'{word}' is no literal value"))),
                }
            }
            _ => Err(self.unexpected("a value")),
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, Mistake> {
        self.expect("[", "")?;
        let mut items = Vec::new();
        while !self.accept("]") {
            items.push(self.value(depth + 1)?);
            if !self.accept(",") && !self.looks_at("]") {
                return Err(self.unexpected("',' or ']'"));
            }
        }
        Ok(items.into())
    }

    fn hash(&mut self, depth: usize) -> Result<Value, Mistake> {
        self.expect("{", "")?;
        let mut entries = Vec::new();
        while !self.accept("}") {
            let key = self.value(depth + 1)?;
            self.expect("=>", "behind the key")?;
            entries.push((key, self.value(depth + 1)?));
            if !self.accept(",") && !self.looks_at("}") {
                return Err(self.unexpected("',' or '}'"));
            }
        }
        Ok(Value::hash(entries))
    }

    fn number(&mut self) -> Result<Value, Mistake> {
        let place = self.at;
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | '+');
        let length = self.rest().find(|letter| !is_part(letter)).unwrap_or(self.rest().len());
        let text = &self.rest()[..length];
        self.at += length;
        let digits = text.trim_start_matches(['-', '+']);
        let sign = if text.starts_with('-') { "-" } else { "" };
        let radix = |digits: &str, radix| i64::from_str_radix(&format!("{sign}{digits}"), radix).ok();
        let integer = match digits.as_bytes() {
            [b'0', b'x' | b'X', ..] => radix(&digits[2..], 16),
            [b'0', b'0'..=b'9', ..] => radix(&digits[1..], 8),
            _ => radix(digits, 10),
        };
        if let Some(integer) = integer {
            return Ok(Value::Integer(integer));
        }
        let is_float = digits.starts_with(|first: char| first.is_ascii_digit()) && digits.contains(['.', 'e', 'E']);
        match text.parse::<f64>() {
            Ok(float) if is_float && float.is_finite() => Ok(Value::from(float)),
            _ => Err(self.mistake_at(place, &format!("'{text}' is no number"))),
        }
    }

    fn single_quoted(&mut self) -> Result<EcoString, Mistake> {
        let (place, mut text) = (self.at, EcoString::new());
        let mut letters = self.rest().char_indices().skip(1).peekable();
        while let Some((offset, letter)) = letters.next() {
            match (letter, letters.peek()) {
                ('\'', _) => {
                    self.at += offset + 1;
                    return Ok(text);
                }
                ('\\', Some((_, escaped @ ('\'' | '\\')))) => {
                    text.push(*escaped);
                    letters.next();
                }
                (letter, _) => text.push(letter),
            }
        }
        Err(self.mistake_at(place, "the string has no end"))
    }

    fn double_quoted(&mut self) -> Result<EcoString, Mistake> {
        let (place, start) = (self.at, self.at);
        let mut text = EcoString::new();
        self.at += 1;
        loop {
            let Some(letter) = self.rest().chars().next() else {
                return Err(self.mistake_at(place, "the string has no end"));
            };
            self.at += letter.len_utf8();
            match letter {
                '"' => return Ok(text),
                '\\' => text.push(self.escaped(start)?),
                '$' if self.rest().starts_with(|next: char| next == '{' || next.is_alphabetic() || next == '_') => {
                    return Err(
                        self.mistake_at(self.at - 1, "variables cannot be used here; write \\$ for a dollar sign")
                    );
                }
                other => text.push(other),
            }
        }
    }

    /// The character of an escape whose backslash was read.
    fn escaped(&mut self, start: usize) -> Result<char, Mistake> {
        let Some(letter) = self.rest().chars().next() else {
            return Err(self.mistake_at(start, "the string has no end"));
        };
        let place = self.at - 1;
        self.at += letter.len_utf8();
        match letter {
            'n' => Ok('\n'),
            'r' => Ok('\r'),
            't' => Ok('\t'),
            's' => Ok(' '),
            '"' | '\'' | '\\' | '$' => Ok(letter),
            'u' => {
                let (digits, length) = match self.rest().strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                    Some((digits, _)) => (digits, digits.len() + 2),
                    None => (self.rest().get(..4).unwrap_or_default(), 4),
                };
                let character = u32::from_str_radix(digits, 16).ok().and_then(char::from_u32);
                let character = character.ok_or_else(|| self.mistake_at(place, "\\u names no character"))?;
                self.at += length;
                Ok(character)
            }
            other => Err(self.mistake_at(place, &format!("'\\{other}' is no escape"))),
        }
    }

    fn word(&mut self, what: &str) -> Result<&'t str, Mistake> {
        self.skip_blanks();
        let rest = self.rest();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let mut length = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        while let Some(more) = rest[length..].strip_prefix("::").filter(|more| more.starts_with(is_part)) {
            length += 2 + more.find(|letter| !is_part(letter)).unwrap_or(more.len());
        }
        if length == 0 {
            return Err(self.unexpected(what));
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn looks_at(&mut self, sign: &str) -> bool {
        self.skip_blanks();
        self.rest().starts_with(sign)
    }

    fn accept(&mut self, sign: &str) -> bool {
        let found = self.looks_at(sign);
        if found {
            self.at += sign.len();
        }
        found
    }

    fn expect(&mut self, sign: &str, place: &str) -> Result<(), Mistake> {
        if self.accept(sign) {
            return Ok(());
        }
        Err(self.unexpected(format!("'{sign}' {place}").trim_end()))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if !trimmed.starts_with('#') {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn unexpected(&mut self, expected: &str) -> Mistake {
        self.skip_blanks();
        let found = match self.rest().chars().next() {
            Some(letter) => format!("'{letter}'"),
            None => String::from("the end of the text"),
        };
        self.mistake_at(self.at, &format!("expected {expected}, found {found}"))
    }

    fn mistake_at(&self, place: usize, message: &str) -> Mistake {
        let before = &self.text[..place];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Mistake {
            message: message.to_owned(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }
}
