//! `epp render`: fills in templates.

use std::{
    path::{self, Path},
    sync::Arc,
};

use compiler::{Compilation, Hiera, input};
use diagnostics::Source;
use pcore::{Hash, Value, infer, json, yaml};
use resource_api::log::Level;

use super::{
    give_up,
    templates::{self, Template},
};
use crate::{
    arguments::Program,
    compiling::{self, Afterwards},
    output,
    startup::Begun,
};

/// Fills in the templates that are named, and returns the exit code.
pub(super) fn run(program: &Program<'_>, begun: &Begun, words: &[String]) -> u8 {
    let refuse = |reason: &str| give_up(&begun.log, program, "render", reason);
    let templates = templates::named(begun, words);
    if templates.is_empty() {
        return refuse("No input given: name a template, or give one with -e");
    }
    let several = templates.len() > 1;
    let has_header = several && begun.options.value("header") != Some("false");
    let mut rendered = String::new();
    for template in &templates {
        if has_header {
            let before = if rendered.is_empty() { "" } else { "\n" };
            rendered.push_str(&format!("{before}--- {}\n", template.name));
        }
        match render(program, begun, template) {
            Ok(text) => rendered.push_str(&text),
            Err(reason) => {
                if several {
                    begun.log.line(Level::Err, &format!("--- {}", template.name));
                }
                if reason.is_final || template.name.is_empty() {
                    return refuse(&reason.text);
                }
                begun.log.line(Level::Err, &reason.text);
                return refuse("error while rendering epp");
            }
        }
    }
    output::say(rendered.strip_suffix('\n').unwrap_or(&rendered));
    0
}

/// Why a template was not filled in.
struct Reason {
    text: String,
    /// Whether Puppet has no more to say.
    is_final: bool,
}

impl From<String> for Reason {
    fn from(text: String) -> Reason {
        Reason { text, is_final: false }
    }
}

fn render(program: &Program<'_>, begun: &Begun, template: &Template) -> Result<String, Reason> {
    let source = template.source.clone().map_err(|error| error.to_string())?;
    let name = match source.name.as_str() {
        "" | "<stdin>" => String::from("inlined-epp-text"),
        file => path::absolute(file).map_or_else(|_| file.to_owned(), |path| path.display().to_string()),
    };
    let source = Arc::new(Source::new(name, source.text.clone()));
    let options = &begun.options;
    let facts = options.value("facts").map(compiling::facts_from).transpose().map_err(|error| error.to_string())?;
    let node = options.value("node");
    let work = |compilation: &mut Compilation<'_>, _: &Hiera| compiler::render_template(compilation, &source, None);
    let rendered = match values(program, begun)? {
        None => compiling::evaluate(program, begun, node, facts, Afterwards::Freed, work),
        Some(values) => compiling::evaluate(program, begun, node, facts, Afterwards::Freed, |compilation, _| {
            compiler::render_template(compilation, &source, Some(&values))
        }),
    };
    match rendered.map_err(|error| error.to_string())?.result {
        Ok(Value::Sensitive(secret)) => Ok(secret.as_str().unwrap_or_default().to_owned()),
        Ok(text) => Ok(text.as_str().unwrap_or_default().to_owned()),
        Err(failure) if failure.kind == compiler::FailureKind::Parse => {
            Err(Reason { text: format!("epp(): Invalid EPP: {failure}"), is_final: true })
        }
        Err(failure) => Err(failure.to_string().into()),
    }
}

/// What the template takes: that of the file, and over it that of the command line.
fn values(program: &Program<'_>, begun: &Begun) -> Result<Option<Hash>, String> {
    let of_file = match begun.options.value("values_file") {
        Some(file) => Some(from_file(program, begun, file)?),
        None => None,
    };
    let given = match begun.options.value("values") {
        Some(text) => Some(from_text(program, begun, "values-hash", text.to_owned())?),
        None => None,
    };
    let mut values = match (of_file, given) {
        (None, None) => return Ok(None),
        (Some(values), None) | (None, Some(values)) => values,
        (Some(mut values), Some(given)) => {
            given.iter().for_each(|(name, value)| drop(values.insert(name.clone(), value.clone())));
            values
        }
    };
    // What is not given is not there; an undef would hide a default.
    let undefined: Vec<Value> =
        values.iter().filter(|(_, value)| value.is_undef()).map(|(name, _)| name.clone()).collect();
    undefined.iter().for_each(|name| drop(values.remove(name)));
    Ok(Some(values))
}

fn from_file(program: &Program<'_>, begun: &Begun, file: &str) -> Result<Hash, String> {
    let text = input::read_named_text(Path::new(file))
        .map_err(|error| format!("Could not read --values_file {file}: {error}"))?;
    let value = match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("pp") => return from_text(program, begun, file, text),
        Some("yaml" | "yml") => {
            yaml::parse(&text).map_err(|error| format!("Could not load --values_file {file}: {error}"))?
        }
        Some("json") => json::parse(&text).map_err(|error| format!("Could not load --values_file {file}: {error}"))?,
        _ => return Err(String::from("Only .yaml, .json or .pp can be used as a --values_file")),
    };
    as_hash(&value, "values_file")
}

fn from_text(program: &Program<'_>, begun: &Begun, name: &str, text: String) -> Result<Hash, String> {
    let source = Arc::new(Source::new(name, text));
    let evaluated = compiling::evaluate(program, begun, None, None, Afterwards::Freed, |compilation, _| {
        compiler::evaluate_text(compilation, &source)
    });
    let value = evaluated.map_err(|error| error.to_string())?.result.map_err(|failure| failure.to_string())?;
    as_hash(&value, "values")
}

fn as_hash(value: &Value, option: &str) -> Result<Hash, String> {
    match value {
        Value::Hash(hash) => Ok((**hash).clone()),
        Value::Undef => Ok(Hash::default()),
        other => {
            let found = infer::generalized(other);
            Err(format!("--{option} option must evaluate to a Hash or undef, got: '{found}'"))
        }
    }
}
