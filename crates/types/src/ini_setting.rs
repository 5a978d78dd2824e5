//! `ini_setting`: a setting in a section of a file.
//!
//! What a file holds is known to `ini_file`; `pattern` tells settings from other lines.

mod canonical;
mod ini_file;
mod pattern;

#[cfg(test)]
mod tests;

use std::path::Path;

use md5::{Digest, Md5};
use pcore::Value;
use resource_api::{
    Context, Insync, Outcome, ProviderEntry, ResourceType, State,
    definition::relations::{Relation, RelationKind},
    registry::Manner,
    render::interpolate,
};

use self::ini_file::{Indentation, Layout};
pub(crate) use self::{canonical::show_diff, ini_file::IniFile};
use crate::{
    given::Given,
    text_file::{self, Part, Parts, Reader, TextFiles},
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("ini_setting/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Parts::<IniSetting>::default())))
        .in_manner(Manner::Puppet)
        .relating(|should, _| folder_of(should))
}

/// The folder comes before the file that is in it.
pub(crate) fn folder_of(should: &State) -> Vec<Relation> {
    let folder = should.text("path").and_then(|path| Path::new(path).parent()?.to_str());
    let relation =
        |folder: &str| Relation { kind: RelationKind::Autorequire, type_name: "file".into(), title: folder.into() };
    folder.map(relation).into_iter().collect()
}

struct IniSetting;

impl Part for IniSetting {
    type Text = IniFile;
    type Wanted<'s> = Wanted<'s>;
    const UNKNOWN_IS_THERE: bool = true;
    const HAS_VALUE: bool = true;
    const GIVEN: Given = Given { type_name: "Ini_setting", several: &[], secret: &["value"], marked: &[] };

    fn canonicalize(setting: &mut State) -> Outcome {
        canonical::canonicalize(setting)
    }

    fn wanted(should: &State) -> Outcome<Wanted<'_>> {
        Ok(Wanted::new(should))
    }

    fn open<'f>(files: &'f mut TextFiles<IniFile>, wanted: &Wanted<'_>, _: bool) -> Outcome<&'f mut IniFile> {
        open(files, wanted.should)
    }

    fn is_absent(wanted: &Wanted<'_>, file: &IniFile) -> bool {
        wanted.is_absent(file)
    }

    fn exists(wanted: &Wanted<'_>, file: &IniFile) -> Outcome<bool> {
        Ok(wanted.exists(file))
    }

    fn compare(context: &Context, wanted: &Wanted<'_>, file: &IniFile) -> Insync {
        compared(context, wanted.should, wanted.current(file), wanted.value().unwrap_or_default())
    }

    fn found(wanted: &Wanted<'_>, file: &IniFile) -> Option<State> {
        Some(described(wanted.should, wanted.current(file).map(str::trim)))
    }

    fn change(wanted: &Wanted<'_>, file: &mut IniFile) -> Outcome {
        if wanted.is_absent(file) {
            if let Some(setting) = wanted.setting {
                file.remove(wanted.section, setting);
                return Ok(());
            }
            return file.remove_section(wanted.section);
        }
        match (wanted.setting, wanted.value()) {
            (None, None) => file.add_section(wanted.section),
            (setting, value) => {
                let (setting, value) = (setting.unwrap_or_default(), value.unwrap_or_default());
                file.set(wanted.section, setting, &value, &indentation(wanted.should))
            }
        }
    }

    fn waits(should: &State) -> bool {
        should.get("refreshonly") == Some(&Value::Boolean(true))
    }
}

/// Compares the value of a setting with what it should be.
pub(crate) fn compared(context: &Context, should: &State, is: Option<&str>, value: String) -> Insync {
    if is == Some(value.as_str()) {
        return Insync::Yes;
    }
    let is = is.unwrap_or_default();
    let told = format!("value changed {} to {}", shown(context, should, is), shown(context, should, &value));
    let is_secret = matches!(should.get("value"), Some(Value::Sensitive(_)));
    let value = if is_secret { Value::sensitive(value.into()) } else { value.into() };
    Insync::differs(is, value).told_as(told)
}

/// What is told of a setting that is there.
pub(crate) fn described(should: &State, value: Option<&str>) -> State {
    let mut state = should.clone();
    match value {
        Some(value) => state.insert("value", value),
        None => state.remove("value"),
    };
    state.with("ensure", "present")
}

/// How a value is shown to somebody who may not be allowed to see it.
fn shown(context: &Context, should: &State, value: &str) -> String {
    let is_shown = context.setting("show_diff").as_deref() == Some("true");
    match should.text("show_diff").unwrap_or("true") {
        "true" if is_shown => value.to_owned(),
        "md5" if is_shown => {
            let sum: String = Md5::digest(value.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{{md5}}{sum}")
        }
        _ => "[redacted sensitive information]".to_owned(),
    }
}

/// The file of a setting. One that is not there holds nothing.
pub(crate) fn open<'f>(files: &'f mut TextFiles<IniFile>, should: &State) -> Outcome<&'f mut IniFile> {
    let text = |name: &str, otherwise: &str| should.text(name).unwrap_or(otherwise).to_owned();
    let layout = Layout {
        separator: text("key_val_separator", " = "),
        prefix: text("section_prefix", "["),
        suffix: text("section_suffix", "]"),
    };
    files.open(Path::new(should.text("path").unwrap_or_default()), &layout)
}

impl Reader<IniFile> for Layout {
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>> {
        if !path.is_file() {
            return Ok(None);
        }
        text_file::read(path).map(Some).map_err(|error| text_file::unreadable(&error, path))
    }

    fn understood(&self, file: &IniFile) -> bool {
        file.layout() == self
    }

    fn parse(&self, content: &[u8]) -> Outcome<IniFile> {
        IniFile::parse(self.clone(), content)
    }
}

/// How a new setting is indented.
pub(crate) fn indentation(should: &State) -> Indentation {
    let width = match should.get("indent_width") {
        Some(Value::Integer(width)) => usize::try_from(*width).ok(),
        _ => None,
    };
    Indentation { with: should.text("indent_char").unwrap_or(" ").to_owned(), width }
}

/// A setting as a resource wants it.
struct Wanted<'w> {
    should: &'w State,
    section: &'w str,
    setting: Option<&'w str>,
}

impl<'w> Wanted<'w> {
    fn new(should: &'w State) -> Wanted<'w> {
        Wanted { should, section: should.text("section").unwrap_or_default(), setting: should.text("setting") }
    }

    /// Whether it is to be absent: also where its section is missing and may not be made.
    fn is_absent(&self, file: &IniFile) -> bool {
        let makes_section = self.should.get("force_new_section_creation") != Some(&Value::Boolean(false));
        self.should.text("ensure") == Some("absent")
            || (!makes_section && self.setting.is_some() && !file.has_section(self.section))
    }

    fn exists(&self, file: &IniFile) -> bool {
        match self.setting {
            None => file.has_section(self.section),
            Some(setting) => file.get(self.section, setting).is_some(),
        }
    }

    fn current<'f>(&self, file: &'f IniFile) -> Option<&'f str> {
        file.get(self.section, self.setting?)
    }

    fn value(&self) -> Option<String> {
        match self.should.known("value")? {
            Value::Sensitive(secret) => Some(interpolate(secret).trim().to_owned()),
            plain => Some(interpolate(plain)),
        }
    }
}
