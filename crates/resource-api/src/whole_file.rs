//! Atomic replacement of files: a path always leads to the complete old file or the complete new one.
//!
//! A [`NewFile`] is written in the directory of its target. While it is written it has no name, if the file system
//! supports that, so that nothing is left if the process is killed. It gets its owner and mode, is synced to disk, and
//! then replaces the target in one step. If anything fails before that, the old file is unchanged.
//!
//! ```
//! # let dir = tempfile::tempdir().unwrap();
//! use std::io::Write;
//! use resource_api::whole_file::{NewFile, Ownership};
//!
//! let path = dir.path().join("settings");
//! std::fs::write(&path, "colour=red\n").unwrap();
//! let mut new = NewFile::create_in_parent(&path)?;
//! new.file_mut().write_all(b"colour=blue\n")?;
//! new.set_ownership(&Ownership::default())?;
//! assert_eq!(std::fs::read_to_string(&path)?, "colour=red\n");
//! new.commit()?;
//! assert_eq!(std::fs::read_to_string(&path)?, "colour=blue\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod attributes;
mod dir;
mod entry;
mod own;
mod private;
mod removal;
mod resolve;
mod stamp;
mod step;

#[cfg(test)]
mod tests;

use std::{
    ffi::{OsStr, OsString},
    fs::{File, Permissions},
    hash::{BuildHasher, RandomState},
    io::{self, Seek},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::fs::{MetadataExt, PermissionsExt, fchown},
    },
    path::{Path, PathBuf},
};

use rustix::{
    fs::{AtFlags, CWD, FileType, Mode, OFlags, Stat, fstat, linkat, openat, renameat, unlinkat},
    io::Errno,
};

pub use self::{
    attributes::copy_attributes,
    dir::TrustedDir,
    entry::{DirectoryEntry, open_regular, open_trusted},
    own::{Content, MODE_OF_OWN_DIRECTORIES, create_own_directories, replace_own, replace_own_with},
    private::PrivateDirectory,
    resolve::{ForeignLink, LinkAuthor},
    stamp::Stamp,
};
use self::{
    attributes::{Attributes, Owner},
    step::{Step, reached},
};

/// The mode of a new file, unless another one is given.
pub const MODE_OF_NEW_FILES: u32 = 0o644;

/// Longer names are not used as the prefix of a temporary name, which must not exceed the maximum length of a name.
const MAX_NAME_LENGTH: usize = 200;

/// How many temporary names to try before concluding that somebody is interfering.
const ATTEMPTS: usize = 100;

/// The set-user-ID and set-group-ID bits.
const SPECIAL: u32 = 0o6000;

/// The owner and mode of a new file. Unset fields are taken from the file that it replaces. If there is none, they are
/// those of the process, with the mode [`MODE_OF_NEW_FILES`].
///
/// The set-user-ID and set-group-ID bits are preserved if the owner and the group stay the same. Otherwise they are
/// cleared unless `mode` contains them, as the kernel does: a program that one user wrote must not run as another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ownership {
    /// The mode.
    pub mode: Option<u32>,
    /// The user id.
    pub owner: Option<u32>,
    /// The group id.
    pub group: Option<u32>,
}

impl Ownership {
    /// Preserves the owner and group if that is permitted. Only root can give files away, so for other users the file
    /// becomes their own.
    pub fn kept_where_allowed() -> Ownership {
        let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
        if user.is_root() {
            return Ownership::default();
        }
        Ownership { owner: Some(user.as_raw()), group: Some(group.as_raw()), mode: None }
    }
}

/// A file that is going to replace another one, or to be created.
///
/// It is removed when it is dropped without being [committed](NewFile::commit).
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// The directory of the target, whose name is `target`.
    dir: TrustedDir,
    target: OsString,
    /// The directory that contains the file until then, if it is another one.
    staging: Option<TrustedDir>,
    /// The temporary name and path, if it has one.
    temp: Option<(OsString, PathBuf)>,
    /// The file that it replaces, once that has been looked up.
    replaced: Option<Replaced>,
    /// The attributes preserved from that file, and the mode.
    kept: Option<(Attributes, u32)>,
}

/// The file to replace, if it is a regular file.
type Replaced = Option<(OwnedFd, Stat)>;

impl NewFile {
    /// Creates an empty file in the parent directory of its target. Nobody else can open it.
    pub fn create_in_parent(path: &Path) -> io::Result<NewFile> {
        NewFile::at(DirectoryEntry::at(path)?)
    }

