//! What a provider may know of the catalog that it is part of.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Hash, Value};

use crate::{Context, State};

/// The resources of the catalog, for providers to look at.
///
/// Whoever runs a catalog implements it. Secrets are not part of it: a [`CatalogResource`] takes them out.
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
    /// The resource of a type with a title.
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource>;

    /// All resources of a type, in the order of the catalog.
    fn list(&self, type_name: &str) -> Vec<CatalogResource>;

    /// An attribute of a resource, secret or not, for providers of the type `to`. There is an answer only where the
    /// definition of the resource's type names that type under `shown_to`.
    fn reveal(&self, _type_name: &str, _title: &str, _attribute: &str, _to: &str) -> Option<Value> {
        None
    }
}

/// A resource of the catalog as it should be, without secrets.
#[derive(Clone, Debug, PartialEq)]
pub struct CatalogResource {
    type_name: EcoString,
    title: EcoString,
    attributes: State,
}

impl CatalogResource {
    /// A resource whose secrets are taken out: each becomes a `Sensitive` that holds nothing.
    pub fn new(type_name: impl Into<EcoString>, title: impl Into<EcoString>, attributes: &State) -> CatalogResource {
        let attributes = attributes.iter().map(|(name, value)| (name.clone(), without_secrets(value))).collect();
        CatalogResource { type_name: type_name.into(), title: title.into(), attributes }
    }

    /// The name of its type, in small letters.
    pub fn type_name(&self) -> &EcoString {
        &self.type_name
    }

    /// Its title.
    pub fn title(&self) -> &EcoString {
        &self.title
    }

    /// What it should be.
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
        // What computes something cannot be shown in parts.
        Value::Object(instance) if instance.iter().any(|(_, value)| without_secrets(value) != *value) => {
            Value::sensitive(Value::Undef)
        }
        Value::Iterator(sequence) => sequence.iter().map(|item| without_secrets(&item)).collect(),
        other => other.clone(),
    }
}

impl Context {
    /// This context with a view of the catalog.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Arc<dyn CatalogView>) -> Context {
        self.catalog = Some(catalog);
        self
    }

    /// The catalog that is applied; `None` when there is none, as for a single resource.
    pub fn catalog(&self) -> Option<&dyn CatalogView> {
        self.catalog.as_deref()
    }

    /// An attribute of another resource, even if it is a secret: the definition of its type must name the type at hand
    /// under `shown_to`. So the parts of something can have secrets, and be known to whoever puts them together.
    pub fn revealed(&self, type_name: &str, title: &str, attribute: &str) -> Option<Value> {
        self.catalog()?.reveal(type_name, title, attribute, self.definition().name())
    }
}
