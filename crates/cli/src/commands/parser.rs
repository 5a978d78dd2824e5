//! `bunraku parser`: checks manifests and dumps their syntax trees.

mod dump;
mod files;
mod validate;

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
};

use compiler::input;
use resource_api::log::{Level, Log};

use super::Command;
use crate::{
    arguments::Program,
    configuration,
    options::{CommandOption, OptionError},
    startup::{self, Usage},
};

/// The command.
pub(super) const COMMAND: Command = Command::puppet("parser", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("e", "CODE", "dump: parse this code").or('e'),
        CommandOption::valued("format", "FORMAT", "dump: set the output format: old, pn or json"),
        CommandOption::flag("pretty", None, "dump: print pn and json on several lines"),
        CommandOption::valued("render-as", "FORMAT", "validate: set the output format: text or json"),
        CommandOption::flag("snippets", None, "validate: show the lines with errors; default for terminals"),
        CommandOption::flag("validate", None, "dump: check the program first"),
    ],
    introduction: "Check manifests, and dump their syntax trees

Usage: {program} parser validate [OPTIONS] [<FILE>|<DIR>...]
       {program} parser dump [OPTIONS] [-e <CODE> | <FILE>...]

Without files, the program is read from stdin. Of a directory, all .pp files in it and its subdirectories are checked.
Files of modules on the modulepath may only contain definitions that match their names.",
    examples: "Exit codes: 0 on success; 1 if a program has errors or a file does not exist.

Examples:
  {program} parser validate init.pp vhost.pp
  {program} parser validate --render-as json modules
  {program} parser dump -e '$x = 1 + 2' --format pn",
};

/// Runs the command and returns its exit code.
fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let context =
        match startup::begin_with(program, &USAGE, arguments, |options| configuration::load("parser", options)) {
            Ok(context) => context,
            Err(code) => return code,
        };
    let (log, settings) = (&context.log, &context.settings);
    if let Err(error) = settings.check() {
        return refuse(log, &OptionError::Setting(error.to_string()).to_string());
    }
    let name = program.name;
    match context.options.words.split_first() {
        None => refuse(log, &format!("'parser' has no default action.  See `{name} help parser`.")),
        Some((action, words)) => match action.as_str() {
            "validate" => validate::run(program, &context, settings, words),
            "dump" => dump::run(&context, settings, words),
            _ => refuse(log, &format!("'parser' has no '{action}' action.  See `{name} help parser`.")),
        },
    }
}

fn refuse(log: &Log, reason: &str) -> u8 {
    log.line(Level::Err, reason);
    1
}

/// The contents of stdin, unless it is a terminal.
fn piped_input() -> Option<io::Result<Vec<u8>>> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return None;
    }
    Some(input::read_all(stdin, input::MAX_TEXT))
}
