//! What a file should be, read from the attributes of a resource in canonical form.

use std::path::{Path, PathBuf};

use pcore::Value;
use resource_api::{Context, State};

use super::{checksum::Checksum, found::Links, validation::Validation};
use crate::subject::opened;

/// Stands for a value that is the source's, whatever it is.
pub(super) const OF_SOURCE: &str = "source";

/// What a file should be.
pub(super) struct Wanted<'w> {
    state: &'w State,
    pub(super) path: &'w Path,
    pub(super) checksum: Checksum,
}

/// Where old content goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Backup<'b> {
    /// Into a file beside it, with this at the end of its name.
    Beside(&'b str),
    /// Into a bucket with this title.
    Bucket(&'b str),
}

impl<'w> Wanted<'w> {
    pub(super) fn new(context: &Context, state: &'w State) -> Wanted<'w> {
        let checksum = state.text("checksum").and_then(Checksum::named).unwrap_or_else(|| default_checksum(context));
        Wanted::with_checksum(state, checksum)
    }

    /// What a file should be whose way of comparing contents is known.
    pub(super) fn with_checksum(state: &'w State, checksum: Checksum) -> Wanted<'w> {
        Wanted { state, path: Path::new(state.text("path").unwrap_or_default()), checksum }
    }

    pub(super) fn path_text(&self) -> &'w str {
        self.state.text("path").unwrap_or_default()
    }

    pub(super) fn ensure(&self) -> Option<&'w str> {
        self.state.text("ensure")
    }

    /// What the file should hold, where the manifest says so.
    pub(super) fn content(&self) -> Option<&'w [u8]> {
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

    /// Whether nothing of the content may be shown.
    pub(super) fn is_secret(&self) -> bool {
        matches!(self.state.get("content"), Some(Value::Sensitive(_)))
    }

    pub(super) fn sources(&self) -> Vec<&'w str> {
        texts(self.state.known("source"))
    }

    pub(super) fn has_source(&self) -> bool {
        self.state.known("source").is_some()
    }

    pub(super) fn checksum_value(&self) -> Option<&'w str> {
        self.state.text("checksum_value")
    }

    pub(super) fn target(&self) -> Option<&'w str> {
        opened(self.state.known("target")?).as_str()
    }

    pub(super) fn mode(&self) -> Option<&'w str> {
        match opened(self.state.known("mode")?) {
            Value::String(mode) => Some(mode),
            _ => None,
        }
    }

    /// A part of the SELinux context that it should have.
    pub(super) fn label(&self, property: &str) -> Option<&'w str> {
        opened(self.state.known(property)?).as_str()
    }

    /// Who should own it, unless that is the source's business.
    pub(super) fn account(&self, property: &str) -> Option<&'w Value> {
        self.state.known(property).map(opened).filter(|value| !matches!(value, Value::Symbol(_)))
    }

    /// Whether a property is that of the source.
    pub(super) fn is_of_source(&self, property: &str) -> bool {
        matches!(self.state.get(property), Some(Value::Symbol(word)) if word == OF_SOURCE)
    }

    pub(super) fn links(&self) -> Links {
        if self.state.text("links") == Some("follow") { Links::Follow } else { Links::Manage }
    }

    pub(super) fn recurses(&self) -> bool {
        self.state.known("recurse").is_some_and(|recurse| *recurse != Value::Boolean(false))
    }

    pub(super) fn recurses_remotely_only(&self) -> bool {
        self.state.text("recurse") == Some("remote")
    }

    pub(super) fn recursion_limit(&self) -> Option<usize> {
        match self.state.get("recurselimit") {
            Some(Value::Integer(limit)) => Some(usize::try_from(*limit).unwrap_or(usize::MAX)),
            _ => None,
        }
    }

    pub(super) fn most_files(&self) -> i64 {
        match self.state.get("max_files") {
            Some(Value::Integer(most)) => *most,
            _ => 0,
        }
    }

    pub(super) fn ignored(&self) -> Vec<&'w str> {
        texts(self.state.known("ignore"))
    }

    pub(super) fn purges(&self) -> bool {
        self.is_on("purge")
    }

    pub(super) fn forces(&self) -> bool {
        self.is_on("force")
    }

    pub(super) fn replaces(&self) -> bool {
        self.state.get("replace") != Some(&Value::Boolean(false))
    }

    pub(super) fn shows_difference(&self) -> bool {
        self.state.get("show_diff") != Some(&Value::Boolean(false))
    }

    pub(super) fn takes_all_sources(&self) -> bool {
        self.state.text("sourceselect") == Some("all")
    }

    pub(super) fn source_permissions(&self) -> &'w str {
        self.state.text("source_permissions").unwrap_or("ignore")
    }

    pub(super) fn backup(&self) -> Option<Backup<'w>> {
        match self.state.text("backup")? {
            ending if ending.starts_with('.') => Some(Backup::Beside(ending)),
            title => Some(Backup::Bucket(title)),
        }
    }

    pub(super) fn staging_location(&self) -> Option<PathBuf> {
        self.state.text("staging_location").map(PathBuf::from)
    }

    /// The command that must accept new content.
    pub(super) fn validation(&self) -> Option<Validation<'w>> {
        let replacement = self.state.text("validate_replacement").unwrap_or("%");
        Some(Validation { command: self.state.text("validate_cmd")?, replacement })
    }

    fn is_on(&self, name: &str) -> bool {
        self.state.get(name) == Some(&Value::Boolean(true))
    }
}

/// How contents are compared unless a resource says so.
pub(super) fn default_checksum(context: &Context) -> Checksum {
    context.setting("digest_algorithm").and_then(|name| Checksum::named(&name)).unwrap_or(Checksum::Sha256)
}

/// One text or several.
fn texts(value: Option<&Value>) -> Vec<&str> {
    match value {
        Some(Value::Array(values)) => values.iter().filter_map(Value::as_str).collect(),
        Some(value) => value.as_str().into_iter().collect(),
        None => Vec::new(),
    }
}
