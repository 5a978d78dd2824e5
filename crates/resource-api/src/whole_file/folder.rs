//! The folder in which a file is written, which is found without being led astray.
//!
//! Root follows links on the way to a folder when they are root's or our own, as `/bin` and `/var/run` are. A link of
//! somebody else counts as long as it leads to a folder that belongs to the same user: there that user can do as he likes
//! anyway. Otherwise a link from `~/.ssh` to that of root would let him decide which of root's files is replaced. Whoever is not root
//! can do no harm to others, and follows every link.
//!
//! What is found stays open, so that nobody can put something else in its place in the meantime.

use std::{
    collections::VecDeque,
    ffi::{OsStr, OsString},
    fs::File,
    io,
    os::{
        fd::{AsFd, BorrowedFd, OwnedFd},
        unix::ffi::OsStringExt,
    },
    path::{Component, Path, PathBuf},
};

use rustix::{
    fs::{CWD, FileType, Mode, OFlags, fstat, openat, readlinkat},
    io::Errno,
};

/// How many links are followed at most.
const MOST_LINKS: usize = 40;

/// Opens what has a name without reading it.
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A link that is not followed.
#[derive(Debug, thiserror::Error)]
#[error(
    "'{}' is a link of user {of} that leads to a folder of user {to}; only links of root are followed there",
    .link.display()
)]
pub struct ForeignLink {
    /// Where the link is.
    pub link: PathBuf,
    /// Whose it is.
    pub of: u32,
    /// Whose the folder is to which it leads.
    pub to: u32,
}

/// A folder that is open.
#[derive(Debug)]
pub struct Folder {
    descriptor: OwnedFd,
    path: PathBuf,
}

impl Folder {
    /// Opens a folder. As root it fails with a [`ForeignLink`] where somebody else could have led us.
    pub fn open(path: &Path) -> io::Result<Folder> {
        let descriptor = if rustix::process::geteuid().is_root() {
            walk(path)?
        } else {
            openat(CWD, path, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?
        };
        Ok(Folder { descriptor, path: path.to_owned() })
    }

    /// Opens the folder of a file, and returns it with the file's name.
    ///
    /// ```
    /// use std::path::Path;
    /// use resource_api::whole_file::Folder;
    ///
    /// let (folder, name) = Folder::of(Path::new("/etc/passwd"))?;
    /// assert_eq!((folder.path(), name), (Path::new("/etc"), "passwd".as_ref()));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn of(file: &Path) -> io::Result<(Folder, &OsStr)> {
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            // Nothing is above the root.
            None if file.has_root() => file,
            _ => Path::new("."),
        };
        Ok((Folder::open(folder)?, file.file_name().unwrap_or(OsStr::new("."))))
    }

    /// The path under which it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings the names in it to the disk.
    pub fn sync(&self) -> io::Result<()> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        File::from(openat(self, ".", flags, Mode::empty())?).sync_all()
    }
}

impl AsFd for Folder {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.descriptor.as_fd()
    }
}

/// What is still to be done on the way to a folder.
enum Next {
    Enter(OsString),
    Up,
    /// What a link led to is reached; it must be its owner's.
    Reached {
        link: PathBuf,
        owner: u32,
    },
}

/// Goes to a folder step by step.
fn walk(path: &Path) -> io::Result<OwnedFd> {
    let mut here = start(path)?;
    // Where we are, for messages.
    let mut seen = if path.has_root() { PathBuf::from("/") } else { PathBuf::new() };
    let mut open: VecDeque<Next> = steps(path).collect();
    let mut links = 0;
    while let Some(next) = open.pop_front() {
        let name = match next {
            Next::Enter(name) => name,
            Next::Up => {
                here = openat(&here, "..", LOOK | OFlags::DIRECTORY, Mode::empty())?;
                seen.push("..");
                continue;
            }
            Next::Reached { link, owner } => {
                let to = fstat(&here)?.st_uid;
                if to != owner {
                    return Err(io::Error::new(io::ErrorKind::PermissionDenied, ForeignLink { link, of: owner, to }));
                }
                continue;
            }
        };
        let entered = openat(&here, &name, LOOK, Mode::empty())?;
        let found = fstat(&entered)?;
        if FileType::from_raw_mode(found.st_mode) != FileType::Symlink {
            here = entered;
            seen.push(name);
            continue;
        }
        links += 1;
        if links > MOST_LINKS {
            return Err(Errno::LOOP.into());
        }
        let target = PathBuf::from(OsString::from_vec(readlinkat(&entered, "", Vec::new())?.into_bytes()));
        if found.st_uid != 0 && found.st_uid != rustix::process::geteuid().as_raw() {
            open.push_front(Next::Reached { link: seen.join(&name), owner: found.st_uid });
        }
        if target.has_root() {
            here = start(&target)?;
            seen = PathBuf::from("/");
        }
        for step in steps(&target).collect::<Vec<_>>().into_iter().rev() {
            open.push_front(step);
        }
    }
    // It must be a folder.
    Ok(openat(&here, ".", OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

fn start(path: &Path) -> io::Result<OwnedFd> {
    let start = if path.has_root() { "/" } else { "." };
    Ok(openat(CWD, start, OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?)
}

fn steps(path: &Path) -> impl Iterator<Item = Next> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(Next::Enter(name.to_owned())),
        Component::ParentDir => Some(Next::Up),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    })
}
