//! Finds thousands of texts in long ones at once.
//!
//! Texts are added while others are already being searched for. Rebuilding the automaton for each of them would take
//! quadratic time, so there are several automata, each at most half the size of the previous one; adding a text merges
//! those that are too small. An automaton contains only prefixes of the texts, which keeps it small. Whether the rest
//! matches is checked afterwards.

use std::{ops::Range, sync::Arc};

use aho_corasick::AhoCorasick;
use rustc_hash::{FxHashMap, FxHashSet};

use super::MIN_SCRUBBED_LENGTH;

/// The length of the prefixes in an automaton, in bytes.
const BEGINNING: usize = 24;

/// The texts to search for.
#[derive(Default)]
pub(super) struct Search {
    /// The secrets.
    cleartexts: FxHashSet<Box<[u8]>>,
    /// Secrets that are too short to be scrubbed.
    short: FxHashSet<Box<[u8]>>,
    /// Every form of every secret.
    forms: FxHashSet<Arc<[u8]>>,
    /// Forms that are not in an automaton yet.
    pending: Vec<Arc<[u8]>>,
    levels: Vec<Arc<Level>>,
    /// The length of the longest form, in bytes.
    longest: usize,
}

impl Search {
    /// Adds a secret in all its forms.
    pub(super) fn learn(&mut self, cleartext: &[u8], forms: impl FnOnce() -> Vec<Vec<u8>>) {
        // Whitespace occurs in every text.
        if cleartext.len() < MIN_SCRUBBED_LENGTH || cleartext.trim_ascii().is_empty() {
            if !cleartext.is_empty() {
                self.short.insert(cleartext.into());
            }
            return;
        }
        if self.cleartexts.contains(cleartext) {
            return;
        }
        self.cleartexts.insert(cleartext.into());
        for form in forms() {
            let form: Arc<[u8]> = form.into();
            self.longest = self.longest.max(form.len());
            if form.len() >= MIN_SCRUBBED_LENGTH && self.forms.insert(form.clone()) {
                self.pending.push(form);
            }
        }
    }

    /// The length of the longest form, in bytes.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// The number of secrets.
    pub(super) fn len(&self) -> usize {
        self.cleartexts.len() + self.short.len()
    }

    /// Whether a text contains a secret that is too short to be scrubbed.
    pub(super) fn contains_short(&self, text: &str, shortest: usize) -> bool {
        let lengths = shortest.max(1)..MIN_SCRUBBED_LENGTH;
        !self.short.is_empty()
            && lengths.into_iter().any(|length| text.as_bytes().windows(length).any(|part| self.short.contains(part)))
    }

    /// Returns all automata, after adding the pending forms.
    pub(super) fn levels(&mut self) -> Vec<Arc<Level>> {
        if !self.pending.is_empty() {
            let mut forms = std::mem::take(&mut self.pending);
            while let Some(smaller) = self.levels.pop_if(|level| level.forms.len() <= 2 * forms.len()) {
                forms.extend(smaller.forms.iter().cloned());
            }
            self.levels.push(Arc::new(Level::new(forms)));
        }
        self.levels.clone()
    }
}

/// Forms that are searched for at once.
pub(super) struct Level {
    forms: Vec<Arc<[u8]>>,
    /// `None` if there are too many texts for an automaton; then each of them is searched for.
    automaton: Option<AhoCorasick>,
    /// For each prefix, the texts that start with it, in sorted order.
    wholes: Vec<Vec<Whole>>,
}

/// A text among others with the same prefix.
struct Whole {
    form: Arc<[u8]>,
    /// The index of the longest other text that this one starts with.
    begins_with: Option<usize>,
}

impl Level {
    fn new(forms: Vec<Arc<[u8]>>) -> Level {
        let mut indices: FxHashMap<&[u8], usize> = FxHashMap::default();
        let mut beginnings: Vec<&[u8]> = Vec::new();
        let mut wholes: Vec<Vec<Whole>> = Vec::new();
        for form in &forms {
            let beginning = &form[..form.len().min(BEGINNING)];
            let index = *indices.entry(beginning).or_insert_with(|| {
                beginnings.push(beginning);
                wholes.push(Vec::new());
                beginnings.len() - 1
            });
            wholes[index].push(Whole { form: form.clone(), begins_with: None });
        }
        wholes.iter_mut().for_each(|wholes| sort(wholes));
        let automaton = AhoCorasick::new(&beginnings).ok();
        Level { forms, automaton, wholes }
    }

    fn find(&self, text: &[u8], spans: &mut Vec<Range<usize>>) {
        let Some(automaton) = &self.automaton else {
            for form in &self.forms {
                let found = text.windows(form.len()).enumerate().filter(|(_, part)| *part == &form[..]);
                spans.extend(found.map(|(start, part)| start..start + part.len()));
            }
            return;
        };
        for found in automaton.find_overlapping_iter(text) {
            let longest = longest(&self.wholes[found.pattern().as_usize()], &text[found.start()..]);
            spans.extend(longest.map(|length| found.start()..found.start() + length));
        }
    }
}

/// Sorts texts, and finds out which of them start with others.
fn sort(wholes: &mut [Whole]) {
    wholes.sort_unstable_by(|left, right| left.form.cmp(&right.form));
    // Each of them starts with the previous one.
    let mut chain: Vec<usize> = Vec::new();
    for index in 0..wholes.len() {
        while chain.pop_if(|last| !wholes[index].form.starts_with(&wholes[*last].form)).is_some() {}
        wholes[index].begins_with = chain.last().copied();
        chain.push(index);
    }
}

/// Returns the length of the longest of the texts that `text` starts with.
///
/// It is the last text that is not greater than `text`, or one that this text starts with.
fn longest(wholes: &[Whole], text: &[u8]) -> Option<usize> {
    let last = wholes.partition_point(|whole| *whole.form <= *text).checked_sub(1)?;
    if text.starts_with(&wholes[last].form) {
        return Some(wholes[last].form.len());
    }
    let common = wholes[last].form.iter().zip(text).take_while(|(own, other)| own == other).count();
    let candidates = std::iter::successors(Some(last), |index| wholes[*index].begins_with);
    candidates.map(|index| wholes[index].form.len()).find(|length| *length <= common)
}

/// Finds all texts. The spans are unordered and may overlap.
pub(super) fn spans(levels: &[Arc<Level>], text: &[u8]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    levels.iter().for_each(|level| level.find(text, &mut spans));
    spans
}

/// Sorts spans and merges those that overlap.
pub(super) fn united(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut united: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match united.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => united.push(span),
        }
    }
    united
}
