//! Legacy types, `Puppet::Type.newtype`: parsed as far as possible, so that only resources of these types fail.

use ecow::EcoString;
use hosts::installed;
use pcore::Value;
use resource_api::{
    Failure, Outcome, Provider, ProviderEntry, ResourceType, TypeDefinition,
    definition::METAPARAMETERS,
    registry::{Dialect, LazyTypeResult},
};
use ruby_metadata::{AttributeKind, TypeMetadata};

/// Attributes that no definition may have, because every resource has them.
const RESERVED: [&str; 2] = ["title", "provider"];

/// A legacy type whose resources can be declared, but neither read nor changed.
pub(super) fn resource_type(
    metadata: &TypeMetadata,
    providers: &[EcoString],
    apply_to: &'static str,
) -> LazyTypeResult {
    let name = &metadata.name;
    let attributes = metadata.attributes.as_ref().ok_or_else(|| needs_puppet(name))?;
    let definition = definition(metadata, attributes, apply_to).map_err(|_| needs_puppet(name))?;
    let mut names: Vec<&EcoString> = metadata.providers.iter().chain(providers).collect();
    names.sort_unstable();
    names.dedup();
    let own = EcoString::from("ruby");
    if names.is_empty() {
        names.push(&own);
    }
    let refuse = |context: &resource_api::Context| -> Outcome<Never> {
        installed::refuse_device(context)?;
        Err(Failure::new(needs_puppet(context.definition().name())))
    };
    let entries = names.into_iter().map(|name| ProviderEntry::new(name.clone(), refuse));
    let resource_type = ResourceType::new(definition).with_dialect(Dialect::Puppet);
    Ok(Some(entries.fold(resource_type, ResourceType::with_provider)))
}

fn definition(
    metadata: &TypeMetadata,
    attributes: &[ruby_metadata::Attribute],
    apply_to: &'static str,
) -> Result<TypeDefinition, resource_api::definition::DefinitionError> {
    let is_own = |name: &str| !RESERVED.contains(&name) && !METAPARAMETERS.contains(&name);
    let has_namevar = attributes.iter().any(ruby_metadata::Attribute::is_namevar);
    let mut described: Vec<(Value, Value)> = Vec::with_capacity(attributes.len() + 1);
    if !has_namevar {
        described.push(("name".into(), attribute(Some("namevar"))));
    }
    for declared in
        attributes.iter().filter(|declared| is_own(&declared.name) && (has_namevar || declared.name != "name"))
    {
        let behaviour = match declared.kind {
            _ if declared.is_namevar() => Some("namevar"),
            AttributeKind::Namevar | AttributeKind::Property => None,
            AttributeKind::Parameter => Some("parameter"),
        };
        described.push((Value::String(declared.name.clone()), attribute(behaviour)));
    }
    TypeDefinition::from_value(&Value::hash([
        ("name".into(), Value::String(metadata.name.clone())),
        ("desc".into(), "A legacy type of Puppet.".into()),
        ("features".into(), Value::array(["ensure_states".into()])),
        ("apply_to".into(), apply_to.into()),
        ("attributes".into(), Value::hash(described)),
    ]))
}

fn attribute(behaviour: Option<&str>) -> Value {
    let mut described: Vec<(Value, Value)> =
        vec![("type".into(), "Optional[Any]".into()), ("desc".into(), "Unknown.".into())];
    described.extend(behaviour.map(|behaviour| ("behaviour".into(), behaviour.into())));
    Value::hash(described)
}

/// Whether the text of a type mentions devices: Puppet manages its resources on devices, too.
pub(super) fn apply_to(text: &str) -> &'static str {
    match (text.contains("apply_to_device"), text.contains("apply_to_all")) {
        (_, true) => "all",
        (true, false) => "device",
        (false, false) => "host",
    }
}

/// The error for a legacy type, and what to do about it.
pub(super) fn needs_puppet(name: &str) -> String {
    format!(
        "the type '{name}' is a legacy type (Puppet::Type.newtype), which only Puppet itself can run: install Puppet \
         and use --ruby-host=puppet, or use a type of the Resource API or a built-in one"
    )
}

/// A provider that is never created.
enum Never {}

#[resource_api::provider]
impl Provider for Never {
    fn get(&mut self, _: &resource_api::Context, _: &resource_api::Request<'_>) -> Outcome<Vec<resource_api::State>> {
        match *self {}
    }

    fn set(&mut self, _: &resource_api::Context, _: &resource_api::Changes) -> Outcome {
        match *self {}
    }
}
