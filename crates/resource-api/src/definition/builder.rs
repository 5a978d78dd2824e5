//! Builders for definitions in Rust.
//!
//! A [`TypeBuilder`] collects the same map that a definition file contains, and [`TypeBuilder::build`] validates it in
//! the same way. Attributes that several types share are an [`AttributeGroup`].

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::EcoString;
use pcore::{Hash, NoNames, TypeNames, Value};

use super::{Attribute, Behaviour, DefinitionError, Feature, TypeDefinition, keys::RELATIONS, map_of};

/// Builds a definition; created by [`TypeDefinition::builder`].
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
    /// Automatic relations: the key, the other type, and the titles.
    relations: Vec<(&'static str, EcoString, Vec<Value>)>,
    extra: Vec<(EcoString, Value)>,
}

impl TypeDefinition {
    /// Creates a builder for a definition.
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
    /// Sets the description.
    pub fn desc(mut self, description: impl Into<EcoString>) -> TypeBuilder {
        self.description = Some(description.into());
        self
    }

    /// Adds an attribute.
    pub fn attribute(mut self, name: impl Into<EcoString>, attribute: AttributeBuilder) -> TypeBuilder {
        self.attributes = self.attributes.attribute(name, attribute);
        self
    }

    /// Adds attributes that are shared with other types.
    pub fn attributes(mut self, group: &AttributeGroup) -> TypeBuilder {
        self.attributes = self.attributes.attributes(group);
        self
    }

    /// Declares a feature of the provider.
    pub fn feature(mut self, feature: Feature) -> TypeBuilder {
        self.features.push(feature);
        self
    }

    /// Adds a title pattern: a regular expression whose named captures are namevars. The first matching pattern wins.
    pub fn title_pattern(mut self, pattern: &str, description: &str) -> TypeBuilder {
        self.title_patterns
            .push(map_of([("pattern", Some(pattern.into())), ("desc", Some(description.into()))]).into());
        self
    }

    /// Orders resources of this type after those of another type with these titles. `$source` is replaced by the value
    /// of the attribute `source`.
    pub fn autorequire<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autorequire", other, titles)
    }

    /// Like [`autorequire`](TypeBuilder::autorequire), but the other resources come later.
    pub fn autobefore<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autobefore", other, titles)
    }

    /// Like [`autorequire`](TypeBuilder::autorequire), and changes of the other resources refresh this one.
    pub fn autosubscribe<T: Into<Value>>(self, other: &str, titles: impl IntoIterator<Item = T>) -> TypeBuilder {
        self.relation("autosubscribe", other, titles)
    }

    /// Like [`autobefore`](TypeBuilder::autobefore), and changes of this resource refresh the other ones.
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

    /// Adds a key that this runtime does not know. Providers can read it with [`TypeDefinition::raw`].
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

    /// Creates the map that a definition file would contain. Fails on duplicate attributes, which do not fit into a
    /// map.
    fn into_value(self) -> Result<Value, DefinitionError> {
        let attributes = self.attributes.into_map(&self.name, "attributes")?;
        let features: Vec<Value> = self.features.into_iter().map(|feature| feature.name().into()).collect();
        let unless_empty = |values: Vec<Value>| (!values.is_empty()).then(|| Value::from(values));
        let mut definition = map_of([
            ("name", Some(self.name.into())),
            ("desc", self.description.map(Value::from)),
            ("attributes", Some(attributes.into())),
            ("features", unless_empty(features)),
            ("title_patterns", unless_empty(self.title_patterns)),
        ]);
        for key in RELATIONS {
            let related = self.relations.iter().filter(|(known, ..)| *known == key);
            let entries: Hash =
                related.map(|(_, other, titles)| (other.clone().into(), titles.clone().into())).collect();
            if !entries.is_empty() {
                definition.insert(key.into(), entries.into());
            }
        }
        definition.extend(self.extra.into_iter().map(|(key, value)| (key.into(), value)));
        Ok(definition.into())
    }
}

/// Omits values whose meaning only the definition knows, because they may be secret.
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

/// Builds an attribute; created by [`Attribute::builder`].
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
    /// Creates a builder for an attribute, given the Puppet type of its values.
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
    /// Sets the description.
    pub fn desc(mut self, description: impl Into<EcoString>) -> AttributeBuilder {
        self.description = Some(description.into());
        self
    }

    /// Sets the default value.
    pub fn default(mut self, value: impl Into<Value>) -> AttributeBuilder {
        self.default = Some(value.into());
        self
    }

    /// Makes it a namevar.
    pub fn namevar(self) -> AttributeBuilder {
        self.behaviour(Behaviour::Namevar)
    }

    /// Makes it a parameter, which only influences the provider.
    pub fn parameter(self) -> AttributeBuilder {
        self.behaviour(Behaviour::Parameter)
    }

    /// Makes it read-only.
    pub fn read_only(self) -> AttributeBuilder {
        self.behaviour(Behaviour::ReadOnly)
    }

    /// Makes it a property that can be set only when the resource is created.
    pub fn init_only(self) -> AttributeBuilder {
        self.behaviour(Behaviour::InitOnly)
    }

    /// Sets the behaviour, replacing an earlier one.
    pub fn behaviour(mut self, behaviour: Behaviour) -> AttributeBuilder {
        self.behaviour = behaviour;
        self
    }

    /// Hides its values in messages.
    pub fn sensitive(mut self) -> AttributeBuilder {
        self.sensitive = true;
        self
    }

    /// Makes it lazy: it is read only on request.
    pub fn lazy(mut self) -> AttributeBuilder {
        self.lazy = true;
        self
    }

    /// Adds a key that this runtime does not know. Providers can read it with [`Attribute::raw`].
    pub fn extra(mut self, key: impl Into<EcoString>, value: impl Into<Value>) -> AttributeBuilder {
        self.extra.push((key.into(), value.into()));
        self
    }

    fn into_value(self) -> Value {
        let mut attribute = map_of([
            ("type", Some(self.data_type.into())),
            ("desc", self.description.map(Value::from)),
            ("default", self.default),
            ("behaviour", (self.behaviour != Behaviour::Property).then(|| self.behaviour.to_string().into())),
            ("sensitive", self.sensitive.then_some(true.into())),
            ("lazy", self.lazy.then_some(true.into())),
        ]);
        attribute.extend(self.extra.into_iter().map(|(key, value)| (key.into(), value)));
        attribute.into()
    }
}

/// Omits the default and unknown keys, because a sensitive attribute may have a default in cleartext.
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
    /// Creates an empty group.
    pub fn new() -> AttributeGroup {
        AttributeGroup::default()
    }

    /// Adds an attribute.
    pub fn attribute(mut self, name: impl Into<EcoString>, attribute: AttributeBuilder) -> AttributeGroup {
        self.0.push((name.into(), attribute));
        self
    }

    /// Adds all attributes of another group.
    pub fn attributes(mut self, group: &AttributeGroup) -> AttributeGroup {
        self.0.extend(group.0.iter().cloned());
        self
    }

    /// Converts it to the value of a key of a definition.
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
