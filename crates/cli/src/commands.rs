//! The commands. A new one is a file here and a line in [`Command`], or in [`of_puppet`] where Puppet has it, too.

mod apply;
mod catalog;
mod config;
mod describe;
mod device;
mod epp;
mod facts;
mod filebucket;
mod lookup;
mod model;
mod parser;
mod report;
mod resource;
mod ruby;
mod types;

use std::ffi::OsString;

use clap::{Args, Subcommand};

use crate::{
    arguments::{Format, Program},
    failure::Failure,
    output::Answer,
};

/// What to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Brings the machine to the state that a manifest describes.
    #[command(disable_help_flag = true)]
    Apply(Passed),

    /// Compiles catalogs, and shows what differs between two.
    #[command(disable_help_flag = true)]
    Catalog(Passed),

    /// Prints settings, and changes those of `puppet.conf`.
    #[command(disable_help_flag = true)]
    Config(Passed),

    Describe(describe::Describe),

    /// Brings devices to the state that a manifest describes, and shows what they are.
    #[command(disable_help_flag = true)]
    Device(Passed),

    /// Checks, shows and fills in EPP templates.
    #[command(disable_help_flag = true)]
    Epp(Passed),

    /// Shows what the machine is: its facts.
    #[command(disable_help_flag = true)]
    Facts(Passed),

    /// Keeps files by their checksums, and gives them back.
    #[command(disable_help_flag = true)]
    Filebucket(Passed),

    /// Looks up values in the data of manifests, and explains where they come from.
    #[command(disable_help_flag = true)]
    Lookup(Passed),

    /// Works with types of the language: checks them and their instances.
    #[command(subcommand)]
    Model(model::ModelCommand),

    /// Says what is wrong with manifests, and shows how they were read.
    #[command(disable_help_flag = true)]
    Parser(Passed),

    Report(report::Report),

    /// Lists resources, shows one, or changes it.
    #[command(disable_help_flag = true)]
    Resource(Passed),

    /// Runs programs in Ruby, such as unit tests of modules.
    #[command(disable_help_flag = true)]
    Ruby(Passed),

    /// Works with Puppet's data types: checks values, infers, explains and exports types.
    #[command(subcommand)]
    Type(types::TypeCommand),
}

/// Arguments that the command reads itself.
#[derive(Args)]
pub(crate) struct Passed {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    arguments: Vec<OsString>,
}

/// A command that takes Puppet's options; returns the exit code.
pub(crate) type OfPuppet = fn(&Program<'_>, &[OsString]) -> u8;

/// The command of that name, if it is one that Puppet has, too.
pub(crate) fn of_puppet(name: &str) -> Option<OfPuppet> {
    match name {
        "apply" => Some(apply::run),
        "catalog" => Some(catalog::run),
        "config" => Some(config::run),
        "device" => Some(device::run),
        "epp" => Some(epp::run),
        "facts" => Some(facts::run),
        "filebucket" => Some(filebucket::run),
        "lookup" => Some(lookup::run),
        "parser" => Some(parser::run),
        "resource" => Some(resource::run),
        "ruby" => Some(ruby::run),
        _ => None,
    }
}

impl Command {
    /// Returns how the answer and any error shall be written.
    pub(crate) fn format(&self) -> Format {
        match self {
            Command::Apply(_)
            | Command::Catalog(_)
            | Command::Config(_)
            | Command::Device(_)
            | Command::Epp(_)
            | Command::Facts(_)
            | Command::Filebucket(_)
            | Command::Lookup(_)
            | Command::Parser(_)
            | Command::Resource(_)
            | Command::Ruby(_) => Format::Text,
            Command::Describe(command) => command.error_format(),
            Command::Model(command) => command.format(),
            Command::Report(command) => command.format,
            Command::Type(command) => command.format(),
        }
    }
}

/// Does what the command says.
pub(crate) fn run(command: &Command, program: &Program<'_>) -> Result<Answer, Failure> {
    match command {
        // They never get here with arguments: see `of_puppet`.
        Command::Apply(Passed { arguments })
        | Command::Catalog(Passed { arguments })
        | Command::Config(Passed { arguments })
        | Command::Device(Passed { arguments })
        | Command::Epp(Passed { arguments })
        | Command::Facts(Passed { arguments })
        | Command::Filebucket(Passed { arguments })
        | Command::Lookup(Passed { arguments })
        | Command::Parser(Passed { arguments })
        | Command::Resource(Passed { arguments })
        | Command::Ruby(Passed { arguments }) => Err(Failure::Other {
            message: format!("cannot use {} arguments here", arguments.len()),
            hint: Some(String::from("name the command first")),
        }),
        Command::Describe(command) => command.run(program),
        Command::Model(command) => model::run(command),
        Command::Report(command) => command.run(),
        Command::Type(command) => types::run(command),
    }
}
