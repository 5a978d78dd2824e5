//! Finds thousands of texts in long ones at once.
//!
//! Texts come in while others are already searched for. Building the automaton anew for each would be quadratic, so
//! there are several of them, the next always smaller than half of the one before it, and a new one swallows those that
//! are too small to stand beside it. An automaton knows only the beginnings of texts, which keeps it small; whether the
//! rest follows is looked up.

use std::{ops::Range, sync::Arc};

use aho_corasick::AhoCorasick;
use rustc_hash::{FxHashMap, FxHashSet};

use super::SHORTEST_SCRUBBED;

/// How many bytes of a text an automaton knows.
const BEGINNING: usize = 24;

/// What is searched for.
#[derive(Default)]
pub(super) struct Search {
    /// The cleartexts as they were given.
    cleartexts: FxHashSet<Box<[u8]>>,
    /// Cleartexts that are too short to be scrubbed.
    short: FxHashSet<Box<[u8]>>,
    /// Every form of every cleartext.
    forms: FxHashSet<Arc<[u8]>>,
    /// Forms that no automaton knows yet.
    pending: Vec<Arc<[u8]>>,
    levels: Vec<Arc<Level>>,
    /// How many bytes the longest form has.
    longest: usize,
}

impl Search {
    /// Searches for a cleartext from now on, in all its forms.
    pub(super) fn learn(&mut self, cleartext: &[u8], forms: impl FnOnce() -> Vec<Vec<u8>>) {
        // Blanks alone stand in every text.
        if cleartext.len() < SHORTEST_SCRUBBED || cleartext.trim_ascii().is_empty() {
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
            if form.len() >= SHORTEST_SCRUBBED && self.forms.insert(form.clone()) {
                self.pending.push(form);
            }
        }
    }

    /// How many bytes the longest form has.
    pub(super) fn longest(&self) -> usize {
        self.longest
    }

    /// How many cleartexts there are.
    pub(super) fn len(&self) -> usize {
        self.cleartexts.len() + self.short.len()
    }

    /// Whether a text holds a cleartext that is too short to be scrubbed.
    pub(super) fn contains_short(&self, text: &str, shortest: usize) -> bool {
        let lengths = shortest.max(1)..SHORTEST_SCRUBBED;
        !self.short.is_empty()
            && lengths.into_iter().any(|length| text.as_bytes().windows(length).any(|part| self.short.contains(part)))
    }

    /// All automata, which know every form by now.
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
    /// `None` when the texts are too many for one; then each is searched for.
    automaton: Option<AhoCorasick>,
    /// For each beginning, the texts that begin so, in their order.
    wholes: Vec<Vec<Whole>>,
}

/// A text among others with the same beginning.
struct Whole {
    form: Arc<[u8]>,
    /// The place of the longest other text that this one begins with.
    begins_with: Option<usize>,
}

impl Level {
    fn new(forms: Vec<Arc<[u8]>>) -> Level {
        let mut places: FxHashMap<&[u8], usize> = FxHashMap::default();
        let mut beginnings: Vec<&[u8]> = Vec::new();
        let mut wholes: Vec<Vec<Whole>> = Vec::new();
        for form in &forms {
            let beginning = &form[..form.len().min(BEGINNING)];
            let place = *places.entry(beginning).or_insert_with(|| {
                beginnings.push(beginning);
                wholes.push(Vec::new());
                beginnings.len() - 1
            });
            wholes[place].push(Whole { form: form.clone(), begins_with: None });
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

/// Brings texts into their order, and finds out which of them begin with others.
fn sort(wholes: &mut [Whole]) {
    wholes.sort_unstable_by(|left, right| left.form.cmp(&right.form));
    // Each of them begins with the one before it.
    let mut chain: Vec<usize> = Vec::new();
    for index in 0..wholes.len() {
        while chain.pop_if(|last| !wholes[index].form.starts_with(&wholes[*last].form)).is_some() {}
        wholes[index].begins_with = chain.last().copied();
        chain.push(index);
    }
}

/// The length of the longest text that another one begins with.
///
/// Whatever it begins with is the last text that is not greater, or one that this begins with.
fn longest(wholes: &[Whole], text: &[u8]) -> Option<usize> {
    let last = wholes.partition_point(|whole| *whole.form <= *text).checked_sub(1)?;
    if text.starts_with(&wholes[last].form) {
        return Some(wholes[last].form.len());
    }
    let common = wholes[last].form.iter().zip(text).take_while(|(own, other)| own == other).count();
    let candidates = std::iter::successors(Some(last), |index| wholes[*index].begins_with);
    candidates.map(|index| wholes[index].form.len()).find(|length| *length <= common)
}

/// Where any of the texts stands, in any order, possibly overlapping.
pub(super) fn spans(levels: &[Arc<Level>], text: &[u8]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    levels.iter().for_each(|level| level.find(text, &mut spans));
    spans
}

/// Spans in order, with those that overlap as one.
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
