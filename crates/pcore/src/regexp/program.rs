//! The engine's program for a pattern, compiled when it is first wanted.
//!
//! Compiling costs a hundred times what translating does, and most of the
//! patterns of a catalog's types are never tried, so it waits for the first
//! search. Whatever the engine refuses then is an error of that search.

use std::sync::OnceLock;

use fancy_regex::{CompileError, Error, Regex, RegexBuilder, RuntimeError};

use super::error::MatchError;

/// How often a search may go back and try something else.
const MAX_STEPS_BACK: usize = 1_000_000;

/// How many instructions a program for the backtracking engine may have.
const MAX_INSTRUCTIONS: usize = 100_000;

/// How many bytes each automaton of a program may take.
const MAX_AUTOMATON: usize = 16 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Program {
    pattern: String,
    compiled: OnceLock<Result<Regex, MatchError>>,
}

impl Program {
    pub(super) fn new(pattern: String) -> Program {
        Program { pattern, compiled: OnceLock::new() }
    }

    /// Returns the program, compiling it at the first call.
    pub(super) fn get(&self) -> Result<&Regex, MatchError> {
        let compiled = self.compiled.get_or_init(|| {
            RegexBuilder::new(&self.pattern)
                .multi_line(true)
                .backtrack_limit(MAX_STEPS_BACK)
                .max_prog_size(MAX_INSTRUCTIONS)
                .delegate_size_limit(MAX_AUTOMATON)
                .build()
                .map_err(failure)
        });
        compiled.as_ref().map_err(MatchError::clone)
    }

    #[cfg(test)]
    pub(super) fn pattern(&self) -> &str {
        &self.pattern
    }
}

/// Says in our terms what the engine could not do.
pub(super) fn failure(error: Error) -> MatchError {
    match error {
        Error::RuntimeError(RuntimeError::StackOverflow | RuntimeError::BacktrackLimitExceeded) => {
            MatchError::TooManySteps { limit: MAX_STEPS_BACK }
        }
        Error::CompileError(error) => match *error {
            CompileError::PatternTooComplex | CompileError::DfaBuildError(..) => MatchError::TooLarge,
            CompileError::InnerError(inner) if inner.size_limit().is_some() => MatchError::TooLarge,
            other => MatchError::Refused { reason: other.to_string().into() },
        },
        other => MatchError::Refused { reason: other.to_string().into() },
    }
}
