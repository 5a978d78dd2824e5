//! `ini_setting`: a setting in a section of a file.
//!
//! What there is is found out when a property is compared, since only then everything is known: the file, the section,
//! and how both are written. Each change reads the file again (`ini_file`) and writes it as a whole.

mod canonical;
mod ini_file;
mod pattern;

#[cfg(test)]
mod tests;

use std::path::Path;

use md5::{Digest, Md5};
use pcore::Value;
use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    definition::relations::{Relation, RelationKind},
    registry::Manner,
    render::interpolate,
};

use self::ini_file::Layout;
pub(crate) use self::{canonical::show_diff, ini_file::IniFile};
use crate::{declared::Declared, parsed::absent, text_file};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("ini_setting/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Settings::default())))
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

#[derive(Default)]
struct Settings {
    declared: Declared,
}

impl Provider for Settings {
    /// Only the catalog knows where a setting should be, so nothing can be listed. Whether one is there is told when it has
    /// its turn; what the catalog does not know may well be there.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        for name in names {
            let unknown = State::new().with("name", name.name()).with("ensure", "present");
            let Some(mut state) = self.declared.find(context, name.name(), canonical::canonicalize) else {
                states.push(unknown);
                continue;
            };
            let Ok(file) = read(&state) else { continue };
            let wanted = Wanted::new(&state);
            if !wanted.exists(&file) {
                continue;
            }
            match wanted.current(&file) {
                Some(value) => state.insert("value", value.trim()),
                None => state.remove("value"),
            };
            state.insert("ensure", "present");
            states.push(state);
        }
        Ok(states)
    }

    fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
        changes.iter().filter_map(|change| change.should.as_ref()).try_for_each(write)
    }

    fn canonicalize(&mut self, _: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(canonical::canonicalize)
    }

    fn insync(
        &mut self,
        context: &Context,
        _: &Identity,
        property: &str,
        _: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let wanted = Wanted::new(should);
        if should.get("refreshonly") == Some(&Value::Boolean(true)) {
            return Ok(Insync::Yes);
        }
        let file = read(should)?;
        let exists = wanted.exists(&file);
        if property == "ensure" {
            return Ok(match (wanted.is_absent(&file), exists) {
                (true, true) => Insync::differs("present", absent()),
                (false, false) => Insync::differs(absent(), "present"),
                (true, false) | (false, true) => Insync::Yes,
            });
        }
        if !exists || wanted.is_absent(&file) {
            return Ok(Insync::Yes);
        }
        let (is, value) = (wanted.current(&file), wanted.value().unwrap_or_default());
        if is.as_deref() == Some(value.as_str()) {
            return Ok(Insync::Yes);
        }
        let is = is.unwrap_or_default();
        let told = format!("value changed {} to {}", shown(context, should, &is), shown(context, should, &value));
        let is_secret = matches!(should.get("value"), Some(Value::Sensitive(_)));
        let value = if is_secret { Value::sensitive(value.into()) } else { value.into() };
        Ok(Insync::differs(is, value).told_as(told))
    }

    fn refresh(&mut self, _: &Context, _: &Identity, should: &State) -> Outcome {
        if should.get("refreshonly") == Some(&Value::Boolean(true)) {
            return write(should);
        }
        Ok(())
    }
}

/// How a value is shown to somebody who may not be allowed to see it.
pub(crate) fn shown(context: &Context, should: &State, value: &str) -> String {
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
pub(crate) fn read(should: &State) -> Outcome<IniFile> {
    let text = |name: &str, otherwise: &str| should.text(name).unwrap_or(otherwise).to_owned();
    let layout = Layout {
        separator: text("key_val_separator", " = "),
        prefix: text("section_prefix", "["),
        suffix: text("section_suffix", "]"),
        indent: text("indent_char", " "),
        indent_width: match should.get("indent_width") {
            Some(Value::Integer(width)) => usize::try_from(*width).ok(),
            _ => None,
        },
    };
    let path = Path::new(should.text("path").unwrap_or_default());
    let content = if path.is_file() {
        text_file::read(path).map_err(|error| text_file::unreadable(&error, path))?
    } else {
        Vec::new()
    };
    IniFile::parse(layout, &content)
}

/// Brings a setting to what it should be.
fn write(should: &State) -> Outcome {
    let wanted = Wanted::new(should);
    let mut file = read(should)?;
    let before = file.to_bytes();
    if wanted.is_absent(&file) {
        if let Some(setting) = wanted.setting {
            file.remove(wanted.section, setting);
        } else {
            file.remove_section(wanted.section)?;
        }
    } else {
        match (wanted.setting, wanted.value()) {
            (None, None) => file.add_section(wanted.section),
            (setting, value) => {
                file.set(wanted.section, setting.unwrap_or_default(), &value.unwrap_or_default());
            }
        }
    }
    let path = Path::new(should.text("path").unwrap_or_default());
    let after = file.to_bytes();
    if after == before && path.exists() { Ok(()) } else { text_file::replace(path, &after) }
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

    fn current(&self, file: &IniFile) -> Option<String> {
        file.get(self.section, self.setting?).map(str::to_owned)
    }

    fn value(&self) -> Option<String> {
        match self.should.known("value")? {
            Value::Sensitive(secret) => Some(interpolate(secret).trim().to_owned()),
            plain => Some(interpolate(plain)),
        }
    }
}
