//! `File { … }`: defaults of a type in a scope.

use ecow::EcoString;
use pcore::{Type, Value, infer};
use syntax::ast::ResourceDefaults;

use super::{
    declare::illegal_type,
    kinds::ResourceKind,
    parameters::{Parameter, Parameters},
    tags::lowercase,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::{ScopeId, ScopeKind},
};

impl Compilation<'_> {
    pub(crate) fn evaluate_defaults(&mut self, frame: &Frame, defaults: &ResourceDefaults) -> Outcome {
        let value = self.evaluate(frame, &defaults.type_name)?;
        let type_name = match value.as_type() {
            Some(Type::Resource(resource)) if resource.title.is_none() => resource.type_name.clone(),
            _ => None,
        };
        let Some(type_name) = type_name else {
            return Err(illegal_type(frame, &defaults.type_name, &infer::generalized(&value)));
        };
        let parameters = self.attributes(frame, &defaults.attributes)?;
        self.add_defaults(frame.scope, &type_name, parameters)?;
        Ok(value)
    }

    fn add_defaults(
        &mut self,
        scope: ScopeId,
        type_name: &str,
        parameters: Vec<(EcoString, Parameter)>,
    ) -> Outcome<()> {
        let holder = self.with_defaults(scope);
        let table = self.scopes.get_mut(holder).defaults.entry(lowercase(type_name)).or_default();
        for (name, parameter) in parameters {
            if table.contains(&name) {
                let shown = resource_api::log::capitalized(&lowercase(type_name));
                let location = self.resources.locations.suffix(parameter.location);
                return Err(Interrupt::verbatim(format!(
                    "Default already defined for {shown} {{ {name} }}; cannot redefine{location}"
                )));
            }
            table.set(name, parameter);
        }
        Ok(())
    }

    /// The scope whose defaults count: functions have none of their own.
    fn with_defaults(&self, scope: ScopeId) -> ScopeId {
        let mut id = scope;
        while let scope = self.scopes.get(id)
            && scope.kind == ScopeKind::Function
            && let Some(parent) = scope.parent
        {
            id = parent;
        }
        id
    }

    /// The tables of a type, nearest first: of the scope, of the one that declared it, and so on.
    fn default_tables<'s>(&'s self, scope: ScopeId, tag: &'s str) -> impl Iterator<Item = &'s Parameters> {
        let mut next = Some(self.with_defaults(scope));
        std::iter::from_fn(move || {
            let scope = self.scopes.get(next?);
            next = scope.caller;
            Some(scope)
        })
        .filter(|scope| !scope.defaults.is_empty())
        .filter_map(|scope| scope.defaults.get(tag))
    }

    /// The defaults of a type in a scope and around it; the nearest wins.
    pub(super) fn defaults_for(&self, scope: ScopeId, kind: &ResourceKind) -> Vec<(EcoString, Parameter)> {
        let tables: Vec<&Parameters> = self.default_tables(scope, &kind.tag).collect();
        let mut found: Parameters = Parameters::default();
        for table in tables.into_iter().rev() {
            for (name, parameter) in table.iter() {
                found.set(name.clone(), parameter.clone());
            }
        }
        found.iter().map(|(name, parameter)| (name.clone(), parameter.clone())).collect()
    }

    /// The defaults of a type, named in any case, that code in a scope sees.
    pub(crate) fn visible_defaults(&self, scope: ScopeId, type_name: &str) -> Vec<(EcoString, Value)> {
        let mut found = Vec::<(EcoString, Value)>::new();
        for (name, parameter) in self.default_tables(scope, &lowercase(type_name)).flat_map(Parameters::iter) {
            if !found.iter().any(|(known, _)| known == name) {
                found.push((name.clone(), parameter.value.clone()));
            }
        }
        found
    }

    /// Whether a value is a default of the parameter in a scope or around it.
    pub(super) fn is_default(&self, scope: ScopeId, kind: &ResourceKind, name: &str, value: &Value) -> bool {
        self.default_tables(scope, &kind.tag)
            .any(|table| table.get(name).is_some_and(|default| default.value == *value))
    }
}
