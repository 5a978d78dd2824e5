//! Why a manifest cannot be compiled, as people read it.

use compiler::Spot;
use diagnostics::{Diagnostic, Source};
use resource_api::log::Level;

use crate::{
    arguments::Program,
    console,
    output::{self, Aside},
    startup::Begun,
};

/// Says why a manifest cannot be compiled: in Puppet's words, then the place itself and what to do about it.
pub(super) fn tell(program: &Program<'_>, begun: &Begun, failure: &compiler::Failure, environment: &str, node: &str) {
    let parse = if failure.kind == compiler::FailureKind::Parse {
        format!("Could not parse for environment {environment}: ")
    } else {
        String::new()
    };
    // What is wrong with data is so on every machine.
    let node = if failure.kind == compiler::FailureKind::Data { String::new() } else { format!(" on node {node}") };
    let said = failure.to_string();
    // What closes a list of errors stands for itself.
    let line = if said.starts_with("Language validation logged ") { said } else { format!("{parse}{said}{node}") };
    begun.log.line(Level::Err, &line);
    if program.name == "puppet" || begun.screen.is_none() {
        return;
    }
    let mut labels = failure.labels.iter();
    let first = match failure.place() {
        Some(place) => Some(place),
        // What is wrong in several places is shown in all of them.
        None => labels.next().map(|(spot, _)| spot),
    };
    let Some(first) = first else {
        let scrubber = begun.log.scrubber();
        failure.hints.iter().for_each(|hint| output::remark(&scrubber.scrub(&format!("hint: {hint}"))));
        return;
    };
    let mut diagnostic = Diagnostic::error(first.span, String::new());
    let mut elsewhere = Vec::new();
    for (spot, text) in labels {
        if failure.place().is_some() && std::sync::Arc::ptr_eq(&spot.source, &first.source) {
            diagnostic = diagnostic.label(spot.span, text);
        } else {
            elsewhere.push(Aside { source: shown(spot), span: spot.span, text: text.clone() });
        }
    }
    diagnostic.hints.clone_from(&failure.hints);
    output::show_place(&shown(first), &diagnostic, &elsewhere, &begun.log, console::colour(&begun.options));
}

/// The text of a place under a name that people understand.
fn shown(spot: &Spot) -> Source {
    let name = if spot.source.name.is_empty() { "command line" } else { &spot.source.name };
    Source::new(name, spot.source.text.clone())
}
