//! Resource types: their Resource API definition, as data.

use diagnostics::{Location, Problem};
use ecow::EcoString;
use pcore::{Type, Value};
use syntax::ast::{Expression, Kind, TypeStatement};

use crate::{Behaviour, Feature, FeatureKind, ModelType};

/// Returns the definition of a resource type: the argument of `register_type`.
///
/// List features become `Array`, optional ones `Optional`, enums `Enum`. Transient features are left out.
pub fn definition(model: &ModelType) -> Result<Value, Problem> {
    let mut attributes = Vec::new();
    for feature in attributes_of(model) {
        attributes.push((Value::String(feature.name.clone()), attribute(feature)?));
    }
    let mut entries: Vec<(Value, Value)> = vec![("name".into(), resource_name(model).into())];
    let mut features: Vec<Value> = Vec::new();
    let ancestry: Vec<&ModelType> = model.ancestry().collect();
    for statement in ancestry.into_iter().rev().flat_map(|ancestor| &ancestor.definition.statements) {
        match statement {
            TypeStatement::Description(text) => {
                entries.retain(|(key, _)| key.as_str() != Some("desc"));
                entries.push(("desc".into(), Value::String(text.text.clone())));
            }
            TypeStatement::Features(words, _) => {
                features.extend(words.iter().map(|word| Value::String(word.text.clone())));
            }
            TypeStatement::Automatic(word, hash) => {
                entries.push((Value::String(word.text.clone()), automatic(model, hash)?));
            }
            TypeStatement::Feature(_) | TypeStatement::Invariant(_) | TypeStatement::Abstract(_) => {}
        }
    }
    if !features.is_empty() {
        entries.push(("features".into(), Value::array(features)));
    }
    entries.push(("attributes".into(), Value::hash(attributes)));
    Ok(Value::hash(entries))
}

/// Returns the name by which resources of a type are declared.
pub fn resource_name(model: &ModelType) -> EcoString {
    model.name.to_ascii_lowercase()
}

/// Returns the features that a provider sees: all but transient ones that are not derived.
pub fn attributes_of(model: &ModelType) -> impl Iterator<Item = &Feature> {
    let seen = |feature: &&Feature| !feature.transient || feature.derived.is_some();
    model.features.iter().map(|feature| &**feature).filter(seen)
}

fn attribute(feature: &Feature) -> Result<Value, Problem> {
    let FeatureKind::Attribute(element) = &feature.kind else {
        let message = format!("The reference '{}' is not supported in a resource type", feature.name);
        return Err(Problem::at(feature.location.clone(), message).hint("use 'attr'"));
    };
    // The alias may be unknown outside of the manifest.
    let whole = feature.whole_type(element.resolved().clone());
    let is_namevar = feature.behaviour == Some(Behaviour::Namevar);
    let is_optional = !feature.multiplicity.is_required() && !is_namevar && feature.name != "ensure";
    let whole = if is_optional { Type::optional(whole) } else { whole };
    let mut entries: Vec<(Value, Value)> = vec![("type".into(), whole.to_string().into())];
    entries.extend(feature.description.iter().map(|text| ("desc".into(), Value::String(text.clone()))));
    entries.extend(feature.behaviour.map(|behaviour| ("behaviour".into(), behaviour.word().into())));
    if let (Some(default), None) = (&feature.default, feature.behaviour.filter(|_| is_namevar)) {
        entries.push(("default".into(), default.clone()));
    }
    Ok(Value::hash(entries))
}

/// Converts the hash of an automatic relation: names and strings, and lists of them.
fn automatic(model: &ModelType, written: &Expression) -> Result<Value, Problem> {
    let literal = |part: &Expression| automatic(model, part);
    match &written.kind {
        Kind::String(text) | Kind::Name(text) => Ok(Value::String(text.clone())),
        Kind::Array(items) => Ok(Value::Array(items.iter().map(literal).collect::<Result<_, _>>()?)),
        Kind::Hash(entries) => {
            let entries = entries.iter().map(|(key, value)| Ok((literal(key)?, literal(value)?)));
            Ok(Value::hash(entries.collect::<Result<Vec<_>, Problem>>()?))
        }
        Kind::Variable(name) => Ok(Value::String(ecow::eco_format!("${name}"))),
        _ => {
            let location = Location { source: model.definition.location.source.clone(), span: written.span };
            let message = "An automatic relation must consist of types and titles, as in 'file' => '$source'";
            Err(Problem::at(location, message))
        }
    }
}
