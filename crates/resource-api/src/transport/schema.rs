//! Schemas: the connection information that a transport needs, as data.
//!
//! As with types, every form of a schema (data from a file or from Ruby, the builder) is converted to a map and
//! validated in the same way. Unknown keys are kept.

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::{NoNames, TypeNames, Value};

use crate::{
    Attribute, Context, TypeDefinition,
    definition::{AttributeBuilder, AttributeGroup, DefinitionError, map_of},
    log::{Level, Log},
};

/// The schema of a transport.
///
/// ```
/// use resource_api::transport::Schema;
///
/// let text = "
/// name: nexus
/// desc: A switch of the Nexus family.
/// connection_info:
///   host: {type: String, desc: Where it is}
///   password: {type: String, desc: What it asks for, sensitive: true}
///   port: {type: Integer, desc: Where it listens, default: 22}
/// ";
/// let nexus = Schema::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// assert_eq!(nexus.order(), ["host", "password", "port"]);
/// assert!(nexus.attribute("password").unwrap().is_sensitive());
/// ```
#[derive(Clone)]
pub struct Schema {
    /// The attributes of the connection information as a type, for contexts and checks.
    pub(super) shape: Arc<TypeDefinition>,
    order: Arc<[EcoString]>,
}

impl Schema {
    /// Reads a schema from data.
    pub fn from_value(definition: &Value) -> Result<Schema, DefinitionError> {
        Schema::from_value_with(definition, &NoNames)
    }

    /// Reads a schema whose attributes may use the data types of modules.
    pub fn from_value_with(definition: &Value, names: &dyn TypeNames) -> Result<Schema, DefinitionError> {
        let (shape, order) = TypeDefinition::of_transport(definition, names)?;
        Ok(Schema { shape: Arc::new(shape), order: order.into() })
    }

    /// Creates a schema without attributes, with any name, for a transport without a schema.
    pub(super) fn bare(name: &EcoString) -> Schema {
        Schema { shape: Arc::new(TypeDefinition::bare(name)), order: Arc::default() }
    }

    /// Creates a schema in Rust.
    pub fn builder(name: impl Into<EcoString>) -> SchemaBuilder {
        SchemaBuilder {
            name: name.into(),
            description: None,
            attributes: AttributeGroup::new(),
            order: None,
            extra: Vec::new(),
        }
    }

    /// The name of the transport, for example `nexus`, which is the `type` of a device.
    pub fn name(&self) -> &EcoString {
        self.shape.name()
    }

    /// A description of the target.
    pub fn desc(&self) -> Option<&EcoString> {
        self.shape.description()
    }

    /// The attributes of the connection information, in the order of the definition.
    pub fn connection_info(&self) -> impl ExactSizeIterator<Item = &Attribute> {
        self.shape.attributes()
    }

    /// Returns an attribute of the connection information.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.shape.attribute(name)
    }

    /// The display order of the attributes. It may contain unknown names, and may be incomplete.
    pub fn order(&self) -> &[EcoString] {
        &self.order
    }

    /// The schema as it was written, completed with its order.
    pub fn definition(&self) -> &Value {
        self.shape.raw()
    }

    /// The Ruby class of the transport below `Puppet::Transport`, for example `PanoS` for `pano_s`.
    pub fn class_name(&self) -> String {
        self.shape.provider_namespace()
    }

    /// Messages about the schema, each to be logged once.
    pub fn messages(&self) -> &[(Level, String)] {
        self.shape.messages()
    }

    /// Creates a context for the transport's own log lines, which start with its name.
    pub fn context(&self, log: Log) -> Context {
        Context::new(self.shape.clone(), log)
    }
}

/// Omits the written form, because a sensitive attribute may have a default in cleartext.
impl fmt::Debug for Schema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Schema")
            .field("name", self.name())
            .field("connection_info", &self.connection_info().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

/// Builds a schema; created by [`Schema::builder`].
#[derive(Clone)]
#[must_use = "nothing is defined before `build`"]
pub struct SchemaBuilder {
    name: EcoString,
    description: Option<EcoString>,
    attributes: AttributeGroup,
    order: Option<Vec<Value>>,
    extra: Vec<(EcoString, Value)>,
}

impl SchemaBuilder {
    /// Sets the description of the target.
    pub fn desc(mut self, description: impl Into<EcoString>) -> SchemaBuilder {
        self.description = Some(description.into()).filter(|text: &EcoString| !text.is_empty());
        self
    }

    /// Adds an attribute of the connection information, created by [`Attribute::builder`].
    pub fn attribute(mut self, name: impl Into<EcoString>, attribute: AttributeBuilder) -> SchemaBuilder {
        self.attributes = self.attributes.attribute(name, attribute);
        self
    }

    /// Adds attributes that are shared with other transports.
    pub fn attributes(mut self, group: &AttributeGroup) -> SchemaBuilder {
        self.attributes = self.attributes.attributes(group);
        self
    }

    /// Sets the display order of the attributes. The default is the order of the definition.
    pub fn order<T: Into<Value>>(mut self, names: impl IntoIterator<Item = T>) -> SchemaBuilder {
        self.order = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Adds a key that this runtime does not know. [`Schema::definition`] returns it.
    pub fn extra(mut self, key: impl Into<EcoString>, value: impl Into<Value>) -> SchemaBuilder {
        self.extra.push((key.into(), value.into()));
        self
    }

    /// Validates the schema.
    pub fn build(self) -> Result<Schema, DefinitionError> {
        self.build_with(&NoNames)
    }

    /// Validates a schema whose attributes may use the data types of modules.
    pub fn build_with(self, names: &dyn TypeNames) -> Result<Schema, DefinitionError> {
        let attributes = self.attributes.into_map(&self.name, "connection_info")?;
        let mut definition = map_of([
            ("name", Some(self.name.into())),
            ("desc", self.description.map(Value::from)),
            ("connection_info", Some(attributes.into())),
            ("connection_info_order", self.order.map(Value::from)),
        ]);
        definition.extend(self.extra.into_iter().map(|(key, value)| (key.into(), value)));
        Schema::from_value_with(&definition.into(), names)
    }
}

/// Omits values whose meaning only the schema defines, because they may be secret.
impl fmt::Debug for SchemaBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("SchemaBuilder")
            .field("name", &self.name)
            .field("connection_info", &self.attributes)
            .finish_non_exhaustive()
    }
}
