//! Where the memory of the program comes from.
//!
//! Catalogs and reports are millions of small values. The allocator of the C library spends a fifth of a run on them; this
//! one a fraction of that.
//!
//! A fresh page of memory is an interruption by the system. A short command needs few of them, and would have much more
//! memory than it uses if pages were large. A run with thousands of resources is interrupted tens of thousands of times,
//! which is a sixth of its time: [`expect_much`] asks for large pages from then on.
//!
//! This is the only crate with unsafe code: calls that the system and the allocator offer for this.

mod mappings;

use std::{fs, ops::Range, ptr};

use libmimalloc_sys::{mi_option_set, mi_option_t};
use rustix::mm::{Advice, madvise};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the allocator keeps memory that nobody uses, in milliseconds; less than nothing: for ever. Its number is that
/// of mimalloc 3, which the binding has no name for.
const PURGE_DELAY: mi_option_t = 15;

/// Makes ready for much memory: more of it comes at once, and none is given back before the process ends.
///
/// What is on the heap stays as it is, and nothing fails: where there are no large pages, there are small ones.
///
/// ```
/// let before = vec![7_u8; 1000];
/// allocator::expect_much();
/// let many: Vec<Box<usize>> = (0..1000).map(Box::new).collect();
/// assert!(before.iter().all(|byte| *byte == 7) && *many[999] == 999);
/// ```
pub fn expect_much() {
    keep_all();
    let probe = Box::new(0_u8);
    let address = ptr::from_ref(&*probe).addr();
    // The heap is one large mapping, which is handed out from its beginning.
    if let Some(heap) = fs::read_to_string("/proc/self/maps").ok().and_then(|text| mappings::around(&text, address)) {
        ask_for_large_pages(heap);
    }
}

/// Where there are none, pages are small ones.
fn ask_for_large_pages(range: Range<usize>) {
    let start = ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the advice says how pages are brought that are not there yet. It changes no content and no protection, and is
    // refused where nothing is mapped, so it can do no harm to whatever is there.
    #[expect(unsafe_code, reason = "there is no safe form of this call")]
    let _ = unsafe { madvise(start, range.len(), Advice::LinuxHugepage) };
}

/// Memory that nobody uses is kept, also at the end of the process: giving back parts of large pages is dear, and the
/// system takes all of it anyway.
fn keep_all() {
    // SAFETY: the function stores a number in the table of options, which is as long as mimalloc's own list of them; the
    // test below fails when this number means another option.
    #[expect(unsafe_code, reason = "there is no safe form of this call")]
    unsafe {
        mi_option_set(PURGE_DELAY, -1);
    }
}

#[cfg(test)]
mod tests;
