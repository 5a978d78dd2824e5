//! How the title of a resource becomes its namevars.
//!
//! A type with several namevars says in `title_patterns` how a title is taken apart: the first pattern that matches
//! wins, and its named groups are the namevars. Without patterns the whole title is the first namevar.
//!
//! ```
//! use pcore::Value;
//! use resource_api::{State, definition::title};
//!
//! let patterns = pcore::yaml::parse(r"
//! - pattern: '\A(?<package>.*)/(?<manager>[^/]*)\z'
//!   desc: package and manager, with a slash between
//! - pattern: '\A(?<package>.*)\z'
//!   desc: the package alone
//! ").unwrap();
//! let patterns = title::read("software", Some(&patterns)).unwrap();
//!
//! let identity = title::identify(&["package", "manager"], patterns.as_deref(), "php/yum", &State::new()).unwrap();
//! assert_eq!(identity.get("manager"), Some(&Value::from("yum")));
//!
//! // What is given explicitly counts more than the title.
//! let explicit = State::new().with("manager", "gem");
//! let identity = title::identify(&["package", "manager"], patterns.as_deref(), "php/yum", &explicit).unwrap();
//! assert_eq!(identity.get("manager"), Some(&Value::from("gem")));
//! ```

#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{MatchError, Regexp},
};

use super::{DefinitionError, field, ruby_class::ruby_class};
use crate::{Identity, State, render};

/// One way to take a title apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitlePattern {
    /// What titles look like; its named groups are the namevars.
    pub pattern: Arc<Regexp>,
    /// What such titles are, in words.
    pub description: Option<EcoString>,
}

/// Why a title does not lead to a resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TitleError {
    /// The type has patterns, and none of them matches. Holds the title.
    #[error("No set of title patterns matched the title \"{0}\".")]
    NoMatch(EcoString),
    /// The type has no namevar that a title could stand for.
    #[error("the type has no namevar attribute, so that no title can name one of its resources")]
    NoNamevar,
    /// A pattern could not be tried to the end.
    #[error("cannot match the title \"{title}\" with the title pattern {pattern}: {source}")]
    Unfinished {
        /// The title.
        title: EcoString,
        /// The pattern, as a manifest would write it.
        pattern: String,
        /// What went wrong.
        source: MatchError,
    },
}

/// Reads the `title_patterns` of a definition: `None` where there is no such key.
///
/// A pattern is a regular expression, or a text that becomes one.
pub fn read(definition_name: &str, value: Option<&Value>) -> Result<Option<Vec<TitlePattern>>, DefinitionError> {
    entries(value)?.map(|entries| read_entries(definition_name, entries)).transpose()
}

/// The entries of `title_patterns`, not looked at yet.
pub(super) fn entries(value: Option<&Value>) -> Result<Option<&[Value]>, DefinitionError> {
    let Some(value) = value else { return Ok(None) };
    value.as_array().map(Some).ok_or_else(|| {
        DefinitionError::developer(format!("`:title_patterns` must be an array, not `{}`", ruby_class(value)))
    })
}

pub(super) fn read_entries(definition_name: &str, entries: &[Value]) -> Result<Vec<TitlePattern>, DefinitionError> {
    let read = |(index, entry)| {
        read_entry(&format!("{definition_name}.title_patterns[{index}]"), entry).map_err(|error| error.within(index))
    };
    entries.iter().enumerate().map(read).collect()
}

fn read_entry(place: &str, entry: &Value) -> Result<TitlePattern, DefinitionError> {
    let Some(fields) = entry.as_hash() else {
        return Err(DefinitionError::developer(format!(
            "`{place}` must be a hash with a `pattern` and a `desc`, not `{}`",
            ruby_class(entry)
        )));
    };
    let known = |name: &str| field(fields, name).filter(|value| !value.is_undef());
    let pattern = match known("pattern") {
        None => return Err(DefinitionError::developer(format!("`{place}` has no pattern"))),
        Some(Value::Regexp(pattern)) => Arc::clone(pattern),
        Some(Value::String(source)) => Arc::new(Regexp::new(source).map_err(|error| {
            DefinitionError::developer(format!("`{place}.pattern` is not a regular expression: {error}"))
                .within("pattern")
        })?),
        Some(other) => {
            return Err(DefinitionError::developer(format!(
                "`{place}.pattern` must be a regular expression or a text that holds one, not `{}`",
                ruby_class(other)
            ))
            .within("pattern"));
        }
    };
    let description = match known("desc") {
        None => None,
        Some(Value::String(text) | Value::Symbol(text)) => Some(text.clone()),
        Some(other) => {
            return Err(DefinitionError::developer(format!(
                "`{place}.desc` must be a text, not `{}`",
                ruby_class(other)
            ))
            .within("desc"));
        }
    };
    Ok(TitlePattern { pattern, description })
}

/// What is odd about patterns that can be used, in sentences for a warning: groups that set nothing, because no namevar
/// has their name.
pub fn oddities(definition_name: &str, patterns: &[TitlePattern], namevars: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        for name in pattern.pattern.capture_names().filter(|name| !namevars.contains(name)) {
            found.push(format!(
                "`{definition_name}.title_patterns[{index}]` captures `{name}`, which is no namevar and stays unused"
            ));
        }
    }
    found
}

