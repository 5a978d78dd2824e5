//! Keeps cleartext secrets out of log lines, reports and errors.
//!
//! A secret appears in more forms than the original: quoted in an error, encoded in a header, as one line of a key.
//! `forms` lists them, `search` finds them, and the [`Scrubber`] replaces them with a mark. It preserves text that only
//! looks like a secret: names that are public anyway (`public`).
//!
//! A value that is known to be secret is never shown, however short it is. Searching the text of messages for secrets
//! has limits:
//!
//! * texts of fewer than [`MIN_SCRUBBED_LENGTH`] bytes and numbers of fewer than [`MIN_NUMBER_LENGTH`] digits are not
//!   searched for;
//! * `true`, `false` and `undef` are too common to be searched for;
//! * what is derived from a secret (a hash, a part of it, an upper-case version) is not found;
//! * a secret that is part of a title written without a variable in the manifest, or of a path that the run reads, is
//!   shown there.

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

use pcore::{
    Value,
    uri::{Url, percent_decoded},
};

use self::{public::PublicNames, search::Search};
use crate::{State, TypeDefinition};

/// Shorter texts are not scrubbed, because they occur everywhere by chance. Such secrets are protected by their type
/// only.
pub const MIN_SCRUBBED_LENGTH: usize = 4;

/// Shorter numbers are not scrubbed, because ports, modes and counters would be.
pub const MIN_NUMBER_LENGTH: usize = 6;

/// Replaces a secret.
pub const REDACTED: &str = pcore::uri::REDACTED;

/// Marks of hidden secrets. A secret that is part of a mark is not replaced there, so that scrubbing twice does no
/// harm.
const MARKS: [&str; 3] = [REDACTED, "Sensitive [value redacted]", "<< redacted value >>"];

/// How many items of a lazy sequence are learned.
const MAX_SEQUENCE_LENGTH: usize = 100_000;

