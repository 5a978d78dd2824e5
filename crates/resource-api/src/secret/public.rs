//! Names that are public even if they contain the text of a secret.
//!
//! If the password is `puppetlabs`, `Influxdb_label[puppetlabs/influxdb]` and `/etc/puppetlabs/puppet.conf` are still
//! the names of a resource and a file, and reveal nothing about the password. Therefore secrets are not scrubbed in
//! titles that a manifest writes without a variable, nor in the paths of directories that the run reads.

use std::ops::Range;

use ecow::EcoString;
use rustc_hash::FxHashSet;

/// How many brackets around a secret are tried as those of a reference.
const MAX_BRACKETS: usize = 4;

/// The registered names.
#[derive(Default)]
pub(super) struct PublicNames {
    names: FxHashSet<EcoString>,
}

impl PublicNames {
    /// Adds a title, or the path of a directory.
    pub(super) fn insert(&mut self, name: &str) {
        let name = if name.len() > 1 { name.strip_suffix('/').unwrap_or(name) } else { name };
        if !name.is_empty() && name != "/" && !self.names.contains(name) {
            self.names.insert(name.into());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// Whether a text is a public name, or a path below one.
    pub(super) fn covers(&self, text: &str) -> bool {
        if self.names.contains(text) {
            return true;
        }
        text.starts_with('/') && text.match_indices('/').skip(1).any(|(end, _)| self.names.contains(&text[..end]))
    }

    /// Whether a span of a text is only a part of a public name: of the title in a reference, or of a longer word.
    pub(super) fn surrounds(&self, text: &str, span: &Range<usize>) -> bool {
        let (before, after) = (&text[..span.start], &text[span.end..]);
        let is_title = before.rmatch_indices('[').take(MAX_BRACKETS).any(|(open, _)| {
            let closing = after.match_indices(']').take(MAX_BRACKETS);
            closing.into_iter().any(|(close, _)| {
                let is_reference = text[..open].ends_with(|last: char| last.is_alphanumeric() || last == '_');
                is_reference && self.covers(&text[open + 1..span.end + close])
            })
        });
        is_title || self.is_in_word(text, span)
    }

    fn is_in_word(&self, text: &str, span: &Range<usize>) -> bool {
        let ends_word = |letter: char| letter.is_whitespace() || "'\"`()[]{}<>,;=|".contains(letter);
        let start = text[..span.start].char_indices().rev().find(|(_, letter)| ends_word(*letter));
        let start = start.map_or(0, |(index, letter)| index + letter.len_utf8());
        let end = text[span.end..].find(ends_word).map_or(text.len(), |end| span.end + end);
        // A line number follows a colon, and a sentence ends with a full stop.
        let colon = text[span.end..end].find(':').map_or(end, |colon| span.end + colon);
        let stop = span.end + text[span.end..end].trim_end_matches(['.', ':']).len();
        [end, colon, stop].into_iter().any(|end| end - start > span.len() && self.covers(&text[start..end]))
    }
}
