//! The operations that functions perform on the catalog.

use diagnostics::Location;
use ecow::{EcoString, EcoVec};
use pcore::{Type, Value};
use syntax::ast::ResourceForm;

use super::{
    classes::class_name,
    parameters::{Parameter, Parameters},
    reference::Reference,
    store::ResourceId,
    tags::lowercase,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::flattened,
    frame::Frame,
    scope::ScopeId,
};

impl Compilation<'_> {
    /// Declares resources at the location of a call.
    pub(crate) fn declare_at(
        &mut self,
        frame: &Frame,
        location: &Location,
        type_name: &str,
        titles: &[EcoString],
        parameters: Vec<(EcoString, Value)>,
        form: ResourceForm,
    ) -> Outcome<Vec<Value>> {
        let location = self.resources.locations.within(&location.source, location.span.start);
        let author = self.author_of(frame.scope);
        let mut given = Parameters::with_capacity(parameters.len());
        for (name, value) in parameters {
            given.set(name, Parameter { value, author, location: None, adds: false });
        }
        let declared = self.declare(frame.scope, type_name, titles, given, form, Some(location))?;
        Ok(self.references(&declared))
    }

    /// Replaces the value of a parameter of the scope's container, if it has the old value.
    pub(crate) fn replace_parameter(&mut self, scope: ScopeId, name: &str, old: &Value, new: Value) {
        let Some(container) = self.container_of(scope) else { return };
        let parameters = &mut self.resources.get_mut(container).parameters;
        if let Some(parameter) = parameters.get(name).filter(|parameter| parameter.value == *old).cloned() {
            parameters.set(name.into(), Parameter { value: new, ..parameter });
        }
    }

    /// Makes the container of a scope require more.
    pub(crate) fn require_here(&mut self, scope: ScopeId, references: &Value) -> Outcome<()> {
        let Some(container) = self.container_of(scope) else { return Ok(()) };
        if self.resources.require_more(container, references) {
            return Ok(());
        }
        let resource = self.resources.get(container);
        let current = flattened(resource.parameters.value("require"));
        let known = current.into_iter().filter(|value| !value.is_undef());
        let all: EcoVec<Value> = known.chain(flattened([references])).cloned().collect();
        self.resources.required.insert(container, all.len());
        self.set_own(container, &"require".into(), Value::Array(all))
    }

    /// Remembers what `realize()` asks for.
    pub(crate) fn realize_later(&mut self, arguments: &[Value]) -> Outcome<()> {
        let values = flattened(arguments).into_iter();
        let wanted = values.map(|value| self.reference_in(value)).collect::<Outcome<Vec<Reference>>>()?;
        self.resources.realizations.extend(wanted);
        Ok(())
    }

    /// Tags the container of a scope.
    pub(crate) fn tag_here(&mut self, scope: ScopeId, words: &[Value]) -> Outcome<()> {
        let Some(container) = self.container_of(scope) else { return Ok(()) };
        words.iter().try_for_each(|word| {
            let added = self.resources.add_tags(container, word);
            added.map_err(|word| self.invalid_tag(&word, self.resources.get(container).location))
        })
    }

    /// Whether the catalog or the container of a scope has a tag.
    pub(crate) fn is_tagged_here(&self, scope: ScopeId, word: &str) -> bool {
        let Some(tag) = self.resources.tags.find(&lowercase(word)) else { return false };
        self.resources.catalog_tags.contains(tag)
            || self.container_of(scope).is_some_and(|container| self.resources.is_tagged(container, tag))
    }

    pub(crate) fn is_class(&mut self, name: &str) -> Outcome<bool> {
        Ok(self.find_class_definition(&class_name(name))?.is_some())
    }

    pub(crate) fn is_declared(&mut self, named: &Type) -> Outcome<bool> {
        match Reference::of_type(named) {
            Some(reference) => Ok(self.find_resource(&reference)?.is_some()),
            None => Err(Interrupt::unplaced(format!("{named} is no reference to a resource"))),
        }
    }

    /// The resources of a type with a title that were declared so far; without a title all of the type.
    pub(crate) fn declared_resources(&mut self, type_name: &str, title: &str) -> Outcome<Vec<ResourceId>> {
        if !title.is_empty() {
            let found = self.find_resource(&Reference::new(type_name, title))?;
            return Ok(found.into_iter().collect());
        }
        let Some(kind) = self.find_kind(type_name)? else { return Ok(Vec::new()) };
        Ok(self.resources.ids().filter(|id| self.resources.get(*id).kind.number == kind.number).collect())
    }

    /// A parameter of a resource; undef where it is not set.
    pub(crate) fn parameter_of(&self, id: ResourceId, name: &str) -> &Value {
        self.resources.get(id).parameters.value(name).unwrap_or(&Value::Undef)
    }

    /// What the code of a scope defines: `Class apache::service`, `Definition apache::vhost`.
    pub(crate) fn definition_here(&self, scope: ScopeId) -> String {
        let container = self.container_of(scope).filter(|container| Some(*container) != self.resources.main);
        match container.map(|container| self.resources.get(container)) {
            Some(resource) if resource.kind.is_class() => format!("Class {}", lowercase(&resource.title)),
            Some(resource) => format!("Definition {}", resource.kind.tag),
            None => "Class ".into(),
        }
    }
}
