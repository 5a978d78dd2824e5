//! `file_line`: a line of a file.
//!
//! `target` is what the line should be, `lines` are the lines of the file.

mod lines;
mod prefix;
mod target;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use resource_api::{Context, Failure, Insync, Outcome, ProviderEntry, ResourceType, State};

use self::{lines::Lines, target::TargetLine};
use crate::{
    subject::Subject,
    text_file::{self, Part, Parts, TextFiles, TextReader},
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

    fn target(should: &State) -> Outcome<TargetLine<'_>> {
        TargetLine::new(should)
    }

    fn open<'f>(files: &'f mut TextFiles<Lines>, target: &TargetLine<'_>, is_dry: bool) -> Outcome<&'f mut Lines> {
        files.open(target.path, &LineReader { is_dry })
    }

    fn is_absent(target: &TargetLine<'_>, _: &Lines) -> bool {
        target.is_absent
    }

    fn exists(target: &TargetLine<'_>, lines: &Lines) -> Outcome<bool> {
        target.exists(lines)
    }

    fn compare(_: &Context, _: &TargetLine<'_>, _: &Lines) -> Insync {
        Insync::Yes
    }

    /// A resource that only has a pattern has no line to report.
    fn current_state(target: &TargetLine<'_>, _: &Lines) -> Option<State> {
        target.should.known("line")?;
        Some(target.should.clone().with("ensure", "present"))
    }

    fn change(target: &TargetLine<'_>, lines: &mut Lines) -> Outcome {
        match (target.is_absent, target.exists(lines)?) {
            (true, true) => target.remove(lines),
            (false, false) => target.add(lines),
            (true, false) | (false, true) => Ok(()),
        }
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

/// The failure of a resource that cannot be applied.
fn refused(problem: impl Into<String>) -> Failure {
    Failure::resource(problem)
}
