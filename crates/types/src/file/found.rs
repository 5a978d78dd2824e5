//! What there is at a path.

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

/// What kind of file there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    File,
    Directory,
    Link,
    Fifo,
    Socket,
    CharacterDevice,
    BlockDevice,
}

impl Kind {
    pub(super) fn of(file_type: FileType) -> Kind {
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

    /// The word for it, which is a value of `ensure` for those that can be made.
    pub(super) fn word(self) -> &'static str {
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

/// What is known of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) kind: Kind,
    pub(super) mode: u32,
    pub(super) owner: u32,
    pub(super) group: u32,
    pub(super) size: u64,
    /// Where a link leads.
    pub(super) target: Option<PathBuf>,
    changed: (i64, i64),
    modified: (i64, i64),
    /// Its number, and that of the file system.
    number: (u64, u64),
}

/// Whether links are looked at, or what they lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Links {
    Manage,
    Follow,
}

impl Found {
    /// What there is at a path; nothing where nothing is. The second says why nobody can know.
    pub(super) fn at(path: &Path, links: Links) -> (Option<Found>, Option<io::Error>) {
        let found = match links {
            Links::Manage => fs::symlink_metadata(path),
            Links::Follow => fs::metadata(path),
        };
        let found = found.and_then(|metadata| match metadata.is_symlink() {
            true => Found::link(path),
            false => Ok(Found::new(&metadata, None)),
        });
        match found {
            Ok(found) => (Some(found), None),
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                (None, None)
            }
            Err(error) => (None, Some(error)),
        }
    }

    /// A file on a server, of which little is known.
    pub(super) fn remote(modified: (i64, i64)) -> Found {
        Found {
            kind: Kind::File,
            mode: super::mode::OF_NEW_FILES,
            owner: 0,
            group: 0,
            size: 0,
            target: None,
            changed: modified,
            modified,
            number: (0, 0),
        }
    }

    /// Opens a link, so that its owner and where it leads are those of the same link. It may be something else by now.
    fn link(path: &Path) -> io::Result<Found> {
        Found::link_in(CWD, path)
    }

    /// A link of a directory that was found without being led astray, so that no other user chose which link it is.
    pub(super) fn link_of(entry: &DirectoryEntry) -> io::Result<Found> {
        Found::link_in(entry.directory().as_fd(), entry.name())
    }

    fn link_in(directory: BorrowedFd<'_>, name: impl rustix::path::Arg) -> io::Result<Found> {
        let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let link = File::from(openat(directory, name, flags, Mode::empty())?);
        let metadata = link.metadata()?;
        let target = match metadata.is_symlink() {
            true => Some(PathBuf::from(OsString::from_vec(readlinkat(&link, "", Vec::new())?.into_bytes()))),
            false => None,
        };
        Ok(Found::new(&metadata, target))
    }

    /// Whether this is what was found of a file that was opened since.
    pub(super) fn is_of(&self, file: &File) -> io::Result<bool> {
        let metadata = file.metadata()?;
        Ok(self.number == (metadata.ino(), metadata.dev()))
    }

    fn new(metadata: &fs::Metadata, target: Option<PathBuf>) -> Found {
        Found {
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

    /// When the content was last changed, as a number that can be compared.
    pub(super) fn modified(&self) -> (i64, i64) {
        self.modified
    }

    /// When the file was last changed, as a number that can be compared.
    pub(super) fn changed(&self) -> (i64, i64) {
        self.changed
    }

    /// The attributes that `get` returns.
    pub(super) fn state(&self, path: &Value, written: &mut Written) -> State {
        let mut state = State::with_capacity(3)
            .with("path", path.clone())
            .with("ctime", written.time(self.changed.0))
            .with("mtime", written.time(self.modified.0));
        if let Some(target) = &self.target {
            state.insert("target", Value::from(target.to_string_lossy().as_ref()));
        }
        state.with_missing(written.rights(self))
    }
}

/// A point in time as Ruby writes it.
pub(super) fn time(seconds: i64) -> String {
    Timestamp::from_seconds(seconds).format("%Y-%m-%d %H:%M:%S +0000", None).unwrap_or_default()
}

/// What many files have in common, as it was written for the last of them. Most files of a machine are of few days, and only
/// the day takes long to find out.
#[derive(Default)]
pub(super) struct Written {
    day: i64,
    written: String,
    /// The last point in time.
    last: Option<(i64, EcoString)>,
    rights: Option<(Rights, CommonAttributes)>,
}

/// What kind of file there is, its mode, and who owns it.
type Rights = (Kind, u32, u32, u32);

impl Written {
    /// What kind of file there is, its mode, and who owns it, as attributes.
    fn rights(&mut self, found: &Found) -> &CommonAttributes {
        let rights = (found.kind, found.mode, found.owner, found.group);
        let known = self.rights.take().filter(|(known, _)| *known == rights);
        let (_, attributes) = self.rights.insert(known.unwrap_or_else(|| {
            let attributes: [(EcoString, Value); 5] = [
                ("ensure".into(), found.kind.word().into()),
                ("owner".into(), i64::from(found.owner).into()),
                ("group".into(), i64::from(found.group).into()),
                ("mode".into(), super::mode::shown(found.mode).into()),
                ("type".into(), found.kind.word().into()),
            ];
            (rights, CommonAttributes::new(attributes))
        }));
        attributes
    }

    /// A point in time as Ruby writes it.
    fn time(&mut self, seconds: i64) -> EcoString {
        if let Some((_, known)) = self.last.as_ref().filter(|(last, _)| *last == seconds) {
            return known.clone();
        }
        let written = EcoString::from(self.written(seconds));
        self.last = Some((seconds, written.clone()));
        written
    }

    fn written(&mut self, seconds: i64) -> String {
        let (day, second) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
        if self.day != day || self.written.is_empty() {
            self.day = day;
            self.written = time(day * 86_400).split(' ').next().unwrap_or_default().to_owned();
        }
        let mut written = String::with_capacity(self.written.len() + " 00:00:00 +0000".len());
        written.push_str(&self.written);
        // Formatting takes ten times as long.
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
