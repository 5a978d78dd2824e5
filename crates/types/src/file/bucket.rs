//! A bucket: a folder that keeps contents by their checksums, with the paths that they had.
//!
//! It lies on the disk as that of Puppet: `<bucket>/c/b/a/0/6/b/5/7/<sum>/contents` and `paths` beside it.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use resource_api::whole_file::{DirectoryEntry, Folder, MODE_OF_OWN_DIRECTORIES, NewFile, Ownership, open_regular};
use rustix::{
    fs::{Mode, OFlags, fchmod, mkdirat, openat},
    io::Errno,
};

use super::checksum::Checksum;

/// How deep below the bucket what it keeps can be.
const DEPTH: usize = 9;

/// A folder that keeps contents by their checksums.
///
/// ```
/// let folder = std::env::temp_dir().join("bunraku-bucket-example");
/// let bucket = types::Bucket::named(folder.clone(), "sha256").unwrap();
/// let file = folder.with_extension("txt");
/// std::fs::write(&file, "old")?;
///
/// let sum = bucket.save(&file)?;
/// assert_eq!(std::fs::read_to_string(bucket.find(&sum).unwrap())?, "old");
/// # std::fs::remove_dir_all(folder)?;
/// # std::fs::remove_file(file)
/// # ; Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bucket {
    folder: PathBuf,
    checksum: Checksum,
    /// The mode of the folder, if it is made.
    mode: u32,
}

/// The mode of a bucket that settings name, and of one that a resource names, as Puppet makes them.
const MODE_OF_SETTINGS: u32 = 0o750;
const MODE_OF_RESOURCE: u32 = 0o770;

/// One path of a content that a bucket keeps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kept {
    /// The path that the content had.
    pub path: String,
    /// When it was last kept.
    pub time: SystemTime,
    /// The checksum of the content.
    pub sum: String,
}

impl Bucket {
    /// The bucket of everybody, in the folder that settings name.
    pub(super) fn of_settings(folder: PathBuf, checksum: Checksum) -> Bucket {
        Bucket { folder, checksum, mode: MODE_OF_SETTINGS }
    }

    /// A bucket in the folder that a resource names.
    pub(super) fn new(folder: PathBuf, checksum: Checksum) -> Bucket {
        Bucket { folder, checksum, mode: MODE_OF_RESOURCE }
    }

    /// A bucket in a folder, in which contents go by checksums of this name; nothing when there is no such checksum.
    pub fn named(folder: PathBuf, checksum: &str) -> Option<Bucket> {
        Some(Bucket::of_settings(folder, Checksum::named(checksum).filter(|checksum| checksum.is_of_all())?))
    }

    /// Whether there is such a bucket.
    pub fn exists(&self) -> bool {
        self.folder.is_dir()
    }

    /// Whether a text is a checksum that this bucket could know.
    pub fn is_sum(&self, text: &str) -> bool {
        self.checksum.accepts(text) && !text.bytes().any(|byte| byte.is_ascii_uppercase())
    }

    /// The checksum of what can be read.
    pub fn sum(&self, content: &mut dyn Read) -> io::Result<String> {
        self.checksum.of(content)
    }

    /// The file that holds the content with a checksum, if it is kept.
    pub fn find(&self, sum: &str) -> Option<PathBuf> {
        if !self.is_sum(sum) {
            return None;
        }
        let contents = self.place(sum).join("contents");
        contents.is_file().then_some(contents)
    }

    /// Saves the content of a file under its checksum, with the path that it had. Returns the checksum.
    ///
    /// The file is opened once, and no link that somebody put in its place is followed: what was looked at is what is
    /// kept.
    pub fn save(&self, file: &Path) -> io::Result<String> {
        self.save_from(DirectoryEntry::at(file)?.open_regular()?, file)
    }

    /// As [`save`](Bucket::save), from a file that is open.
    pub fn save_from(&self, file: File, path: &Path) -> io::Result<String> {
        self.save_telling(file, path).map(|(sum, _)| sum)
    }

    /// Saves a content that is in memory, with the path that it had. Returns the checksum.
    pub(crate) fn save_content(&self, content: &[u8], path: &Path) -> io::Result<String> {
        self.save_from(process::sealed_input(content)?, path)
    }

