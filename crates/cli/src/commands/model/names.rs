//! Resolves names of types for the translation, with a session.

use diagnostics::Problem;
use std::sync::Arc;

use compiler::models::Session;
use generate::Names;
use model::ModelType;
use pcore::Type;

use super::unusable;
use crate::failure::Failure;

/// Resolves names with a session and keeps its last error.
pub(super) struct SessionNames<'s> {
    session: &'s mut Session,
    failure: Option<Box<compiler::Failure>>,
}

impl<'s> SessionNames<'s> {
    pub(super) fn new(session: &'s mut Session) -> SessionNames<'s> {
        SessionNames { session, failure: None }
    }

    /// Why types could not be translated.
    pub(super) fn failure(&self, problem: &Problem) -> Failure {
        match &self.failure {
            Some(failure) => unusable(failure),
            None => unusable(&problem.clone().into()),
        }
    }

    fn remember_failure<T>(&mut self, answer: Result<T, Box<compiler::Failure>>) -> Result<T, Problem> {
        answer.map_err(|failure| {
            let problem = Problem::new(failure.message.clone());
            self.failure = Some(failure);
            problem
        })
    }
}

impl Names for SessionNames<'_> {
    fn named_type(&mut self, name: &str) -> Result<Option<Type>, Problem> {
        let answer = self.session.named_type(name);
        self.remember_failure(answer)
    }

    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Problem> {
        let answer = self.session.model(name);
        self.remember_failure(answer)
    }
}
