//! Reads source text: words, marks, and everything between two brackets.

/// The unread rest of a source text.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { rest: text }
    }

    /// Returns the unread rest.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Returns the next character.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    pub fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Skips a mark if it is the next.
    pub fn eat(&mut self, mark: &str) -> bool {
        let after = self.rest.strip_prefix(mark);
        self.rest = after.unwrap_or(self.rest);
        after.is_some()
    }

    /// Takes a number of bytes.
    pub fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Returns a name of letters, digits, underscores and double colons.
    pub fn name(&mut self) -> &'a str {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':');
        self.take(self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len()))
    }

    /// Returns a number.
    pub fn number(&mut self) -> &'a str {
        let is_part = |letter: char| letter.is_ascii_digit() || letter == '.';
        self.take(self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len()))
    }

    /// Returns a string or expression with its quotes, or everything from an opening bracket to the closing one.
    pub fn enclosed(&mut self) -> &'a str {
        self.take(enclosed_length(self.rest))
    }
}

/// Splits a bracketed list at its commas.
pub fn arguments(enclosed: &str) -> Vec<&str> {
    let inside = &enclosed[1..enclosed.len() - 1];
    if inside.trim().is_empty() {
        return Vec::new();
    }
    let mut arguments = Vec::new();
    let mut start = 0;
    let mut position = 0;
    while let Some(letter) = inside[position..].chars().next() {
        position += if begins_enclosed(inside, position) {
            enclosed_length(&inside[position..])
        } else {
            if letter == ',' {
                arguments.push(&inside[start..position]);
                start = position + 1;
            }
            letter.len_utf8()
        };
    }
    arguments.push(&inside[start..]);
    arguments
}

fn enclosed_length(text: &str) -> usize {
    let opening = text.chars().next().unwrap_or_default();
    let closing = match opening {
        '(' => ')',
        '[' => ']',
        '{' => '}',
        quote => quote,
    };
    let mut position = 1;
    while let Some(letter) = text[position..].chars().next() {
        if letter == closing {
            return position + 1;
        }
        position += match letter {
            '\\' if opening == closing => 2,
            _ if opening != closing && begins_enclosed(text, position) => enclosed_length(&text[position..]),
            letter => letter.len_utf8(),
        };
    }
    panic!("nothing closes '{text}'")
}

/// Returns whether a quote or bracket opens here; a slash after a value is a division.
fn begins_enclosed(text: &str, position: usize) -> bool {
    let divides = || {
        let before = text[..position].trim_end().chars().next_back();
        before.is_some_and(|letter| letter.is_alphanumeric() || matches!(letter, ')' | ']' | '}' | '\'' | '"'))
    };
    match text[position..].chars().next() {
        Some('(' | '[' | '{' | '\'' | '"') => true,
        Some('/') => !divides(),
        _ => false,
    }
}
