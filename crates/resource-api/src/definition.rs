//! Type definitions: what a resource of a type is, as data that is known before any provider starts.
//!
//! A definition is written as data (YAML, JSON, Ruby's `register_type`), with a builder, or as a Rust struct. Each form
//! is converted to a map and validated in the same way, by [`TypeDefinition::from_value`]. Unknown keys are kept, and
//! providers can read them ([`TypeDefinition::key`], [`Attribute::key`]).
//!
//! Keys may be strings, as in YAML, or symbols, as in Ruby. Beyond the specification, an attribute may be `lazy: true`:
//! it is expensive to read, and is read only if it is managed or requested. `accepts` is the type of what a manifest may
//! write, if `canonicalize` converts it to the type of the attribute; `states` are symbols such as `absent` that a state
//! may have instead of a value. `sensitive: when_wrapped` is for an attribute whose type contains
//! `Sensitive` although its values are public unless they are wrapped.

mod attribute;
mod behaviour;
mod builder;
mod data_type;
pub mod describe;
pub mod document;
mod error;
mod feature;
mod keys;
mod misspelled;
mod names;
mod read;
pub mod relations;
pub(crate) mod ruby_class;
mod schema_check;
pub mod title;
mod typed;

#[cfg(test)]
mod tests;

use std::fmt;

use ecow::EcoString;
use indexmap::IndexMap;
use pcore::{Hash, NoNames, TypeNames, Value};
use rustc_hash::FxBuildHasher;

use crate::log::Level;

pub use attribute::Attribute;
pub use behaviour::Behaviour;
pub use builder::{AttributeBuilder, AttributeGroup, TypeBuilder};
pub use error::{DefinitionError, MissingAttributes, PathStep};
pub use feature::Feature;
pub use keys::METAPARAMETERS;
pub(crate) use read::schema::RESERVED as RESERVED_CONNECTION_INFO;
pub use ruby_class::ruby_class;
pub use schema_check::SchemaProblem;
pub use typed::{DefinesAttributes, DefinesType};

use relations::Relations;
use title::TitlePattern;

/// Replaces the value of a sensitive attribute in messages.
pub const REDACTED_VALUE: &str = "<< redacted value >>";

/// The definition of a resource type.
///
/// ```
/// use resource_api::{Behaviour, Feature, TypeDefinition};
///
/// let text = "
/// name: apt_key
/// desc: A key that APT trusts.
/// features: [canonicalize]
/// attributes:
///   ensure: {type: 'Enum[present, absent]', desc: Whether the key is trusted, default: present}
///   id: {type: 'Pattern[/\\A\\h{8,40}\\z/]', desc: The fingerprint, behaviour: namevar}
///   created: {type: String, desc: When it was made, behaviour: read_only}
/// ";
/// let apt_key = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// assert!(apt_key.is_ensurable() && apt_key.has(Feature::Canonicalize));
/// assert_eq!(apt_key.namevars().next().unwrap().name(), "id");
/// assert_eq!(apt_key.attribute("created").unwrap().behaviour(), Behaviour::ReadOnly);
/// assert_eq!(apt_key.provider_namespace(), "AptKey");
/// ```
#[derive(Clone)]
pub struct TypeDefinition {
    name: EcoString,
    description: Option<EcoString>,
    attributes: IndexMap<EcoString, Attribute, FxBuildHasher>,
    features: Vec<EcoString>,
    title_patterns: Option<Vec<TitlePattern>>,
    /// Why the title patterns cannot be used.
    pattern_problem: Option<DefinitionError>,
    relations: Relations,
    /// Whether every type name that its attributes use is known.
    self_contained: bool,
    raw: Value,
    messages: Vec<(Level, String)>,
}

impl TypeDefinition {
    /// Reads a definition from data.
    pub fn from_value(definition: &Value) -> Result<TypeDefinition, DefinitionError> {
        TypeDefinition::from_value_with(definition, &NoNames)
    }

    /// Reads a definition whose attributes may use the data types of modules.
    ///
    /// ```
    /// use pcore::TypeRegistry;
    /// use resource_api::TypeDefinition;
    ///
    /// let aliases = TypeRegistry::default();
    /// aliases.add("Web::Port", "Integer[1, 65535]");
    /// let text = "{name: site, desc: A site, attributes: {port: {type: 'Web::Port', desc: n, behaviour: namevar}}}";
    /// let site = TypeDefinition::from_value_with(&pcore::yaml::parse(text).unwrap(), &aliases).unwrap();
    /// assert!(site.attribute("port").unwrap().check(&443.into()).is_ok());
    /// ```
    pub fn from_value_with(definition: &Value, names: &dyn TypeNames) -> Result<TypeDefinition, DefinitionError> {
        read::read(definition, names)
    }

    /// Whether every type name that its attributes use was known when the definition was read.
    pub fn is_self_contained(&self) -> bool {
        self.self_contained
    }

    /// Adds keys that the definition does not have itself and that do not affect its attributes.
    #[must_use]
    pub fn with_missing_keys(mut self, keys: &[(&str, Value)]) -> TypeDefinition {
        let missing: Vec<_> = keys.iter().filter(|(key, _)| self.key(key).is_none()).collect();
        if let (Value::Hash(raw), false) = (&self.raw, missing.is_empty()) {
            let kept = raw.iter().map(|(key, value)| (key.clone(), value.clone()));
            let added = missing.iter().map(|(key, value)| (Value::from(*key), value.clone()));
            self.raw = Value::hash(kept.chain(added).collect::<Vec<_>>());
        }
        self
    }

