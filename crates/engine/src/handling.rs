//! How the resources of a type are handled: the keys of its definition that steer the engine.
//!
//! A definition may have keys beyond those of the Resource API. The engine knows these, and reads them here and nowhere
//! else. A value that a key cannot have is an error.
//!
//! | key | value | meaning |
//! |---|---|---|
//! | `batch` | `true`, `false`, `flush` | how resources next to each other are changed: see [`Batch`] |
//! | `parallel` | Boolean | resources of this type may be evaluated at the same time as those of other such types |
//! | `reads` | `after_every_change`, `once` | what a reading is worth after other resources were changed: see [`Reads`] |
//! | `eval_generate` | attribute | resources with a value for this attribute generate others when they are evaluated |
//! | `distinguished_by` | attributes | what distinguishes resources with equal namevars, `provider` included |
//! | `passes_on_metaparameters` | Boolean | generated resources get the metaparameters, and represent the resource |
//! | `shown_to` | types | providers of these types may read the resource's secrets in the catalog |
//! | `self_refresh` | Boolean | a change of the resource refreshes the resource itself |
//! | `repeats` | Boolean | titles alone identify resources, so several may have the same namevars |
//! | `autorequire_by_value` | type → attribute → attribute | requires resources of a type by an attribute's value |
//! | `apply_to` | `host`, `device`, `all` | where resources are applied; by default the feature `remote_resource` decides |
//! | `idempotent` (of an attribute) | Boolean | with `false`, each run sets the attribute, and its value is not recorded |

use ecow::{EcoString, eco_format};
use pcore::{Hash, Value};
use resource_api::{Failure, Feature, TypeDefinition};

use crate::comparison::word as text;

/// How the resources of a type are handled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handling {
    /// How resources next to each other are changed.
    pub batch: Batch,
    /// Whether resources may be evaluated at the same time as those of other such types.
    pub parallel: bool,
    /// What a reading is worth after other resources were changed.
    pub reads: Reads,
    /// The attribute whose value makes a resource generate others when it is evaluated.
    pub eval_generate: Option<EcoString>,
    /// The attributes that distinguish resources with equal namevars.
    pub distinguished_by: Vec<EcoString>,
    /// Whether generated resources get the metaparameters of the resource that generated them, and stand in for it.
    pub passes_on_metaparameters: bool,
    /// The types whose providers may read secrets of resources in the catalog.
    pub shown_to: Vec<EcoString>,
    /// Whether a change of a resource refreshes the resource itself.
    pub self_refresh: bool,
    /// Whether titles alone identify resources.
    pub repeats: bool,
    /// Required resources that are found by the value of an attribute.
    pub autorequire_by_value: Vec<RequiredByValue>,
    /// Where resources are applied.
    pub target: Target,
    /// The attributes that are set in each run.
    pub not_idempotent: Vec<EcoString>,
}

/// How resources that are next to each other, and do not depend on each other, are changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Batch {
    /// Unless the definition says otherwise: they are read in one call where possible, and changed one by one.
    #[default]
    ReadTogether,
    /// `batch: false`: each is read after those before it were changed.
    Never,
    /// `batch: true`: they are changed in one call of `set`.
    Set,
    /// `batch: flush`: each is compared and changed in what the provider holds in memory, so that it sees the changes of
    /// those before it; one call of `flush` writes all of them.
    Flush,
}

/// What a reading is worth after other resources of the type were changed: `session/cache.rs` has the rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reads {
    /// A change may have created or changed other resources of the type.
    #[default]
    AfterEveryChange,
    /// The provider's changes affect no resources but those they are asked for.
    Once,
}

/// Where the resources of a type are applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// On hosts, and not when a device is managed.
    #[default]
    Host,
    /// On devices only.
    Device,
    /// Everywhere.
    Any,
}

/// Resources that are required because an attribute of theirs has the value of one of ours: `{group: {gid: gid}}` means the
/// group whose `gid` is that of the resource.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequiredByValue {
    /// The type of the required resource.
    pub type_name: EcoString,
    /// The attribute of the resource that requires it.
    pub own: EcoString,
    /// The attribute of the required resource.
    pub other: EcoString,
}

/// A key of a definition has a value that the engine does not know.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct HandlingError(String);

impl HandlingError {
    /// The failure of every resource of the type.
    pub fn into_failure(self) -> Failure {
        Failure::developer(self.to_string())
    }
}

