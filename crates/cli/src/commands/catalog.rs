//! `bunraku catalog`: compiles catalogs and compares them.

mod compile;
mod diff;

use std::fs::File;

use catalog::{Catalog, CatalogError};
use pcore::NoNames;

use super::Command;
use crate::{
    arguments::Program,
    limits,
    options::CommandOption,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("catalog", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("all", None, "diff: show tags, order and containment, too"),
        CommandOption::valued("facts", "FILE", "compile: use these facts (JSON or YAML)"),
        CommandOption::valued("render-as", "FORMAT", "Set the output format: json; for diff, text or json"),
    ],
    shared: &[limits::OPTIONS, limits::OPTIONS_OF_CATALOGS],
    introduction: "Compile and compare catalogs

Usage: {program} catalog compile [OPTIONS] [NODE]
       {program} catalog diff [OPTIONS] <OLD> <NEW>

compile prints the catalog of a machine, or of this machine without NODE, in Puppet's JSON format. It is compiled from
--manifest (a file or a directory) and --modulepath; every setting is an option, too. The catalog is meant to be
applied, so it contains secrets. Log lines go to stderr.
diff compares two catalogs and lists resources that were added or removed and parameters that changed. Secrets that
differ are named, but not shown.",
    examples: "Exit codes: compile: 0 on success, 1 if the manifest does not compile. diff: 0 if the catalogs are the same, 1 if they
differ, 2 if a file cannot be read.

Examples:
  {program} catalog compile web1.example.com --manifest site.pp --facts web1.json > new.json
  {program} catalog diff old.json new.json",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    // Puppet mixes log lines and the catalog on stdout, which scripts rely on.
    if let (true, Some(screen)) = (program.name != "puppet", &context.screen) {
        screen.reserve_stdout_for_data();
    }
    let no_action = |action| Refusal::no_action(program, "catalog", action);
    let (action, words) = context.options.words.split_first().ok_or_else(|| no_action(None))?;
    match action.as_str() {
        "compile" | "find" => compile::run(program, context, words),
        "diff" => Ok(diff::run(context, words)),
        _ => Err(no_action(Some(action))),
    }
}

/// Reads the catalog in a file.
pub(super) fn read(name: &str) -> Result<Catalog, CatalogError> {
    Catalog::from_reader(File::open(name)?, &NoNames)
}
