//! Evaluating without a catalog: a template, or an expression that gives a value.

use std::sync::Arc;

use diagnostics::{Location, Severity, Source, Span};
use pcore::{Hash, Value};
use syntax::{FileKind, Rules};

use super::make_verbatim;
use crate::{
    Compilation,
    error::{Failure, Interrupt, Outcome},
    evaluate::Visible,
    frame::Frame,
    functions::Call,
    scope::Scopes,
};

/// Fills in an EPP template with values. What it declares goes nowhere.
///
/// The answer is a string, or a `Sensitive` one when the template shows a secret.
pub fn render_template(
    compilation: &mut Compilation<'_>,
    source: &Arc<Source>,
    values: Option<&Hash>,
) -> Result<Value, Box<Failure>> {
    into_result(compilation.render_alone(source, values))
}

/// Evaluates a text, and returns the value of its last expression. What it declares goes nowhere.
pub fn evaluate_text(compilation: &mut Compilation<'_>, source: &Arc<Source>) -> Result<Value, Box<Failure>> {
    into_result(compilation.evaluate_alone(source))
}

/// Calls a function with values, as the top scope sees it.
pub fn call_function(
    compilation: &mut Compilation<'_>,
    name: &str,
    arguments: &[Value],
) -> Result<Value, Box<Failure>> {
    let called =
        compilation.begin_alone().and_then(|()| with_call(compilation, |call| call.call_function(name, arguments)));
    into_result(called)
}

/// Does something that functions are called for, not in a text but for a catalog.
pub(super) fn with_call<T>(compilation: &mut Compilation<'_>, work: impl FnOnce(&mut Call<'_, '_>) -> T) -> T {
    let source = Arc::new(Source::new("", ""));
    let frame = Frame { scope: Scopes::TOP, source: source.clone(), module: None };
    let location = Location { source, span: Span::default() };
    let (arguments, block) = (&[], None);
    work(&mut Call { compilation, frame: &frame, location: &location, name: "call", arguments, block })
}

pub(super) fn into_result(outcome: Outcome) -> Result<Value, Box<Failure>> {
    match outcome.map_err(Interrupt::misplaced) {
        Ok(value) => Ok(value),
        Err(Interrupt::Failure(failure)) => Err(make_verbatim(failure)),
        Err(Interrupt::Next(jump) | Interrupt::Break(jump) | Interrupt::Return(jump)) => Ok(jump.value),
    }
}

impl Compilation<'_> {
    fn render_alone(&mut self, source: &Arc<Source>, values: Option<&Hash>) -> Outcome {
        let parsed = syntax::parse_template(source.clone());
        let mut problems = parsed.problems;
        if !problems.iter().any(|problem| problem.severity == Severity::Error) {
            let rules = Rules { strict: self.options().strict, file_kind: FileKind::Template };
            problems.extend(syntax::validate(&parsed.program, &rules));
        }
        if let Some(problem) = problems.iter().find(|problem| problem.severity == Severity::Error) {
            return Err(Interrupt::unreadable(source, problem));
        }
        self.begin_alone()?;
        let frame = Frame { scope: Scopes::TOP, source: source.clone(), module: None };
        self.evaluate_template(&frame, &parsed.program, values, Visible::Global)
    }

    fn evaluate_alone(&mut self, source: &Arc<Source>) -> Outcome {
        let program = self.loader.read(source, FileKind::Main)?;
        self.begin_alone()?;
        let frame = Frame { scope: Scopes::TOP, source: source.clone(), module: None };
        self.evaluate_block(&frame, &program.body)
    }

    fn begin_alone(&mut self) -> Outcome<()> {
        self.set_top_scope()?;
        self.add_settings()?;
        self.add_main()
    }
}
