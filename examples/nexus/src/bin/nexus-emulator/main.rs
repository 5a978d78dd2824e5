//! An emulated switch, which answers after a login over SSH.
//!
//! `nexus-emulator DIRECTORY` is one session: commands on stdin, answers and prompts on stdout. The state of the switch is
//! in its directory, so that all sessions share it:
//!
//! - `running-config`: its configuration, in the format of `show running-config`; created if it is missing;
//! - `enable-password`: the password for `enable`; without this file there is none;
//! - `faults`: what goes wrong; see [`faults`];
//! - `log`: a line for each login, command and logout, with the process id.
//!
//! An SSH server starts it by `ForceCommand nexus-emulator --root DIRECTORY`. The switch is then the subdirectory with the
//! name of the user.
//!
//! With the variable `NEXUS_EMULATOR_ROOT` it accepts the arguments of `ssh` and replaces it, without a network: the switch
//! is the subdirectory of that directory with the name of the user. That is for trying it out, and for benchmarks.

#![allow(clippy::print_stderr, reason = "a program of its own, on the far side of a connection")]

mod commands;
mod configuration;
mod faults;
mod session;

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::ExitCode,
};

use session::Session;

fn main() -> ExitCode {
    let Some(directory) = directory() else {
        eprintln!("usage: nexus-emulator DIRECTORY | nexus-emulator --root DIRECTORY");
        return ExitCode::from(2);
    };
    match Session::open(&directory).and_then(|mut session| session.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nexus-emulator: {}: {error}", directory.display());
            ExitCode::FAILURE
        }
    }
}

/// The directory of the switch.
fn directory() -> Option<PathBuf> {
    let mut arguments = env::args_os().skip(1);
    if let Some(root) = env::var_os("NEXUS_EMULATOR_ROOT") {
        let user = arguments.skip_while(|argument| argument != "-l").nth(1)?;
        return below(root, user);
    }
    match (arguments.next()?, arguments.next()) {
        (root, Some(directory)) if root == "--root" => below(directory, env::var_os("USER")?),
        (directory, None) => Some(directory.into()),
        _ => None,
    }
}

fn below(root: OsString, user: OsString) -> Option<PathBuf> {
    let is_plain = user.to_str().is_some_and(|user| !user.is_empty() && !user.contains(['/', '.']));
    is_plain.then(|| Path::new(&root).join(user))
}
