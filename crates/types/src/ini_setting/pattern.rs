//! Recognizes sections, settings, and settings that are commented out.

use std::ops::Range;

use pcore::regexp::Regexp;
use resource_api::{Failure, Outcome};

/// The patterns of lines.
pub(super) struct Patterns {
    section: Regexp,
    setting: Regexp,
    commented: Regexp,
}

/// The positions of the parts of a setting in its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    name: Range<usize>,
    value: Range<usize>,
}

impl Setting {
    pub(super) fn indent<'l>(&self, line: &'l [u8]) -> &'l str {
        part(line, 0..self.name.start)
    }

    pub(super) fn name<'l>(&self, line: &'l [u8]) -> &'l str {
        part(line, self.name.clone())
    }

    pub(super) fn separator<'l>(&self, line: &'l [u8]) -> &'l str {
        part(line, self.name.end..self.value.start)
    }

    pub(super) fn value<'l>(&self, line: &'l [u8]) -> &'l str {
        part(line, self.value.clone())
    }
}

/// A part of a line, which was valid UTF-8 when it was parsed.
fn part(line: &[u8], range: Range<usize>) -> &str {
    line.get(range).and_then(|part| std::str::from_utf8(part).ok()).unwrap_or_default()
}

impl Patterns {
    pub(super) fn new(separator: &str, prefix: &str, suffix: &str) -> Outcome<Patterns> {
        let (prefix, suffix) = (Regexp::escape(prefix), Regexp::escape(suffix));
        let between = separator.trim();
        // A separator of whitespace matches any whitespace.
        let (separator, excluded) = match between {
            "" if !separator.is_empty() => ("[ \\t]".to_owned(), String::new()),
            between => (Regexp::escape(between), Regexp::escape(between).replace('^', "\\^").replace('&', "\\&")),
        };
        let pattern = |source: String| Regexp::new(&source).map_err(|error| Failure::resource(error.to_string()));
        Ok(Patterns {
            section: pattern(format!(r"\A\s*{prefix}(.*){suffix}\s*\z"))?,
            setting: pattern(format!(r"\A(\s*)([^#;\s]|[^#;\s].*?[^\s{excluded}])(\s*{separator}[ \t]*)(.*)\s*\z"))?,
            commented: pattern(format!(r"\A\s*[#;]+\s*(.*?[^\s{excluded}])\s*{separator}[ \t]*.*\s*\z"))?,
        })
    }

    /// The name of the section that a line starts.
    pub(super) fn section<'l>(&self, line: &'l str) -> Outcome<Option<&'l str>> {
        first(&self.section, line)
    }

    /// The name of the setting that a line has commented out.
    pub(super) fn commented<'l>(&self, line: &'l str) -> Outcome<Option<&'l str>> {
        first(&self.commented, line)
    }

    /// The parts of a line with a setting.
    pub(super) fn setting(&self, line: &str) -> Outcome<Option<Setting>> {
        let found = self.setting.captures(line).map_err(|error| Failure::resource(error.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let range = |index: usize| found.get(index).map(|part| part.start()..part.end()).unwrap_or_default();
        Ok(Some(Setting { name: range(2), value: range(4) }))
    }
}

fn first<'l>(pattern: &Regexp, line: &'l str) -> Outcome<Option<&'l str>> {
    let found = pattern.captures(line).map_err(|error| Failure::resource(error.to_string()))?;
    Ok(found.and_then(|found| found.get(1)).map(|part| part.as_str()))
}
