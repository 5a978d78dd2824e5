//! From references to resources.

use catalog::split_reference;
use ecow::EcoString;
use pcore::{Type, Value, types::ResourceType};
use resource_api::log::capitalized;

use super::{kinds::ResourceKind, store::ResourceId, tags::lowercase};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
};

/// A resource by its type and title, as references name it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reference {
    /// The type in lower case.
    pub type_name: EcoString,
    /// The title; the name of a class in lower case.
    pub title: EcoString,
}

impl Reference {
    pub fn new(type_name: &str, title: &str) -> Reference {
        let type_name = lowercase(type_name.strip_prefix("::").unwrap_or(type_name));
        let title = match &*type_name {
            "class" => lowercase(title.strip_prefix("::").unwrap_or(title)),
            _ => title.into(),
        };
        Reference { type_name, title }
    }

    /// The resource or class that a type refers to.
    pub fn of_type(named: &Type) -> Option<Reference> {
        match named {
            Type::Resource(resource) => Some(Reference::new(resource.type_name.as_ref()?, resource.title.as_ref()?)),
            Type::Class(name) => Some(Reference::new("class", name.as_ref()?)),
            _ => None,
        }
    }

    /// What `Type[title]` in a text names.
    pub fn of_text(text: &str) -> Option<Reference> {
        split_reference(text).map(|(type_name, title)| Reference::new(type_name, title))
    }

    /// Every part of a reference with a capital.
    pub fn text(&self) -> String {
        let title = if self.type_name == "class" { capitalized(&self.title) } else { self.title.to_string() };
        format!("{}[{title}]", capitalized(&self.type_name))
    }
}

/// What a resource is called in expressions: `File['/etc/motd']`, `Class['a']`.
pub(super) fn value(type_name: EcoString, title: EcoString) -> Value {
    Value::from(if type_name == "Class" {
        Type::Class(Some(lowercase(&title)))
    } else {
        Type::Resource(ResourceType { type_name: Some(type_name), title: Some(title) }.into())
    })
}

impl Compilation<'_> {
    pub(crate) fn find_resource(&mut self, reference: &Reference) -> Outcome<Option<ResourceId>> {
        match self.find_kind(&reference.type_name)? {
            Some(kind) => Ok(self.find_titled(&kind, &reference.title)),
            None => Ok(None),
        }
    }

    /// The resource of a kind with a title, or with the name that the title means.
    pub(super) fn find_titled(&self, kind: &ResourceKind, title: &str) -> Option<ResourceId> {
        let found = self.resources.find(kind, title);
        if found.is_some() {
            return found;
        }
        let name = kind.name_in_title(title);
        if name == title { None } else { self.resources.find(kind, name) }
    }

    /// The resource that a text or a type names, for functions and metaparameters.
    pub(super) fn reference_in(&self, value: &Value) -> Outcome<Reference> {
        let found = match value {
            Value::Type(named) => Reference::of_type(named),
            Value::String(text) => Reference::of_text(text),
            _ => None,
        };
        found.ok_or_else(|| {
            let shown = format!("{:?}", value.to_string());
            Interrupt::unplaced(format!("No title provided and {shown} is not a valid resource reference"))
        })
    }
}
