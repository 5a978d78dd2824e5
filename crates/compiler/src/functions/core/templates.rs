//! Templates in EPP and ERB.

use std::{path::Path, sync::Arc};

use diagnostics::{Location, Severity, Source};
use ecow::EcoString;
use pcore::Value;
use ruby_subset::Error;
use syntax::{FileKind, Program, Rules};

use crate::{
    erb::CallSite,
    evaluate::Visible,
    functions::{Call, Function, Interrupt, Outcome, Signature, fail, text},
    regexps,
};

functions![
    Function::typed(
        "epp",
        "Returns what an EPP template gives: 'module/name' in its directory 'templates', or an absolute path",
        &[Signature::new(&["String path", r"Hash[Pattern[/^\w+$/], Any] parameters?"], epp)],
        &[],
    ).without_legacy(),
    Function::typed(
        "inline_epp",
        "Returns what a text gives that is an EPP template",
        &[Signature::new(&["String template", r"Hash[Pattern[/^\w+$/], Any] parameters?"], |call| {
            let text = call.string(0)?.to_owned();
            evaluate(call, "inlined-epp-text", text, Visible::Caller)
        })],
        &[
            ("inline_epp('<%= $x %>!', {x => 5})", "'5!'"),
            ("inline_epp('<%- | Integer $n, $m = 2 | -%><%= $n + $m %>', {n => 1})", "'3'"),
        ],
    ).without_legacy(),
    Function::counted(
        "inline_template",
        "Returns what texts give that are ERB templates, one after the other",
        -2,
        inline_template,
        &[
            ("inline_template('<%= [1, 2].map { |n| n * 2 }.join(\"-\") %>')", "'2-4'"),
            ("inline_template('a<% if false %>b<% end %>', 'c')", "'ac'"),
        ],
    ).legacy(),
    Function::counted(
        "template",
        "Returns what ERB templates give, one after the other: 'module/name' in its directory 'templates', or absolute paths",
        -2,
        template,
        &[],
    ).legacy(),
];

fn epp(call: &mut Call<'_, '_>) -> Outcome {
    let mut name = call.string(0)?.to_owned();
    if !Path::new(&name).exists() && !name.ends_with(".epp") {
        name.push_str(".epp");
    }
    let Some(path) = call.find_file("templates", &name) else {
        return fail(format!("Could not find template '{name}'"));
    };
    let text = call.read_text(&path)?;
    evaluate(call, &path.display().to_string(), text, Visible::Global)
}

/// How many templates are remembered; texts that are templates may be made up without end.
const MAX_TEMPLATES: usize = 1_000;

/// Reads a template, or remembers it, and fills it in.
fn evaluate(call: &mut Call<'_, '_>, name: &str, text: String, visible: Visible) -> Outcome {
    let key = (EcoString::from(name), EcoString::from(text.as_str()));
    let program = match call.compilation.memory.epp.get(&key) {
        Some(known) => known.clone(),
        None => {
            let program = Arc::new(read(call, Arc::new(Source::new(name, text)))?);
            let known = &mut call.compilation.memory.epp;
            if known.len() >= MAX_TEMPLATES {
                known.clear();
            }
            known.insert(key, program.clone());
            program
        }
    };
    let given = call.argument(1).as_hash().cloned();
    call.compilation.evaluate_template(call.frame, &program, given.as_ref(), visible)
}

fn read(call: &Call<'_, '_>, source: Arc<Source>) -> Outcome<Program> {
    let parsed = syntax::parse_template(source.clone());
    let mut problems = parsed.problems;
    if !problems.iter().any(|problem| problem.severity == Severity::Error) {
        let rules = Rules { strict: call.compilation.options().strict, file_kind: FileKind::Template };
        problems.extend(regexps::check(&parsed.regexps));
        problems.extend(syntax::validate(&parsed.program, &rules));
    }
    match problems.iter().find(|problem| problem.severity == Severity::Error) {
        None => Ok(parsed.program),
        Some(problem) => {
            let location = Location { source, span: problem.span };
            let failure = Interrupt::unplaced(format!("{}(): Invalid EPP: {} {location}", call.name, problem.message));
            Err(problem.hints.iter().fold(failure.focus(location), Interrupt::hint))
        }
    }
}

fn inline_template(call: &mut Call<'_, '_>) -> Outcome {
    let mut made = EcoString::new();
    for source in call.arguments {
        fill_in(call, None, &text::to_s(source), &mut made, |error| {
            format!("Failed to parse inline template: {}", error.message)
        })?;
    }
    Ok(Value::String(made))
}

fn template(call: &mut Call<'_, '_>) -> Outcome {
    let mut made = EcoString::new();
    for name in call.arguments {
        let name = text::to_s(name);
        let Some(path) = call.find_file("templates", &name) else {
            return fail(format!("Could not find template '{name}'"));
        };
        let source = call.read_text(&path)?;
        let path = path.display().to_string();
        fill_in(call, Some(path.clone()), &source, &mut made, |error| {
            let (line, detail) = (error.line, &error.message);
            format!("Failed to parse template {name}:\n  Filepath: {path}\n  Line: {line}\n  Detail: {detail}\n")
        })?;
    }
    Ok(Value::String(made))
}

/// Fills a template in, and appends what it gives.
fn fill_in(
    call: &mut Call<'_, '_>,
    path: Option<String>,
    source: &str,
    made: &mut EcoString,
    explain: impl FnOnce(&Error) -> String,
) -> Outcome<()> {
    let site = CallSite { frame: call.frame, location: call.location, path };
    match call.compilation.fill_in_template(&site, source)? {
        Ok(filled) => made.push_str(&filled),
        Err(error) => {
            let failure = Interrupt::unplaced(explain(&error));
            let needs_ruby = error.class == Error::NOT_SUPPORTED;
            let advice = "write the template in EPP, or the value in the manifest";
            return Err(if needs_ruby { failure.hint(advice) } else { failure });
        }
    }
    call.compilation.budget.size(made.len())
}
