//! A resource with its desired state.

use std::{
    fmt,
    sync::{Arc, OnceLock},
};

use ecow::EcoString;
use pcore::Value;
pub use resource_api::definition::METAPARAMETERS;
use resource_api::{Attribute, Behaviour, Identity, State, TypeDefinition};

use crate::{evaluation::Past, handling::Handling};

/// A resource with the attributes of a declaration or a command line, checked and completed with defaults.
///
/// [`Session::build`](crate::Session::build) makes it.
#[derive(Clone)]
pub struct ManagedResource {
    pub(crate) definition: Arc<TypeDefinition>,
    pub(crate) handling: Arc<Handling>,
    /// The title that is displayed.
    pub(crate) title: EcoString,
    /// The source of log lines of this resource: `/Stage[main]/Main/User[alice]`.
    pub(crate) path: EcoString,
    pub(crate) identity: Identity,
    /// The desired attributes: those that were declared, then defaults. Only attributes of the type.
    pub(crate) should: State,
    /// Whether some of the properties are defaults, which are not in canonical form yet.
    pub(crate) has_compared_defaults: bool,
    /// The provider that it chose, if it did.
    pub(crate) provider: Option<EcoString>,
    pub(crate) metaparameters: State,
    /// Whether it must not be changed.
    pub(crate) noop: bool,
    /// The desired state in canonical form, once it was needed.
    pub(crate) canonical: OnceLock<State>,
    /// Where it is declared, as messages append it: ` (file: F, line: N)`, or nothing.
    pub(crate) location: EcoString,
    /// What earlier runs recorded of it, if anything.
    pub(crate) past: Option<Arc<Past>>,
}

impl ManagedResource {
    /// The type of the resource.
    pub fn definition(&self) -> &Arc<TypeDefinition> {
        &self.definition
    }

    /// The title that is displayed.
    pub fn title(&self) -> &EcoString {
        &self.title
    }

    /// The resource as log lines and manifests refer to it, such as `Apt_key[X]`.
    pub fn reference(&self) -> String {
        reference(self.definition.name(), &self.title)
    }

    /// The source of log lines of this resource.
    pub fn path(&self) -> &EcoString {
        &self.path
    }

    /// What identifies it among the resources of its type.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The desired attributes.
    pub fn should(&self) -> &State {
        &self.should
    }

    /// The provider that the resource chose; `None` leaves the choice to the system.
    pub fn provider(&self) -> Option<&EcoString> {
        self.provider.as_ref()
    }

    /// What was declared besides the attributes of its type, such as `loglevel` and `tag`.
    pub fn metaparameters(&self) -> &State {
        &self.metaparameters
    }

    /// Whether it must not be changed.
    pub fn noop(&self) -> bool {
        self.noop
    }
}

/// Why no resource can be built from a declaration, for operators.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct BuildError(pub(crate) String);

/// Shows no values but the namevars, because not all secrets are wrapped.
impl fmt::Debug for ManagedResource {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let managed: Vec<&EcoString> = self.should.iter().map(|(name, _)| name).collect();
        formatter
            .debug_struct("ManagedResource")
            .field("path", &self.path)
            .field("identity", &self.identity)
            .field("managed", &managed)
            .finish_non_exhaustive()
    }
}

/// A resource as log lines and manifests refer to it: type `a::b_c`, title `x` gives `A::B_c[x]`.
///
/// ```
/// assert_eq!(engine::resource::reference("apt_key", "X"), "Apt_key[X]");
/// ```
pub fn reference(type_name: &str, title: &str) -> String {
    let mut reference = String::with_capacity(type_name.len() + title.len() + 2);
    for (index, segment) in type_name.split("::").enumerate() {
        reference.push_str(if index == 0 { "" } else { "::" });
        let mut letters = segment.chars();
        reference.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        reference.push_str(letters.as_str());
    }
    ["[", title, "]"].iter().for_each(|part| reference.push_str(part));
    reference
}

/// Whether a metaparameter is switched on or off, in any of the spellings that catalogs have.
pub(crate) fn as_switch(value: &Value) -> Option<bool> {
    match value {
        Value::Boolean(on) => Some(*on),
        Value::String(word) | Value::Symbol(word) => word.parse().ok(),
        _ => None,
    }
}

/// Whether an attribute is a property, which may be read-only.
pub(crate) fn is_property(attribute: &Attribute) -> bool {
    attribute.behaviour().is_compared() || attribute.behaviour() == Behaviour::ReadOnly
}

/// The properties that `audit` of a resource names.
pub(crate) fn audited(definition: &TypeDefinition, metaparameters: &State) -> Vec<EcoString> {
    let Some(audit) = metaparameters.get("audit") else { return Vec::new() };
    let names = words(audit);
    if names.iter().any(|name| name == "all") {
        return definition
            .attributes()
            .filter(|attribute| is_property(attribute))
            .map(|attribute| attribute.name().clone())
            .collect();
    }
    names.into_iter().filter(|name| definition.attribute(name).is_some_and(is_property)).collect()
}

/// One word or several.
pub(crate) fn words(value: &Value) -> Vec<EcoString> {
    match value {
        Value::Array(values) => values.iter().flat_map(words).collect(),
        Value::Undef => Vec::new(),
        other => vec![resource_api::render::interpolate(other).into()],
    }
}

/// The items of an array, or the value alone; nothing for `undef`.
pub(crate) fn one_or_several(value: &Value) -> &[Value] {
    match value {
        Value::Undef => &[],
        Value::Array(values) => values,
        single => std::slice::from_ref(single),
    }
}
