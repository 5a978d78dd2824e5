//! Sets of characters, parsed from the dialect of the regex engine and written in that of ECMA 262.
//!
//! The tree of a pattern holds each bracket expression in the engine's dialect, with nested classes and intersections.
//! ECMA 262 has neither, so a set is converted to plain ranges. A Unicode property cannot be converted without its
//! table; it is kept by name, and operations that would need the table (an intersection, a complement within a union)
//! are unsupported.

use std::fmt::Write;

/// The last code point.
const LAST: u32 = 0x10_FFFF;

/// A set of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CharacterSet {
    /// Ranges of code points, both ends included; sorted and disjoint once normalized.
    ranges: Vec<(u32, u32)>,
    /// Unicode properties by the engine's name.
    properties: Vec<String>,
    /// Whether the set is the complement.
    negated: bool,
}

impl CharacterSet {
    /// Parses a class in the engine's dialect; `None` if it cannot be converted to a plain set.
    pub(crate) fn parse(class: &str, ignore_case: bool) -> Option<CharacterSet> {
        let mut reader = Reader { rest: class, ignore_case };
        reader.take('[').then_some(())?;
        let set = reader.class()?;
        reader.rest.is_empty().then_some(set)
    }

    /// Returns a character of the set, preferably a common one.
    pub(crate) fn sample(&self) -> Option<char> {
        const COMMON: &str = "a1A0b2_-./ :@%x\n";
        COMMON.chars().find(|&character| self.contains(character)).or_else(|| {
            let first = self.ranges.iter().flat_map(|&(from, to)| from..=to).find_map(char::from_u32);
            first.filter(|_| !self.negated)
        })
    }

    /// Returns whether the character is in the set; of the properties only the ASCII part of a few is known.
    fn contains(&self, character: char) -> bool {
        let code = u32::from(character);
        let listed = self.ranges.iter().any(|&(from, to)| (from..=to).contains(&code))
            || self.properties.iter().any(|name| property_has(name, character));
        listed != self.negated
    }

    /// Writes the set as a class of ECMA 262, to be read with its `u` flag.
    pub(super) fn to_ecma(&self) -> Option<String> {
        let mut set = self.clone();
        if set.properties.is_empty() {
            set = set.without_negation();
            if set.ranges.is_empty() {
                return Some(String::from("(?!)"));
            }
            if set.ranges == [(0, LAST)] {
                return Some(String::from(r"[\s\S]"));
            }
            // The complement is shorter.
            if set.ranges.last().is_some_and(|&(_, to)| to == LAST) {
                set = CharacterSet { ranges: complement(&set.ranges), negated: true, ..set };
            }
        }
        let mut class = String::from(if set.negated { "[^" } else { "[" });
        for &(from, to) in &set.ranges {
            push_character(&mut class, from)?;
            if to > from {
                if to > from + 1 {
                    class.push('-');
                }
                push_character(&mut class, to)?;
            }
        }
        for name in &set.properties {
            let _ = write!(class, "\\p{{{}}}", ecma_property(name)?);
        }
        class.push(']');
        Some(class)
    }

    fn without_negation(self) -> CharacterSet {
        if !self.negated {
            return self;
        }
        CharacterSet { ranges: complement(&self.ranges), properties: self.properties, negated: false }
    }

    fn add(&mut self, other: CharacterSet) -> Option<()> {
        if other.negated && !other.properties.is_empty() {
            return None;
        }
        let other = other.without_negation();
        self.ranges.extend(other.ranges);
        self.properties.extend(other.properties);
        Some(())
    }

    fn intersection(self, other: CharacterSet) -> Option<CharacterSet> {
        if !(self.properties.is_empty() && other.properties.is_empty()) {
            return None;
        }
        let mut outside = complement(&self.without_negation().ranges);
        outside.extend(complement(&other.without_negation().ranges));
        normalize(&mut outside);
        Some(CharacterSet { ranges: complement(&outside), ..CharacterSet::default() })
    }

    /// Adds the other case of every letter; only ASCII and the two characters that fold into it are known.
    fn fold(&mut self) -> Option<()> {
        if !self.properties.is_empty() {
            return None;
        }
        let mut added = Vec::new();
        for &(from, to) in &self.ranges {
            if to > 0x7F && (from, to) != (0x80, LAST) {
                return None;
            }
            for code in from..=to.min(0x7F) {
                let Some(character) = char::from_u32(code).filter(char::is_ascii_alphabetic) else { continue };
                for other in same_but_for_case(character) {
                    added.push((u32::from(other), u32::from(other)));
                }
            }
        }
        self.ranges.extend(added);
        normalize(&mut self.ranges);
        Some(())
    }
}

/// Returns all variants of an ASCII letter: the Kelvin sign and the long s are `k` and `s`, too.
pub(super) fn same_but_for_case(letter: char) -> Vec<char> {
    let mut letters = vec![letter.to_ascii_uppercase(), letter.to_ascii_lowercase()];
    match letter {
        'k' | 'K' => letters.push('\u{212A}'),
        's' | 'S' => letters.push('\u{17F}'),
        _ => {}
    }
    letters
}

