//! The provider's view of the catalog.

use ecow::EcoString;
use pcore::{Hash, Value};

use crate::{Context, State};

/// Gives providers access to the resources of the catalog.
///
/// Implemented by whatever applies a catalog. A [`CatalogResource`] contains no secrets.
///
/// ```
/// use resource_api::{Context, context::CatalogView};
///
/// /// A firewall opens the ports of all virtual hosts.
/// fn ports(context: &Context) -> Vec<String> {
///     let hosts = context.catalog().map(|catalog| catalog.list("apache::vhost")).unwrap_or_default();
///     hosts.iter().filter_map(|host| Some(host.attributes().text("port")?.to_owned())).collect()
/// }
/// ```
pub trait CatalogView: Send + Sync {
    /// Returns the resource of a type with a title.
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource>;

    /// Returns all resources of a type, in catalog order.
    fn list(&self, type_name: &str) -> Vec<CatalogResource>;

    /// Returns an attribute of a resource, which may be secret, to providers of the type `to`. Only if the definition
    /// of the resource's type lists `to` under `shown_to`.
    fn reveal(&self, _type_name: &str, _title: &str, _attribute: &str, _to: &str) -> Option<Value> {
        None
    }
}

/// The desired state of a resource of the catalog, without secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogResource {
    type_name: EcoString,
    title: EcoString,
    attributes: State,
}

impl CatalogResource {
    /// Creates a resource. Each secret is replaced by a `Sensitive` without content.
    pub fn new(type_name: impl Into<EcoString>, title: impl Into<EcoString>, attributes: &State) -> CatalogResource {
        let attributes = attributes.iter().map(|(name, value)| (name.clone(), without_secrets(value))).collect();
        CatalogResource { type_name: type_name.into(), title: title.into(), attributes }
    }

    /// The name of its type, in lower case.
    pub fn type_name(&self) -> &EcoString {
        &self.type_name
    }

    /// Its title.
    pub fn title(&self) -> &EcoString {
        &self.title
    }

    /// Its desired state.
    pub fn attributes(&self) -> &State {
        &self.attributes
    }
}

fn without_secrets(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => Value::sensitive(Value::Undef),
        Value::Array(items) => items.iter().map(without_secrets).collect(),
        Value::Hash(entries) => {
            let entry = |(key, value): (&Value, &Value)| (without_secrets(key), without_secrets(value));
            entries.iter().map(entry).collect::<Hash>().into()
        }
        // An instance cannot be shown with parts of it removed.
        Value::Object(instance) if instance.iter().any(|(_, value)| without_secrets(value) != *value) => {
            Value::sensitive(Value::Undef)
        }
        Value::Iterator(sequence) => sequence.iter().map(|item| without_secrets(&item)).collect(),
        other => other.clone(),
    }
}

impl Context {
    /// The catalog that is being applied. `None` if there is none, for example when a single resource is managed.
    pub fn catalog(&self) -> Option<&dyn CatalogView> {
        self.catalog.as_deref()
    }

    /// Returns an attribute of another resource, even if it is secret. The definition of its type must list the current
    /// type under `shown_to`. This lets a resource that assembles others use their secrets.
    pub fn revealed(&self, type_name: &str, title: &str, attribute: &str) -> Option<Value> {
        self.catalog()?.reveal(type_name, title, attribute, self.definition().name())
    }
}
