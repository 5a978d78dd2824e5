//! `bunraku parser`: says what is wrong with manifests, and shows how they were read.

mod dump;
mod files;
mod validate;

use std::{
    ffi::OsString,
    io::{self, IsTerminal as _},
};

use compiler::input;
use resource_api::log::{Level, Log};

use crate::{
    arguments::Program,
    configuration,
    options::{CommandOption, OptionError},
    startup::{self, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("e", "CODE", "dump: the program itself").or('e'),
        CommandOption::valued("format", "FORMAT", "dump: how the tree is printed: old, pn or json"),
        CommandOption::flag("pretty", None, "dump: prints pn and json on several lines"),
        CommandOption::valued("render-as", "FORMAT", "validate: how errors are printed: text or json"),
        CommandOption::flag("snippets", None, "validate: shows the lines with errors; as a rule for terminals only"),
        CommandOption::flag("validate", None, "dump: checks the program first"),
    ],
    introduction: "Says what is wrong with manifests, and shows how they were read

Usage: {program} parser validate [OPTIONS] [<FILE>|<FOLDER>...]
       {program} parser dump [OPTIONS] [-e <CODE> | <FILE>...]

Without files the program is read from stdin. Of a folder all .pp files are checked, those in folders below included.
Files of modules on the modulepath may hold only what their names announce.",
    examples: "Exit codes: 0; 1 when a program has errors, or a file does not exist.

Examples:
  {program} parser validate init.pp vhost.pp
  {program} parser validate --render-as json modules
  {program} parser dump -e '$x = 1 + 2' --format pn",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin_with(program, &USAGE, arguments, |options| configuration::load("parser", options))
    {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let (log, settings) = (&begun.log, &begun.settings);
    if let Err(error) = settings.check() {
        return refuse(log, &OptionError::Setting(error.to_string()).to_string());
    }
    let name = program.name;
    match begun.options.words.split_first() {
        None => refuse(log, &format!("'parser' has no default action.  See `{name} help parser`.")),
        Some((action, words)) => match action.as_str() {
            "validate" => validate::run(program, &begun, settings, words),
            "dump" => dump::run(&begun, settings, words),
            _ => refuse(log, &format!("'parser' has no '{action}' action.  See `{name} help parser`.")),
        },
    }
}

fn refuse(log: &Log, reason: &str) -> u8 {
    log.line(Level::Err, reason);
    1
}

/// What somebody sends to stdin, if it is not a person.
fn piped() -> Option<io::Result<Vec<u8>>> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return None;
    }
    Some(input::read_all(stdin, input::MAX_TEXT))
}
