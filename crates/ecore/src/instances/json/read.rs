//! Reading, without recursion: the reader of JSON has its own bound for depth.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use model::{Feature, FeatureKind, ModelType};
use pcore::{Hash, Type, TypeRegistry, Value, json, rich_data};

use super::{
    TYPE,
    locate::{Step, locate},
};
use crate::{
    Faulty,
    base::{Lexical, lexical},
    instances::{
        MAX_DEPTH, Types,
        records::{Records, Slot},
    },
};

/// Reads a document of instances of these types. The outermost ones say what they are with `__ptype`, unless they are
/// expected to be of a type.
pub fn read(source: &Arc<Source>, types: &Types, expected: Option<&str>) -> Result<Records, Faulty> {
    let document = json::parse(&source.text).map_err(|error| {
        let span = offset_of(&source.text, error.line, error.column);
        Faulty::new(source, Span::new(span, span), error.message.clone())
    })?;
    let mut reader = Reader { types, records: Records::new(source, true) };
    let outermost: Vec<(Vec<Step>, &Value)> = match &document {
        Value::Array(items) => items.iter().enumerate().map(|(place, item)| (vec![Step::Index(place)], item)).collect(),
        single => vec![(Vec::new(), single)],
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

/// An instance that is to be read: where it stands, what it is part of, and what is expected there.
struct Waiting<'v> {
    number: usize,
    model: Arc<ModelType>,
    entries: &'v Hash,
    path: Vec<Step>,
}

impl Reader<'_> {
    fn fault(&self, path: &[Step], message: impl Into<String>) -> Faulty {
        let place = locate(&self.records.source.text, path);
        Faulty::new(&self.records.source, Span::new(place, place), message)
    }

    fn tree(&mut self, path: Vec<Step>, value: &Value, expected: Option<&str>) -> Result<(), Faulty> {
        let mut waiting = vec![self.begin(None, path, value, expected)?];
        while let Some(next) = waiting.pop() {
            if next.path.len() >= MAX_DEPTH * 2 {
                let message = format!("instances are part of each other deeper than {MAX_DEPTH} levels");
                return Err(self.fault(&next.path, message));
            }
            let begin = waiting.len();
            self.instance(&next, &mut waiting)?;
            waiting.get_mut(begin..).unwrap_or_default().reverse();
        }
        Ok(())
    }

    /// Notes an instance, whose features are read later.
    fn begin<'v>(
        &mut self,
        holder: Option<(usize, &Feature)>,
        path: Vec<Step>,
        value: &'v Value,
        expected: Option<&str>,
    ) -> Result<Waiting<'v>, Faulty> {
        let Value::Hash(entries) = value else {
            return Err(self.fault(&path, "an instance is an object: {\"feature\": value}"));
        };
        let said = entries.get(&Value::from(TYPE)).and_then(Value::as_str);
        let Some(name) = said.or(expected) else {
            let problem = self.fault(&path, "it is not said of which type the instance is");
            return Err(problem.hint(format!("\"{TYPE}\": \"Name\" says it")));
        };
        let Some(model) = self.types.find(name).cloned() else {
            let mut inside = path;
            inside.push(Step::Key(TYPE.to_owned()));
            let problem = self.fault(&inside, format!("no type is called '{name}'"));
            return Err(match pcore::similar_name(name, self.types.names()) {
                Some(similar) => problem.hint(format!("did you mean '{similar}'?")),
                None => problem,
            });
        };
        if let Some(expected) = expected
            && !model.ancestry().any(|ancestor| ancestor.name.eq_ignore_ascii_case(expected))
        {
            return Err(self.fault(&path, format!("{expected} was expected here, got {}", model.name)));
        }
        let holder = holder.map(|(number, feature)| (number, feature.name.clone()));
        let number = self.records.add(&model, holder, Span::default());
        Ok(Waiting { number, model, entries, path })
    }

    fn instance<'v>(&mut self, next: &Waiting<'v>, waiting: &mut Vec<Waiting<'v>>) -> Result<(), Faulty> {
        let model = &next.model;
        for (key, value) in next.entries.iter() {
            let name = key.as_str().unwrap_or_default();
            if name == TYPE {
                continue;
            }
            let mut path = next.path.clone();
            path.push(Step::Key(name.to_owned()));
            let feature = self.feature(&path, model, name)?;
            let is_list = feature.multiplicity.is_list();
            let items: &'v [Value] = match value {
                Value::Undef => &[],
                Value::Array(items) if is_list => items.as_slice(),
                _ if is_list => {
                    let message = format!("feature '{name}' of {} expects a list", model.name);
                    return Err(self.fault(&path, message));
                }
                single => std::slice::from_ref(single),
            };
            if items.is_empty() {
                self.put(next.number, feature.name.clone(), Slot::Nothing);
                continue;
            }
            let place = |index: usize| {
                let mut path = path.clone();
                path.extend(is_list.then_some(Step::Index(index)));
                path
            };
            let slot = match &feature.kind {
                FeatureKind::Attribute(data_type) => {
                    let mut values = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        values.push(self.value(|| place(index), data_type, item)?);
                    }
                    Slot::Data(if is_list { Value::array(values) } else { values.pop().unwrap_or_default() })
                }
                FeatureKind::Reference { containment: false, .. } => {
                    let mut uris = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        let Some(uri) = item.as_str() else {
                            let message = format!("feature '{name}' of {} refers to instances by paths", model.name);
                            return Err(self.fault(&place(index), message));
                        };
                        uris.push(EcoString::from(uri));
                    }
                    Slot::References(uris)
                }
                FeatureKind::Reference { containment: true, target } => {
                    let mut parts = Vec::with_capacity(items.len());
                    for (index, item) in items.iter().enumerate() {
                        let part = self.begin(Some((next.number, feature)), place(index), item, Some(target))?;
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

    fn feature<'m>(&self, path: &[Step], model: &'m ModelType, name: &str) -> Result<&'m Feature, Faulty> {
        let Some(feature) = model.feature(name) else {
            let problem = self.fault(path, format!("{} has no feature '{name}'", model.name));
            let known = model.features.iter().map(|feature| feature.name.as_str());
            return Err(match pcore::similar_name(name, known) {
                Some(similar) => problem.hint(format!("did you mean '{similar}'?")),
                None => problem,
            });
        };
        if feature.transient {
            let what = if feature.derived.is_some() { "derived" } else { "transient" };
            let message = format!("feature '{name}' of {} is {what} and never stands in a document", model.name);
            return Err(self.fault(path, message));
        }
        Ok(feature)
    }

    fn value(&self, place: impl Fn() -> Vec<Step>, data_type: &Type, data: &Value) -> Result<Value, Faulty> {
        // Others write a number without a fraction as an integer.
        #[expect(clippy::cast_precision_loss, reason = "so does everybody who reads JSON")]
        if let (Lexical::Float, Value::Integer(number)) = (lexical(data_type), data) {
            return Ok(Value::Float(*number as f64));
        }
        rich_data::decode(data, &TypeRegistry::default()).map_err(|error| self.fault(&place(), error.to_string()))
    }

    fn put(&mut self, number: usize, name: EcoString, slot: Slot) {
        if let Some(record) = self.records.records.get_mut(number) {
            record.slots.push((name, slot));
        }
    }
}
