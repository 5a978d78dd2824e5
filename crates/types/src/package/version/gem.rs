//! Versions of Ruby gems, and requirements as in RubyGems.

use std::{cmp::Ordering, fmt};

use super::{Version, compare_digits, take, without_zeros};

/// Numbers and words; a version with a word is a prerelease.
#[derive(Clone, Debug)]
pub(in crate::package) struct GemVersion {
    text: String,
    segments: Vec<String>,
}

impl Version for GemVersion {
    fn parse(text: &str) -> Option<GemVersion> {
        let trimmed = text.trim();
        let text = if trimmed.is_empty() { "0" } else { trimmed };
        let (release, prerelease) = match text.split_once('-') {
            Some((release, prerelease)) => (release, Some(prerelease)),
            None => (text, None),
        };
        let is_part = |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric());
        let is_prerelease = |text: &str| {
            let is_part = |part: &str| {
                !part.is_empty() && part.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
            };
            text.split('.').all(is_part)
        };
        let mut parts = release.split('.');
        let begins = parts.next().is_some_and(|first| !first.is_empty() && first.bytes().all(|b| b.is_ascii_digit()));
        if !begins || !parts.all(is_part) || !prerelease.is_none_or(is_prerelease) {
            return None;
        }
        let mut segments = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let digits = take(&mut rest, |character| character.is_ascii_digit());
            let word =
                if digits.is_empty() { take(&mut rest, |character| character.is_ascii_alphabetic()) } else { digits };
            if !word.is_empty() {
                segments.push(word.to_owned());
            } else if take(&mut rest, |character| character == '-').is_empty() {
                take(&mut rest, |character| character == '.');
            } else {
                segments.push("pre".to_owned());
            }
        }
        Some(GemVersion { text: text.to_owned(), segments })
    }

    fn compare(&self, other: &GemVersion) -> Ordering {
        let (left, right) = (self.canonical(), other.canonical());
        for index in 0..left.len().max(right.len()) {
            let segment = |of: &[String]| of.get(index).map_or_else(|| "0".to_owned(), String::clone);
            let (left, right) = (segment(&left), segment(&right));
            let order = match (is_number(&left), is_number(&right)) {
                (true, true) => compare_digits(&left, &right),
                (false, false) => left.cmp(&right),
                // A word comes before a number.
                (is_number, _) => is_number.cmp(&!is_number),
            };
            if order != Ordering::Equal {
                return order;
            }
        }
        Ordering::Equal
    }
}

impl GemVersion {
    /// The segments without trailing zeros, both at the end and before the first word.
    fn canonical(&self) -> Vec<String> {
        let first_word = self.segments.iter().position(|segment| !is_number(segment)).unwrap_or(self.segments.len());
        let (numbers, words) = self.segments.split_at(first_word);
        let is_zero = |segment: &String| segment.bytes().all(|byte| byte == b'0');
        [numbers, words].into_iter().flat_map(|segments| without_zeros(segments, is_zero)).cloned().collect()
    }

    /// The upper bound of compatible versions: the next-to-last number is incremented.
    fn bump(&self) -> Option<GemVersion> {
        let numbers: Vec<&String> = self.segments.iter().take_while(|segment| is_number(segment)).collect();
        let kept = numbers.len().saturating_sub(1).max(1);
        let mut numbers: Vec<u64> =
            numbers.iter().take(kept).map(|number| number.parse().ok()).collect::<Option<_>>()?;
        let last = numbers.last_mut()?;
        *last = last.checked_add(1)?;
        let text: Vec<String> = numbers.iter().map(u64::to_string).collect();
        GemVersion::parse(&text.join("."))
    }

    /// The version without its prerelease part.
    fn release(&self) -> Option<GemVersion> {
        let numbers: Vec<&str> =
            self.segments.iter().take_while(|segment| is_number(segment)).map(String::as_str).collect();
        GemVersion::parse(&numbers.join("."))
    }
}

fn is_number(segment: &str) -> bool {
    segment.starts_with(|character: char| character.is_ascii_digit())
}

impl fmt::Display for GemVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// The requirements of a gem: conditions separated by commas.
pub(in crate::package) struct Requirements(Vec<(String, GemVersion)>);

impl Requirements {
    /// Whether a text has the syntax of RubyGems rather than that of a range.
    pub(in crate::package) fn is_requirement(text: &str) -> bool {
        text.contains(',') || requirement(text).is_some()
    }

    pub(in crate::package) fn parse(text: &str) -> Option<Requirements> {
        let parts = text.split(',').filter(|part| !part.is_empty());
        parts.map(requirement).collect::<Option<_>>().map(Requirements)
    }

    pub(in crate::package) fn includes(&self, version: &str) -> bool {
        let Some(version) = GemVersion::parse(version) else { return false };
        self.0.iter().all(|(operator, required)| {
            let order = version.compare(required);
            match operator.as_str() {
                "!=" => order != Ordering::Equal,
                ">" => order == Ordering::Greater,
                "<" => order == Ordering::Less,
                ">=" => order != Ordering::Less,
                "<=" => order != Ordering::Greater,
                "~>" => {
                    let release = version.release();
                    let is_below = required
                        .bump()
                        .zip(release)
                        .is_some_and(|(end, release)| release.compare(&end) == Ordering::Less);
                    order != Ordering::Less && is_below
                }
                _ => order == Ordering::Equal,
            }
        })
    }
}

fn requirement(text: &str) -> Option<(String, GemVersion)> {
    let text = text.trim();
    let version = text.trim_start_matches(['=', '!', '<', '>', '~']);
    let operator = &text[..text.len() - version.len()];
    let is_known = ["", "=", "!=", ">", "<", ">=", "<=", "~>"].contains(&operator);
    let version = version.trim_start();
    let version = GemVersion::parse(version).filter(|_| is_known && !version.is_empty())?;
    Some((operator.to_owned(), version))
}
