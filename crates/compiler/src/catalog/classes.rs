//! Classes: declared once, evaluated at once, after the classes that they inherit from.

use std::sync::Arc;

use ecow::{EcoString, eco_format};
use pcore::{Type, Value};
use resource_api::log::capitalized;
use rustc_hash::FxHashSet;
use syntax::ast::ClassDefinition;

use super::{
    create::NewResource,
    locations::CompactLocation,
    parameters::Parameters,
    rights::AuthorKind,
    store::{Code, ResourceId},
    tags::lowercase,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::flattened,
    scope::ScopeId,
};

#[derive(Clone, Debug, Default)]
pub(crate) struct Declaration {
    pub parameters: Parameters,
    pub location: Option<CompactLocation>,
    pub as_resource: bool,
}

impl Compilation<'_> {
    /// `class { 'a': … }`
    pub(super) fn declare_classes(
        &mut self,
        scope: ScopeId,
        titles: &[EcoString],
        parameters: &Parameters,
        location: Option<CompactLocation>,
    ) -> Outcome<Vec<ResourceId>> {
        let mut declared = Vec::with_capacity(titles.len());
        for title in titles {
            let name = class_name(title);
            let Some(definition) = self.find_class_definition(&name)? else {
                let failure = Interrupt::unplaced(format!("Could not find declared class {title}"));
                let here = self.resources.locations.title(location, title);
                return Err(self.unknown_class(failure.focus(here), &name));
            };
            let declaration = Declaration { parameters: parameters.clone(), location, as_resource: true };
            let id = self.add_class(scope, &definition, declaration)?;
            self.evaluate_code(id)?;
            declared.push(id);
        }
        Ok(declared)
    }

    /// Declares classes where they are not declared yet and evaluates them, all being declared before the first is
    /// evaluated.
    pub(crate) fn include_classes(&mut self, scope: ScopeId, names: &[EcoString]) -> Outcome<Vec<ResourceId>> {
        let found = self.find_classes(names)?;
        let mut ids = Vec::with_capacity(found.len());
        for definition in &found {
            ids.push(self.declared_class(scope, definition)?);
        }
        for (id, definition) in ids.iter().zip(&found) {
            if self.scopes.class(&definition.name).is_none() {
                self.evaluate_code(*id)?;
            }
        }
        Ok(ids)
    }

    /// Declares classes that a node classifier asks for; they are evaluated when the definitions are.
    pub(crate) fn add_classes(&mut self, scope: ScopeId, classes: &[(EcoString, Option<Parameters>)]) -> Outcome<()> {
        let names: Vec<EcoString> = classes.iter().map(|(name, _)| name.clone()).collect();
        let found = self.find_classes(&names)?;
        for (definition, (_, parameters)) in found.iter().zip(classes) {
            let id = match parameters {
                Some(parameters) => {
                    let declaration = Declaration { parameters: parameters.clone(), ..Declaration::default() };
                    self.add_class(scope, definition, declaration)?
                }
                None => self.declared_class(scope, definition)?,
            };
            if !self.resources.get(id).evaluated {
                self.resources.ready.push(id);
            }
        }
        Ok(())
    }

    fn find_classes(&mut self, names: &[EcoString]) -> Outcome<Vec<Arc<ClassDefinition>>> {
        let mut found = Vec::with_capacity(names.len());
        for name in names {
            let Some(definition) = self.find_class_definition(&class_name(name))? else {
                let failure = Interrupt::unplaced(format!("Could not find class {name} for {}", self.node().name));
                return Err(self.unknown_class(failure, &class_name(name)));
            };
            found.push(definition);
        }
        Ok(found)
    }

    /// A class that was declared, or is now.
    fn declared_class(&mut self, scope: ScopeId, definition: &Arc<ClassDefinition>) -> Outcome<ResourceId> {
        match self.resources.find_class(&definition.name) {
            Some(known) => Ok(known),
            None => self.add_class(scope, definition, Declaration::default()),
        }
    }

    /// Adds a class to the catalog, after the classes that it inherits from.
    fn add_class(
        &mut self,
        scope: ScopeId,
        definition: &Arc<ClassDefinition>,
        declaration: Declaration,
    ) -> Outcome<ResourceId> {
        for parent in self.missing_parents(definition)?.iter().rev() {
            self.create_class(scope, parent, Declaration::default())?;
        }
        self.create_class(scope, definition, declaration)
    }

    fn create_class(
        &mut self,
        scope: ScopeId,
        definition: &Arc<ClassDefinition>,
        declaration: Declaration,
    ) -> Outcome<ResourceId> {
        let itself = self.resources.authors.named(AuthorKind::Class, &definition.name);
        if let Some(parent) = &definition.parent {
            let parent = self.resources.authors.named(AuthorKind::Class, &class_name(parent));
            self.resources.authors.set_parent(itself, parent);
        }
        let as_resource = declaration.as_resource;
        let id = self.create(NewResource {
            kind: self.resources.containers.class.clone(),
            title: capitalized(&definition.name).into(),
            parameters: declaration.parameters,
            location: declaration.location,
            is_virtual: false,
            exported: false,
            author: if as_resource { self.author_of(scope) } else { itself },
            scope,
            code: Code::Class { definition: definition.clone(), as_resource },
        })?;
        self.resources.tag_catalog(id);
        Ok(id)
    }

    /// The classes that one inherits from and that are not declared yet, nearest first.
    fn missing_parents(&mut self, definition: &Arc<ClassDefinition>) -> Outcome<Vec<Arc<ClassDefinition>>> {
        let mut parents: Vec<Arc<ClassDefinition>> = Vec::new();
        let mut seen = FxHashSet::from_iter([definition.name.clone()]);
        let mut child = definition.clone();
        while let Some(name) = child.parent.as_deref().map(class_name) {
            if !seen.insert(name.clone()) {
                let mut cycle: Vec<&str> = vec![&definition.name];
                cycle.extend(parents.iter().map(|parent| parent.name.as_str()));
                cycle.push(&name);
                let location = self.resources.locations.definition(&definition.location);
                let message = format!("Class '{}' inherits from itself: {}", definition.name, cycle.join(", "));
                return Err(Interrupt::verbatim(format!("{message} {}", self.resources.locations.text(location))));
            }
            if self.resources.find_class(&name).is_some() {
                break;
            }
            let Some(parent) = self.find_class_definition(&name)? else {
                let location = self.resources.locations.definition(&child.location);
                let environment = &self.loader.environment.name;
                let message =
                    format!("Could not find parent resource type '::{name}' of type hostclass in {environment}");
                let failure = Interrupt::verbatim(format!("{message} {}", self.resources.locations.text(location)));
                let here = self.resources.locations.word(Some(location));
                return Err(self.unknown_class(failure.focus(here), &name));
            };
            parents.push(parent.clone());
            child = parent;
        }
        Ok(parents)
    }
}

