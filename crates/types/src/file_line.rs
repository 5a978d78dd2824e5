//! `file_line`: a line of a file.
//!
//! What a line should be is known to `wanted`, which lines there are to `lines`.

mod canonical;
mod lines;
mod prefix;
mod wanted;

#[cfg(test)]
mod tests;

use std::{io, path::Path};

use resource_api::{Context, Failure, Insync, Outcome, ProviderEntry, ResourceType, State, registry::Manner};

use self::{lines::Lines, wanted::Wanted};
use crate::{
    given::Given,
    text_file::{self, Part, Parts, Reader, TextFiles},
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("file_line/definition.yaml")))
        .with_provider(ProviderEntry::new("ruby", |_| Ok(Parts::<FileLine>::default())))
        .in_manner(Manner::Puppet)
}

struct FileLine;

impl Part for FileLine {
    type Text = Lines;
    type Wanted<'s> = Wanted<'s>;
    const UNKNOWN_IS_THERE: bool = false;
    /// The line itself is never changed: there is one like it, or there is none.
    const HAS_VALUE: bool = false;
    const GIVEN: Given = Given { type_name: "File_line", several: &[], secret: &["line"], marked: &[] };

    fn canonicalize(line: &mut State) -> Outcome {
        canonical::canonicalize(line)
    }

    fn wanted(should: &State) -> Outcome<Wanted<'_>> {
        Wanted::new(should)
    }

    fn open<'f>(files: &'f mut TextFiles<Lines>, wanted: &Wanted<'_>, is_dry: bool) -> Outcome<&'f mut Lines> {
        files.open(wanted.path, &LineReader { is_dry })
    }

    fn is_absent(wanted: &Wanted<'_>, _: &Lines) -> bool {
        wanted.is_absent
    }

    fn exists(wanted: &Wanted<'_>, lines: &Lines) -> Outcome<bool> {
        wanted.exists(lines)
    }

    fn compare(_: &Context, _: &Wanted<'_>, _: &Lines) -> Insync {
        Insync::Yes
    }

    /// What goes by a pattern has no line that could be told of.
    fn found(wanted: &Wanted<'_>, _: &Lines) -> Option<State> {
        wanted.should.known("line")?;
        Some(wanted.should.clone().with("ensure", "present"))
    }

    fn change(wanted: &Wanted<'_>, lines: &mut Lines) -> Outcome {
        match (wanted.is_absent, wanted.exists(lines)?) {
            (true, true) => wanted.remove(lines),
            (false, false) => wanted.add(lines),
            (true, false) | (false, true) => Ok(()),
        }
    }
}

struct LineReader {
    is_dry: bool,
}

impl Reader<Lines> for LineReader {
    fn read(&self, path: &Path) -> Outcome<Option<Vec<u8>>> {
        match text_file::read(path) {
            Err(error) if self.is_dry && error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(text_file::unreadable(&error, path)),
            Ok(content) => Ok(Some(content)),
        }
    }

    fn understood(&self, _: &Lines) -> bool {
        true
    }

    fn parse(&self, content: &[u8]) -> Outcome<Lines> {
        Ok(Lines::parse(content))
    }
}

/// Something that cannot be done as the resource asks for it.
fn refused(problem: impl Into<String>) -> Failure {
    Failure::resource(problem)
}
