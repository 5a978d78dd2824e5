//! Types of the language from texts, for tests.

use std::sync::Arc;

use compiler::{Environment, models::Session};
use diagnostics::Source;
use ecore::{Exported, LogicOutput, Naming, Secrets};
use model::ModelType;

/// A session that has read a text.
pub(crate) fn session(text: &str) -> Session {
    let mut session = Session::new(Environment::default(), Default::default());
    session
        .read(&Arc::new(Source::new("types.pp", text)))
        .unwrap_or_else(|failure| panic!("{}\n{text}", failure.message));
    session
}

/// The types that a session knows from texts.
pub(crate) fn types(session: &mut Session) -> Vec<Arc<ModelType>> {
    let names = session.defined().to_vec();
    let load = |name: &ecow::EcoString| {
        session.model(name).unwrap_or_else(|failure| panic!("{name}: {}", failure.message)).unwrap()
    };
    names.iter().map(load).collect()
}

/// The documents of the types of a text.
pub(crate) fn exported(text: &str, logic: LogicOutput) -> Exported {
    // Types are loaded on a stack of their own; what is done with them here must do with that of a thread.
    let types = compiler::with_stack(&Default::default(), || types(&mut session(text)));
    ecore::export(&types, &Naming::new("model"), logic, "model.ecore", Secrets::Refused).unwrap()
}

/// The source text of documents.
pub(crate) fn imported(documents: &Exported) -> ecore::Imported {
    let mut sources = vec![Arc::new(Source::new("model.ecore", documents.base.as_str()))];
    let implementation = documents.implementation.as_deref();
    sources.extend(implementation.map(|text| Arc::new(Source::new("model.xmi", text))));
    ecore::import(&sources, None).unwrap_or_else(|error| panic!("{error}"))
}

/// Types that use all that there is.
pub(crate) const ALL: &str = include_str!("all.pp");
