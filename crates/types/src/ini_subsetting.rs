//! `ini_subsetting`: a part of the value of a setting in a section of a file.
//!
//! The file is that of `ini_setting`; what its value is made of is known to `parts`.

mod parts;

#[cfg(test)]
mod tests;

use std::path::Path;

use pcore::Value;
use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    registry::Manner, render::interpolate,
};

use self::parts::{Insertion, Parts};
use crate::{
    declared::Declared,
    ini_setting::{self, IniFile},
    parsed::{Subject, absent},
    text_file,
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("ini_subsetting/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Subsettings::default())))
        .in_manner(Manner::Puppet)
}

#[derive(Default)]
struct Subsettings {
    declared: Declared,
}

impl Provider for Subsettings {
    /// As with `ini_setting`: what the catalog does not know may well be there.
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let names = request.names().unwrap_or_default();
        let mut states = Vec::with_capacity(names.len());
        for name in names {
            let Some(mut state) = self.declared.find(context, name.name(), canonicalize) else {
                states.push(State::new().with("name", name.name()).with("ensure", "present"));
                continue;
            };
            let Ok(file) = ini_setting::read(&state) else { continue };
            let wanted = Wanted::new(&state);
            let parts = wanted.parts(&file);
            if !parts.has(wanted.name, wanted.is_exact) {
                continue;
            }
            match parts.value(wanted.name).map(Value::from) {
                Some(value) => state.insert("value", value),
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
        resources.iter_mut().try_for_each(canonicalize)
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
        let parts = wanted.parts(&ini_setting::read(should)?);
        let exists = parts.has(wanted.name, wanted.is_exact);
        if property == "ensure" {
            return Ok(match (wanted.is_absent, exists) {
                (true, true) => Insync::differs("present", absent()),
                (false, false) => Insync::differs(absent(), "present"),
                (true, false) | (false, true) => Insync::Yes,
            });
        }
        let (is, value) = (parts.value(wanted.name).unwrap_or_default(), wanted.value.clone().unwrap_or_default());
        if wanted.is_absent || !exists || is == value {
            return Ok(Insync::Yes);
        }
        let shown = |value: &str| ini_setting::shown(context, should, value);
        let told = format!("value changed {} to {}", shown(is), shown(&value));
        let is_secret = matches!(should.get("value"), Some(Value::Sensitive(_)));
        let value = if is_secret { Value::sensitive(value.into()) } else { value.into() };
        Ok(Insync::differs(is, value).told_as(told))
    }
}

/// Brings a part to what it should be.
fn write(should: &State) -> Outcome {
    let wanted = Wanted::new(should);
    let mut file = ini_setting::read(should)?;
    let before = file.to_bytes();
    let mut parts = wanted.parts(&file);
    let is_right = wanted.value.as_deref().is_none_or(|value| parts.value(wanted.name) == Some(value));
    // What is as it should be keeps its blanks.
    let exists = parts.has(wanted.name, wanted.is_exact);
    let is_done = if wanted.is_absent { !exists } else { exists && is_right };
    if is_done {
        return Ok(());
    }
    if wanted.is_absent {
        parts.remove(wanted.name, wanted.is_exact);
    } else {
        let value = wanted.value.as_deref().unwrap_or_default();
        parts.set(wanted.name, value, wanted.is_exact, &Insertion::new(should));
    }
    let value = parts.to_text();
    if wanted.is_absent && value.is_empty() {
        file.remove(wanted.section, wanted.setting);
    } else {
        file.set(wanted.section, wanted.setting, &value);
    }
    let path = Path::new(should.text("path").unwrap_or_default());
    let after = file.to_bytes();
    if after == before { Ok(()) } else { text_file::replace(path, &after) }
}

/// A part as a resource wants it.
struct Wanted<'w> {
    section: &'w str,
    setting: &'w str,
    name: &'w str,
    value: Option<String>,
    is_absent: bool,
    is_exact: bool,
    should: &'w State,
}

impl<'w> Wanted<'w> {
    fn new(should: &'w State) -> Wanted<'w> {
        let text = |name: &str| should.text(name).unwrap_or_default();
        let value = should.known("value").map(|value| match value {
            Value::Sensitive(secret) => interpolate(secret),
            plain => interpolate(plain),
        });
        Wanted {
            section: text("section"),
            setting: text("setting"),
            name: text("subsetting"),
            value,
            is_absent: text("ensure") == "absent",
            is_exact: text("use_exact_match") == "true",
            should,
        }
    }

    fn parts(&self, file: &IniFile) -> Parts {
        let text = |name: &str, otherwise: &str| self.should.text(name).unwrap_or(otherwise).to_owned();
        Parts::new(
            file.get(self.section, self.setting),
            text("subsetting_separator", " "),
            text("quote_char", ""),
            text("subsetting_key_val_separator", ""),
        )
    }
}

fn canonicalize(part: &mut State) -> Outcome {
    let title = part.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { type_name: "Ini_subsetting", title: &title };
    subject.word(part, "ensure", &["present", "absent"], &[])?;
    subject.absolute(part, "path")?;
    ini_setting::show_diff(&subject, part)?;
    subject.switch(part, "use_exact_match")?;
    subject.switch(part, "delete_if_empty")?;
    subject.word(part, "insert_type", &["start", "end", "before", "after", "index"], &[])?;
    if part.known("quote_char").is_some_and(|quote| !["", "\"", "'"].contains(&interpolate(quote).as_str())) {
        return Err(subject.refuse("quote_char", ":quote_char valid values are '', '\"' and \"'\""));
    }
    for name in ["section", "setting", "subsetting", "subsetting_separator", "subsetting_key_val_separator"] {
        if let Some(given) = part.known(name).map(interpolate) {
            part.insert(name, given);
        }
    }
    if let Some(value) = part.known("value").filter(|value| !matches!(value, Value::Symbol(_) | Value::Sensitive(_))) {
        let text = interpolate(value);
        part.insert("value", text);
    }
    Ok(())
}
