//! Puts content in its place: whole or not at all.
//!
//! Content is written to a new file beside its place, which gets owner and mode and is brought to the disk, and then
//! takes the place in one step. Whatever fails before leaves the old file as it was, and nothing beside it.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read, Write},
    os::unix::fs::{MetadataExt, PermissionsExt, fchown},
    path::Path,
};

use resource_api::{Failure, Outcome};
use tempfile::NamedTempFile;

use super::{
    checksum::Checksum,
    system::{self, Refusal},
};

/// How a file is put in its place.
pub(super) struct Replacement<'r> {
    pub(super) path: &'r Path,
    /// The folder in which it is written; that of the place unless given.
    pub(super) staging: Option<&'r Path>,
    /// Its permissions; those of the file that it replaces unless given.
    pub(super) mode: Option<u32>,
    /// Its owner and its group; those of the file that it replaces unless given.
    pub(super) owner: Option<u32>,
    pub(super) group: Option<u32>,
    /// The checksum that it must have when it is written.
    pub(super) checksum: Checksum,
    pub(super) desired_sum: Option<&'r str>,
}

/// The longest name that leaves room for the letters that make another one of it.
const LONGEST_KEPT_NAME: usize = 200;

impl Replacement<'_> {
    /// Writes content, asks whether it is valid, and puts it in its place.
    pub(super) fn write(self, content: &mut dyn Read, validate: impl FnOnce(&Path) -> Outcome) -> Outcome {
        let mut file = self.beside()?;
        let sum = self.checksum.of(&mut Copy { from: content, to: file.as_file_mut() })?;
        let sum = self.checksum.marked(&sum);
        if let Some(desired) = self.desired_sum.filter(|desired| !self.checksum.is_time() && **desired != sum) {
            return Err(Failure::new(format!(
                "File written to disk did not match desired checksum; discarding changes ({sum} vs {desired})"
            )));
        }
        self.dress(file.as_file())?;
        file.as_file().sync_all()?;
        validate(file.path())?;
        if self.path.is_dir() && !self.path.is_symlink() {
            return Err(Refusal(format!("Is a directory - Is a directory: {}", self.path.display())).into());
        }
        self.place(file)
    }

    /// An empty file that nobody else can open, beside the place or where files are staged.
    fn beside(&self) -> Outcome<NamedTempFile> {
        let folder = self.staging.or_else(|| self.path.parent()).unwrap_or_else(|| Path::new("/"));
        let name = self.path.file_name().filter(|name| name.len() <= LONGEST_KEPT_NAME).unwrap_or(OsStr::new("file"));
        let mut prefix = name.to_owned();
        prefix.push(".bunraku-");
        tempfile::Builder::new().prefix(&prefix).tempfile_in(folder).map_err(|error| {
            let error = of_system(error);
            let shown = self.path.display();
            match error.kind() {
                io::ErrorKind::NotFound => Failure::from(Refusal(format!(
                    "{} - A directory component in {shown} does not exist or is a dangling symbolic link",
                    system::reason(&error)
                ))),
                _ => Failure::from(system::called(&error, "dir_s_mkdir", self.path)),
            }
        })
    }

    /// Gives the new file its owner, and then its mode: a change of the owner takes special permissions away.
    fn dress(&self, file: &File) -> Outcome {
        let old = fs::symlink_metadata(self.path).ok().filter(|old| !old.is_symlink());
        let own = file.metadata()?;
        let owner = self.owner.or(old.as_ref().map(MetadataExt::uid)).filter(|owner| *owner != own.uid());
        let group = self.group.or(old.as_ref().map(MetadataExt::gid)).filter(|group| *group != own.gid());
        if owner.is_some() || group.is_some() {
            fchown(file, owner, group)
                .map_err(|error| Failure::from(system::called(&error, "apply2files", self.path)))?;
        }
        let mode = self.mode.or(old.map(|old| old.mode())).unwrap_or(super::mode::OF_NEW_FILES);
        file.set_permissions(fs::Permissions::from_mode(mode & 0o7777))?;
        Ok(())
    }

    fn place(&self, file: NamedTempFile) -> Outcome {
        let written = match file.persist(self.path) {
            Ok(written) => written,
            // Another file system cannot be reached in one step.
            Err(error) if error.error.kind() == io::ErrorKind::CrossesDevices => {
                let staged = error.file;
                let beside = Replacement { staging: None, desired_sum: None, ..*self };
                let mut file = beside.beside()?;
                io::copy(&mut File::open(staged.path())?, file.as_file_mut())?;
                beside.dress(file.as_file())?;
                file.as_file().sync_all()?;
                file.persist(self.path).map_err(|error| self.not_placed(&error.error))?
            }
            Err(error) => return Err(self.not_placed(&error.error)),
        };
        drop(written);
        if let Some(folder) = self.path.parent() {
            // The name is part of the folder, which not every file system can bring to the disk.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }

    fn not_placed(&self, error: &io::Error) -> Failure {
        Failure::from(system::called(error, "rb_file_s_rename", self.path))
    }
}

/// The error of the system alone, without the path of a file that never existed.
fn of_system(error: io::Error) -> io::Error {
    match error.raw_os_error().or_else(|| source_number(&error)) {
        Some(number) => io::Error::from_raw_os_error(number),
        None => error,
    }
}

fn source_number(error: &io::Error) -> Option<i32> {
    let inner = std::error::Error::source(error.get_ref()?)?;
    inner.downcast_ref::<io::Error>()?.raw_os_error()
}

/// Writes all that is read to somewhere else, too.
struct Copy<'c> {
    from: &'c mut dyn Read,
    to: &'c mut File,
}

impl Read for Copy<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.to.write_all(&buffer[..read])?;
        Ok(read)
    }
}
