//! Writes instances as XMI, without recursion.

use std::{collections::BTreeMap, sync::Arc};

use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{ObjectInstance, Value};

use crate::{
    Secrets,
    base::{Lexical, Naming, lexical, path_of},
    instances::{
        MAX_DEPTH, Types, WriteError, address,
        state::{InstancePaths, State, model_of, states},
    },
    xml::{Writer, XMI, XSI},
};

/// Writes instances, which are of these types, as a document. The naming is that of the base model.
pub fn write(
    instances: &[Arc<ObjectInstance>],
    types: &Types,
    naming: &Naming,
    secrets: Secrets,
) -> Result<String, WriteError> {
    let document = Document {
        types,
        naming,
        instance_paths: InstancePaths::of(instances, types)?,
        roots: instances.len(),
        secrets,
    };
    let mut writer = Writer::new();
    let prefixes = document.prefixes(instances)?;
    let declare = |writer: &mut Writer| {
        writer.attribute("xmi:version", "2.0");
        writer.attribute("xmlns:xmi", XMI);
        writer.attribute("xmlns:xsi", XSI);
        for (prefix, uri) in &prefixes {
            writer.attribute(&format!("xmlns:{prefix}"), uri);
        }
    };
    if instances.len() != 1 {
        writer.begin("xmi:XMI");
        declare(&mut writer);
    }
    for (number, root) in instances.iter().enumerate() {
        let model = model_of(types, root)?;
        writer.begin(&document.qualified(model));
        if instances.len() == 1 {
            declare(&mut writer);
        }
        document.tree(number, root, &mut writer)?;
        writer.end();
    }
    Ok(writer.finish()?)
}

struct Document<'d> {
    types: &'d Types,
    naming: &'d Naming,
    instance_paths: InstancePaths<'d>,
    roots: usize,
    secrets: Secrets,
}

/// Parts that are still to be written, with their features.
type Waiting<'i> = std::vec::IntoIter<(&'i Feature, &'i Arc<ObjectInstance>)>;

impl Document<'_> {
    /// The prefixes and the URIs of all packages that are used.
    fn prefixes(&self, instances: &[Arc<ObjectInstance>]) -> Result<BTreeMap<String, String>, WriteError> {
        let mut prefixes = BTreeMap::new();
        let mut waiting: Vec<&Arc<ObjectInstance>> = instances.iter().collect();
        let mut seen: rustc_hash::FxHashSet<&str> = rustc_hash::FxHashSet::default();
        while let Some(instance) = waiting.pop() {
            let model = model_of(self.types, instance)?;
            if seen.insert(&model.name) {
                let (prefix, uri) = self.package(model);
                prefixes.insert(prefix, uri);
            }
            for (_, state) in states(model, instance, self.secrets)? {
                if let State::Parts(parts) = state {
                    waiting.extend(parts);
                }
            }
        }
        Ok(prefixes)
    }

    /// The prefix and the URI of the package of a type in the base model.
    fn package(&self, model: &ModelType) -> (String, String) {
        let path = path_of(&model.name);
        let mut segments: Vec<&str> = path.split('/').collect();
        segments.pop();
        let separator = if self.naming.uri.starts_with("urn:") { ":" } else { "/" };
        let join = |first: &str, separator: &str| {
            segments.iter().fold(first.to_owned(), |joined, segment| joined + separator + segment)
        };
        (join(&self.naming.name, "."), join(&self.naming.uri, separator))
    }

    fn qualified(&self, model: &ModelType) -> String {
        let last = model.name.rsplit("::").next().unwrap_or(&model.name);
        format!("{}:{last}", self.package(model).0)
    }

    /// Writes the contents of an instance into the element that was begun.
    fn tree(&self, root: usize, instance: &Arc<ObjectInstance>, writer: &mut Writer) -> Result<(), WriteError> {
        let mut open = vec![self.instance(root, instance, writer)?];
        while let Some(waiting) = open.last_mut() {
            let Some((feature, part)) = waiting.next() else {
                open.pop();
                if !open.is_empty() {
                    writer.end();
                }
                continue;
            };
            if open.len() >= MAX_DEPTH {
                return Err(WriteError::TooDeep);
            }
            writer.begin(&feature.name);
            let model = model_of(self.types, part)?;
            let expected = match &feature.kind {
                FeatureKind::Reference { target, .. } => target.as_str(),
                FeatureKind::Attribute(_) => "",
            };
            if !model.name.eq_ignore_ascii_case(expected.trim_start_matches("::")) {
                writer.attribute("xsi:type", &self.qualified(model));
            }
            open.push(self.instance(root, part, writer)?);
        }
        Ok(())
    }

    /// Writes the data of an instance, and returns the parts that are still to be written.
    fn instance<'i>(
        &'i self,
        root: usize,
        instance: &'i Arc<ObjectInstance>,
        writer: &mut Writer,
    ) -> Result<Waiting<'i>, WriteError> {
        let model = model_of(self.types, instance)?;
        let states = states(model, instance, self.secrets)?;
        let mut parts = Vec::new();
        // Attributes come before elements.
        for (feature, state) in &states {
            match state {
                State::Nothing if feature.multiplicity.is_list() => writer.attribute(&feature.name, ""),
                State::Data(value) if !feature.multiplicity.is_list() => {
                    writer.attribute(&feature.name, &text(feature, value)?);
                }
                State::References(targets) => {
                    let mut paths = Vec::with_capacity(targets.len());
                    for target in targets {
                        let (root, steps) = self.instance_paths.target(root, &model.name, &feature.name, target)?;
                        paths.push(address::xmi(root, self.roots, &steps));
                    }
                    writer.attribute(&feature.name, &paths.join(" "));
                }
                State::Nothing | State::Data(_) | State::Parts(_) => {}
            }
        }
        for (feature, state) in states {
            match state {
                State::Nothing if !feature.multiplicity.is_list() => {
                    writer.begin(&feature.name);
                    writer.attribute("xsi:nil", "true");
                    writer.end();
                }
                State::Data(Value::Array(items)) if feature.multiplicity.is_list() => {
                    for item in items {
                        writer.begin(&feature.name);
                        writer.text(&text(feature, item)?);
                        writer.end();
                    }
                }
                State::Parts(held) => parts.extend(held.into_iter().map(|part| (feature, part))),
                State::Nothing | State::Data(_) | State::References(_) => {}
            }
        }
        Ok(parts.into_iter())
    }
}

fn text(feature: &Feature, value: &Value) -> Result<EcoString, WriteError> {
    let form = match &feature.kind {
        FeatureKind::Attribute(data_type) => lexical(data_type),
        FeatureKind::Reference { .. } => Lexical::Text,
    };
    Ok(form.text(value)?)
}
