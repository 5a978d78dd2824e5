//! What a manifest says about a package, once it is in canonical form.

use std::borrow::Cow;

use pcore::Value;
use resource_api::{State, render::interpolate};

use crate::parsed::opened;

/// The attributes of a package.
#[derive(Clone)]
pub(super) struct Wanted<'w> {
    pub(super) name: &'w str,
    pub(super) ensure: Ensure,
    pub(super) mark: Option<Mark>,
    should: &'w State,
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

/// Whether a package is kept at its version.
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

impl<'w> Wanted<'w> {
    pub(super) fn new(name: &'w str, should: &'w State) -> Wanted<'w> {
        let ensure = match should.known("ensure") {
            // What was got is what it should be, when it is set again.
            Some(Value::Array(versions)) => {
                versions.first().map_or(Ensure::Present, |first| Ensure::of(&interpolate(first)))
            }
            Some(word) => Ensure::of(&interpolate(word)),
            None => Ensure::Present,
        };
        let mark = should.text("mark").map(|mark| if mark == "hold" { Mark::Hold } else { Mark::None });
        Wanted { name, ensure, mark, should }
    }

    /// What an attribute says as text, if it is given.
    pub(super) fn text(&self, attribute: &str) -> Option<Cow<'w, str>> {
        match opened(self.should.known(attribute)?) {
            Value::String(text) | Value::Symbol(text) => Some(Cow::Borrowed(text)),
            other => Some(Cow::Owned(interpolate(other))),
        }
    }

    pub(super) fn is_on(&self, attribute: &str) -> bool {
        self.should.get(attribute) == Some(&Value::Boolean(true))
    }

    /// Options for the program: texts, and pairs of a name and a value.
    pub(super) fn options(&self, attribute: &str) -> Vec<String> {
        let mut options = Vec::new();
        let Some(Value::Array(given)) = self.should.known(attribute).map(opened) else { return options };
        for option in given.iter().map(opened) {
            match option {
                Value::Hash(pairs) => {
                    let pair = |(name, value): (&Value, &Value)| (interpolate(name), interpolate(opened(value)));
                    let mut pairs: Vec<(String, String)> = pairs.iter().map(pair).collect();
                    pairs.sort();
                    options.extend(pairs.into_iter().map(|(name, value)| format!("{name}={value}")));
                }
                other => options.push(interpolate(other)),
            }
        }
        options
    }

    /// Whether settings that somebody changed are replaced.
    pub(super) fn replaces_settings(&self) -> bool {
        self.should.text("configfiles") == Some("replace")
    }
}
