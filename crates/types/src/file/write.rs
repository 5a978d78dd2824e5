//! Puts content in its place: whole or not at all.
//!
//! Content is written to a new file beside its place, which gets owner and mode and is brought to the disk, and then
//! takes the place in one step. Whatever fails before leaves the old file as it was, and nothing beside it.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use resource_api::{
    Failure, Outcome,
    whole_file::{DirectoryEntry, Folder, NewFile, Ownership},
};

use super::{
    checksum::Checksum,
    mode,
    system::{self, Refusal},
};

/// How a file is put in its place.
pub(super) struct Replacement<'r> {
    pub(super) path: &'r Path,
    /// Whether what a link at its place leads to is replaced.
    pub(super) follows: bool,
    /// The folder in which it is written; that of the place unless given.
    pub(super) staging: Option<&'r Path>,
    /// Its permissions, made of those that it has otherwise; the same unless given.
    pub(super) mode: &'r dyn Fn(u32) -> Outcome<Option<u32>>,
    /// Its owner and its group; those of the file that it replaces unless given.
    pub(super) owner: Option<u32>,
    pub(super) group: Option<u32>,
    /// The checksum that it must have when it is written.
    pub(super) checksum: Checksum,
    pub(super) desired_sum: Option<&'r str>,
    /// Whether a directory at its place is removed as soon as it is ready.
    pub(super) clears: bool,
}

impl Replacement<'_> {
    /// Writes content, asks whether it is valid if somebody wants to know, and puts it in its place. Returns the path of
    /// that.
    pub(super) fn write<V: FnOnce(&Path) -> Outcome>(
        self,
        content: &mut dyn Read,
        validate: Option<V>,
    ) -> Outcome<PathBuf> {
        let mut file = self.beside()?;
        let sum = self.checksum.of(&mut Copy { from: content, to: file.file_mut() })?;
        let sum = self.checksum.marked(&sum);
        if let Some(desired) = self.desired_sum.filter(|desired| !self.checksum.is_time() && **desired != sum) {
            return Err(Failure::new(format!(
                "File written to disk did not match desired checksum; discarding changes ({sum} vs {desired})"
            )));
        }
        let refused = |error: io::Error| Failure::from(system::called(&error, "apply2files", self.path));
        let mut ownership = Ownership { mode: None, owner: self.owner, group: self.group };
        let inherited = file.inherited_mode(&ownership).map_err(refused)?;
        ownership.mode = (self.mode)(inherited.unwrap_or(mode::OF_NEW_FILES))?;
        file.dress(&ownership).map_err(refused)?;
        if let Some(validate) = validate {
            file.file().sync_all()?;
            validate(file.path()?)?;
        }
        let entry = file.entry()?;
        let is_directory = entry.is_directory().unwrap_or(false);
        if is_directory && self.clears {
            entry.remove_all().map_err(|error| Failure::from(system::called(&error, "apply2files", self.path)))?;
        } else if is_directory {
            return Err(Refusal(format!("Is a directory - Is a directory: {}", self.path.display())).into());
        }
        file.place_without_folder()
            .map_err(|error| Failure::from(system::called(&error, "rb_file_s_rename", self.path)))?;
        Ok(entry.path())
    }

    /// An empty file that nobody else can open, beside the place or where files are staged.
    fn beside(&self) -> Outcome<NewFile> {
        let entry = if self.follows { DirectoryEntry::followed(self.path) } else { DirectoryEntry::at(self.path) };
        let file = entry.and_then(|entry| match self.staging {
            Some(folder) => NewFile::staged(entry, folder),
            None => NewFile::at(entry),
        });
        file.map_err(|error| {
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

/// The folder in which files were written, and which is to be brought to the disk. It is done once for many files.
#[derive(Default)]
pub(super) struct WrittenFolder(Option<PathBuf>);

impl WrittenFolder {
    /// Takes note of a file that was written. What is in other folders is done.
    pub(super) fn wrote(&mut self, file: &Path) {
        let folder = file.parent().unwrap_or(file);
        if self.0.as_deref() != Some(folder) {
            self.sync();
            self.0 = Some(folder.to_owned());
        }
    }

    fn sync(&mut self) {
        if let Some(folder) = self.0.take() {
            // Not every file system can do it.
            let _ = Folder::open(&folder).and_then(|folder| folder.sync());
        }
    }
}

impl Drop for WrittenFolder {
    fn drop(&mut self) {
        self.sync();
    }
}
