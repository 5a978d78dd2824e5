//! Collects errors, so that one build shows all of them.

use proc_macro2::{Span, TokenStream};
use syn::{Error, Result};

#[derive(Default)]
pub struct Problems(Option<Error>);

impl Problems {
    /// Adds an error with a span.
    pub fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.add(Error::new(span, message));
    }

    /// Returns the value of a result, or adds its error.
    pub fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Converts the errors to tokens; `None` if there are none.
    pub fn into_tokens(self) -> Option<TokenStream> {
        self.0.map(Error::into_compile_error)
    }
}
