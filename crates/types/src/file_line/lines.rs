//! The lines of a file, of which it is known where they are.

use std::{collections::BTreeMap, ops::Bound};

use resource_api::Outcome;

use crate::text_file::{self, Chain, LinkId, Text, without_end};

/// The lines of a file.
#[derive(Default)]
pub(super) struct Lines {
    /// With their ends; the last may have none.
    chain: Chain<Vec<u8>>,
    /// Where lines are that are the same but for their ends.
    places: BTreeMap<Vec<u8>, Vec<LinkId>>,
    /// How many of them are no text.
    invalid: usize,
}

impl Text for Lines {
    fn to_bytes(&self) -> Vec<u8> {
        self.iter().flat_map(|(_, line)| line).copied().collect()
    }
}

impl Lines {
    pub(super) fn parse(content: &[u8]) -> Lines {
        let mut lines = Lines::default();
        for line in text_file::lines(content) {
            lines.put(lines.chain.last(), line.to_owned());
        }
        lines
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (LinkId, &[u8])> {
        self.chain.iter().map(|(id, line)| (id, line.as_slice()))
    }

    /// The lines that a test holds for.
    pub(super) fn matching(&self, mut is_meant: impl FnMut(&[u8]) -> Outcome<bool>) -> Outcome<Vec<LinkId>> {
        let mut found = Vec::new();
        for (id, line) in self.iter() {
            if is_meant(line)? {
                found.push(id);
            }
        }
        Ok(found)
    }

    /// As [`matching`](Lines::matching), where all that is meant begins with a text.
    pub(super) fn matching_from(
        &self,
        beginning: &[u8],
        mut is_meant: impl FnMut(&[u8]) -> Outcome<bool>,
    ) -> Outcome<Vec<LinkId>> {
        let mut found = Vec::new();
        let from = (Bound::Included(beginning), Bound::Unbounded);
        let begins = self.places.range::<[u8], _>(from).take_while(|(line, _)| line.starts_with(beginning));
        for places in begins.map(|(_, places)| places) {
            for (id, line) in places.iter().filter_map(|id| Some((*id, self.chain.get(*id)?))) {
                if is_meant(line)? {
                    found.push(id);
                }
            }
        }
        // Of several, nobody but the file itself knows which comes first.
        if found.len() > 1 { self.matching(is_meant) } else { Ok(found) }
    }

    /// Whether every line is text.
    pub(super) fn is_text(&self) -> bool {
        self.invalid == 0
    }

    /// Where a line is, which comes without its end.
    pub(super) fn find(&self, line: &[u8]) -> &[LinkId] {
        self.places.get(line).map_or(&[], Vec::as_slice)
    }

    /// Adds a line behind another one.
    pub(super) fn insert(&mut self, before: LinkId, line: &[u8]) {
        self.put(Some(before), ended(line));
    }

    /// Adds a line behind everything.
    pub(super) fn push(&mut self, line: &[u8]) {
        self.put(self.chain.last(), ended(line));
    }

    /// Puts a line in the place of another one.
    pub(super) fn change(&mut self, id: LinkId, line: &[u8]) {
        self.put(Some(id), ended(line));
        self.remove(id);
    }

    pub(super) fn remove(&mut self, id: LinkId) {
        let Some(line) = self.chain.remove(id) else { return };
        self.invalid -= usize::from(std::str::from_utf8(&line).is_err());
        if let Some(places) = self.places.get_mut(without_end(&line)) {
            places.retain(|place| *place != id);
            if places.is_empty() {
                self.places.remove(without_end(&line));
            }
        }
    }

    /// Sees to it that the last line has an end.
    pub(super) fn end(&mut self) {
        if let Some(last) = self.chain.last().and_then(|last| self.chain.get_mut(last)) {
            *last = ended(last);
        }
    }

    fn put(&mut self, before: Option<LinkId>, line: Vec<u8>) {
        // What comes behind the last line does not belong to it.
        if let Some(before) = before.and_then(|before| self.chain.get_mut(before)) {
            *before = ended(before);
        }
        // What is given may be several lines.
        let mut before = before;
        for line in text_file::lines(&line) {
            self.invalid += usize::from(std::str::from_utf8(line).is_err());
            let id = self.chain.insert(before, line.to_owned());
            self.places.entry(without_end(line).to_owned()).or_default().push(id);
            before = Some(id);
        }
    }
}

/// A line with an end.
fn ended(line: &[u8]) -> Vec<u8> {
    let mut line = line.to_owned();
    if !line.ends_with(b"\n") {
        line.push(b'\n');
    }
    line
}
