//! What is wrong with the source: collected, so that one build shows all of it.

use proc_macro2::{Span, TokenStream};
use syn::{Error, Result};

#[derive(Default)]
pub struct Problems(Option<Error>);

impl Problems {
    /// Notes a problem at a place.
    pub fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.add(Error::new(span, message));
    }

    /// Takes the value out of a result, or notes its error.
    pub fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// The problems as errors for the compiler; `None` when there are none.
    pub fn into_tokens(self) -> Option<TokenStream> {
        self.0.map(Error::into_compile_error)
    }
}
