//! What every manifest finds: facts, what is trusted, settings, and the containers that are always there.

use ecow::EcoString;
use pcore::Value;

use crate::{
    Compilation,
    error::Outcome,
    scope::{ScopeKind, Scopes},
};

impl Compilation<'_> {
    /// Sets the variables of the top scope. What a node classifier says goes before facts.
    pub(super) fn set_top_scope(&mut self) -> Outcome<()> {
        let environment = Value::String(self.loader.environment.name.clone());
        let mut known: Vec<(EcoString, Value)> = Vec::new();
        if let Value::Hash(facts) = &self.node().facts {
            let facts = facts.iter().map(|(name, value)| (EcoString::from(name.to_string()), value.clone()));
            known.extend(facts.filter(|(name, _)| !self.is_deferred(name)));
        }
        known.extend(self.node().parameters.iter().cloned());
        let server = ["serverversion", "servername", "serverip"];
        let server_facts = self.node().parameters.iter().filter(|(name, _)| server.contains(&name.as_str()));
        let server_facts = server_facts.map(|(name, value)| (Value::String(name.clone()), value.clone()));
        let server_facts = Value::hash(server_facts.chain([("environment".into(), environment.clone())]));
        known.push(("environment".into(), environment));
        known.push(("trusted".into(), self.node().trusted.clone()));
        known.push(("server_facts".into(), server_facts));
        if !self.has_lazy_facts() {
            known.push(("facts".into(), self.node().facts.clone()));
        }
        // The main manifest is the body of a class of that name.
        known.extend(["title", "name"].map(|name| (name.into(), "main".into())));
        self.scopes.get_mut(Scopes::TOP).variables.extend(known);
        for (class, _) in self.node().classes.clone() {
            self.resources.add_class(class);
        }
        self.add_main_stage()
    }

    /// The class `settings`, whose variables are the settings.
    pub(super) fn add_settings(&mut self) -> Outcome<()> {
        let scope = self.scopes.add(ScopeKind::Class, Some(Scopes::TOP), Some(Scopes::TOP));
        let container = self.add_own_class("Settings")?;
        self.scopes.set_class("settings".into(), scope);
        let settings = self.options().settings.iter().filter(|(name, _)| name != "name");
        let settings: Vec<(EcoString, Value)> = settings.cloned().collect();
        let all = settings.iter().map(|(name, value)| (Value::String(name.clone()), value.clone()));
        let all = Value::hash(all.collect::<Vec<_>>());
        let scope = self.scopes.get_mut(scope);
        scope.container = Some(container);
        scope.variables.extend(settings);
        scope.variables.insert("all_local".into(), all);
        for name in ["title", "name"] {
            scope.variables.entry(name.into()).or_insert_with(|| "settings".into());
        }
        Ok(())
    }
}
