//! A file of sections with settings. What is not changed stays as it is, byte for byte.
//!
//! The lines are in a linked list, and sections know where their settings are, so the time for a change does not depend
//! on the size of the file. The file always equals what would be parsed if it were written: if a new line would be
//! parsed as something else than intended, the whole file is parsed again (`IniFile::reparse_if_needed`).

use std::{collections::BTreeMap, sync::Arc};

use pcore::keyed::HashMap;
use resource_api::{Failure, Outcome};

use super::pattern::{Patterns, Setting};
use crate::text_file::{self, LinkedList, NodeId, Text};

/// The syntax of sections and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// The text between a setting and its value.
    pub(crate) separator: String,
    /// The text before the name of a section.
    pub(crate) prefix: String,
    /// The text after the name of a section.
    pub(crate) suffix: String,
}

/// How new settings are indented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Indentation {
    pub(crate) with: String,
    /// How often `with` is repeated; by default as in the section.
    pub(crate) width: Option<usize>,
}

/// The sections of a file. The first one has no name, and consists of the lines before the others.
pub(crate) struct IniFile {
    layout: Layout,
    patterns: Arc<Patterns>,
    lines: LinkedList<Line>,
    /// Removed sections have no lines.
    sections: Vec<Section>,
    by_name: HashMap<String, Vec<usize>>,
    /// Whether a new line would be parsed as something else than intended.
    needs_reparse: bool,
}

#[derive(Default)]
struct Section {
    /// The line with its name.
    heading: Option<NodeId>,
    /// The last line that is not blank, after which new settings are inserted.
    last: Option<NodeId>,
    /// The number of its lines.
    count: usize,
    settings: HashMap<String, Vec<NodeId>>,
    /// The first commented-out line of each setting.
    commented: HashMap<String, NodeId>,
    /// The number of settings per indentation.
    indents: BTreeMap<usize, usize>,
}

struct Line {
    /// With its newline, which the last line of the file may lack.
    text: Vec<u8>,
    section: usize,
    kind: Kind,
}

enum Kind {
    /// The name of a section.
    Name,
    Setting(Setting),
    /// A setting that is commented out.
    Commented(String),
    Blank,
    Other,
}

impl Text for IniFile {
    fn to_bytes(&self) -> Vec<u8> {
        self.lines.iter().flat_map(|(_, line)| &line.text).copied().collect()
    }
}

impl IniFile {
    pub(crate) fn parse(layout: Layout, content: &[u8]) -> Outcome<IniFile> {
        let patterns = Patterns::new(&layout.separator, &layout.prefix, &layout.suffix)?;
        IniFile::read(layout, Arc::new(patterns), content)
    }

    fn read(layout: Layout, patterns: Arc<Patterns>, content: &[u8]) -> Outcome<IniFile> {
        let mut file = IniFile {
            layout,
            patterns,
            lines: LinkedList::default(),
            sections: vec![Section::default()],
            by_name: HashMap::from_iter([(String::new(), vec![0])]),
            needs_reparse: false,
        };
        for text in text_file::lines(content) {
            let line = std::str::from_utf8(text_file::strip_newline(text)).ok();
            if let Some(name) = line.map(|line| file.patterns.section(line)).transpose()?.flatten() {
                let name = name.to_owned();
                file.start_section(name, text.to_owned());
                continue;
            }
            // A line that is not UTF-8 is not a setting.
            let kind = line.map_or(Ok(Kind::Other), |line| file.kind(line))?;
            file.insert(file.sections.len() - 1, file.lines.last(), text.to_owned(), kind);
        }
        Ok(file)
    }

    /// Parses another file in the same way.
    pub(super) fn parse_with_same_layout(&self, content: &[u8]) -> Outcome<IniFile> {
        IniFile::read(self.layout.clone(), Arc::clone(&self.patterns), content)
    }

