//! Definitions written in Rust, step by step.
//!
//! A [`TypeBuilder`] collects the same map that a definition file holds, and [`TypeBuilder::build`] reads it as one: a
//! built definition has passed the same validation as any other. Attributes that several types share are an
//! [`AttributeGroup`].

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::EcoString;
use pcore::{Hash, NoNames, TypeNames, Value};

use super::{Attribute, Behaviour, DefinitionError, Feature, TypeDefinition};

/// A definition that is being written; made by [`TypeDefinition::builder`].
///
/// ```
/// use resource_api::{Attribute, Feature, TypeDefinition};
///
/// let definition = TypeDefinition::builder("software")
///     .desc("A program, whoever installs it.")
///     .attribute("package", Attribute::builder("String[1]").desc("What is installed.").namevar())
///     .attribute("manager", Attribute::builder("String[1]").desc("Who installs it.").namevar())
///     .attribute("options", Attribute::builder("Array[String]").desc("For the manager.").parameter().default(vec![]))
///     .feature(Feature::Canonicalize)
///     .title_pattern(r"^(?<package>.*[^-])-(?<manager>.*)$", "the package and its manager, with a hyphen between")
///     .title_pattern(r"^(?<package>.*)$", "the package alone")
///     .autorequire("file", ["/etc/software.conf"])
///     .build()?;
/// assert_eq!(definition.namevars().count(), 2);
/// # Ok::<(), resource_api::definition::DefinitionError>(())
/// ```
#[derive(Clone)]
#[must_use = "nothing is defined before `build`"]
pub struct TypeBuilder {
    name: EcoString,
    description: Option<EcoString>,
    attributes: AttributeGroup,
    features: Vec<Feature>,
    title_patterns: Vec<Value>,
    /// `autorequire` and its kin: the key, the type of the other resources, their titles.
    relations: Vec<(&'static str, EcoString, Vec<Value>)>,
    extra: Vec<(EcoString, Value)>,
}

impl TypeDefinition {
    /// Begins a definition.
    pub fn builder(name: impl Into<EcoString>) -> TypeBuilder {
        TypeBuilder {
            name: name.into(),
            description: None,
            attributes: AttributeGroup::new(),
            features: Vec::new(),
            title_patterns: Vec::new(),
            relations: Vec::new(),
            extra: Vec::new(),
        }
    }
}

impl TypeBuilder {
    /// Says what resources of this type are.
    pub fn desc(mut self, description: impl Into<EcoString>) -> TypeBuilder {
        self.description = Some(description.into());
        self
    }

    /// Adds an attribute.
    pub fn attribute(mut self, name: impl Into<EcoString>, attribute: AttributeBuilder) -> TypeBuilder {
        self.attributes = self.attributes.attribute(name, attribute);
        self
    }

    /// Adds attributes that other types have, too.
    pub fn attributes(mut self, group: &AttributeGroup) -> TypeBuilder {
        self.attributes = self.attributes.attributes(group);
        self
    }

    /// Declares what the provider can do.
    pub fn feature(mut self, feature: Feature) -> TypeBuilder {
        self.features.push(feature);
        self
    }

    /// Adds a form that titles may have: a regular expression whose named captures are namevars. The first that
    /// matches wins.
    pub fn title_pattern(mut self, pattern: &str, description: &str) -> TypeBuilder {
        self.title_patterns.push(map([("pattern", pattern.into()), ("desc", description.into())]));
        self
    }

    /// Lets resources of this type come after those of another type with these titles; `$source` stands for the
    /// attribute `source`.
    pub fn autorequire<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autorequire", other, titles)
    }

