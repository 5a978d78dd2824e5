//! Replaces a file as a whole.
//!
//! The new content is first a file without a name, which vanishes with the process; only when all of it is on the disk
//! does it get a name, and then the name of the old one. A run that is killed at any moment leaves the old file or the
//! new one.

use std::{
    ffi::{OsStr, OsString},
    fs::File,
    io::{self, Write},
    os::fd::AsRawFd,
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, Mode, OFlags},
    io::Errno,
};

/// What Puppet lets others do with these files: the group may read them.
pub const FILE_MODE: u32 = 0o640;

/// Replaces the content of a file, or makes it, with the given permissions. Its folder is made if it is not there.
pub fn replace(path: &Path, content: &[u8], mode: u32) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let Some(name) = path.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    std::fs::create_dir_all(folder)?;
    match nameless(folder, content, mode) {
        Ok(file) => name_it(&file, &folder.join(hidden(name, "new")), path)?,
        Err(error) if is_unsupported(&error) => with_passing_name(folder, name, content, mode, path)?,
        Err(error) => return Err(error),
    }
    File::open(folder)?.sync_all()
}

fn nameless(folder: &Path, content: &[u8], mode: u32) -> io::Result<File> {
    let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
    fill(File::from(rustix::fs::openat(CWD, folder, flags, Mode::from_raw_mode(mode))?), content, mode)
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
                return rename_if_there(passing, path).inspect_err(|_| {
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

/// How often a name is tried that others want, too.
const ATTEMPTS: usize = 100;

/// For file systems without nameless files.
fn with_passing_name(folder: &Path, name: &OsStr, content: &[u8], mode: u32, path: &Path) -> io::Result<()> {
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

fn fill(mut file: File, content: &[u8], mode: u32) -> io::Result<File> {
    // The mask of the process does not count.
    rustix::fs::fchmod(&file, Mode::from_raw_mode(mode))?;
    file.write_all(content)?;
    file.sync_all()?;
    Ok(file)
}

fn is_unsupported(error: &io::Error) -> bool {
    let unsupported = [Errno::OPNOTSUPP, Errno::ISDIR, Errno::INVAL, Errno::NOENT];
    unsupported.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

fn hidden(name: &OsStr, end: &str) -> OsString {
    let mut hidden = OsString::from(".");
    hidden.push(name);
    hidden.push(".");
    hidden.push(end);
    hidden
}
