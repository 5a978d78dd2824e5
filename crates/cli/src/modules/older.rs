//! Types of the older kind, `Puppet::Type.newtype`: known as far as their texts tell, so that only their own resources fail.

use ecow::EcoString;
use hosts::installed;
use pcore::Value;
use resource_api::{
    Failure, Outcome, Provider, ProviderEntry, ResourceType, TypeDefinition,
    definition::METAPARAMETERS,
    registry::{Found, Manner},
};
use ruby_metadata::{AttributeKind, TypeMetadata};

/// Attributes that no definition may have, and which every resource has anyway.
const RESERVED: [&str; 2] = ["title", "provider"];

/// A type of the older kind whose resources can be declared, and neither read nor changed.
pub(super) fn known(metadata: &TypeMetadata, providers: &[EcoString], apply_to: &'static str) -> Found {
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
    let refuse = |context: &resource_api::Context| -> Outcome<Nobody> {
        installed::refuse_device(context)?;
        Err(Failure::new(needs_puppet(context.definition().name())))
    };
    let entries = names.into_iter().map(|name| ProviderEntry::new(name.clone(), refuse));
    let known = ResourceType::new(definition).in_manner(Manner::Puppet);
    Ok(entries.fold(known, ResourceType::with_provider))
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
    for given in attributes.iter().filter(|given| is_own(&given.name) && (has_namevar || given.name != "name")) {
        let behaviour = match given.kind {
            _ if given.is_namevar() => Some("namevar"),
            AttributeKind::Namevar | AttributeKind::Property => None,
            AttributeKind::Parameter => Some("parameter"),
        };
        described.push((Value::String(given.name.clone()), attribute(behaviour)));
    }
    TypeDefinition::from_value(&Value::hash([
        ("name".into(), Value::String(metadata.name.clone())),
        ("desc".into(), "A type of Puppet's older kind.".into()),
        ("features".into(), Value::array(["ensure_states".into()])),
        ("apply_to".into(), apply_to.into()),
        ("attributes".into(), Value::hash(described)),
    ]))
}

fn attribute(behaviour: Option<&str>) -> Value {
    let mut described: Vec<(Value, Value)> =
        vec![("type".into(), "Optional[Any]".into()), ("desc".into(), "Not known.".into())];
    described.extend(behaviour.map(|behaviour| ("behaviour".into(), behaviour.into())));
    Value::hash(described)
}

/// What a text says about devices: Puppet manages resources of such a type on a device, too.
pub(super) fn apply_to(text: &str) -> &'static str {
    match (text.contains("apply_to_device"), text.contains("apply_to_all")) {
        (_, true) => "all",
        (true, false) => "device",
        (false, false) => "host",
    }
}

/// What a type of the older kind needs, and what else can be done.
pub(super) fn needs_puppet(name: &str) -> String {
    format!(
        "the type '{name}' is of the older kind (Puppet::Type.newtype), which only Puppet itself can run: install Puppet \
         and use --ruby-host=puppet, or use a type of the Resource API or one that is built in"
    )
}

/// Is never made.
enum Nobody {}

impl Provider for Nobody {
    fn get(&mut self, _: &resource_api::Context, _: &resource_api::Request<'_>) -> Outcome<Vec<resource_api::State>> {
        match *self {}
    }

    fn set(&mut self, _: &resource_api::Context, _: &resource_api::Changes) -> Outcome {
        match *self {}
    }
}
