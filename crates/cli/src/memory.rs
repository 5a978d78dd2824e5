//! How much memory a command will need, as far as that can be told from what it reads.

use std::path::Path;

/// From how many bytes of a manifest or a catalog on a run is a large one.
#[cfg(feature = "mimalloc")]
const MUCH: u64 = 1 << 20;

/// Makes ready for a run that begins with this file.
#[cfg(feature = "mimalloc")]
pub(crate) fn prepare_for_file(path: &Path) {
    if std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() >= MUCH) {
        allocator::expect_much();
    }
}

/// The allocator of the system needs no preparation.
#[cfg(not(feature = "mimalloc"))]
pub(crate) fn prepare_for_file(_: &Path) {}
