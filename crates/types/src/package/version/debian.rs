//! Versions of Debian packages: epoch, upstream version and revision, ordered as dpkg orders them.

use std::{cmp::Ordering, fmt};

use super::{Version, compare_digits, take};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::package) struct DebianVersion {
    epoch: String,
    upstream: String,
    revision: Option<String>,
}

impl Version for DebianVersion {
    fn parse(text: &str) -> Option<DebianVersion> {
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (epoch, rest) = match text.split_once(':') {
            Some((epoch, rest)) if is_digits(epoch) => (epoch.trim_start_matches('0'), rest),
            Some(_) => return None,
            None => ("", text),
        };
        let (upstream, revision) = match rest.rsplit_once('-') {
            Some((upstream, revision)) => (upstream, Some(revision)),
            None => (rest, None),
        };
        let is_known = |character: char| character.is_ascii_alphanumeric() || ".+~".contains(character);
        let is_valid = !upstream.is_empty()
            && upstream.chars().all(|character| is_known(character) || character == '-')
            && revision.is_none_or(|revision| revision.chars().all(is_known));
        is_valid.then(|| DebianVersion {
            epoch: epoch.to_owned(),
            upstream: upstream.to_owned(),
            revision: revision.map(str::to_owned),
        })
    }

    fn compare(&self, other: &DebianVersion) -> Ordering {
        compare_digits(&self.epoch, &other.epoch).then_with(|| compare(&self.upstream, &other.upstream)).then_with(
            || compare(self.revision.as_deref().unwrap_or_default(), other.revision.as_deref().unwrap_or_default()),
        )
    }

    /// Repositories identify a version by its exact text.
    fn is(&self, other: &DebianVersion) -> bool {
        self == other
    }
}

impl fmt::Display for DebianVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.epoch.is_empty() {
            write!(formatter, "{}:", self.epoch)?;
        }
        formatter.write_str(&self.upstream)?;
        match &self.revision {
            Some(revision) => write!(formatter, "-{revision}"),
            None => Ok(()),
        }
    }
}

/// Compares non-digits as text and digits as numbers, alternately.
fn compare(mut left: &str, mut right: &str) -> Ordering {
    while !left.is_empty() || !right.is_empty() {
        let is_word = |character: char| !character.is_ascii_digit();
        let words = compare_words(take(&mut left, is_word), take(&mut right, is_word));
        let is_digit = |character: char| character.is_ascii_digit();
        let order = words.then(compare_digits(take(&mut left, is_digit), take(&mut right, is_digit)));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// A tilde sorts before everything, even the end, and letters before all other characters.
fn compare_words(left: &str, right: &str) -> Ordering {
    const END: i64 = 0;
    let rank = |character: char| match character {
        '~' => END - 1,
        letter if letter.is_ascii_alphabetic() => i64::from(u32::from(letter)),
        other => i64::from(u32::from(other)) + 256,
    };
    left.chars().map(rank).chain([END]).cmp(right.chars().map(rank).chain([END]))
}
