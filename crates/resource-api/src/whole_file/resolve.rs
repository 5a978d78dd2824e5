//! How root finds a directory or a file without being led astray by another user.
//!
//! Every directory on the way is opened from the one above it, and every link is read from the descriptor that was looked
//! at. As root, three kinds of links are told apart:
//!
//! - A link of root that no other user can have moved is followed, as `/bin` and `/var/run` are: all directories on the
//!   way to it belong to root, and others cannot write to them (or they are sticky, as `/tmp` is).
//! - A link of root that others can have moved, because it lies in or below a directory that they can change, counts as
//!   theirs. It is followed to a directory that belongs to the same user, or that lies below the directory that they can
//!   change.
//! - A link of another user is followed to a directory that belongs to the same user: there that user can do as they like
//!   anyway.
//!
//! Otherwise a link from `~/.ssh` to that of root would let its owner decide which of root's files is replaced. Whoever is
//! not root can do no harm to others, and follows every link.

use std::{
    collections::VecDeque,
    ffi::{OsStr, OsString},
    fmt, io,
    os::{fd::OwnedFd, unix::ffi::OsStringExt},
    path::{Component, Path, PathBuf},
};

use rustix::{
    fs::{CWD, FileType, Mode, OFlags, ResolveFlags, Stat, fstat, openat, openat2, readlinkat},
    io::Errno,
};

/// How many links are followed at most.
const MAX_LINKS: usize = 40;

/// Opens what has a name without reading it.
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a directory without reading it.
const DIRECTORY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A link that is not followed.
#[derive(Debug, thiserror::Error)]
#[error("'{}' {author} and leads to a directory of user {to}; only links of root are followed there", .link.display())]
pub struct ForeignLink {
    /// Where the link is.
    pub link: PathBuf,
    /// Who can have put it there.
    pub author: LinkAuthor,
    /// Whose the directory is to which it leads.
    pub to: u32,
}

/// Who can have put a link where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkAuthor {
    /// The link belongs to this user.
    Owner(u32),
    /// The link is root's, and this user owns a directory on the way to it.
    DirectoryOwner(u32),
    /// The link is root's, and a directory on the way to it can be written by its group or by everybody.
    Anybody,
}

impl LinkAuthor {
    /// The user that it is, where it is one.
    fn user(self) -> Option<u32> {
        match self {
            LinkAuthor::Owner(user) | LinkAuthor::DirectoryOwner(user) => Some(user),
            LinkAuthor::Anybody => None,
        }
    }
}

impl fmt::Display for LinkAuthor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkAuthor::Owner(user) => write!(formatter, "is a link of user {user}"),
            LinkAuthor::DirectoryOwner(user) => write!(formatter, "is a link that user {user} can have moved there"),
            LinkAuthor::Anybody => formatter.write_str("is a link that others than root can have moved there"),
        }
    }
}

/// What is opened and named in the end.
pub(super) struct Resolved {
    pub(super) directory: OwnedFd,
    /// The path of the directory, without links.
    pub(super) path: PathBuf,
    pub(super) name: OsString,
}

/// Opens a directory.
pub(super) fn directory(path: &Path) -> io::Result<OwnedFd> {
    match without_links(path, DIRECTORY) {
        Err(error) if needs_walk(error) => {}
        opened => return Ok(opened?),
    }
    if !rustix::process::geteuid().is_root() {
        return Ok(openat(CWD, path, DIRECTORY, Mode::empty())?);
    }
    let mut walk = Walk::from(path)?;
    walk.to(steps(path).collect())?;
    // It must be a directory.
    Ok(openat(&walk.here, ".", DIRECTORY, Mode::empty())?)
}

/// Finds the directory and the name of what a path leads to, through links that may be followed. There need not be
/// anything of that name.
pub(super) fn followed(path: &Path) -> io::Result<Resolved> {
    let mut walk = Walk::from(path)?;
    let mut open = VecDeque::new();
    push_in_front(&mut open, path, true, None);
    let name = walk.to(open)?.unwrap_or_else(|| ".".into());
    let directory = openat(&walk.here, ".", DIRECTORY, Mode::empty())?;
    Ok(Resolved { directory, path: walk.path, name })
}

/// Opens what is at a path if there is no link on the way to it, nor at its end: one call, however long the path is.
pub(super) fn without_links(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    openat2(CWD, path, flags | OFlags::CLOEXEC, Mode::empty(), ResolveFlags::NO_SYMLINKS)
}

/// Whether [`without_links`] says that there is a link, or that the system does not know the call: older kernels do not,
/// and some containers refuse it.
pub(super) fn needs_walk(error: Errno) -> bool {
    matches!(error, Errno::LOOP | Errno::NOSYS | Errno::PERM | Errno::INVAL)
}

/// What is still to be done on the way.
enum Next {
    Enter(OsString),
    Up,
    /// What a link led to is reached: it must be its author's, or below a directory.
    Reached {
        link: PathBuf,
        author: LinkAuthor,
        below: Option<Identity>,
    },
    /// The name at the end, which may be that of a link.
    Last(OsString),
}

/// What tells a directory from all others.
type Identity = (u64, u64);

/// A directory on the way in which others than root can move things.
#[derive(Clone, Copy)]
struct Exposure {
    author: LinkAuthor,
    identity: Identity,
}

