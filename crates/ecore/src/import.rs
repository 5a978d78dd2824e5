//! Documents to types: base models with their implementation models, and `.ecore` documents that others made.
//!
//! What comes out is source text. What types of the language cannot say is listed ([`Finding`]) and stands as comments
//! in the text, so that nothing is lost in silence.

mod names;
mod resolve;
mod sorted;
mod types;

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;

use self::sorted::Sorted;
use crate::{
    Faulty,
    implementation::{self, Attachments},
    stack,
};

/// Something that was not carried over.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The document.
    pub source: Arc<Source>,
    /// Where it stands.
    pub span: Span,
    /// The path of the classifier that it belongs to, as `apache/Vhost`; empty for a package.
    pub owner: EcoString,
    /// What it is.
    pub message: String,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let position = self.source.position(self.span.start);
        write!(formatter, "{}:{}:{}: not carried over", self.source.name, position.line, position.column)?;
        match self.owner.as_str() {
            "" => write!(formatter, ": {}", self.message),
            owner => write!(formatter, " from {owner}: {}", self.message),
        }
    }
}

/// The types that documents describe.
#[derive(Debug)]
pub struct Imported {
    /// Their definitions, aliases first.
    pub definitions: Vec<Definition>,
    /// What is not in them.
    pub findings: Vec<Finding>,
}

impl Imported {
    /// All definitions as one text.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.definitions.iter().map(|definition| definition.text.as_str()).collect();
        texts.join("\n")
    }
}

/// A type, or an alias.
#[derive(Debug)]
pub struct Definition {
    /// Its name.
    pub name: EcoString,
    /// Its source text, with a newline at its end.
    pub text: String,
}

/// Reads documents as types: `.ecore` documents, and implementation models of them. What else is written beside models
/// (the metamodel of logic, the set of functions, instances) may be among the documents.
///
/// The outermost package of a document adds nothing to the names of types; those in it do. With a namespace all types
/// are in that.
pub fn import(sources: &[Arc<Source>], namespace: Option<&str>) -> Result<Imported, Faulty> {
    stack::deep(|| read(sources, namespace))
}

fn read(sources: &[Arc<Source>], namespace: Option<&str>) -> Result<Imported, Faulty> {
    let Sorted { models: mut documents, implementations, findings } = sorted::sort(sources)?;
    if documents.is_empty()
        && implementations.is_empty()
        && let Some(source) = sources.first()
    {
        let problem = Faulty::new(source, Span::default(), "no model was given");
        return Err(problem.hint("a model is an .ecore document"));
    }
    if documents.is_empty()
        && let Some((source, root)) = implementations.first()
    {
        let problem = Faulty::new(source, root.span, "an implementation model was given without its base model");
        return Err(problem.hint("give the .ecore document beside it"));
    }
    let mut attachments = Attachments::default();
    for (number, document) in documents.iter().enumerate() {
        implementation::from_annotations(&mut attachments, number, document)?;
    }
    resolve::resolve(&mut documents)?;
    let index = resolve::Index::of(&documents);
    for (source, root) in &implementations {
        implementation::from_document(&mut attachments, source, root, &|reference| index.element(reference))?;
    }
    let mut imported = types::definitions(&documents, &attachments, namespace)?;
    imported.findings.extend(findings);
    Ok(imported)
}
