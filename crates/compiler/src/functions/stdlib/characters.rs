//! Sets of characters as Ruby's `String#count` and `String#squeeze` write them: `a-z`, `^0-9`.

use crate::error::{Interrupt, Outcome};

/// Some characters, or all others.
#[derive(Clone, Debug)]
pub(super) struct Characters {
    ranges: Vec<(char, char)>,
    negated: bool,
}

impl Characters {
    pub fn parse(text: &str) -> Outcome<Characters> {
        let mut letters: Vec<char> = text.chars().collect();
        let negated = letters.len() > 1 && letters[0] == '^';
        letters.drain(..usize::from(negated));
        let mut ranges = Vec::new();
        let mut place = 0;
        while let Some(&letter) = letters.get(place) {
            // A backslash takes what follows as it is.
            let escaped = letter == '\\' && place + 1 < letters.len();
            let from = if escaped { letters[place + 1] } else { letter };
            place += 1 + usize::from(escaped);
            let to = match (letters.get(place), letters.get(place + 1)) {
                (Some('-'), Some(&to)) => {
                    place += 2;
                    to
                }
                _ => from,
            };
            if to < from {
                return Err(Interrupt::plain(format!("invalid range \"{from}-{to}\" in string transliteration")));
            }
            ranges.push((from, to));
        }
        Ok(Characters { ranges, negated })
    }

    pub fn contains(&self, letter: char) -> bool {
        self.ranges.iter().any(|(from, to)| (*from..=*to).contains(&letter)) != self.negated
    }
}
