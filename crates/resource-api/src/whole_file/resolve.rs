//! Resolves paths for root so that other users cannot redirect them.
//!
//! Each directory of a path is opened relative to its parent, and each link is read through the descriptor that was
//! checked. For root, three kinds of links are distinguished:
//!
//! - A link of root that no other user could have moved, such as `/bin` or `/var/run`, is followed. All directories on
//!   its path belong to root, and others cannot write to them. They can add to a sticky directory such as `/tmp`, but
//!   only files and links: moving a directory changes the directory itself, which is root's.
//! - A link of root that others could have moved, because it is in or below a directory that they can change, or is
//!   itself in a sticky one, counts as theirs. It is followed to a directory that belongs to the same user, or is below
//!   the directory that they can change.
//! - A link of another user is followed to a directory that belongs to the same user, who can change everything there
//!   anyway.
//!
//! Otherwise a link from `~/.ssh` to that of root would let its owner choose which of root's files is replaced.
//! Processes of other users cannot do such harm, and follow every link.

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

/// The maximum number of links to follow.
const MAX_LINKS: usize = 40;

/// Opens an entry without reading it.
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Opens a directory without reading it.
const DIRECTORY: OFlags = OFlags::PATH.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// A link that was not followed.
#[derive(Debug, thiserror::Error)]
#[error("'{}' {author} and leads to a directory of user {to}; only links of root are followed there", .link.display())]
pub struct ForeignLink {
    /// The path of the link.
    pub link: PathBuf,
    /// Who could have created it.
    pub author: LinkAuthor,
    /// The owner of the directory that it leads to.
    pub to: u32,
}

/// Who could have created or moved a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkAuthor {
    /// This user owns the link.
    Owner(u32),
    /// Root owns the link, but this user owns a directory on its path.
    DirectoryOwner(u32),
    /// Root owns the link, but a directory on its path is writable for its group or for everybody.
    Anybody,
}

impl LinkAuthor {
    /// The user, if it is a particular one.
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
            LinkAuthor::DirectoryOwner(user) => write!(formatter, "is a link that user {user} could have moved there"),
            LinkAuthor::Anybody => formatter.write_str("is a link that others than root could have moved there"),
        }
    }
}

/// A resolved path.
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
    // Fails if it is not a directory.
    Ok(openat(&walk.here, ".", DIRECTORY, Mode::empty())?)
}

/// Resolves a path through links that may be followed. Its last component need not exist.
pub(super) fn followed(path: &Path) -> io::Result<Resolved> {
    let mut walk = Walk::from(path)?;
    let mut open = VecDeque::new();
    push_in_front(&mut open, path, true, None);
    let name = walk.to(open)?.unwrap_or_else(|| ".".into());
    let directory = openat(&walk.here, ".", DIRECTORY, Mode::empty())?;
    Ok(Resolved { directory, path: walk.path, name })
}

/// Opens a path that contains no links, with a single system call.
pub(super) fn without_links(path: &Path, flags: OFlags) -> Result<OwnedFd, Errno> {
    openat2(CWD, path, flags | OFlags::CLOEXEC, Mode::empty(), ResolveFlags::NO_SYMLINKS)
}

/// Whether [`without_links`] found a link or is not supported: old kernels do not have the system call, and some
/// containers refuse it.
pub(super) fn needs_walk(error: Errno) -> bool {
    matches!(error, Errno::LOOP | Errno::NOSYS | Errno::PERM | Errno::INVAL)
}

/// The remaining steps.
enum Next {
    Enter(OsString),
    Up,
    /// The end of a link's target: the directory must belong to the link's author, or be below a directory.
    Reached {
        link: PathBuf,
        author: LinkAuthor,
        below: Option<Identity>,
    },
    /// The last component, which may be a link.
    Last(OsString),
}

/// Identifies a directory.
type Identity = (u64, u64);

/// A directory on the path that users other than root can change.
#[derive(Clone, Copy)]
struct Exposure {
    author: LinkAuthor,
    identity: Identity,
}

/// Resolves a path step by step.
struct Walk {
    here: OwnedFd,
    path: PathBuf,
    /// The last directory so far that users other than root can change; if several belong to the same user, the first
    /// of them.
    exposure: Option<Exposure>,
    /// The directory that we are in, if others can move links into it, but not out of it: it is sticky.
    sticky: Option<Identity>,
    is_root: bool,
    links: usize,
}

