//! Starts child processes safely.
//!
//! Bunraku runs as root, and starts many processes of other users. Whatever a child process must not share with us is
//! removed between fork and exec, in an order that never lets root act on anything that belongs to the other user:
//! first the session, the descriptors and the umask, then the groups, the group and the user. Only then does the
//! program start, with its own environment. No shell and no helper program is involved, so environment variables of the
//! child never affect a process of root.
//!
//! [`isolate`] prepares a [`std::process::Command`]; [`execute_exactly`] bypasses shells; [`sealed_input`] creates
//! input that is complete before the child starts; [`run`] runs a command within [`Limits`]; [`groups`] tracks the
//! running process groups, and [`Descendants`] the other processes that belong to them.
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
//! Start reading at [`isolate()`]. Providers use `resource_api::command`, which adds logging, secrets and streams, and
//! is based on this crate.

mod credentials;
mod descendants;
pub mod groups;
mod image;
mod input;
mod isolate;
mod run;

#[cfg(test)]
mod tests;

pub use credentials::RunAs;
pub use descendants::Descendants;
pub use image::execute_exactly;
pub use input::sealed_input;
pub use isolate::isolate;
pub use run::{Limits, Output, RunError, run};
