//! `epp`: a template file of Puppet's own language, filled in; and what it shares with `inline_epp`.

use std::{path::Path, sync::Arc};

use diagnostics::{Severity, Source};
use ecow::EcoString;
use syntax::{Location, Program, Rules};

use crate::{
    error::{Interrupt, Outcome, Spot},
    evaluate::Visible,
    functions::{Call, Function, Signature},
    regexps,
};

pub(super) static FUNCTION: Function = Function::typed(
    "epp",
    "Returns what an EPP template gives: 'module/name' in its folder 'templates', or an absolute path",
    &[Signature { parameters: &["String path", r"Hash[Pattern[/^\w+$/], Any] parameters?"], block: None, body }],
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let mut name = call.string(0).to_owned();
    if !Path::new(&name).exists() && !name.ends_with(".epp") {
        name.push_str(".epp");
    }
    let Some(path) = call.find_file("templates", &name) else {
        return Err(Interrupt::plain(format!("Could not find template '{name}'")));
    };
    let text = call.read_text(&path)?;
    evaluate(call, &path.display().to_string(), text, Visible::Global)
}

/// How many templates are remembered; texts that are templates may be made up without end.
const REMEMBERED: usize = 1_000;

/// Reads a template, or remembers it, and fills it in.
pub(super) fn evaluate(call: &mut Call<'_, '_>, name: &str, text: String, visible: Visible) -> Outcome {
    let key = (EcoString::from(name), EcoString::from(text.as_str()));
    let program = match call.compilation.memory.epp.get(&key) {
        Some(known) => known.clone(),
        None => {
            let program = Arc::new(read(call, Arc::new(Source::new(name, text)))?);
            let known = &mut call.compilation.memory.epp;
            if known.len() >= REMEMBERED {
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
        let rules = Rules { strict: call.compilation.options.strict, location: Location::Template };
        problems.extend(regexps::check(&parsed.regexps));
        problems.extend(syntax::validate(&parsed.program, &rules));
    }
    match problems.iter().find(|problem| problem.severity == Severity::Error) {
        None => Ok(parsed.program),
        Some(problem) => {
            let spot = Spot { source, span: problem.span };
            let failure = Interrupt::plain(format!("{}(): Invalid EPP: {} {spot}", call.name, problem.message));
            Err(problem.hints.iter().fold(failure.focus(spot), Interrupt::hint))
        }
    }
}
