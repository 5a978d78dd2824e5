//! Invariants of defines: what must hold of the parameters of each resource.

use std::sync::Arc;

use ecow::EcoString;
use model::{
    Definitions as _,
    logic::{self, Logic, Visibility},
};
use syntax::ast::{DefineDefinition, Kind};

use crate::{Compilation, catalog::Definition, error::Outcome, frame::Frame};

/// An invariant whose logic was checked.
#[derive(Debug)]
pub(crate) struct DefineInvariant {
    title: Option<EcoString>,
    logic: Logic,
}

impl Compilation<'_> {
    /// Checks the logic of the invariants of a define.
    pub(crate) fn load_invariants(&mut self, define: &DefineDefinition) -> Outcome<()> {
        self.define_invariants(Definition::define(define)).map(drop)
    }

    fn define_invariants(&mut self, definition: Definition<'_>) -> Outcome<Arc<[DefineInvariant]>> {
        let Definition { name, parameters, body, location, .. } = definition;
        let key = body.as_ptr().addr();
        if let Some(known) = self.models.defines.get(&key) {
            return Ok(known.clone());
        }
        let is_parameter = |variable: &str| parameters.iter().any(|parameter| parameter.name == variable);
        let hides = |variable: &str| {
            let known = is_parameter(variable) || matches!(variable, "title" | "name");
            (!known).then(|| format!("'{name}' has no such parameter, and an invariant sees nothing else"))
        };
        let is_function = |function: &str| self.loader.has_function(function);
        let sight = Visibility { why_hidden: &hides, may_assign: &|_| false, is_function: &is_function };
        let mut invariants = Vec::new();
        for statement in body {
            let Kind::Invariant(invariant) = &statement.kind else { continue };
            let logic = logic::check(&invariant.logic, &location.source, &sight)?;
            invariants.push(DefineInvariant { title: invariant.title.as_ref().map(|title| title.text.clone()), logic });
        }
        let invariants: Arc<[DefineInvariant]> = invariants.into();
        // An empty list has no address of its own, and nothing to remember.
        if !invariants.is_empty() {
            self.models.defines.insert(key, invariants.clone());
        }
        Ok(invariants)
    }

    /// Checks the invariants of a define for a resource whose parameters are known.
    pub(crate) fn check_invariants(&mut self, frame: &Frame, definition: Definition<'_>) -> Outcome<()> {
        if !definition.body.iter().any(|statement| matches!(statement.kind, Kind::Invariant(_))) {
            return Ok(());
        }
        for invariant in &*self.define_invariants(definition)? {
            let logic = &invariant.logic;
            let value = |name: &EcoString| {
                let value = self.scopes.find(frame.scope, name).cloned().unwrap_or_default();
                (name.clone(), value)
            };
            let variables = logic.variables.iter().map(value).collect();
            model::check_invariant(self, invariant.title.as_deref(), definition.name, logic, variables)?;
        }
        Ok(())
    }
}
