//! Where the memory of the program comes from.
//!
//! Catalogs and reports are millions of small values. The allocator of the C library spends a fifth of a run on them; this
//! one a fraction of that.
//!
//! A fresh page of memory is an interruption by the system. A short command needs few of them, and would have much more
//! memory than it uses if pages were large. A run with thousands of resources is interrupted tens of thousands of times,
//! which is a sixth of its time: [`expect_much`] asks for large pages from then on, and has the first of them brought by
//! another thread, because the system clears every page before it gives it away.
//!
//! This is the only crate with unsafe code: calls that the system and the allocator offer for this.

mod mappings;

use std::{fs, ops::Range, ptr, thread};

use libmimalloc_sys::{mi_option_set, mi_option_t};
use rustix::mm::{Advice, madvise};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// How long the allocator keeps memory that nobody uses, in milliseconds; less than nothing: for ever. Its number is that
/// of mimalloc 3, which the binding has no name for.
const PURGE_DELAY: mi_option_t = 15;

/// How much memory is brought ahead at once.
const PIECE: usize = 4 << 20;

/// Makes ready for much memory, of which at least so many bytes will be used: more of it comes at once, and none is given
/// back before the process ends.
///
/// What is on the heap stays as it is, and nothing fails: where there are no large pages, there are small ones.
///
/// ```
/// let before = vec![7_u8; 1000];
/// allocator::expect_much(1 << 20);
/// let many: Vec<Box<usize>> = (0..1000).map(Box::new).collect();
/// assert!(before.iter().all(|byte| *byte == 7) && *many[999] == 999);
/// ```
pub fn expect_much(bytes: usize) {
    keep_all();
    let probe = Box::new(0_u8);
    let address = ptr::from_ref(&*probe).addr();
    // The heap is one large mapping, which is handed out from its beginning.
    let Some(heap) = fs::read_to_string("/proc/self/maps").ok().and_then(|text| mappings::around(&text, address))
    else {
        return;
    };
    advise(heap.clone(), Advice::LinuxHugepage);
    let next = address.next_multiple_of(PIECE).min(heap.end);
    let ahead = next..next.saturating_add(bytes).min(heap.end);
    if thread::available_parallelism().is_ok_and(|threads| threads.get() > 1) {
        // Where no thread can be had, pages come when they are needed.
        let _ = thread::Builder::new().name(String::from("memory")).spawn(move || bring(ahead));
    }
}

/// Has pages brought that are not there yet, piece by piece.
fn bring(mut range: Range<usize>) {
    while !range.is_empty() {
        let end = range.start.saturating_add(PIECE).min(range.end);
        if !advise(range.start..end, Advice::LinuxPopulateWrite) {
            return;
        }
        range.start = end;
    }
}

/// Tells the system something about memory; whether it listens.
fn advise(range: Range<usize>, advice: Advice) -> bool {
    let start = ptr::with_exposed_provenance_mut(range.start);
    // SAFETY: the advice that is given here says how and when pages are brought that are not there yet. It changes no
    // content and no protection, and is refused where nothing is mapped, so it can do no harm to whatever is there.
    #[expect(unsafe_code, reason = "there is no safe form of this call")]
    unsafe { madvise(start, range.len(), advice) }.is_ok()
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
