//! Separates tags from commas.
//!
//! The parser panics on a tag that is directly followed by a comma, as in `[a, !, b]`. Psych accepts that; a space
//! between the two does not change the result. So spaces are inserted where a tag may come before a comma, a run of the
//! scanner finds out which of these are tags inside a flow collection, and only those keep their space.

use std::{
    borrow::Cow,
    io::{BufReader, Read},
    panic::{AssertUnwindSafe, catch_unwind},
};

use libyaml_safer::{Encoding, Scanner, TokenData};

use super::events::is_break;

/// A text in which every tag of a flow collection has a space before the comma.
pub(super) struct TagCommas<'t> {
    text: Cow<'t, str>,
    added: Vec<AddedSpace>,
}

/// An added space.
struct AddedSpace {
    /// Its byte offset in the text with the added spaces.
    offset: usize,
    /// Its line, from 0.
    line: u64,
    /// How many there are on this line up to this one.
    count: u64,
}

/// A `!` and the comma after it, as byte offsets. A tag may end at the comma; it starts at this `!`, or at a later one
/// if the first ones belong to something else, as in `'!'!,`.
#[derive(Clone, Copy)]
struct Candidate {
    start: usize,
    comma: usize,
}

impl<'t> TagCommas<'t> {
    pub(super) fn new(text: &'t str) -> TagCommas<'t> {
        let candidates = candidates(text);
        if candidates.is_empty() {
            return TagCommas { text: Cow::Borrowed(text), added: Vec::new() };
        }
        let (all_spaced, _) = spaced(text, &candidates);
        let tags = FlowTags::find(&all_spaced);
        // Each candidate is shifted by the spaces before it.
        let shifted = candidates.iter().enumerate().map(|(index, candidate)| (candidate.start + index, *candidate));
        let confirmed = tags.confirm(&all_spaced, shifted);
        let (text, offsets) = spaced(text, &confirmed);
        let added = locate(&text, &offsets);
        TagCommas { text: Cow::Owned(text), added }
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns how many spaces were added before an index, on its line.
    pub(super) fn added_before(&self, index: u64, line: u64) -> u64 {
        let before = self.added.partition_point(|added| (added.offset as u64) < index);
        let last = before.checked_sub(1).and_then(|last| self.added.get(last));
        last.filter(|added| added.line == line).map_or(0, |added| added.count)
    }
}

/// Finds everything that looks like a tag before a comma.
fn candidates(text: &str) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    let mut from = 0;
    while let Some(start) = text.get(from..).and_then(|rest| rest.find('!')).map(|offset| from + offset) {
        let rest = text.get(start..).unwrap_or_default();
        let end = start + rest.find(|character| !is_tag_character(character)).unwrap_or(rest.len());
        // `!<…>` may contain commas.
        let end = match rest.strip_prefix("!<").and_then(|uri| uri.find('>')) {
            Some(length) if end == start + 1 => start + "!<>".len() + length,
            _ => end,
        };
        if text.get(end..).is_some_and(|rest| rest.starts_with(',')) {
            candidates.push(Candidate { start, comma: end });
        }
        from = end.max(start + 1);
    }
    candidates
}

fn is_tag_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || "-_;/?:@&=+$.%!~*'()".contains(character)
}

/// Adds a space before the comma of each candidate; returns the text and the offsets of the spaces.
fn spaced(text: &str, candidates: &[Candidate]) -> (String, Vec<usize>) {
    let mut spaced = String::with_capacity(text.len() + candidates.len());
    let mut added = Vec::with_capacity(candidates.len());
    let mut from = 0;
    for candidate in candidates {
        spaced.push_str(text.get(from..candidate.comma).unwrap_or_default());
        added.push(spaced.len());
        spaced.push(' ');
        from = candidate.comma;
    }
    spaced.push_str(text.get(from..).unwrap_or_default());
    (spaced, added)
}

/// Finds the lines of the added spaces, with lines counted as in the parser.
fn locate(text: &str, offsets: &[usize]) -> Vec<AddedSpace> {
    let mut added: Vec<AddedSpace> = Vec::with_capacity(offsets.len());
    let mut offsets = offsets.iter().copied().peekable();
    let mut line = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((offset, character)) = characters.next() {
        let ends_with_next = character == '\r' && characters.peek().is_some_and(|(_, next)| *next == '\n');
        if is_break(character) && !ends_with_next {
            line += 1;
        }
        if offsets.next_if_eq(&offset).is_some() {
            let earlier = added.last().filter(|last| last.line == line).map_or(0, |last| last.count);
            added.push(AddedSpace { offset, line, count: earlier + 1 });
        }
    }
    added
}

/// The tags of flow collections, found by the scanner.
struct FlowTags {
    /// The byte offsets of the tags, in order.
    starts: Vec<usize>,
    /// Where the scanner stopped early, and how many flow collections were open there.
    stopped_at: Option<(usize, usize)>,
}

impl FlowTags {
    fn find(text: &str) -> FlowTags {
        let mut scanner = Scanner::new();
        // Two line breaks: one that the scanner may need, one that it may look at after it.
        scanner.set_input(BufReader::new(text.as_bytes().chain(&b"\n\n"[..])));
        scanner.set_encoding(Encoding::Utf8);
        let mut starts = Vec::new();
        let (mut level, mut end) = (0usize, 0usize);
        loop {
            let token = match catch_unwind(AssertUnwindSafe(|| scanner.next())) {
                Ok(Some(Ok(token))) => token,
                Ok(None) => return FlowTags { starts, stopped_at: None },
                Ok(Some(Err(_))) | Err(_) => break,
            };
            end = usize::try_from(token.end_mark.index).unwrap_or(usize::MAX);
            match token.data {
                TokenData::FlowSequenceStart | TokenData::FlowMappingStart => level += 1,
                TokenData::FlowSequenceEnd | TokenData::FlowMappingEnd => level = level.saturating_sub(1),
                TokenData::Tag { .. } if level > 0 => starts.extend(usize::try_from(token.start_mark.index)),
                _ => {}
            }
            // The parser stops there as well, and the scanner is slow at great depth.
            if level > super::MAX_DEPTH {
                break;
            }
        }
        FlowTags { starts, stopped_at: Some((end, level)) }
    }

    /// Selects the candidates that are tags of flow collections.
    ///
    /// The scanner looks ahead, so that an error hides tokens before it. After the last token that was seen, the text
    /// ends in an error in any case; counting brackets is good enough there.
    fn confirm(&self, text: &str, candidates: impl Iterator<Item = (usize, Candidate)>) -> Vec<Candidate> {
        let (mut counted, mut level) = self.stopped_at.unwrap_or((text.len(), 0));
        let mut confirmed = Vec::new();
        for (start, candidate) in candidates {
            for byte in text.as_bytes().get(counted..start).unwrap_or_default() {
                match byte {
                    b'[' | b'{' => level += 1,
                    b']' | b'}' => level = level.saturating_sub(1),
                    _ => {}
                }
            }
            counted = counted.max(start);
            let hidden = self.stopped_at.is_some_and(|(end, _)| start >= end) && level > 0;
            let length = candidate.comma - candidate.start;
            let next = self.starts.get(self.starts.partition_point(|tag| *tag < start));
            if hidden || next.is_some_and(|tag| *tag < start + length) {
                confirmed.push(candidate);
            }
        }
        confirmed
    }
}