impl Handling {
    /// Reads the keys of a definition.
    ///
    /// ```
    /// use engine::handling::{Batch, Handling};
    /// use resource_api::TypeDefinition;
    ///
    /// let definition = |batch: &str| {
    ///     let text = format!("{{name: note, batch: {batch}, attributes: {{id: {{type: String, behaviour: namevar}}}}}}");
    ///     TypeDefinition::from_value(&pcore::yaml::parse(&text).unwrap()).unwrap()
    /// };
    /// assert_eq!(Handling::of(&definition("flush")).unwrap().batch, Batch::Flush);
    /// let error = Handling::of(&definition("flsuh")).unwrap_err();
    /// assert_eq!(error.to_string(), "type 'note': 'batch' must be true, false or flush");
    /// ```
    pub fn of(definition: &TypeDefinition) -> Result<Handling, HandlingError> {
        let keys = Keys { definition };
        Ok(Handling {
            batch: match keys.get("batch") {
                None => Batch::ReadTogether,
                Some(Value::Boolean(true)) => Batch::Set,
                Some(Value::Boolean(false)) => Batch::Never,
                Some(word) if text(word) == Some("flush") => Batch::Flush,
                Some(_) => return Err(keys.error("batch", "true, false or flush")),
            },
            parallel: keys.switch("parallel")?,
            reads: match keys.get("reads").map(text) {
                None | Some(Some("after_every_change")) => Reads::AfterEveryChange,
                Some(Some("once")) => Reads::Once,
                Some(_) => return Err(keys.error("reads", "after_every_change or once")),
            },
            eval_generate: match keys.get("eval_generate").map(text) {
                None => None,
                Some(Some(name)) if definition.attribute(name).is_some() => Some(name.into()),
                Some(_) => return Err(keys.error("eval_generate", "the name of an attribute")),
            },
            distinguished_by: keys.names("distinguished_by")?,
            passes_on_metaparameters: keys.switch("passes_on_metaparameters")?,
            shown_to: keys.names("shown_to")?,
            self_refresh: keys.switch("self_refresh")?,
            repeats: keys.switch("repeats")?,
            autorequire_by_value: match keys.get("autorequire_by_value") {
                None => Vec::new(),
                Some(value) => required_by_value(value).ok_or_else(|| {
                    keys.error("autorequire_by_value", "a hash of types, each with a hash of attributes")
                })?,
            },
            target: match keys.get("apply_to").map(text) {
                None if definition.has(Feature::RemoteResource) => Target::Device,
                None | Some(Some("host")) => Target::Host,
                Some(Some("device")) => Target::Device,
                Some(Some("all")) => Target::Any,
                Some(_) => return Err(keys.error("apply_to", "host, device or all")),
            },
            not_idempotent: keys.not_idempotent()?,
        })
    }
}

/// The keys of a definition; what is `undef` is not set.
struct Keys<'d> {
    definition: &'d TypeDefinition,
}

impl<'d> Keys<'d> {
    fn get(&self, key: &str) -> Option<&'d Value> {
        self.definition.key(key).filter(|value| !value.is_undef())
    }

    fn switch(&self, key: &str) -> Result<bool, HandlingError> {
        match self.get(key) {
            None => Ok(false),
            Some(Value::Boolean(value)) => Ok(*value),
            Some(_) => Err(self.error(key, "true or false")),
        }
    }

    fn names(&self, key: &str) -> Result<Vec<EcoString>, HandlingError> {
        let names = match self.get(key) {
            None => Some(Vec::new()),
            Some(Value::Array(names)) => names.iter().map(|name| Some(text(name)?.into())).collect(),
            Some(_) => None,
        };
        names.ok_or_else(|| self.error(key, "an array of names"))
    }

    fn not_idempotent(&self) -> Result<Vec<EcoString>, HandlingError> {
        let mut names = Vec::new();
        for attribute in self.definition.attributes() {
            match attribute.key("idempotent") {
                None | Some(Value::Undef | Value::Boolean(true)) => {}
                Some(Value::Boolean(false)) => names.push(attribute.name().clone()),
                Some(_) => {
                    let key = eco_format!("attributes.{}.idempotent", attribute.name());
                    return Err(self.error(&key, "true or false"));
                }
            }
        }
        Ok(names)
    }

    /// The error for a value of a key, which is that of an attribute after its path.
    fn error(&self, key: &str, expected: &str) -> HandlingError {
        HandlingError(format!("type '{}': '{key}' must be {expected}", self.definition.name()))
    }
}

fn required_by_value(value: &Value) -> Option<Vec<RequiredByValue>> {
    let mut required = Vec::new();
    for (type_name, attributes) in value.as_hash()?.iter() {
        for (own, other) in Hash::iter(attributes.as_hash()?) {
            let (type_name, own, other) = (text(type_name)?, text(own)?, text(other)?);
            required.push(RequiredByValue { type_name: type_name.into(), own: own.into(), other: other.into() });
        }
    }
    Some(required)
}

#[cfg(test)]
mod tests;
