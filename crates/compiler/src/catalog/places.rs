//! Where things were written, in eight bytes: resources and parameters remember their places by the thousand.

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use rustc_hash::FxHashMap;
use syntax::ast;

use crate::frame::Frame;

/// A place in one of the texts of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    text: u32,
    offset: u32,
}

/// The texts that places lie in.
#[derive(Debug, Default)]
pub(crate) struct Places {
    texts: Vec<Text>,
    /// The places of texts in the list, by their addresses. The list keeps the texts, so no address is used twice.
    known: FxHashMap<usize, u32>,
    /// The last one that was asked for, which is nearly always the next one, too.
    last: Option<(usize, u32)>,
}

#[derive(Debug)]
struct Text {
    /// Kept, so that its address stays its own.
    source: Arc<Source>,
    name: Option<EcoString>,
    /// How many lines end before each of its blocks.
    lines: Vec<u32>,
}

/// So many bytes of a text are counted at once: to count the ends of lines takes much less than to remember them all.
const BLOCK: usize = 4096;

/// How many lines end in a part of a text.
fn line_ends(text: &[u8]) -> u32 {
    u32::try_from(memchr::memchr_iter(b'\n', text).count()).unwrap_or(u32::MAX)
}

impl Places {
    /// The place of an offset in the text of a frame.
    pub fn at(&mut self, frame: &Frame, offset: u32) -> Place {
        self.within(&frame.source, offset)
    }

    /// The place of a definition.
    pub fn of_definition(&mut self, place: &ast::Place) -> Place {
        self.within(&place.source, place.anchor)
    }

    /// The place of an offset in a text.
    pub fn within(&mut self, source: &Arc<Source>, offset: u32) -> Place {
        let address = Arc::as_ptr(source).addr();
        if let Some((last, text)) = self.last
            && last == address
        {
            return Place { text, offset };
        }
        let text = match self.known.get(&address) {
            Some(text) => *text,
            None => self.add(address, source),
        };
        self.last = Some((address, text));
        Place { text, offset }
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

    /// The text of a place, and where in it.
    pub(super) fn source(&self, place: Place) -> Option<(&Arc<Source>, u32)> {
        self.texts.get(place.text as usize).map(|text| (&text.source, place.offset))
    }

    /// The line of a place, from 1.
    pub fn line(&self, place: Place) -> u32 {
        let Some(text) = self.texts.get(place.text as usize) else { return 1 };
        let bytes = text.source.text.as_bytes();
        let offset = (place.offset as usize).min(bytes.len());
        // Behind the last line that ends with a block there is no block.
        let block = (offset / BLOCK).min(text.lines.len().saturating_sub(1));
        let before = text.lines.get(block).copied().unwrap_or_default();
        before.saturating_add(line_ends(&bytes[block * BLOCK..offset])).saturating_add(1)
    }

    /// The file of a place, if it lies in one.
    pub fn file(&self, place: Place) -> Option<EcoString> {
        self.texts.get(place.text as usize)?.name.clone()
    }

    /// The place as messages write it: `(file: site.pp, line: 1)`.
    pub fn text(&self, place: Place) -> String {
        match self.file(place) {
            Some(file) => format!("(file: {file}, line: {})", self.line(place)),
            None => format!("(line: {})", self.line(place)),
        }
    }

    /// The place with a blank before it; nothing where there is no place.
    pub fn with_blank(&self, place: Option<Place>) -> String {
        place.map_or_else(String::new, |place| format!(" {}", self.text(place)))
    }
}

#[cfg(test)]
mod tests;
