//! What names stand for, for whoever translates types: a session knows.

use std::sync::Arc;

use compiler::models::Session;
use generate::Names;
use model::{ModelType, Problem};
use pcore::Type;

use super::unusable;
use crate::failure::Failure;

/// Asks a session, and remembers why it could not answer.
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

    fn kept<T>(&mut self, answer: Result<T, Box<compiler::Failure>>) -> Result<T, Problem> {
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
        self.kept(answer)
    }

    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Problem> {
        let answer = self.session.model(name);
        self.kept(answer)
    }
}