    /// Creates an empty file for an entry of an open directory.
    pub fn at(entry: DirectoryEntry) -> io::Result<NewFile> {
        NewFile::create(entry, None)
    }

    /// Creates an empty file in another directory than that of its target.
    pub fn staged(entry: DirectoryEntry, dir: &Path) -> io::Result<NewFile> {
        NewFile::create(entry, Some(TrustedDir::open(dir)?))
    }

    fn create(entry: DirectoryEntry, staging: Option<TrustedDir>) -> io::Result<NewFile> {
        let (dir, target) = entry.into_parts();
        let (file, temp) = match unnamed(staging.as_ref().unwrap_or(&dir), Path::new("."), 0o600) {
            Ok(file) => (file, None),
            Err(error) if is_unsupported(&error) => {
                let (file, name) = with_temp_name(staging.as_ref().unwrap_or(&dir), &target)?;
                (file, Some(name))
            }
            Err(error) => return Err(error),
        };
        let new = NewFile { file, target, dir, staging, temp, replaced: None, kept: None };
        reached(Step::Opened)?;
        Ok(new)
    }

    /// The file, for writing.
    pub fn file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The directory entry of the target.
    pub fn entry(&self) -> io::Result<DirectoryEntry> {
        Ok(DirectoryEntry::new(self.dir.try_clone()?, self.target.clone()))
    }

