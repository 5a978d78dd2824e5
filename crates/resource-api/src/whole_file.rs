//! Files that are replaced as a whole: what is at a path is the old file or the new one, never a part of either.
//!
//! A [`NewFile`] is written beside the place that it will take. While it is written it has no name where the file system
//! allows that, so that nothing is left of it when the process is killed. It gets owner and mode, is brought to the disk,
//! and then takes its place in one step. Whatever fails before leaves the old file as it was.
//!
//! ```
//! # let folder = tempfile::tempdir().unwrap();
//! use std::io::Write;
//! use resource_api::whole_file::{NewFile, Ownership};
//!
//! let path = folder.path().join("settings");
//! std::fs::write(&path, "colour=red\n").unwrap();
//! let mut new = NewFile::beside(&path)?;
//! new.file_mut().write_all(b"colour=blue\n")?;
//! new.dress(&Ownership::default())?;
//! assert_eq!(std::fs::read_to_string(&path)?, "colour=red\n");
//! new.place()?;
//! assert_eq!(std::fs::read_to_string(&path)?, "colour=blue\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod attributes;
mod entry;
mod folder;
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
    entry::{DirectoryEntry, open_regular, open_trusted},
    folder::Folder,
    own::{Content, MODE_OF_OWN_DIRECTORIES, create_own_directories, replace_own, replace_own_with},
    private::PrivateDirectory,
    resolve::{ForeignLink, LinkAuthor},
    stamp::Stamp,
};
use self::{
    attributes::{Attributes, Owner},
    step::{Step, reached},
};

/// The mode of a file that is new, unless somebody says otherwise.
pub const MODE_OF_NEW_FILES: u32 = 0o644;

/// The longest name that leaves room for the letters that make another one of it.
const LONGEST_KEPT_NAME: usize = 200;

/// How many names are tried before it is clear that somebody keeps us from having one.
const ATTEMPTS: usize = 100;

/// Set user and set group: a program with them runs as its owner, or with its group.
const SPECIAL: u32 = 0o6000;

/// Whose a new file is, and who may do what with it. What is not given is as with the file that it replaces; without one
/// it is the process's, with the mode [`MODE_OF_NEW_FILES`].
///
/// Set user and set group stay with a file that keeps its owner and its group. A file that gets another one loses them
/// unless `mode` has them, as the kernel does it: what one user made of a file must not run as another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ownership {
    /// The permissions.
    pub mode: Option<u32>,
    /// The number of the user.
    pub owner: Option<u32>,
    /// The number of the group.
    pub group: Option<u32>,
}

impl Ownership {
    /// Owner and mode as they are, where that can be: only root can give a file away, anybody else becomes its owner.
    pub fn kept_where_allowed() -> Ownership {
        let (user, group) = (rustix::process::geteuid(), rustix::process::getegid());
        if user.is_root() {
            return Ownership::default();
        }
        Ownership { owner: Some(user.as_raw()), group: Some(group.as_raw()), mode: None }
    }
}

/// A file that is about to take the place of another one, or a place where nothing is.
///
/// What does not get to [`place`](NewFile::place) vanishes when it is dropped.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    /// The folder of its place, and its name there.
    folder: Folder,
    place: OsString,
    /// The folder in which it is until then, if that is another one.
    staging: Option<Folder>,
    /// The name that it has meanwhile, if it has one, and its path.
    name: Option<(OsString, PathBuf)>,
    /// The file that it replaces, once somebody has looked.
    replaced: Option<Replaced>,
    /// What it keeps of that file, and the mode that it has.
    kept: Option<(Attributes, u32)>,
}

/// The file that is about to be replaced, if it is one.
type Replaced = Option<(OwnedFd, Stat)>;

impl NewFile {
    /// An empty file in the folder of the place that it will take. Nobody else can open it.
    pub fn beside(place: &Path) -> io::Result<NewFile> {
        NewFile::at(DirectoryEntry::at(place)?)
    }

    /// An empty file in a directory that is open, whose entry it will be.
    pub fn at(entry: DirectoryEntry) -> io::Result<NewFile> {
        NewFile::begun(entry, None)
    }

    /// An empty file in another folder than that of the place that it will take.
    pub fn staged(entry: DirectoryEntry, folder: &Path) -> io::Result<NewFile> {
        NewFile::begun(entry, Some(Folder::open(folder)?))
    }

    fn begun(entry: DirectoryEntry, staging: Option<Folder>) -> io::Result<NewFile> {
        let (folder, place) = entry.into_parts();
        let (file, name) = match nameless(staging.as_ref().unwrap_or(&folder), Path::new("."), 0o600) {
            Ok(file) => (file, None),
            Err(error) if is_unsupported(&error) => {
                let (file, name) = with_passing_name(staging.as_ref().unwrap_or(&folder), &place)?;
                (file, Some(name))
            }
            Err(error) => return Err(error),
        };
        let new = NewFile { file, place, folder, staging, name, replaced: None, kept: None };
        reached(Step::Opened)?;
        Ok(new)
    }

