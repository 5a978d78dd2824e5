//! Bracket expressions: `[a-z[:alpha:]&&[^\d]]`.
//!
//! A class is converted directly to the engine's dialect. The engine has more operators between brackets than Ruby, so
//! every character is escaped.

use super::{
    error::{Problem, RegexpProblem},
    parse::{MAX_NESTING, Options, Parser},
    property::{self, Members, NOTHING},
};

/// How far Ruby looks for the end of a POSIX bracket's name.
const MAX_POSIX_NAME: usize = 20;

/// A member of a class.
enum Item {
    Character(char),
    /// Several characters or a whole set; it cannot begin or end a range.
    Set(String),
    End,
}

/// What a following `-` would apply to.
enum RangeStart {
    /// A `-` here is a literal.
    Nothing,
    Character(char),
    Set,
    Range,
}

impl Parser<'_> {
    /// Reads a class after its opening bracket and returns it in the engine's dialect.
    pub(super) fn class(&mut self, options: Options) -> Result<String, Problem> {
        let start = self.position() - 1;
        let negated = self.take('^');
        let mut operands: Vec<String> = Vec::new();
        let mut members = String::new();
        let mut range_start = RangeStart::Nothing;
        if self.peek() == Some(']') {
            // A leading bracket is a literal, but only if another one can close the class.
            if !self.closing_bracket_follows() {
                return Err(RegexpProblem::EmptyClass.at(start));
            }
            self.advance();
            range_start = RangeStart::Character(']');
        }
        loop {
            let at_operator = self.pending_characters.is_empty();
            if at_operator && self.rest().starts_with("&&") {
                self.advance();
                self.advance();
                flush(&mut range_start, &mut members);
                operands.push(std::mem::take(&mut members));
                continue;
            }
            let at_dash = at_operator && self.peek() == Some('-');
            if at_dash && self.range_continues(&mut range_start, &mut members, options)? {
                continue;
            }
            match self.class_item(options)? {
                Item::End => break,
                Item::Character(character) => {
                    flush(&mut range_start, &mut members);
                    range_start = RangeStart::Character(character);
                }
                Item::Set(set) => {
                    flush(&mut range_start, &mut members);
                    members.push_str(&set);
                    range_start = RangeStart::Set;
                }
            }
        }
        flush(&mut range_start, &mut members);
        operands.push(members);
        Ok(write_class(negated, &operands))
    }

    /// Handles a `-`; returns false if it is a literal.
    fn range_continues(
        &mut self,
        range_start: &mut RangeStart,
        members: &mut String,
        options: Options,
    ) -> Result<bool, Problem> {
        let start = self.position();
        let after = &self.rest()[1..];
        if after.starts_with(']') || after.starts_with("&&") {
            return Ok(false);
        }
        match *range_start {
            RangeStart::Nothing | RangeStart::Range => Ok(false),
            RangeStart::Set => Err(RegexpProblem::UnmatchedRange.at(start)),
            RangeStart::Character(first) => {
                self.advance();
                if self.peek() == Some('[') && !self.posix_bracket_follows() {
                    // Ruby forgets the beginning of a range that an inner class would end.
                    *range_start = RangeStart::Set;
                    return Ok(true);
                }
                match self.class_item(options)? {
                    Item::Character(last) if first <= last => {
                        push_literal(first, members);
                        members.push('-');
                        push_literal(last, members);
                        *range_start = RangeStart::Range;
                        Ok(true)
                    }
                    Item::Character(_) => Err(RegexpProblem::EmptyRange.at(start)),
                    Item::Set(_) => Err(RegexpProblem::ClassAtEndOfRange.at(start)),
                    Item::End => Err(RegexpProblem::UnclosedClass.at(start)),
                }
            }
        }
    }

    fn class_item(&mut self, options: Options) -> Result<Item, Problem> {
        let start = self.position();
        // A list of code points is taken one at a time, so that its last one can begin a range.
        if let Some(character) = self.pending_characters.pop_front() {
            return Ok(Item::Character(character));
        }
        match self.next().ok_or_else(|| RegexpProblem::UnclosedClass.at(start))? {
            ']' => Ok(Item::End),
            '[' => {
                self.step_back('[');
                if self.posix_bracket_follows() {
                    return Ok(Item::Set(self.posix_bracket(options)?));
                }
                self.advance();
                self.nested(start, MAX_NESTING, |parser| parser.class(options)).map(Item::Set)
            }
            '\\' => self.class_escape(options),
            character => Ok(Item::Character(character)),
        }
    }

    fn class_escape(&mut self, options: Options) -> Result<Item, Problem> {
        let start = self.position();
        let letter = self.peek().ok_or_else(|| RegexpProblem::ShortEscape.at(start))?;
        if let Some(set) = property::shorthand(letter, options.mode) {
            self.advance();
            return Ok(Item::Set(set.to_class()));
        }
        match letter {
            'p' | 'P' if self.rest()[1..].starts_with('{') => {
                self.advance();
                Ok(Item::Set(self.property(letter == 'P')?.to_class()))
            }
            'b' => {
                self.advance();
                Ok(Item::Character('\u{8}'))
            }
            _ => {
                let mut characters = self.escaped_characters()?.into_iter();
                let first = characters.next().ok_or_else(|| RegexpProblem::InvalidUnicodeList.at(start))?;
                self.pending_characters.extend(characters);
                Ok(Item::Character(first))
            }
        }
    }

    /// Reads `{name}` after `\p` or `\P`.
    pub(super) fn property(&mut self, negated: bool) -> Result<Members, Problem> {
        let start = self.position();
        self.advance();
        let circumflex = self.take('^');
        let Some((name, _)) = self.rest().split_once('}') else {
            return Err(RegexpProblem::InvalidProperty("".into()).at(start));
        };
        let members = property::property(name).ok_or_else(|| RegexpProblem::InvalidProperty(name.into()).at(start))?;
        self.skip(name.len() + 1);
        Ok(Members { text: members.into(), negated: negated != circumflex })
    }

    /// Returns whether `[:…:]` follows, with a valid name or not.
    fn posix_bracket_follows(&self) -> bool {
        let Some(name) = self.rest().strip_prefix("[:") else {
            return false;
        };
        let length = name.chars().take(MAX_POSIX_NAME).take_while(|c| !matches!(c, ':' | ']')).map(char::len_utf8);
        name[length.sum()..].starts_with(":]")
    }

    fn posix_bracket(&mut self, options: Options) -> Result<String, Problem> {
        let start = self.position();
        let unknown = || RegexpProblem::InvalidPosixBracket.at(start);
        let (name, _) = self.rest()[2..].split_once(":]").ok_or_else(unknown)?;
        let (bare, negated) = match name.strip_prefix('^') {
            Some(bare) => (bare, true),
            None => (name, false),
        };
        let members = property::posix(bare, options.mode).ok_or_else(unknown)?;
        self.skip(name.len() + "[::]".len());
        Ok(Members { text: members.into(), negated }.to_class())
    }

    /// Returns whether an unescaped `]` follows after the current one.
    fn closing_bracket_follows(&self) -> bool {
        let mut escaped = false;
        self.rest()[1..].chars().any(|character| {
            let closes = character == ']' && !escaped;
            escaped = character == '\\' && !escaped;
            closes
        })
    }
}

/// Writes a character that does not begin a range after all.
fn flush(range_start: &mut RangeStart, members: &mut String) {
    if let RangeStart::Character(character) = std::mem::replace(range_start, RangeStart::Nothing) {
        push_literal(character, members);
    }
}

fn write_class(negated: bool, operands: &[String]) -> String {
    let mut class = String::from(if negated { "[^" } else { "[" });
    if let [members] = operands {
        class.push_str(if members.is_empty() { NOTHING } else { members });
    } else {
        for (index, members) in operands.iter().enumerate() {
            if index > 0 {
                class.push_str("&&");
            }
            class.push('[');
            class.push_str(if members.is_empty() { NOTHING } else { members });
            class.push(']');
        }
    }
    class.push(']');
    class
}

fn push_literal(character: char, members: &mut String) {
    if character.is_ascii() && !character.is_ascii_alphanumeric() {
        members.push_str(&format!("\\x{:02X}", u32::from(character)));
    } else {
        members.push(character);
    }
}
