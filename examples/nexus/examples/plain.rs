//! A `bunraku` without support for switches, so that the tests can use the Ruby module.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    cli::run(env::args_os(), &types::all())
}