    /// As [`autorequire`](TypeBuilder::autorequire), for resources that come later.
    pub fn autobefore<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autobefore", other, titles)
    }

    /// As [`autorequire`](TypeBuilder::autorequire), and their changes refresh this resource.
    pub fn autosubscribe<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autosubscribe", other, titles)
    }

    /// As [`autobefore`](TypeBuilder::autobefore), and a change of this resource refreshes them.
    pub fn autonotify<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autonotify", other, titles)
    }

    fn relation<T: Into<Value>>(
        mut self,
        key: &'static str,
        other: &str,
        titles: impl IntoIterator<Item = T>,
    ) -> TypeBuilder {
        let titles = titles.into_iter().map(Into::into);
        match self.relations.iter_mut().find(|(known, name, _)| *known == key && name == other) {
            Some((_, _, known)) => known.extend(titles),
            None => self.relations.push((key, other.into(), titles.collect())),
        }
        self
    }

    /// Adds a key that this runtime does not know; providers read it back with [`TypeDefinition::raw`].
    pub fn extra(mut self, key: impl Into<EcoString>, value: impl Into<Value>) -> TypeBuilder {
        self.extra.push((key.into(), value.into()));
        self
    }

    /// Validates the definition.
    pub fn build(self) -> Result<TypeDefinition, DefinitionError> {
        self.build_with(&NoNames)
    }

    /// Validates a definition whose attributes may use the data types of modules.
    pub fn build_with(self, names: &dyn TypeNames) -> Result<TypeDefinition, DefinitionError> {
        TypeDefinition::from_value_with(&self.into_value()?, names)?.with_usable_patterns()
    }

    /// The map that a definition file would hold. Two attributes of one name do not fit into a map.
    fn into_value(self) -> Result<Value, DefinitionError> {
        let attributes = self.attributes.into_map(&self.name, "attributes")?;
        let mut definition = Hash::default();
        definition.insert("name".into(), self.name.into());
        if let Some(description) = self.description {
            definition.insert("desc".into(), description.into());
        }
        definition.insert("attributes".into(), attributes.into());
        if !self.features.is_empty() {
            let features = self.features.into_iter().map(|feature| feature.name().into());
            definition.insert("features".into(), features.collect());
        }
        if !self.title_patterns.is_empty() {
            definition.insert("title_patterns".into(), self.title_patterns.into());
        }
        for key in RELATIONS {
            let related = self.relations.iter().filter(|(known, ..)| *known == key);
            let entries: Hash =
                related.map(|(_, other, titles)| (other.clone().into(), titles.clone().into())).collect();
            if !entries.is_empty() {
                definition.insert(key.into(), entries.into());
            }
        }
        for (key, value) in self.extra {
            definition.insert(key.into(), value);
        }
        Ok(definition.into())
    }
}

/// Leaves out what only the definition knows the meaning of: it may be secret.
impl fmt::Debug for TypeBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypeBuilder")
            .field("name", &self.name)
            .field("attributes", &self.attributes)
            .field("features", &self.features)
            .finish_non_exhaustive()
    }
}

const RELATIONS: [&str; 4] = ["autorequire", "autobefore", "autosubscribe", "autonotify"];

/// An attribute that is being written; made by [`Attribute::builder`].
///
/// Without a behaviour it is a property.
#[derive(Clone)]
#[must_use = "an attribute belongs to a type"]
pub struct AttributeBuilder {
    data_type: EcoString,
    description: Option<EcoString>,
    default: Option<Value>,
    behaviour: Behaviour,
    sensitive: bool,
    lazy: bool,
    extra: Vec<(EcoString, Value)>,
}

impl Attribute {
    /// Begins an attribute with the Puppet type of its values.
    pub fn builder(data_type: impl Into<EcoString>) -> AttributeBuilder {
        AttributeBuilder {
            data_type: data_type.into(),
            description: None,
            default: None,
            behaviour: Behaviour::Property,
            sensitive: false,
            lazy: false,
            extra: Vec::new(),
        }
    }
}

impl AttributeBuilder {
    /// Says what it is.
    pub fn desc(mut self, description: impl Into<EcoString>) -> AttributeBuilder {
        self.description = Some(description.into());
        self
    }

    /// Sets the value that it has when none is given.
    pub fn default(mut self, value: impl Into<Value>) -> AttributeBuilder {
        self.default = Some(value.into());
        self
    }

    /// Makes it part of the identity.
    pub fn namevar(self) -> AttributeBuilder {
        self.behaviour(Behaviour::Namevar)
    }

    /// Lets it influence the provider only.
    pub fn parameter(self) -> AttributeBuilder {
        self.behaviour(Behaviour::Parameter)
    }

