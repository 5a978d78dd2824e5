//! `catalog compile`: prints the catalog of a machine.

use std::path::PathBuf;

use engine::catalog::{Catalog, Layout, Secrets};
use resource_api::{Failure, Outcome};

use crate::{
    arguments::Program,
    compiling::{self, Manifest, NotCompiled, Request},
    modules::Known,
    output,
    startup::{self, Begun},
};

/// Compiles, prints, and returns the exit code.
pub(super) fn run(program: &Program<'_>, begun: &Begun, words: &[String]) -> u8 {
    match compile(program, begun, words) {
        Ok(Ok(catalog)) => {
            let code = match catalog.document(Secrets::Written) {
                Ok(document) => {
                    output::say_in_pieces(|out| document.write(Layout::Lines, out));
                    0
                }
                Err(error) => startup::could_not_run(&begun.log, &begun.options, &Failure::new(error.to_string())),
            };
            // The process ends here; there is no need to take a large catalog apart.
            std::mem::forget(catalog);
            code
        }
        Ok(Err(NotCompiled)) => 1,
        Err(failure) => startup::could_not_run(&begun.log, &begun.options, &failure),
    }
}

fn compile(program: &Program<'_>, begun: &Begun, words: &[String]) -> Outcome<Result<Catalog, NotCompiled>> {
    let options = &begun.options;
    if let Some(format) = options.value("render-as").filter(|format| !matches!(*format, "json" | "pson")) {
        return Err(Failure::new(format!("I don't know how to render '{format}': a catalog is written as json")));
    }
    let node = match words {
        [] => None,
        [node] => Some(node.as_str()),
        more => return Err(Failure::new(format!("catalog compile takes one machine, but {} were given", more.len()))),
    };
    let manifest = match options.value("manifest") {
        Some(path) => Manifest::Paths(vec![PathBuf::from(path)]),
        None => Manifest::OfEnvironment,
    };
    let facts = options.value("facts").map(compiling::facts_from).transpose()?;
    let known = Known::new(program, begun)?;
    let request = Request { manifest, node, facts, is_for_here: false };
    Ok(compiling::compile(&known.program(program), begun, request)?.map(|compiled| compiled.catalog))
}
