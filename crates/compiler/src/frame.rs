//! The context of an evaluation: its scope and its text.

use std::sync::Arc;

use diagnostics::{Location, Source};
use ecow::EcoString;
use syntax::ast::Expression;

use crate::{error::Interrupt, scope::ScopeId};

/// Where an expression is evaluated.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The scope: where variables are looked up and set, and what contains the resources that are declared.
    pub scope: ScopeId,
    /// The text that the expression is from.
    pub source: Arc<Source>,
    /// The module that the text belongs to: what it may call and load depends on it.
    pub module: Option<EcoString>,
}

impl Frame {
    /// The location of an expression.
    pub fn location(&self, expression: &Expression) -> Location {
        expression.location(&self.source)
    }

    /// A failure at an expression.
    pub fn failure(&self, expression: &Expression, message: impl Into<String>) -> Interrupt {
        Interrupt::at(self.location(expression), message)
    }
}
