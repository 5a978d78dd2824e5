//! A file of sections with settings. What nobody changes stays as it is, byte for byte.
//!
//! The lines are in one chain; sections know where their settings are, so that what a change takes does not depend on how
//! long the file is. Whatever was changed, the file is what would be read if it were written: where a line would be read as
//! something else than what was meant, all of it is read again (`IniFile::settle`).

use std::{collections::BTreeMap, sync::Arc};

use resource_api::{Failure, Outcome};
use rustc_hash::FxHashMap;

use super::pattern::{Patterns, Setting};
use crate::text_file::{self, Chain, LinkId, Text};

/// How sections and settings are told from other lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// What stands between a setting and its value.
    pub(crate) separator: String,
    /// What stands before the name of a section.
    pub(crate) prefix: String,
    /// What stands behind it.
    pub(crate) suffix: String,
}

/// How new settings are indented.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Indentation {
    pub(crate) with: String,
    /// How often; as those around them unless given.
    pub(crate) width: Option<usize>,
}

/// The sections of a file. The first has no name, and is what stands before the others.
pub(crate) struct IniFile {
    layout: Layout,
    patterns: Arc<Patterns>,
    lines: Chain<Line>,
    /// One that was taken away has no lines.
    sections: Vec<Section>,
    by_name: FxHashMap<String, Vec<usize>>,
    /// Whether a line was written that would be read as something else than what was meant.
    is_doubtful: bool,
}

#[derive(Default)]
struct Section {
    /// The line of its name.
    heading: Option<LinkId>,
    /// The last line that is not blank, behind which new settings come.
    last: Option<LinkId>,
    /// How many lines it has.
    count: usize,
    settings: FxHashMap<String, Vec<LinkId>>,
    /// The first line that has a setting behind a comment.
    commented: FxHashMap<String, LinkId>,
    /// How many settings are indented how far.
    indents: BTreeMap<usize, usize>,
}

struct Line {
    /// With its end; the last of the file may have none.
    text: Vec<u8>,
    section: usize,
    kind: Kind,
}

