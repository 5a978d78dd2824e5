//! The `bunraku` program: the command line with the built-in types.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    cli::run(env::args_os(), &types::all())
}
