//! The lines of a file, indexed by their text.

use std::{collections::BTreeMap, ops::Bound};

use resource_api::Outcome;

use crate::text_file::{self, LinkedList, NodeId, Text, strip_newline};

/// The lines of a file.
#[derive(Default)]
pub(super) struct Lines {
    /// With their newlines, which the last one may lack.
    list: LinkedList<Vec<u8>>,
    /// The nodes of equal lines, without their newlines.
    ids_by_text: BTreeMap<Vec<u8>, Vec<NodeId>>,
    /// How many lines are not UTF-8.
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
            lines.insert_after(lines.list.last(), line.to_owned());
        }
        lines
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (NodeId, &[u8])> {
        self.list.iter().map(|(id, line)| (id, line.as_slice()))
    }

    /// The lines for which a predicate holds.
    pub(super) fn matching(&self, mut matches: impl FnMut(&[u8]) -> Outcome<bool>) -> Outcome<Vec<NodeId>> {
        let mut ids = Vec::new();
        for (id, line) in self.iter() {
            if matches(line)? {
                ids.push(id);
            }
        }
        Ok(ids)
    }

    /// Like [`matching`](Lines::matching), if all matching lines have this prefix.
    pub(super) fn matching_from(
        &self,
        prefix: &[u8],
        mut matches: impl FnMut(&[u8]) -> Outcome<bool>,
    ) -> Outcome<Vec<NodeId>> {
        let mut found = Vec::new();
        let from = (Bound::Included(prefix), Bound::Unbounded);
        let begins = self.ids_by_text.range::<[u8], _>(from).take_while(|(line, _)| line.starts_with(prefix));
        for ids in begins.map(|(_, ids)| ids) {
            for (id, line) in ids.iter().filter_map(|id| Some((*id, self.list.get(*id)?))) {
                if matches(line)? {
                    found.push(id);
                }
            }
        }
        // Only the whole file has the order of several matches.
        if found.len() > 1 { self.matching(matches) } else { Ok(found) }
    }

    /// Whether every line is UTF-8.
    pub(super) fn is_text(&self) -> bool {
        self.invalid == 0
    }

    /// The lines with a text, which is given without newline.
    pub(super) fn find(&self, line: &[u8]) -> &[NodeId] {
        self.ids_by_text.get(line).map_or(&[], Vec::as_slice)
    }

    /// Inserts a line after another one.
    pub(super) fn insert(&mut self, previous: NodeId, line: &[u8]) {
        self.insert_after(Some(previous), with_newline(line));
    }

    /// Appends a line.
    pub(super) fn push(&mut self, line: &[u8]) {
        self.insert_after(self.list.last(), with_newline(line));
    }

    /// Replaces a line.
    pub(super) fn change(&mut self, id: NodeId, line: &[u8]) {
        self.insert_after(Some(id), with_newline(line));
        self.remove(id);
    }

    pub(super) fn remove(&mut self, id: NodeId) {
        let Some(line) = self.list.remove(id) else { return };
        self.invalid -= usize::from(std::str::from_utf8(&line).is_err());
        if let Some(ids) = self.ids_by_text.get_mut(strip_newline(&line)) {
            ids.retain(|other| *other != id);
            if ids.is_empty() {
                self.ids_by_text.remove(strip_newline(&line));
            }
        }
    }

    /// Adds a newline to the last line if it has none.
    pub(super) fn terminate_last(&mut self) {
        if let Some(last) = self.list.last().and_then(|last| self.list.get_mut(last)) {
            *last = with_newline(last);
        }
    }

    fn insert_after(&mut self, previous: Option<NodeId>, line: Vec<u8>) {
        // The last line may lack a newline, and must not run into the new one.
        if let Some(previous) = previous.and_then(|previous| self.list.get_mut(previous)) {
            *previous = with_newline(previous);
        }
        // The text may contain several lines.
        let mut previous = previous;
        for line in text_file::lines(&line) {
            self.invalid += usize::from(std::str::from_utf8(line).is_err());
            let id = self.list.insert(previous, line.to_owned());
            self.ids_by_text.entry(strip_newline(line).to_owned()).or_default().push(id);
            previous = Some(id);
        }
    }
}

fn with_newline(line: &[u8]) -> Vec<u8> {
    let mut line = line.to_owned();
    if !line.ends_with(b"\n") {
        line.push(b'\n');
    }
    line
}
