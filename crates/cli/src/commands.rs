//! The commands. A new one is a file here and a line in [`Command`].

mod types;

use clap::Subcommand;

use crate::{arguments::Format, failure::Failure, output::Answer};

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Works with Puppet's data types: checks values, infers, explains and exports types.
    #[command(subcommand)]
    Type(types::TypeCommand),
}

impl Command {
    /// Returns how the answer and any error shall be written.
    pub(crate) fn format(&self) -> Format {
        match self {
            Command::Type(command) => command.format(),
        }
    }
}

/// Does what the command says.
pub(crate) fn run(command: &Command) -> Result<Answer, Failure> {
    match command {
        Command::Type(command) => types::run(command),
    }
}
