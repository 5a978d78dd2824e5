//! The syntax of ranges: `>=1.0.0 <2.0.0 || ~3.1 || 4.x || 5.0.0 - 5.2.0`.
//!
//! A range is *alternatives* separated by `||`; an alternative is two *partial versions* around a hyphen, or *simple*
//! ones separated by spaces, each an operator and a partial version. A partial version may omit trailing numbers or
//! have `x`, `X` or `*` for them.

use super::{
    SemVerError, Version,
    part::{Bound, Comparison, Part},
    version::{is_qualifier, number, split_qualifier},
};

/// Parses the parts of a range; `None` if the text is blank.
pub(super) fn parse(text: &str) -> Result<Option<Vec<Part>>, SemVerError> {
    let condensed = condense(text);
    let mut alternatives: Vec<&str> = condensed.split("||").collect();
    let trim = |alternative: &mut &str, first: bool, last: bool| {
        // Spaces belong to the bars next to them, not to the ends of the text.
        if !first {
            *alternative = alternative.trim_start_matches(is_space);
        }
        if !last {
            *alternative = alternative.trim_end_matches(is_space);
        }
    };
    let count = alternatives.len();
    for (index, alternative) in alternatives.iter_mut().enumerate() {
        trim(alternative, index == 0, index + 1 == count);
    }
    while alternatives.last() == Some(&"") {
        alternatives.pop();
    }
    if alternatives.is_empty() {
        return Ok(None);
    }
    let mut parts: Vec<Part> = Vec::new();
    for alternative in alternatives {
        let part = parse_alternative(alternative)?;
        let part = part.ok_or_else(|| SemVerError::UnparsableRange(text.into()))?;
        parts.extend(part.filter(|part| !parts.contains(part)));
    }
    Ok(Some(parts))
}

/// Removes what is allowed between an operator and its version: spaces, or else a `v`.
fn condense(text: &str) -> String {
    let mut condensed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(index) = rest.find(['>', '<', '=', '~', '^']) {
        let (before, after) = rest.split_at(index + 1);
        condensed.push_str(before);
        let without_spaces = after.trim_start_matches(is_space);
        rest =
            if without_spaces.len() < after.len() { without_spaces } else { after.strip_prefix('v').unwrap_or(after) };
    }
    condensed.push_str(rest);
    condensed
}

/// A parsed alternative: `None` if it is invalid, `Some(None)` if it is empty.
type Alternative = Option<Option<Part>>;

fn parse_alternative(text: &str) -> Result<Alternative, SemVerError> {
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    if text.starts_with(is_space) && !words.is_empty() {
        return Ok(None);
    }
    if let [from, "-", to] = words.as_slice()
        && !text.ends_with(is_space)
        && let (Some(from), Some(to)) = (Partial::parse(from), Partial::parse(to))
    {
        let lower = Part::One(Comparison::GreaterOrEqual(from.lowest()?.into()));
        let upper = Part::One(Comparison::LessOrEqual(to.lowest()?.into()));
        return Ok(Some(lower.intersection(&upper)));
    }
    let mut result: Option<Option<Part>> = None;
    for word in words {
        let Some(part) = parse_simple(word)? else {
            return Ok(None);
        };
        result = Some(match result {
            None => Some(part),
            Some(before) => before.and_then(|before| before.intersection(&part)),
        });
    }
    Ok(Some(result.flatten()))
}

fn parse_simple(text: &str) -> Result<Option<Part>, SemVerError> {
    const OPERATORS: [&str; 10] = ["<=", ">=", "~>", "~=", "<", ">", "=", "~", "^", ""];
    let split = |operator: &&'static str| Some((*operator, text.strip_prefix(*operator)?));
    let Some((operator, operand)) = OPERATORS.iter().find_map(split) else {
        return Ok(None);
    };
    let Some(partial) = Partial::parse(operand) else {
        return Ok(None);
    };
    match operator {
        "~" | "~>" | "~=" => partial.same_minor(),
        "^" if partial.major == Some(0) => partial.same_minor(),
        "^" => partial.same_major(),
        ">" => partial.greater(),
        ">=" => Ok(Some(Part::One(Comparison::GreaterOrEqual(partial.lowest()?.into())))),
        "<" => Ok(Some(Part::One(Comparison::Less(partial.lowest()?.into())))),
        "<=" => partial.at_most(),
        _ => partial.exact_or_wildcard(),
    }
}

/// A version whose trailing numbers may be missing.
///
/// The methods return `None` if a number of the next version would be too large.
struct Partial<'a> {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Option<&'a str>,
    build: Option<&'a str>,
}

/// How many numbers of a version are specified.
enum Precision {
    Nothing,
    Major(u64),
    Minor(u64, u64),
    All(u64, u64, u64),
}

