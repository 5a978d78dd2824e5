//! Facts that are resolved on demand: those that modules define in Ruby.
//!
//! A manifest that uses no such fact must not pay for them. Their names are mostly known beforehand, so `$facts['os']` and
//! `$kernel` do not resolve them. A name that may be one of them resolves them all, and so does `$facts` as a whole.

use std::cell::OnceCell;

use ecow::EcoString;
use pcore::keyed::{HashMap, HashSet};
use pcore::{Hash, Value};
use syntax::ast::{Expression, Kind};

use crate::{Compilation, frame::Frame, scope::ScopeId};

/// Resolves the facts of modules.
pub trait FactSource: Sync {
    /// Whether a fact of that name may be among them. `is_known` is whether the machine has a fact of that name without them.
    fn may_have(&self, name: &str, is_known: bool) -> bool;

    /// All facts: those that the machine has without them, and theirs.
    fn collect(&self, known: &Hash) -> Hash;
}

/// How an expression says what it takes out of `$facts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Path {
    /// The first key is the name of a fact.
    Key,
    /// The first key begins with the name of a fact: `os.family`.
    Dotted,
}

/// The facts of modules, as far as a compilation needed them.
#[derive(Default)]
pub(crate) struct LazyFacts<'e> {
    source: Option<&'e dyn FactSource>,
    collected: OnceCell<CollectedFacts>,
}

/// All facts.
struct CollectedFacts {
    all: Value,
    /// By their names, as variables of the top scope.
    variables: HashMap<EcoString, Value>,
}

impl<'e> Compilation<'e> {
    /// The same compilation with lazy facts, which are resolved on demand.
    #[must_use]
    pub fn with_lazy_facts(mut self, source: Option<&'e dyn FactSource>) -> Self {
        // A machine about which nothing is known is another one.
        let is_here = self.node().facts.as_hash().is_some_and(|facts| !facts.is_empty());
        self.lazy_facts = LazyFacts { source: source.filter(|_| is_here), collected: OnceCell::new() };
        self
    }

    /// Whether modules may have facts, so that `$facts` is not known before they are asked.
    pub(crate) fn has_lazy_facts(&self) -> bool {
        self.lazy_facts.source.is_some()
    }

    /// Whether a fact of that name, or all of them, must be left to [`lazy_fact`](Compilation::lazy_fact).
    pub(crate) fn is_deferred(&self, name: &str) -> bool {
        let Some(source) = self.lazy_facts.source else { return false };
        let is_known = self.node().facts.as_hash().is_some_and(|facts| facts.get_str(name).is_some());
        source.may_have(name, is_known)
    }

    /// A variable of the top scope that is a fact of a module, or `facts` itself.
    pub(crate) fn lazy_fact(&self, name: &str) -> Option<&Value> {
        let source = self.lazy_facts.source?;
        if name != "facts" && !self.is_deferred(name) {
            return None;
        }
        let found = self.lazy_facts.collected.get_or_init(|| {
            let all = source.collect(self.node().facts.as_hash().unwrap_or(&Hash::default()));
            let variables = all.iter().map(|(name, value)| (name.to_string().into(), value.clone())).collect();
            CollectedFacts { all: all.into(), variables }
        });
        if name == "facts" { Some(&found.all) } else { found.variables.get(name) }
    }

    /// All facts, those of modules among them.
    pub(crate) fn all_facts(&self) -> &Value {
        self.lazy_fact("facts").unwrap_or(&self.node().facts)
    }

    /// `$facts`, where an expression takes out of it only what modules do not have.
    pub(crate) fn facts_for(
        &self,
        frame: &Frame,
        operand: &Expression,
        keys: &[Expression],
        path: Path,
    ) -> Option<Value> {
        let Kind::Variable(name) = &operand.kind else { return None };
        if !self.has_lazy_facts() || !matches!(name.as_str(), "facts" | "::facts") {
            return None;
        }
        let key = match (keys, path) {
            ([Expression { kind: Kind::String(key), .. }, ..], Path::Key) => key.as_str(),
            ([Expression { kind: Kind::String(key), .. }, ..], Path::Dotted) => key.split('.').next()?,
            _ => return None,
        };
        self.variable_for(frame.scope, name, Some(key)).cloned()
    }

    /// All variables that a scope sees and that are not undef, the outermost first.
    pub(crate) fn all_variables(&self, scope: ScopeId) -> Vec<(EcoString, Value)> {
        let mut found = self.scopes.all_variables(scope);
        if let Value::Hash(facts) = self.all_facts()
            && self.has_lazy_facts()
        {
            let known: HashSet<EcoString> = found.iter().map(|(name, _)| name.clone()).collect();
            let facts = facts.iter().map(|(name, value)| (EcoString::from(name.to_string()), value.clone()));
            let more = facts.chain([("facts".into(), self.all_facts().clone())]);
            let more: Vec<_> = more.filter(|(name, _)| !known.contains(name)).collect();
            found.splice(0..0, more);
        }
        found
    }

    /// The value of a variable of which only one element is needed: `$facts` may be had without asking modules then.
    pub(crate) fn variable_for(&self, scope: ScopeId, name: &str, element: Option<&str>) -> Option<&Value> {
        let is_facts = matches!(name, "facts" | "::facts") && self.lazy_facts.source.is_some();
        match element {
            Some(element) if is_facts && self.scopes.find(scope, "facts").is_none() && !self.is_deferred(element) => {
                Some(&self.node().facts)
            }
            _ => self.variable(scope, name),
        }
    }
}
