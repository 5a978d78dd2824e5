//! Replaces files atomically.
//!
//! Content is written to a new file in the same directory, which gets owner and mode and is synced before it is
//! renamed. A failure before that leaves the old file as it was, and no temporary file.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use resource_api::{
    Failure, Outcome,
    whole_file::{DirectoryEntry, NewFile, Ownership, TrustedDir},
};

use super::{checksum::Checksum, mode, system};

/// How a file is replaced.
pub(super) struct Replacement<'r> {
    pub(super) path: &'r Path,
    /// Whether the target of a link at the path is replaced, rather than the link.
    pub(super) follows: bool,
    /// The directory for the temporary file; by default that of the path.
    pub(super) staging: Option<&'r Path>,
    /// The permissions of the new file, given its default ones; `None` keeps these.
    pub(super) mode: &'r dyn Fn(u32) -> Outcome<Option<u32>>,
    /// The owner and the group; by default those of the file that is replaced.
    pub(super) owner: Option<u32>,
    pub(super) group: Option<u32>,
    /// The checksum that the written file must have.
    pub(super) checksum: Checksum,
    pub(super) desired_sum: Option<&'r str>,
    /// Whether a directory at the path is removed once the new file is ready.
    pub(super) clears_directory: bool,
}

impl Replacement<'_> {
    /// Writes the content, validates it if there is a command for that, and renames the file. Returns its path.
    pub(super) fn write<V: FnOnce(&Path) -> Outcome>(
        self,
        content: &mut dyn Read,
        validate: Option<V>,
    ) -> Outcome<PathBuf> {
        let mut file = self.new_file()?;
        let sum = self.checksum.of(&mut Tee { from: content, to: file.file_mut() })?;
        let sum = self.checksum.with_name(&sum);
        if let Some(desired) = self.desired_sum.filter(|desired| !self.checksum.is_time() && **desired != sum) {
            return Err(Failure::new(format!(
                "File written to disk did not match desired checksum; discarding changes ({sum} vs {desired})"
            )));
        }
        let refused = |error: io::Error| system::call_error(&error, "apply2files", self.path);
        let mut ownership = Ownership { mode: None, owner: self.owner, group: self.group };
        let inherited = file.inherited_mode(&ownership).map_err(refused)?;
        ownership.mode = (self.mode)(inherited.unwrap_or(mode::NEW_FILE))?;
        file.set_ownership(&ownership).map_err(refused)?;
        if let Some(validate) = validate {
            file.file().sync_all()?;
            validate(file.path()?)?;
        }
        let entry = file.entry()?;
        let is_directory = entry.is_directory().unwrap_or(false);
        if is_directory && self.clears_directory {
            entry.remove_all().map_err(refused)?;
        } else if is_directory {
            return Err(system::failure(format!("Is a directory - Is a directory: {}", self.path.display())));
        }
        file.commit_without_sync().map_err(|error| system::call_error(&error, "rb_file_s_rename", self.path))?;
        Ok(entry.path())
    }

    /// An empty file that no other user can open, in the same directory or in the staging directory.
    fn new_file(&self) -> Outcome<NewFile> {
        let entry = if self.follows { DirectoryEntry::followed(self.path) } else { DirectoryEntry::at(self.path) };
        let file = entry.and_then(|entry| match self.staging {
            Some(directory) => NewFile::staged(entry, directory),
            None => NewFile::at(entry),
        });
        file.map_err(|error| {
            let shown = self.path.display();
            match error.kind() {
                io::ErrorKind::NotFound => system::failure(format!(
                    "{} - A directory component in {shown} does not exist or is a dangling symbolic link",
                    system::reason(&error)
                )),
                _ => system::call_error(&error, "dir_s_mkdir", self.path),
            }
        })
    }
}

/// Copies everything that is read to a file.
pub(super) struct Tee<'t> {
    pub(super) from: &'t mut dyn Read,
    pub(super) to: &'t mut File,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.to.write_all(&buffer[..read])?;
        Ok(read)
    }
}

/// The directory in which files were written and which has to be synced. Many files in one directory need only one
/// sync.
#[derive(Default)]
pub(super) struct UnsyncedDirectory(Option<PathBuf>);

impl UnsyncedDirectory {
    /// Records that a file was written; syncs the previous directory if that is another one.
    pub(super) fn add(&mut self, file: &Path) {
        let directory = file.parent().unwrap_or(file);
        if self.0.as_deref() != Some(directory) {
            self.sync();
            self.0 = Some(directory.to_owned());
        }
    }

    fn sync(&mut self) {
        if let Some(directory) = self.0.take() {
            // Not every file system supports it.
            let _ = TrustedDir::open(&directory).and_then(|directory| directory.sync());
        }
    }
}

impl Drop for UnsyncedDirectory {
    fn drop(&mut self) {
        self.sync();
    }
}
