//! How child processes come into being.
//!
//! Bunraku runs as root, and much of what it starts runs as somebody else. Whatever a child process must not share with
//! us is taken away here, between the fork and the program, in an order that never lets root act on what belongs to the
//! other user: first the session, the descriptors and the umask, then the groups, the group and the user, and only then
//! does the program begin, with the environment that is meant for it. No shell and no helper program is involved, so
//! that no environment variable of the child can reach a process of root.
//!
//! [`isolate`] prepares a [`std::process::Command`]; [`execute_exactly`] keeps shells out of it; [`sealed_input`] makes
//! an input that is complete before the child starts; [`run`] runs a command to its end within [`Limits`]; [`groups`]
//! knows which process groups are at work, and [`Descendants`] what else belongs to them.
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
//! Start reading at [`isolate()`]. What providers use, with its log, its secrets and its streams, is
//! `resource_api::command`; it starts its processes with this crate.

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