impl<'a> Partial<'a> {
    fn parse(text: &'a str) -> Option<Partial<'a>> {
        let (rest, build) = split_qualifier(text, '+');
        let (numbers, prerelease) = split_qualifier(rest, '-');
        let parts: Vec<&str> = numbers.split('.').collect();
        let qualified = prerelease.is_some() || build.is_some();
        let complete = parts.len() == 3 || parts.len() < 3 && !qualified;
        if !complete || ![prerelease, build].into_iter().flatten().all(is_qualifier) {
            return None;
        }
        let part = |index: usize| match parts.get(index) {
            None | Some(&"x" | &"X" | &"*") => Some(None),
            Some(part) => number(part).map(Some),
        };
        Some(Partial { major: part(0)?, minor: part(1)?, patch: part(2)?, prerelease, build })
    }

    fn precision(&self) -> Precision {
        match (self.major, self.minor, self.patch) {
            (None, _, _) => Precision::Nothing,
            (Some(major), None, _) => Precision::Major(major),
            (Some(major), Some(minor), None) => Precision::Minor(major, minor),
            (Some(major), Some(minor), Some(patch)) => Precision::All(major, minor, patch),
        }
    }

    /// Returns the version with zeros for missing numbers.
    fn lowest(&self) -> Result<Version, SemVerError> {
        let (major, minor, patch) = (self.major.unwrap_or(0), self.minor.unwrap_or(0), self.patch.unwrap_or(0));
        Version::new(major, minor, patch, self.prerelease, self.build)
    }

    /// `1.x`, or one version if it is complete.
    fn exact_or_wildcard(&self) -> Result<Option<Part>, SemVerError> {
        match self.precision() {
            Precision::All(..) => Ok(Some(Part::One(Comparison::Equal(self.lowest()?.into())))),
            Precision::Nothing | Precision::Major(_) | Precision::Minor(..) => self.same_minor(),
        }
    }

    /// `~1.2.3`: this version, or one with a higher patch.
    fn same_minor(&self) -> Result<Option<Part>, SemVerError> {
        Ok(match self.precision() {
            Precision::Nothing => Some(Part::One(Comparison::All)),
            Precision::Major(major) => from_to(Version::stable(major, 0, 0), after_major(major)),
            Precision::Minor(major, minor) => from_to(Version::stable(major, minor, 0), after_minor(major, minor)),
            Precision::All(major, minor, _) => from_to(self.lowest()?, after_minor(major, minor)),
        })
    }

    /// `^1.2.3`: this version, or one with a higher minor.
    fn same_major(&self) -> Result<Option<Part>, SemVerError> {
        let from = match self.precision() {
            Precision::Nothing => return Ok(Some(Part::One(Comparison::All))),
            Precision::Major(major) => Version::stable(major, 0, 0),
            Precision::Minor(major, minor) => Version::stable(major, minor, 0),
            // Without a prerelease, the build is dropped.
            Precision::All(major, minor, patch) if self.prerelease.is_none() => Version::stable(major, minor, patch),
            Precision::All(..) => self.lowest()?,
        };
        let next = after_major(from.major);
        Ok(from_to(from, next))
    }

    fn greater(&self) -> Result<Option<Part>, SemVerError> {
        let at_least = |next: Option<Version>| next.map(|next| Part::One(Comparison::GreaterOrEqual(next.into())));
        Ok(match self.precision() {
            Precision::Nothing => Some(Part::NOTHING),
            Precision::Major(major) => at_least(after_major(major)),
            Precision::Minor(major, minor) => at_least(after_minor(major, minor)),
            Precision::All(..) => Some(Part::One(Comparison::Greater(self.lowest()?.into()))),
        })
    }

    fn at_most(&self) -> Result<Option<Part>, SemVerError> {
        let less = |next: Option<Version>| next.map(|next| Part::One(Comparison::Less(next.into())));
        Ok(match self.precision() {
            Precision::Nothing => Some(Part::One(Comparison::All)),
            Precision::Major(major) => less(after_major(major)),
            Precision::Minor(major, minor) => less(after_minor(major, minor)),
            Precision::All(..) => Some(Part::One(Comparison::LessOrEqual(self.lowest()?.into()))),
        })
    }
}

fn from_to(from: Version, before: Option<Version>) -> Option<Part> {
    let upper = Comparison::Less(Bound::Version(before?));
    Some(Part::Between(Comparison::GreaterOrEqual(from.into()), upper))
}

fn after_major(major: u64) -> Option<Version> {
    Some(Version::stable(major.checked_add(1)?, 0, 0))
}

fn after_minor(major: u64, minor: u64) -> Option<Version> {
    Some(Version::stable(major, minor.checked_add(1)?, 0))
}

fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t'..='\r')
}
