//! Replaces a file of the state directory as a whole. A run that is killed at any moment leaves the old file or the new
//! one.

pub use resource_api::whole_file::{replace_own as replace, replace_own_with as replace_with};

/// What Puppet lets others do with these files: the group may read them.
pub const FILE_MODE: u32 = 0o640;
