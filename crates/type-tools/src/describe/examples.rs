//! Values of a type, small and realistic ones first.
//!
//! A search proposes values by the shape of the type without being sure of them; [`accepted`] filters those that are
//! instances.

use std::sync::Arc;

use ecow::EcoString;

use super::scalars;
use pcore::{
    convert,
    types::{HashType, InitType, IntegerRange, ObjectType, PatternType, StructType, TupleType, Type, TypeAlias},
    value::{Hash, ObjectInstance, Value},
};

/// The limit on the nesting of values; a recursive type ends here.
const MAX_DEPTH: usize = 6;

/// How many candidates are proposed for a part of a value.
const MAX_PARTS: usize = 4;

/// The limit on a list or hash that is created to meet a minimum size.
const MAX_LENGTH: i64 = 64;

/// The limit on the types visited by one search; aliases that mention each other could make it endless.
const MAX_TYPES: usize = 2_000;

/// Returns values of the type, up to the given number.
pub(super) fn accepted(described: &Type, limit: usize) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for candidate in Generator::default().candidates(described) {
        if values.len() < limit && !values.contains(&candidate) && described.is_instance(&candidate) {
            values.push(candidate);
        }
    }
    values
}

/// A search for values.
#[derive(Default)]
struct Generator {
    depth: usize,
    types: usize,
    /// The aliases that are being visited.
    open: Vec<EcoString>,
}

impl Generator {
    /// Returns a few values of a part of a type.
    fn parts(&mut self, described: &Type) -> Vec<Value> {
        self.depth += 1;
        let mut values = self.candidates(described);
        self.depth -= 1;
        values.retain(|value| described.is_instance(value));
        values.truncate(MAX_PARTS);
        values
    }

    /// Returns values that are probably of the type.
    fn candidates(&mut self, described: &Type) -> Vec<Value> {
        self.types += 1;
        if self.depth > MAX_DEPTH || self.types > MAX_TYPES {
            return Vec::new();
        }
        match described {
            Type::Any | Type::Unit | Type::NotUndef(None) => vec!["example".into(), 42.into(), words(2)],
            Type::Undef | Type::Optional(None) => vec![Value::Undef],
            Type::Default => vec![Value::Default],
            Type::Scalar | Type::ScalarData => vec!["example".into(), 42.into(), true.into()],
            Type::Numeric => vec![42.into(), 1.5.into(), Value::from(-7)],
            Type::Binary => vec![Value::Binary(b"hello"[..].into())],
            Type::SemVerRange => scalars::ranges(&[">=1.2.0 <2.0.0", "~1.2", "1.x"]),
            Type::Boolean(_) => vec![true.into(), false.into()],
            Type::Integer(range) => scalars::integers(*range).into_iter().map(Value::Integer).collect(),
            Type::Float(range) => scalars::floats(*range).into_iter().map(Value::Float).collect(),
            Type::String(string) => scalars::strings(string),
            Type::Enum(enumeration) => scalars::enumerated(enumeration),
            Type::Pattern(pattern) => scalars::matching(pattern),
            Type::Regexp(Some(only)) => vec![Value::Regexp(Arc::clone(only))],
            Type::Regexp(None) => scalars::regexps(),
            Type::Timespan(range) => scalars::timespans(range),
            Type::Timestamp(range) => scalars::timestamps(range),
            Type::SemVer(preferred) => scalars::versions(preferred),
            Type::Uri(_) => scalars::uris(described),
            Type::Collection(size) => {
                let length = length(size.unwrap_or(IntegerRange::ANY_SIZE), 2);
                vec![words(length), word_hash(length)]
            }
            Type::Array(array) => {
                let size = array.size.unwrap_or(IntegerRange::ANY_SIZE);
                let elements = self.parts(&array.element);
                [1, 2, 0].into_iter().filter_map(|preferred| cycled(&elements, length(size, preferred))).collect()
            }
            Type::Hash(hash) => self.hashes(hash),
            Type::Tuple(tuple) => self.tuples(tuple),
            Type::Struct(structure) => self.structs(structure),
            Type::Variant(types) => {
                let lists: Vec<Vec<Value>> = types.iter().map(|member| self.parts(member)).collect();
                interleave(&lists)
            }
            Type::Optional(Some(inner)) => {
                let mut values = self.parts(inner);
                values.insert(values.len().min(2), Value::Undef);
                values
            }
            Type::NotUndef(Some(inner)) => self.parts(inner),
            Type::Sensitive(None) => vec![Value::sensitive("s3cret".into())],
            Type::Sensitive(Some(inner)) => self.parts(inner).into_iter().map(Value::sensitive).collect(),
            Type::Type(contained) => scalars::types(contained.as_deref()),
            Type::Iterable(None) => vec![words(2), word_hash(1), 3.into()],
            Type::Iterable(Some(element)) => {
                let elements = self.parts(element);
                let mut values: Vec<Value> = [2, 1].into_iter().filter_map(|count| cycled(&elements, count)).collect();
                values.extend([3.into(), "abc".into(), word_hash(1), Value::array([])]);
                values
            }
            Type::Init(init) => self.initializers(init),
            Type::Object(Some(object)) => self.instance(object, &[]).into_iter().collect(),
            Type::Object(None) => self.instance(ObjectType::error(), &[]).into_iter().collect(),
            Type::ObjectExtension(extension) => {
                self.instance(extension.base(), extension.parameters()).into_iter().collect()
            }
            Type::Alias(alias) => self.named(alias),
            // A manifest cannot write these, or they have no instances.
            Type::Iterator(_)
            | Type::Callable(_)
            | Type::Runtime(_)
            | Type::TypeSet(_)
            | Type::CatalogEntry
            | Type::Class(_)
            | Type::Resource(_)
            | Type::Reference(_) => Vec::new(),
        }
    }

