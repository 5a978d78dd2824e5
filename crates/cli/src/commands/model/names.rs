//! What names stand for, for whoever translates types: a session knows.

use std::sync::Arc;

use compiler::models::Session;
use diagnostics::{Diagnostic, Source};
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
        if let Some(failure) = &self.failure {
            return unusable(failure);
        }
        let elsewhere = |spot: &model::Spot, text: &str| {
            let position = spot.source.position(spot.span.start);
            format!("{}:{}:{}: {text}", spot.source.name, position.line, position.column)
        };
        let hints = problem.hints.iter().cloned();
        let hints = problem.labels.iter().map(|(spot, text)| elsewhere(spot, text)).chain(hints);
        let Some(at) = &problem.at else {
            let hint = Some(hints.collect::<Vec<_>>().join("; ")).filter(|hint| !hint.is_empty());
            return Failure::Other { message: problem.message.clone(), hint };
        };
        let diagnostic = hints.fold(Diagnostic::error(at.span, problem.message.clone()), Diagnostic::hint);
        Failure::at(Source::new(at.source.name.clone(), at.source.text.clone()), diagnostic)
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
