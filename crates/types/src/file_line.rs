//! `file_line`: a line of a file.
//!
//! `target` is what the line should be, `lines` are the lines of the file.

mod lines;
mod prefix;
mod target;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use resource_api::{Outcome, ProviderEntry, ResourceType, State};

use self::{lines::Lines, target::TargetLine};
use crate::{
    subject::Subject,
    text_file::{self, Part, Parts, TextReader},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("file_line/definition.yaml"))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Parts::<FileLine>::default())))
}

struct FileLine;

impl Part for FileLine {
    type Text = Lines;
    type Target<'s> = TargetLine<'s>;
    const ASSUME_PRESENT: bool = false;
    /// The line itself never changes: an equal one exists, or not.
    const HAS_VALUE: bool = false;

    fn validate(subject: &Subject<'_>, line: &mut State) -> Outcome {
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
}

struct LineReader {
    is_dry: bool,
}

impl TextReader<Lines> for LineReader {
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>> {
        match text_file::read(path) {
            Err(error) if self.is_dry && error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(text_file::unreadable(&error, path)),
            Ok(content) => Ok(Some(content)),
        }
    }

    fn was_read_by(&self, _: &Lines) -> bool {
        true
    }

    fn parse(&self, content: &[u8]) -> Outcome<Lines> {
        Ok(Lines::parse(content))
    }
}
