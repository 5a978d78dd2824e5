//! The commands. To add one, write a file here with a constant `COMMAND` and add it to [`COMMANDS`].

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

use std::{ffi::OsString, process::ExitCode};

use clap::{ArgMatches, FromArgMatches};

use crate::{
    arguments::{Format, Program},
    configuration::{self, Loaded},
    failure::Failure,
    options::{OptionError, Options},
    output::{self, Answer},
    startup::{self, CommandContext, Refusal, Usage},
};

/// All commands, in the order of the help text.
pub(crate) const COMMANDS: &[Command] = &[
    apply::COMMAND,
    catalog::COMMAND,
    config::COMMAND,
    describe::COMMAND,
    device::COMMAND,
    epp::COMMAND,
    facts::COMMAND,
    filebucket::COMMAND,
    lookup::COMMAND,
    model::COMMAND,
    parser::COMMAND,
    report::COMMAND,
    resource::COMMAND,
    ruby::COMMAND,
    types::COMMAND,
];

/// A command of the command line.
pub(crate) struct Command {
    name: &'static str,
    kind: Kind,
}

/// How the arguments of a command are read.
enum Kind {
    /// Takes Puppet's options.
    Puppet { usage: &'static Usage, fill: Fill, run: PuppetRun },
    /// Has arguments that clap reads.
    Native {
        /// Adds the arguments to an empty parser.
        augment: fn(clap::Command) -> clap::Command,
        run: fn(&Program<'_>, &ArgMatches) -> ExitCode,
    },
    /// Has subcommands.
    Group { about: &'static str, commands: &'static [Command] },
}

/// The function of a command that takes Puppet's options; returns the exit code.
type PuppetRun = fn(&Program<'_>, &CommandContext) -> Result<u8, Refusal>;

/// Completes the options of a command with settings.
type Fill = fn(&Program<'_>, &mut Options) -> Result<Loaded, OptionError>;

/// What a command does once its arguments were read.
pub(crate) trait Run {
    fn run(&self, program: &Program<'_>) -> Result<Answer, Failure>;

    /// Returns how the answer and any error are written.
    fn format(&self) -> Format {
        Format::Text
    }
}

impl Command {
    /// A command that Puppet has, too.
    const fn puppet(name: &'static str, usage: &'static Usage, run: PuppetRun) -> Command {
        Command::puppet_with(name, usage, |program, options| configuration::fill(program.name, options), run)
    }

    /// One whose options are completed in another way.
    const fn puppet_with(name: &'static str, usage: &'static Usage, fill: Fill, run: PuppetRun) -> Command {
        Command { name, kind: Kind::Puppet { usage, fill, run } }
    }

    /// A command that only Bunraku has, with arguments.
    const fn args<T: clap::Args + Run>(name: &'static str) -> Command {
        Command { name, kind: Kind::Native { augment: T::augment_args, run: run_native::<T> } }
    }

    /// A command that only Bunraku has, with subcommands.
    const fn group(name: &'static str, about: &'static str, commands: &'static [Command]) -> Command {
        Command { name, kind: Kind::Group { about, commands } }
    }

    /// The parser of its arguments, for clap.
    pub(crate) fn parser(&self) -> clap::Command {
        let parser = clap::Command::new(self.name);
        match &self.kind {
            Kind::Native { augment, .. } => augment(parser),
            Kind::Group { about, commands } => parser
                .about(*about)
                .subcommands(commands.iter().map(Command::parser))
                .subcommand_required(true)
                .arg_required_else_help(true),
            Kind::Puppet { usage, .. } => {
                parser.about(usage.introduction.lines().next().unwrap_or_default()).disable_help_flag(true).arg(
                    clap::Arg::new("arguments")
                        .num_args(0..)
                        .trailing_var_arg(true)
                        .allow_hyphen_values(true)
                        .hide(true),
                )
            }
        }
    }
}

/// The command of that name, if it takes Puppet's options. It returns the exit code.
pub(crate) fn puppet_command(name: &str) -> Option<impl Fn(&Program<'_>, &[OsString]) -> u8> {
    let command = COMMANDS.iter().find(|command| command.name == name)?;
    let Kind::Puppet { usage, fill, run } = command.kind else { return None };
    Some(move |program: &Program<'_>, arguments: &[OsString]| run_puppet(program, arguments, usage, fill, run))
}

fn run_puppet(program: &Program<'_>, arguments: &[OsString], usage: &Usage, fill: Fill, run: PuppetRun) -> u8 {
    match startup::begin(program, usage, arguments, |options| fill(program, options)) {
        Ok(context) => run(program, &context).unwrap_or_else(|refusal| refusal.log(&context)),
        Err(code) => code,
    }
}

/// Runs the command whose arguments clap has read.
pub(crate) fn run(program: &Program<'_>, matches: &ArgMatches) -> ExitCode {
    run_one_of(COMMANDS, program, matches)
}

fn run_one_of(commands: &[Command], program: &Program<'_>, matches: &ArgMatches) -> ExitCode {
    let chosen = matches.subcommand().and_then(|(name, matches)| {
        commands.iter().find(|command| command.name == name).map(|command| (&command.kind, matches))
    });
    match chosen {
        Some((Kind::Native { run, .. }, matches)) => run(program, matches),
        Some((Kind::Group { commands, .. }, matches)) => run_one_of(commands, program, matches),
        Some((Kind::Puppet { usage, fill, run }, _)) => ExitCode::from(run_puppet(program, &[], usage, *fill, *run)),
        // The parser requires a command.
        None => ExitCode::from(2),
    }
}

fn run_native<T: FromArgMatches + Run>(program: &Program<'_>, matches: &ArgMatches) -> ExitCode {
    let command = match T::from_arg_matches(matches) {
        Ok(command) => command,
        Err(error) => return output::print_usage_error(&error),
    };
    match command.run(program) {
        Ok(answer) => output::print_answer(&answer),
        Err(failure) => output::print_error(&failure, command.format()),
    }
}
