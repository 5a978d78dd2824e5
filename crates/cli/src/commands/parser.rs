//! `bunraku parser`: checks manifests and dumps their syntax trees.

mod dump;
mod files;
mod validate;

use std::io::{self, IsTerminal as _};

use compiler::input;
use resource_api::log::{Level, Log};

pub(super) use self::validate::located;
use super::Command;
use crate::{
    arguments::Program,
    configuration,
    options::{CommandOption, OptionError},
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command =
    Command::puppet_with("parser", &USAGE, |_, options| configuration::load("parser", options), run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("e", "CODE", "dump: parse this code").or('e'),
        CommandOption::valued("format", "FORMAT", "dump: set the output format: old, pn or json"),
        CommandOption::flag("pretty", None, "dump: print pn and json on several lines"),
        CommandOption::valued("render-as", "FORMAT", "validate: set the output format: text or json"),
        CommandOption::flag("snippets", None, "validate: show the lines with errors; default for terminals"),
        CommandOption::flag("validate", None, "dump: check the program first"),
    ],
    shared: &[],
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

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    context.settings.check().map_err(|error| OptionError::Setting(error.to_string()))?;
    let no_action = |action| Refusal::no_action(program, "parser", action);
    let (action, words) = context.options.words.split_first().ok_or_else(|| no_action(None))?;
    match action.as_str() {
        "validate" => Ok(validate::run(program, context, words)),
        "dump" => Ok(dump::run(context, words)),
        _ => Err(no_action(Some(action))),
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