    /// As [`save_from`](Bucket::save_from), and says whether the content was kept already, under other paths alone.
    pub(super) fn save_telling(&self, mut content: File, path: &Path) -> io::Result<(String, bool)> {
        let sum = self.checksum.of(&mut content)?;
        let folder = self.make_place(&sum)?;
        let contents = folder.path().join("contents");
        let is_kept = self.is_whole(&folder, &sum);
        if !is_kept {
            content.rewind()?;
            let mut copy = NewFile::beside(&contents)?;
            let copied = self.checksum.of(&mut Tee { from: content, to: copy.file_mut() })?;
            if copied != sum {
                return Err(io::Error::other("it was changed while it was read"));
            }
            copy.dress(&Ownership { mode: Some(0o440), ..Ownership::default() })?;
            copy.place()?;
        }
        let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut paths = File::from(openat(&folder, "paths", flags, Mode::from_raw_mode(0o640))?);
        if !paths.metadata()?.is_file() {
            return Err(io::Error::other(format!("{} is not a regular file", folder.path().join("paths").display())));
        }
        let shown = path.to_string_lossy();
        let is_known = BufReader::new(&paths).lines().map_while(Result::ok).any(|line| line == shown);
        if !is_known {
            writeln!(paths, "{shown}")?;
        }
        Ok((sum, is_kept && !is_known))
    }

    /// What is kept: every path of every content, in the order of paths, and then of times.
    pub fn list(&self) -> io::Result<Vec<Kept>> {
        let mut kept = Vec::new();
        let mut folders = vec![(self.folder.clone(), 0)];
        while let Some((folder, depth)) = folders.pop() {
            for entry in fs::read_dir(&folder)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() && depth < DEPTH {
                    folders.push((entry.path(), depth + 1));
                } else if kind.is_file() && entry.file_name() == "paths" {
                    let sum = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    let time = entry.metadata()?.modified()?;
                    let mut paths = Vec::new();
                    open_regular(&entry.path())?.read_to_end(&mut paths)?;
                    let paths = String::from_utf8_lossy(&paths).into_owned();
                    kept.extend(paths.lines().map(|path| Kept { path: path.to_owned(), time, sum: sum.clone() }));
                }
            }
        }
        kept.sort();
        Ok(kept)
    }

    /// The folder of a checksum, in which there are never too many others.
    fn place(&self, sum: &str) -> PathBuf {
        let letters = sum.chars().take(DEPTH - 1).map(String::from);
        self.folder.join(letters.collect::<PathBuf>()).join(sum)
    }

    fn make_place(&self, sum: &str) -> io::Result<Folder> {
        let place = self.place(sum);
        if let Ok(folder) = Folder::open(&place) {
            return Ok(folder);
        }
        let mut folders: Vec<&Path> = place.ancestors().collect();
        folders.reverse();
        let above = folders.len().saturating_sub(DEPTH + 1);
        for (number, folder) in folders.into_iter().filter(|folder| !folder.as_os_str().is_empty()).enumerate() {
            let mode = match number {
                number if number < above => None,
                number if number == above => Some(self.mode),
                _ => Some(0o770),
            };
            make_folder(folder, mode)?;
        }
        Folder::open(&place)
    }

    /// Whether a content is kept already, and nothing happened to it.
    fn is_whole(&self, folder: &Folder, sum: &str) -> bool {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let contents = openat(folder, "contents", flags, Mode::empty()).map(File::from).map_err(io::Error::from);
        contents.and_then(|mut file| self.checksum.of(&mut file)).is_ok_and(|found| found == sum)
    }
}

/// Makes a folder, if there is none: with a mode where it is of nobody's business but ours. Nothing is made behind a link
/// that somebody else could have put there.
fn make_folder(path: &Path, mode: Option<u32>) -> io::Result<()> {
    match Folder::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened.map(drop),
    }
    let (above, name) = Folder::of(path)?;
    let first = Mode::from_raw_mode(if mode.is_some() { 0o700 } else { MODE_OF_OWN_DIRECTORIES });
    match mkdirat(&above, name, first) {
        Ok(()) => {}
        // Somebody else was faster, or there is a link that leads nowhere, which cannot be opened below.
        Err(Errno::EXIST) => return Folder::open(path).map(drop),
        Err(error) => return Err(error.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let made = openat(&above, name, flags, Mode::empty())?;
    mode.map_or(Ok(()), |mode| fchmod(made, Mode::from_raw_mode(mode))).map_err(io::Error::from)
}

/// Writes all that is read from a file to another.
struct Tee<'t> {
    from: File,
    to: &'t mut File,
}

impl Read for Tee<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.to.write_all(&buffer[..read])?;
        Ok(read)
    }
}
