//! `bunraku facts`: shows what the machine is.

mod text;

#[cfg(test)]
mod tests;

use std::{
    ffi::OsString,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use ::facts::Options as Reading;
use pcore::{Hash, Value, json, time::Timestamp, yaml};
use resource_api::{Failure, Outcome, log::Level};

use crate::{
    arguments::Program,
    machine,
    modules::Known,
    options::{CommandOption, OptionError, Options},
    output,
    startup::{self, Begun, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("config-file", "FILE", "facter.conf, instead of the usual one"),
        CommandOption::valued("external-dir", "FOLDER", "A folder with external facts, beside the usual ones"),
        CommandOption::flag("no-block", None, "Shows what facter.conf blocks, too"),
        CommandOption::flag("no-cache", None, "Neither uses nor keeps what facter.conf says is kept"),
        CommandOption::valued("render-as", "FORMAT", "How facts are written: json, yaml, or text as facter does"),
        CommandOption::flag("show-legacy", None, "Shows the flat names of earlier times, too, such as osfamily"),
        CommandOption::flag("value-only", None, "Shows only the value of the one fact that is asked for"),
    ],
    introduction: "Shows what the machine is

Usage: {program} facts [show] [OPTIONS] [NAME]...
       {program} facts find [OPTIONS]

A name is that of a fact, or of a part of one: os, os.release.major, processors.models.0. Without one all facts are
shown. find shows them as Puppet sends them to a server: with the name of the machine and the time.",
    examples: "Exit codes: 0, also for a fact that there is not; 1 when the command could not be run.

Examples:
  {program} facts os.family networking.ip
  {program} facts show --value-only os.release.major
  {program} facts show --render-as yaml > web1.yaml",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let form = match Form::of(&begun.options) {
        Ok(form) => form,
        Err(error) => {
            begun.log.line(Level::Err, &error.to_string());
            return 1;
        }
    };
    let words = &begun.options.words;
    let shown = match words.split_first() {
        Some((action, queries)) => match action.as_str() {
            "show" => show(program, &begun, form, queries),
            "find" => find(program, &begun, form),
            "upload" => Err(Failure::new("facts upload is not supported: there is no agent that knows a server yet")),
            // Whatever is no action is a fact.
            _ => show(program, &begun, form, words),
        },
        None => show(program, &begun, form, words),
    };
    match shown {
        Ok(text) => {
            output::say(&text);
            0
        }
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

/// How facts are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// JSON on several lines; a value alone as it is.
    Console,
    Json,
    Yaml,
    /// As `facter` does.
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

    /// Facts by their names.
    fn facts(self, facts: &Hash) -> Outcome<String> {
        match self {
            Form::Text => Ok(text::facts(facts)),
            _ => self.value(&facts.clone().into()),
        }
    }

    /// A value alone.
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

/// What is read: a name may be one of the flat ones.
fn reading(begun: &Begun, queries: &[String]) -> Outcome<Reading> {
    let options = &begun.options;
    let mut external = machine::external(&begun.settings)?;
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

fn show(program: &Program<'_>, begun: &Begun, form: Form, queries: &[String]) -> Outcome<String> {
    let alone = begun.options.has("value-only");
    if alone && queries.len() != 1 {
        begun.log.line(
            Level::Warning,
            "Incorrect use of --value-only argument; it can only be used when querying for a single fact!",
        );
    }
    let facts = machine::read(&begun.log, &reading(begun, queries)?);
    let facts = with_modules(program, begun, facts, queries)?;
    let value = |query: &str| ::facts::find(&facts, query).cloned().unwrap_or_else(|| Value::from(""));
    match queries {
        [] => form.facts(&facts),
        // As facter does, a fact that is asked for alone has no name in the text.
        [query] if alone || form == Form::Text => form.value(&value(query)),
        queries => {
            let mut sorted: Vec<&String> = queries.iter().collect();
            sorted.sort_unstable();
            form.facts(&sorted.into_iter().map(|query| (Value::from(query.as_str()), value(query))).collect())
        }
    }
}

/// Facts with those that modules have in Ruby, if somebody asks for one of them or for all.
fn with_modules(program: &Program<'_>, begun: &Begun, facts: Hash, queries: &[String]) -> Outcome<Hash> {
    let known = Known::new(program, begun)?;
    let Some(source) = known.facts() else { return Ok(facts) };
    let is_of_module = |query: &String| {
        let root = query.split('.').next().unwrap_or(query);
        source.may_have(root, facts.get_str(root).is_some())
    };
    let is_needed = queries.is_empty() || queries.iter().any(is_of_module);
    Ok(if is_needed { source.collect(&facts) } else { facts })
}

/// The facts as they are sent to a server.
fn find(program: &Program<'_>, begun: &Begun, form: Form) -> Outcome<String> {
    let name = begun.settings.text("certname").map_err(|error| Failure::new(error.to_string()))?;
    let facts = with_modules(program, begun, machine::facts(&begun.settings, &begun.log)?, &[])?;
    let found = document(&begun.settings, name.into(), facts)?;
    let form = if form == Form::Text { Form::Console } else { form };
    form.value(&found)
}

/// Facts with whose they are, and how long they count.
pub(super) fn document(settings: &settings::Settings, name: Value, values: Hash) -> Outcome<Value> {
    let interval = match settings.value("runinterval").map_err(|error| Failure::new(error.to_string()))? {
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

/// A point in time, with all its digits.
fn instant(since: Duration) -> Outcome<String> {
    let nanoseconds = i128::try_from(since.as_nanos()).unwrap_or(i128::MAX);
    let time = Timestamp::from_nanoseconds(nanoseconds);
    let text = time.and_then(|time| time.format("%Y-%m-%dT%H:%M:%S.%9N+00:00", None));
    text.map_err(|error| Failure::new(format!("the clock of this machine tells no time: {error}")))
}
