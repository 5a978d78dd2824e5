//! What a file should be, read from the attributes of a resource in canonical form.

use std::path::Path;

use pcore::Value;
use resource_api::{Context, State};

use super::{checksum::Checksum, stat::Links, validation::Validation};
use crate::subject::unwrap_sensitive;

/// Marks a property whose value is taken from the source.
pub(super) const OF_SOURCE: &str = "source";

/// What a file should be.
pub(super) struct TargetFile<'t> {
    state: &'t State,
    pub(super) path: &'t Path,
    pub(super) checksum: Checksum,
}

/// Where old content is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backup<'b> {
    /// In a file next to it, with this suffix.
    Suffix(&'b str),
    /// In the bucket with this title.
    Bucket(&'b str),
}

impl<'t> TargetFile<'t> {
    pub(super) fn new(context: &Context, state: &'t State) -> TargetFile<'t> {
        let checksum =
            state.text("checksum").and_then(Checksum::from_name).unwrap_or_else(|| default_checksum(context));
        TargetFile::with_checksum(state, checksum)
    }

    /// Like `new`, with a known checksum.
    pub(super) fn with_checksum(state: &'t State, checksum: Checksum) -> TargetFile<'t> {
        TargetFile { state, path: Path::new(state.text("path").unwrap_or_default()), checksum }
    }

    /// The word of an attribute.
    pub(super) fn text(&self, attribute: &str) -> Option<&'t str> {
        self.state.text(attribute)
    }

    /// The text of an attribute, even if it is a secret.
    pub(super) fn revealed(&self, attribute: &str) -> Option<&'t str> {
        unwrap_sensitive(self.state.known(attribute)?).as_str()
    }

    pub(super) fn is_true(&self, attribute: &str) -> bool {
        self.state.get(attribute) == Some(&Value::Boolean(true))
    }

    pub(super) fn path_text(&self) -> &'t str {
        self.state.text("path").unwrap_or_default()
    }

    /// The content from the manifest.
    pub(super) fn content(&self) -> Option<&'t [u8]> {
        fn bytes(value: &Value) -> Option<&[u8]> {
            match value {
                Value::String(text) => Some(text.as_bytes()),
                Value::Binary(bytes) => Some(bytes),
                Value::Sensitive(secret) => bytes(secret),
                _ => None,
            }
        }
        bytes(self.state.known("content")?)
    }

    /// Whether the content is sensitive.
    pub(super) fn is_secret(&self) -> bool {
        matches!(self.state.get("content"), Some(Value::Sensitive(_)))
    }

    pub(super) fn sources(&self) -> Vec<&'t str> {
        texts(self.state.known("source"))
    }

    pub(super) fn has_source(&self) -> bool {
        self.state.known("source").is_some()
    }

    /// The desired owner or group, unless it is taken from the source.
    pub(super) fn account(&self, property: &str) -> Option<&'t Value> {
        self.state.known(property).map(unwrap_sensitive).filter(|value| !matches!(value, Value::Symbol(_)))
    }

    /// Whether a property is taken from the source.
    pub(super) fn is_of_source(&self, property: &str) -> bool {
        matches!(self.state.get(property), Some(Value::Symbol(word)) if word == OF_SOURCE)
    }

    pub(super) fn links(&self) -> Links {
        if self.state.text("links") == Some("follow") { Links::Follow } else { Links::Manage }
    }

    pub(super) fn recurses(&self) -> bool {
        self.state.known("recurse").is_some_and(|recurse| *recurse != Value::Boolean(false))
    }

    pub(super) fn recursion_limit(&self) -> Option<usize> {
        let limit = self.state.get("recurselimit").and_then(Value::as_integer);
        limit.map(|limit| usize::try_from(limit).unwrap_or(usize::MAX))
    }

    pub(super) fn max_files(&self) -> i64 {
        self.state.get("max_files").and_then(Value::as_integer).unwrap_or(0)
    }

    pub(super) fn ignored(&self) -> Vec<&'t str> {
        texts(self.state.known("ignore"))
    }

    pub(super) fn replaces(&self) -> bool {
        self.state.get("replace") != Some(&Value::Boolean(false))
    }

    pub(super) fn shows_difference(&self) -> bool {
        self.state.get("show_diff") != Some(&Value::Boolean(false))
    }

    pub(super) fn source_permissions(&self) -> &'t str {
        self.state.text("source_permissions").unwrap_or("ignore")
    }

    pub(super) fn backup(&self) -> Option<Backup<'t>> {
        match self.state.text("backup")? {
            suffix if suffix.starts_with('.') => Some(Backup::Suffix(suffix)),
            title => Some(Backup::Bucket(title)),
        }
    }

    /// The command that must accept new content.
    pub(super) fn validation(&self) -> Option<Validation<'t>> {
        let replacement = self.state.text("validate_replacement").unwrap_or("%");
        Some(Validation { command: self.state.text("validate_cmd")?, replacement })
    }
}

/// How contents are compared, unless a resource sets `checksum`.
pub(super) fn default_checksum(context: &Context) -> Checksum {
    context.setting("digest_algorithm").and_then(|name| Checksum::from_name(&name)).unwrap_or(Checksum::Sha256)
}

/// One string or several.
fn texts(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
        Some(value) => value.as_str().into_iter().collect(),
        None => Vec::new(),
    }
}
