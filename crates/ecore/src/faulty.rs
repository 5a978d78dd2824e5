//! What is wrong with a document, and where in it.

use std::sync::Arc;

use diagnostics::{Diagnostic, Source, Span};

/// A document that cannot be used: its text, and what is wrong at which place of it.
#[derive(Debug, thiserror::Error)]
#[error("{}", place(.source_text, .diagnostic))]
pub struct Faulty {
    /// The document.
    pub source_text: Arc<Source>,
    /// What is wrong, with the place in the text.
    pub diagnostic: Diagnostic,
}

impl Faulty {
    /// Something is wrong at a place.
    pub fn new(source: &Arc<Source>, span: Span, message: impl Into<String>) -> Faulty {
        Faulty { source_text: Arc::clone(source), diagnostic: Diagnostic::error(span, message) }
    }

    /// Adds an advice.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Faulty {
        self.diagnostic = self.diagnostic.hint(hint);
        self
    }
}

fn place(source: &Source, diagnostic: &Diagnostic) -> String {
    let position = source.position(diagnostic.span.start);
    format!("{}:{}:{}: {}", source.name, position.line, position.column, diagnostic.message)
}
