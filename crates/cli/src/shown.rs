//! Resources as `bunraku resource` writes them: as a manifest, YAML or JSON.
//!
//! A secret is in none of them.

#[cfg(test)]
mod tests;

use ecow::EcoString;
use engine::Instance;
use pcore::{
    Hash, Value, json,
    rich_data::{self, EncodeOptions},
    yaml,
};
use resource_api::{
    Behaviour,
    registry::Manner,
    render::{display, redact},
    secret::Scrubber,
};

/// A resource to show.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    pub(crate) type_name: EcoString,
    pub(crate) title: EcoString,
    pub(crate) manner: Manner,
    pub(crate) attributes: Vec<ShownAttribute>,
}

/// An attribute to show. What must stay secret is wrapped.
#[derive(Clone, Debug)]
pub(crate) struct ShownAttribute {
    pub(crate) name: EcoString,
    pub(crate) value: Value,
    pub(crate) behaviour: Behaviour,
}

impl Shown {
    /// What there is to show of a resource: what the provider returned, in its order, then parameters.
    ///
    /// The title, the namevar of a type that has one, and what is no attribute of the type are left out.
    pub(crate) fn new(instance: &Instance, manner: Manner, scrubber: &Scrubber) -> Shown {
        let definition = instance.resource.definition();
        let is_composite = definition.namevars().count() > 1;
        let parameters = definition.attributes().filter(|attribute| attribute.behaviour() == Behaviour::Parameter);
        let with_value = parameters.filter_map(|attribute| {
            let value = instance.resource.should().get(attribute.name())?;
            instance.state.get(attribute.name()).is_none().then_some((attribute.name(), value))
        });
        let mut attributes = Vec::new();
        for (name, value) in instance.state.iter().chain(with_value) {
            let Some(attribute) = definition.attribute(name) else { continue };
            if attribute.behaviour() == Behaviour::Namevar && !is_composite {
                continue;
            }
            let value = match value {
                bare if attribute.hides(bare) && !matches!(bare, Value::Sensitive(_) | Value::Undef) => {
                    Value::sensitive(bare.clone())
                }
                value => scrubbed(value, scrubber),
            };
            attributes.push(ShownAttribute { name: name.clone(), value, behaviour: attribute.behaviour() });
        }
        // The provider of a type without others is called as the type is, and goes without saying.
        let is_told = !instance.provider.is_empty() && instance.provider != *definition.name();
        if manner == Manner::Puppet && is_told && definition.attribute("provider").is_none() {
            let value = Value::from(instance.provider.as_str());
            attributes.push(ShownAttribute { name: "provider".into(), value, behaviour: Behaviour::Property });
        }
        Shown {
            type_name: definition.name().clone(),
            title: scrubber.scrub_name(instance.resource.title()).into(),
            manner,
            attributes,
        }
    }

    /// A resource of which there is nothing to show.
    pub(crate) fn nothing(type_name: &str, title: &str, manner: Manner) -> Shown {
        Shown { type_name: type_name.into(), title: title.into(), manner, attributes: Vec::new() }
    }

    /// The resource as a manifest declares it.
    ///
    /// `parameters` are those that shall be shown although they are no properties.
    pub(crate) fn manifest(&self, parameters: &[&str]) -> String {
        match self.manner {
            Manner::ResourceApi => self.in_order(),
            Manner::Puppet => self.in_columns(parameters),
        }
    }

    fn in_order(&self) -> String {
        let mut text = format!("{} {{ {}: \n", self.type_name, display(&Value::from(self.title.as_str())));
        for attribute in self.attributes.iter().filter(|attribute| !attribute.value.is_undef()) {
            let ShownAttribute { name, value, behaviour } = attribute;
            let line = match behaviour {
                Behaviour::ReadOnly => format!("# {name} => {}, # Read Only\n", display(value)),
                _ => format!("  {name} => {},\n", display(value)),
            };
            text.push_str(&line);
        }
        text.push('}');
        text
    }

    fn in_columns(&self, parameters: &[&str]) -> String {
        let attributes = self.told(parameters);
        let width = attributes.iter().map(|attribute| attribute.name.len()).max().unwrap_or_default();
        let mut text = format!("{} {{ {}:\n", self.type_name, display(&Value::from(self.title.as_str())));
        for ShownAttribute { name, value, .. } in attributes {
            text.push_str(&format!("  {name:width$} => {},\n", display(value)));
        }
        text.push('}');
        text
    }

