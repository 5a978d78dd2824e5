//! The steps of compiling a catalog.
//!
//! The variables of the top scope and the class `settings`; the main manifest; the node; the classes of a node
//! classifier; then collectors and defines alternately, until nothing new is declared; last, what had to wait.

mod deferred;
mod nodes;
mod standalone;
mod top_scope;

use std::sync::Arc;

use catalog::Catalog;
use diagnostics::Source;
use pcore::Value;
use syntax::{FileKind, Program};

pub use self::{
    deferred::{has_deferred, resolve as resolve_deferred},
    standalone::{call_function, evaluate_text, render_template},
};
use crate::{
    Compilation,
    catalog::{Parameters, ResourceId},
    error::{Failure, FailureKind, Interrupt, Outcome},
    frame::Frame,
    scope::Scopes,
};

/// How often collectors and defines may alternate.
const MAX_ROUNDS: usize = 1000;

/// Compiles the main manifest, given as its texts in order, to a catalog.
pub fn compile(compilation: &mut Compilation<'_>, manifests: &[Arc<Source>]) -> Result<Catalog, Box<Failure>> {
    evaluate_manifests(compilation, manifests)?;
    Ok(compilation.catalog())
}

/// Does all that [`compile`] does except for creating the catalog, of which there are two kinds: see
/// [`Compilation::applicable_catalog`].
pub fn evaluate_manifests(compilation: &mut Compilation<'_>, manifests: &[Arc<Source>]) -> Result<(), Box<Failure>> {
    compilation.evaluate_manifests(manifests).map_err(|interrupt| make_verbatim(interrupt.into_failure()))
}

/// A failure that no expression has given a location is displayed unchanged.
fn make_verbatim(mut failure: Box<Failure>) -> Box<Failure> {
    if failure.kind == FailureKind::Unplaced {
        failure.kind = FailureKind::Verbatim;
    }
    failure
}

impl Compilation<'_> {
    fn evaluate_manifests(&mut self, manifests: &[Arc<Source>]) -> Outcome<()> {
        let programs: Arc<[Program]> = self.read_manifests(manifests)?.into();
        self.keep(programs.clone());
        self.set_top_scope()?;
        self.add_settings()?;
        self.evaluate_main(&programs)?;
        self.evaluate_node_block()?;
        self.add_classified()?;
        self.generate()?;
        self.finish()
    }

    /// Reads all texts before the first is evaluated: each may use what the others define.
    fn read_manifests(&mut self, manifests: &[Arc<Source>]) -> Outcome<Vec<Program>> {
        let mut programs = Vec::with_capacity(manifests.len());
        for source in manifests {
            programs.push(self.loader.read(source, FileKind::Main)?);
        }
        for program in &programs {
            self.load_models(&program.body)?;
            self.check_definitions(&program.body)?;
        }
        Ok(programs)
    }

    fn evaluate_main(&mut self, programs: &[Program]) -> Outcome<()> {
        self.add_main()?;
        for program in programs {
            let frame = Frame { scope: Scopes::TOP, source: program.source.clone(), module: None };
            self.evaluate_block(&frame, &program.body)?;
        }
        Ok(())
    }

    /// Classes with parameters are declared first, then those without.
    fn add_classified(&mut self) -> Outcome<()> {
        let scope = self.scopes.global();
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for (name, parameters) in self.node().classes.clone() {
            match parameters {
                Some(Value::Hash(entries)) if !entries.is_empty() => {
                    let mut parameters = Parameters::with_capacity(entries.len());
                    for (key, value) in entries.iter() {
                        let parameter = self.parameter(scope, value.clone(), None);
                        parameters.set(key.to_string().into(), parameter);
                    }
                    with.push((name, Some(parameters)));
                }
                _ => without.push((name, None)),
            }
        }
        self.add_classes(scope, &with)?;
        self.add_classes(scope, &without)
    }

    /// Alternates between collectors and defines until nothing new is declared.
    fn generate(&mut self) -> Outcome<()> {
        for _ in 0..=MAX_ROUNDS {
            let collected = self.collect()?;
            let evaluated = self.evaluate_ready()?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        Err(Interrupt::verbatim(format!("Somehow looped more than {MAX_ROUNDS} times while evaluating host catalog")))
    }

    /// Evaluates what waits for it now; what that declares has to wait for the next round.
    fn evaluate_ready(&mut self) -> Outcome<bool> {
        let ready = self.take_ready();
        for id in &ready {
            self.evaluate_code(*id).map_err(|failure| self.in_definition(*id, failure))?;
        }
        Ok(!ready.is_empty())
    }

    /// Adds the location of its resource to a failure in a define.
    fn in_definition(&self, id: ResourceId, failure: Interrupt) -> Interrupt {
        let Interrupt::Failure(failure) = failure else { return failure };
        let location = self.location_suffix(id);
        let message = format!("Evaluation Error: Error while evaluating a Resource Statement, {failure}{location}");
        failure.with_message(message).into()
    }
}
