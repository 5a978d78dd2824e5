//! Starts child processes safely.
//!
//! Bunraku runs as root, and starts many processes of other users. Whatever a child process must not share with us is
//! removed between fork and exec, in an order that never lets root act on anything that belongs to the other user:
//! first the session, the descriptors and the umask, then the groups, the group and the user. Only then does the
//! program start, with its own environment. No shell and no helper program is involved, so environment variables of the
//! child never affect a process of root.
//!
//! [`isolate`] prepares a [`std::process::Command`]; [`execute_exactly`] bypasses shells; [`sealed_input`] creates
//! input that is complete before the child starts. A [`Child`] is a running process with our ends of its pipes, for
//! conversations; [`complete`] waits for its end and takes its output; [`run`] does all of that for a command with a
//! modest output. [`groups`] tracks the running process groups.
//!
//! ```
//! use std::process::Command;
//! use process::RunAs;
//!
//! let mut command = Command::new("/usr/bin/id");
//! process::isolate(&mut command, &RunAs::default())?;
//! assert!(command.status()?.success());
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Start reading at [`isolate()`] and [`Child`]. Providers use `resource_api::command`, which adds logging, secrets and
//! encodings, and is based on this crate.

mod child;
mod credentials;
mod descendants;
pub mod groups;
mod image;
mod input;
mod isolate;
mod run;
mod streams;

#[cfg(test)]
mod tests;

pub use child::{Child, Exit};
pub use credentials::RunAs;
pub use image::execute_exactly;
pub use input::sealed_input;
pub use isolate::{Isolated, isolate, wait_for_children};
pub use run::{AfterExit, Collected, Completed, Completion, Limits, RunError, complete, run, run_merged};
pub use streams::{Input, Output, Stream};

use descendants::Descendants;
