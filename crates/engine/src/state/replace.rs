//! Replaces a file of the state directory atomically: a run that is killed leaves the old file or the new one.

pub use resource_api::whole_file::{replace_own as replace, replace_own_with as replace_with};

/// The mode of these files, which is Puppet's: the group may read them.
pub const FILE_MODE: u32 = 0o640;
