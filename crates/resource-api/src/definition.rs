//! What a resource of a type is: data, known before any provider starts.
//!
//! Definitions are written as data (YAML, JSON, Ruby's `register_type`), with a builder, or as a Rust struct; all of
//! them become a map first and pass the same validation, [`TypeDefinition::from_value`]. Keys that nobody knows are
//! kept: providers read them back ([`TypeDefinition::key`], [`Attribute::key`]).
//!
//! Keys may be strings, as in YAML, or symbols, as in Ruby. Besides what the specification knows, an attribute may be
//! `lazy: true`: it is costly to read, and read only when it is managed or asked for.

mod attribute;
mod behaviour;
mod builder;
mod data_type;
pub mod describe;
pub mod document;
mod error;
mod feature;
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
pub use names::METAPARAMETERS;
pub(crate) use read::schema::is_reserved as is_reserved_connection_info;
pub use ruby_class::ruby_class;
pub use schema_check::{SchemaProblem, ValueMismatch};
pub use typed::{DefinesAttributes, DefinesType};

use relations::Relations;
use title::TitlePattern;

/// What stands in messages in place of the value of a sensitive attribute.
pub const REDACTED_VALUE: &str = "<< redacted value >>";

/// The definition of a type of resources.
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
    /// Why the title patterns cannot be used; there are none then.
    pattern_problem: Option<DefinitionError>,
    relations: Relations,
    /// Whether no attribute uses a type whose name was not known.
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
        read::read(definition, read::TypeTexts::Unread(names))
    }

    /// Reads a definition that was read before, and was [self-contained](TypeDefinition::is_self_contained) then: the types
    /// of its attributes are parsed when somebody asks for them.
    ///
    /// ```
    /// use resource_api::TypeDefinition;
    ///
    /// let text = "{name: site, desc: A site, attributes: {port: {type: 'Integer[1]', desc: n, behaviour: namevar}}}";
    /// let raw = pcore::yaml::parse(text).unwrap();
    /// assert!(TypeDefinition::from_value(&raw).unwrap().is_self_contained());
    /// let again = TypeDefinition::from_proven(&raw).unwrap();
    /// assert!(again.attribute("port").unwrap().check(&0.into()).is_err());
    /// ```
    pub fn from_proven(definition: &Value) -> Result<TypeDefinition, DefinitionError> {
        read::read(definition, read::TypeTexts::Proven)
    }

    /// Whether its attributes use no type whose name was not known when the definition was read.
    pub fn is_self_contained(&self) -> bool {
        self.self_contained
    }

    /// This definition with keys that it does not have itself, and that say nothing about its attributes.
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

    /// A definition of which nothing but the name is known.
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

    /// The name of the type, such as `apt_key`.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// The module that holds the type's providers in Ruby, such as `AptKey`.
    pub fn provider_namespace(&self) -> String {
        names::namespace(&self.name)
    }

    /// What resources of this type are, in words.
    pub fn description(&self) -> Option<&EcoString> {
        self.description.as_ref()
    }

    /// The attributes, in the order of the definition.
    pub fn attributes(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.attributes.values()
    }

    /// An attribute by its name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.get(name)
    }

    /// The attributes that make the identity of a resource, in the order of the definition.
    pub fn namevars(&self) -> impl Iterator<Item = &Attribute> {
        self.attributes().filter(|attribute| attribute.behaviour() == Behaviour::Namevar)
    }

    /// Whether resources can be present and absent.
    pub fn is_ensurable(&self) -> bool {
        self.attributes.contains_key("ensure")
    }

    /// The names of the declared features, in the order of the definition; some may be unknown.
    pub fn features(&self) -> &[EcoString] {
        &self.features
    }

    /// Whether the type declares a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.has_feature(feature.name())
    }

    /// Whether the type declares a feature of that name: an old name, or one that nobody knows, will do.
    pub fn has_feature(&self, name: &str) -> bool {
        let name = feature::current_name(name);
        self.features.iter().any(|declared| declared == name)
    }

    /// The hidden property of a type that leaves comparing to its provider and has no property of its own.
    pub fn insync_trigger(&self) -> Option<&'static str> {
        let has_property = self.attributes().any(|attribute| attribute.behaviour() == Behaviour::Property);
        (self.has(Feature::CustomInsync) && !has_property).then_some(names::INSYNC_TRIGGER)
    }

    /// How titles are taken apart; nothing where the whole title is the first namevar.
    pub fn title_patterns(&self) -> Option<&[TitlePattern]> {
        self.title_patterns.as_deref()
    }

    /// Which other resources are related to one of this type without anybody saying so.
    pub fn relations(&self) -> &Relations {
        &self.relations
    }

    /// Checks what must hold before the first resource of the type is managed, though not before it is registered.
    ///
    /// Without a namevar no resource can be told from another, and without title patterns that can be used no title
    /// can be taken apart.
    pub fn check_usable(&self) -> Result<(), DefinitionError> {
        if self.namevars().next().is_none() {
            return Err(DefinitionError::developer(format!("`{}` has no namevar attribute", self.name))
                .within("attributes")
                .hint("give the attribute that names a resource the behaviour `namevar`"));
        }
        self.pattern_problem.clone().map_or(Ok(()), Err)
    }

    /// The definition, unless its title patterns cannot be used: whoever writes one wants to know at once.
    fn with_usable_patterns(self) -> Result<TypeDefinition, DefinitionError> {
        match self.pattern_problem {
            Some(problem) => Err(problem),
            None => Ok(self),
        }
    }

    /// The definition as it was written, with keys that nobody knows.
    pub fn raw(&self) -> &Value {
        &self.raw
    }

    /// The value of a key of the definition as it was written.
    pub fn key(&self, key: &str) -> Option<&Value> {
        // There are few of them, and they are asked for with every resource.
        let is_meant = |name: &Value| matches!(name, Value::String(name) | Value::Symbol(name) if name == key);
        self.raw.as_hash()?.iter().find(|(name, _)| is_meant(name)).map(|(_, value)| value)
    }

    /// What there is to say about the definition although it can be used: each line is to be logged once.
    pub fn messages(&self) -> &[(Level, String)] {
        &self.messages
    }

    /// This definition from where documentation is a matter of taste: nothing is said where it is missing.
    #[must_use]
    pub fn undocumented(mut self) -> TypeDefinition {
        self.messages.retain(|(_, message)| !message.ends_with(read::NO_DOCUMENTATION));
        self
    }
}

/// Leaves out what was written: an attribute that is sensitive may have a default in clear text.
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

/// The value of a key, which may be a string or a symbol.
pub(crate) fn field<'a>(map: &'a Hash, key: &str) -> Option<&'a Value> {
    map.get_str(key).or_else(|| map.get(&Value::Symbol(key.into())))
}

/// The line about an old word that stands for a new one.
fn alias_used(alias: &str, current: &str) -> (Level, String) {
    (Level::Debug, format!("Using deprecated alias `{alias}` for `{current}`"))
}
