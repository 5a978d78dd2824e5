//! New resources: their tags, their defaults, their names, and what contains them.

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use resource_api::definition::title::{self, TitleError};

use super::{
    kinds::{KindForm, ResourceKind},
    locations::CompactLocation,
    parameters::{Parameter, Parameters},
    rights::{Author, AuthorKind, Authors},
    store::{Code, Resource, ResourceId},
    tags::{TagSet, lowercase},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::flattened,
    resource_types::ResourceTypeInfo,
    scope::ScopeId,
};

pub(crate) struct NewResource {
    pub kind: Arc<ResourceKind>,
    pub title: EcoString,
    pub parameters: Parameters,
    pub location: Option<CompactLocation>,
    pub is_virtual: bool,
    pub exported: bool,
    pub author: Author,
    pub scope: ScopeId,
    pub code: Code,
}

impl Compilation<'_> {
    pub(super) fn create(&mut self, mut new: NewResource) -> Outcome<ResourceId> {
        if self.resources.len() >= self.budget.limits.resources {
            let limit = self.budget.limits.resources;
            return Err(Interrupt::unplaced(format!("The limit of {limit} resources in a catalog is exceeded"))
                .hint("if the manifest really needs more, raise it with --max_resources"));
        }
        let number = self.resources.next_number.take();
        let tags = self.first_tags(&mut new, number.is_some())?;
        let name = match (&new.code, new.kind.is_class()) {
            // No reference finds the class of the main manifest.
            (Code::Own, true) if new.title == "main" => None,
            (_, true) => Some(lowercase(&new.title)),
            (_, false) => Some(new.title.clone()),
        };
        let id = self.resources.next();
        if let Some(known) = name.and_then(|name| self.resources.name(&new.kind, name, id)) {
            return Err(self.duplicate(&new, known));
        }
        let container = self.container_of(new.scope);
        let is_stage = new.kind.tag == "stage";
        let holder = if new.kind.is_class() || is_stage { None } else { container };
        if !new.kind.is_class() && new.parameters.value("stage").is_some() {
            let reference = format!("{}[{}]", new.kind.display, new.title);
            return Err(Interrupt::unplaced(format!(
                "Only classes can set 'stage'; normal resources like {reference} cannot change run stage"
            )));
        }
        let acts_as = self.acts_as(&new);
        let waits = matches!(new.code, Code::Define) && !new.is_virtual;
        self.resources.push(Resource {
            kind: new.kind.clone(),
            title: new.title,
            parameters: new.parameters,
            tags,
            location: new.location,
            is_virtual: new.is_virtual,
            exported: new.exported,
            author: new.author,
            acts_as,
            scope: new.scope,
            container,
            holder,
            code: new.code,
            evaluated: false,
            changed: false,
            has_inherited_tags: false,
        });
        if let Some(number) = number {
            self.resources.numbers.insert(id, number);
        }
        self.name_otherwise(id, &new.kind)?;
        if waits {
            self.resources.ready.push(id);
        }
        Ok(id)
    }

    /// The tags that a resource has from the start; its defaults may bring some.
    fn first_tags(&mut self, new: &mut NewResource, is_number: bool) -> Outcome<TagSet> {
        let mut tags = TagSet::default();
        if let Some(given) = new.parameters.value("tag") {
            let added = self.resources.tags.add_value(&mut tags, given);
            added.map_err(|invalid| self.invalid_tag(&invalid, new.location))?;
        }
        self.resources.tags.add_name(&mut tags, new.kind.tag.clone());
        if !(is_number || matches!(new.code, Code::Own) && new.title == "main") {
            self.resources.tags.add_title(&mut tags, &new.title);
        }
        for (name, parameter) in self.defaults_for(new.scope, &new.kind) {
            if new.parameters.contains(&name) {
                continue;
            }
            if name == "tag" {
                let added = self.resources.tags.add_value(&mut tags, &parameter.value);
                added.map_err(|invalid| self.invalid_tag(&invalid, new.location))?;
            }
            new.parameters.set(name, parameter);
        }
        Ok(tags)
    }

    pub(super) fn invalid_tag(&self, word: &str, location: Option<CompactLocation>) -> Interrupt {
        let message = format!("Invalid tag '{word}'");
        match location {
            Some(location) => Interrupt::verbatim(format!("{message} {}", self.resources.locations.text(location))),
            None => Interrupt::unplaced(message),
        }
    }

    fn duplicate(&self, new: &NewResource, known: ResourceId) -> Interrupt {
        let locations = &self.resources.locations;
        let known = self.resources.get(known).location;
        let (first, here) = (locations.at_suffix(known), locations.suffix(new.location));
        Interrupt::unplaced(format!(
            "Duplicate declaration: {}[{}] is already declared{first}; cannot redeclare{here}",
            new.kind.display, new.title
        ))
        .focus(locations.title(new.location, &new.title))
        .label(locations.title(known, &new.title), "declared first here")
    }

    /// Gives a resource its other names: aliases, and what its namevar says.
    fn name_otherwise(&mut self, id: ResourceId, kind: &ResourceKind) -> Outcome<()> {
        let resource = self.resources.get(id);
        let aliases = flattened(resource.parameters.value("alias")).into_iter().filter_map(Value::as_str);
        let aliases: Vec<EcoString> = aliases.filter(|alias| *alias != resource.title).map(EcoString::from).collect();
        for alias in aliases {
            let shown = format!("{:?}", alias.as_str());
            if let Some(known) = self.resources.name(kind, alias, id) {
                return Err(self.taken(id, known, &shown, &shown));
            }
        }
        match &kind.form {
            KindForm::Class | KindForm::Node => Ok(()),
            KindForm::Native { info, .. }
                if info.may_repeat || (info.titles_have_parts && info.title_patterns.is_none()) =>
            {
                Ok(())
            }
            KindForm::Native { info, .. } if info.namevars.len() > 1 || info.title_patterns.is_some() => {
                self.identify(id, kind, info)
            }
            KindForm::Native { .. } | KindForm::Define(_) => {
                let resource = self.resources.get(id);
                let name = match resource.parameters.value(kind.namevar()) {
                    Some(Value::String(name)) => name.as_str(),
                    Some(_) => return Ok(()),
                    None => kind.name_in_title(&resource.title),
                };
                if name == resource.title {
                    return Ok(());
                }
                let name = EcoString::from(name);
                let shown = format!("{:?}", name.as_str());
                match self.resources.name(kind, name, id) {
                    Some(known) => Err(self.taken(id, known, &format!("[{shown}]"), &shown)),
                    None => Ok(()),
                }
            }
        }
    }

    /// Remembers an identity of several parts: what is given, then what the title says; `name` is the title otherwise.
    fn identify(&mut self, id: ResourceId, kind: &ResourceKind, info: &ResourceTypeInfo) -> Outcome<()> {
        let resource = self.resources.get(id);
        let mut names: Vec<&EcoString> = info.namevars.iter().collect();
        names.sort();
        let namevars: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let titled = match &info.title_patterns {
            Some(patterns) => match title::parse(&namevars, Some(patterns), &resource.title) {
                Ok(titled) => titled,
                Err(error @ TitleError::NoMatch(_)) => {
                    let location = self.resources.locations.title(resource.location, &resource.title);
                    return Err(Interrupt::unplaced(error.to_string()).focus(location));
                }
                // The name of such a type is not known before the resource is created.
                Err(_) => return Ok(()),
            },
            None => Vec::new(),
        };
        let part = |name: &&EcoString| match resource.parameters.value(name) {
            Some(value) => Some(EcoString::from(value.to_string())),
            None => match titled.iter().find(|(known, _)| known == *name) {
                Some((_, value)) => Some(EcoString::from(value.to_string())),
                None => (**name == "name").then(|| resource.title.clone()),
            },
        };
        let parts: Vec<Option<EcoString>> = names.iter().map(part).collect();
        let known = *self.resources.identities.entry((kind.number, parts.clone())).or_insert(id);
        if known == id {
            return Ok(());
        }
        let shown = parts.iter().map(|part| match part {
            Some(part) => format!("{:?}", part.as_str()),
            None => "nil".to_owned(),
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        Err(self.taken(id, known, &format!("[{shown}]"), &shown))
    }

    /// `key` is the other name as Puppet shows it, `parts` are its parts.
    fn taken(&self, id: ResourceId, known: ResourceId, key: &str, parts: &str) -> Interrupt {
        let (resource, known) = (self.resources.get(id), self.resources.get(known));
        let locations = &self.resources.locations;
        let here = locations.at_suffix(resource.location);
        let title = |resource: &Resource| locations.title(resource.location, &resource.title);
        Interrupt::unplaced(format!(
            "Cannot alias {} to {key}{here}; resource [{:?}, {parts}] already declared{}",
            resource.reference(),
            resource.kind.display.as_str(),
            locations.suffix(known.location)
        ))
        .focus(title(resource))
        .label(title(known), "this one has the name already")
    }

    /// The class, define or node that a scope belongs to. What a function declares belongs to the main manifest.
    pub(crate) fn container_of(&self, scope: ScopeId) -> Option<ResourceId> {
        let mut next = Some(scope);
        while let Some(id) = next {
            let scope = self.scopes.get(id);
            if scope.container.is_some() {
                return scope.container;
            }
            next = scope.parent;
        }
        None
    }

    pub(crate) fn author_of(&self, scope: ScopeId) -> Author {
        match self.container_of(scope) {
            Some(container) => self.resources.get(container).acts_as,
            None => Authors::MAIN,
        }
    }

    /// The author that the code of a new resource acts as.
    fn acts_as(&mut self, new: &NewResource) -> Author {
        match &new.code {
            Code::None | Code::Own => Authors::MAIN,
            Code::Define => self.resources.authors.named(AuthorKind::Define, &new.kind.tag),
            Code::Class { definition, .. } => self.resources.authors.named(AuthorKind::Class, &definition.name),
            Code::Node { .. } => self.resources.authors.named(AuthorKind::Node, &new.title),
        }
    }

    /// A parameter that the author of a scope sets.
    pub(crate) fn parameter(&self, scope: ScopeId, value: Value, location: Option<CompactLocation>) -> Parameter {
        Parameter { value, author: self.author_of(scope), location, adds: false }
    }
}
