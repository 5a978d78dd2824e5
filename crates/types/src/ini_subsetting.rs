//! `ini_subsetting`: a part of the value of a setting.
//!
//! The file is parsed as for `ini_setting`; `parts` splits the value.

mod parts;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{Context, Insync, Outcome, ProviderEntry, ResourceType, State, render::interpolate};

use self::parts::{Insertion, Parts};
use crate::{
    ini_setting::{self, IniFile},
    text_file::{Part, Parts as TextParts, TextFiles},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("ini_subsetting/definition.yaml"))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(TextParts::<IniSubsetting>::default())))
}

struct IniSubsetting;

impl Part for IniSubsetting {
    type Text = IniFile;
    type Target<'s> = TargetSubsetting<'s>;
    const ASSUME_PRESENT: bool = true;
    const HAS_VALUE: bool = true;

    fn target(should: &State) -> Outcome<TargetSubsetting<'_>> {
        Ok(TargetSubsetting::new(should))
    }

    fn open<'f>(files: &'f mut TextFiles<IniFile>, target: &TargetSubsetting<'_>, _: bool) -> Outcome<&'f mut IniFile> {
        ini_setting::open(files, target.should)
    }

    fn is_absent(target: &TargetSubsetting<'_>, _: &IniFile) -> bool {
        target.is_absent
    }

    fn exists(target: &TargetSubsetting<'_>, file: &IniFile) -> Outcome<bool> {
        Ok(target.parts(file).has(target.name, target.is_exact))
    }

    fn compare(context: &Context, target: &TargetSubsetting<'_>, file: &IniFile) -> Insync {
        let (parts, value) = (target.parts(file), target.value.clone().unwrap_or_default());
        ini_setting::compared(context, target.should, Some(parts.value(target.name).unwrap_or_default()), value)
    }

    fn current_state(target: &TargetSubsetting<'_>, file: &IniFile) -> Option<State> {
        Some(ini_setting::described(target.should, target.parts(file).value(target.name)))
    }

    fn change(target: &TargetSubsetting<'_>, file: &mut IniFile) -> Outcome {
        let mut parts = target.parts(file);
        let is_right = target.value.as_deref().is_none_or(|value| parts.value(target.name) == Some(value));
        // Nothing changes if it is in sync, not even whitespace.
        let exists = parts.has(target.name, target.is_exact);
        let is_done = if target.is_absent { !exists } else { exists && is_right };
        if is_done {
            return Ok(());
        }
        if target.is_absent {
            parts.remove(target.name, target.is_exact);
        } else {
            let value = target.value.as_deref().unwrap_or_default();
            parts.set(target.name, value, target.is_exact, &Insertion::new(target.should));
        }
        let value = parts.to_text();
        if target.is_absent && value.is_empty() {
            file.remove(target.section, target.setting);
            return Ok(());
        }
        file.set(target.section, target.setting, &value, &ini_setting::indentation(target.should))
    }
}

/// The desired state of a part.
struct TargetSubsetting<'t> {
    section: &'t str,
    setting: &'t str,
    name: &'t str,
    value: Option<String>,
    is_absent: bool,
    is_exact: bool,
    should: &'t State,
}

impl<'t> TargetSubsetting<'t> {
    fn new(should: &'t State) -> TargetSubsetting<'t> {
        let text = |name: &str| should.text(name).unwrap_or_default();
        let value = should.known("value").map(|value| match value {
            Value::Sensitive(secret) => interpolate(secret),
            plain => interpolate(plain),
        });
        TargetSubsetting {
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
