//! Keeps cleartexts of secrets out of everything that is said.
//!
//! A secret shows up in more forms than the one it was given in: quoted in an error, encoded in a header, as one line of
//! a key. `forms` knows them, `search` finds them, the [`Scrubber`] puts a mark in their place. It leaves alone what only looks
//! like a secret: names that are public anyway (`public`).
//!
//! A value that is known to be a secret is never shown, however short it is. The text of a message is searched for secrets, and
//! that has limits:
//!
//! * texts of fewer than [`SHORTEST_SCRUBBED`] bytes and numbers of fewer than [`SHORTEST_NUMBER`] digits are not searched for;
//! * `true`, `false` and `undef` are words of every text;
//! * what somebody made of a secret (a hash of it, a part of it, it in capitals) is not it any more;
//! * a secret that is part of a title written without a variable in the manifest, or of a path that the run reads, is shown there.

pub(crate) mod address;
mod forms;
mod public;
mod search;

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    fmt,
    ops::Range,
    sync::{Mutex, MutexGuard, PoisonError, TryLockError},
};

use pcore::{Value, uri::percent_decoded};

use self::{public::PublicNames, search::Search};
use crate::{State, TypeDefinition};

/// Shorter texts are not scrubbed: they occur everywhere by chance. Such secrets are protected by their type alone.
pub const SHORTEST_SCRUBBED: usize = 4;

/// Numbers with fewer characters are not scrubbed: ports, modes and counters would be.
pub const SHORTEST_NUMBER: usize = 6;

/// What stands in place of a secret.
pub const REDACTED: &str = "[redacted]";

/// Texts that stand for a secret already. A secret that is a part of them is not taken out of them, so that what was
/// scrubbed once can be scrubbed again.
const MARKS: [&str; 3] = [REDACTED, "Sensitive [value redacted]", "<< redacted value >>"];

/// How many items of a sequence that is computed are learned.
const LONGEST_SEQUENCE: usize = 100_000;

/// The cleartexts of one run, and how to take them out of a text.
///
/// ```
/// use resource_api::secret::Scrubber;
///
/// let scrubber = Scrubber::default();
/// scrubber.learn(&pcore::Value::sensitive("hunter2".into()));
/// assert_eq!(scrubber.scrub("login with hunter2 failed"), "login with [redacted] failed");
/// assert_eq!(scrubber.scrub("Authorization: Basic YWxpY2U6aHVudGVyMg=="), "Authorization: Basic YWxpY2U6[redacted]");
/// ```
#[derive(Default)]
pub struct Scrubber {
    search: Mutex<Search>,
    public: Mutex<PublicNames>,
}

