//! Regular expressions for Python's `re`.
//!
//! Groups are named `g1`, `g2` …, so that groups which emulate atomic groups (missing before Python 3.11) do not count.

use pcore::regexp::node::Greed;

use crate::{
    pattern::{Piece, Pieces, Ranges, Sets, alternatives},
    style::Style,
};

/// Writes a pattern as an expression of Python.
pub(super) fn write(pieces: &Pieces, sets: &mut Sets) -> String {
    let mut writer = Writer { sets, parts: vec![String::new()], atoms: 0 };
    writer.piece(&pieces.root);
    let mut written = String::new();
    // Texts and references to sets alternate, starting with a text.
    for (index, part) in writer.parts.iter().enumerate() {
        if index % 2 == 1 {
            written.push_str(&format!(" + {part}"));
        } else if index == 0 || !part.is_empty() {
            let text = Style::Python.text(part);
            written.push_str(if index == 0 { "" } else { " + " });
            written.push_str(&text);
        }
    }
    written
}

struct Writer<'w> {
    sets: &'w mut Sets,
    parts: Vec<String>,
    atoms: usize,
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        if let Some(last) = self.parts.last_mut() {
            last.push_str(text);
        }
    }

    fn group(&mut self, opening: &str, inner: &Piece) {
        self.push(opening);
        self.piece(inner);
        self.push(")");
    }

    fn piece(&mut self, piece: &Piece) {
        match piece {
            Piece::Set(ranges) => self.set(ranges),
            Piece::Sequence(items) => items.iter().for_each(|item| match item {
                Piece::Choice(_) => self.group("(?:", item),
                _ => self.piece(item),
            }),
            Piece::Choice(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    if index > 0 {
                        self.push("|");
                    }
                    self.piece(branch);
                }
            }
            Piece::Capture(number, inner) => self.group(&format!("(?P<g{number}>"), inner),
            Piece::Atomic(inner) => self.atomic(inner),
            Piece::LookAround { behind: false, negative, inner } => {
                self.group(if *negative { "(?!" } else { "(?=" }, inner);
            }
            Piece::LookAround { behind: true, negative, inner } => self.look_behind(*negative, inner),
            Piece::Repeat { inner, min, max, greed: Greed::Possessive } => {
                let greedy = Piece::Repeat { inner: inner.clone(), min: *min, max: *max, greed: Greed::Greedy };
                self.atomic(&greedy);
            }
            Piece::Repeat { inner, min, max, greed } => {
                match &**inner {
                    set @ Piece::Set(_) => self.piece(set),
                    other => self.group("(?:", other),
                }
                self.push(&match (min, max) {
                    (0, None) => String::from("*"),
                    (1, None) => String::from("+"),
                    (0, Some(1)) => String::from("?"),
                    (min, None) => format!("{{{min},}}"),
                    (min, Some(max)) => format!("{{{min},{max}}}"),
                });
                if *greed == Greed::Reluctant {
                    self.push("?");
                }
            }
            Piece::Backreference(number) => self.push(&format!("(?P=g{number})")),
            Piece::TextStart => self.push("\\A"),
            Piece::TextEnd => self.push("\\Z"),
            Piece::LastLineEnd => self.push("(?=\\n?\\Z)"),
            Piece::LineStart => self.push("(?:\\A|(?<=\\n)(?!\\Z))"),
            Piece::LineEnd => self.push("(?=\\n|\\Z)"),
        }
    }

    /// Emulates an atomic group: a look-ahead is not backtracked.
    fn atomic(&mut self, inner: &Piece) {
        self.atoms += 1;
        let name = format!("a{}", self.atoms);
        self.push(&format!("(?=(?P<{name}>"));
        self.piece(inner);
        self.push(&format!("))(?P={name})"));
    }

    /// Python requires look-behinds of a fixed length.
    fn look_behind(&mut self, negative: bool, inner: &Piece) {
        let branches = alternatives(inner);
        if negative {
            return branches.iter().for_each(|branch| self.group("(?<!", branch));
        }
        self.push("(?:");
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 {
                self.push("|");
            }
            self.group("(?<=", branch);
        }
        self.push(")");
    }

    fn set(&mut self, ranges: &Ranges) {
        match ranges.as_slice() {
            [] => self.push("(?!)"),
            [(from, to)] if from == to => {
                let text = escaped(*from);
                self.push(&text);
            }
            few if Sets::is_inline(few) => {
                let text = class(few);
                self.push(&text);
            }
            many => {
                self.parts.push(format!("SETS[{}]", self.sets.index(class(many))));
                self.parts.push(String::new());
            }
        }
    }
}

fn class(ranges: &[(u32, u32)]) -> String {
    let mut written = String::from("[");
    for (from, to) in ranges {
        written.push_str(&escaped(*from));
        if to > from {
            if *to > from + 1 {
                written.push('-');
            }
            written.push_str(&escaped(*to));
        }
    }
    written.push(']');
    written
}

/// Escapes a character, for use inside and outside of a class.
fn escaped(code: u32) -> String {
    match char::from_u32(code) {
        Some(plain) if plain.is_ascii_alphanumeric() || matches!(plain, '_' | ' ' | ':' | ',' | '/' | '@' | '=') => {
            plain.to_string()
        }
        Some(mark) if mark.is_ascii_graphic() => format!("\\{mark}"),
        _ if code <= 0xFF => format!("\\x{code:02x}"),
        _ if code <= 0xFFFF => format!("\\u{code:04x}"),
        _ => format!("\\U{code:08x}"),
    }
}