    /// Returns values of an alias, which may contain itself once.
    fn named(&mut self, alias: &TypeAlias) -> Vec<Value> {
        let open = self.open.iter().filter(|open| *open == alias.name()).count();
        let Some(target) = alias.resolved().filter(|_| open <= 1) else { return Vec::new() };
        self.open.push(alias.name().clone());
        let values = self.candidates(target);
        self.open.pop();
        values
    }

    fn hashes(&mut self, hash: &HashType) -> Vec<Value> {
        let size = hash.size.unwrap_or(IntegerRange::ANY_SIZE);
        let values = self.parts(&hash.value);
        let mut keys = self.parts(&hash.key);
        // Keys must differ, so there have to be enough of them.
        let numbered =
            (1..=MAX_LENGTH).flat_map(|number| [Value::from(format!("key{number}")), Value::Integer(number)]);
        keys.extend(numbered.filter(|key| hash.key.is_instance(key)).take(MAX_LENGTH.unsigned_abs() as usize));
        let mut hashes = Vec::new();
        for preferred in [1, 2, 0] {
            let count = length(size, preferred);
            let entries = keys.iter().cloned().zip(values.iter().cycle().cloned()).take(count);
            let entries: Hash = entries.collect();
            if entries.len() == count {
                hashes.push(Value::from(entries));
            }
        }
        hashes
    }

    fn tuples(&mut self, tuple: &TupleType) -> Vec<Value> {
        let size = tuple.size_range();
        let columns: Vec<Vec<Value>> = tuple.types.iter().map(|part| self.parts(part)).collect();
        if columns.is_empty() {
            return vec![words(length(size, 2))];
        }
        let limit = length(size, columns.len());
        let row = |count: usize, choice: usize| {
            let cells = (0..count).map(|index| {
                let column = columns.get(index).or(columns.last())?;
                column.get(choice % column.len().max(1)).cloned()
            });
            cells.collect::<Option<Vec<Value>>>().map(Value::from)
        };
        [row(limit, 0), row(limit, 1), row(length(size, 0), 0), row(length(size, columns.len() + 1), 0)]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Returns hashes with all keys, then with only the required ones, then with all keys and other values.
    fn structs(&mut self, structure: &StructType) -> Vec<Value> {
        let columns: Vec<Vec<Value>> =
            structure.elements.iter().map(|element| self.parts(&element.value_type)).collect();
        let example = |all: bool, choice: usize| {
            let mut entries = Hash::default();
            for (element, column) in structure.elements.iter().zip(&columns) {
                match column.get(choice % column.len().max(1)) {
                    Some(value) if all || !element.optional => {
                        entries.insert(Value::String(element.name.clone()), value.clone());
                    }
                    Some(_) => {}
                    None if element.optional => {}
                    None => return None,
                }
            }
            Some(Value::from(entries))
        };
        [example(true, 0), example(false, 0), example(true, 1)].into_iter().flatten().collect()
    }

    fn initializers(&mut self, init: &InitType) -> Vec<Value> {
        let Some(contained) = &init.contained else { return vec!["example".into(), 42.into(), words(2)] };
        let mut values = self.parts(contained);
        values.truncate(1);
        for signature in convert::constructor_parameters(contained).unwrap_or_default() {
            if let Some(first) = signature.types.first() {
                values.extend(self.parts(first).into_iter().take(1));
            }
        }
        values
    }

    /// Returns an instance whose attributes match their expectations, or have their defaults.
    fn instance(&mut self, object: &Arc<ObjectType>, expected: &[(EcoString, Value)]) -> Option<Value> {
        let values = object.parameters().iter().map(|attribute| {
            match (expected.iter().find(|(name, _)| *name == attribute.name), &attribute.value) {
                (Some((_, Value::Type(inner))), _) => self.parts(inner).into_iter().next(),
                (Some((_, Value::Regexp(regexp))), _) => {
                    let pattern = Type::Pattern(Arc::new(PatternType::new([Arc::clone(regexp)])));
                    self.parts(&pattern).into_iter().next()
                }
                (Some((_, value)), _) if *value != Value::Default => Some(value.clone()),
                (_, Some(default)) => Some(default.clone()),
                (_, None) => self.parts(&attribute.value_type).into_iter().next(),
            }
        });
        let values = values.collect::<Option<Vec<Value>>>()?;
        Some(Value::from(ObjectInstance::from_checked(Arc::clone(object), values)))
    }
}

/// Returns the length closest to a preferred one; 0 if it would be too long to show.
fn length(size: IntegerRange, preferred: usize) -> usize {
    let preferred = i64::try_from(preferred).unwrap_or(i64::MAX);
    let nearest = preferred.max(size.from.min(MAX_LENGTH)).min(size.to);
    usize::try_from(nearest).unwrap_or(0)
}

/// Returns a list of the given length, cycling through the elements; `None` if there are none.
fn cycled(elements: &[Value], count: usize) -> Option<Value> {
    let list: Value = elements.iter().cycle().take(count).cloned().collect();
    (list.as_array().map_or(0, <[Value]>::len) == count).then_some(list)
}

/// Returns the first of each list, then the second of each, and so on.
pub(super) fn interleave(lists: &[Vec<Value>]) -> Vec<Value> {
    (0..MAX_PARTS).flat_map(|index| lists.iter().filter_map(move |list| list.get(index).cloned())).collect()
}

fn words(count: usize) -> Value {
    ["one", "two", "three", "four"].iter().cycle().take(count).map(|word| Value::from(*word)).collect()
}

fn word_hash(count: usize) -> Value {
    let entry = |number: usize| (Value::from(format!("key{number}")), Value::from("value"));
    Value::hash((1..=count).map(entry))
}
