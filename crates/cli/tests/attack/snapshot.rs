//! Snapshots of a directory, to detect whether anything in it was modified, and what a user can read or use.

use std::{
    collections::BTreeMap,
    fs,
    os::unix::fs::MetadataExt as _,
    path::{Path, PathBuf},
};

use crate::attacker::MALLORY;

/// Everything below a directory with its metadata: even a change to the same value shows in the ctime.
#[derive(PartialEq, Eq)]
pub struct Snapshot(BTreeMap<PathBuf, Entry>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Entry {
    mode: u32,
    owner: (u32, u32),
    inode: u64,
    links: u64,
    changed: (i64, i64),
    content: Vec<u8>,
}

impl Snapshot {
    pub fn of(directory: &Path) -> Snapshot {
        let mut entries = BTreeMap::new();
        each(directory, &mut |path, metadata| {
            let content = match () {
                () if metadata.is_file() => fs::read(path).unwrap(),
                () if metadata.is_symlink() => fs::read_link(path).unwrap().into_os_string().into_encoded_bytes(),
                () => Vec::new(),
            };
            let entry = Entry {
                mode: metadata.mode(),
                owner: (metadata.uid(), metadata.gid()),
                inode: metadata.ino(),
                links: metadata.nlink(),
                changed: (metadata.ctime(), metadata.ctime_nsec()),
                content,
            };
            entries.insert(path.to_owned(), entry);
        });
        Snapshot(entries)
    }

    /// Descriptions of the differences.
    pub fn changes(&self, now: &Snapshot) -> Vec<String> {
        let gone = self.0.keys().filter(|path| !now.0.contains_key(*path));
        let mut changes: Vec<String> = gone.map(|path| format!("{} was removed", path.display())).collect();
        for (path, entry) in &now.0 {
            match self.0.get(path) {
                None => changes.push(format!("{} is new: {entry:?}", path.display())),
                Some(old) if old != entry => changes.push(format!("{}: {old:?} became {entry:?}", path.display())),
                Some(_) => {}
            }
        }
        changes
    }
}

/// Visits everything below a directory without following links.
fn each(directory: &Path, visit: &mut impl FnMut(&Path, &fs::Metadata)) {
    let Ok(metadata) = directory.symlink_metadata() else { return };
    visit(directory, &metadata);
    if metadata.is_dir() {
        for entry in fs::read_dir(directory).unwrap() {
            each(&entry.unwrap().path(), visit);
        }
    }
}

/// The secrets that the attacker can read, and the rights that the attacker can use, below a directory.
pub fn gains(directory: &Path, secret: &[u8]) -> Vec<String> {
    let mut gains = Vec::new();
    each(directory, &mut |path, metadata| {
        let (mode, owner, group) = (metadata.mode(), metadata.uid(), metadata.gid());
        if metadata.is_symlink() && owner != MALLORY {
            let target = fs::read_link(path).unwrap();
            if target != Path::new("/nowhere") {
                gains.push(format!("{} -> {} belongs to {owner}", path.display(), target.display()));
            }
        } else if metadata.is_file() {
            if mode & 0o4000 != 0 && owner != MALLORY || mode & 0o2000 != 0 && group != MALLORY {
                gains.push(format!("{} has mode {mode:o} and belongs to {owner}:{group}", path.display()));
            }
            let is_readable = mode & 0o004 != 0 || owner == MALLORY || group == MALLORY && mode & 0o040 != 0;
            if is_readable && contains(&fs::read(path).unwrap(), secret) {
                gains.push(format!("{} shows the secret", path.display()));
            }
        }
    });
    gains
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
