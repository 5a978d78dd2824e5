//! `bunraku epp`: checks, shows and fills in EPP templates.

mod render;
mod templates;

use std::ffi::OsString;

use resource_api::log::{Level, Log};

use crate::{
    arguments::Program,
    limits,
    options::CommandOption,
    startup::{self, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("continue_on_error", None, "validate: goes on after a template with errors"),
        CommandOption::valued("e", "SOURCE", "dump, render: the template itself").or('e'),
        CommandOption::valued("facts", "FILE", "render: the facts of the machine, in JSON or YAML"),
        CommandOption::valued("format", "FORMAT", "dump: how the tree is printed: old, pn or json"),
        CommandOption::flag("header", None, "dump, render: names each template of several; --no-header does not"),
        limits::MAX_DEPTH,
        limits::MAX_MEMORY,
        limits::MAX_VALUE_DEPTH,
        limits::MAX_SIZE,
        limits::MAX_STEPS,
        CommandOption::valued("node", "NODE", "render: the machine; this one if left out"),
        CommandOption::flag("pretty", None, "dump: prints pn and json on several lines"),
        CommandOption::flag("validate", None, "dump: checks the template first; --no-validate does not"),
        CommandOption::valued("values", "HASH", "render: what the template takes, as a hash of the Puppet language"),
        CommandOption::valued("values_file", "FILE", "render: the same from a .pp, .yaml or .json file"),
    ],
    introduction: "Checks, shows and fills in EPP templates

Usage: {program} epp validate [OPTIONS] [<TEMPLATE>...]
       {program} epp dump [OPTIONS] [-e <SOURCE> | <TEMPLATE>...]
       {program} epp render [OPTIONS] [-e <SOURCE> | <TEMPLATE>...]

A template is a file, or <MODULE>/<FILE> in the folder templates of a module. Without one it is read from stdin.",
    examples: "Exit codes: 0; 1 when a template has errors, does not exist or cannot be filled in.

Examples:
  {program} epp validate templates/vhost.conf.epp
  {program} epp render apache/vhost.epp --values '{port => 80}'
  {program} epp render -e 'Hello <%= $name %>' --values '{name => world}'",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let (log, name) = (&begun.log, program.name);
    let Some((action, words)) = begun.options.words.split_first() else {
        log.line(Level::Err, &format!("'epp' has no default action.  See `{name} help epp`."));
        return 1;
    };
    match action.as_str() {
        "validate" => templates::validate(program, &begun, words),
        "dump" => templates::dump(program, &begun, words),
        "render" => render::run(program, &begun, words),
        _ => {
            log.line(Level::Err, &format!("'epp' has no '{action}' action.  See `{name} help epp`."));
            1
        }
    }
}

/// Says that an action was not done, and returns the exit code.
fn give_up(log: &Log, program: &Program<'_>, action: &str, reason: &str) -> u8 {
    log.line(Level::Err, reason);
    log.line(Level::Err, &format!("Try '{} help epp {action}' for usage", program.name));
    1
}