    /// Returns the path of the file before it is committed. The file has no path until this is called.
    pub fn path(&mut self) -> io::Result<&Path> {
        if self.temp.is_none() {
            self.temp = Some(self.create_temp_name()?);
            reached(Step::Named)?;
        }
        self.temp.as_ref().map(|(_, path)| path.as_path()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Gives the file a temporary name in its directory. Without `/proc` that is possible only for files that were
    /// created with a name.
    fn create_temp_name(&mut self) -> io::Result<(OsString, PathBuf)> {
        let dir = self.staging.as_ref().unwrap_or(&self.dir);
        match with_unused_name(&self.target, |name| link(&self.file, dir, name)) {
            Ok(((), name)) => {
                let path = dir.path().join(&name);
                Ok((name, path))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (mut file, name) = with_temp_name(dir, &self.target)?;
                if let Err(error) = self.copy_to(&mut file) {
                    // The first error is more informative.
                    let _ = unlinkat(dir, &name.0, AtFlags::empty());
                    return Err(error);
                }
                self.file = file;
                Ok(name)
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the mode that the file inherits from the file that it replaces, if it replaces one. The replaced file is
    /// looked up only once, so owner and mode always come from the same file.
    pub fn inherited_mode(&mut self, ownership: &Ownership) -> io::Result<Option<u32>> {
        self.find_replaced()?;
        let Some((descriptor, old)) = self.replaced.as_ref().and_then(Option::as_ref) else { return Ok(None) };
        let is_same = |given: Option<u32>, is: u32| given.is_none_or(|given| given == is);
        let (owner_stays, group_stays) = (is_same(ownership.owner, old.st_uid), is_same(ownership.group, old.st_gid));
        let mut mode = old.st_mode & 0o7777;
        if !owner_stays || !group_stays {
            mode &= !SPECIAL;
        }
        if !owner_stays {
            mode = Attributes::mode_of_other_owner(&self.dir, &self.target, descriptor, mode)?;
        }
        Ok(Some(mode))
    }

    /// Sets the owner, copies the preserved attributes (see `whole_file/attributes.rs`), and then sets the mode. The
    /// order matters: changing the owner clears special mode bits, and setting the mode changes an access control list.
    pub fn set_ownership(&mut self, ownership: &Ownership) -> io::Result<()> {
        let inherited = self.inherited_mode(ownership)?;
        let mode = ownership.mode.or(inherited).unwrap_or(MODE_OF_NEW_FILES) & 0o7777;
        let old = self.replaced.as_ref().and_then(Option::as_ref);
        let own = self.file.metadata()?;
        let owner = ownership.owner.or(old.map(|(_, old)| old.st_uid)).filter(|owner| *owner != own.uid());
        let group = ownership.group.or(old.map(|(_, old)| old.st_gid)).filter(|group| *group != own.gid());
        if owner.is_some() || group.is_some() {
            fchown(&self.file, owner, group)?;
        }
        reached(Step::Owned)?;
        if old.is_none() && !self.is_in_directory_of(self.file.metadata()?.uid())? {
            Attributes::default().give(&self.file, mode)?;
        }
        if let Some((descriptor, old)) = old {
            let is_same = ownership.owner.is_none_or(|owner| owner == old.st_uid);
            let owner = if is_same { Owner::Same } else { Owner::Other };
            let kept = Attributes::kept_from(&self.dir, &self.target, descriptor, owner)?;
            kept.give(&self.file, mode)?;
            self.kept = Some((kept, mode));
        }
        self.file.set_permissions(Permissions::from_mode(mode))?;
        reached(Step::OwnershipSet)
    }

    /// Whether the directory in which the file was created belongs to root, to us or to this user. Others must not let
    /// anybody read new files by a default access control list.
    fn is_in_directory_of(&self, user: u32) -> io::Result<bool> {
        let directory = fstat(self.staging.as_ref().unwrap_or(&self.dir))?.st_uid;
        Ok([0, rustix::process::geteuid().as_raw(), user].contains(&directory))
    }

    /// Looks up the file to replace. Only a regular file passes on its attributes.
    fn find_replaced(&mut self) -> io::Result<()> {
        if self.replaced.is_none() {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = match openat(&self.dir, &self.target, flags, Mode::empty()) {
                Err(Errno::NOENT) => None,
                opened => Some(opened?),
            };
            let found = opened.map(|opened| Ok::<_, io::Error>((fstat(&opened)?, opened))).transpose()?;
            let is_file = |found: &Stat| FileType::from_raw_mode(found.st_mode) == FileType::RegularFile;
            self.replaced =
                Some(found.filter(|(found, _)| is_file(found)).map(|(found, descriptor)| (descriptor, found)));
        }
        Ok(())
    }

    /// Syncs the file to disk and replaces the target.
    ///
    /// Two cases take more than one step. A file that was staged on another file system, or where others could swap it
    /// for one of theirs, is first copied to the target's directory. A target that is a mount point, as `/etc/hosts` is in many containers, cannot be replaced and is
    /// overwritten instead.
    pub fn commit(mut self) -> io::Result<()> {
        self.replace_target()?;
        // Not every file system can sync a directory.
        let _ = self.dir.sync();
        reached(Step::Done)
    }

    /// Like [`commit`](NewFile::commit), but does not sync the directory. If you replace many files in a directory,
    /// [sync](TrustedDir::sync) it once at the end. Until then a power failure may bring back the old file.
    pub fn commit_without_sync(mut self) -> io::Result<()> {
        self.replace_target()?;
        reached(Step::Done)
    }

    /// Like [`commit`](NewFile::commit), but fails with [`AlreadyExists`](io::ErrorKind::AlreadyExists) if the target
    /// exists.
    pub fn commit_new(mut self) -> io::Result<()> {
        if self.could_be_swapped()? {
            return self.copied()?.commit_new();
        }
        self.file.sync_all()?;
        reached(Step::Synced)?;
        if !self.claim_free_path()? {
            self.path()?;
            let Some((name, _)) = &self.temp else { return Err(io::ErrorKind::NotFound.into()) };
            // The temporary name is removed when this value is dropped.
            let from = self.staging.as_ref().unwrap_or(&self.dir);
            linkat(from, name, &self.dir, &self.target, AtFlags::empty())?;
        }
        reached(Step::Committed)?;
        let _ = self.dir.sync();
        reached(Step::Done)
    }

    fn replace_target(&mut self) -> io::Result<()> {
        if self.could_be_swapped()? {
            return self.copied()?.replace_target();
        }
        self.file.sync_all()?;
        reached(Step::Synced)?;
        if !self.claim_free_path()? {
            self.path()?;
            let Some((name, _)) = &self.temp else { return Err(io::ErrorKind::NotFound.into()) };
            match renameat(self.staging.as_ref().unwrap_or(&self.dir), name, &self.dir, &self.target) {
                Ok(()) => self.temp = None,
                Err(Errno::XDEV) => return self.copied()?.replace_target(),
                Err(Errno::BUSY) => self.overwrite()?,
                Err(error) => return Err(error.into()),
            }
        }
        reached(Step::Committed)
    }

    /// Links an unnamed file to the target if that does not exist. Returns whether it did.
    fn claim_free_path(&self) -> io::Result<bool> {
        if self.temp.is_some() || self.staging.is_some() {
            return Ok(false);
        }
        match link(&self.file, &self.dir, &self.target) {
            Ok(()) => Ok(true),
            // The target exists, or there is no /proc.
            Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Whether others can change the directory in which it is staged, and so what its name leads to.
    fn could_be_swapped(&self) -> io::Result<bool> {
        Ok(match &self.staging {
            Some(staging) => resolve::is_exposed(&fstat(staging)?),
            None => false,
        })
    }

    /// Copies the file to the directory of its target.
    fn copied(&self) -> io::Result<NewFile> {
        let mut copied = NewFile::at(self.entry()?)?;
        self.copy_to(&mut copied.file)?;
        Ok(copied)
    }

    /// Copies content and attributes to another file.
    fn copy_to(&self, file: &mut File) -> io::Result<()> {
        copy(&self.file, file)?;
        let Some((kept, mode)) = &self.kept else { return Ok(()) };
        kept.give(file, *mode)?;
        // An access control list may have changed it.
        file.set_permissions(Permissions::from_mode(*mode))
    }

    fn overwrite(&self) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut file = File::from(openat(&self.dir, &self.target, flags, Mode::empty())?);
        let length = copy(&self.file, &mut file)?;
        file.set_len(length)?;
        file.sync_all()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((name, _)) = &self.temp {
            // Errors in `drop` cannot be reported.
            let _ = unlinkat(self.staging.as_ref().unwrap_or(&self.dir), name, AtFlags::empty());
        }
    }
}

/// Replaces the content of a file, or creates it. Owner and mode are preserved unless given.
pub fn replace(path: &Path, content: &[u8], ownership: &Ownership) -> io::Result<()> {
    replace_at(DirectoryEntry::at(path)?, content, ownership)
}

/// Like [`replace`], for an entry of an open directory.
pub fn replace_at(entry: DirectoryEntry, content: &[u8], ownership: &Ownership) -> io::Result<()> {
    let mut new = NewFile::at(entry)?;
    io::Write::write_all(new.file_mut(), content)?;
    new.set_ownership(ownership)?;
    new.commit()
}

fn unnamed(start: impl AsFd, dir: &Path, mode: u32) -> io::Result<File> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    Ok(File::from(openat(start, dir, flags, Mode::from_raw_mode(mode))?))
}

/// Links an unnamed file to a name.
fn link(file: &File, dir: &TrustedDir, name: &OsStr) -> io::Result<()> {
    reached(Step::Naming)?;
    let proc_path = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, &proc_path, dir, name, AtFlags::SYMLINK_FOLLOW)?)
}

/// Copies content, owner and mode to another file. Returns the length.
fn copy(mut from: &File, to: &mut File) -> io::Result<u64> {
    from.rewind()?;
    let length = io::copy(&mut from, to)?;
    let (wanted, is) = (from.metadata()?, to.metadata()?);
    if (wanted.uid(), wanted.gid()) != (is.uid(), is.gid()) {
        fchown(&*to, Some(wanted.uid()), Some(wanted.gid()))?;
    }
    to.set_permissions(Permissions::from_mode(wanted.mode() & 0o7777))?;
    Ok(length)
}

/// Whether the file system does not support unnamed files.
fn is_unsupported(error: &io::Error) -> bool {
    let unsupported = [Errno::OPNOTSUPP, Errno::ISDIR, Errno::INVAL, Errno::NOENT];
    unsupported.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// Creates an empty file with a temporary name. Returns it with its name and path.
fn with_temp_name(dir: &TrustedDir, target: &OsStr) -> io::Result<(File, (OsString, PathBuf))> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let (file, name) =
        with_unused_name(target, |name| Ok(File::from(openat(dir, name, flags, Mode::from_raw_mode(0o600))?)))?;
    let path = dir.path().join(&name);
    Ok((file, (name, path)))
}

/// Creates something under an unused name.
fn with_unused_name<T>(target: &OsStr, mut make: impl FnMut(&OsStr) -> io::Result<T>) -> io::Result<(T, OsString)> {
    for _ in 0..ATTEMPTS {
        let name = temp_name(target);
        match make(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Appends six unpredictable letters to the name.
fn temp_name(name: &OsStr) -> OsString {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let is_kept = name.len() <= MAX_NAME_LENGTH && name != ".";
    let mut temp = if is_kept { name.to_owned() } else { OsString::from("file") };
    temp.push(".bunraku-");
    // Each `RandomState` has different keys.
    let mut number = RandomState::new().hash_one(std::process::id());
    for _ in 0..6 {
        let letter = usize::try_from(number % 36).ok().and_then(|index| LETTERS.get(index)).copied().unwrap_or(b'a');
        temp.push(char::from(letter).to_string());
        number /= 36;
    }
    temp
}