/// Takes a title apart: the namevars that it names, with their values, in the order of `namevars`.
pub fn parse(
    namevars: &[&str],
    patterns: Option<&[TitlePattern]>,
    title: &str,
) -> Result<Vec<(EcoString, Value)>, TitleError> {
    let Some(patterns) = patterns else {
        let first = namevars.first().ok_or(TitleError::NoNamevar)?;
        return Ok(vec![((*first).into(), title.into())]);
    };
    let groups = groups(namevars, patterns, title)?;
    Ok(groups.into_iter().filter_map(|(namevar, value)| Some((namevar, value?))).collect())
}

/// The namevars that the first matching pattern has groups for; a group that took no part in the match has no value.
fn groups(
    namevars: &[&str],
    patterns: &[TitlePattern],
    title: &str,
) -> Result<Vec<(EcoString, Option<Value>)>, TitleError> {
    for pattern in patterns {
        let found = pattern.pattern.captures(title).map_err(|source| TitleError::Unfinished {
            title: title.into(),
            pattern: pattern.pattern.to_string(),
            source,
        })?;
        if let Some(captures) = found {
            let named = |name: &&&str| pattern.pattern.capture_names().any(|known| known == **name);
            let value = |name: &&str| ((*name).into(), captures.name(name).map(|group| group.as_str().into()));
            return Ok(namevars.iter().filter(named).map(value).collect());
        }
    }
    Err(TitleError::NoMatch(title.into()))
}

/// Finds out which resource is meant by a title and by the attributes that are given beside it.
///
/// What is given counts more than what the title says; a namevar that neither of them knows is `undef`. The title must
/// match even when every namevar is given.
pub fn identify(
    namevars: &[&str],
    patterns: Option<&[TitlePattern]>,
    title: &str,
    given: &State,
) -> Result<Identity, TitleError> {
    let parsed = parse(namevars, patterns, title)?;
    let value_of = |name: &str| {
        let captured = || parsed.iter().find(|(known, _)| known == name).map(|(_, value)| value);
        given.known(name).or_else(captured).cloned().unwrap_or_default()
    };
    Ok(Identity::new(namevars.iter().map(|name| (EcoString::from(*name), value_of(name)))))
}

/// What messages call a resource: by its name, if its only namevar is `name`, and by its declared title otherwise.
pub fn displayed<'a>(title: &'a str, identity: &'a Identity) -> &'a str {
    match identity.get("name") {
        Some(Value::String(name) | Value::Symbol(name)) if !identity.is_composite() => name,
        _ => title,
    }
}

/// Two declarations of the same resource under different titles.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Duplicate {
    /// The type as references write it, such as `Software`.
    pub type_reference: EcoString,
    /// The title of the second declaration.
    pub title: EcoString,
    /// The namevars of both.
    pub identity: Identity,
    /// Where the second declaration is, as messages say it: `(line: 3)`.
    pub place: EcoString,
    /// Where the first declaration is.
    pub first_place: EcoString,
}

impl fmt::Display for Duplicate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Duplicate { type_reference, title, identity, place, first_place } = self;
        let namevars: Vec<Value> = identity.iter().map(|(_, value)| value.clone()).collect();
        let key = Value::array(namevars.iter().cloned());
        let full_key = Value::array([type_reference.clone().into()].into_iter().chain(namevars));
        let (key, full_key) = (render::inspect(&key), render::inspect(&full_key));
        write!(formatter, "Cannot alias {type_reference}[{title}] to {key} at {place}; ")?;
        write!(formatter, "resource {full_key} already declared {first_place}")
    }
}

/// A title from a provider that names another resource than the namevars beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleMismatch {
    /// The namevars whose values differ.
    pub namevars: Vec<EcoString>,
    /// What the title says; empty where no pattern matches.
    pub parsed: Vec<(EcoString, Value)>,
    /// What the namevars are.
    pub expected: Identity,
}

/// Compares the title that a provider returned with the namevars of the resource that it belongs to.
pub fn compare(
    patterns: Option<&[TitlePattern]>,
    returned_title: &str,
    expected: &Identity,
) -> Result<Option<TitleMismatch>, TitleError> {
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    let Some(patterns) = patterns else { return Ok(None) };
    let parsed: Vec<(EcoString, Value)> = match groups(&names, patterns, returned_title) {
        Ok(groups) => groups.into_iter().map(|(namevar, value)| (namevar, value.unwrap_or_default())).collect(),
        Err(TitleError::NoMatch(_)) => Vec::new(),
        Err(other) => return Err(other),
    };
    let said = |name: &str| parsed.iter().find(|(known, _)| known == name).map_or(&Value::Undef, |(_, value)| value);
    let differs = |(name, value): &&(EcoString, Value)| said(name) != value;
    let namevars: Vec<EcoString> = expected.iter().filter(differs).map(|(name, _)| name.clone()).collect();
    if namevars.is_empty() {
        return Ok(None);
    }
    Ok(Some(TitleMismatch { namevars, parsed, expected: expected.clone() }))
}

impl TitleMismatch {
    /// Says which resource's title is wrong, and how; `resource` is the type with the title, such as `software[php]`.
    pub fn message(&self, resource: &str) -> String {
        let names: Vec<String> = self.namevars.iter().map(|name| format!(":{name}")).collect();
        let parsed = render::inspect_attributes(self.parsed.iter().map(|(name, value)| (name, value)));
        let expected = render::inspect_attributes(self.expected.iter().map(|(name, value)| (name, value)));
        format!(
            "{resource}#get has provided a title attribute which does not match all namevars.\n\
             Namevars which do not match: [{}]\n\
             Returned parsed title hash:  {parsed}\n\
             Expected hash:               {expected}",
            names.join(", ")
        )
    }
}
