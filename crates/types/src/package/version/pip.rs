//! Versions of Python packages, as in PEP 440.

use std::{cmp::Ordering, fmt};

use super::{Version, take, without_zeros};

/// The names of prerelease stages, in order.
const STAGES: [(&str, &[&str]); 3] =
    [("a", &["alpha", "a"]), ("b", &["beta", "b"]), ("rc", &["preview", "pre", "rc", "c"])];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::package) struct PipVersion {
    epoch: u64,
    release: Vec<u64>,
    before: Option<(usize, u64)>,
    after: Option<u64>,
    development: Option<u64>,
    local: Vec<Local>,
}

/// A segment of a local version.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Local {
    Word(String),
    Number(u64),
}

impl Version for PipVersion {
    fn parse(text: &str) -> Option<PipVersion> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_prefix('v').unwrap_or(&text);
        let (text, local) = match text.split_once('+') {
            Some((text, local)) => (text, read_local(local)?),
            None => (text, Vec::new()),
        };
        let (epoch, mut rest) = match text.split_once('!') {
            Some((epoch, rest)) => (epoch.parse().ok()?, rest),
            None => (0, text),
        };
        let mut release = vec![number(&mut rest)??];
        while let Some(mut next) = rest.strip_prefix('.')
            && let Some(part) = number(&mut next)
        {
            release.push(part?);
            rest = next;
        }
        let before = read_stage(&mut rest)?;
        let after = match rest.strip_prefix('-').filter(|next| next.starts_with(|c: char| c.is_ascii_digit())) {
            Some(next) => {
                rest = next;
                Some(number(&mut rest)??)
            }
            None => read_word(&mut rest, &["post", "rev", "r"])?,
        };
        let development = read_word(&mut rest, &["dev"])?;
        rest.is_empty().then_some(PipVersion { epoch, release, before, after, development, local })
    }

    fn compare(&self, other: &PipVersion) -> Ordering {
        let is_zero = |number: &u64| *number == 0;
        self.epoch
            .cmp(&other.epoch)
            .then_with(|| without_zeros(&self.release, is_zero).cmp(without_zeros(&other.release, is_zero)))
            .then_with(|| self.stage().cmp(&other.stage()))
            .then_with(|| self.after.cmp(&other.after))
            .then_with(|| self.development.unwrap_or(u64::MAX).cmp(&other.development.unwrap_or(u64::MAX)))
            .then_with(|| self.local.cmp(&other.local))
    }
}

impl PipVersion {
    /// The order before the release: development releases come first, the final release last.
    fn stage(&self) -> (u8, usize, u64) {
        match self.before {
            Some((stage, number)) => (1, stage, number),
            None if self.after.is_none() && self.development.is_some() => (0, 0, 0),
            None => (2, 0, 0),
        }
    }
}

impl fmt::Display for PipVersion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.epoch != 0 {
            write!(formatter, "{}!", self.epoch)?;
        }
        let release: Vec<String> = self.release.iter().map(u64::to_string).collect();
        formatter.write_str(&release.join("."))?;
        if let Some((stage, number)) = self.before {
            let stage = STAGES.get(stage).map_or("", |(stage, _)| stage);
            write!(formatter, "{stage}{number}")?;
        }
        if let Some(after) = self.after {
            write!(formatter, ".post{after}")?;
        }
        if let Some(development) = self.development {
            write!(formatter, ".dev{development}")?;
        }
        for (index, part) in self.local.iter().enumerate() {
            formatter.write_str(if index == 0 { "+" } else { "." })?;
            match part {
                Local::Word(word) => formatter.write_str(word)?,
                Local::Number(number) => write!(formatter, "{number}")?,
            }
        }
        Ok(())
    }
}

/// Parses a number; the inner option is none if it is too large.
fn number(rest: &mut &str) -> Option<Option<u64>> {
    let digits = take(rest, |character| character.is_ascii_digit());
    (!digits.is_empty()).then(|| digits.parse().ok())
}

fn is_separator(character: char) -> bool {
    "-_.".contains(character)
}

/// Parses a word and the number after it, which is 0 by default; the outer option is none if it is invalid.
fn read_word(rest: &mut &str, words: &[&str]) -> Option<Option<u64>> {
    let start = rest.strip_prefix(is_separator).unwrap_or(rest);
    let Some(after) = words.iter().find_map(|word| start.strip_prefix(word)) else { return Some(None) };
    let mut digits = after.strip_prefix(is_separator).unwrap_or(after);
    match number(&mut digits) {
        Some(number) => {
            *rest = digits;
            number.map(Some)
        }
        None => {
            *rest = after;
            Some(Some(0))
        }
    }
}

fn read_stage(rest: &mut &str) -> Option<Option<(usize, u64)>> {
    for (stage, (_, words)) in STAGES.iter().enumerate() {
        if let Some(number) = read_word(rest, words)? {
            return Some(Some((stage, number)));
        }
    }
    Some(None)
}

fn read_local(text: &str) -> Option<Vec<Local>> {
    let part = |part: &str| {
        let is_valid = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_valid.then(|| part.parse().map_or_else(|_| Local::Word(part.to_owned()), Local::Number))
    };
    text.split(is_separator).map(part).collect()
}
