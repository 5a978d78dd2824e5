//! Normalizes what manifests write about lines, and validates it.

use pcore::Value;
use resource_api::{Outcome, State};

use crate::subject::{Subject, title_of};

const BOOLEANS: [&str; 5] =
    ["match_for_absence", "multiple", "replace", "replace_all_matches_not_matching_line", "append_on_no_match"];

pub(super) fn canonicalize(line: &mut State) -> Outcome {
    let title = title_of(line);
    let subject = Subject { type_name: "File_line", title: &title };
    subject.keyword(line, "ensure", &["present", "absent"], &[])?;
    for name in BOOLEANS {
        subject.boolean_word(line, name)?;
    }
    subject.absolute_path(line, "path")?;
    if let Some(Value::Array(several)) = line.known("line") {
        let first = several.first().cloned().unwrap_or_default();
        line.insert("line", first);
    }
    let is = |name: &str, word: &str| line.text(name) == Some(word);
    if is("replace_all_matches_not_matching_line", "true") {
        for name in ["multiple", "replace"] {
            if is(name, "false") {
                let problem = format!("{name} must be true when replace_all_matches_not_matching_line is true");
                return Err(subject.refuse_all(problem));
            }
        }
    }
    let goes_by_match = is("ensure", "absent") && is("match_for_absence", "true") && line.known("match").is_some();
    if line.known("line").is_none() && !goes_by_match {
        return Err(subject.refuse_all("line is a required attribute"));
    }
    if line.known("path").is_none() {
        return Err(subject.refuse_all("path is a required attribute"));
    }
    Ok(())
}