/// Writes one character of a class; `None` if the code is not a character.
fn push_character(class: &mut String, code: u32) -> Option<()> {
    match char::from_u32(code)? {
        '\n' => class.push_str("\\n"),
        '\r' => class.push_str("\\r"),
        '\t' => class.push_str("\\t"),
        character @ ('\\' | ']' | '[' | '^' | '-') => {
            class.push('\\');
            class.push(character);
        }
        character if character.is_control() && code <= 0xFF => {
            let _ = write!(class, "\\x{code:02X}");
        }
        character if code > 0x7F && !character.is_alphanumeric() && code <= 0xFFFF => {
            let _ = write!(class, "\\u{code:04X}");
        }
        character => class.push(character),
    }
    Some(())
}

/// Returns the ECMA name of a property; only those that POSIX brackets and common scripts need are supported.
fn ecma_property(name: &str) -> Option<&'static str> {
    const NAMES: &str = "Alphabetic Cc Cf Co L Ll Lowercase Lu M N Nd P Pc S Uppercase White_Space Zs";
    match name {
        "letter" => return Some("L"),
        "number" => return Some("N"),
        _ => {}
    }
    NAMES.split(' ').find(|own| own.eq_ignore_ascii_case(name))
}

/// Returns whether an ASCII character has a property, for the common ones.
fn property_has(name: &str, character: char) -> bool {
    match name.to_ascii_lowercase().as_str() {
        "alphabetic" | "l" | "letter" => character.is_ascii_alphabetic(),
        "lowercase" | "ll" => character.is_ascii_lowercase(),
        "uppercase" | "lu" => character.is_ascii_uppercase(),
        "n" | "nd" | "number" => character.is_ascii_digit(),
        "white_space" => character.is_ascii_whitespace(),
        "zs" => character == ' ',
        "p" => "-./:@%".contains(character),
        "pc" => character == '_',
        _ => false,
    }
}

fn normalize(ranges: &mut Vec<(u32, u32)>) {
    ranges.sort_unstable();
    let mut joined: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
    for &(from, to) in ranges.iter() {
        match joined.last_mut() {
            Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
            _ => joined.push((from, to)),
        }
    }
    *ranges = joined;
}

fn complement(ranges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut outside = Vec::with_capacity(ranges.len() + 1);
    let mut next = 0;
    for &(from, to) in ranges {
        if next < from {
            outside.push((next, from - 1));
        }
        next = to.saturating_add(1);
    }
    if next <= LAST {
        outside.push((next, LAST));
    }
    outside
}

struct Reader<'a> {
    rest: &'a str,
    ignore_case: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.rest.chars().next()?;
        self.rest = &self.rest[character.len_utf8()..];
        Some(character)
    }

    fn take(&mut self, expected: char) -> bool {
        let rest = self.rest.strip_prefix(expected);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Parses a class after its opening bracket.
    fn class(&mut self) -> Option<CharacterSet> {
        let negated = self.take('^');
        let mut whole: Option<CharacterSet> = None;
        let mut members = CharacterSet::default();
        loop {
            if let Some(rest) = self.rest.strip_prefix("&&") {
                self.rest = rest;
                whole = Some(self.operand(whole, std::mem::take(&mut members))?);
                continue;
            }
            match self.next()? {
                ']' => break,
                '[' => members.add(self.class()?)?,
                '\\' if self.rest.starts_with("p{") => {
                    let (name, rest) = self.rest[2..].split_once('}')?;
                    members.properties.push(name.to_owned());
                    self.rest = rest;
                }
                first => {
                    let from = self.character(first)?;
                    let to = if self.take('-') {
                        let last = self.next()?;
                        self.character(last)?
                    } else {
                        from
                    };
                    members.ranges.push((from, to));
                }
            }
        }
        let set = self.operand(whole, members)?;
        if negated && set.negated {
            return Some(CharacterSet { negated: false, ..set });
        }
        Some(CharacterSet { negated, ..set })
    }

    fn operand(&self, whole: Option<CharacterSet>, mut members: CharacterSet) -> Option<CharacterSet> {
        normalize(&mut members.ranges);
        if self.ignore_case {
            members.fold()?;
        }
        match whole {
            Some(whole) => whole.intersection(members),
            None => Some(members),
        }
    }

    fn character(&mut self, first: char) -> Option<u32> {
        if first != '\\' {
            return Some(u32::from(first));
        }
        Some(match self.next()? {
            't' => 0x09,
            'n' => 0x0A,
            'f' => 0x0C,
            'r' => 0x0D,
            'x' => {
                let digits = match self.rest.strip_prefix('{') {
                    Some(braced) => {
                        let (digits, rest) = braced.split_once('}')?;
                        self.rest = rest;
                        digits
                    }
                    None => {
                        let (digits, rest) = self.rest.split_at_checked(2)?;
                        self.rest = rest;
                        digits
                    }
                };
                u32::from_str_radix(digits, 16).ok()?
            }
            letter if letter.is_ascii_alphanumeric() => return None,
            literal => u32::from(literal),
        })
    }
}
