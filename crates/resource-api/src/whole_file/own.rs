//! Files in directories that only we use.
//!
//! The temporary name is always the same there. If one is found after a killed run, its rename is completed, so nothing
//! is ever left behind. If others can write to the directory, existing files are not trusted, and the temporary name is
//! unpredictable.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    path::Path,
};

use rustix::{
    fs::{AtFlags, Mode, OFlags, fstat, mkdirat, openat, renameat, unlinkat},
    io::Errno,
};

use super::{
    ATTEMPTS, DirectoryEntry, NewFile, Ownership, TrustedDir,
    dir::parent,
    is_unsupported, link, resolve,
    step::{Step, reached},
    unnamed,
};

/// Writes the content of a file.
pub type Content<'c> = dyn Fn(&mut dyn Write) -> io::Result<()> + 'c;

/// The mode of directories for our own files, restricted by the umask. Others can never write to them.
pub const MODE_OF_OWN_DIRECTORIES: u32 = 0o755;

/// Creates a directory for our own files, including its missing parents. For root it fails with a
/// [`ForeignLink`](super::ForeignLink) if another user could have redirected the path.
///
/// ```
/// # use std::os::unix::fs::MetadataExt;
/// # let dir = tempfile::tempdir().unwrap();
/// let state = dir.path().join("cache/state");
/// resource_api::whole_file::create_own_directories(&state)?;
/// assert_eq!(std::fs::metadata(&state)?.mode() & 0o022, 0);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn create_own_directories(path: &Path) -> io::Result<()> {
    match TrustedDir::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened.map(drop),
    }
    if let Some(parent) = path.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        create_own_directories(parent)?;
    }
    let (dir, name) = TrustedDir::of(path)?;
    match mkdirat(&dir, name, Mode::from_raw_mode(MODE_OF_OWN_DIRECTORIES)) {
        Err(Errno::EXIST) => TrustedDir::open(path).map(drop),
        made => Ok(made?),
    }
}

/// Replaces the content of a file, or creates it, with the given permissions. Creates its directory if that is missing.
///
/// For directories that only we can write to: an existing file with the temporary name is trusted then.
pub fn replace_own(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    replace_own_with(path, mode, &|file| file.write_all(content))
}

/// Like [`replace_own`], with content that is written in pieces. The function may be called twice if the file system
/// does not support unnamed files.
pub fn replace_own_with(path: &Path, mode: u32, content: &Content<'_>) -> io::Result<()> {
    let dir = parent(path);
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    create_own_directories(dir)?;
    let dir = TrustedDir::open(dir)?;
    if resolve::is_writable_for_others(&fstat(&dir)?) {
        let mut new = NewFile::at(DirectoryEntry::in_directory(&dir, name)?)?;
        let mut written = io::BufWriter::new(new.file_mut());
        content(&mut written)?;
        written.flush()?;
        drop(written);
        let own = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
        new.set_ownership(&Ownership { mode: Some(mode), owner: Some(own.0), group: Some(own.1) })?;
        return new.commit();
    }
    match unnamed(&dir, Path::new("."), mode).and_then(|file| fill(file, content, mode)) {
        Ok(file) => match give_name(&file, &dir, &hidden(name, "new"), name) {
            // Without /proc an unnamed file cannot be linked.
            Err(error) if error.kind() == io::ErrorKind::NotFound => with_temp_name(&dir, name, content, mode)?,
            named => named?,
        },
        Err(error) if is_unsupported(&error) => with_temp_name(&dir, name, content, mode)?,
        Err(error) => return Err(error),
    }
    reached(Step::Committed)?;
    dir.sync()?;
    reached(Step::Done)
}

/// Links a file to a temporary name and renames it, because an unnamed file cannot replace an existing one.
///
/// The temporary name is always the same, and always refers to a complete file that is about to be renamed. If it
/// exists, because of a concurrent writer or a killed run, its rename is completed first.
fn give_name(file: &File, dir: &TrustedDir, temp: &OsStr, name: &OsStr) -> io::Result<()> {
    for _ in 0..ATTEMPTS {
        match link(file, dir, temp) {
            Ok(()) => {
                return reached(Step::Named).and_then(|()| rename_if_there(dir, temp, name)).inspect_err(|_| {
                    // The first error is more informative.
                    let _ = unlinkat(dir, temp, AtFlags::empty());
                });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => rename_if_there(dir, temp, name)?,
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::ResourceBusy.into())
}

/// If it no longer exists, another process has renamed it.
fn rename_if_there(dir: &TrustedDir, temp: &OsStr, name: &OsStr) -> io::Result<()> {
    match renameat(dir, temp, dir, name) {
        Err(Errno::NOENT) => Ok(()),
        renamed => Ok(renamed?),
    }
}

/// For file systems without unnamed files.
fn with_temp_name(dir: &TrustedDir, name: &OsStr, content: &Content<'_>, mode: u32) -> io::Result<()> {
    let temp = hidden(name, &std::process::id().to_string());
    let flags = OFlags::CREATE | OFlags::TRUNC | OFlags::WRONLY | OFlags::CLOEXEC | OFlags::NOFOLLOW;
    let file = File::from(openat(dir, &temp, flags, Mode::from_raw_mode(mode))?);
    let written = fill(file, content, mode).and_then(|_| Ok(renameat(dir, &temp, dir, name)?));
    if written.is_err() {
        // The first error is more informative.
        let _ = unlinkat(dir, &temp, AtFlags::empty());
    }
    written
}

fn fill(file: File, content: &Content<'_>, mode: u32) -> io::Result<File> {
    // The mode must not depend on the umask.
    reached(Step::Opened)?;
    rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
    reached(Step::OwnershipSet)?;
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
