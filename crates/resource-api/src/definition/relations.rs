//! Automatic relations of a type to resources of other types that are managed as well.
//!
//! Under `autorequire`, `autobefore`, `autosubscribe` and `autonotify`, a definition maps the name of a type to a title
//! or an array of titles. A title is
//!
//! | title | meaning |
//! |---|---|
//! | `apt-transport-https` | that title |
//! | `$path` | the value of the attribute; for an array, each element |
//! | `$config.file`, `$servers.0.host`, `$servers.*.host` | a part of a structured value; `*` means each element |
//! | `${path}/conf.d`, `${user}@${config.host}` | a text that contains values |
//! | `$$HOME`, `a$${b}` | `$HOME` and `a${b}`: a doubled `$` is a literal `$` where it would otherwise be special |
//!
//! If a part is missing, `undef` or secret, there is no relation. Keys that contain other characters than letters,
//! digits, `_`, `-` and `:` are quoted: `$config.'a.b'`. Within one text, equal paths refer to the same element, so
//! `${servers.*.host}:${servers.*.port}` is one title per server.
//!
//! ```
//! use pcore::Value;
//! use resource_api::{State, TypeDefinition, definition::relations};
//!
//! let definition = pcore::yaml::parse("
//! name: vhost
//! attributes:
//!   name: { type: String, behaviour: namevar }
//!   root: { type: String }
//!   servers: { type: 'Array[Hash]' }
//! autorequire:
//!   file: ['$root', '${root}/conf.d']
//!   package: '$servers.*.package'
//! ").unwrap();
//! let mut messages = Vec::new();
//! let relations = relations::read("vhost", definition.as_hash().unwrap(), &mut messages).unwrap();
//!
//! let definition = TypeDefinition::from_value(&definition).unwrap();
//! let server = Value::hash([("package".into(), "nginx".into())]);
//! let vhost = State::new().with("name", "a").with("root", "/srv/a").with("servers", vec![server]);
//! let found: Vec<String> =
//!     relations.resolve(&vhost, &definition).unwrap().iter().map(|relation| relation.to_string()).collect();
//! assert_eq!(found, ["File[/srv/a]", "File[/srv/a/conf.d]", "Package[nginx]"]);
//! ```

mod catalog;
mod template;

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::EcoString;
use pcore::{Hash, Value};

pub use self::{
    catalog::{RelationView, Verdict, decide},
    template::{MAX_TITLES, TitleTemplate},
};
use super::{DefinitionError, TypeDefinition, alias_used, field};
use crate::{State, log::Level, render};

/// The kinds of automatic relations, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RelationKind {
    /// The other resource comes first.
    Autorequire,
    /// The other resource comes first, and its changes refresh this one.
    Autosubscribe,
    /// This resource comes first.
    Autobefore,
    /// This resource comes first, and its changes refresh the other one.
    Autonotify,
}

impl RelationKind {
    /// All kinds, in the order in which relations are made.
    pub const ALL: [RelationKind; 4] =
        [RelationKind::Autorequire, RelationKind::Autosubscribe, RelationKind::Autobefore, RelationKind::Autonotify];

    /// The key in definitions.
    pub fn name(self) -> &'static str {
        match self {
            RelationKind::Autorequire => "autorequire",
            RelationKind::Autosubscribe => "autosubscribe",
            RelationKind::Autobefore => "autobefore",
            RelationKind::Autonotify => "autonotify",
        }
    }

    /// Whether the other resource comes first.
    pub fn other_first(self) -> bool {
        matches!(self, RelationKind::Autorequire | RelationKind::Autosubscribe)
    }

    /// Whether changes of the first resource refresh the second one.
    pub fn refreshes(self) -> bool {
        matches!(self, RelationKind::Autosubscribe | RelationKind::Autonotify)
    }
}

impl fmt::Display for RelationKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// All automatic relations of a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relations {
    declarations: Vec<Declaration>,
}

/// The relations of one kind to resources of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declaration {
    /// The kind.
    pub kind: RelationKind,
    /// The other type, in lower case.
    pub type_name: EcoString,
    /// The titles of the other resources.
    pub titles: Vec<TitleTemplate>,
}

/// One relation of a resource. It is displayed as the other resource, for example `File[/etc/motd]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Relation {
    /// The kind.
    pub kind: RelationKind,
    /// The other type, in lower case.
    pub type_name: EcoString,
    /// The title of the other resource.
    pub title: EcoString,
}

impl Relation {
    /// A resource that comes first.
    pub fn autorequire(type_name: impl Into<EcoString>, title: impl Into<EcoString>) -> Relation {
        Relation { kind: RelationKind::Autorequire, type_name: type_name.into(), title: title.into() }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, segment) in self.type_name.split("::").enumerate() {
            let separator = if index == 0 { "" } else { "::" };
            let mut characters = segment.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase()).into_iter();
            write!(formatter, "{separator}{}{}", first.collect::<String>(), characters.as_str())?;
        }
        write!(formatter, "[{}]", self.title)
    }
}

