//! How much memory a command will need, as far as that can be told from what it reads.

use std::path::Path;

/// From how many bytes of a manifest or a catalog on a run is a large one.
const MUCH: u64 = 1 << 20;

/// Whether a run that begins with this file is a large one.
pub(crate) fn is_large(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|found| found.is_file() && found.len() >= MUCH)
}

/// Makes ready for a run that begins with this file. The allocator of the system needs no preparation.
pub(crate) fn prepare_for_file(path: &Path) {
    #[cfg(feature = "mimalloc")]
    if is_large(path) {
        allocator::expect_much();
    }
    #[cfg(not(feature = "mimalloc"))]
    let _ = path;
}