enum Kind {
    /// The name of a section.
    Name,
    Setting(Setting),
    /// A setting behind a comment.
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
            lines: Chain::default(),
            sections: vec![Section::default()],
            by_name: FxHashMap::from_iter([(String::new(), vec![0])]),
            is_doubtful: false,
        };
        for text in text_file::lines(content) {
            let line = std::str::from_utf8(text_file::without_end(text)).ok();
            if let Some(name) = line.map(|line| file.patterns.section(line)).transpose()?.flatten() {
                let name = name.to_owned();
                file.begin_section(name, text.to_owned());
                continue;
            }
            // What is no text is nobody's setting.
            let kind = line.map_or(Ok(Kind::Other), |line| file.kind(line))?;
            file.insert(file.sections.len() - 1, file.lines.last(), text.to_owned(), kind);
        }
        Ok(file)
    }

    /// Another file that is read as this one.
    pub(super) fn read_alike(&self, content: &[u8]) -> Outcome<IniFile> {
        IniFile::read(self.layout.clone(), Arc::clone(&self.patterns), content)
    }

    /// How the file is read.
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

    /// Puts a line into a section, behind another line or before everything.
    fn insert(&mut self, section: usize, before: Option<LinkId>, text: Vec<u8>, kind: Kind) -> LinkId {
        let line_end = self.line_end();
        // The last line of a file may lack its end; what comes behind it does not belong to it.
        if let Some(line) =
            before.and_then(|before| self.lines.get_mut(before)).filter(|line| !line.text.ends_with(b"\n"))
        {
            line.text.extend_from_slice(line_end.as_bytes());
        }
        let is_end = before == self.lines.last();
        let id = self.lines.insert(before, Line { text, section, kind });
        let (Some(line), Some(known)) = (self.lines.get(id), self.sections.get_mut(section)) else { return id };
        known.count += 1;
        if !matches!(line.kind, Kind::Blank) && (is_end || before == known.last) {
            known.last = Some(id);
        }
        match &line.kind {
            Kind::Name => known.heading = Some(id),
            Kind::Setting(setting) => {
                let indent = setting.indent(&line.text).chars().count();
                *known.indents.entry(indent).or_default() += 1;
                known.settings.entry(setting.name(&line.text).to_owned()).or_default().push(id);
            }
            Kind::Commented(name) => {
                known.commented.entry(name.clone()).or_insert(id);
            }
            Kind::Blank | Kind::Other => {}
        }
        id
    }

    /// Takes a line away.
    fn take(&mut self, id: LinkId) {
        let before = self.lines.before(id);
        let Some(Line { text, section, kind }) = self.lines.remove(id) else { return };
        let Some(known) = self.sections.get_mut(section) else { return };
        known.count -= 1;
        if let Kind::Setting(setting) = kind
            && let Some(count) = known.indents.get_mut(&setting.indent(&text).chars().count())
        {
            *count -= 1;
        }
        if known.last == Some(id) {
            let is_own = |id: &LinkId| self.lines.get(*id).is_some_and(|line| line.section == section);
            let is_blank = |id: &LinkId| self.lines.get(*id).is_some_and(|line| matches!(line.kind, Kind::Blank));
            let mut earlier = std::iter::successors(before, |id| self.lines.before(*id)).take_while(is_own);
            known.last = earlier.find(|id| !is_blank(id));
        }
    }

    /// What ends a line here.
    fn line_end(&self) -> &'static str {
        let first = self.lines.first().and_then(|first| self.lines.get(first));
        if first.is_some_and(|first| first.text.ends_with(b"\r\n")) { "\r\n" } else { "\n" }
    }

    /// Whether there is a section of that name. The one without a name is always there.
    pub(crate) fn has_section(&self, name: &str) -> bool {
        !self.named(name).is_empty()
    }

    /// The sections of a name, in their order.
    fn named(&self, name: &str) -> &[usize] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// The lines of a setting in all sections of a name, in their order.
    fn lines_of(&self, section: &str, setting: &str) -> Vec<LinkId> {
        let sections = self.named(section).iter().filter_map(|section| self.sections.get(*section));
        sections.filter_map(|section| section.settings.get(setting)).flatten().copied().collect()
    }

    /// The value of a setting. Of several the last counts.
    pub(crate) fn get(&self, section: &str, setting: &str) -> Option<&str> {
        let line = self.lines.get(*self.lines_of(section, setting).last()?)?;
        if let Kind::Setting(setting) = &line.kind { Some(setting.value(&line.text)) } else { None }
    }

    fn begin_section(&mut self, name: String, text: Vec<u8>) {
        let place = self.sections.len();
        self.sections.push(Section::default());
        self.by_name.entry(name).or_default().push(place);
        self.insert(place, self.lines.last(), text, Kind::Name);
    }

    /// Adds a section, if there is none of that name.
    pub(crate) fn add_section(&mut self, name: &str) -> Outcome {
        self.append_section(name)?;
        self.settle()
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
        self.is_doubtful |= line.contains('\n') || self.patterns.section(&line)? != Some(name);
        self.begin_section(name.to_owned(), format!("{line}{line_end}").into_bytes());
        Ok(())
    }

    /// Sets a setting: where it is, behind a comment that shows it, or at the end of its section.
    pub(crate) fn set(&mut self, section: &str, setting: &str, value: &str, indentation: &Indentation) -> Outcome {
        self.append_section(section)?;
        let lines = self.lines_of(section, setting);
        for id in &lines {
            self.change(*id, value)?;
        }
        if lines.is_empty() {
            self.add(section, setting, value, indentation)?;
        }
        self.settle()
    }

    fn change(&mut self, id: LinkId, value: &str) -> Outcome {
        let line_end = self.line_end();
        let Some(Line { text, kind: Kind::Setting(setting), .. }) = self.lines.get(id) else { return Ok(()) };
        if setting.value(text) == value {
            return Ok(());
        }
        let name = setting.name(text).to_owned();
        let line = format!("{}{name}{}{value}", setting.indent(text), setting.separator(text));
        let kind = self.kind_of_setting(&line, &name)?;
        if let Some(known) = self.lines.get_mut(id) {
            (known.text, known.kind) = (format!("{line}{line_end}").into_bytes(), kind);
        }
        Ok(())
    }

    fn add(&mut self, section: &str, setting: &str, value: &str, indentation: &Indentation) -> Outcome {
        let Some((place, known)) = self.named(section).last().and_then(|last| Some((*last, self.sections.get(*last)?)))
        else {
            return Ok(());
        };
        let width = indentation.width.or_else(|| known.indentation()).unwrap_or(0);
        let before = known.commented.get(setting).copied().or(known.last);
        // What stands alone before the first section has an empty line behind it.
        let is_apart = known.count == 0 && self.lines.first().is_some();
        let line = format!("{}{setting}{}{value}", indentation.with.repeat(width), self.layout.separator);
        let (kind, line_end) = (self.kind_of_setting(&line, setting)?, self.line_end());
        let id = self.insert(place, before, format!("{line}{line_end}").into_bytes(), kind);
        if is_apart {
            self.insert(place, Some(id), line_end.into(), Kind::Blank);
        }
        Ok(())
    }

    /// What a line is that is written for a setting.
    fn kind_of_setting(&mut self, line: &str, name: &str) -> Outcome<Kind> {
        if line.contains('\n') || line.ends_with('\r') || self.patterns.section(line)?.is_some() {
            self.is_doubtful = true;
            return Ok(Kind::Other);
        }
        let kind = self.kind(line)?;
        self.is_doubtful |= !matches!(&kind, Kind::Setting(setting) if setting.name(line.as_bytes()) == name);
        Ok(kind)
    }

    /// Reads everything again where that is the only way to know what was written.
    fn settle(&mut self) -> Outcome {
        if self.is_doubtful {
            *self = self.read_alike(&self.to_bytes())?;
        }
        Ok(())
    }

    /// Takes a setting away, and its section if that was all there was in it.
    pub(crate) fn remove(&mut self, section: &str, setting: &str) {
        let mut is_left = true;
        for place in self.named(section).to_vec() {
            let lines = self.sections.get_mut(place).and_then(|known| known.settings.remove(setting));
            let is_taken = lines.is_some();
            lines.unwrap_or_default().into_iter().for_each(|id| self.take(id));
            if let Some(known) = self.sections.get(place)
                && let Some(heading) = known.heading.filter(|_| is_taken && known.count == 1)
            {
                self.take(heading);
                is_left = false;
            }
        }
        if !is_left {
            self.forget_empty(section);
        }
    }

    /// Takes a section away that has no settings.
    pub(crate) fn remove_section(&mut self, section: &str) -> Outcome {
        let known = || self.named(section).iter().filter_map(|place| Some((*place, self.sections.get(*place)?)));
        if known().any(|(_, known)| known.settings.values().any(|lines| !lines.is_empty())) {
            return Err(Failure::new(format!(
                "the section '{section}' has settings, and is not taken away; name each setting that is to be absent"
            )));
        }
        let mut taken = Vec::new();
        for (place, known) in known() {
            let is_own = |id: &LinkId| self.lines.get(*id).is_some_and(|line| line.section == place);
            taken.extend(std::iter::successors(known.heading, |id| self.lines.behind(*id)).take_while(is_own));
        }
        taken.into_iter().for_each(|id| self.take(id));
        self.forget_empty(section);
        Ok(())
    }

    /// Forgets the sections of a name that have no lines any more. The first one, which has no name, is always there.
    fn forget_empty(&mut self, name: &str) {
        let Some(places) = self.by_name.get_mut(name) else { return };
        let sections = &mut self.sections;
        places.retain(|place| *place == 0 || sections.get(*place).is_some_and(|known| known.count > 0));
        if places.is_empty() {
            self.by_name.remove(name);
        }
    }
}

impl Section {
    /// How far its settings are indented: as the one that is least.
    fn indentation(&self) -> Option<usize> {
        self.indents.iter().find(|(_, count)| **count > 0).map(|(indent, _)| *indent)
    }
}