/// Why the relations of a resource cannot be determined.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelationError {
    /// A title refers to an attribute that the type does not have.
    #[error("Invalid parameter {0}(:{0})")]
    UnknownAttribute(EcoString),
    /// A text expands to too many titles.
    #[error("the {kind} '{template}' expands to more than {MAX_TITLES} titles")]
    TooManyTitles {
        /// The kind of the relation.
        kind: RelationKind,
        /// The text in the definition.
        template: EcoString,
    },
}

/// The keys in definitions, in the order in which they are read.
const KEYS: [(&str, RelationKind); 5] = [
    ("autorequire", RelationKind::Autorequire),
    // The name of the key in the first version of the specification.
    (OLD_KEY, RelationKind::Autorequire),
    ("autobefore", RelationKind::Autobefore),
    ("autosubscribe", RelationKind::Autosubscribe),
    ("autonotify", RelationKind::Autonotify),
];

const OLD_KEY: &str = "autorequires";

/// Reads the relations of a definition. Warnings are added to `messages`.
pub fn read(
    definition_name: &str,
    definition: &Hash,
    messages: &mut Vec<(Level, String)>,
) -> Result<Relations, DefinitionError> {
    let mut declarations = Vec::new();
    for (key, kind) in KEYS {
        let entries = match field(definition, key) {
            None | Some(Value::Undef) => continue,
            Some(Value::Hash(entries)) => entries,
            Some(other) => {
                return Err(DefinitionError::unexpected(format!("`:{key}` must be a hash"), other).within(key));
            }
        };
        if key == OLD_KEY {
            messages.push(alias_used(OLD_KEY, kind.name()));
        }
        for (type_name, titles) in entries.iter() {
            let path = format!("{definition_name}.{key}");
            let (Value::String(type_name) | Value::Symbol(type_name)) = type_name else {
                let expected = format!("`{path}` must have names of types as keys");
                return Err(DefinitionError::unexpected(expected, type_name).within(key));
            };
            messages.push((Level::Debug, format!("Registering {kind} for {type_name}: {}", render::inspect(titles))));
            let mut templates = Vec::new();
            collect_titles(&format!("{path}.{type_name}"), titles, &mut templates)
                .map_err(|error| error.within(type_name.as_str()).within(key))?;
            declarations.push(Declaration { kind, type_name: type_name.to_lowercase(), titles: templates });
        }
    }
    declarations.sort_by_key(|declaration| declaration.kind);
    Ok(Relations { declarations })
}

fn collect_titles(path: &str, value: &Value, titles: &mut Vec<TitleTemplate>) -> Result<(), DefinitionError> {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_titles(path, item, titles).map_err(|error| error.within(index))?;
            }
        }
        // A secret title would be shown in every message about the relation.
        Value::Undef | Value::Sensitive(_) => {}
        Value::String(text) => titles.push(TitleTemplate::parse(text).map_err(|problem| {
            let error = DefinitionError::developer(format!("`{path}`: '{text}' {}", problem.message));
            problem.hint.into_iter().fold(error, DefinitionError::hint)
        })?),
        constant => match template::text_of(constant) {
            Some(text) => titles.push(TitleTemplate::constant(&text)),
            None => {
                let expected = format!("`{path}` must be a title or an array of titles");
                return Err(DefinitionError::unexpected(expected, constant));
            }
        },
    }
    Ok(())
}

impl Relations {
    /// The declared relations, in the order in which they are made.
    pub fn declarations(&self) -> &[Declaration] {
        &self.declarations
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.declarations.is_empty()
    }

    /// Warnings about titles that refer to attributes which the type does not have. Resources with such relations
    /// cannot be managed.
    pub(super) fn unknown_attributes(&self, definition: &TypeDefinition) -> Vec<String> {
        let is_unknown = |name: &EcoString| name != "name" && definition.attribute(name).is_none();
        let mut unknown = Vec::new();
        for Declaration { kind, type_name, titles } in &self.declarations {
            for template in titles {
                unknown.extend(template.attributes().filter(|name| is_unknown(name)).map(|name| {
                    let path = format!("{}.{kind}.{type_name}", definition.name());
                    format!("`{path}`: '{}' needs the attribute `{name}`, which is not defined", template.source())
                }));
            }
        }
        unknown
    }

    /// Determines the relations of a resource without duplicates, in the order in which they are made.
    pub fn resolve(&self, state: &State, definition: &TypeDefinition) -> Result<Vec<Relation>, RelationError> {
        let mut found = indexmap::IndexSet::<Relation, rustc_hash::FxBuildHasher>::default();
        for Declaration { kind, type_name, titles } in &self.declarations {
            for template in titles {
                let titles = template.titles(state, definition).map_err(|failure| match failure {
                    template::Failure::UnknownAttribute(name) => RelationError::UnknownAttribute(name),
                    template::Failure::TooMany => {
                        RelationError::TooManyTitles { kind: *kind, template: template.source().clone() }
                    }
                })?;
                let relation = |title| Relation { kind: *kind, type_name: type_name.clone(), title };
                found.extend(titles.into_iter().map(relation));
            }
        }
        Ok(found.into_iter().collect())
    }
}
