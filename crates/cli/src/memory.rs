//! How much memory a command will need, as far as that can be told from what it reads.

use std::path::Path;

/// From how many bytes of a manifest or a catalog on a run is a large one.
const MUCH: u64 = 1 << 20;

/// How many times as large as what is read the memory of a run is at least.
#[cfg(feature = "mimalloc")]
const LEAST: u64 = 8;

/// More is not brought before it is needed.
#[cfg(feature = "mimalloc")]
const MOST: u64 = 96 << 20;

/// Whether a run that begins with this file is a large one.
pub(crate) fn is_large(path: &Path) -> bool {
    size(path) >= MUCH
}

/// Makes ready for a run that begins with this file.
#[cfg(feature = "mimalloc")]
pub(crate) fn prepare_for_file(path: &Path) {
    if is_large(path) {
        allocator::expect_much(usize::try_from(size(path).saturating_mul(LEAST).min(MOST)).unwrap_or_default());
    }
}

/// The allocator of the system needs no preparation.
#[cfg(not(feature = "mimalloc"))]
pub(crate) fn prepare_for_file(_: &Path) {}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |found| if found.is_file() { found.len() } else { 0 })
}
