//! What is wrong with a type or an instance, and where.

use std::sync::Arc;

use diagnostics::{Source, Span};

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The text.
    pub source: Arc<Source>,
    /// The place in it.
    pub span: Span,
}

/// What is wrong. One without a place is about the expression that is being evaluated.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{message}")]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub at: Option<Box<Spot>>,
    /// Other places that explain it.
    pub labels: Vec<(Spot, String)>,
    /// What to do about it.
    pub hints: Vec<String>,
}

impl Problem {
    /// A problem without a place.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), at: None, labels: Vec::new(), hints: Vec::new() }
    }

    /// A problem at a place.
    pub fn at(spot: Spot, message: impl Into<String>) -> Problem {
        Problem { at: Some(Box::new(spot)), ..Problem::new(message) }
    }

    /// Adds another place.
    #[must_use]
    pub fn label(mut self, spot: Spot, text: impl Into<String>) -> Problem {
        self.labels.push((spot, text.into()));
        self
    }

    /// Adds an advice.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Problem {
        self.hints.push(text.into());
        self
    }

    /// Adds the name that was probably meant, if one of those that are known is near.
    #[must_use]
    pub fn did_you_mean<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Problem {
        match pcore::similar_name(name, known) {
            Some(similar) => self.hint(format!("did you mean '{similar}'?")),
            None => self,
        }
    }
}
