//! `bunraku facts`: shows facts about the machine.

mod text;

#[cfg(test)]
mod tests;

use std::{
    path::PathBuf,
    time::{Duration, SystemTime},
};

use ::facts::Options as Reading;
use pcore::{Hash, Value, json, time::Timestamp, yaml};
use resource_api::{Failure, Outcome, log::Level};

use super::Command;
use crate::{
    arguments::Program,
    machine,
    modules::LoadedTypes,
    options::{CommandOption, OptionError, Options},
    output,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("facts", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("config-file", "FILE", "Read this facter.conf instead of the default one"),
        CommandOption::valued("external-dir", "DIR", "Add a directory with external facts to the default ones"),
        CommandOption::flag("no-block", None, "Show facts that facter.conf blocks, too"),
        CommandOption::flag("no-cache", None, "Neither use nor update the cache that facter.conf configures"),
        CommandOption::valued("render-as", "FORMAT", "Set the output format: json, yaml, or text (that of facter)"),
        CommandOption::flag("show-legacy", None, "Show legacy facts, too, such as osfamily"),
        CommandOption::flag("value-only", None, "Show only the value of a single fact"),
    ],
    shared: &[],
    introduction: "Show facts about this machine

Usage: {program} facts [show] [OPTIONS] [NAME]...
       {program} facts find [OPTIONS]

NAME is the name of a fact or of a part of one: os, os.release.major, processors.models.0. Without NAME, all facts are
shown. find shows the facts as Puppet sends them to a server: with the name of the machine and the time.",
    examples: "Exit codes: 0, even if a fact does not exist; 1 if the command could not be run.

Examples:
  {program} facts os.family networking.ip
  {program} facts show --value-only os.release.major
  {program} facts show --render-as yaml > web1.yaml",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let form = Form::of(&context.options)?;
    let words = &context.options.words;
    let shown = match words.split_first().map(|(action, queries)| (action.as_str(), queries)) {
        Some(("show", queries)) => show(program, context, form, queries)?,
        Some(("find", _)) => find(program, context, form)?,
        Some(("upload", _)) => {
            return Err(Failure::new("facts upload is not supported: servers are not supported yet").into());
        }
        // Any other word is the name of a fact.
        Some(_) | None => show(program, context, form, words)?,
    };
    output::print_line(&shown);
    Ok(0)
}

/// How facts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// JSON on several lines; a single string without quotes.
    Console,
    Json,
    Yaml,
    /// The format of `facter`.
    Text,
}

impl Form {
    fn of(options: &Options) -> Result<Form, OptionError> {
        match options.value("render-as") {
            None | Some("console") => Ok(Form::Console),
            Some("json" | "pson") => Ok(Form::Json),
            Some("yaml") => Ok(Form::Yaml),
            Some("text") => Ok(Form::Text),
            Some(other) => Err(OptionError::Command(format!("I don't know how to render '{other}'"))),
        }
    }

    /// Facts by name.
    fn facts(self, facts: &Hash) -> Outcome<String> {
        match self {
            Form::Text => Ok(text::facts(facts)),
            _ => self.value(&facts.clone().into()),
        }
    }

    /// A single value.
    fn value(self, value: &Value) -> Outcome<String> {
        let unwritable = |reason: String| Failure::new(format!("cannot write the facts: {reason}"));
        match (self, value) {
            (Form::Text, value) => Ok(text::value(value)),
            (Form::Json, value) => json::write(value).map_err(|error| unwritable(error.to_string())),
            (Form::Yaml, value) => {
                let text = yaml::write(value).map_err(|error| unwritable(error.to_string()))?;
                Ok(text.trim_end_matches('\n').to_owned())
            }
            (Form::Console, Value::Hash(_) | Value::Array(_)) => {
                json::write_pretty(value).map_err(|error| unwritable(error.to_string()))
            }
            (Form::Console, Value::String(text)) => Ok(text.to_string()),
            (Form::Console, value) => Ok(value.to_string()),
        }
    }
}

/// Which facts are read. A query may name a legacy fact.
fn reading(context: &CommandContext, queries: &[String]) -> Outcome<Reading> {
    let options = &context.options;
    let mut external = machine::external(&context.settings)?;
    external.extend(options.values("external-dir").map(PathBuf::from));
    Ok(Reading {
        legacy: options.has("show-legacy") || !queries.is_empty(),
        block: !options.has("no-block"),
        cache: !options.has("no-cache"),
        external,
        configuration: options.value("config-file").map(PathBuf::from),
        ..Reading::default()
    })
}

fn show(program: &Program<'_>, context: &CommandContext, form: Form, queries: &[String]) -> Outcome<String> {
    let alone = context.options.has("value-only");
    if alone && queries.len() != 1 {
        context.log.line(
            Level::Warning,
            "Incorrect use of --value-only argument; it can only be used when querying for a single fact!",
        );
    }
    let facts = machine::read(&context.log, &reading(context, queries)?);
    let facts = with_modules(program, context, facts, queries)?;
    let value = |query: &str| ::facts::find(&facts, query).cloned().unwrap_or_else(|| Value::from(""));
    match queries {
        [] => form.facts(&facts),
        // As in facter, a single fact is printed without its name.
        [query] if alone || form == Form::Text => form.value(&value(query)),
        queries => {
            let mut sorted: Vec<&String> = queries.iter().collect();
            sorted.sort_unstable();
            form.facts(&sorted.into_iter().map(|query| (Value::from(query.as_str()), value(query))).collect())
        }
    }
}

/// Adds the facts that modules define in Ruby, if one of them may be queried.
fn with_modules(program: &Program<'_>, context: &CommandContext, facts: Hash, queries: &[String]) -> Outcome<Hash> {
    let loaded = LoadedTypes::new(program, context)?;
    let Some(source) = loaded.facts() else { return Ok(facts) };
    let is_of_module = |query: &String| {
        let root = query.split('.').next().unwrap_or(query);
        source.may_have(root, facts.get_str(root).is_some())
    };
    let is_needed = queries.is_empty() || queries.iter().any(is_of_module);
    Ok(if is_needed { source.collect(&facts) } else { facts })
}

/// The facts as they are sent to a server.
fn find(program: &Program<'_>, context: &CommandContext, form: Form) -> Outcome<String> {
    let name = context.settings.text("certname")?;
    let facts = with_modules(program, context, machine::facts(&context.settings, &context.log)?, &[])?;
    let found = document(&context.settings, name.into(), facts)?;
    let form = if form == Form::Text { Form::Console } else { form };
    form.value(&found)
}

/// Facts with the name of their machine and their expiration.
pub(super) fn document(settings: &settings::Settings, name: Value, values: Hash) -> Outcome<Value> {
    let interval = match settings.value("runinterval")? {
        settings::Value::Seconds(seconds) => seconds,
        _ => 1800,
    };
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(Value::hash([
        ("name".into(), name),
        ("values".into(), values.into()),
        ("timestamp".into(), instant(since)?.into()),
        ("expiration".into(), instant(since.saturating_add(Duration::from_secs(interval)))?.into()),
    ]))
}

/// A point in time with nanoseconds.
fn instant(since: Duration) -> Outcome<String> {
    let nanoseconds = i128::try_from(since.as_nanos()).unwrap_or(i128::MAX);
    let time = Timestamp::from_nanoseconds(nanoseconds);
    let text = time.and_then(|time| time.format("%Y-%m-%dT%H:%M:%S.%9N+00:00", None));
    text.map_err(|error| Failure::new(format!("cannot format the time of this machine: {error}")))
}
