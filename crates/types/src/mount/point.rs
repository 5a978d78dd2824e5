//! Mount points that other users could redirect.
//!
//! `mount` and `umount` get a path, and whoever can change a directory on that path decides what it leads to. Such a
//! mount point is resolved first, and the programs get a path below an open directory, `/proc/PID/fd/N`. Then `mount`
//! cannot find the line of the table, so it gets a table with this line alone, from its standard input.

use std::{
    fs, io,
    os::{
        fd::{AsFd, AsRawFd},
        unix::fs::MetadataExt as _,
    },
    path::Path,
    process,
};

use resource_api::{
    Context, Failure, Outcome,
    line_file::{LineFile, LineFormat as _, read_existing},
    whole_file::DirectoryEntry,
};
use rustix::fs::{AtFlags, Mode, OFlags, StatxAttributes, StatxFlags, openat, statx};

use super::table::TableLines;
use crate::{file::system, parsed::RecordType as _, program};

/// Keeps `mount` and `umount` from looking the path up again.
const AS_GIVEN: &str = "--no-canonicalize";

/// A mount point, resolved.
pub(super) struct MountPoint<'p> {
    path: &'p str,
    /// Its entry, if other users can change a directory of its path.
    exposed: Option<DirectoryEntry>,
}

impl MountPoint<'_> {
    /// Resolves a path. Fails if it leads through a link that another user could have created, unless that user owns
    /// what it leads to.
    pub(super) fn resolve(path: &str) -> Outcome<MountPoint<'_>> {
        if !rustix::process::geteuid().is_root() {
            return Ok(MountPoint { path, exposed: None });
        }
        // `mount` is run in the root directory.
        let exposed = exposed_entry(&Path::new("/").join(path)).map_err(|error| failed(&error, path))?;
        Ok(MountPoint { path, exposed })
    }

    /// Mounts the file system that the table has for it.
    pub(super) fn mount(&self, context: &Context) -> Outcome {
        let Some(entry) = &self.exposed else { return program::run_checked(context, "mount", &[self.path]) };
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = openat(entry.directory(), entry.name(), flags, Mode::empty());
        let opened = opened.map_err(|error| failed(&error.into(), self.path))?;
        // With the dot, it is a directory for programs that do not follow links at the end.
        self.mount_at(context, &format!("{}/.", descriptor_path(&opened)), &[])
    }

    /// Mounts it again, with the options in the table.
    pub(super) fn remount(&self, context: &Context) -> Outcome {
        let Some(entry) = &self.exposed else {
            return program::run_checked(context, "mount", &["-o", "remount", self.path]);
        };
        self.mount_at(context, &self.mounted(entry)?, &["-o", "remount"])
    }

    pub(super) fn unmount(&self, context: &Context) -> Outcome {
        let Some(entry) = &self.exposed else { return program::run_checked(context, "umount", &[self.path]) };
        let target = self.mounted(entry)?;
        self.run(context, "umount", &[AS_GIVEN, &target], &target, String::new())
    }

    /// The path below the open parent directory. What is mounted there can be neither renamed nor removed.
    fn mounted(&self, entry: &DirectoryEntry) -> Outcome<String> {
        let found = statx(entry.directory(), entry.name(), AtFlags::SYMLINK_NOFOLLOW, StatxFlags::BASIC_STATS);
        let found = found.map_err(|error| failed(&error.into(), self.path))?;
        let name = entry.name().to_str().filter(|_| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT));
        let name = name.ok_or_else(|| failed(&io::Error::other("it is not a mount point"), self.path))?;
        Ok(format!("{}/{name}", descriptor_path(entry.directory())))
    }

    fn mount_at(&self, context: &Context, target: &str, options: &[&str]) -> Outcome {
        let content = read_existing(Path::new(TableLines::DEFAULT_TARGET)).map_err(Failure::from)?;
        let table = LineFile::parse(TableLines, &content);
        let record = table.records().map(|(_, record)| record).find(|record| record.text("name") == Some(self.path));
        let Some(record) = record else {
            return Err(Failure::new(format!("can't find {} in {}", self.path, TableLines::DEFAULT_TARGET)));
        };
        let line = TableLines.print(&record.clone().with("name", target)) + "\n";
        let arguments = [&[AS_GIVEN, "--fstab", "/dev/stdin"], options, &[target]].concat();
        self.run(context, "mount", &arguments, target, line)
    }

    /// Runs a program. The messages have the path of the mount point.
    fn run(&self, context: &Context, program: &str, arguments: &[&str], target: &str, input: String) -> Outcome {
        program::run_checked_with_input(context, program, arguments, input)
            .map_err(|failed| Failure::new(failed.to_string().replace(target, self.path)))
    }
}

/// The entry of a path, if other users can change what it leads to.
fn exposed_entry(path: &Path) -> io::Result<Option<DirectoryEntry>> {
    match DirectoryEntry::followed(path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => {
            // Others might create what is missing.
            let is_missing = |found: &io::Result<_>| {
                found.as_ref().is_err_and(|error: &io::Error| error.kind() == io::ErrorKind::NotFound)
            };
            let above = path.ancestors().skip(1).map(DirectoryEntry::followed).find(|found| !is_missing(found));
            match above.transpose()? {
                Some(above) if !is_exposed(&above.path().join("missing"))? => Ok(None),
                _ => Err(missing),
            }
        }
        found => {
            let entry = found?;
            Ok(if is_exposed(&entry.path())? { Some(entry) } else { None })
        }
    }
}

/// The path of something open, for other processes of root.
fn descriptor_path(open: &impl AsFd) -> String {
    format!("/proc/{}/fd/{}", process::id(), open.as_fd().as_raw_fd())
}

fn failed(error: &io::Error, path: &str) -> Failure {
    system::open_error(error, Path::new(path))
}

/// Whether other users can change what a path without links leads to.
fn is_exposed(path: &Path) -> io::Result<bool> {
    let mut is_shared = false;
    for directory in path.ancestors().skip(1) {
        let found = fs::symlink_metadata(directory)?;
        let is_writable = found.mode() & 0o022 != 0;
        if found.uid() != 0 || (is_writable && found.mode() & 0o1000 == 0) {
            return Ok(true);
        }
        is_shared |= is_writable && path.parent() == Some(directory);
    }
    // In a sticky directory everybody can move what belongs to them, and create what does not exist.
    Ok(is_shared && fs::symlink_metadata(path).map_or(true, |found| found.uid() != 0))
}