/// The name of a class as it is known: in lower case, without leading colons.
pub(super) fn class_name(written: &str) -> EcoString {
    lowercase(written.strip_prefix("::").unwrap_or(written))
}

/// The names that were given to `include` and its kin: texts, references, and arrays of them.
pub(crate) fn class_names(arguments: &[Value]) -> Outcome<Vec<EcoString>> {
    let values = flattened(arguments).into_iter();
    values.map(|value| Ok(lowercase(&absolute(&named_class(value)?)))).collect()
}

fn named_class(value: &Value) -> Outcome<EcoString> {
    let refuse = |message: &str| Err(Interrupt::unplaced(message));
    match value {
        Value::Undef => refuse("Cannot use undef as a class name"),
        Value::String(name) if name.is_empty() => refuse("Cannot use empty string as a class name"),
        Value::String(name) => Ok(name.clone()),
        Value::Type(named) => match &**named {
            Type::Class(Some(name)) => Ok(name.clone()),
            Type::Class(None) => refuse("Cannot use an unspecific Class[] Type"),
            Type::Resource(resource) => match (&resource.type_name, &resource.title) {
                (None, _) => refuse("Cannot use an unspecific Resource[] where a Resource['class', name] is expected"),
                (Some(kind), _) if !kind.eq_ignore_ascii_case("class") => {
                    refuse(&format!("Cannot use a Resource[{kind}] where a Resource['class', name] is expected"))
                }
                (Some(_), None) => {
                    refuse("Cannot use an unspecific Resource['class'] where a Resource['class', name] is expected")
                }
                (Some(_), Some(title)) => Ok(title.clone()),
            },
            other => refuse(&format!("Cannot use {other} as a class name")),
        },
        other => refuse(&format!("Cannot use {} as a class name", pcore::infer::generalized(other))),
    }
}

/// A name that begins with colons.
fn absolute(name: &str) -> EcoString {
    if name.starts_with(':') { name.into() } else { eco_format!("::{name}") }
}
