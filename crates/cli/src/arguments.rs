//! What can be said on the command line, and which command it means.

use std::{ffi::OsString, sync::Arc};

use clap::{CommandFactory as _, FromArgMatches as _, Parser, ValueEnum, error::ErrorKind};
use compiler::{FactSource, RubyRunner, RubyTypes};
use resource_api::{Types, transport::Transports};

use crate::{commands::Command, modules::Known};

/// The program that runs.
#[derive(Clone, Copy)]
pub(crate) struct Program<'t> {
    /// What it calls itself: `bunraku` or `puppet`.
    pub(crate) name: &'static str,
    /// The types that it knows.
    pub(crate) types: &'t Types,
    /// How it can reach devices.
    pub(crate) transports: &'t Transports,
    /// The types of modules in Ruby, where somebody else reads them, too.
    pub(crate) modules: Option<&'t Arc<RubyTypes>>,
    /// Who runs functions of modules that only Ruby can run.
    pub(crate) ruby: Option<&'t dyn RubyRunner>,
    /// Who finds out facts of modules.
    pub(crate) facts: Option<&'t dyn FactSource>,
    /// Who finds providers for types that manifests define.
    pub(crate) known: Option<&'t Known>,
}

/// Brings machines and devices to the state that a manifest describes.
#[derive(Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON document.
    Json,
}

/// Why arguments mean no command.
pub(crate) enum Refusal {
    /// Help, or a mistake in the arguments of a command.
    Clap(clap::Error),
    /// What Puppet has words for.
    Puppet {
        /// What is wrong.
        message: String,
        /// What to do, on a line of its own.
        hint: Option<String>,
    },
}

/// Finds out which command is meant.
pub(crate) fn read(program: &Program<'_>, arguments: &[OsString]) -> Result<Command, Refusal> {
    let command = Arguments::command().name(program.name).bin_name(program.name);
    let all = [OsString::from(program.name)].into_iter().chain(arguments.iter().cloned());
    let read = command.try_get_matches_from(all).and_then(|matches| Arguments::from_arg_matches(&matches));
    read.map(|arguments| arguments.command).map_err(|error| {
        let first = arguments.first().map(|first| first.to_string_lossy()).unwrap_or_default();
        match error.kind() {
            ErrorKind::InvalidSubcommand
                if !first.starts_with('-') && Arguments::command().find_subcommand(&*first).is_none() =>
            {
                unknown_command(program, &first, arguments)
            }
            ErrorKind::UnknownArgument if first.starts_with('-') => Refusal::Puppet {
                message: format!("Could not parse application options: invalid option: {first}"),
                hint: None,
            },
            _ => Refusal::Clap(error),
        }
    })
}

/// Says that there is no such command, unless the word belongs to one that exists.
fn unknown_command(program: &Program<'_>, first: &str, arguments: &[OsString]) -> Refusal {
    let unknown = match (first, arguments.get(1)) {
        ("help", Some(asked)) => asked.to_string_lossy().into_owned(),
        _ => first.to_owned(),
    };
    Refusal::Puppet { message: format!("Unknown Puppet subcommand '{unknown}'"), hint: Some(see_help(program)) }
}

/// Where to find out what the program can do.
pub(crate) fn see_help(program: &Program<'_>) -> String {
    let name = program.name;
    format!("See '{name} help' for help on available {name} subcommands")
}
