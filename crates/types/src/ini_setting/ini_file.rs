//! A file of sections with settings. What nobody changes stays as it is, byte for byte.

use resource_api::{Failure, Outcome};

use super::pattern::Patterns;
use crate::text_file;

/// How sections and settings are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// What stands between a setting and its value.
    pub(crate) separator: String,
    /// What stands before the name of a section.
    pub(crate) prefix: String,
    /// What stands behind it.
    pub(crate) suffix: String,
    /// What new settings are indented with.
    pub(crate) indent: String,
    /// How often; as those around them unless given.
    pub(crate) indent_width: Option<usize>,
}

/// The sections of a file. The first has no name, and is what stands before the others.
pub(crate) struct IniFile {
    layout: Layout,
    sections: Vec<Section>,
    line_end: &'static str,
}

struct Section {
    name: String,
    /// Whether it was in the file. The first section was, if it had any line.
    is_old: bool,
    /// With the line of its name, if it has one and was in the file.
    lines: Vec<Line>,
    /// Settings that come behind everything but blank lines.
    added: Vec<(String, String)>,
}

struct Line {
    /// With its end.
    text: Vec<u8>,
    kind: Kind,
}

enum Kind {
    /// The name of a section.
    Name,
    Setting {
        indent: String,
        name: String,
        separator: String,
        value: String,
    },
    /// A setting behind a comment.
    Commented(String),
    Blank,
    Other,
}

impl IniFile {
    pub(crate) fn parse(layout: Layout, content: &[u8]) -> Outcome<IniFile> {
        let patterns = Patterns::new(&layout.separator, &layout.prefix, &layout.suffix)?;
        let first = Section { name: String::new(), is_old: false, lines: Vec::new(), added: Vec::new() };
        let mut sections = vec![first];
        let lines = text_file::lines(content);
        let line_end = if lines.first().is_some_and(|line| line.ends_with(b"\r\n")) { "\r\n" } else { "\n" };
        for text in lines {
            let kind = match std::str::from_utf8(text_file::without_end(text)) {
                Ok(line) => {
                    if let Some(name) = patterns.section(line)? {
                        let name = name.to_owned();
                        sections.push(Section { name, is_old: true, lines: Vec::new(), added: Vec::new() });
                        Kind::Name
                    } else {
                        kind(&patterns, line)?
                    }
                }
                // What is no text is nobody's setting.
                Err(_) => Kind::Other,
            };
            if let Some(section) = sections.last_mut() {
                section.is_old = true;
                section.lines.push(Line { text: text.to_owned(), kind });
            }
        }
        Ok(IniFile { layout, sections, line_end })
    }

    /// Whether there is a section of that name. The one without a name is always there.
    pub(crate) fn has_section(&self, name: &str) -> bool {
        self.sections.iter().any(|section| section.name == name)
    }

    /// The value of a setting. Of several the last counts.
    pub(crate) fn get(&self, section: &str, setting: &str) -> Option<&str> {
        let sections = self.sections.iter().rev().filter(|known| known.name == section);
        sections.filter_map(|section| section.get(setting)).next()
    }

    /// Adds a section, if there is none of that name.
    pub(crate) fn add_section(&mut self, name: &str) {
        if !self.has_section(name) {
            self.sections.push(Section { name: name.into(), is_old: false, lines: Vec::new(), added: Vec::new() });
        }
    }

    /// Sets a setting: where it is, behind a comment that shows it, or at the end of its section.
    pub(crate) fn set(&mut self, section: &str, setting: &str, value: &str) {
        self.add_section(section);
        let (layout, line_end) = (&self.layout, self.line_end);
        let is_named = |known: &&mut Section| known.name == section;
        let mut is_set = false;
        for known in self.sections.iter_mut().filter(is_named) {
            is_set |= known.change(setting, value, line_end);
        }
        if is_set {
            return;
        }
        let mut named = self.sections.iter_mut().filter(is_named);
        let Some(known) = named.next_back() else { return };
        let indent = layout.indent.repeat(layout.indent_width.or_else(|| known.indentation()).unwrap_or(0));
        let is_commented = |line: &Line| matches!(&line.kind, Kind::Commented(name) if name == setting);
        match known.lines.iter().position(is_commented) {
            Some(place) => {
                let text = format!("{indent}{setting}{}{value}", layout.separator);
                let kind = Kind::Setting {
                    indent,
                    name: setting.into(),
                    separator: layout.separator.clone(),
                    value: value.into(),
                };
                known.lines.insert(place + 1, Line { text: format!("{text}{line_end}").into_bytes(), kind });
            }
            None => known.added.push((setting.into(), value.into())),
        }
    }

