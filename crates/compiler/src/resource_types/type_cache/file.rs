//! The file in which types are kept: a head, a table of what there is, and then what was read, one after the other.
//!
//! The table is read at once, and entries on demand. A checksum of the table and over each part shows whether
//! it is what was written. A file that others could have written is not read at all.

use std::{
    fs::{File, Metadata, OpenOptions},
    hash::Hasher as _,
    io::{self, Write},
    os::unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::Path,
};

use ruby_metadata::type_cache;
use rustc_hash::{FxHashMap, FxHasher};
use rustix::fs::OFlags;

use super::{Key, MAX_BYTES, MAX_ENTRIES};

/// How the file begins.
const MAGIC: [u8; 16] = *b"bunraku types\r\n\x1a";

/// The magic, the format, the program, the number of entries, and the checksum of the table.
const HEADER_SIZE: usize = 16 + 4 + 8 + 4 + 8;

/// A key, where its bytes begin, how many there are, their sum, and the day of the last use.
const INDEX_ENTRY_SIZE: usize = 32 + 8 + 8 + 8 + 4;

/// What was read from one text.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) last_used: u32,
    pub(super) bytes: Vec<u8>,
}

/// A file of which the table has been read.
#[derive(Debug)]
pub(super) struct CacheFile {
    file: File,
    index: FxHashMap<Key, IndexEntry>,
}

#[derive(Clone, Copy, Debug)]
struct IndexEntry {
    start: u64,
    length: usize,
    sum: u64,
    last_used: u32,
}

impl CacheFile {
    /// Opens a file; nothing where there is none that we have written.
    pub(super) fn open(path: &Path) -> Option<CacheFile> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
        let file = OpenOptions::new().read(true).custom_flags(i32::try_from(flags.bits()).ok()?).open(path).ok()?;
        let metadata = file.metadata().ok()?;
        if !metadata.is_file() || !is_ours(&metadata) {
            return None;
        }
        let mut head = [0; HEADER_SIZE];
        file.read_exact_at(&mut head, 0).ok()?;
        let mut head = Fields(&head);
        let is_known = head.take::<16>()? == MAGIC && head.number()? == type_cache::FORMAT && head.long()? == program();
        let (count, sum) = (usize::try_from(head.number()?).ok()?, head.long()?);
        if !is_known || count > MAX_ENTRIES {
            return None;
        }
        let mut table = vec![0; count.checked_mul(INDEX_ENTRY_SIZE)?];
        file.read_exact_at(&mut table, HEADER_SIZE as u64).ok()?;
        if sum_of(&table) != sum {
            return None;
        }
        let entry_of = |bytes: &[u8]| {
            let mut fields = Fields(bytes);
            let (key, start, length) = (fields.take::<32>()?, fields.long()?, usize::try_from(fields.long()?).ok()?);
            let is_there = length <= MAX_BYTES && start.checked_add(length as u64)? <= metadata.len();
            let entry = IndexEntry { start, length, sum: fields.long()?, last_used: fields.number()? };
            is_there.then_some((key, entry))
        };
        let index = table.chunks_exact(INDEX_ENTRY_SIZE).filter_map(entry_of).collect();
        Some(CacheFile { file, index })
    }

    /// What was kept under a key, and the day on which it was used last.
    pub(super) fn entry(&self, key: &Key) -> Option<(u32, Vec<u8>)> {
        let entry = self.index.get(key)?;
        let mut bytes = vec![0; entry.length];
        self.file.read_exact_at(&mut bytes, entry.start).ok()?;
        (sum_of(&bytes) == entry.sum).then_some((entry.last_used, bytes))
    }

    /// All that is whole.
    pub(super) fn all(&self) -> Vec<Entry> {
        let mut remaining = MAX_BYTES;
        let mut all = Vec::with_capacity(self.index.len());
        for (key, entry) in &self.index {
            // A table that points at the same bytes again and again must not make us read them so often.
            let Some(rest) = remaining.checked_sub(entry.length) else { continue };
            remaining = rest;
            all.extend(self.entry(key).map(|(last_used, bytes)| Entry { key: *key, last_used, bytes }));
        }
        all
    }
}

/// Writes all entries.
pub(super) fn write(entries: &[Entry], file: &mut dyn Write) -> io::Result<()> {
    let mut table = Vec::with_capacity(entries.len() * INDEX_ENTRY_SIZE);
    let mut start = (HEADER_SIZE + entries.len() * INDEX_ENTRY_SIZE) as u64;
    for Entry { key, last_used, bytes } in entries {
        table.extend_from_slice(key);
        table.extend_from_slice(&start.to_le_bytes());
        table.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        table.extend_from_slice(&sum_of(bytes).to_le_bytes());
        table.extend_from_slice(&last_used.to_le_bytes());
        start += bytes.len() as u64;
    }
    let count = u32::try_from(entries.len()).map_err(|_| io::ErrorKind::InvalidInput)?;
    file.write_all(&MAGIC)?;
    file.write_all(&type_cache::FORMAT.to_le_bytes())?;
    file.write_all(&program().to_le_bytes())?;
    file.write_all(&count.to_le_bytes())?;
    file.write_all(&sum_of(&table).to_le_bytes())?;
    file.write_all(&table)?;
    entries.iter().try_for_each(|entry| file.write_all(&entry.bytes))
}

/// Whether a file or a directory belongs to us, and only we can write to it.
pub(super) fn is_ours(metadata: &Metadata) -> bool {
    metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0
}

/// A number for this version of the program. Another one may read the same text otherwise.
fn program() -> u64 {
    sum_of(env!("CARGO_PKG_VERSION").as_bytes())
}

/// A checksum against damage, not against attackers, who cannot write the file.
fn sum_of(bytes: &[u8]) -> u64 {
    let mut sum = FxHasher::default();
    sum.write(bytes);
    sum.finish()
}

/// Numbers one after the other.
struct Fields<'b>(&'b [u8]);

impl Fields<'_> {
    fn take<const COUNT: usize>(&mut self) -> Option<[u8; COUNT]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u32> {
        self.take().map(u32::from_le_bytes)
    }

    fn long(&mut self) -> Option<u64> {
        self.take().map(u64::from_le_bytes)
    }
}