/// The way to a directory, step by step.
struct Walk {
    here: OwnedFd,
    path: PathBuf,
    /// The directory nearest to us that others than root can change; of several that belong to the same user, the first.
    exposure: Option<Exposure>,
    is_root: bool,
    links: usize,
}

impl Walk {
    fn from(path: &Path) -> io::Result<Walk> {
        let mut walk = Walk {
            here: openat(CWD, if path.has_root() { "/" } else { "." }, DIRECTORY, Mode::empty())?,
            path: if path.has_root() { PathBuf::from("/") } else { PathBuf::new() },
            exposure: None,
            is_root: rustix::process::geteuid().is_root(),
            links: 0,
        };
        if walk.is_root && !path.has_root() {
            let found = fstat(&walk.here)?;
            walk.expose(&found);
        }
        Ok(walk)
    }

    /// Goes on to the end, and returns the name there, if one is asked for.
    fn to(&mut self, mut open: VecDeque<Next>) -> io::Result<Option<OsString>> {
        while let Some(next) = open.pop_front() {
            let (name, is_last) = match next {
                Next::Enter(name) => (name, false),
                Next::Last(name) => (name, true),
                Next::Up => {
                    self.here = openat(&self.here, "..", LOOK | OFlags::DIRECTORY, Mode::empty())?;
                    self.path.push("..");
                    continue;
                }
                Next::Reached { link, author, below } => {
                    self.check(link, author, below)?;
                    continue;
                }
            };
            let entered = match openat(&self.here, &name, LOOK, Mode::empty()) {
                Err(Errno::NOENT) if is_last => return Ok(Some(name)),
                entered => entered?,
            };
            let found = fstat(&entered)?;
            if FileType::from_raw_mode(found.st_mode) != FileType::Symlink {
                if is_last {
                    return Ok(Some(name));
                }
                self.here = entered;
                self.path.push(name);
                self.expose(&found);
                continue;
            }
            self.links += 1;
            if self.links > MAX_LINKS {
                return Err(Errno::LOOP.into());
            }
            let target = PathBuf::from(OsString::from_vec(readlinkat(&entered, "", Vec::new())?.into_bytes()));
            let condition = self.condition(&name, &found);
            if target.has_root() {
                self.here = openat(CWD, "/", DIRECTORY, Mode::empty())?;
                self.path = PathBuf::from("/");
                self.exposure = None;
            }
            push_in_front(&mut open, &target, is_last, condition);
        }
        Ok(None)
    }

    /// What must hold where a link leads; nothing when nobody but root can have put it there.
    fn condition(&self, name: &OsStr, link: &Stat) -> Option<Next> {
        let (author, below) = match (link.st_uid, self.exposure) {
            _ if !self.is_root => return None,
            (0, None) => return None,
            (0, Some(exposure)) => (exposure.author, Some(exposure.identity)),
            (owner, _) => (LinkAuthor::Owner(owner), None),
        };
        Some(Next::Reached { link: self.path.join(name), author, below })
    }

    fn check(&self, link: PathBuf, author: LinkAuthor, below: Option<Identity>) -> io::Result<()> {
        let to = fstat(&self.here)?.st_uid;
        if author.user() == Some(to) || below.map_or(Ok(false), |directory| is_below(&self.here, directory))? {
            return Ok(());
        }
        Err(io::Error::new(io::ErrorKind::PermissionDenied, ForeignLink { link, author, to }))
    }

    /// Takes note of a directory that was entered.
    fn expose(&mut self, directory: &Stat) {
        let is_shared = directory.st_mode & 0o022 != 0 && directory.st_mode & 0o1000 == 0;
        let author = match directory.st_uid {
            0 if is_shared => LinkAuthor::Anybody,
            0 => return,
            owner => LinkAuthor::DirectoryOwner(owner),
        };
        if self.exposure.is_none_or(|exposure| exposure.author != author) {
            self.exposure = Some(Exposure { author, identity: identity(directory) });
        }
    }
}

/// Whether a directory is another one, or lies below it.
fn is_below(directory: &OwnedFd, other: Identity) -> io::Result<bool> {
    let mut here = directory.try_clone()?;
    let mut own = identity(&fstat(&here)?);
    loop {
        if own == other {
            return Ok(true);
        }
        here = openat(&here, "..", LOOK | OFlags::DIRECTORY, Mode::empty())?;
        let above = identity(&fstat(&here)?);
        // Nothing is above the root.
        if above == own {
            return Ok(false);
        }
        own = above;
    }
}

pub(super) fn identity(found: &Stat) -> Identity {
    (found.st_dev, found.st_ino)
}

/// Puts the steps of a path before all others, with a condition for the directory that it leads to. The name at its end is
/// taken for itself where one is asked for.
fn push_in_front(open: &mut VecDeque<Next>, path: &Path, has_name: bool, condition: Option<Next>) {
    let mut steps: Vec<Next> = steps(path).collect();
    let last = match steps.pop() {
        Some(Next::Enter(name)) if has_name => Some(Next::Last(name)),
        other => {
            steps.extend(other);
            None
        }
    };
    for step in last.into_iter().chain(condition).chain(steps.into_iter().rev()) {
        open.push_front(step);
    }
}

fn steps(path: &Path) -> impl Iterator<Item = Next> {
    path.components().filter_map(|component| match component {
        Component::Normal(name) => Some(Next::Enter(name.to_owned())),
        Component::ParentDir => Some(Next::Up),
        Component::RootDir | Component::CurDir | Component::Prefix(_) => None,
    })
}