    /// Lets it be read and never set.
    pub fn read_only(self) -> AttributeBuilder {
        self.behaviour(Behaviour::ReadOnly)
    }

    /// Lets it be set at creation only.
    pub fn init_only(self) -> AttributeBuilder {
        self.behaviour(Behaviour::InitOnly)
    }

    /// Sets what it is for; an earlier behaviour is replaced.
    pub fn behaviour(mut self, behaviour: Behaviour) -> AttributeBuilder {
        self.behaviour = behaviour;
        self
    }

    /// Keeps its values out of messages.
    pub fn sensitive(mut self) -> AttributeBuilder {
        self.sensitive = true;
        self
    }

    /// Lets it be read only when somebody asks for it.
    pub fn lazy(mut self) -> AttributeBuilder {
        self.lazy = true;
        self
    }

    /// Adds a key that this runtime does not know; providers read it back with [`Attribute::raw`].
    pub fn extra(mut self, key: impl Into<EcoString>, value: impl Into<Value>) -> AttributeBuilder {
        self.extra.push((key.into(), value.into()));
        self
    }

    fn into_value(self) -> Value {
        let mut attribute = Hash::default();
        attribute.insert("type".into(), self.data_type.into());
        if let Some(description) = self.description {
            attribute.insert("desc".into(), description.into());
        }
        if let Some(default) = self.default {
            attribute.insert("default".into(), default);
        }
        if self.behaviour != Behaviour::Property {
            attribute.insert("behaviour".into(), self.behaviour.to_string().into());
        }
        for (key, _) in [("sensitive", self.sensitive), ("lazy", self.lazy)].into_iter().filter(|(_, set)| *set) {
            attribute.insert(key.into(), true.into());
        }
        for (key, value) in self.extra {
            attribute.insert(key.into(), value);
        }
        attribute.into()
    }
}

/// Leaves out the default and what is not known: an attribute that is sensitive may have a default in clear text.
impl fmt::Debug for AttributeBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("AttributeBuilder")
            .field("type", &self.data_type)
            .field("behaviour", &self.behaviour)
            .finish_non_exhaustive()
    }
}

/// Attributes that several types share.
///
/// ```
/// use resource_api::{Attribute, TypeDefinition, definition::AttributeGroup};
///
/// let ownership = AttributeGroup::new()
///     .attribute("owner", Attribute::builder("Optional[String]").desc("Whose it is."))
///     .attribute("mode", Attribute::builder("Optional[String]").desc("Who may do what."));
/// let note = TypeDefinition::builder("note")
///     .desc("A note.")
///     .attribute("name", Attribute::builder("String").desc("Its name.").namevar())
///     .attributes(&ownership)
///     .build()?;
/// assert_eq!(note.attributes().map(|attribute| attribute.name().as_str()).collect::<Vec<_>>(), ["name", "owner", "mode"]);
/// # Ok::<(), resource_api::definition::DefinitionError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[must_use = "a group belongs to a type"]
pub struct AttributeGroup(Vec<(EcoString, AttributeBuilder)>);

impl AttributeGroup {
    /// A group without attributes.
    pub fn new() -> AttributeGroup {
        AttributeGroup::default()
    }

    /// This group with one more attribute.
    pub fn attribute(mut self, name: impl Into<EcoString>, attribute: AttributeBuilder) -> AttributeGroup {
        self.0.push((name.into(), attribute));
        self
    }

    /// This group with all attributes of another one.
    pub fn attributes(mut self, group: &AttributeGroup) -> AttributeGroup {
        self.0.extend(group.0.iter().cloned());
        self
    }

    /// The map that stands under a key of a definition.
    pub(crate) fn into_map(self, definition_name: &str, key: &str) -> Result<Hash, DefinitionError> {
        let mut attributes = Hash::with_capacity(self.0.len());
        for (name, attribute) in self.0 {
            if attributes.insert(name.clone().into(), attribute.into_value()).is_some() {
                let error = DefinitionError::developer(format!("`{definition_name}.{name}` is defined twice"));
                return Err(error.within(name.as_str()).within(key).hint("rename one of them"));
            }
        }
        Ok(attributes)
    }
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::hash(entries.map(|(key, value)| (key.into(), value)))
}
