//! `ini_subsetting`: a part of the value of a setting.
//!
//! The file is parsed as for `ini_setting`; `parts` splits the value.

mod parts;

#[cfg(test)]
mod tests;

use resource_api::{Context, Insync, Outcome, ProviderEntry, ResourceType, State, render::interpolate};

use self::parts::Parts;
use crate::{
    ini_setting::{self, IniFile},
    subject::unwrap_sensitive,
    text_file::{Part, Parts as TextParts, Target, TextFiles},
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

impl<'t> Target<'t> for TargetSubsetting<'t> {
    type Text = IniFile;

    fn new(should: &'t State) -> Outcome<TargetSubsetting<'t>> {
        let text = |name: &str| should.text(name).unwrap_or_default();
        Ok(TargetSubsetting {
            section: text("section"),
            setting: text("setting"),
            name: text("subsetting"),
            value: should.known("value").map(unwrap_sensitive).map(interpolate),
            is_absent: text("ensure") == "absent",
            is_exact: text("use_exact_match") == "true",
            should,
        })
    }

    fn open<'f>(&self, files: &'f mut TextFiles<IniFile>, _: bool) -> Outcome<&'f mut IniFile> {
        ini_setting::open(files, self.should)
    }

    fn is_absent(&self, _: &IniFile) -> bool {
        self.is_absent
    }

    fn exists(&self, file: &IniFile) -> Outcome<bool> {
        Ok(self.parts(file).has(self.name, self.is_exact))
    }

    fn compare(&self, context: &Context, file: &IniFile) -> Insync {
        let (parts, value) = (self.parts(file), self.value.clone().unwrap_or_default());
        ini_setting::compared(context, self.should, Some(parts.value(self.name).unwrap_or_default()), value)
    }

    fn current_state(&self, file: &IniFile) -> Option<State> {
        Some(ini_setting::described(self.should, self.parts(file).value(self.name)))
    }

    fn change(&self, file: &mut IniFile) -> Outcome {
        let mut parts = self.parts(file);
        let is_right = self.value.as_deref().is_none_or(|value| parts.value(self.name) == Some(value));
        // Nothing changes if it is in sync, not even whitespace.
        let exists = parts.has(self.name, self.is_exact);
        let is_done = if self.is_absent { !exists } else { exists && is_right };
        if is_done {
            return Ok(());
        }
        if self.is_absent {
            parts.remove(self.name, self.is_exact);
        } else {
            let value = self.value.as_deref().unwrap_or_default();
            parts.set(self.name, value, self.is_exact, self.should);
        }
        let value = parts.to_text();
        if self.is_absent && value.is_empty() {
            file.remove(self.section, self.setting);
            return Ok(());
        }
        file.set(self.section, self.setting, &value, &ini_setting::indentation(self.should))
    }
}

impl TargetSubsetting<'_> {
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