    /// Takes a setting away, and its section if that was all there was in it.
    pub(crate) fn remove(&mut self, section: &str, setting: &str) {
        let is_meant = |line: &Line| matches!(&line.kind, Kind::Setting { name, .. } if name == setting);
        for known in self.sections.iter_mut().filter(|known| known.name == section) {
            let before = known.lines.len();
            known.lines.retain(|line| !is_meant(line));
            let only_name = known.lines.len() == 1 && matches!(known.lines[0].kind, Kind::Name);
            if known.lines.len() < before && only_name {
                known.lines.clear();
            }
        }
        // The first one, which has no name, is always there.
        let mut is_first = true;
        self.sections.retain(|known| std::mem::take(&mut is_first) || !known.lines.is_empty() || !known.is_old);
    }

    /// Takes a section away that has no settings.
    pub(crate) fn remove_section(&mut self, section: &str) -> Outcome {
        let is_setting = |line: &Line| matches!(line.kind, Kind::Setting { .. });
        if self.sections.iter().any(|known| known.name == section && known.lines.iter().any(is_setting)) {
            return Err(Failure::new(format!(
                "the section '{section}' has settings, and is not taken away; name each setting that is to be absent"
            )));
        }
        let mut is_first = true;
        self.sections.retain(|known| std::mem::take(&mut is_first) || known.name != section);
        Ok(())
    }

    /// What is to be in the file.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut text = Vec::new();
        for (place, section) in self.sections.iter().enumerate() {
            let is_first = place == 0;
            if !section.is_old && !is_first {
                let first = &self.sections[0];
                if place > 1 || first.is_old || !first.added.is_empty() {
                    self.push(&mut text, "");
                }
                self.push(&mut text, &format!("{}{}{}", self.layout.prefix, section.name, self.layout.suffix));
            }
            let blanks = section.lines.iter().rev().take_while(|line| matches!(line.kind, Kind::Blank)).count();
            let (lines, blanks) = section.lines.split_at(section.lines.len() - blanks);
            lines.iter().for_each(|line| self.push_old(&mut text, &line.text));
            let width = self.layout.indent_width.or_else(|| section.indentation()).unwrap_or(0);
            for (name, value) in &section.added {
                let indent = self.layout.indent.repeat(width);
                self.push(&mut text, &format!("{indent}{name}{}{value}", self.layout.separator));
            }
            blanks.iter().for_each(|line| self.push_old(&mut text, &line.text));
            let is_last = place + 1 == self.sections.len();
            if blanks.is_empty() && !section.is_old && !section.added.is_empty() && !is_last {
                self.push(&mut text, "");
            }
        }
        text
    }

    fn push(&self, text: &mut Vec<u8>, line: &str) {
        self.end_line(text);
        text.extend_from_slice(line.as_bytes());
        text.extend_from_slice(self.line_end.as_bytes());
    }

    fn push_old(&self, text: &mut Vec<u8>, line: &[u8]) {
        self.end_line(text);
        text.extend_from_slice(line);
    }

    /// The last line of a file may lack its end; what comes behind it does not belong to it.
    fn end_line(&self, text: &mut Vec<u8>) {
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.extend_from_slice(self.line_end.as_bytes());
        }
    }
}

impl Section {
    fn get(&self, setting: &str) -> Option<&str> {
        let added = self.added.iter().rev().find(|(name, _)| name == setting).map(|(_, value)| value.as_str());
        let old = self.lines.iter().rev().find_map(|line| match &line.kind {
            Kind::Setting { name, value, .. } if name == setting => Some(value.as_str()),
            _ => None,
        });
        old.or(added)
    }

    /// How far its settings are indented: as the one that is least.
    fn indentation(&self) -> Option<usize> {
        let indent = |line: &Line| match &line.kind {
            Kind::Setting { indent, .. } => Some(indent.chars().count()),
            _ => None,
        };
        self.lines.iter().filter_map(indent).min()
    }

    /// Changes every line of a setting, and returns whether there was one.
    fn change(&mut self, setting: &str, new: &str, line_end: &str) -> bool {
        let mut is_changed = false;
        for Line { text, kind } in &mut self.lines {
            if let Kind::Setting { indent, name, separator, value } = kind
                && name == setting
            {
                is_changed = true;
                if value != new {
                    *text = format!("{indent}{name}{separator}{new}{line_end}").into_bytes();
                    *value = new.to_owned();
                }
            }
        }
        is_changed
    }
}

fn kind(patterns: &Patterns, line: &str) -> Outcome<Kind> {
    if line.trim().is_empty() {
        return Ok(Kind::Blank);
    }
    if let Some(setting) = patterns.setting(line)? {
        return Ok(Kind::Setting {
            indent: setting.indent.to_owned(),
            name: setting.name.to_owned(),
            separator: setting.separator.to_owned(),
            value: setting.value.to_owned(),
        });
    }
    Ok(patterns.commented(line)?.map_or(Kind::Other, |name| Kind::Commented(name.to_owned())))
}
