//! What manifests write about settings, in one form, and what is wrong with it.

use pcore::Value;
use resource_api::{Outcome, State, render::interpolate};

use crate::subject::{Subject, title_of};

pub(super) fn canonicalize(setting: &mut State) -> Outcome {
    let title = title_of(setting);
    let subject = Subject { type_name: "Ini_setting", title: &title };
    subject.word(setting, "ensure", &["present", "absent"], &[])?;
    subject.absolute(setting, "path")?;
    show_diff(&subject, setting)?;
    for name in ["force_new_section_creation", "refreshonly"] {
        subject.boolean(setting, name)?;
    }
    for name in ["setting", "section", "key_val_separator", "section_prefix", "section_suffix", "indent_char"] {
        subject.single(setting, name)?;
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
        // What is no number is none.
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

/// Whether changes are shown, in words that mean yes, no, or a sum.
pub(crate) fn show_diff(subject: &Subject<'_>, setting: &mut State) -> Outcome {
    let same = [("yes", "true"), ("no", "false")];
    if let Some(given) = setting.known("show_diff").map(interpolate)
        && let Some((_, meant)) = same.iter().find(|(word, _)| *word == given)
    {
        setting.insert("show_diff", *meant);
    }
    subject.word(setting, "show_diff", &["true", "md5", "false"], &[])
}
