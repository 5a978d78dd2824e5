//! `bunraku epp`: checks, dumps and renders EPP templates.

mod render;
mod templates;

use resource_api::log::{Level, Log};

use super::Command;
use crate::{
    arguments::Program,
    limits,
    options::CommandOption,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("epp", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("continue_on_error", None, "validate: continue after a template with errors"),
        CommandOption::valued("e", "SOURCE", "dump, render: use this text as the template").or('e'),
        CommandOption::valued("facts", "FILE", "render: use these facts (JSON or YAML)"),
        CommandOption::valued("format", "FORMAT", "dump: set the output format: old, pn or json"),
        CommandOption::flag(
            "header",
            None,
            "dump, render: print the names of several templates (default); --no-header disables it",
        ),
        CommandOption::valued("node", "NODE", "render: set the machine; default is this one"),
        CommandOption::flag("pretty", None, "dump: print pn and json on several lines"),
        CommandOption::flag("validate", None, "dump: check the template first (default); --no-validate disables it"),
        CommandOption::valued(
            "values",
            "HASH",
            "render: set the parameters of the template: a hash in the Puppet language",
        ),
        CommandOption::valued("values_file", "FILE", "render: read the parameters from a .pp, .yaml or .json file"),
    ],
    shared: &[limits::OPTIONS],
    introduction: "Check, dump and render EPP templates

Usage: {program} epp validate [OPTIONS] [<TEMPLATE>...]
       {program} epp dump [OPTIONS] [-e <SOURCE> | <TEMPLATE>...]
       {program} epp render [OPTIONS] [-e <SOURCE> | <TEMPLATE>...]

A template is a file, or <MODULE>/<FILE> in the directory templates of a module. Without arguments, the template is
read from stdin.",
    examples: "Exit codes: 0 on success; 1 if a template has errors, does not exist or cannot be rendered.

Examples:
  {program} epp validate templates/vhost.conf.epp
  {program} epp render apache/vhost.epp --values '{port => 80}'
  {program} epp render -e 'Hello <%= $name %>' --values '{name => world}'",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let no_action = |action| Refusal::no_action(program, "epp", action);
    let (action, words) = context.options.words.split_first().ok_or_else(|| no_action(None))?;
    Ok(match action.as_str() {
        "validate" => templates::validate(program, context, words),
        "dump" => templates::dump(program, context, words),
        "render" => render::run(program, context, words),
        _ => return Err(no_action(Some(action))),
    })
}

/// Logs that an action failed and returns the exit code.
fn report_error(log: &Log, program: &Program<'_>, action: &str, reason: &str) -> u8 {
    log.line(Level::Err, reason);
    log.line(Level::Err, &format!("Try '{} help epp {action}' for usage", program.name));
    1
}