    /// The file, to be written to.
    pub fn file_mut(&mut self) -> &mut File {
        &mut self.file
    }

    /// The file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The directory entry that it will be.
    pub fn entry(&self) -> io::Result<DirectoryEntry> {
        Ok(DirectoryEntry::new(self.folder.try_clone()?, self.place.clone()))
    }

    /// The path under which others can look at the file before it is in its place. It has none before that is asked for.
    pub fn path(&mut self) -> io::Result<&Path> {
        if self.name.is_none() {
            self.name = Some(self.get_name()?);
            reached(Step::Named)?;
        }
        self.name.as_ref().map(|(_, path)| path.as_path()).ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Gives the file a name beside its place. Without `/proc` only a file that was made with a name has one.
    fn get_name(&mut self) -> io::Result<(OsString, PathBuf)> {
        let folder = self.staging.as_ref().unwrap_or(&self.folder);
        match with_unused_name(&self.place, |name| link(&self.file, folder, name)) {
            Ok(((), name)) => {
                let path = folder.path().join(&name);
                Ok((name, path))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let (mut file, name) = with_passing_name(folder, &self.place)?;
                if let Err(error) = self.copy_to(&mut file) {
                    // The first error is the one that counts.
                    let _ = unlinkat(folder, &name.0, AtFlags::empty());
                    return Err(error);
                }
                self.file = file;
                Ok(name)
            }
            Err(error) => Err(error),
        }
    }

    /// The mode that the file has from the one that it replaces, unless another one is given; nothing where it replaces
    /// none. What becomes of it is asked for once: owner and mode are those of the same file, whatever happens meanwhile.
    pub fn inherited_mode(&mut self, ownership: &Ownership) -> io::Result<Option<u32>> {
        self.look()?;
        let Some((descriptor, old)) = self.replaced.as_ref().and_then(Option::as_ref) else { return Ok(None) };
        let is_same = |given: Option<u32>, is: u32| given.is_none_or(|given| given == is);
        let (owner_stays, group_stays) = (is_same(ownership.owner, old.st_uid), is_same(ownership.group, old.st_gid));
        let mut mode = old.st_mode & 0o7777;
        if !owner_stays || !group_stays {
            mode &= !SPECIAL;
        }
        if !owner_stays {
            mode = Attributes::mode_of_other_owner(&self.folder, &self.place, descriptor, mode)?;
        }
        Ok(Some(mode))
    }

    /// Gives the file its owner, then what it keeps of the file that it replaces (`whole_file/attributes.rs`), and then its
    /// mode: a change of the owner takes special permissions away, and a mode changes an access control list.
    pub fn dress(&mut self, ownership: &Ownership) -> io::Result<()> {
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
        if let Some((descriptor, old)) = old {
            let is_same = ownership.owner.is_none_or(|owner| owner == old.st_uid);
            let owner = if is_same { Owner::Same } else { Owner::Other };
            let kept = Attributes::kept_from(&self.folder, &self.place, descriptor, owner)?;
            kept.give(&self.file, mode)?;
            self.kept = Some((kept, mode));
        }
        self.file.set_permissions(Permissions::from_mode(mode))?;
        reached(Step::Dressed)
    }

    /// Looks for the file that is about to be replaced. What is no file is not replaced by one of its kind.
    fn look(&mut self) -> io::Result<()> {
        if self.replaced.is_none() {
            let flags = OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            let opened = match openat(&self.folder, &self.place, flags, Mode::empty()) {
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

    /// Brings the file to the disk and puts it in its place.
    ///
    /// In two cases that takes more than one step. A file that was staged in another file system is copied beside its
    /// place before. And a file that is a mount point itself, as `/etc/hosts` is in many containers, cannot be replaced;
    /// it is written to.
    pub fn place(mut self) -> io::Result<()> {
        self.put()?;
        // The name is part of the folder, which not every file system can bring to the disk.
        let _ = self.folder.sync();
        reached(Step::Done)
    }

    /// As [`place`](NewFile::place), but does not wait until the folder is on the disk, too: whoever replaces many files
    /// in a folder [brings it there](Folder::sync) once. Until then a machine that loses its power may have the old file.
    pub fn place_without_folder(mut self) -> io::Result<()> {
        self.put()?;
        reached(Step::Done)
    }

    /// As [`place`](NewFile::place), but only where nothing is: else it fails with
    /// [`AlreadyExists`](io::ErrorKind::AlreadyExists), whoever was first.
    pub fn place_anew(mut self) -> io::Result<()> {
        self.file.sync_all()?;
        reached(Step::Synced)?;
        if !self.take_free_place()? {
            self.path()?;
            let Some((name, _)) = &self.name else { return Err(io::ErrorKind::NotFound.into()) };
            // The other name goes away with this value.
            let from = self.staging.as_ref().unwrap_or(&self.folder);
            linkat(from, name, &self.folder, &self.place, AtFlags::empty())?;
        }
        reached(Step::Placed)?;
        let _ = self.folder.sync();
        reached(Step::Done)
    }

    fn put(&mut self) -> io::Result<()> {
        self.file.sync_all()?;
        reached(Step::Synced)?;
        if !self.take_free_place()? {
            self.path()?;
            let Some((name, _)) = &self.name else { return Err(io::ErrorKind::NotFound.into()) };
            match renameat(self.staging.as_ref().unwrap_or(&self.folder), name, &self.folder, &self.place) {
                Ok(()) => self.name = None,
                Err(Errno::XDEV) => return self.copied()?.put(),
                Err(Errno::BUSY) => self.write_in_place()?,
                Err(error) => return Err(error.into()),
            }
        }
        reached(Step::Placed)
    }

    /// Gives a file without a name that of its place, if nothing has it. Returns whether it has it now.
    fn take_free_place(&self) -> io::Result<bool> {
        if self.name.is_some() || self.staging.is_some() {
            return Ok(false);
        }
        match link(&self.file, &self.folder, &self.place) {
            Ok(()) => Ok(true),
            // Somebody has it, or there is no /proc.
            Err(error) if matches!(error.kind(), io::ErrorKind::AlreadyExists | io::ErrorKind::NotFound) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The same file in the folder of its place.
    fn copied(&self) -> io::Result<NewFile> {
        let mut copied = NewFile::at(self.entry()?)?;
        self.copy_to(&mut copied.file)?;
        Ok(copied)
    }

    /// Makes another file the same.
    fn copy_to(&self, file: &mut File) -> io::Result<()> {
        copy(&self.file, file)?;
        let Some((kept, mode)) = &self.kept else { return Ok(()) };
        kept.give(file, *mode)?;
        // A list may have changed it.
        file.set_permissions(Permissions::from_mode(*mode))
    }

    fn write_in_place(&self) -> io::Result<()> {
        let flags = OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let mut target = File::from(openat(&self.folder, &self.place, flags, Mode::empty())?);
        let length = copy(&self.file, &mut target)?;
        target.set_len(length)?;
        target.sync_all()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some((name, _)) = &self.name {
            // There is nobody to tell.
            let _ = unlinkat(self.staging.as_ref().unwrap_or(&self.folder), name, AtFlags::empty());
        }
    }
}

/// Replaces what a file holds, or makes it. Owner and mode stay as they are, unless given.
pub fn replace(path: &Path, content: &[u8], ownership: &Ownership) -> io::Result<()> {
    replace_at(DirectoryEntry::at(path)?, content, ownership)
}

/// As [`replace`], in a directory that is open.
pub fn replace_at(entry: DirectoryEntry, content: &[u8], ownership: &Ownership) -> io::Result<()> {
    let mut new = NewFile::at(entry)?;
    io::Write::write_all(new.file_mut(), content)?;
    new.dress(ownership)?;
    new.place()
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn nameless(start: impl AsFd, folder: &Path, mode: u32) -> io::Result<File> {
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    Ok(File::from(openat(start, folder, flags, Mode::from_raw_mode(mode))?))
}

/// Gives a file without a name one.
fn link(file: &File, folder: &Folder, name: &OsStr) -> io::Result<()> {
    reached(Step::Naming)?;
    let nameless = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, &nameless, folder, name, AtFlags::SYMLINK_FOLLOW)?)
}

/// Copies content, owner and mode to an empty file, or to one that is to be the same. Returns the length.
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

/// Whether a file system has no nameless files.
fn is_unsupported(error: &io::Error) -> bool {
    let unsupported = [Errno::OPNOTSUPP, Errno::ISDIR, Errno::INVAL, Errno::NOENT];
    unsupported.iter().any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
}

/// An empty file with a name beside its place, and its path.
fn with_passing_name(folder: &Folder, place: &OsStr) -> io::Result<(File, (OsString, PathBuf))> {
    let flags = OFlags::RDWR | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let (file, name) =
        with_unused_name(place, |name| Ok(File::from(openat(folder, name, flags, Mode::from_raw_mode(0o600))?)))?;
    let path = folder.path().join(&name);
    Ok((file, (name, path)))
}

/// Makes something under a name that nothing has.
fn with_unused_name<T>(place: &OsStr, mut make: impl FnMut(&OsStr) -> io::Result<T>) -> io::Result<(T, OsString)> {
    for _ in 0..ATTEMPTS {
        let name = passing_name(place);
        match make(&name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => return Ok((made?, name)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// The name of the place with six letters that nobody can guess.
fn passing_name(name: &OsStr) -> OsString {
    const LETTERS: &[u8; 36] = b"abcdefghijklmnopqrstuvwxyz0123456789";
    let is_kept = name.len() <= LONGEST_KEPT_NAME && name != ".";
    let mut passing = if is_kept { name.to_owned() } else { OsString::from("file") };
    passing.push(".bunraku-");
    // Every state of the hasher begins with other keys.
    let mut number = RandomState::new().hash_one(std::process::id());
    for _ in 0..6 {
        let letter = usize::try_from(number % 36).ok().and_then(|place| LETTERS.get(place)).copied().unwrap_or(b'a');
        passing.push(char::from(letter).to_string());
        number /= 36;
    }
    passing
}
