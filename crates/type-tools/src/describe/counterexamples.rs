//! Values that are not of a type: near misses first, then values of other kinds.

use super::{
    examples::{accepted, interleave},
    scalars::TEXTS,
};
use pcore::{
    semver::Version,
    types::{FloatRange, HashType, IntegerRange, StringType, StructType, TupleType, Type},
    value::{Hash, Value},
};

/// The limit on the depth of near misses.
const MAX_DEPTH: usize = 4;

/// The limit on the size of values that are made too long.
const MAX_LENGTH: i64 = 64;

/// Returns values that are almost of the type.
pub(super) fn near_misses(described: &Type) -> Vec<Value> {
    near_misses_at(described, 0)
}

/// Returns values of several kinds.
pub(super) fn others() -> Vec<Value> {
    vec!["example".into(), 42.into(), Value::Undef, true.into(), Value::array([]), Value::hash([])]
}

/// Returns a value that is certainly not of the type.
fn counterexample(described: &Type, depth: usize) -> Option<Value> {
    if depth > MAX_DEPTH {
        return None;
    }
    let mut values = near_misses_at(described, depth + 1);
    values.extend(["example".into(), 42.into(), Value::Undef]);
    values.into_iter().find(|value| !described.is_instance(value))
}

fn near_misses_at(described: &Type, depth: usize) -> Vec<Value> {
    if depth > MAX_DEPTH {
        return Vec::new();
    }
    match described {
        Type::Integer(range) => {
            let mut values: Vec<Value> =
                [above(*range), below(*range)].into_iter().flatten().map(Value::Integer).collect();
            values.extend(["42".into(), 1.5.into()]);
            values
        }
        Type::Float(range) => {
            let mut values = Vec::new();
            if *range != FloatRange::ANY {
                values.extend([range.to + 1.0, range.from - 1.0].map(Value::Float));
                values.retain(|value| !matches!(value, Value::Float(number) if number.is_infinite()));
            }
            values.extend([1.into(), "1.5".into()]);
            values
        }
        Type::Numeric => vec!["42".into()],
        Type::String(StringType::Sized(size)) => {
            let text = |length: i64| Value::from("x".repeat(usize::try_from(length).unwrap_or(0)));
            let lengths = [below(*size).filter(|length| *length >= 0), above(*size)];
            lengths.into_iter().flatten().filter(|length| *length <= MAX_LENGTH).map(text).collect()
        }
        Type::Boolean(only) => {
            let mut values: Vec<Value> = only.iter().map(|only| Value::Boolean(!only)).collect();
            values.push("true".into());
            values
        }
        Type::Enum(enumeration) => {
            let mut values = vec![Value::from("unknown")];
            values.extend(enumeration.values.first().map(|first| Value::from(first.to_uppercase())));
            values
        }
        Type::Pattern(pattern) => {
            let texts = ["example", "", "two words", "Ω"].iter().chain(TEXTS).copied();
            texts.filter(|text| !pattern.is_instance(text)).take(2).map(Value::from).collect()
        }
        Type::Regexp(_) => vec!["^example".into()],
        Type::Timespan(_) => vec!["0-01:00:00.0".into(), 3600.into()],
        Type::Timestamp(_) => vec!["2024-01-31T12:00:00 UTC".into()],
        Type::SemVer(ranges) => {
            let common = [Version::stable(0, 0, 1), Version::stable(99, 0, 0)];
            let mut values: Vec<Value> = if ranges.is_empty() { Vec::new() } else { common.map(Value::from).into() };
            values.push("1.2.3".into());
            values
        }
        Type::SemVerRange => vec![">=1.0.0".into()],
        Type::Uri(_) => vec!["https://example.com/".into()],
        Type::Binary => vec!["aGVsbG8=".into()],
        Type::Array(array) => {
            let size = array.size.unwrap_or(IntegerRange::ANY_SIZE);
            let mut values: Vec<Value> =
                counterexample(&array.element, depth).map(|element| Value::array([element])).into_iter().collect();
            values.extend(of_wrong_length(size, &accepted(&array.element, 2)));
            // A common mistake: a list of one without its brackets.
            values.extend(accepted(&array.element, 1));
            values
        }
        Type::Tuple(tuple) => tuples(tuple, depth),
        Type::Hash(hash) => hashes(hash, depth),
        Type::Struct(structure) => structs(structure, depth),
        Type::Collection(Some(size)) => of_wrong_length(*size, &["example".into()]),
        Type::Variant(types) => {
            let lists: Vec<Vec<Value>> = types.iter().map(|member| near_misses_at(member, depth + 1)).collect();
            interleave(&lists)
        }
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => {
            let mut values = near_misses_at(inner, depth + 1);
            values.insert(values.len().min(1), Value::Undef);
            values
        }
        Type::NotUndef(None) => vec![Value::Undef],
        Type::Sensitive(inner) => {
            let mut values: Vec<Value> = vec!["s3cret".into()];
            let secret = inner.as_ref().and_then(|inner| counterexample(inner, depth));
            values.extend(secret.map(Value::sensitive));
            values
        }
        Type::Type(Some(_)) => vec![Type::STRING.into(), Type::INTEGER.into(), "Integer".into()],
        Type::Type(None) => vec!["Integer".into()],
        Type::Alias(alias) => alias.resolved().map(|target| near_misses_at(target, depth + 1)).unwrap_or_default(),
        Type::Iterable(_) | Type::Init(_) => vec![1.5.into()],
        _ => Vec::new(),
    }
}

