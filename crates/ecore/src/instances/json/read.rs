//! Reads instances from JSON without recursion; the JSON parser limits the depth.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{
    Hash, Type, TypeRegistry, Value,
    json::{self, JsonPath},
    rich_data,
};

use super::TYPE;
use crate::{
    DocumentError,
    base::{Lexical, lexical},
    instances::{
        MAX_DEPTH, Types,
        records::{Records, Slot},
    },
};

/// Reads a document of instances of these types. The outermost ones need a `__ptype`, unless a type is expected.
pub fn read(source: &Arc<Source>, types: &Types, expected: Option<&str>) -> Result<Records, DocumentError> {
    let document = json::parse(&source.text).map_err(|error| {
        let span = offset_of(&source.text, error.line, error.column);
        DocumentError::new(source, Span::new(span, span), error.message.clone())
    })?;
    let mut reader = Reader { types, records: Records::new(source, true) };
    let root = JsonPath::default();
    let outermost: Vec<(JsonPath, &Value)> = match &document {
        Value::Array(items) => items.iter().enumerate().map(|(index, item)| (root.with(index), item)).collect(),
        single => vec![(root, single)],
    };
    for (path, value) in outermost {
        reader.tree(path, value, expected)?;
    }
    Ok(reader.records)
}

/// The offset of a line and a column, both counted from one.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    start + column.saturating_sub(1)
}

struct Reader<'r> {
    types: &'r Types,
    records: Records,
}

/// An instance whose features are still to be read.
struct Waiting<'v> {
    number: usize,
    model: Arc<ModelType>,
    entries: &'v Hash,
    path: JsonPath,
}

impl Reader<'_> {
    fn error(&self, path: &JsonPath, message: impl Into<String>) -> DocumentError {
        DocumentError::new(&self.records.source, self.span(path), message)
    }

    fn span(&self, path: &JsonPath) -> Span {
        let offset = json::locate(&self.records.source.text, path);
        Span::new(offset, offset)
    }

    fn tree(&mut self, path: JsonPath, value: &Value, expected: Option<&str>) -> Result<(), DocumentError> {
        let mut waiting = vec![self.begin(None, path, value, expected)?];
        while let Some(next) = waiting.pop() {
            if next.path.steps().len() >= MAX_DEPTH * 2 {
                let message = format!("instances are nested deeper than {MAX_DEPTH} levels");
                return Err(self.error(&next.path, message));
            }
            let begin = waiting.len();
            self.instance(&next, &mut waiting)?;
            waiting.get_mut(begin..).unwrap_or_default().reverse();
        }
        Ok(())
    }

    /// Adds an instance, whose features are read later.
    fn begin<'v>(
        &mut self,
        holder: Option<(usize, &Feature)>,
        path: JsonPath,
        value: &'v Value,
        expected: Option<&str>,
    ) -> Result<Waiting<'v>, DocumentError> {
        let Value::Hash(entries) = value else {
            return Err(self.error(&path, "an instance is an object: {\"feature\": value}"));
        };
        let explicit = entries.get(&Value::from(TYPE)).and_then(Value::as_str);
        let Some(name) = explicit.or(expected) else {
            let problem = self.error(&path, "the instance has no type");
            return Err(problem.hint(format!("add \"{TYPE}\": \"Name\"")));
        };
        let Some(model) = self.types.find(name).cloned() else {
            let problem = self.error(&path.with(TYPE), format!("unknown type '{name}'"));
            return Err(problem.did_you_mean(name, self.types.names()));
        };
        if let Some(expected) = expected
            && !model.ancestry().any(|ancestor| ancestor.name.eq_ignore_ascii_case(expected))
        {
            return Err(self.error(&path, format!("expected {expected}, got {}", model.name)));
        }
        let holder = holder.map(|(number, feature)| (number, feature.name.clone()));
        let number = self.records.add(&model, holder, Span::default());
        Ok(Waiting { number, model, entries, path })
    }

    fn instance<'v>(&mut self, next: &Waiting<'v>, waiting: &mut Vec<Waiting<'v>>) -> Result<(), DocumentError> {
        let model = &next.model;
        for (key, value) in next.entries.iter() {
            let name = key.as_str().unwrap_or_default();
            if name == TYPE {
                continue;
            }
            let path = next.path.with(name);
            let feature = self.records.feature(model, name, || self.span(&path))?;
            let is_list = feature.multiplicity.is_list();
            let items: &'v [Value] = match value {
                Value::Undef => &[],
                Value::Array(items) if is_list => items.as_slice(),
                _ if is_list => {
                    let message = format!("feature '{name}' of {} expects a list", model.name);
                    return Err(self.error(&path, message));
                }
                single => std::slice::from_ref(single),
            };
            if items.is_empty() {
                self.put(next.number, feature.name.clone(), Slot::Nothing);
                continue;
            }
            let item_path = |index: usize| if is_list { path.with(index) } else { path.clone() };
            let slot = match &feature.kind {
                FeatureKind::Attribute(data_type) => {
                    let mut values = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        values.push(self.value(|| item_path(index), data_type, item)?);
                    }
                    Slot::Data(if is_list { Value::array(values) } else { values.pop().unwrap_or_default() })
                }
                FeatureKind::Reference { containment: false, .. } => {
                    let mut uris = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        let Some(uri) = item.as_str() else {
                            let message = format!("feature '{name}' of {} refers to instances by paths", model.name);
                            return Err(self.error(&item_path(index), message));
                        };
                        uris.push(EcoString::from(uri));
                    }
                    Slot::References(uris)
                }
                FeatureKind::Reference { containment: true, target } => {
                    let mut parts = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        let part = self.begin(Some((next.number, feature)), item_path(index), item, Some(target))?;
                        parts.push(part.number);
                        waiting.push(part);
                    }
                    Slot::Parts(parts)
                }
            };
            self.put(next.number, feature.name.clone(), slot);
        }
        Ok(())
    }

    fn value(&self, path: impl Fn() -> JsonPath, data_type: &Type, data: &Value) -> Result<Value, DocumentError> {
        // Other programs write a Float without a fraction as an integer.
        #[expect(clippy::cast_precision_loss, reason = "all JSON readers convert it like this")]
        if let (Lexical::Float, Value::Integer(number)) = (lexical(data_type), data) {
            return Ok(Value::Float(*number as f64));
        }
        rich_data::decode(data, &TypeRegistry::default()).map_err(|error| self.error(&path(), error.to_string()))
    }

    fn put(&mut self, number: usize, name: EcoString, slot: Slot) {
        if let Some(record) = self.records.records.get_mut(number) {
            record.slots.push((name, slot));
        }
    }
}
