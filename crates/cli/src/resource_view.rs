//! Resources as `bunraku resource` prints them: as a manifest, YAML or JSON.
//!
//! Secrets are never printed.

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
    registry::Dialect,
    render::{display, redact},
    secret::Scrubber,
};

/// A resource to print.
#[derive(Clone, Debug)]
pub(crate) struct ResourceView {
    pub(crate) type_name: EcoString,
    pub(crate) title: EcoString,
    pub(crate) manner: Dialect,
    pub(crate) attributes: Vec<AttributeView>,
}

/// An attribute to print. A secret value is wrapped.
#[derive(Clone, Debug)]
pub(crate) struct AttributeView {
    pub(crate) name: EcoString,
    pub(crate) value: Value,
    pub(crate) behaviour: Behaviour,
}

impl ResourceView {
    /// The attributes of a resource that are printed: those that the provider returned, in its order, then parameters.
    ///
    /// The title, the namevar of a type with a single one, and attributes that the type does not have are left out.
    pub(crate) fn new(instance: &Instance, manner: Dialect, scrubber: &Scrubber) -> ResourceView {
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
            attributes.push(AttributeView { name: name.clone(), value, behaviour: attribute.behaviour() });
        }
        // A provider that has the same name as its type is the only one and is not printed.
        let has_own_name = !instance.provider.is_empty() && instance.provider != *definition.name();
        if manner == Dialect::Puppet && has_own_name && definition.attribute("provider").is_none() {
            let value = Value::from(instance.provider.as_str());
            attributes.push(AttributeView { name: "provider".into(), value, behaviour: Behaviour::Property });
        }
        ResourceView {
            type_name: definition.name().clone(),
            title: scrubber.scrub_name(instance.resource.title()).into(),
            manner,
            attributes,
        }
    }

    /// A resource without attributes.
    pub(crate) fn nothing(type_name: &str, title: &str, manner: Dialect) -> ResourceView {
        ResourceView { type_name: type_name.into(), title: title.into(), manner, attributes: Vec::new() }
    }

    /// The resource as a declaration in a manifest.
    ///
    /// `parameters` are parameters that are printed in addition to the properties.
    pub(crate) fn manifest(&self, parameters: &[&str]) -> String {
        match self.manner {
            Dialect::ResourceApi => self.in_order(),
            Dialect::Puppet => self.in_columns(parameters),
        }
    }

    fn in_order(&self) -> String {
        let lines = self.with_value().map(|AttributeView { name, value, behaviour }| match behaviour {
            Behaviour::ReadOnly => format!("# {name} => {}, # Read Only\n", display(value)),
            _ => format!("  {name} => {},\n", display(value)),
        });
        format!("{} {{ {}: \n{}}}", self.type_name, self.shown_title(), lines.collect::<String>())
    }

    fn in_columns(&self, parameters: &[&str]) -> String {
        let attributes = self.visible(parameters);
        let width = attributes.iter().map(|attribute| attribute.name.len()).max().unwrap_or_default();
        let lines = attributes
            .into_iter()
            .map(|AttributeView { name, value, .. }| format!("  {name:width$} => {},\n", display(value)));
        format!("{} {{ {}:\n{}}}", self.type_name, self.shown_title(), lines.collect::<String>())
    }

    fn shown_title(&self) -> String {
        display(&Value::from(self.title.as_str()))
    }

    fn with_value(&self) -> impl Iterator<Item = &AttributeView> {
        self.attributes.iter().filter(|attribute| !attribute.value.is_undef())
    }

    /// The attributes that Puppet prints for resources of its own types: `ensure`, then by name the properties with a
    /// value and the requested parameters.
    fn visible(&self, parameters: &[&str]) -> Vec<&AttributeView> {
        let is_shown = |attribute: &&AttributeView| {
            let is_wanted = match attribute.behaviour {
                Behaviour::Property | Behaviour::InitOnly | Behaviour::ReadOnly => true,
                Behaviour::Namevar | Behaviour::Parameter => parameters.contains(&attribute.name.as_str()),
            };
            is_wanted && (attribute.name == "ensure" || !is_nothing(&attribute.value))
        };
        let mut attributes: Vec<&AttributeView> = self.attributes.iter().filter(is_shown).collect();
        attributes.sort_by_key(|attribute| (attribute.name != "ensure", &attribute.name));
        attributes
    }

    /// A manifest that can be read back: values are literals, and attributes that cannot be set are comments.
    pub(crate) fn editable(&self) -> String {
        let lines = self.with_value().map(|AttributeView { name, value, behaviour }| match (behaviour, value) {
            (Behaviour::ReadOnly, value) => format!("# {name} => {}, # Read Only\n", one_line(value)),
            (_, value) if value.holds_secret() => format!("# {name} => {}, # Secret\n", one_line(value)),
            (_, Value::Symbol(word)) => format!("  {name} => {},\n", pcore::quote(word)),
            (_, value) => format!("  {name} => {:?},\n", words(value)),
        });
        format!("{} {{ {}:\n{}}}", self.type_name, pcore::quote(&self.title), lines.collect::<String>())
    }

    /// The attributes as plain data.
    fn data(&self, with_undef: bool) -> Value {
        let attributes = self.attributes.iter().filter(|attribute| with_undef || !attribute.value.is_undef());
        Value::hash(attributes.map(|attribute| (attribute.name.as_str().into(), plain(&attribute.value))))
    }
}

