//! Locations in eight bytes: a catalog stores thousands of them for its resources and parameters.

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use rustc_hash::FxHashMap;
use syntax::ast;

/// A location in one of the texts of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CompactLocation {
    text: u32,
    offset: u32,
}

/// The texts that locations refer to.
#[derive(Debug, Default)]
pub(crate) struct Locations {
    texts: Vec<Text>,
    /// The indexes of texts, by their addresses. The list keeps the texts alive, so no address is reused.
    known: FxHashMap<usize, u32>,
}

#[derive(Debug)]
struct Text {
    /// Kept alive, so that its address is not reused.
    source: Arc<Source>,
    name: Option<EcoString>,
    /// How many lines end before each of its blocks.
    lines: Vec<u32>,
}

/// The block size for counting lines: counting line ends takes much less memory than storing them all.
const BLOCK: usize = 4096;

/// How many lines end in a part of a text.
fn line_ends(text: &[u8]) -> u32 {
    u32::try_from(memchr::memchr_iter(b'\n', text).count()).unwrap_or(u32::MAX)
}

impl Locations {
    pub fn definition(&mut self, location: &ast::DefinitionLocation) -> CompactLocation {
        self.within(&location.source, location.anchor)
    }

    /// The location of an offset in a text.
    pub fn within(&mut self, source: &Arc<Source>, offset: u32) -> CompactLocation {
        let address = Arc::as_ptr(source).addr();
        let text = match self.known.get(&address) {
            Some(text) => *text,
            None => self.add(address, source),
        };
        CompactLocation { text, offset }
    }

    fn add(&mut self, address: usize, source: &Arc<Source>) -> u32 {
        let text = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let blocks = source.text.as_bytes().chunks(BLOCK).scan(0_u32, |before, block| {
            let ended = *before;
            *before = before.saturating_add(line_ends(block));
            Some(ended)
        });
        self.texts.push(Text {
            name: Some(EcoString::from(source.name.as_str())).filter(|name| !name.is_empty()),
            lines: blocks.collect(),
            source: source.clone(),
        });
        self.known.insert(address, text);
        text
    }

    /// The text of a location, and where in it.
    pub(super) fn source(&self, location: CompactLocation) -> Option<(&Arc<Source>, u32)> {
        self.texts.get(location.text as usize).map(|text| (&text.source, location.offset))
    }

    /// The line of a location, from 1.
    pub fn line(&self, location: CompactLocation) -> u32 {
        let Some(text) = self.texts.get(location.text as usize) else { return 1 };
        let bytes = text.source.text.as_bytes();
        let offset = (location.offset as usize).min(bytes.len());
        // A text that ends with a full block has no block after it.
        let block = (offset / BLOCK).min(text.lines.len().saturating_sub(1));
        let before = text.lines.get(block).copied().unwrap_or_default();
        before.saturating_add(line_ends(&bytes[block * BLOCK..offset])).saturating_add(1)
    }

    /// The file of a location, if it is in one.
    pub fn file(&self, location: CompactLocation) -> Option<EcoString> {
        self.texts.get(location.text as usize)?.name.clone()
    }

    /// The location as messages write it: `(file: site.pp, line: 1)`.
    pub fn text(&self, location: CompactLocation) -> String {
        match self.file(location) {
            Some(file) => format!("(file: {file}, line: {})", self.line(location)),
            None => format!("(line: {})", self.line(location)),
        }
    }

    /// The location with a space before it, or nothing.
    pub fn suffix(&self, location: Option<CompactLocation>) -> String {
        location.map_or_else(String::new, |location| format!(" {}", self.text(location)))
    }

    /// The location with `at` before it, or nothing.
    pub fn at_suffix(&self, location: Option<CompactLocation>) -> String {
        location.map_or_else(String::new, |location| format!(" at {}", self.text(location)))
    }
}

#[cfg(test)]
mod tests;
