//! The engine's program for a pattern, compiled on first use.
//!
//! Compiling costs a hundred times as much as translating, and most of the patterns in the types of a catalog are never
//! used, so it is deferred to the first search. If the engine refuses a pattern, that search fails.

use std::sync::OnceLock;

use fancy_regex::{CompileError, Error, Regex, RegexBuilder, RuntimeError};

use super::error::MatchError;

/// The limit on backtracking steps of a search.
pub(super) const MAX_STEPS_BACK: usize = 1_000_000;

/// The limit on the instructions of a program for the backtracking engine.
const MAX_INSTRUCTIONS: usize = 100_000;

/// The limit on the size of each automaton of a program, in bytes.
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

    /// Returns the program, which is compiled by the first call.
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

/// Translates an error of the engine.
pub(super) fn failure(error: Error) -> MatchError {
    match error {
        Error::RuntimeError(RuntimeError::StackOverflow | RuntimeError::BacktrackLimitExceeded) => {
            MatchError::TooManySteps
        }
        Error::CompileError(error) => match *error {
            CompileError::PatternTooComplex | CompileError::DfaBuildError(..) => MatchError::TooLarge,
            CompileError::InnerError(inner) if inner.size_limit().is_some() => MatchError::TooLarge,
            other => MatchError::Refused(other.to_string().into()),
        },
        other => MatchError::Refused(other.to_string().into()),
    }
}
