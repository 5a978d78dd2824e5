//! Where the memory of the program comes from.
//!
//! Catalogs and reports are millions of small values. The allocator of the C library spends a fifth of a run on them; this
//! one a fraction of that.

#[cfg(feature = "mimalloc")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
