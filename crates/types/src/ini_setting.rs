//! `ini_setting`: a setting in a section of a file.
//!
//! `ini_file` parses and changes files; `pattern` recognizes settings.

mod ini_file;
mod pattern;

#[cfg(test)]
mod tests;

use std::path::Path;

use md5::{Digest, Md5};
use pcore::{Value, names::hexadecimal};
use resource_api::{
    Context, Insync, Outcome, ProviderEntry, ResourceType, State, definition::relations::Relation, render::interpolate,
};

pub(crate) use self::ini_file::IniFile;
use self::ini_file::{Indentation, Layout};
use crate::{
    subject::Subject,
    text_file::{self, Part, Parts, Target, TextFiles, TextReader},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("ini_setting/definition.yaml"))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Parts::<IniSetting>::default())))
        .relating(|should, _| parent_directory(should))
}

/// The directory of the file is required automatically.
pub(crate) fn parent_directory(should: &State) -> Vec<Relation> {
    let directory = should.text("path").and_then(|path| Path::new(path).parent()?.to_str());
    directory.map(|directory| Relation::autorequire("file", directory)).into_iter().collect()
}

struct IniSetting;

impl Part for IniSetting {
    type Text = IniFile;
    type Target<'s> = TargetSetting<'s>;
    const ASSUME_PRESENT: bool = true;
    const HAS_VALUE: bool = true;

    fn validate(_: &Subject<'_>, setting: &mut State) -> Outcome {
        if let Some(width) = setting.known("indent_width").map(interpolate) {
            // Anything else than a number counts as zero.
            setting.insert("indent_width", width.trim().parse::<i64>().unwrap_or_default().max(0));
        }
        Ok(())
    }

    fn waits_for_refresh(should: &State) -> bool {
        should.get("refreshonly") == Some(&Value::Boolean(true))
    }
}

/// Compares the value of a setting with what it should be.
pub(crate) fn compared(context: &Context, should: &State, is: Option<&str>, value: String) -> Insync {
    if is == Some(value.as_str()) {
        return Insync::Yes;
    }
    let is = is.unwrap_or_default();
    let message = format!("value changed {} to {}", shown(context, should, is), shown(context, should, &value));
    let is_secret = matches!(should.get("value"), Some(Value::Sensitive(_)));
    let value = if is_secret { Value::sensitive(value.into()) } else { value.into() };
    Insync::differs(is, value).with_message(message)
}

/// The state that is reported for a setting that exists.
pub(crate) fn described(should: &State, value: Option<&str>) -> State {
    let mut state = should.clone();
    match value {
        Some(value) => state.insert("value", value),
        None => state.remove("value"),
    };
    state.with("ensure", "present")
}

/// A value for messages, unless it must not be shown.
fn shown(context: &Context, should: &State, value: &str) -> String {
    let is_shown = context.setting("show_diff").as_deref() == Some("true");
    match should.text("show_diff").unwrap_or("true") {
        "true" if is_shown => value.to_owned(),
        "md5" if is_shown => format!("{{md5}}{}", hexadecimal(&Md5::digest(value.as_bytes()))),
        _ => "[redacted sensitive information]".to_owned(),
    }
}

/// Opens the file of a setting. A missing file is empty.
pub(crate) fn open<'f>(files: &'f mut TextFiles<IniFile>, should: &State) -> Outcome<&'f mut IniFile> {
    let text = |name: &str, otherwise: &str| should.text(name).unwrap_or(otherwise).to_owned();
    let layout = Layout {
        separator: text("key_val_separator", " = "),
        prefix: text("section_prefix", "["),
        suffix: text("section_suffix", "]"),
    };
    files.open(Path::new(should.text("path").unwrap_or_default()), &layout)
}

impl TextReader<IniFile> for Layout {
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>> {
        if !path.is_file() {
            return Ok(None);
        }
        text_file::read(path).map(Some).map_err(|error| text_file::unreadable(&error, path))
    }

    fn was_read_by(&self, file: &IniFile) -> bool {
        file.layout() == self
    }

    fn parse(&self, content: &[u8]) -> Outcome<IniFile> {
        IniFile::parse(self.clone(), content)
    }
}

/// The indentation of a new setting.
pub(crate) fn indentation(should: &State) -> Indentation {
    let width = match should.get("indent_width") {
        Some(Value::Integer(width)) => usize::try_from(*width).ok(),
        _ => None,
    };
    Indentation { with: should.text("indent_char").unwrap_or(" ").to_owned(), width }
}

/// The desired state of a setting.
struct TargetSetting<'t> {
    should: &'t State,
    section: &'t str,
    setting: Option<&'t str>,
}

impl<'t> Target<'t> for TargetSetting<'t> {
    type Text = IniFile;

    fn new(should: &'t State) -> Outcome<TargetSetting<'t>> {
        let section = should.text("section").unwrap_or_default();
        Ok(TargetSetting { should, section, setting: should.text("setting") })
    }

    fn open<'f>(&self, files: &'f mut TextFiles<IniFile>, _: bool) -> Outcome<&'f mut IniFile> {
        open(files, self.should)
    }

    /// Whether it should be absent, which is also the case if its section is missing and must not be created.
    fn is_absent(&self, file: &IniFile) -> bool {
        let makes_section = self.should.get("force_new_section_creation") != Some(&Value::Boolean(false));
        self.should.text("ensure") == Some("absent")
            || (!makes_section && self.setting.is_some() && !file.has_section(self.section))
    }

    fn exists(&self, file: &IniFile) -> Outcome<bool> {
        Ok(match self.setting {
            None => file.has_section(self.section),
            Some(setting) => file.get(self.section, setting).is_some(),
        })
    }

    fn compare(&self, context: &Context, file: &IniFile) -> Insync {
        compared(context, self.should, self.current(file), self.value().unwrap_or_default())
    }

    fn current_state(&self, file: &IniFile) -> Option<State> {
        Some(described(self.should, self.current(file).map(str::trim)))
    }

    fn change(&self, file: &mut IniFile) -> Outcome {
        if self.is_absent(file) {
            if let Some(setting) = self.setting {
                file.remove(self.section, setting);
                return Ok(());
            }
            return file.remove_section(self.section);
        }
        match (self.setting, self.value()) {
            (None, None) => file.add_section(self.section),
            (setting, value) => {
                let (setting, value) = (setting.unwrap_or_default(), value.unwrap_or_default());
                file.set(self.section, setting, &value, &indentation(self.should))
            }
        }
    }
}

impl TargetSetting<'_> {
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
