//! `bunraku lookup`: looks up values in Hiera data and explains where they come from.

mod facts;
mod request;

use compiler::{Explanation, FailureKind, Interrupt};
use pcore::{Value, json, yaml};
use resource_api::{Failure, Outcome, log::Level};

use self::request::{LookupOptions, Rendering};
use super::Command;
use crate::{
    arguments::Program,
    compiling::{self, Manifest, NotCompiled, Request},
    limits,
    modules::LoadedTypes,
    options::CommandOption,
    output,
    resource_view::words,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("lookup", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("compile", Some('c'), "Compile the manifest first, so that data can use its variables"),
        CommandOption::valued("default", "VALUE", "Use this value if the data has none"),
        CommandOption::flag("explain", None, "Explain where the value comes from, or why there is none"),
        CommandOption::flag("explain-options", None, "Explain where lookup_options come from"),
        CommandOption::valued("facts", "FILE", "Override facts of the machine with those of a JSON or YAML file"),
        CommandOption::valued("knock-out-prefix", "PREFIX", "With --merge deep: remove elements with this prefix"),
        CommandOption::valued("merge", "STRATEGY", "Merge several values: first, unique, hash or deep"),
        CommandOption::flag("merge-hash-arrays", None, "With --merge deep: merge hashes in arrays"),
        CommandOption::valued("node", "NAME", "Look up values for this machine; default is the local one"),
        CommandOption::valued("render-as", "FORMAT", "Set the output format: yaml, json or s (text)"),
        CommandOption::flag("sort-merged-arrays", None, "With --merge deep: sort merged arrays"),
        CommandOption::flag("trusted", None, "Accepted for compatibility; has no effect"),
        CommandOption::valued("type", "TYPE", "Require the value to be of this data type"),
    ],
    shared: &[limits::OPTIONS, limits::OPTIONS_OF_CATALOGS],
    introduction: "Look up values in Hiera data, and explain where they come from

Usage: {program} lookup [OPTIONS] <KEY>...

The value of the first key that has one is printed. --environment chooses the environment, --hiera_config the
hiera.yaml of the global layer. A secret is printed if it is the value, but never in an explanation.",
    examples:
        "Exit codes: 0 on success; 1 if missing value or the lookup fails. With --explain: 0 even without a value.

Examples:
  {program} lookup ntp::servers
  {program} lookup ntp::servers --node web1.example.com --facts web1.yaml --explain
  {program} lookup --merge deep --knock-out-prefix=-- users",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let options = &context.options;
    let lookup_options = LookupOptions::read(options)?;
    let facts = facts::of(context)?;
    let manifest = if options.has("compile") { Manifest::OfEnvironment } else { Manifest::Code(String::from("undef")) };
    let request = Request { manifest, node: options.value("node"), facts: Some(facts), is_applied_here: false };
    let loaded = LoadedTypes::new(program, context)?;
    let looked_up = compiling::look_up(&loaded.program(program), context, request, &lookup_options.request())?;
    let (answer, explanation) = match looked_up {
        Ok(looked_up) => looked_up,
        Err(NotCompiled) => return Ok(1),
    };
    if let Some(explanation) = explanation {
        // If the error is not in the data, there is nothing to explain.
        if let Err(Interrupt::Failure(failure)) = &answer
            && !is_about_data(failure)
        {
            return Err(Failure::new(failure.to_string()).into());
        }
        explain(context, &explanation, lookup_options.rendering)?;
        return Ok(0);
    }
    match answer {
        Ok(value) => {
            print(&rendered(&value, lookup_options.rendering)?);
            Ok(0)
        }
        Err(Interrupt::Failure(failure)) if is_about_data(&failure) => {
            // Puppet prints no error about data.
            if program.name != "puppet" {
                context.log.line(Level::Err, &failure.to_string());
            }
            Ok(1)
        }
        Err(Interrupt::Failure(failure)) => Err(Failure::new(failure.to_string()).into()),
        Err(_) => Err(Failure::new("the lookup was interrupted by a control flow statement").into()),
    }
}

/// A wrong type or a failing expression is reported; for an error in the data the command only exits with 1.
fn is_about_data(failure: &compiler::Failure) -> bool {
    matches!(failure.kind, FailureKind::Data | FailureKind::Verbatim)
}

fn explain(context: &CommandContext, explanation: &Explanation, rendering: Rendering) -> Outcome<()> {
    let text = match rendering {
        Rendering::Text => explanation.text(),
        other => rendered(&explanation.to_value(), other)?,
    };
    print(&context.log.scrubber().scrub(&text));
    Ok(())
}

/// Prints a text that may already end with a line break.
fn print(text: &str) {
    output::print_line(text.strip_suffix('\n').unwrap_or(text));
}

fn rendered(value: &Value, rendering: Rendering) -> Outcome<String> {
    let unwritable = |reason: String| Failure::new(format!("cannot write the value: {reason}"));
    match rendering {
        Rendering::Text => Ok(compiler::ruby_text(value)),
        Rendering::Json => json::write(&words(&request::plain(value))).map_err(|error| unwritable(error.to_string())),
        Rendering::Yaml => match value {
            Value::Sensitive(secret) => {
                let wrapped = Value::hash([("value".into(), (**secret).clone())]);
                let tag = Some("!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive");
                yaml::write_with(&wrapped, yaml::WriteOptions { tag, offset: None })
            }
            other => yaml::write(&request::plain(other)),
        }
        .map_err(|error| unwritable(error.to_string())),
    }
}
