//! `catalog compile`: prints the catalog of a machine.

use std::path::PathBuf;

use catalog::{Catalog, Layout, Secrets};
use resource_api::{Failure, Outcome};

use crate::{
    arguments::Program,
    compiling::{self, Manifest, NotCompiled, Request},
    modules::LoadedTypes,
    output,
    startup::{CommandContext, Refusal},
};

/// Compiles, prints, and returns the exit code.
pub(super) fn run(program: &Program<'_>, context: &CommandContext, words: &[String]) -> Result<u8, Refusal> {
    let Ok(catalog) = compile(program, context, words)? else { return Ok(1) };
    let document = catalog.document(Secrets::Written).map_err(|error| Failure::new(error.to_string()))?;
    output::print_stream(|out| document.write(Layout::Lines, out));
    // The process exits now; dropping a large catalog would only take time.
    std::mem::forget(catalog);
    Ok(0)
}

fn compile(program: &Program<'_>, context: &CommandContext, words: &[String]) -> Outcome<Result<Catalog, NotCompiled>> {
    let options = &context.options;
    if let Some(format) = options.value("render-as").filter(|format| !matches!(*format, "json" | "pson")) {
        return Err(Failure::new(format!(
            "I don't know how to render '{format}': the only format of a catalog is json"
        )));
    }
    let node = match words {
        [] => None,
        [node] => Some(node.as_str()),
        more => return Err(Failure::new(format!("catalog compile takes one machine, got {}", more.len()))),
    };
    let manifest = match options.value("manifest") {
        Some(path) => Manifest::Paths(vec![PathBuf::from(path)]),
        None => Manifest::OfEnvironment,
    };
    let facts = options.value("facts").map(compiling::read_facts).transpose()?;
    let loaded = LoadedTypes::new(program, context)?;
    let request = Request { manifest, node, facts, is_applied_here: false };
    Ok(compiling::compile(&loaded.program(program), context, request)?.map(|compiled| compiled.catalog))
}
