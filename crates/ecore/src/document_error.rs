//! Errors in documents.

use std::sync::Arc;

use diagnostics::{Diagnostic, Source, Span, similar_name};

/// An error in a document, with the document's text.
#[derive(Debug, thiserror::Error)]
#[error("{}", with_location(.source_text, .diagnostic))]
pub struct DocumentError {
    /// The document.
    pub source_text: Arc<Source>,
    /// The error and its span.
    pub diagnostic: Diagnostic,
}

impl DocumentError {
    /// Returns an error at a span.
    pub fn new(source: &Arc<Source>, span: Span, message: impl Into<String>) -> DocumentError {
        DocumentError { source_text: Arc::clone(source), diagnostic: Diagnostic::error(span, message) }
    }

    /// Adds a hint: what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> DocumentError {
        self.diagnostic = self.diagnostic.hint(hint);
        self
    }

    /// Adds a hint that names what was probably meant, if one of the known names is similar.
    #[must_use]
    pub fn did_you_mean<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> DocumentError {
        match similar_name(name, known) {
            Some(similar) => self.hint(format!("did you mean '{similar}'?")),
            None => self,
        }
    }
}

fn with_location(source: &Source, diagnostic: &Diagnostic) -> String {
    let position = source.position(diagnostic.span.start);
    format!("{}:{}:{}: {}", source.name, position.line, position.column, diagnostic.message)
}
