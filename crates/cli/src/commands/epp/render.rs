//! `epp render`: renders templates.

use std::{
    path::{self, Path},
    sync::Arc,
};

use compiler::input;
use diagnostics::Source;
use pcore::{Hash, Value, infer, json, yaml};
use resource_api::log::Level;

use super::{
    report_error,
    templates::{self, Template},
};
use crate::{
    arguments::Program,
    compiling::{self, Teardown},
    output,
    startup::CommandContext,
};

/// Renders the given templates and returns the exit code.
pub(super) fn run(program: &Program<'_>, context: &CommandContext, words: &[String]) -> u8 {
    let refuse = |reason: &str| report_error(&context.log, program, "render", reason);
    let templates = templates::selected(context, words);
    if templates.is_empty() {
        return refuse("No input given: name a template, or give one with -e");
    }
    let several = templates.len() > 1;
    let has_header = several && context.options.value("header") != Some("false");
    let mut rendered = String::new();
    for template in &templates {
        if has_header {
            let before = if rendered.is_empty() { "" } else { "\n" };
            rendered.push_str(&format!("{before}--- {}\n", template.name));
        }
        match render(program, context, template) {
            Ok(text) => rendered.push_str(&text),
            Err(reason) => {
                if several {
                    context.log.line(Level::Err, &format!("--- {}", template.name));
                }
                if reason.is_final || template.name.is_empty() {
                    return refuse(&reason.text);
                }
                context.log.line(Level::Err, &reason.text);
                return refuse("error while rendering epp");
            }
        }
    }
    output::print_line(rendered.strip_suffix('\n').unwrap_or(&rendered));
    0
}

/// Why a template could not be rendered.
struct RenderError {
    text: String,
    /// Whether no further message follows.
    is_final: bool,
}

impl From<String> for RenderError {
    fn from(text: String) -> RenderError {
        RenderError { text, is_final: false }
    }
}

fn render(program: &Program<'_>, context: &CommandContext, template: &Template) -> Result<String, RenderError> {
    let source = template.source.clone().map_err(|error| error.to_string())?;
    let name = match source.name.as_str() {
        "" | "<stdin>" => String::from("inlined-epp-text"),
        file => path::absolute(file).map_or_else(|_| file.to_owned(), |path| path.display().to_string()),
    };
    let source = Arc::new(Source::new(name, source.text.clone()));
    let options = &context.options;
    let facts = options.value("facts").map(compiling::read_facts).transpose().map_err(|error| error.to_string())?;
    let node = options.value("node");
    let values = values(program, context)?;
    let rendered = compiling::evaluate(program, context, node, facts, Teardown::Free, |compilation, _| {
        compiler::render_template(compilation, &source, values.as_ref())
    });
    match rendered.map_err(|error| error.to_string())?.result {
        Ok(Value::Sensitive(secret)) => Ok(secret.as_str().unwrap_or_default().to_owned()),
        Ok(text) => Ok(text.as_str().unwrap_or_default().to_owned()),
        Err(failure) if failure.kind == compiler::FailureKind::Parse => {
            Err(RenderError { text: format!("epp(): Invalid EPP: {failure}"), is_final: true })
        }
        Err(failure) => Err(failure.to_string().into()),
    }
}

/// The parameters of the template: those of the command line override those of the file.
fn values(program: &Program<'_>, context: &CommandContext) -> Result<Option<Hash>, String> {
    let options = &context.options;
    let of_file = options.value("values_file").map(|file| from_file(program, context, file)).transpose()?;
    let overrides = options.value("values").map(|text| from_text(program, context, "values-hash", text.to_owned()));
    let mut values = match (of_file, overrides.transpose()?) {
        (None, None) => return Ok(None),
        (Some(values), None) | (None, Some(values)) => values,
        (Some(mut values), Some(overrides)) => {
            values.extend(overrides);
            values
        }
    };
    // A parameter without a value is left out; undef would hide its default.
    let undefined: Vec<Value> =
        values.iter().filter(|(_, value)| value.is_undef()).map(|(name, _)| name.clone()).collect();
    undefined.iter().for_each(|name| drop(values.remove(name)));
    Ok(Some(values))
}

fn from_file(program: &Program<'_>, context: &CommandContext, file: &str) -> Result<Hash, String> {
    let text = input::read_named_text(Path::new(file))
        .map_err(|error| format!("Could not read --values_file {file}: {error}"))?;
    let value = match Path::new(file).extension().and_then(|ending| ending.to_str()) {
        Some("pp") => return from_text(program, context, file, text),
        Some("yaml" | "yml") => {
            yaml::parse(&text).map_err(|error| format!("Could not load --values_file {file}: {error}"))?
        }
        Some("json") => json::parse(&text).map_err(|error| format!("Could not load --values_file {file}: {error}"))?,
        _ => return Err(String::from("Only .yaml, .json or .pp can be used as a --values_file")),
    };
    as_hash(&value, "values_file")
}

fn from_text(program: &Program<'_>, context: &CommandContext, name: &str, text: String) -> Result<Hash, String> {
    let source = Arc::new(Source::new(name, text));
    let evaluated = compiling::evaluate(program, context, None, None, Teardown::Free, |compilation, _| {
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