    /// The syntax of the file.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    fn kind(&self, line: &str) -> Outcome<Kind> {
        if line.trim().is_empty() {
            return Ok(Kind::Blank);
        }
        if let Some(setting) = self.patterns.setting(line)? {
            return Ok(Kind::Setting(setting));
        }
        Ok(self.patterns.commented(line)?.map_or(Kind::Other, |name| Kind::Commented(name.to_owned())))
    }

    /// Inserts a line into a section, after another line or at the front of the file.
    fn insert(&mut self, section: usize, previous: Option<NodeId>, text: Vec<u8>, kind: Kind) -> NodeId {
        let line_end = self.line_end();
        // The last line of a file may lack its newline, and must not run into the new one.
        if let Some(line) =
            previous.and_then(|previous| self.lines.get_mut(previous)).filter(|line| !line.text.ends_with(b"\n"))
        {
            line.text.extend_from_slice(line_end.as_bytes());
        }
        let is_end = previous == self.lines.last();
        let id = self.lines.insert(previous, Line { text, section, kind });
        let (Some(line), Some(section_data)) = (self.lines.get(id), self.sections.get_mut(section)) else { return id };
        section_data.count += 1;
        if !matches!(line.kind, Kind::Blank) && (is_end || previous == section_data.last) {
            section_data.last = Some(id);
        }
        match &line.kind {
            Kind::Name => section_data.heading = Some(id),
            Kind::Setting(setting) => {
                let indent = setting.indent(&line.text).chars().count();
                *section_data.indents.entry(indent).or_default() += 1;
                section_data.settings.entry(setting.name(&line.text).to_owned()).or_default().push(id);
            }
            Kind::Commented(name) => {
                section_data.commented.entry(name.clone()).or_insert(id);
            }
            Kind::Blank | Kind::Other => {}
        }
        id
    }

    /// Removes a line.
    fn remove_line(&mut self, id: NodeId) {
        let previous = self.lines.previous(id);
        let Some(Line { text, section, kind }) = self.lines.remove(id) else { return };
        let Some(section_data) = self.sections.get_mut(section) else { return };
        section_data.count -= 1;
        if let Kind::Setting(setting) = kind
            && let Some(count) = section_data.indents.get_mut(&setting.indent(&text).chars().count())
        {
            *count -= 1;
        }
        if section_data.last == Some(id) {
            let is_own = |id: &NodeId| self.lines.get(*id).is_some_and(|line| line.section == section);
            let is_blank = |id: &NodeId| self.lines.get(*id).is_some_and(|line| matches!(line.kind, Kind::Blank));
            let mut earlier = std::iter::successors(previous, |id| self.lines.previous(*id)).take_while(is_own);
            section_data.last = earlier.find(|id| !is_blank(id));
        }
    }

    /// The line ending of this file.
    fn line_end(&self) -> &'static str {
        let first = self.lines.first().and_then(|first| self.lines.get(first));
        if first.is_some_and(|first| first.text.ends_with(b"\r\n")) { "\r\n" } else { "\n" }
    }

    /// Whether there is a section with a name. The unnamed one always exists.
    pub(crate) fn has_section(&self, name: &str) -> bool {
        !self.indices_of(name).is_empty()
    }

    /// The sections with a name, in order.
    fn indices_of(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The lines of a setting in all sections with a name, in order.
    fn lines_of(&self, section: &str, setting: &str) -> Vec<NodeId> {
        let sections = self.indices_of(section).iter().filter_map(|section| self.sections.get(*section));
        sections.filter_map(|section| section.settings.get(setting)).flatten().copied().collect()
    }

    /// The value of a setting; the last one counts.
    pub(crate) fn get(&self, section: &str, setting: &str) -> Option<&str> {
        let line = self.lines.get(*self.lines_of(section, setting).last()?)?;
        if let Kind::Setting(setting) = &line.kind { Some(setting.value(&line.text)) } else { None }
    }

    fn start_section(&mut self, name: String, text: Vec<u8>) {
        let index = self.sections.len();
        self.sections.push(Section::default());
        self.by_name.entry(name).or_default().push(index);
        self.insert(index, self.lines.last(), text, Kind::Name);
    }

    /// Adds a section unless it exists.
    pub(crate) fn add_section(&mut self, name: &str) -> Outcome {
        self.append_section(name)?;
        self.reparse_if_needed()
    }

    fn append_section(&mut self, name: &str) -> Outcome {
        if self.has_section(name) {
            return Ok(());
        }
        let line_end = self.line_end();
        if let Some(last) = self.lines.last()
            && let Some(section) = self.lines.get(last).map(|line| line.section)
        {
            self.insert(section, Some(last), line_end.into(), Kind::Blank);
        }
        let line = format!("{}{name}{}", self.layout.prefix, self.layout.suffix);
        self.needs_reparse |= line.contains('\n') || self.patterns.section(&line)? != Some(name);
        self.start_section(name.to_owned(), format!("{line}{line_end}").into_bytes());
        Ok(())
    }

    /// Sets a setting: where it is, after a line where it is commented out, or at the end of its section.
    pub(crate) fn set(&mut self, section: &str, setting: &str, value: &str, indentation: &Indentation) -> Outcome {
        self.append_section(section)?;
        let lines = self.lines_of(section, setting);
        for id in &lines {
            self.change(*id, value)?;
        }
        if lines.is_empty() {
            self.add(section, setting, value, indentation)?;
        }
        self.reparse_if_needed()
    }

    fn change(&mut self, id: NodeId, value: &str) -> Outcome {
        let line_end = self.line_end();
        let Some(Line { text, kind: Kind::Setting(setting), .. }) = self.lines.get(id) else { return Ok(()) };
        if setting.value(text) == value {
            return Ok(());
        }
        let name = setting.name(text).to_owned();
        let line = format!("{}{name}{}{value}", setting.indent(text), setting.separator(text));
        let kind = self.kind_of_setting(&line, &name)?;
        if let Some(section_data) = self.lines.get_mut(id) {
            (section_data.text, section_data.kind) = (format!("{line}{line_end}").into_bytes(), kind);
        }
        Ok(())
    }

    fn add(&mut self, section: &str, setting: &str, value: &str, indentation: &Indentation) -> Outcome {
        let Some((index, section_data)) =
            self.indices_of(section).last().and_then(|last| Some((*last, self.sections.get(*last)?)))
        else {
            return Ok(());
        };
        let width = indentation.width.or_else(|| section_data.indentation()).unwrap_or(0);
        let previous = section_data.commented.get(setting).copied().or(section_data.last);
        // A lone setting before the first section is followed by an empty line.
        let is_apart = section_data.count == 0 && self.lines.first().is_some();
        let line = format!("{}{setting}{}{value}", indentation.with.repeat(width), self.layout.separator);
        let (kind, line_end) = (self.kind_of_setting(&line, setting)?, self.line_end());
        let id = self.insert(index, previous, format!("{line}{line_end}").into_bytes(), kind);
        if is_apart {
            self.insert(index, Some(id), line_end.into(), Kind::Blank);
        }
        Ok(())
    }

    /// How a line that is written for a setting would be parsed.
    fn kind_of_setting(&mut self, line: &str, name: &str) -> Outcome<Kind> {
        if line.contains('\n') || line.ends_with('\r') || self.patterns.section(line)?.is_some() {
            self.needs_reparse = true;
            return Ok(Kind::Other);
        }
        let kind = self.kind(line)?;
        self.needs_reparse |= !matches!(&kind, Kind::Setting(setting) if setting.name(line.as_bytes()) == name);
        Ok(kind)
    }

    /// Parses everything again if that is the only way to know what was written.
    fn reparse_if_needed(&mut self) -> Outcome {
        if self.needs_reparse {
            *self = self.parse_with_same_layout(&self.to_bytes())?;
        }
        Ok(())
    }

    /// Removes a setting, and its section if that becomes empty.
    pub(crate) fn remove(&mut self, section: &str, setting: &str) {
        let mut remains = true;
        for index in self.indices_of(section).to_vec() {
            let lines = self.sections.get_mut(index).and_then(|section_data| section_data.settings.remove(setting));
            let is_removed = lines.is_some();
            lines.unwrap_or_default().into_iter().for_each(|id| self.remove_line(id));
            if let Some(section_data) = self.sections.get(index)
                && let Some(heading) = section_data.heading.filter(|_| is_removed && section_data.count == 1)
            {
                self.remove_line(heading);
                remains = false;
            }
        }
        if !remains {
            self.forget_empty_sections(section);
        }
    }

    /// Removes a section without settings.
    pub(crate) fn remove_section(&mut self, section: &str) -> Outcome {
        let section_data =
            || self.indices_of(section).iter().filter_map(|index| Some((*index, self.sections.get(*index)?)));
        if section_data().any(|(_, section_data)| section_data.settings.values().any(|lines| !lines.is_empty())) {
            return Err(Failure::new(format!(
                "section '{section}' has settings and cannot be removed; declare each of them as absent"
            )));
        }
        let mut lines = Vec::new();
        for (index, section_data) in section_data() {
            let is_own = |id: &NodeId| self.lines.get(*id).is_some_and(|line| line.section == index);
            lines.extend(std::iter::successors(section_data.heading, |id| self.lines.next(*id)).take_while(is_own));
        }
        lines.into_iter().for_each(|id| self.remove_line(id));
        self.forget_empty_sections(section);
        Ok(())
    }

    /// Forgets the sections with a name that have no lines any more, except for the unnamed one.
    fn forget_empty_sections(&mut self, name: &str) {
        let Some(indices) = self.by_name.get_mut(name) else { return };
        let sections = &mut self.sections;
        indices.retain(|index| *index == 0 || sections.get(*index).is_some_and(|section_data| section_data.count > 0));
        if indices.is_empty() {
            self.by_name.remove(name);
        }
    }
}

impl Section {
    /// The smallest indentation of its settings.
    fn indentation(&self) -> Option<usize> {
        self.indents.iter().find(|(_, count)| **count > 0).map(|(indent, _)| *indent)
    }
}