impl Walk {
    fn from(path: &Path) -> io::Result<Walk> {
        let mut walk = Walk {
            here: openat(CWD, if path.has_root() { "/" } else { "." }, DIRECTORY, Mode::empty())?,
            path: if path.has_root() { PathBuf::from("/") } else { PathBuf::new() },
            exposure: None,
            sticky: None,
            is_root: rustix::process::geteuid().is_root(),
            links: 0,
        };
        if walk.is_root && !path.has_root() {
            let found = fstat(&walk.here)?;
            walk.expose(&found);
        }
        Ok(walk)
    }

    /// Walks to the end, and returns the last component if it is wanted.
    fn to(&mut self, mut open: VecDeque<Next>) -> io::Result<Option<OsString>> {
        while let Some(next) = open.pop_front() {
            let (name, is_last) = match next {
                Next::Enter(name) => (name, false),
                Next::Last(name) => (name, true),
                Next::Up => {
                    self.here = openat(&self.here, "..", LOOK | OFlags::DIRECTORY, Mode::empty())?;
                    self.path.push("..");
                    self.sticky = sticky(&fstat(&self.here)?);
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
                self.sticky = sticky(&fstat(&self.here)?);
            }
            push_in_front(&mut open, &target, is_last, condition);
        }
        Ok(None)
    }

    /// Returns the condition for the target of a link; `None` if only root could have created it.
    fn condition(&self, name: &OsStr, link: &Stat) -> Option<Next> {
        let (author, below) = match (link.st_uid, self.exposure, self.sticky) {
            _ if !self.is_root => return None,
            (0, None, None) => return None,
            (0, Some(exposure), _) => (exposure.author, Some(exposure.identity)),
            (0, None, Some(directory)) => (LinkAuthor::Anybody, Some(directory)),
            (owner, ..) => (LinkAuthor::Owner(owner), None),
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

    /// Updates the exposure for a directory that was entered.
    fn expose(&mut self, directory: &Stat) {
        self.sticky = sticky(directory);
        let is_shared = is_shared(directory) && self.sticky.is_none();
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

/// Whether users other than the owner can write to a directory.
fn is_shared(directory: &Stat) -> bool {
    directory.st_mode & 0o022 != 0
}

/// Identifies a directory to which others can add, but from which they cannot take what is not theirs.
fn sticky(directory: &Stat) -> Option<Identity> {
    (is_shared(directory) && directory.st_mode & 0o1000 != 0).then(|| identity(directory))
}

/// Whether others could replace what we made in a directory.
pub(super) fn is_exposed(directory: &Stat) -> bool {
    is_writable_for_others(directory) && (!is_ours(directory) || sticky(directory).is_none())
}

/// Whether others can write to a directory.
pub(super) fn is_writable_for_others(directory: &Stat) -> bool {
    !is_ours(directory) || is_shared(directory)
}

/// Whether users other than root and an owner can write to a directory.
pub(super) fn is_writable_for_others_than(owner: u32, directory: &Stat) -> bool {
    directory.st_uid != 0 && directory.st_uid != owner || is_shared(directory)
}

fn is_ours(directory: &Stat) -> bool {
    directory.st_uid == 0 || directory.st_uid == rustix::process::geteuid().as_raw()
}

/// Whether a directory is another one or is below it.
fn is_below(directory: &OwnedFd, other: Identity) -> io::Result<bool> {
    let mut here = directory.try_clone()?;
    let mut own = identity(&fstat(&here)?);
    loop {
        if own == other {
            return Ok(true);
        }
        here = openat(&here, "..", LOOK | OFlags::DIRECTORY, Mode::empty())?;
        let above = identity(&fstat(&here)?);
        // The root is its own parent.
        if above == own {
            return Ok(false);
        }
        own = above;
    }
}

pub(super) fn identity(found: &Stat) -> Identity {
    (found.st_dev, found.st_ino)
}

/// Inserts the steps of a path before all others, followed by a condition for the directory that it leads to. If
/// `has_name` is set, the last component is kept as a name.
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