/// The secrets of a run.
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
    /// Registers the content of every `Sensitive` in a value.
    pub fn learn(&self, value: &Value) {
        match value {
            Value::Sensitive(secret) => self.learn_secret(secret),
            Value::Array(items) => items.iter().for_each(|item| self.learn(item)),
            Value::Hash(entries) => entries.iter().for_each(|(key, value)| {
                self.learn(key);
                self.learn(value);
            }),
            Value::Object(instance) => instance.iter().for_each(|(_, value)| self.learn(value)),
            Value::Iterator(sequence) => sequence.iter().take(MAX_SEQUENCE_LENGTH).for_each(|item| self.learn(&item)),
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

    /// Registers everything in a value, whether it is `Sensitive` or not.
    pub fn learn_secret(&self, secret: &Value) {
        match secret {
            Value::String(text) | Value::Symbol(text) => self.learn_text(text),
            Value::Binary(bytes) => self.learn_bytes(bytes),
            Value::Integer(_) | Value::Float(_) => {
                let text = secret.to_string();
                if text.len() >= MIN_NUMBER_LENGTH {
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
                sequence.iter().take(MAX_SEQUENCE_LENGTH).for_each(|item| self.learn_secret(&item));
            }
            Value::Regexp(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
            | Value::SemVer(_)
            | Value::SemVerRange(_)
            | Value::Uri(_) => self.learn_text(&secret.to_string()),
            // These occur in every text.
            Value::Undef | Value::Default | Value::Boolean(_) | Value::Type(_) => {}
        }
    }

    /// Registers the secrets of a resource: `Sensitive` values, and values of sensitive attributes.
    pub fn learn_state(&self, definition: &TypeDefinition, state: &State) {
        for (name, value) in state.iter() {
            if definition.attribute(name).is_some_and(|attribute| attribute.hides(value)) {
                self.learn_secret(value);
            } else {
                self.learn(value);
            }
        }
    }

    /// Registers a public name, which is shown even if it contains a secret: a title that a manifest writes without a
    /// variable, or the path of a directory that the run reads, including everything below it.
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

    /// Whether a text is a [public name](Scrubber::publish), or a path below one.
    pub(crate) fn is_public(&self, name: &str) -> bool {
        self.public().covers(name)
    }

    /// Like [`scrub`](Scrubber::scrub), for a title or a tag, which is not scrubbed if it is public.
    pub fn scrub_name<'t>(&self, name: &'t str) -> Cow<'t, str> {
        if self.is_public(name) { Cow::Borrowed(name) } else { self.scrub(name) }
    }

    /// Registers a secret.
    pub fn learn_text(&self, text: &str) {
        self.search().learn(text.as_bytes(), || forms::of_text(text));
    }

    /// Registers the password in a URL, if there is one, both as written and percent-decoded.
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
        let Some(password) = Url::split(text).password() else { return };
        self.learn_text(password);
        if let Some(meant) = percent_decoded(password) {
            self.learn_text(&meant);
        }
        // A password that is too short to be scrubbed everywhere is scrubbed in this URL.
        if password.len() < MIN_SCRUBBED_LENGTH {
            self.learn_text(&format!("://{}", text.split_once("://").map_or(text, |(_, rest)| rest)));
        }
    }

    /// Registers a secret that need not be text.
    pub fn learn_bytes(&self, bytes: &[u8]) {
        match std::str::from_utf8(bytes) {
            Ok(text) => self.learn_text(text),
            Err(_) => self.search().learn(bytes, || forms::of_bytes(bytes)),
        }
    }

    /// Replaces all secrets in a text.
    pub fn scrub<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut spans = self.spans(text);
        self.leave_public(text, &mut spans);
        scrubbed(text, spans)
    }

    /// Keeps spans that are only a part of public names.
    fn leave_public(&self, text: &str, spans: &mut Vec<Range<usize>>) {
        if spans.is_empty() {
            return;
        }
        let public = self.public();
        if !public.is_empty() {
            spans.retain(|span| !public.surrounds(text, span));
        }
    }

    /// Like [`scrub`](Scrubber::scrub), but returns `None` instead of waiting for a lock. For crash handlers, which may
    /// run in the thread that holds the lock.
    pub fn scrub_if_free<'t>(&self, text: &'t str) -> Option<Cow<'t, str>> {
        let levels = match self.search.try_lock() {
            Ok(mut search) => search.levels(),
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner().levels(),
            Err(TryLockError::WouldBlock) => return None,
        };
        Some(scrubbed(text, in_text(text, search::spans(&levels, text.as_bytes()))))
    }

    /// Like [`scrub`](Scrubber::scrub), for a text that is still incomplete. Scrubs the longest prefix that later text
    /// cannot affect, and returns it with its length in the original text.
    ///
    /// The rest is at most twice as long as the longest secret.
    pub(crate) fn scrub_beginning(&self, text: &str) -> (String, usize) {
        let mut spans = self.spans(text);
        // A secret that is cut off at the end begins after this offset.
        let stable_prefix = text.floor_char_boundary(text.len().saturating_sub(self.longest()));
        let cut_through = spans.iter().filter(|span| span.start < stable_prefix && span.end > stable_prefix);
        let end = cut_through.map(|span| span.start).min().unwrap_or(stable_prefix);
        spans.retain(|span| span.start < end);
        spans.iter_mut().for_each(|span| span.end = span.end.min(end));
        (redact(&text[..end], search::united(spans)), end)
    }

    /// The length of the longest form of a secret, in bytes.
    pub(crate) fn longest(&self) -> usize {
        self.search().longest()
    }

    /// Whether a text contains a form of a secret with at least `shortest` bytes, including secrets that are too short
    /// to be scrubbed.
    pub fn contains_cleartext(&self, text: &str, shortest: usize) -> bool {
        self.search().contains_short(text, shortest)
            || self.find(text.as_bytes()).iter().any(|span| span.len() >= shortest)
    }

    /// Finds secrets in bytes. The spans are unordered and may overlap.
    pub(crate) fn find(&self, bytes: &[u8]) -> Vec<Range<usize>> {
        let levels = self.search().levels();
        search::spans(&levels, bytes)
    }

    /// Finds secrets in a text, except in marks. The spans are unordered and may overlap.
    fn spans(&self, text: &str) -> Vec<Range<usize>> {
        in_text(text, self.find(text.as_bytes()))
    }

    /// Finds secrets in an argument for a process, except those that are only a part of public names.
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

/// Extends spans of bytes to whole characters, and drops those inside marks.
fn in_text(text: &str, mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    if spans.is_empty() {
        return spans;
    }
    // A secret that is not text may be found in the middle of a character.
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

/// Replaces each secret in a text with a mark.
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

/// Shows only the number of secrets.
impl fmt::Debug for Scrubber {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Scrubber").field("cleartexts", &self.search().len()).finish_non_exhaustive()
    }
}
