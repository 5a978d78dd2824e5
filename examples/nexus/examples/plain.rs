//! A `bunraku` that knows no switches: the tests let it use the Ruby module.

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    cli::run(env::args_os(), &types::all())
}