    /// Creates a definition that has only a name.
    pub(crate) fn bare(name: &EcoString) -> TypeDefinition {
        TypeDefinition {
            name: name.clone(),
            description: None,
            attributes: IndexMap::default(),
            features: Vec::new(),
            title_patterns: None,
            pattern_problem: None,
            relations: Relations::default(),
            self_contained: true,
            raw: Hash::default().into(),
            messages: Vec::new(),
        }
    }

    /// Reads the schema of a transport, whose attributes are those of its connection information, and their order.
    pub(crate) fn of_transport(
        definition: &Value,
        names: &dyn TypeNames,
    ) -> Result<(TypeDefinition, Vec<EcoString>), DefinitionError> {
        read::schema::read(definition, names)
    }

    /// The name of the type, for example `apt_key`.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The Ruby module of the type's providers, for example `AptKey`.
    pub fn provider_namespace(&self) -> String {
        names::namespace(&self.name)
    }

    /// The description of the type.
    pub fn description(&self) -> Option<&EcoString> {
        self.description.as_ref()
    }

    /// The attributes, in the order of the definition.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.values()
    }

    /// Returns an attribute by name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// The namevars, in the order of the definition.
    pub fn namevars(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes().filter(|attribute| attribute.behaviour() == Behaviour::Namevar)
    }

    /// Whether resources can be present and absent.
    pub fn is_ensurable(&self) -> bool {
        self.attributes.contains_key("ensure")
    }

    /// The names of the declared features, in the order of the definition. Some may be unknown.
    pub fn features(&self) -> &[EcoString] {
        &self.features
    }

    /// Whether the type declares a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.has_feature(feature.name())
    }

    /// Whether the type declares a feature by its name, which may be an old or unknown name.
    pub fn has_feature(&self, name: &str) -> bool {
        let name = feature::current_name(name);
        self.features.iter().any(|declared| declared == name)
    }

    pub(crate) fn add_feature(&mut self, feature: Feature) {
        self.features.push(feature.name().into());
    }

    /// The hidden property of a type without properties of its own whose provider compares resources.
    pub fn insync_trigger(&self) -> Option<&'static str> {
        let has_property = self.attributes().any(|attribute| attribute.behaviour() == Behaviour::Property);
        (self.has(Feature::CustomInsync) && !has_property).then_some(keys::INSYNC_TRIGGER)
    }

    /// The title patterns; `None` if the whole title is the first namevar.
    pub fn title_patterns(&self) -> Option<&[TitlePattern]> {
        self.title_patterns.as_deref()
    }

    /// The automatic relations to other resources.
    pub fn relations(&self) -> &Relations {
        &self.relations
    }

    /// Checks what is required before the first resource of the type is managed, but not when the type is registered.
    ///
    /// Without a namevar resources cannot be identified, and without usable title patterns titles cannot be parsed.
    pub fn check_usable(&self) -> Result<(), DefinitionError> {
        if self.namevars().next().is_none() {
            return Err(DefinitionError::developer(format!("`{}` has no namevar attribute", self.name))
                .within("attributes")
                .hint("give the attribute that names a resource the behaviour `namevar`"));
        }
        self.pattern_problem.clone().map_or(Ok(()), Err)
    }

    /// Returns the definition, or an error if its title patterns cannot be used, for authors who want to know at once.
    fn with_usable_patterns(self) -> Result<TypeDefinition, DefinitionError> {
        match self.pattern_problem {
            Some(problem) => Err(problem),
            None => Ok(self),
        }
    }

    /// The definition as it was written, including unknown keys.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// Returns the value of a key of the definition as it was written.
    pub fn key(&self, key: &str) -> Option<&Value> {
        // A linear search, because there are few keys, and the lookup happens for every resource.
        let is_meant = |name: &Value| matches!(name, Value::String(name) | Value::Symbol(name) if name == key);
        self.raw.as_hash()?.iter().find(|(name, _)| is_meant(name)).map(|(_, value)| value)
    }

    /// Messages about a definition that can be used, each to be logged once.
    pub fn messages(&self) -> &[(Level, String)] {
        &self.messages
    }

    /// Drops the warnings about missing documentation, where documentation is optional.
    #[must_use]
    pub fn undocumented(mut self) -> TypeDefinition {
        self.messages.retain(|(_, message)| !message.ends_with(read::NO_DOCUMENTATION));
        self
    }
}

/// Omits the written form, because a sensitive attribute may have a default in cleartext.
impl fmt::Debug for TypeDefinition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypeDefinition")
            .field("name", &self.name)
            .field("attributes", &self.attributes.values())
            .field("features", &self.features)
            .finish_non_exhaustive()
    }
}

/// Returns the value of a key, which may be a string or a symbol.
pub(crate) fn field<'a>(map: &'a Hash, key: &str) -> Option<&'a Value> {
    map.get_str(key).or_else(|| map.get(&Value::Symbol(key.into())))
}

/// Creates a map of the entries that have a value.
pub(crate) fn map_of<const N: usize>(entries: [(&str, Option<Value>); N]) -> Hash {
    entries.into_iter().filter_map(|(key, value)| Some((key.into(), value?))).collect()
}

/// The message about a deprecated name.
fn alias_used(alias: &str, current: &str) -> (Level, String) {
    (Level::Debug, format!("Using deprecated alias `{alias}` for `{current}`"))
}
