//! `bunraku catalog`: compiles catalogs, and shows what differs between two.

mod compile;
mod diff;

use std::ffi::OsString;

use resource_api::log::Level;

use crate::{
    arguments::Program,
    limits,
    options::CommandOption,
    startup::{self, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("all", None, "diff: shows tags, order and containment, too"),
        CommandOption::valued("facts", "FILE", "compile: the facts of the machine, in JSON or YAML"),
        limits::MAX_DEPTH,
        limits::MAX_MEMORY,
        limits::MAX_RESOURCES,
        limits::MAX_VALUE_DEPTH,
        limits::MAX_SIZE,
        limits::MAX_STEPS,
        CommandOption::valued("render-as", "FORMAT", "How the answer is written: json; for diff text or json"),
    ],
    introduction: "Compiles catalogs, and shows what differs between two

Usage: {program} catalog compile [OPTIONS] [NODE]
       {program} catalog diff [OPTIONS] <OLD> <NEW>

compile prints the catalog of a machine, in Puppet's JSON; without NODE that of this one. --manifest (a file or a folder)
and --modulepath say what it is compiled from, as every setting is an option, too. The catalog is there to be applied:
secrets stand in it. Log lines go to stderr.
diff compares two files of that kind: resources that went and came, and parameters that changed. A secret that
differs is named, not shown.",
    examples: "Exit codes: compile: 0; 1 when it does not compile. diff: 0 when nothing differs; 1 when something does; 2 when a
file cannot be read.

Examples:
  {program} catalog compile web1.example.com --manifest site.pp --facts web1.json > new.json
  {program} catalog diff old.json new.json",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    // Puppet mixes its log lines with the catalog; scripts for it count on them.
    if let (true, Some(screen)) = (program.name != "puppet", &begun.screen) {
        screen.leave_stdout_to_data();
    }
    let refuse = |reason: String| {
        begun.log.line(Level::Err, &reason);
        1
    };
    let name = program.name;
    match begun.options.words.split_first() {
        None => refuse(format!("'catalog' has no default action.  See `{name} help catalog`.")),
        Some((action, words)) => match action.as_str() {
            "compile" | "find" => compile::run(program, &begun, words),
            "diff" => diff::run(&begun, words),
            _ => refuse(format!("'catalog' has no '{action}' action.  See `{name} help catalog`.")),
        },
    }
}
