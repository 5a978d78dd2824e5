//! Strings that a regular expression may match, generated from the expression itself.
//!
//! A walk over the tree of the pattern writes one string: the first alternative, or another one; the fewest
//! repetitions, or some more. Look-arounds and backreferences are only guesses, so the caller must test the strings.

use std::collections::BTreeMap;

use pcore::regexp::{
    Regexp,
    node::{Node, Repeat},
};

use crate::schema::CharacterSet;

/// How many strings are generated from one expression.
const MAX_ATTEMPTS: usize = 8;

/// The limit on the length of a string, in bytes.
const MAX_LENGTH: usize = 300;

/// Returns strings that may match.
pub(super) fn from_pattern(regexp: &Regexp) -> Vec<String> {
    let Some((root, _)) = regexp.tree() else { return Vec::new() };
    let mut texts = Vec::new();
    for attempt in 0..MAX_ATTEMPTS {
        let mut writer = Writer { attempt, text: String::new(), groups: BTreeMap::new() };
        if writer.write(&root).is_some() && !texts.contains(&writer.text) {
            texts.push(writer.text);
        }
    }
    texts
}

struct Writer {
    /// Selects alternatives and numbers of repetitions.
    attempt: usize,
    text: String,
    /// The last text of each group.
    groups: BTreeMap<usize, String>,
}

impl Writer {
    /// Writes a string for a node; `None` if there is none, or it is too long.
    fn write(&mut self, node: &Node) -> Option<()> {
        if self.text.len() > MAX_LENGTH {
            return None;
        }
        match node {
            Node::Character { character, .. } => self.text.push(*character),
            Node::Any { .. } => self.text.push('a'),
            Node::Class { text, ignore_case } => {
                // Folding and properties only ever add characters to a class, so a sample without them is valid.
                let set = CharacterSet::parse(text, *ignore_case).or_else(|| CharacterSet::parse(text, false))?;
                self.text.push(set.sample()?);
            }
            Node::LineBreak => self.text.push('\n'),
            Node::Grapheme => self.text.push('a'),
            Node::Sequence(items) => items.iter().try_for_each(|item| self.write(item))?,
            Node::Alternation(branches) => self.write(branches.get(self.attempt % branches.len().max(1))?)?,
            Node::Group(inner) | Node::Atomic(inner) => self.write(inner)?,
            Node::Capture { group, inner } => {
                let start = self.text.len();
                self.write(inner)?;
                let captured = self.text.get(start..).unwrap_or_default().to_owned();
                self.groups.insert(*group, captured);
            }
            Node::Repeat(repeat) => {
                for _ in 0..self.times(repeat) {
                    self.write(&repeat.inner)?;
                }
            }
            Node::Backreference { groups, .. } => {
                let captured = groups.iter().rev().find_map(|group| self.groups.get(group)).cloned();
                self.text.push_str(&captured.unwrap_or_default());
            }
            Node::Conditional { group, yes, no } => {
                let captured = self.groups.contains_key(group);
                self.write(if captured { yes } else { no })?;
            }
            Node::Empty | Node::Anchor(_) | Node::LookAround { .. } | Node::Call { .. } | Node::Absent(_) => {}
        }
        Some(())
    }

    /// Returns a few repetitions if allowed, for realistic strings; fewer or more in other attempts.
    fn times(&self, repeat: &Repeat) -> u32 {
        let preferred = match self.attempt % 4 {
            0 => repeat.minimum.max(1),
            1 => repeat.minimum,
            2 => repeat.minimum.max(2),
            _ => repeat.minimum.saturating_add(2),
        };
        preferred.min(repeat.maximum.unwrap_or(u32::MAX))
    }
}