/// All resources as YAML: type, titles and attributes, including those without a value.
pub(crate) fn as_yaml(type_name: &str, resources: &[ResourceView], parameters: &[&str]) -> Result<String, String> {
    let data = |shown: &ResourceView| match shown.manner {
        Dialect::ResourceApi => shown.data(true),
        Dialect::Puppet => {
            let visible = shown.visible(parameters);
            Value::hash(visible.iter().map(|attribute| (attribute.name.as_str().into(), plain(&attribute.value))))
        }
    };
    let by_title: Hash = resources.iter().map(|shown| (shown.title.as_str().into(), data(shown))).collect();
    let document = Value::hash([(type_name.into(), by_title.into())]);
    let text = yaml::write(&document).map_err(|error| error.to_string())?;
    Ok(text.trim_end_matches('\n').to_owned())
}

/// All resources as one JSON object: titles and attributes.
pub(crate) fn as_json(resources: &[ResourceView]) -> Result<String, String> {
    let by_title: Hash = resources.iter().map(|shown| (shown.title.as_str().into(), shown.data(false))).collect();
    json::write_pretty(&by_title.into()).map_err(|error| error.to_string())
}

/// One JSON object per resource, each on a line.
pub(crate) fn as_json_lines(resources: &[ResourceView]) -> Result<String, String> {
    let line = |shown: &ResourceView| {
        let document = Value::hash([(shown.title.as_str().into(), shown.data(false))]);
        json::write(&document).map_err(|error| error.to_string())
    };
    Ok(resources.iter().map(line).collect::<Result<Vec<_>, _>>()?.join("\n"))
}

/// A value as data that every reader of YAML and JSON understands; other values become text.
fn plain(value: &Value) -> Value {
    let redacted = words(&redact(value));
    rich_data::encode(&redacted, EncodeOptions::CATALOG).unwrap_or_else(|_| Value::from(redacted.to_string()))
}

/// The value with strings in place of symbols, which only Ruby distinguishes.
pub(crate) fn words(value: &Value) -> Value {
    match value {
        Value::Symbol(word) => Value::String(word.clone()),
        Value::Array(items) => items.iter().map(words).collect(),
        Value::Hash(entries) => entries.iter().map(|(key, value)| (words(key), words(value))).collect::<Hash>().into(),
        other => other.clone(),
    }
}

fn one_line(value: &Value) -> String {
    display(value).split('\n').map(str::trim).collect::<Vec<_>>().join(" ")
}

/// Whether a property has a value that Puppet's own types do not print.
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

/// A value without the secrets of other resources.
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
