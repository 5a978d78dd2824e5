//! The program that runs, and the parser of its command line.

use std::ffi::OsString;

use clap::{ArgMatches, ValueEnum, error::ErrorKind};
use resource_api::{Types, transport::Transports};

use crate::{
    commands::{COMMANDS, Command},
    modules::LoadedTypes,
};

#[derive(Clone, Copy)]
pub(crate) struct Program<'t> {
    /// Its own name: `bunraku` or `puppet`.
    pub(crate) name: &'static str,
    /// The resource types that it knows.
    pub(crate) types: &'t Types,
    /// The transports that it can reach devices with.
    pub(crate) transports: &'t Transports,
    /// The types of modules, and what runs their code.
    pub(crate) loaded: Option<&'t LoadedTypes>,
}

impl<'t> Program<'t> {
    /// The program before the code of modules is known.
    pub(crate) fn new(name: &'static str, types: &'t Types, transports: &'t Transports) -> Program<'t> {
        Program { name, types, transports, loaded: None }
    }
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Format {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON document
    Json,
}

/// Why a command line names no command.
pub(crate) enum ArgumentError {
    /// Help, or an error in the arguments of a command.
    Clap(clap::Error),
    /// An error that has Puppet's wording.
    Puppet {
        message: String,
        /// What to do, on a line of its own.
        hint: Option<String>,
    },
}

/// Parses a command line.
pub(crate) fn read(program: &Program<'_>, arguments: &[OsString]) -> Result<ArgMatches, ArgumentError> {
    let all = [OsString::from(program.name)].into_iter().chain(arguments.iter().cloned());
    parser(program).try_get_matches_from(all).map_err(|error| {
        let first = arguments.first().map(|first| first.to_string_lossy()).unwrap_or_default();
        match error.kind() {
            ErrorKind::InvalidSubcommand
                if !first.starts_with('-') && parser(program).find_subcommand(&*first).is_none() =>
            {
                unknown_command(program, &first, arguments)
            }
            ErrorKind::UnknownArgument if first.starts_with('-') => ArgumentError::Puppet {
                message: format!("Could not parse application options: invalid option: {first}"),
                hint: None,
            },
            _ => ArgumentError::Clap(error),
        }
    })
}

fn parser(program: &Program<'_>) -> clap::Command {
    clap::Command::new(program.name)
        .bin_name(program.name)
        .version(env!("CARGO_PKG_VERSION"))
        .about("Bring machines and devices to the state that a manifest describes")
        .max_term_width(100)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(COMMANDS.iter().map(Command::parser))
}

/// The error for a command that does not exist.
fn unknown_command(program: &Program<'_>, first: &str, arguments: &[OsString]) -> ArgumentError {
    let unknown = match (first, arguments.get(1)) {
        ("help", Some(requested)) => requested.to_string_lossy().into_owned(),
        _ => first.to_owned(),
    };
    ArgumentError::Puppet { message: format!("Unknown Puppet subcommand '{unknown}'"), hint: Some(see_help(program)) }
}

/// Where to look up what the program can do.
pub(crate) fn see_help(program: &Program<'_>) -> String {
    let name = program.name;
    format!("See '{name} help' for help on available {name} subcommands")
}
