//! Reads documents as types: base models with their implementation models, and foreign `.ecore` documents.
//!
//! The result is source text. What types of the language cannot express is listed ([`Unsupported`]) and added to the
//! text as comments, so that nothing is lost silently.

mod names;
mod resolve;
mod sorted;
mod types;

use std::sync::Arc;

use diagnostics::{Location, Source, Span};
use ecow::EcoString;

use self::sorted::Sorted;
use crate::{
    DocumentError,
    implementation::{self, Attachments},
    xml,
};

/// A part of a model that types of the language cannot express.
#[derive(Clone, Debug)]
pub struct Unsupported {
    /// Where it is.
    pub location: Location,
    /// The path of the classifier that it belongs to, as `apache/Vhost`; empty for a package.
    pub owner: EcoString,
    /// What it is.
    pub message: String,
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Location { source, span } = &self.location;
        let position = source.position(span.start);
        write!(formatter, "{}:{}:{}: not carried over", source.name, position.line, position.column)?;
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
    /// What they leave out.
    pub unsupported: Vec<Unsupported>,
}

impl Imported {
    /// Returns all definitions as one text.
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
    /// Its source text, with a trailing newline.
    pub text: String,
}

/// Reads `.ecore` documents and their implementation models as types. The other files that are written next to models
/// (the metamodel of logic, the set of functions, instances) may be among the documents.
///
/// The outermost package of a document is not part of the names of types; nested packages are. With a namespace all
/// types are in that namespace.
pub fn import(sources: &[Arc<Source>], namespace: Option<&str>) -> Result<Imported, DocumentError> {
    stacker::maybe_grow(xml::STACK, xml::STACK, || read(sources, namespace))
}

fn read(sources: &[Arc<Source>], namespace: Option<&str>) -> Result<Imported, DocumentError> {
    let Sorted { models: mut documents, implementations, unsupported } = sorted::sort(sources)?;
    if documents.is_empty()
        && implementations.is_empty()
        && let Some(source) = sources.first()
    {
        let problem = DocumentError::new(source, Span::default(), "no model was given");
        return Err(problem.hint("a model is an .ecore document"));
    }
    if documents.is_empty()
        && let Some((source, root)) = implementations.first()
    {
        let problem = DocumentError::new(source, root.span, "an implementation model was given without its base model");
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
    imported.unsupported.extend(unsupported);
    Ok(imported)
}
