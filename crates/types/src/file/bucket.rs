//! A filebucket: a directory that stores contents by checksum, with the paths that they had.
//!
//! Its layout on disk is Puppet's: `<bucket>/c/b/a/0/6/b/5/7/<sum>/contents`, with `paths` next to it.

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Seek, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use resource_api::{
    context::StopFlag,
    whole_file::{MODE_OF_OWN_DIRECTORIES, NewFile, Ownership, TrustedDir, open_regular},
};
use rustix::{
    fs::{Mode, OFlags, fchmod, mkdirat, openat},
    io::Errno,
};

use super::{checksum::Checksum, write::Tee};

/// How many levels below the bucket its contents are.
const DEPTH: usize = 9;

/// A directory that stores contents by checksum.
///
/// ```
/// let directory = std::env::temp_dir().join("bunraku-bucket-example");
/// let bucket = types::Bucket::named(directory.clone(), "sha256").unwrap();
/// let file = directory.with_extension("txt");
/// std::fs::write(&file, "old")?;
///
/// let sum = bucket.save_from(std::fs::File::open(&file)?, &file)?;
/// assert_eq!(std::fs::read_to_string(bucket.find(&sum).unwrap())?, "old");
/// # std::fs::remove_dir_all(directory)?;
/// # std::fs::remove_file(file)
/// # ; Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bucket {
    directory: PathBuf,
    checksum: Checksum,
    /// The mode that the directory is created with.
    mode: u32,
    stop: StopFlag,
}

/// The modes of a bucket from the settings and of one from a resource, as Puppet creates them.
const SETTINGS_BUCKET_MODE: u32 = 0o750;
const RESOURCE_BUCKET_MODE: u32 = 0o770;

/// One path of a content in a bucket.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BucketEntry {
    /// The path that the content had.
    pub path: String,
    /// When it was last stored.
    pub time: SystemTime,
    /// The checksum of the content.
    pub sum: String,
}

impl Bucket {
    /// The default bucket, in the directory that the settings name.
    pub(super) fn from_settings(directory: PathBuf, checksum: Checksum) -> Bucket {
        Bucket { directory, checksum, mode: SETTINGS_BUCKET_MODE, stop: StopFlag::default() }
    }

    /// A bucket in the directory that a resource names.
    pub(super) fn new(directory: PathBuf, checksum: Checksum) -> Bucket {
        Bucket { directory, checksum, mode: RESOURCE_BUCKET_MODE, stop: StopFlag::default() }
    }

    /// This bucket, which stops reading when the run is to end.
    pub(super) fn stopped_by(mut self, stop: &StopFlag) -> Bucket {
        self.stop = stop.clone();
        self
    }

    /// A bucket in a directory, with checksums of the named kind; `None` if there is no such kind.
    pub fn named(directory: PathBuf, checksum: &str) -> Option<Bucket> {
        Some(Bucket::from_settings(
            directory,
            Checksum::from_name(checksum).filter(|checksum| checksum.covers_whole_content())?,
        ))
    }

    /// Whether the bucket exists.
    pub fn exists(&self) -> bool {
        self.directory.is_dir()
    }

    /// Whether a text has the form of this bucket's checksums.
    pub fn is_sum(&self, text: &str) -> bool {
        self.checksum.accepts(text) && !text.bytes().any(|byte| byte.is_ascii_uppercase())
    }

    /// The checksum of a reader's content.
    pub fn sum(&self, content: &mut dyn Read) -> io::Result<String> {
        self.checksum.of(content)
    }

    /// The file with the content of a checksum, if it is stored.
    pub fn find(&self, sum: &str) -> Option<PathBuf> {
        if !self.is_sum(sum) {
            return None;
        }
        let contents = self.directory(sum).join("contents");
        contents.is_file().then_some(contents)
    }

    /// Copies the content of a checksum to a file. Fails if it is not the content that the checksum is of.
    pub fn restore(&self, sum: &str, to: &mut File) -> io::Result<()> {
        let contents = self.find(sum).ok_or(io::ErrorKind::NotFound)?;
        self.compare(sum, &mut Tee { from: &mut open_regular(&contents)?, to })
    }

    /// Opens the content of a checksum, which is checked first.
    pub fn open(&self, sum: &str) -> io::Result<File> {
        let mut copy = tempfile::tempfile()?;
        self.restore(sum, &mut copy)?;
        copy.rewind()?;
        Ok(copy)
    }

    /// Fails if what is stored under a checksum is not the content that it is of.
    pub fn check(&self, sum: &str) -> io::Result<()> {
        let contents = self.find(sum).ok_or(io::ErrorKind::NotFound)?;
        self.compare(sum, &mut open_regular(&contents)?)
    }

    fn compare(&self, sum: &str, content: &mut dyn Read) -> io::Result<()> {
        let actual = self.checksum.of(content)?;
        if actual == sum {
            return Ok(());
        }
        Err(io::Error::other(format!("the backup is damaged: its content has the checksum {actual}, not {sum}")))
    }

    /// Saves the content of an open file under its checksum, with the path that it had. Returns the checksum.
    pub fn save_from(&self, file: File, path: &Path) -> io::Result<String> {
        self.save_detecting_duplicate(file, path).map(|(sum, _)| sum)
    }

