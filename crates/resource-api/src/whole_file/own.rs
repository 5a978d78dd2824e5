//! Files of a folder that is of nobody's business but ours.
//!
//! The passing name is always the same there, and whoever finds one of a killed run helps it on, so that nothing is ever
//! left behind. Where others can write in the folder, nothing that is found there is trusted, and the passing name is one
//! that nobody can guess.

use std::{
    ffi::{OsStr, OsString},
    fs::{DirBuilder, File},
    io::{self, Write},
    os::{
        fd::AsRawFd,
        unix::fs::{DirBuilderExt, MetadataExt},
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, Mode, OFlags},
    io::Errno,
};

use super::{
    ATTEMPTS, NewFile, Ownership, folder_of, is_unsupported, nameless,
    step::{Step, reached},
};

/// Writes what a file is to hold.
pub type Content<'c> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'c;

/// The mode of directories that are made for files of ours, as far as the mask of the process allows it: nobody else can
/// write there, whatever that mask is.
pub const MODE_OF_OWN_DIRECTORIES: u32 = 0o755;

/// Makes a directory for files of ours, and those above it that are missing.
///
/// ```
/// # use std::os::unix::fs::MetadataExt;
/// # let folder = tempfile::tempdir().unwrap();
/// let state = folder.path().join("cache/state");
/// resource_api::whole_file::create_own_directories(&state)?;
/// assert_eq!(std::fs::metadata(&state)?.mode() & 0o022, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn create_own_directories(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(MODE_OF_OWN_DIRECTORIES).create(path)
}

/// Replaces the content of a file, or makes it, with the given permissions. Its folder is made if it is not there.
///
/// It is for folders in which nobody else can write: what is found there under the passing name is trusted then.
pub fn replace_own(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    replace_own_with(path, mode, &|file| file.write_all(content))
}

/// As [`replace_own`], with what is written piece by piece. It may be asked for twice, where the file system has no
/// nameless files.
pub fn replace_own_with(path: &Path, mode: u32, content: &Content<'_>) -> io::Result<()> {
    let folder = folder_of(path);
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    create_own_directories(folder)?;
    if !is_own(folder)? {
        let mut new = NewFile::beside(path)?;
        let mut written = io::BufWriter::new(new.file_mut());
        content(&mut written)?;
        written.flush()?;
        drop(written);
        let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        new.dress(&Ownership { mode: Some(mode), owner: Some(own.0), group: Some(own.1) })?;
        return new.place();
    }
    match nameless(CWD, folder, mode).and_then(|file| fill(file, content, mode)) {
        Ok(file) => match name_it(&file, &folder.join(hidden(name, "new")), path) {
            // There is no /proc, by which a file without a name gets one.
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                with_passing_name(folder, name, content, mode, path)?;
            }
            named => named?,
        },
        Err(error) if is_unsupported(&error) => with_passing_name(folder, name, content, mode, path)?,
        Err(error) => return Err(error),
    }
    reached(Step::Placed)?;
    File::open(folder)?.sync_all()?;
    reached(Step::Done)
}

/// Whether nobody else can write in a folder. Root can write everywhere.
fn is_own(folder: &Path) -> io::Result<bool> {
    let found = std::fs::metadata(folder)?;
    let is_ours = found.uid() == rustix::process::geteuid().as_raw() || found.uid() == 0;
    Ok(is_ours && found.mode() & 0o022 == 0)
}

/// Gives a file its name by way of another, because a name can be taken over only from a file that has one.
///
/// The passing name is always the same, and always that of a complete file which is about to get the name. Whoever finds
/// one there, of a writer at the same time or of a killed run, helps it on.
fn name_it(file: &File, passing: &Path, path: &Path) -> io::Result<()> {
    let nameless = format!("/proc/self/fd/{}", file.as_raw_fd());
    for _ in 0..ATTEMPTS {
        match rustix::fs::linkat(CWD, &nameless, CWD, passing, AtFlags::SYMLINK_FOLLOW) {
            Ok(()) => {
                return reached(Step::Named).and_then(|()| rename_if_there(passing, path)).inspect_err(|_| {
                    // The first error is the one that counts.
                    let _ = std::fs::remove_file(passing);
                });
            }
            Err(Errno::EXIST) => rename_if_there(passing, path)?,
            Err(error) => return Err(error.into()),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// What is not there any more was helped on by somebody else.
fn rename_if_there(passing: &Path, path: &Path) -> io::Result<()> {
    match std::fs::rename(passing, path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        renamed => renamed,
    }
}

/// For file systems without nameless files.
fn with_passing_name(folder: &Path, name: &OsStr, content: &Content<'_>, mode: u32, path: &Path) -> io::Result<()> {
    let passing: PathBuf = folder.join(hidden(name, &std::process::id().to_string()));
    let flags = OFlags::CREATE | OFlags::TRUNC | OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let file = File::from(rustix::fs::openat(CWD, &passing, flags, Mode::from_raw_mode(mode))?);
    let written = fill(file, content, mode).and_then(|_| std::fs::rename(&passing, path));
    if written.is_err() {
        // The first error is the one that counts.
        let _ = std::fs::remove_file(&passing);
    }
    written
}

fn fill(file: File, content: &Content<'_>, mode: u32) -> io::Result<File> {
    // The mask of the process does not count.
    reached(Step::Opened)?;
    rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
    reached(Step::Dressed)?;
    let mut written = io::BufWriter::new(&file);
    content(&mut written)?;
    written.flush()?;
    drop(written);
    file.sync_all()?;
    reached(Step::Synced)?;
    Ok(file)
}

fn hidden(name: &OsStr, end: &str) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(end);
    hidden
}
