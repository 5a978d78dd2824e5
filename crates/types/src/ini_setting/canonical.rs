//! Normalizes what manifests write about settings, and validates it.

use pcore::Value;
use resource_api::{Outcome, State, render::interpolate};

use crate::subject::{Subject, title_of};

pub(super) fn canonicalize(setting: &mut State) -> Outcome {
    let title = title_of(setting);
    let subject = Subject { type_name: "Ini_setting", title: &title };
    subject.keyword(setting, "ensure", &["present", "absent"], &[])?;
    subject.absolute_path(setting, "path")?;
    show_diff(&subject, setting)?;
    for name in ["force_new_section_creation", "refreshonly"] {
        subject.boolean(setting, name)?;
    }
    for name in ["setting", "section", "key_val_separator", "section_prefix", "section_suffix", "indent_char"] {
        subject.single_value(setting, name)?;
    }
    if let Some(given) = setting.known("setting").map(interpolate) {
        setting.insert("setting", given.trim());
    }
    for name in ["section", "key_val_separator", "section_prefix", "section_suffix", "indent_char"] {
        if let Some(given) = setting.known(name).map(interpolate) {
            setting.insert(name, given);
        }
    }
    if let Some(width) = setting.known("indent_width").map(interpolate) {
        // Anything else than a number counts as zero.
        setting.insert("indent_width", width.trim().parse::<i64>().unwrap_or_default().max(0));
    }
    if let Some(value) = setting.known("value").filter(|value| !matches!(value, Value::Symbol(_) | Value::Sensitive(_)))
    {
        let first = match value {
            Value::Array(several) => several.first().cloned().unwrap_or_default(),
            one => one.clone(),
        };
        setting.insert("value", interpolate(&first).trim());
    }
    Ok(())
}

/// Whether changes are shown: as they are, not at all, or as a checksum.
pub(crate) fn show_diff(subject: &Subject<'_>, setting: &mut State) -> Outcome {
    let aliases = [("yes", "true"), ("no", "false")];
    if let Some(given) = setting.known("show_diff").map(interpolate)
        && let Some((_, canonical)) = aliases.iter().find(|(word, _)| *word == given)
    {
        setting.insert("show_diff", *canonical);
    }
    subject.keyword(setting, "show_diff", &["true", "md5", "false"], &[])
}
