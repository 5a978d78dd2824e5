//! Reads instances from XMI, without recursion.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{Type, Value};

use crate::{
    DocumentError,
    base::{Lexical, lexical},
    instances::{
        MAX_DEPTH, Types,
        records::{Records, Slot},
    },
    xml::{self, Element, XMI},
};

/// Reads a document of instances of these types.
pub fn read(source: &Arc<Source>, types: &Types) -> Result<Records, DocumentError> {
    let root = xml::read(source)?;
    let is_list = root.name.namespace == XMI && root.name.local == "XMI";
    let outermost = if is_list { root.children.as_slice() } else { std::slice::from_ref(&root) };
    let mut reader = Reader { types, records: Records::new(source, false) };
    for element in outermost {
        let model = reader.class(element, &element.name.namespace, &element.name.local)?;
        let number = reader.records.add(&model, None, element.span);
        reader.tree(number, model, element)?;
    }
    Ok(reader.records)
}

struct Reader<'r> {
    types: &'r Types,
    records: Records,
}

impl Reader<'_> {
    fn error(&self, span: Span, message: impl Into<String>) -> DocumentError {
        DocumentError::new(&self.records.source, span, message)
    }

    fn class(&self, element: &Element, uri: &str, name: &str) -> Result<Arc<ModelType>, DocumentError> {
        if let Some(model) = self.types.of_class(uri, name) {
            return Ok(Arc::clone(model));
        }
        let problem = self.error(element.span, format!("unknown type '{name}'"));
        Err(match diagnostics::similar_name(name, self.types.names()) {
            Some(similar) => problem.hint(format!("did you mean '{similar}'?")),
            None => problem.hint("pass the types of the instances as well"),
        })
    }

    /// Reads an outermost element and its contents. Parts are numbered in document order, so that the parts of one
    /// feature are in order.
    fn tree(&mut self, root: usize, model: Arc<ModelType>, element: &Element) -> Result<(), DocumentError> {
        let mut waiting = vec![(root, model, element, 0)];
        while let Some((number, model, element, depth)) = waiting.pop() {
            if depth >= MAX_DEPTH {
                let message = format!("instances are nested deeper than {MAX_DEPTH} levels");
                return Err(self.error(element.span, message));
            }
            let begin = waiting.len();
            self.attributes(number, &model, element)?;
            for child in &element.children {
                if let Some((part, part_model)) = self.child(number, &model, child)? {
                    waiting.push((part, part_model, child, depth + 1));
                }
            }
            waiting.get_mut(begin..).unwrap_or_default().reverse();
        }
        Ok(())
    }

    fn attributes(&mut self, number: usize, model: &ModelType, element: &Element) -> Result<(), DocumentError> {
        for attribute in &element.attributes {
            if attribute.name.namespace == XMI && attribute.name.local == "id" {
                self.records.identifiers.insert(attribute.value.clone(), number);
            }
            if !attribute.name.namespace.is_empty() {
                continue;
            }
            let feature = self.records.feature(model, &attribute.name.local, || element.span)?;
            let is_list = feature.multiplicity.is_list();
            let words = || attribute.value.split_whitespace();
            let slot = match &feature.kind {
                // PyEcore writes an empty list as '[]'.
                _ if is_list && matches!(attribute.value.trim(), "" | "[]") => Slot::Nothing,
                FeatureKind::Attribute(data_type) if is_list => {
                    let values: Result<_, DocumentError> =
                        words().map(|word| self.value(element.span, model, feature, data_type, word)).collect();
                    Slot::Data(Value::Array(values?))
                }
                FeatureKind::Attribute(data_type) => {
                    Slot::Data(self.value(element.span, model, feature, data_type, &attribute.value)?)
                }
                FeatureKind::Reference { containment: true, .. } => {
                    let message =
                        format!("the feature '{}' of {} holds parts: it is an element", feature.name, model.name);
                    return Err(self.error(element.span, message));
                }
                // Each path may be preceded by the kind of its target.
                FeatureKind::Reference { containment: false, .. } => {
                    let paths = words().filter(|word| word.contains(['/', '#']) || !word.contains(':'));
                    Slot::References(paths.map(EcoString::from).collect())
                }
            };
            let name = feature.name.clone();
            self.put(number, element.span, name, slot)?;
        }
        Ok(())
    }

    fn child(
        &mut self,
        number: usize,
        model: &ModelType,
        child: &Element,
    ) -> Result<Option<(usize, Arc<ModelType>)>, DocumentError> {
        let feature = self.records.feature(model, &child.name.local, || child.span)?;
        let name = feature.name.clone();
        if child.is_nil() {
            self.put(number, child.span, name, Slot::Nothing)?;
            return Ok(None);
        }
        match &feature.kind {
            FeatureKind::Attribute(data_type) => {
                let value = self.value(child.span, model, feature, data_type, &child.text)?;
                let value = if feature.multiplicity.is_list() { Value::array([value]) } else { value };
                self.put(number, child.span, name, Slot::Data(value))?;
                Ok(None)
            }
            FeatureKind::Reference { containment: false, .. } => {
                let Some(uri) = child.attribute("href") else {
                    return Err(
                        self.error(child.span, format!("the reference '{name}' of {} lacks its 'href'", model.name))
                    );
                };
                self.put(number, child.span, name, Slot::References(vec![uri.clone()]))?;
                Ok(None)
            }
            FeatureKind::Reference { containment: true, target } => {
                if child.attribute("href").is_some() {
                    let message = format!("'{name}' of {} is in another document, which is not supported", model.name);
                    return Err(self.error(child.span, message));
                }
                let part_model = match &child.type_name {
                    Some(class) => self.class(child, &class.namespace, &class.local)?,
                    None => match self.types.find(target) {
                        Some(known) => Arc::clone(known),
                        None => return Err(self.error(child.span, format!("unknown type '{target}'"))),
                    },
                };
                if !part_model.ancestry().any(|ancestor| ancestor.name.eq_ignore_ascii_case(target)) {
                    let message =
                        format!("feature '{name}' of {} expects {target}, got {}", model.name, part_model.name);
                    return Err(self.error(child.span, message));
                }
                let part = self.records.add(&part_model, Some((number, name.clone())), child.span);
                self.put(number, child.span, name, Slot::Parts(vec![part]))?;
                Ok(Some((part, part_model)))
            }
        }
    }

    fn value(
        &self,
        span: Span,
        model: &ModelType,
        feature: &Feature,
        data_type: &Type,
        text: &str,
    ) -> Result<Value, DocumentError> {
        let form = lexical(data_type);
        let value = form.value(text).map_err(|expected| {
            let (name, owner) = (&feature.name, &model.name);
            let message = match form {
                // It may hold a secret.
                Lexical::Json => format!("feature '{name}' of {owner} expects {expected}"),
                _ => format!("feature '{name}' of {owner} expects {expected}, got '{text}'"),
            };
            self.error(span, message)
        })?;
        // Some tools write the names of literals, others their values.
        match data_type {
            Type::Enum(_) if form == Lexical::Text && !data_type.is_instance(&value) => {
                Ok(crate::base::literal_of(data_type, text).map_or(value, Value::String))
            }
            _ => Ok(value),
        }
    }

    /// Adds a value of a feature; elements of the same name are one list.
    fn put(&mut self, number: usize, span: Span, name: EcoString, slot: Slot) -> Result<(), DocumentError> {
        let Some(record) = self.records.records.get_mut(number) else { return Ok(()) };
        let is_list = record.model.feature(&name).is_some_and(|feature| feature.multiplicity.is_list());
        match (record.slot_mut(&name), slot) {
            (None, slot) => {
                record.slots.push((name, slot));
                return Ok(());
            }
            (Some(Slot::Data(Value::Array(list))), Slot::Data(Value::Array(more))) if is_list => list.extend(more),
            (Some(Slot::Parts(list)), Slot::Parts(more)) if is_list => list.extend(more),
            (Some(Slot::References(list)), Slot::References(more)) if is_list => list.extend(more),
            _ => {
                let message = format!("duplicate feature '{name}' of {}", record.model.name);
                return Err(self.error(span, message));
            }
        }
        Ok(())
    }
}