impl Scrubber {
    /// Registers what every `Sensitive` inside a value holds.
    pub fn learn(&self, value: &Value) {
        match value {
            Value::Sensitive(secret) => self.learn_secret(secret),
            Value::Array(items) => items.iter().for_each(|item| self.learn(item)),
            Value::Hash(entries) => entries.iter().for_each(|(key, value)| {
                self.learn(key);
                self.learn(value);
            }),
            Value::Object(instance) => instance.iter().for_each(|(_, value)| self.learn(value)),
            Value::Iterator(sequence) => sequence.iter().take(LONGEST_SEQUENCE).for_each(|item| self.learn(&item)),
            Value::Undef
            | Value::Default
            | Value::Boolean(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::String(_)
            | Value::Symbol(_)
            | Value::Regexp(_)
            | Value::Type(_)
            | Value::Binary(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_) => {}
        }
    }

    /// Registers everything inside a value, whether it is marked as a secret or not.
    pub fn learn_secret(&self, secret: &Value) {
        match secret {
            Value::String(text) | Value::Symbol(text) => self.learn_text(text),
            Value::Binary(bytes) => self.learn_bytes(bytes),
            Value::Integer(_) | Value::Float(_) => {
                let text = secret.to_string();
                if text.len() >= SHORTEST_NUMBER {
                    self.learn_text(&text);
                }
            }
            Value::Sensitive(inner) => self.learn_secret(inner),
            Value::Array(items) => items.iter().for_each(|item| self.learn_secret(item)),
            Value::Hash(entries) => entries.iter().for_each(|(key, value)| {
                self.learn_secret(key);
                self.learn_secret(value);
            }),
            Value::Object(instance) => instance.iter().for_each(|(_, value)| self.learn_secret(value)),
            Value::Iterator(sequence) => {
                sequence.iter().take(LONGEST_SEQUENCE).for_each(|item| self.learn_secret(&item));
            }
            Value::Regexp(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_) => self.learn_text(&secret.to_string()),
            // Words of the language that every text may hold.
            Value::Undef | Value::Default | Value::Boolean(_) | Value::Type(_) => {}
        }
    }

    /// Registers the secrets of a resource: what is `Sensitive`, and what its type says must not be shown.
    pub fn learn_state(&self, definition: &TypeDefinition, state: &State) {
        for (name, value) in state.iter() {
            if definition.attribute(name).is_some_and(|attribute| attribute.hides(value)) {
                self.learn_secret(value);
            } else {
                self.learn(value);
            }
        }
    }

    /// Registers a name that stays readable although a secret is part of it: a title that a manifest writes without a variable,
    /// or the path of a directory that the run reads, with everything below it.
    ///
    /// ```
    /// use resource_api::secret::Scrubber;
    ///
    /// let scrubber = Scrubber::default();
    /// scrubber.learn(&pcore::Value::sensitive("puppetlabs".into()));
    /// scrubber.publish("puppetlabs/influxdb");
    /// assert_eq!(scrubber.scrub("Label[puppetlabs/influxdb]: puppetlabs"), "Label[puppetlabs/influxdb]: [redacted]");
    /// assert_eq!(scrubber.scrub("puppetlabs/others"), "[redacted]/others");
    /// ```
    pub fn publish(&self, name: &str) {
        self.public().insert(name);
    }

    /// Whether a text is a name that was [published](Scrubber::publish), or a path below one.
    pub(crate) fn is_public(&self, name: &str) -> bool {
        self.public().covers(name)
    }

    /// As [`scrub`](Scrubber::scrub), for a text that is a title or a tag: shown as it is where it is public.
    pub fn scrub_name<'t>(&self, name: &'t str) -> Cow<'t, str> {
        if self.is_public(name) { Cow::Borrowed(name) } else { self.scrub(name) }
    }

    /// Registers one cleartext.
    pub fn learn_text(&self, text: &str) {
        self.search().learn(text.as_bytes(), || forms::of_text(text));
    }

    /// Registers the password inside of a URL, where there is one, as it is written and as it is meant.
    ///
    /// ```
    /// use resource_api::secret::Scrubber;
    ///
    /// let scrubber = Scrubber::default();
    /// scrubber.learn_address("https://alice:hunter%212@example.com/");
    /// assert_eq!(scrubber.scrub("no entry for hunter!2"), "no entry for [redacted]");
    /// assert_eq!(scrubber.scrub("GET https://alice:hunter%212@example.com/"), "GET https://alice:[redacted]@example.com/");
    /// ```
    pub fn learn_address(&self, text: &str) {
        let Some(password) = address::password(text) else { return };
        self.learn_text(password);
        if let Some(meant) = percent_decoded(password) {
            self.learn_text(&meant);
        }
        // One that is too short to be looked for everywhere is looked for where it stands.
        if password.len() < SHORTEST_SCRUBBED {
            self.learn_text(&format!("://{}", text.split_once("://").map_or(text, |(_, rest)| rest)));
        }
    }

    /// Registers a cleartext that need not be text.
    pub fn learn_bytes(&self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.learn_text(text),
            Err(_) => self.search().learn(bytes, || forms::of_bytes(bytes)),
        }
    }

    /// The text without any cleartext.
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut spans = self.spans(text);
        self.leave_public(text, &mut spans);
        scrubbed(text, spans)
    }

    /// Leaves what is only a part of public names.
    fn leave_public(&self, text: &str, spans: &mut Vec<Range<usize>>) {
        if spans.is_empty() {
            return;
        }
        let public = self.public();
        if !public.is_empty() {
            spans.retain(|span| !public.surrounds(text, span));
        }
    }

    /// As [`scrub`](Scrubber::scrub), for whoever must not wait, since the one that it would wait for may be itself:
    /// nothing when the scrubber is being used.
    pub fn scrub_if_free<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let levels = match self.search.try_lock() {
            Ok(mut search) => search.levels(),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().levels(),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(scrubbed(text, in_text(text, search::spans(&levels, text.as_bytes()))))
    }

    /// As [`scrub`](Scrubber::scrub), for a text whose end is still to come: returns the beginning of it that is not
    /// changed by what follows, without any cleartext, and how many bytes of the text that is.
    ///
    /// What is left is at most twice as long as the longest cleartext.
    pub(crate) fn scrub_beginning(&self, text: &str) -> (String, usize) {
        let mut spans = self.spans(text);
        // A secret whose end is missing begins behind this place.
        let settled = text.floor_char_boundary(text.len().saturating_sub(self.longest()));
        let cut_through = spans.iter().filter(|span| span.start < settled && span.end > settled);
        let end = cut_through.map(|span| span.start).min().unwrap_or(settled);
        spans.retain(|span| span.start < end);
        spans.iter_mut().for_each(|span| span.end = span.end.min(end));
        (redact(&text[..end], search::united(spans)), end)
    }

    /// How many bytes the longest form of a cleartext has.
    pub(crate) fn longest(&self) -> usize {
        self.search().longest()
    }

    /// Whether a text holds a cleartext in any form that has at least so many bytes, however short it is.
    pub fn contains_cleartext(&self, text: &str, shortest: usize) -> bool {
        self.search().contains_short(text, shortest)
            || self.find(text.as_bytes()).iter().any(|span| span.len() >= shortest)
    }

    /// Where cleartexts stand in bytes that need not be text, in any order, possibly overlapping.
    pub(crate) fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let levels = self.search().levels();
        search::spans(&levels, bytes)
    }

    /// Where secrets stand in a text, marks left out, in any order, possibly overlapping.
    fn spans(&self, text: &str) -> Vec<Range<usize>> {
        in_text(text, self.find(text.as_bytes()))
    }

    /// Where cleartexts are in a text that is to be given to somebody else, without those that are only a part of public names.
    pub(crate) fn find_secrets(&self, text: &[u8]) -> Vec<Range<usize>> {
        let mut spans = self.find(text);
        if let Ok(text) = std::str::from_utf8(text) {
            spans.retain(|span| text.is_char_boundary(span.start) && text.is_char_boundary(span.end));
            self.leave_public(text, &mut spans);
        }
        spans
    }

    fn public(&self) -> MutexGuard<'_, PublicNames> {
        self.public.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn search(&self) -> MutexGuard<'_, Search> {
        self.search.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Spans of bytes as such of a text, without those that lie in marks.
