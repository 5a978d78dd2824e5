//! A switch to try things on: what answers after a login by SSH.
//!
//! `nexus-emulator FOLDER` is one session: commands on stdin, answers and prompts on stdout. Everything that a switch is
//! lies in its folder, so sessions after and beside each other see the same one:
//!
//! - `running-config`: its configuration, in the words of `show running-config`; made when it is missing;
//! - `enable-password`: what `enable` asks for; without it, nothing is asked;
//! - `faults`: what goes wrong; see [`faults`];
//! - `log`: a line for each login, command and logout, with the number of the process.
//!
//! Behind an SSH server, it is what the server starts: `ForceCommand nexus-emulator --root FOLDER`. The switch is then the
//! folder in `FOLDER` that has the name of the user.
//!
//! With the variable `NEXUS_EMULATOR_ROOT` it takes the arguments of `ssh` instead, and answers in its place, without any
//! network: the switch is the folder in that folder that has the name of the user. That is for a first try, and for
//! measurements.

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
    let Some(folder) = folder() else {
        eprintln!("usage: nexus-emulator FOLDER | nexus-emulator --root FOLDER");
        return ExitCode::from(2);
    };
    match Session::open(&folder).and_then(|mut session| session.run()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nexus-emulator: {}: {error}", folder.display());
            ExitCode::FAILURE
        }
    }
}

/// The folder of the switch that is meant.
fn folder() -> Option<PathBuf> {
    let mut arguments = env::args_os().skip(1);
    if let Some(root) = env::var_os("NEXUS_EMULATOR_ROOT") {
        let user = arguments.skip_while(|argument| argument != "-l").nth(1)?;
        return below(root, user);
    }
    match (arguments.next()?, arguments.next()) {
        (root, Some(folder)) if root == "--root" => below(folder, env::var_os("USER")?),
        (folder, None) => Some(folder.into()),
        _ => None,
    }
}

fn below(root: OsString, user: OsString) -> Option<PathBuf> {
    let is_plain = user.to_str().is_some_and(|user| !user.is_empty() && !user.contains(['/', '.']));
    is_plain.then(|| Path::new(&root).join(user))
}
