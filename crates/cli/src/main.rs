//! The `bunraku` program: the command line with the built-in types.

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::App::new().run()
}
