//! What a manifest says about a package, in canonical form.

use std::borrow::Cow;

use pcore::Value;
use resource_api::{State, render::interpolate};

use crate::subject::unwrap_sensitive;

/// The attributes of a package.
#[derive(Clone)]
pub(super) struct PackageTarget<'t> {
    pub(super) name: &'t str,
    pub(super) ensure: Ensure,
    pub(super) mark: Option<Mark>,
    should: &'t State,
}

/// What a package should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ensure {
    Present,
    Absent,
    Purged,
    Latest,
    /// A version, or a range of versions.
    Version(String),
}

impl Ensure {
    fn of(word: &str) -> Ensure {
        match word {
            "present" => Ensure::Present,
            "absent" => Ensure::Absent,
            "purged" => Ensure::Purged,
            "latest" => Ensure::Latest,
            version => Ensure::Version(version.to_owned()),
        }
    }

    pub(super) fn word(&self) -> &str {
        match self {
            Ensure::Present => "present",
            Ensure::Absent => "absent",
            Ensure::Purged => "purged",
            Ensure::Latest => "latest",
            Ensure::Version(version) => version,
        }
    }
}

/// Whether a package is held at its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    Hold,
    None,
}

impl Mark {
    pub(super) fn word(self) -> &'static str {
        match self {
            Mark::Hold => "hold",
            Mark::None => "none",
        }
    }
}

impl<'t> PackageTarget<'t> {
    pub(super) fn new(name: &'t str, should: &'t State) -> PackageTarget<'t> {
        let ensure = match should.known("ensure") {
            // This is a current state that is set again.
            Some(Value::Array(versions)) => {
                versions.first().map_or(Ensure::Present, |first| Ensure::of(&interpolate(first)))
            }
            Some(word) => Ensure::of(&interpolate(word)),
            None => Ensure::Present,
        };
        let mark = should.text("mark").map(|mark| if mark == "hold" { Mark::Hold } else { Mark::None });
        PackageTarget { name, ensure, mark, should }
    }

    pub(super) fn text(&self, attribute: &str) -> Option<Cow<'t, str>> {
        match unwrap_sensitive(self.should.known(attribute)?) {
            Value::String(text) | Value::Symbol(text) => Some(Cow::Borrowed(text)),
            other => Some(Cow::Owned(interpolate(other))),
        }
    }

    pub(super) fn is_true(&self, attribute: &str) -> bool {
        self.should.get(attribute) == Some(&Value::Boolean(true))
    }

    /// Options for the program: strings, and pairs of a name and a value.
    pub(super) fn options(&self, attribute: &str) -> Vec<String> {
        let mut options = Vec::new();
        let Some(Value::Array(given)) = self.should.known(attribute).map(unwrap_sensitive) else { return options };
        for option in given.iter().map(unwrap_sensitive) {
            match option {
                Value::Hash(pairs) => {
                    let pair =
                        |(name, value): (&Value, &Value)| (interpolate(name), interpolate(unwrap_sensitive(value)));
                    let mut pairs: Vec<(String, String)> = pairs.iter().map(pair).collect();
                    pairs.sort();
                    options.extend(pairs.into_iter().map(|(name, value)| format!("{name}={value}")));
                }
                other => options.push(interpolate(other)),
            }
        }
        options
    }

    /// Whether changed configuration files are replaced.
    pub(super) fn replaces_settings(&self) -> bool {
        self.should.text("configfiles") == Some("replace")
    }
}
