//! Reports compile errors.

use diagnostics::Location;
use diagnostics::{Diagnostic, Source};
use resource_api::log::Level;

use crate::{
    arguments::Program,
    console,
    output::{self, RelatedLocation},
    startup::CommandContext,
};

/// Logs a compile error with Puppet's wording, then prints its location and hints.
pub(super) fn report(
    program: &Program<'_>,
    context: &CommandContext,
    failure: &compiler::Failure,
    environment: &str,
    node: &str,
) {
    let parse = if failure.kind == compiler::FailureKind::Parse {
        format!("Could not parse for environment {environment}: ")
    } else {
        String::new()
    };
    // An error in data is independent of the machine.
    let node = if failure.kind == compiler::FailureKind::Data { String::new() } else { format!(" on node {node}") };
    let line = if failure.is_count { failure.to_string() } else { format!("{parse}{failure}{node}") };
    context.log.line(Level::Err, &line);
    if program.name == "puppet" || context.screen.is_none() {
        return;
    }
    let mut labels = failure.labels.iter();
    let first = match failure.primary_location() {
        Some(place) => Some(place),
        // An error with several locations is shown at all of them.
        None => labels.next().map(|(location, _)| location),
    };
    let Some(first) = first else {
        let scrubber = context.log.scrubber();
        failure.hints.iter().for_each(|hint| output::print_note(&scrubber.scrub(&format!("hint: {hint}"))));
        return;
    };
    let mut diagnostic = Diagnostic::error(first.span, String::new());
    let mut related = Vec::new();
    for (location, text) in labels {
        if failure.primary_location().is_some() && std::sync::Arc::ptr_eq(&location.source, &first.source) {
            diagnostic = diagnostic.label(location.span, text);
        } else {
            related.push(RelatedLocation { source: shown(location), span: location.span, text: text.clone() });
        }
    }
    diagnostic.hints.clone_from(&failure.hints);
    output::show_location(&shown(first), &diagnostic, &related, &context.log, console::colour(&context.options));
}

/// The source text of a location, under a name for people.
fn shown(location: &Location) -> Source {
    let name = if location.source.name.is_empty() { "command line" } else { &location.source.name };
    Source::new(name, location.source.text.clone())
}
