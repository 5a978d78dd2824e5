//! `ini_subsetting`: a part of the value of a setting in a section of a file.
//!
//! The file is that of `ini_setting`; what its value is made of is known to `parts`.

mod parts;

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Context, Insync, Outcome, ProviderEntry, ResourceType, State, registry::Manner, render::interpolate,
};

use self::parts::{Insertion, Parts};
use crate::{
    given::Given,
    ini_setting::{self, IniFile},
    subject::{Subject, title_of},
    text_file::{Part, Parts as TextParts, TextFiles},
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("ini_subsetting/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(TextParts::<IniSubsetting>::default())))
        .in_manner(Manner::Puppet)
}

struct IniSubsetting;

impl Part for IniSubsetting {
    type Text = IniFile;
    type Wanted<'s> = Wanted<'s>;
    const UNKNOWN_IS_THERE: bool = true;
    const HAS_VALUE: bool = true;
    const GIVEN: Given = Given { type_name: "Ini_subsetting", several: &[], secret: &["value"], marked: &[] };

    fn canonicalize(part: &mut State) -> Outcome {
        canonicalize(part)
    }

    fn wanted(should: &State) -> Outcome<Wanted<'_>> {
        Ok(Wanted::new(should))
    }

    fn open<'f>(files: &'f mut TextFiles<IniFile>, wanted: &Wanted<'_>, _: bool) -> Outcome<&'f mut IniFile> {
        ini_setting::open(files, wanted.should)
    }

    fn is_absent(wanted: &Wanted<'_>, _: &IniFile) -> bool {
        wanted.is_absent
    }

    fn exists(wanted: &Wanted<'_>, file: &IniFile) -> Outcome<bool> {
        Ok(wanted.parts(file).has(wanted.name, wanted.is_exact))
    }

    fn compare(context: &Context, wanted: &Wanted<'_>, file: &IniFile) -> Insync {
        let (parts, value) = (wanted.parts(file), wanted.value.clone().unwrap_or_default());
        ini_setting::compared(context, wanted.should, Some(parts.value(wanted.name).unwrap_or_default()), value)
    }

    fn found(wanted: &Wanted<'_>, file: &IniFile) -> Option<State> {
        Some(ini_setting::described(wanted.should, wanted.parts(file).value(wanted.name)))
    }

    fn change(wanted: &Wanted<'_>, file: &mut IniFile) -> Outcome {
        let mut parts = wanted.parts(file);
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
            parts.set(wanted.name, value, wanted.is_exact, &Insertion::new(wanted.should));
        }
        let value = parts.to_text();
        if wanted.is_absent && value.is_empty() {
            file.remove(wanted.section, wanted.setting);
            return Ok(());
        }
        file.set(wanted.section, wanted.setting, &value, &ini_setting::indentation(wanted.should))
    }
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
    let title = title_of(part);
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
        subject.single(part, name)?;
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
