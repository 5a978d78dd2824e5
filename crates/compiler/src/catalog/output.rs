//! From what was declared to a catalog.

use catalog::{Catalog, Declared};
use ecow::EcoString;
use pcore::{Type, Value};

use super::{
    kinds::{KindForm, is_relationship},
    reference::Reference,
    store::{Code, Resource, Resources},
    tags::TagSet,
};
use crate::{Compilation, evaluate::flattened};

impl Compilation<'_> {
    /// The catalog of what was declared, without what is meant for other machines only: what a machine applies.
    ///
    /// [`compile`](crate::compile) returns that too, because a store of exported resources wants it.
    pub fn applicable_catalog(&self) -> Catalog {
        self.catalog_of(|resource| !resource.is_virtual)
    }

    /// The catalog of what was declared. Virtual resources are left out; those for other machines stay.
    pub(crate) fn catalog(&self) -> Catalog {
        self.catalog_of(|resource| !resource.is_virtual || resource.exported)
    }

    fn catalog_of(&self, is_in: impl Fn(&Resource) -> bool) -> Catalog {
        let resources = &self.resources;
        let mut indexes: Vec<Option<usize>> = vec![None; resources.len()];
        let mut declared = Vec::with_capacity(resources.len());
        let mut containment = Vec::with_capacity(resources.len());
        for id in resources.ids() {
            let resource = resources.get(id);
            if !is_in(resource) {
                continue;
            }
            indexes[id.index()] = Some(declared.len());
            declared.push(resources.declared(resource, resources.numbers.contains_key(&id)));
        }
        let index_of = |id: super::ResourceId| indexes.get(id.index()).copied().flatten();
        let mut more = resources.contained.clone();
        more.sort_by_key(|(_, contained)| *contained);
        let mut more = more.into_iter().peekable();
        for id in resources.ids() {
            let holder = resources.get(id).holder;
            let others = std::iter::from_fn(|| more.next_if(|(_, contained)| *contained == id));
            for container in holder.into_iter().chain(others.map(|(container, _)| container)) {
                if let (Some(container), Some(contained)) = (index_of(container), index_of(id)) {
                    containment.push((container, contained));
                }
            }
        }
        Catalog {
            name: self.node().name.clone(),
            version: self.options().version.clone(),
            environment: self.loader.environment.name.clone(),
            resources: declared,
            containment,
            tags: self.catalog_tags(),
            classes: resources.classes.clone(),
            ..Catalog::default()
        }
    }

    /// The classes come first, then what else the catalog is tagged with.
    fn catalog_tags(&self) -> Vec<EcoString> {
        let tags = &self.resources.tags;
        let mut set = TagSet::default();
        for class in &self.resources.classes {
            let class = super::tags::lowercase(class);
            let parts = class.contains("::").then(|| class.split("::")).into_iter().flatten();
            for word in [class.as_str()].into_iter().chain(parts) {
                if let Some(tag) = tags.find(word) {
                    set.insert(tag);
                }
            }
        }
        set.merge(&self.resources.catalog_tags);
        tags.names(&set)
    }
}

impl Resources {
    fn declared(&self, resource: &Resource, is_number: bool) -> Declared {
        let (file, line) = match resource.location {
            Some(location) => (self.locations.file(location), Some(self.locations.line(location))),
            None => (None, None),
        };
        let kind = match (&resource.kind.form, &resource.code) {
            (KindForm::Native { .. }, _) => "compilable_type",
            (KindForm::Define(_), _) => "defined_type",
            (_, Code::Class { as_resource: true, .. }) => "class",
            (KindForm::Class | KindForm::Node, _) => "unknown",
        };
        Declared {
            type_name: resource.kind.display.clone(),
            title: resource.title.clone(),
            tags: self.tags.names(&resource.tags),
            file,
            line,
            exported: resource.exported,
            kind: Some(kind.into()),
            parameters: parameters(resource, is_number),
        }
    }
}

/// The parameters with the namevar first, unless it is the title; a number is not the text that shows it.
fn parameters(resource: &Resource, is_number: bool) -> Vec<(EcoString, Value)> {
    let namevar = resource.kind.namevar();
    let given = resource.parameters.value("name").or_else(|| resource.parameters.value(namevar));
    let mut parameters = Vec::with_capacity(resource.parameters.len());
    let is_told = is_number || matches!(resource.code, Code::Own) && resource.title == "main";
    let name = match given {
        Some(name) => Some(plain(name)).filter(|name| name.as_str() != Some(&resource.title) || is_told),
        None => {
            let name = resource.kind.name_in_title(&resource.title);
            (name != resource.title || is_told).then(|| Value::from(name))
        }
    };
    parameters.extend(name.map(|name| (EcoString::from(namevar), name)));
    for (name, parameter) in resource.parameters.iter() {
        if name == "name" || name == namevar || parameter.value.is_undef() {
            continue;
        }
        let value = if is_relationship(name) { related(&parameter.value) } else { plain(&parameter.value) };
        parameters.push((name.clone(), value));
    }
    parameters
}

/// References of a metaparameter: a list has no lists and no gaps in it.
fn related(value: &Value) -> Value {
    match value {
        Value::Array(items) if items.iter().all(|item| is_simple(item) && !item.is_undef()) => value.clone(),
        Value::Array(_) => flattened([value]).into_iter().filter(|target| !target.is_undef()).map(plain).collect(),
        other => plain(other),
    }
}

/// A value with texts for references. A list with references in it has no lists in it, as in Puppet.
fn plain(value: &Value) -> Value {
    match value {
        Value::Array(items) if items.iter().all(is_simple) => value.clone(),
        Value::Array(items) => {
            let flat = flattened([value]);
            if flat.iter().any(|item| matches!(item, Value::Type(named) if reference(named).is_some())) {
                flat.into_iter().map(nested).collect()
            } else {
                items.iter().map(nested).collect()
            }
        }
        other => nested(other),
    }
}

/// Whether a value is a scalar, and not a reference.
fn is_simple(value: &Value) -> bool {
    matches!(
        value,
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_) | Value::Default
    )
}

/// A value within another, with texts for references.
fn nested(value: &Value) -> Value {
    match value {
        Value::Type(named) => reference(named).map_or_else(|| value.clone(), Value::String),
        Value::Array(items) => items.iter().map(nested).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (nested(key), nested(value)))),
        Value::Sensitive(inner) => Value::sensitive(nested(inner)),
        other => other.clone(),
    }
}

fn reference(named: &Type) -> Option<EcoString> {
    Reference::of_type(named).map(|reference| reference.text().into())
}
