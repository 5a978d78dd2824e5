//! The `bunraku` command line: the only crate that prints, and the only one that ends the process.
//!
//! Each command is a file under `commands`, with its arguments (whose doc comments are the help text) and its function.
//! A command returns what it has to say as an [`output::Answer`] or a [`failure::Failure`]; how that looks and which
//! exit code it has is decided here, once.

mod arguments;
mod commands;
mod failure;
mod output;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match commands::run(&arguments.command) {
        Ok(answer) => output::show(&answer),
        Err(failure) => output::fail(&failure, arguments.command.format()),
    }
}