fn above(range: IntegerRange) -> Option<i64> {
    range.to.checked_add(1)
}

fn below(range: IntegerRange) -> Option<i64> {
    range.from.checked_sub(1)
}

/// Returns lists that are one element too short or too long.
fn of_wrong_length(size: IntegerRange, elements: &[Value]) -> Vec<Value> {
    let lengths = [below(size).filter(|length| *length >= 0), above(size)];
    let list = |length: i64| {
        let count = usize::try_from(length).unwrap_or(0);
        let list: Vec<Value> = elements.iter().cycle().take(count).cloned().collect();
        (list.len() == count).then(|| Value::from(list))
    };
    lengths.into_iter().flatten().filter(|length| *length <= MAX_LENGTH).filter_map(list).collect()
}

fn tuples(tuple: &TupleType, depth: usize) -> Vec<Value> {
    let Some(Value::Array(right)) = accepted(&Type::Tuple(tuple.clone().into()), 1).pop() else { return Vec::new() };
    let mut values = Vec::new();
    for (index, _) in right.iter().enumerate() {
        if let Some(counterexample) = tuple.at(index).and_then(|part| counterexample(part, depth)) {
            let mut changed = right.to_vec();
            if let Some(cell) = changed.get_mut(index) {
                *cell = counterexample;
            }
            values.push(Value::from(changed));
            break;
        }
    }
    let mut shorter = right.to_vec();
    shorter.pop();
    let mut longer = right.to_vec();
    longer.push(right.last().cloned().unwrap_or_default());
    values.extend([Value::from(shorter), Value::from(longer)]);
    values
}

fn hashes(hash: &HashType, depth: usize) -> Vec<Value> {
    let size = hash.size.unwrap_or(IntegerRange::ANY_SIZE);
    let key = accepted(&hash.key, 1).pop();
    let value = accepted(&hash.value, 1).pop();
    let mut values = Vec::new();
    if let (Some(key), Some(counterexample)) = (&key, counterexample(&hash.value, depth)) {
        values.push(Value::hash([(key.clone(), counterexample)]));
    }
    if let (Some(value), Some(counterexample)) = (&value, counterexample(&hash.key, depth)) {
        values.push(Value::hash([(counterexample, value.clone())]));
    }
    if size.from > 0 {
        values.push(Value::hash([]));
    }
    if let (Some(value), true) = (value, size.to < MAX_LENGTH) {
        let entries = (0..=size.to).map(|number| (Value::from(format!("key{number}")), value.clone()));
        values.push(Value::hash(entries));
    }
    values
}

/// Returns hashes with a wrong value, with an extra key, and with a missing key.
fn structs(structure: &StructType, depth: usize) -> Vec<Value> {
    let right = accepted(&Type::Struct(structure.clone().into()), 1).pop();
    let right = right.as_ref().and_then(Value::as_hash).cloned().unwrap_or_default();
    let with = |name: Value, value: Value| {
        let mut changed = right.clone();
        changed.insert(name, value);
        Value::from(changed)
    };
    let mut values = Vec::new();
    let bad =
        structure.elements.iter().find_map(|element| Some((element, counterexample(&element.value_type, depth)?)));
    if let Some((element, counterexample)) = bad {
        values.push(with(Value::String(element.name.clone()), counterexample));
    }
    values.push(with("unknown".into(), "example".into()));
    if let Some(required) = structure.elements.iter().find(|element| !element.optional) {
        let mut fewer: Hash = right.clone();
        fewer.remove(&Value::String(required.name.clone()));
        values.push(Value::from(fewer));
    }
    values
}
