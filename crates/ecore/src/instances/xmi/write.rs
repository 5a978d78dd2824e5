//! Writes instances as XMI, without recursion.

use std::{collections::BTreeMap, sync::Arc};

use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{ObjectInstance, Value};

use crate::{
    Secrets, WriteError,
    base::{Lexical, Naming, lexical, path_of},
    instances::{
        MAX_DEPTH, Types, address,
        state::{Document, State, expected_type},
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
    let document = XmiDocument { document: Document::of(instances, types, secrets)?, naming };
    let mut writer = Writer::new();
    let prefixes = document.prefixes()?;
    let declare = |writer: &mut Writer| {
        writer.attributes(&[("xmi:version", "2.0"), ("xmlns:xmi", XMI), ("xmlns:xsi", XSI)]);
        for (prefix, uri) in &prefixes {
            writer.attribute(&format!("xmlns:{prefix}"), uri);
        }
    };
    if instances.len() != 1 {
        writer.begin("xmi:XMI");
        declare(&mut writer);
    }
    for (number, root) in instances.iter().enumerate() {
        let model = document.document.model(root)?;
        writer.begin(&document.qualified(model));
        if instances.len() == 1 {
            declare(&mut writer);
        }
        document.tree(number, root, &mut writer)?;
        writer.end();
    }
    Ok(writer.finish()?)
}

struct XmiDocument<'d> {
    document: Document<'d>,
    naming: &'d Naming,
}

/// Parts that are still to be written, with their features.
type Waiting<'i> = std::vec::IntoIter<(&'i Feature, &'i Arc<ObjectInstance>)>;

impl XmiDocument<'_> {
    /// The prefixes and the URIs of all packages that are used.
    fn prefixes(&self) -> Result<BTreeMap<String, String>, WriteError> {
        let mut prefixes = BTreeMap::new();
        let mut waiting: Vec<&Arc<ObjectInstance>> = self.document.roots.iter().collect();
        let mut seen: rustc_hash::FxHashSet<&str> = rustc_hash::FxHashSet::default();
        while let Some(instance) = waiting.pop() {
            let model = self.document.model(instance)?;
            if seen.insert(&model.name) {
                let (prefix, uri) = self.package(model);
                prefixes.insert(prefix, uri);
            }
            for (_, state) in self.document.states(model, instance)? {
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
            let model = self.document.model(part)?;
            if !model.name.eq_ignore_ascii_case(expected_type(feature)) {
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
        let model = self.document.model(instance)?;
        let states = self.document.states(model, instance)?;
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
                        let (root, steps) = self.document.target(root, &model.name, &feature.name, target)?;
                        paths.push(address::xmi(root, self.document.roots.len(), &steps));
                    }
                    writer.attribute(&feature.name, &paths.join(" "));
                }
                State::Nothing | State::Data(_) | State::Parts(_) => {}
            }
        }
        for (feature, state) in states {
            match state {
                State::Nothing if !feature.multiplicity.is_list() => {
                    writer.element(&feature.name, &[("xsi:nil", "true")]);
                }
                State::Data(Value::Array(items)) if feature.multiplicity.is_list() => {
                    for item in items {
                        writer.text_element(&feature.name, &text(feature, item)?);
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