    /// What Puppet tells of resources of its own types: properties that have a value, and the parameters that are asked for,
    /// by their names.
    fn told(&self, parameters: &[&str]) -> Vec<&ShownAttribute> {
        let is_shown = |attribute: &&ShownAttribute| {
            let is_wanted = match attribute.behaviour {
                Behaviour::Property | Behaviour::InitOnly | Behaviour::ReadOnly => true,
                Behaviour::Namevar | Behaviour::Parameter => parameters.contains(&attribute.name.as_str()),
            };
            is_wanted && (attribute.name == "ensure" || !is_nothing(&attribute.value))
        };
        let mut attributes: Vec<&ShownAttribute> = self.attributes.iter().filter(is_shown).collect();
        attributes.sort_by_key(|attribute| (attribute.name != "ensure", &attribute.name));
        attributes
    }

    /// A manifest that can be read back: values as literals, and what cannot be set behind a `#`.
    pub(crate) fn editable(&self) -> String {
        let mut text = format!("{} {{ {}:\n", self.type_name, pcore::quote(&self.title));
        for attribute in self.attributes.iter().filter(|attribute| !attribute.value.is_undef()) {
            let ShownAttribute { name, value, behaviour } = attribute;
            let line = match (behaviour, value) {
                (Behaviour::ReadOnly, value) => format!("# {name} => {}, # Read Only\n", one_line(value)),
                (_, value) if value.holds_secret() => format!("# {name} => {}, # Secret\n", one_line(value)),
                (_, Value::Symbol(word)) => format!("  {name} => {},\n", pcore::quote(word)),
                (_, value) => format!("  {name} => {},\n", literal(value)),
            };
            text.push_str(&line);
        }
        text.push('}');
        text
    }

    /// The attributes as plain data.
    fn data(&self, with_undef: bool) -> Value {
        let known = self.attributes.iter().filter(|attribute| with_undef || !attribute.value.is_undef());
        Value::hash(known.map(|attribute| (attribute.name.as_str().into(), plain(&attribute.value))))
    }
}

/// All resources as YAML: type, titles, attributes, with those that have no value.
pub(crate) fn as_yaml(type_name: &str, resources: &[Shown], parameters: &[&str]) -> Result<String, String> {
    let data = |shown: &Shown| match shown.manner {
        Manner::ResourceApi => shown.data(true),
        Manner::Puppet => {
            let told = shown.told(parameters);
            Value::hash(told.iter().map(|attribute| (attribute.name.as_str().into(), plain(&attribute.value))))
        }
    };
    let by_title: Hash = resources.iter().map(|shown| (shown.title.as_str().into(), data(shown))).collect();
    let document = Value::hash([(type_name.into(), by_title.into())]);
    let text = yaml::write(&document).map_err(|error| error.to_string())?;
    Ok(text.trim_end_matches('\n').to_owned())
}

/// All resources as one JSON object: titles, attributes.
pub(crate) fn as_json(resources: &[Shown]) -> Result<String, String> {
    let by_title: Hash = resources.iter().map(|shown| (shown.title.as_str().into(), shown.data(false))).collect();
    json::write_pretty(&by_title.into()).map_err(|error| error.to_string())
}

/// One JSON object a line, for each resource.
pub(crate) fn as_json_lines(resources: &[Shown]) -> Result<String, String> {
    let line = |shown: &Shown| {
        let document = Value::hash([(shown.title.as_str().into(), shown.data(false))]);
        json::write(&document).map_err(|error| error.to_string())
    };
    Ok(resources.iter().map(line).collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// A value as data that every reader of YAML and JSON has; what is more than that is text.
fn plain(value: &Value) -> Value {
    let redacted = words(&redact(value));
    rich_data::encode(&redacted, EncodeOptions::CATALOG).unwrap_or_else(|_| Value::from(redacted.to_string()))
}

/// The value without symbols, which only Ruby tells from texts.
fn words(value: &Value) -> Value {
    match value {
        Value::Symbol(word) => Value::String(word.clone()),
        Value::Array(items) => items.iter().map(words).collect(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| (words(key), words(value))).collect::<Hash>().into(),
        other => other.clone(),
    }
}

fn literal(value: &Value) -> String {
    format!("{:?}", words(value))
}

fn one_line(value: &Value) -> String {
    display(value).split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Whether Puppet's own types have nothing to show for a property.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Undef => true,
        Value::Symbol(word) => word == "absent" || word == "undef",
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Hash(entries) => entries.is_empty(),
        _ => false,
    }
}

/// A value whose texts hold no secret of another resource.
fn scrubbed(value: &Value, scrubber: &Scrubber) -> Value {
    match value {
        Value::String(text) => Value::String(scrubber.scrub(text).into()),
        Value::Array(items) => items.iter().map(|item| scrubbed(item, scrubber)).collect(),
        Value::Hash(entries) => entries
            .iter()
            .map(|(key, value)| (scrubbed(key, scrubber), scrubbed(value, scrubber)))
            .collect::<Hash>()
            .into(),
        other => other.clone(),
    }
}
