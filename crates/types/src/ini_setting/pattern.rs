//! How lines of a file are sections, settings, or settings behind a comment.

use pcore::regexp::Regexp;
use resource_api::{Failure, Outcome};

/// The patterns of lines.
pub(super) struct Patterns {
    section: Regexp,
    setting: Regexp,
    commented: Regexp,
}

/// A line that says what a setting is.
pub(super) struct Setting<'l> {
    pub(super) indent: &'l str,
    pub(super) name: &'l str,
    pub(super) separator: &'l str,
    pub(super) value: &'l str,
}

impl Patterns {
    pub(super) fn new(separator: &str, prefix: &str, suffix: &str) -> Outcome<Patterns> {
        let (prefix, suffix) = (Regexp::escape(prefix), Regexp::escape(suffix));
        let between = separator.trim();
        // What separates with blanks alone separates with any of them.
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

    /// The name of the section that a line begins.
    pub(super) fn section<'l>(&self, line: &'l str) -> Outcome<Option<&'l str>> {
        first(&self.section, line)
    }

    /// The name of the setting that a line has behind a comment.
    pub(super) fn commented<'l>(&self, line: &'l str) -> Outcome<Option<&'l str>> {
        first(&self.commented, line)
    }

    pub(super) fn setting<'l>(&self, line: &'l str) -> Outcome<Option<Setting<'l>>> {
        let found = self.setting.captures(line).map_err(|error| Failure::resource(error.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let part = |place: usize| found.get(place).map(|part| part.as_str()).unwrap_or_default();
        Ok(Some(Setting { indent: part(1), name: part(2), separator: part(3), value: part(4) }))
    }
}

fn first<'l>(pattern: &Regexp, line: &'l str) -> Outcome<Option<&'l str>> {
    let found = pattern.captures(line).map_err(|error| Failure::resource(error.to_string()))?;
    Ok(found.and_then(|found| found.get(1)).map(|part| part.as_str()))
}
