//! The status of a file: kind, mode, owner, times.

use std::{
    ffi::OsString,
    fs::{self, File},
    io,
    os::{
        fd::{AsFd as _, BorrowedFd},
        unix::{ffi::OsStringExt, fs::MetadataExt},
    },
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::{Value, time::Timestamp};
use resource_api::{State, state::CommonAttributes, whole_file::DirectoryEntry};
use rustix::fs::{CWD, FileType, Mode, OFlags, openat, readlinkat};

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Directory,
    Link,
    Fifo,
    Socket,
    CharacterDevice,
    BlockDevice,
}

impl Kind {
    pub(crate) fn of(file_type: FileType) -> Kind {
        match file_type {
            FileType::Directory => Kind::Directory,
            FileType::Symlink => Kind::Link,
            FileType::Fifo => Kind::Fifo,
            FileType::Socket => Kind::Socket,
            FileType::CharacterDevice => Kind::CharacterDevice,
            FileType::BlockDevice => Kind::BlockDevice,
            FileType::RegularFile | FileType::Unknown => Kind::File,
        }
    }

    /// Its name in Puppet, which is a value of `ensure` for those that can be created.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::File => "file",
            Kind::Directory => "directory",
            Kind::Link => "link",
            Kind::Fifo => "fifo",
            Kind::Socket => "socket",
            Kind::CharacterDevice => "characterSpecial",
            Kind::BlockDevice => "blockSpecial",
        }
    }
}

/// The status of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FileStat {
    pub(super) kind: Kind,
    pub(super) mode: u32,
    pub(super) owner: u32,
    pub(super) group: u32,
    pub(super) size: u64,
    /// The target of a link.
    pub(super) target: Option<PathBuf>,
    /// When the file and when its content was last changed, in seconds and nanoseconds.
    pub(super) changed: (i64, i64),
    pub(super) modified: (i64, i64),
    /// Inode and device.
    number: (u64, u64),
}

/// Whether links themselves or their targets are examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    Manage,
    Follow,
}

impl FileStat {
    /// The status of a path; the error is set if it cannot be read for another reason than that nothing is there.
    pub(super) fn at(path: &Path, links: Links) -> (Option<FileStat>, Option<io::Error>) {
        let stat = match links {
            Links::Manage => fs::symlink_metadata(path),
            Links::Follow => fs::metadata(path),
        };
        let stat = stat.and_then(|metadata| match metadata.is_symlink() {
            true => FileStat::link_in(CWD, path),
            false => Ok(FileStat::new(&metadata, None)),
        });
        match stat {
            Ok(stat) => (Some(stat), None),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                (None, None)
            }
            Err(error) => (None, Some(error)),
        }
    }

    /// A file on a web server, of which little is known.
    pub(super) fn remote(modified: (i64, i64)) -> FileStat {
        FileStat {
            kind: Kind::File,
            mode: super::mode::NEW_FILE,
            owner: 0,
            group: 0,
            size: 0,
            target: None,
            changed: modified,
            modified,
            number: (0, 0),
        }
    }

    /// A link in a directory that was opened safely, so that no other user could choose which link it is.
    pub(super) fn link_of(entry: &DirectoryEntry) -> io::Result<FileStat> {
        FileStat::link_in(entry.directory().as_fd(), entry.name())
    }

    /// Opens a link, so that its owner and its target belong together. It may have been replaced since.
    fn link_in(directory: BorrowedFd<'_>, name: impl rustix::path::Arg) -> io::Result<FileStat> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let link = File::from(openat(directory, name, flags, Mode::empty())?);
        let metadata = link.metadata()?;
        let target = match metadata.is_symlink() {
            true => Some(PathBuf::from(OsString::from_vec(readlinkat(&link, "", Vec::new())?.into_bytes()))),
            false => None,
        };
        Ok(FileStat::new(&metadata, target))
    }

    /// Whether an open file is the one with this status.
    pub(super) fn is_same_file(&self, file: &File) -> io::Result<bool> {
        let metadata = file.metadata()?;
        Ok(self.number == (metadata.ino(), metadata.dev()))
    }

    fn new(metadata: &fs::Metadata, target: Option<PathBuf>) -> FileStat {
        FileStat {
            kind: Kind::of(FileType::from_raw_mode(metadata.mode())),
            mode: metadata.mode() & 0o7777,
            owner: metadata.uid(),
            group: metadata.gid(),
            size: metadata.size(),
            target,
            changed: (metadata.ctime(), metadata.ctime_nsec()),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            number: (metadata.ino(), metadata.dev()),
        }
    }

    /// The attributes that `get` returns.
    pub(super) fn state(&self, path: &Value, formatter: &mut StateFormatter) -> State {
        let mut state = State::with_capacity(3)
            .with("path", path.clone())
            .with("ctime", formatter.time(self.changed.0))
            .with("mtime", formatter.time(self.modified.0));
        if let Some(target) = &self.target {
            state.insert("target", Value::from(target.to_string_lossy().as_ref()));
        }
        state.with_missing(formatter.rights(self))
    }
}

/// Formats a time as Ruby does.
pub(super) fn time(seconds: i64) -> String {
    Timestamp::from_seconds(seconds).format("%Y-%m-%d %H:%M:%S +0000", None).unwrap_or_default()
}

/// Formats what many files have in common only once. Most files of a machine have few different dates, and computing
/// the date is the slow part.
#[derive(Default)]
pub(super) struct StateFormatter {
    day: i64,
    date: String,
    /// The last time and its text.
    last: Option<(i64, EcoString)>,
    rights: Option<(Rights, CommonAttributes)>,
}

/// Kind, mode, owner and group.
type Rights = (Kind, u32, u32, u32);

impl StateFormatter {
    /// Kind, mode, owner and group as attributes.
    fn rights(&mut self, stat: &FileStat) -> &CommonAttributes {
        let rights = (stat.kind, stat.mode, stat.owner, stat.group);
        let known = self.rights.take().filter(|(known, _)| *known == rights);
        let (_, attributes) = self.rights.insert(known.unwrap_or_else(|| {
            let attributes: [(EcoString, Value); 5] = [
                ("ensure".into(), stat.kind.word().into()),
                ("owner".into(), i64::from(stat.owner).into()),
                ("group".into(), i64::from(stat.group).into()),
                ("mode".into(), super::mode::octal(stat.mode).into()),
                ("type".into(), stat.kind.word().into()),
            ];
            (rights, CommonAttributes::new(attributes))
        }));
        attributes
    }

    /// Formats a time as Ruby does.
    fn time(&mut self, seconds: i64) -> EcoString {
        if let Some((_, known)) = self.last.as_ref().filter(|(last, _)| *last == seconds) {
            return known.clone();
        }
        let written = EcoString::from(self.format_time(seconds));
        self.last = Some((seconds, written.clone()));
        written
    }

    fn format_time(&mut self, seconds: i64) -> String {
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        if self.day != day || self.date.is_empty() {
            self.day = day;
            self.date = time(day * 86_400).split(' ').next().unwrap_or_default().to_owned();
        }
        let mut written = String::with_capacity(self.date.len() + " 00:00:00 +0000".len());
        written.push_str(&self.date);
        // `format!` would be ten times slower.
        for (before, number) in [(' ', second / 3600), (':', second / 60 % 60), (':', second % 60)] {
            written.push(before);
            for digit in [number / 10, number % 10] {
                written.push(char::from(b"0123456789"[usize::try_from(digit).unwrap_or_default() % 10]));
            }
        }
        written.push_str(" +0000");
        written
    }
}
