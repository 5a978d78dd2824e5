//! Features that a type can declare.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::{Hash, Value};

use super::{DefinitionError, alias_used, field};
use crate::{log::Level, render};

/// A capability of a provider beyond `get` and `set`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// `set` is also called in noop mode, and only reports then.
    SupportsNoop,
    /// Values are converted to a canonical form before they are compared.
    Canonicalize,
    /// The provider decides whether a property is in sync.
    CustomInsync,
    /// The resource is on a remote device that a transport reaches.
    RemoteResource,
    /// `get` receives the names of the requested resources.
    SimpleGetFilter,
    /// The provider generates additional resources.
    CustomGenerate,
    /// The provider can be refreshed when a resource that this one subscribes to changes. Not part of the
    /// specification.
    Refreshable,
    /// `ensure` has more values than `present` and `absent`, such as the `directory` of a file. Not part of the
    /// specification.
    EnsureStates,
}

/// The name of [`Feature::SupportsNoop`] in older versions of the specification.
const NOOP_HANDLER: &str = "noop_handler";

impl Feature {
    /// All features.
    pub const ALL: [Feature; 8] = [
        Feature::SupportsNoop,
        Feature::Canonicalize,
        Feature::CustomInsync,
        Feature::RemoteResource,
        Feature::SimpleGetFilter,
        Feature::CustomGenerate,
        Feature::Refreshable,
        Feature::EnsureStates,
    ];

    /// The name of the feature in definitions.
    pub fn name(self) -> &'static str {
        match self {
            Feature::SupportsNoop => "supports_noop",
            Feature::Canonicalize => "canonicalize",
            Feature::CustomInsync => "custom_insync",
            Feature::RemoteResource => "remote_resource",
            Feature::SimpleGetFilter => "simple_get_filter",
            Feature::CustomGenerate => "custom_generate",
            Feature::Refreshable => "refreshable",
            Feature::EnsureStates => "ensure_states",
        }
    }
}

/// Returns the current name of a feature.
pub(super) fn current_name(name: &str) -> &str {
    if name == NOOP_HANDLER { Feature::SupportsNoop.name() } else { name }
}

/// Whether a definition whose features have not been read yet declares a feature.
pub(super) fn is_named(map: &Hash, feature: Feature) -> bool {
    let names = field(map, "features").and_then(Value::as_array).unwrap_or_default();
    names.iter().any(|name| name.as_str() == Some(feature.name()))
}

/// Reads the features of a definition in the order in which they are written, with their current names.
///
/// Unknown names are kept, because providers may query them.
pub(super) fn read(
    definition_name: &str,
    map: &Hash,
    messages: &mut Vec<(Level, String)>,
) -> Result<Vec<EcoString>, DefinitionError> {
    let given = |key: &str| field(map, key).filter(|value| !value.is_undef());
    let (key, value) = match (given("features"), given("feature")) {
        (None, None) => return Ok(Vec::new()),
        (Some(value), None) => ("features", value),
        (None, Some(value)) => {
            messages.push(alias_used("feature", "features"));
            ("feature", value)
        }
        (Some(_), Some(_)) => {
            let message = format!("`{definition_name}` has both `feature` and `features`, only use `features`");
            return Err(DefinitionError::developer(message).within("feature"));
        }
    };
    let entries = match value {
        Value::Array(entries) => &entries[..],
        // The singular suggests a single word, and the reference implementation never checked this key.
        Value::String(_) if key == "feature" => std::slice::from_ref(value),
        other => {
            return Err(DefinitionError::unexpected(format!("`:{key}` must be an array"), other).within(key));
        }
    };
    let mut features = Vec::new();
    let mut unknown = Vec::new();
    for entry in entries {
        let name = entry.as_str();
        if name == Some(NOOP_HANDLER) {
            messages.push(alias_used(NOOP_HANDLER, Feature::SupportsNoop.name()));
        }
        let name = name.map(current_name);
        if name.is_none_or(|name| Feature::ALL.iter().all(|feature| feature.name() != name)) {
            unknown.push(entry.clone());
        }
        features.extend(name.map(EcoString::from));
    }
    if !unknown.is_empty() {
        let shown = render::inspect(&Value::from(unknown));
        messages.push((Level::Warning, format!("Unknown feature detected: {shown}")));
    }
    Ok(features)
}
