//! How titles are converted to namevars.
//!
//! A type with several namevars defines in `title_patterns` how titles are parsed: the first matching pattern wins, and
//! its named groups are the namevars. Without patterns the whole title is the first namevar.
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

use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{MatchError, Regexp},
};

use super::{DefinitionError, field};
use crate::{Identity, State, render};

/// One way to parse a title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitlePattern {
    /// A regular expression whose named groups are the namevars.
    pub pattern: Arc<Regexp>,
    /// A description of such titles.
    pub description: Option<EcoString>,
}

/// Why a title does not identify a resource.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TitleError {
    /// None of the type's patterns matches the title.
    #[error("No set of title patterns matched the title \"{0}\".")]
    NoMatch(EcoString),
    /// The type has no namevar.
    #[error("the type has no namevar attribute, so titles cannot identify its resources")]
    NoNamevar,
    /// Matching a pattern failed.
    #[error("cannot match the title \"{title}\" with the title pattern {pattern}: {source}")]
    Unfinished {
        /// The title.
        title: EcoString,
        /// The pattern, as written in manifests.
        pattern: String,
        /// The cause.
        source: MatchError,
    },
}

/// Reads the `title_patterns` of a definition; `None` if the key is missing.
///
/// A pattern is a regular expression, or its text.
pub fn read(definition_name: &str, value: Option<&Value>) -> Result<Option<Vec<TitlePattern>>, DefinitionError> {
    entries(value)?.map(|entries| read_entries(definition_name, entries)).transpose()
}

/// Returns the unparsed entries of `title_patterns`.
pub(super) fn entries(value: Option<&Value>) -> Result<Option<&[Value]>, DefinitionError> {
    let Some(value) = value else { return Ok(None) };
    let wrong = || DefinitionError::unexpected("`:title_patterns` must be an array", value);
    value.as_array().map(Some).ok_or_else(wrong)
}

pub(super) fn read_entries(definition_name: &str, entries: &[Value]) -> Result<Vec<TitlePattern>, DefinitionError> {
    let read = |(index, entry)| {
        read_entry(&format!("{definition_name}.title_patterns[{index}]"), entry).map_err(|error| error.within(index))
    };
    entries.iter().enumerate().map(read).collect()
}

fn read_entry(key: &str, entry: &Value) -> Result<TitlePattern, DefinitionError> {
    let Some(fields) = entry.as_hash() else {
        let expected = format!("`{key}` must be a hash with a `pattern` and a `desc`");
        return Err(DefinitionError::unexpected(expected, entry));
    };
    let known = |name: &str| field(fields, name).filter(|value| !value.is_undef());
    let pattern = match known("pattern") {
        None => return Err(DefinitionError::developer(format!("`{key}` has no pattern"))),
        Some(Value::Regexp(pattern)) => Arc::clone(pattern),
        Some(Value::String(source)) => Arc::new(Regexp::new(source).map_err(|error| {
            DefinitionError::developer(format!("`{key}.pattern` is not a regular expression: {error}"))
                .within("pattern")
        })?),
        Some(other) => {
            let expected = format!("`{key}.pattern` must be a regular expression or a text that holds one");
            return Err(DefinitionError::unexpected(expected, other).within("pattern"));
        }
    };
    let description = match known("desc") {
        None => None,
        Some(Value::String(text) | Value::Symbol(text)) => Some(text.clone()),
        Some(other) => {
            return Err(DefinitionError::unexpected(format!("`{key}.desc` must be a text"), other).within("desc"));
        }
    };
    Ok(TitlePattern { pattern, description })
}

/// Warnings about usable patterns: groups that have no effect because no namevar has their name.
pub fn warnings(definition_name: &str, patterns: &[TitlePattern], namevars: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (index, pattern) in patterns.iter().enumerate() {
        for name in pattern.pattern.capture_names().filter(|name| !namevars.contains(name)) {
            found.push(format!(
                "`{definition_name}.title_patterns[{index}]` captures `{name}`, which is not a namevar and has no effect"
            ));
        }
    }
    found
}

/// Parses a title. Returns the namevars that it contains with their values, in the order of `namevars`.
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

/// Returns the namevars of the first matching pattern. A group that did not participate in the match has no value.
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

/// Determines the identity of a resource from its title and its attributes.
///
/// Attributes take precedence over the title. A namevar that neither of them provides is `undef`. The title must match
/// even if every namevar is given as an attribute.
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

/// Returns how messages refer to a resource: by its name if its only namevar is `name`, otherwise by its declared
/// title.
pub fn displayed<'a>(title: &'a str, identity: &'a Identity) -> &'a str {
    match identity.get("name") {
        Some(Value::String(name) | Value::Symbol(name)) if !identity.is_composite() => name,
        _ => title,
    }
}

/// Compares the title that a provider returned with the namevars of its resource. Returns the message if they differ;
/// `resource` is the type with the title, for example `software[php]`.
pub fn compare(
    patterns: &[TitlePattern],
    returned_title: &str,
    expected: &Identity,
    resource: &str,
) -> Result<Option<String>, TitleError> {
    let names: Vec<&str> = expected.iter().map(|(name, _)| name.as_str()).collect();
    // Nothing if no pattern matches.
    let parsed: Vec<(EcoString, Value)> = match groups(&names, patterns, returned_title) {
        Ok(groups) => groups.into_iter().map(|(namevar, value)| (namevar, value.unwrap_or_default())).collect(),
        Err(TitleError::NoMatch(_)) => Vec::new(),
        Err(other) => return Err(other),
    };
    let value_of =
        |name: &str| parsed.iter().find(|(known, _)| known == name).map_or(&Value::Undef, |(_, value)| value);
    let differs = |(name, value): &&(EcoString, Value)| value_of(name) != value;
    let namevars: Vec<String> = expected.iter().filter(differs).map(|(name, _)| format!(":{name}")).collect();
    if namevars.is_empty() {
        return Ok(None);
    }
    let parsed = render::inspect_attributes(parsed.iter().map(|(name, value)| (name, value)));
    let expected = render::inspect_attributes(expected.iter().map(|(name, value)| (name, value)));
    Ok(Some(format!(
        "{resource}#get has provided a title attribute which does not match all namevars.\n\
         Namevars which do not match: [{}]\n\
         Returned parsed title hash:  {parsed}\n\
         Expected hash:               {expected}",
        namevars.join(", ")
    )))
}
