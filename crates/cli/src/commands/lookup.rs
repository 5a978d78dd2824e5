//! `bunraku lookup`: looks up values in the data of manifests, and explains where they come from.

mod facts;
mod request;

use std::ffi::OsString;

use compiler::{Explanation, FailureKind, Interrupt};
use pcore::{Value, json, yaml};
use resource_api::{Failure, Outcome, log::Level};

use self::request::{Rendering, Wanted};
use crate::{
    arguments::Program,
    compiling::{self, Manifest, NotCompiled, Request},
    limits,
    modules::Known,
    options::CommandOption,
    output,
    startup::{self, Begun, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("compile", Some('c'), "Compiles the manifest first, whose variables the data may use"),
        CommandOption::valued("default", "VALUE", "The value when no data has one"),
        CommandOption::flag("explain", None, "Tells where the value comes from, or why there is none"),
        CommandOption::flag("explain-options", None, "Tells where lookup_options come from"),
        CommandOption::valued("facts", "FILE", "Facts in JSON or YAML, which go before those of the machine"),
        CommandOption::valued("knock-out-prefix", "PREFIX", "With --merge deep: marks elements to take out"),
        limits::MAX_DEPTH,
        limits::MAX_MEMORY,
        limits::MAX_RESOURCES,
        limits::MAX_VALUE_DEPTH,
        limits::MAX_SIZE,
        limits::MAX_STEPS,
        CommandOption::valued("merge", "STRATEGY", "What to do with several values: first, unique, hash or deep"),
        CommandOption::flag("merge-hash-arrays", None, "With --merge deep: merges the hashes in arrays"),
        CommandOption::valued("node", "NAME", "The machine to look up for; this one if left out"),
        CommandOption::valued("render-as", "FORMAT", "How the answer is written: yaml, json or s (text)"),
        CommandOption::flag("sort-merged-arrays", None, "With --merge deep: sorts arrays that were merged"),
        CommandOption::flag("trusted", None, "Accepted for the sake of scripts; has no meaning here"),
        CommandOption::valued("type", "TYPE", "The data type that the value must have"),
    ],
    introduction: "Looks up values in the data of manifests, and explains where they come from

Usage: {program} lookup [OPTIONS] <KEY>...

The first key that has a value counts. --environment chooses the environment, --hiera_config the hiera.yaml of the
global layer. What a secret holds is shown as the value that was asked for, and nowhere in an explanation.",
    examples: "Exit codes: 0; 1 when there is no value, or when it cannot be looked up. With --explain: 0 even without a value.

Examples:
  {program} lookup ntp::servers
  {program} lookup ntp::servers --node web1.example.com --facts web1.yaml --explain
  {program} lookup --merge deep --knock-out-prefix=-- users",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    match look_up(program, &begun) {
        Ok(code) => code,
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

fn look_up(program: &Program<'_>, begun: &Begun) -> Outcome<u8> {
    let options = &begun.options;
    let wanted = Wanted::read(options)?;
    let facts = facts::of(begun)?;
    let manifest = if options.has("compile") { Manifest::OfEnvironment } else { Manifest::Code(String::from("undef")) };
    let request = Request { manifest, node: options.value("node"), facts: Some(facts), is_for_here: false };
    let known = Known::new(program, begun)?;
    let looked_up = compiling::look_up(&known.program(program), begun, request, &wanted.request())?;
    let (answer, explanation) = match looked_up {
        Ok(looked_up) => looked_up,
        Err(NotCompiled) => return Ok(1),
    };
    if let Some(explanation) = explanation {
        // Where something else is wrong than the data, there is nothing to explain.
        if let Err(Interrupt::Failure(failure)) = &answer
            && !is_about_data(failure)
        {
            return Err(Failure::new(failure.to_string()));
        }
        explain(begun, &explanation, wanted.rendering)?;
        return Ok(0);
    }
    match answer {
        Ok(value) => {
            print(&rendered(&value, wanted.rendering)?);
            Ok(0)
        }
        Err(Interrupt::Failure(failure)) if is_about_data(&failure) => {
            // Puppet is silent about everything that is wrong with data.
            if program.name != "puppet" {
                begun.log.line(Level::Err, &failure.to_string());
            }
            Ok(1)
        }
        Err(Interrupt::Failure(failure)) => Err(Failure::new(failure.to_string())),
        Err(_) => Err(Failure::new("the lookup was left by a jump")),
    }
}

/// A type that does not fit, or an expression that fails, is told; what is wrong with data only ends the command.
fn is_about_data(failure: &compiler::Failure) -> bool {
    matches!(failure.kind, FailureKind::Data | FailureKind::Bare)
}

fn explain(begun: &Begun, explanation: &Explanation, rendering: Rendering) -> Outcome<()> {
    let text = match rendering {
        Rendering::Text => explanation.text(),
        other => rendered(&explanation.to_value(), other)?,
    };
    print(&begun.log.scrubber().scrub(&text));
    Ok(())
}

/// Prints a text that may end in a line break already.
fn print(text: &str) {
    output::say(text.strip_suffix('\n').unwrap_or(text));
}

fn rendered(value: &Value, rendering: Rendering) -> Outcome<String> {
    let unwritable = |reason: String| Failure::new(format!("the value cannot be written: {reason}"));
    match rendering {
        Rendering::Text => Ok(compiler::ruby_text(value)),
        Rendering::Json => json::write(&request::without_symbols(&request::plain(value)))
            .map_err(|error| unwritable(error.to_string())),
        Rendering::Yaml => match value {
            Value::Sensitive(secret) => {
                let held = Value::hash([("value".into(), (**secret).clone())]);
                let tag = Some("!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive");
                yaml::write_with(&held, yaml::WriteOptions { tag, offset: None })
            }
            other => yaml::write(&request::plain(other)),
        }
        .map_err(|error| unwritable(error.to_string())),
    }
}