    /// Saves content from memory, with the path that it had. Returns the checksum.
    pub(crate) fn save_content(&self, content: &[u8], path: &Path) -> io::Result<String> {
        self.save_from(process::sealed_input(content)?, path)
    }

    /// Like [`save_from`](Bucket::save_from), and returns whether the content was stored already, under other paths
    /// only.
    pub(super) fn save_detecting_duplicate(&self, mut content: File, path: &Path) -> io::Result<(String, bool)> {
        let sum = self.checksum.of(&mut self.stop.reader(&content))?;
        let directory = self.create_directory(&sum)?;
        let contents = directory.path().join("contents");
        let is_stored = self.is_intact(&directory, &sum);
        if !is_stored {
            content.rewind()?;
            let mut copy = NewFile::create_in_parent(&contents)?;
            let copied = self.checksum.of(&mut Tee { from: &mut self.stop.reader(&content), to: copy.file_mut() })?;
            if copied != sum {
                return Err(io::Error::other("the file changed while it was read"));
            }
            copy.set_ownership(&Ownership { mode: Some(0o440), ..Ownership::default() })?;
            copy.commit()?;
        }
        let flags = OFlags::RDWR | OFlags::APPEND | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut paths = File::from(openat(&directory, "paths", flags, Mode::from_raw_mode(0o640))?);
        if !paths.metadata()?.is_file() {
            return Err(io::Error::other(format!(
                "{} is not a regular file",
                directory.path().join("paths").display()
            )));
        }
        let shown = path.to_string_lossy();
        let is_known = BufReader::new(&paths).lines().map_while(Result::ok).any(|line| line == shown);
        if !is_known {
            writeln!(paths, "{shown}")?;
        }
        Ok((sum, is_stored && !is_known))
    }

    /// Every path of every content, sorted by path, then by time.
    pub fn list(&self) -> io::Result<Vec<BucketEntry>> {
        let mut entries = Vec::new();
        let mut directories = vec![(self.directory.clone(), 0)];
        while let Some((directory, depth)) = directories.pop() {
            for entry in fs::read_dir(&directory)? {
                let entry = entry?;
                let kind = entry.file_type()?;
                if kind.is_dir() && depth < DEPTH {
                    directories.push((entry.path(), depth + 1));
                } else if kind.is_file() && entry.file_name() == "paths" {
                    let sum = directory.file_name().unwrap_or_default().to_string_lossy().into_owned();
                    let time = entry.metadata()?.modified()?;
                    let mut paths = Vec::new();
                    open_regular(&entry.path())?.read_to_end(&mut paths)?;
                    let paths = String::from_utf8_lossy(&paths).into_owned();
                    entries.extend(paths.lines().map(|path| BucketEntry {
                        path: path.to_owned(),
                        time,
                        sum: sum.clone(),
                    }));
                }
            }
        }
        entries.sort();
        Ok(entries)
    }

    /// The directory of a checksum; none of its parents ever has too many entries.
    fn directory(&self, sum: &str) -> PathBuf {
        let letters = sum.chars().take(DEPTH - 1).map(String::from);
        self.directory.join(letters.collect::<PathBuf>()).join(sum)
    }

    fn create_directory(&self, sum: &str) -> io::Result<TrustedDir> {
        let path = self.directory(sum);
        if let Ok(directory) = TrustedDir::open(&path) {
            return Ok(directory);
        }
        let mut directories: Vec<&Path> = path.ancestors().collect();
        directories.reverse();
        let above = directories.len().saturating_sub(DEPTH + 1);
        for (number, directory) in
            directories.into_iter().filter(|directory| !directory.as_os_str().is_empty()).enumerate()
        {
            let mode = match number {
                number if number < above => None,
                number if number == above => Some(self.mode),
                _ => Some(0o770),
            };
            make_directory(directory, mode)?;
        }
        TrustedDir::open(&path)
    }

    /// Whether a content is stored already, undamaged.
    fn is_intact(&self, directory: &TrustedDir, sum: &str) -> bool {
        let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let contents = openat(directory, "contents", flags, Mode::empty()).map(File::from).map_err(io::Error::from);
        contents.and_then(|file| self.checksum.of(&mut self.stop.reader(file))).is_ok_and(|actual| actual == sum)
    }
}

/// Creates a directory unless it exists, with a mode where only we use it. Nothing is created behind a link that
/// another user could have put there.
fn make_directory(path: &Path, mode: Option<u32>) -> io::Result<()> {
    match TrustedDir::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        opened => return opened.map(drop),
    }
    let (above, name) = TrustedDir::of(path)?;
    let first = Mode::from_raw_mode(if mode.is_some() { 0o700 } else { MODE_OF_OWN_DIRECTORIES });
    match mkdirat(&above, name, first) {
        Ok(()) => {}
        // Another process was faster, or there is a dangling link, which cannot be opened below.
        Err(Errno::EXIST) => return TrustedDir::open(path).map(drop),
        Err(error) => return Err(error.into()),
    }
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let created = openat(&above, name, flags, Mode::empty())?;
    mode.map_or(Ok(()), |mode| fchmod(created, Mode::from_raw_mode(mode))).map_err(io::Error::from)
}
