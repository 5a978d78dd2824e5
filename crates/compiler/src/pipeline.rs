//! What is done in which order to make a catalog.
//!
//! The variables of the top scope and the class `settings`; the main manifest; the node; the classes of a node
//! classifier; then collectors and defines in turns, until they bring nothing new; at last what had to wait.

mod deferred;
mod nodes;
mod standalone;
mod top_scope;

use std::sync::Arc;

use diagnostics::Source;
use engine::catalog::Catalog;
use pcore::Value;
use syntax::{Location, Program};

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

/// How often collectors and defines may take turns.
const MOST_ROUNDS: usize = 1000;

/// Compiles the main manifest, given as its texts in order, to a catalog.
pub fn compile(compilation: &mut Compilation<'_>, manifests: &[Arc<Source>]) -> Result<Catalog, Box<Failure>> {
    evaluate_manifests(compilation, manifests)?;
    Ok(compilation.catalog())
}

/// Does all that [`compile`] does, but makes no catalog yet: which one, whoever asks for it decides
/// ([`Compilation::applicable_catalog`]).
pub fn evaluate_manifests(compilation: &mut Compilation<'_>, manifests: &[Arc<Source>]) -> Result<(), Box<Failure>> {
    match compilation.evaluate_manifests(manifests).map_err(Interrupt::misplaced) {
        Ok(()) | Err(Interrupt::Next(_) | Interrupt::Break(_) | Interrupt::Return(_)) => Ok(()),
        Err(Interrupt::Failure(failure)) => Err(shown_as_is(failure)),
    }
}

/// A failure that no expression has given a place to has none.
fn shown_as_is(mut failure: Box<Failure>) -> Box<Failure> {
    if failure.kind == FailureKind::Plain {
        failure.kind = FailureKind::Bare;
    }
    failure
}

impl Compilation<'_> {
    fn evaluate_manifests(&mut self, manifests: &[Arc<Source>]) -> Outcome<()> {
        let programs: Arc<[Program]> = self.read_manifests(manifests)?.into();
        self.programs = programs.clone();
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
            programs.push(self.loader.read(source, Location::Main)?);
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
        for (name, parameters) in self.node.classes.clone() {
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

    /// Lets collectors and defines take turns until nothing new comes.
    fn generate(&mut self) -> Outcome<()> {
        for _ in 0..=MOST_ROUNDS {
            let collected = self.collect()?;
            let evaluated = self.evaluate_ready()?;
            if !collected && !evaluated {
                return Ok(());
            }
        }
        Err(Interrupt::bare(format!("Somehow looped more than {MOST_ROUNDS} times while evaluating host catalog")))
    }

    /// Evaluates what waits for it now; what that declares has to wait for the next round.
    fn evaluate_ready(&mut self) -> Outcome<bool> {
        let ready = self.take_ready();
        for id in &ready {
            self.evaluate_code(*id).map_err(|failure| self.in_definition(*id, failure))?;
        }
        Ok(!ready.is_empty())
    }

    /// What went wrong in a define, with the place of the resource that stands for it.
    fn in_definition(&self, id: ResourceId, failure: Interrupt) -> Interrupt {
        let Interrupt::Failure(failure) = failure else { return failure };
        let place = self.place_of(id);
        let message = format!("Evaluation Error: Error while evaluating a Resource Statement, {failure}{place}");
        failure.reworded(message).into()
    }
}