fn in_text(text: &str, mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    if spans.is_empty() {
        return spans;
    }
    // Bytes that are no text may well be found in the middle of a character.
    for span in &mut spans {
        *span = text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
    }
    let found = MARKS.iter().flat_map(|mark| text.match_indices(mark));
    let mut marks: Vec<Range<usize>> = found.map(|(start, mark)| start..start + mark.len()).collect();
    marks.sort_unstable_by_key(|mark| mark.start);
    spans.retain(|span| {
        let before = marks.partition_point(|mark| mark.start <= span.start);
        before == 0 || marks[before - 1].end < span.end
    });
    spans
}

fn scrubbed(text: &str, spans: Vec<Range<usize>>) -> Cow<'_, str> {
    if spans.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(redact(text, search::united(spans))) }
}

/// The text with a mark in place of each secret.
fn redact(text: &str, secrets: Vec<Range<usize>>) -> String {
    let mut scrubbed = String::with_capacity(text.len());
    let mut rest = 0;
    for secret in secrets {
        scrubbed.push_str(&text[rest..secret.start]);
        scrubbed.push_str(REDACTED);
        rest = secret.end;
    }
    scrubbed.push_str(&text[rest..]);
    scrubbed
}

/// Says how much it knows, and nothing of it.
impl fmt::Debug for Scrubber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Scrubber").field("cleartexts", &self.search().len()).finish_non_exhaustive()
    }
}
