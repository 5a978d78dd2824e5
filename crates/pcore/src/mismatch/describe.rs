//! Finds the parts of a type that do not fit.
//!
//! Two types travel together: `expected` in normal form, which decides where to look, and `original`, which the message
//! names (an alias keeps its name, an `Optional` keeps its `Undef`).

use std::sync::Arc;

use super::{
    Mismatch, Problem, Step,
    path::{same_target, with},
};
use crate::types::{ArrayType, CallableType, HashType, IntegerRange, StructType, TupleType, Type};

/// The limit on the descriptions of a Variant, including those inside its alternatives. They multiply with each level,
/// and more would be unreadable: the type as a whole is named instead.
const MAX_DESCRIPTIONS: usize = 1_000;

/// Returns every path where something of the type `actual` does not fit the expected type.
pub fn describe(expected: &Type, actual: &Type, path: &[Step]) -> Vec<Mismatch> {
    describe_within(expected, actual, path, MAX_DESCRIPTIONS)
}

fn describe_within(expected: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    if let Some(name) = expected.unresolved_reference() {
        return vec![Mismatch { path: path.to_vec(), problem: Problem::Unresolved(name) }];
    }
    describe_normalized(&expected.normalized(), expected, actual, path, budget)
}

fn describe_normalized(expected: &Type, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match expected {
        Type::Variant(types) => in_variant(types, original, actual, path, budget),
        Type::Struct(structure) => in_struct(structure, original, actual, path, budget),
        Type::Hash(hash) => in_hash(hash, original, actual, path, budget),
        Type::Tuple(tuple) => in_tuple(tuple, original, actual, path, SizeUnit::Elements, budget),
        Type::Array(array) => in_array(array, original, actual, path, budget),
        Type::Callable(callable) => in_callable(callable, original, actual, path, budget),
        Type::Optional(None) => Vec::new(),
        Type::Optional(Some(_)) if matches!(actual, Type::Undef) => Vec::new(),
        Type::Optional(Some(contained)) => {
            let original = if matches!(original, Type::Alias(_)) { original } else { expected };
            describe_normalized(contained, original, actual, path, budget)
        }
        Type::Enum(_) | Type::Pattern(_) => {
            vec![Mismatch {
                path: path.to_vec(),
                problem: Problem::Pattern { expected: original.normalized(), actual: actual.normalized() },
            }]
        }
        Type::Alias(alias) => match alias.resolved() {
            Some(target) => describe_normalized(&target.normalized(), expected, actual, path, budget),
            None => type_mismatch(original, actual, path),
        },
        other if other.accepts_leniently(actual) => Vec::new(),
        _ => type_mismatch(original, actual, path),
    }
}

fn type_mismatch(expected: &Type, actual: &Type, path: &[Step]) -> Vec<Mismatch> {
    let problem = Problem::Type { expected: expected.normalized(), actual: actual.normalized() };
    vec![Mismatch { path: path.to_vec(), problem }]
}

fn size_mismatch(expected: IntegerRange, actual: IntegerRange, path: &[Step]) -> Vec<Mismatch> {
    vec![Mismatch { path: path.to_vec(), problem: Problem::Size { expected, actual } }]
}

/// What the size of a Tuple counts, which decides the sentence.
#[derive(Clone, Copy)]
pub(super) enum SizeUnit {
    Elements,
    Arguments,
}

fn in_variant(types: &[Type], original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    let budget = budget / (types.len() + 1);
    if budget == 0 && path.iter().any(|step| matches!(step, Step::Variant(_))) {
        return type_mismatch(original, actual, path);
    }
    let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
    let mut alternatives = Vec::with_capacity(types.len() + 1);
    for (index, part) in undef.into_iter().chain(types).enumerate() {
        let mismatches = describe_within(part, actual, &with(path, Step::Variant(index)), budget);
        if mismatches.is_empty() {
            return Vec::new();
        }
        alternatives.push(mismatches);
    }
    let merged = merge(path.len(), Problem::is_size, alternatives);
    if merged.len() == 1 && matches!(original, Type::Alias(_)) {
        return type_mismatch(original, actual, path);
    }
    merged
}

/// Returns one mismatch for all alternatives if they all have the same kind of problem at the same path.
pub(super) fn merge(varying: usize, is_size: fn(&Problem) -> bool, alternatives: Vec<Vec<Mismatch>>) -> Vec<Mismatch> {
    let count = alternatives.len();
    if count == 0 {
        return Vec::new();
    }
    let mut mismatches: Vec<Mismatch> = alternatives.into_iter().flatten().collect();
    for of_kind in [is_size, Problem::is_missing_block, Problem::is_unexpected_block, Problem::is_type] {
        let same: Vec<&Mismatch> = mismatches.iter().filter(|mismatch| of_kind(&mismatch.problem)).collect();
        if same.len() != count || !same.iter().all(|other| same_target(&same[0].path, &other.path)) {
            continue;
        }
        let problem = merged_problem(&same);
        mismatches = vec![Mismatch { path: same[0].path.clone(), problem }];
        break;
    }
    let mut unique: Vec<Mismatch> = Vec::with_capacity(mismatches.len());
    for mismatch in mismatches {
        let repeated = mismatch.problem.is_block()
            && unique.iter().any(|seen| seen.problem == mismatch.problem && same_target(&seen.path, &mismatch.path));
        if !repeated {
            unique.push(mismatch);
        }
    }
    if let [only] = &mut unique[..] {
        only.remove_step(varying);
    }
    unique
}

/// How many expectations are merged one after the other and normalized each time, as Puppet does. More are merged at
/// once: the difference would be unreadable, and normalizing each time is quadratic.
const ONE_BY_ONE: usize = 32;

fn merged_problem(same: &[&Mismatch]) -> Problem {
    let mut merged = same[0].problem.clone();
    match &mut merged {
        Problem::Type { expected, .. } | Problem::Pattern { expected, .. } if same.len() > ONE_BY_ONE => {
            let all = same.iter().filter_map(|mismatch| match &mismatch.problem {
                Problem::Type { expected, .. } | Problem::Pattern { expected, .. } => Some(expected.clone()),
                _ => None,
            });
            *expected = Type::variant(all).normalized();
        }
        merged => same[1..].iter().for_each(|next| merged.merge(&next.problem)),
    }
    merged
}

impl Mismatch {
    /// Removes the step that names the alternative.
    pub(super) fn remove_step(&mut self, index: usize) {
        if index < self.path.len() {
            self.path.remove(index);
        }
    }
}

impl Problem {
    pub(super) fn is_size(&self) -> bool {
        matches!(self, Problem::Size { .. } | Problem::Count { .. })
    }

    pub(super) fn is_count(&self) -> bool {
        matches!(self, Problem::Count { .. })
    }

    fn is_missing_block(&self) -> bool {
        matches!(self, Problem::MissingBlock)
    }

    fn is_unexpected_block(&self) -> bool {
        matches!(self, Problem::UnexpectedBlock)
    }

    fn is_block(&self) -> bool {
        self.is_missing_block() || self.is_unexpected_block()
    }

    fn is_type(&self) -> bool {
        matches!(self, Problem::Type { .. } | Problem::Pattern { .. })
    }

    /// Merges two expectations; the actual type is the same for both. Puppet normalizes it once more each time, which
    /// can still merge ranges.
    fn merge(&mut self, other: &Problem) {
        match (self, other) {
            (
                Problem::Type { expected, actual } | Problem::Pattern { expected, actual },
                Problem::Type { expected: other, .. } | Problem::Pattern { expected: other, .. },
            ) => {
                if expected != other {
                    *expected = Type::variant([expected.clone(), other.clone()]);
                }
                *expected = expected.normalized();
                *actual = actual.normalized();
            }
            (
                Problem::Size { expected, .. } | Problem::Count { expected, .. },
                Problem::Size { expected: other, .. } | Problem::Count { expected: other, .. },
            ) => *expected = expected.hull(*other),
            _ => {}
        }
    }
}

fn in_array(expected: &ArrayType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Tuple(candidate) => {
            let expected_size = expected.size.unwrap_or(IntegerRange::ANY_SIZE);
            let size = candidate.size.unwrap_or(IntegerRange::exactly(candidate.types.len()));
            if !expected_size.covers(size) {
                return size_mismatch(expected_size, size, path);
            }
            let elements =
                candidate.types.iter().enumerate().filter(|(_, part)| !expected.element.accepts_leniently(part));
            elements
                .flat_map(|(index, part)| {
                    describe_within(&expected.element, part, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        Type::Array(candidate) => {
            let size = candidate.size.unwrap_or(IntegerRange::ANY_SIZE);
            match expected.size {
                Some(expected_size) if !expected_size.covers(size) => size_mismatch(expected_size, size, path),
                _ => type_mismatch(original, &ArrayType::sized(candidate.element.clone(), None), path),
            }
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_hash(expected: &HashType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Struct(candidate) => {
            let expected_size = expected.size.unwrap_or(IntegerRange::ANY_SIZE);
            let size = candidate.size_range();
            if !expected_size.covers(size) {
                return size_mismatch(expected_size, size, path);
            }
            let mut mismatches = Vec::new();
            for element in &candidate.elements {
                let key_type = element.key_type();
                if !expected.key.accepts_leniently(&key_type) {
                    let at_key = with(path, Step::EntryKey(element.name.clone()));
                    mismatches.extend(describe_within(&expected.key, &key_type, &at_key, budget));
                }
                if !expected.value.accepts_leniently(&element.value_type) {
                    let at_value = with(path, Step::Entry(element.name.clone()));
                    mismatches.extend(describe_within(&expected.value, &element.value_type, &at_value, budget));
                }
            }
            mismatches
        }
        Type::Hash(candidate) => {
            let size = candidate.size.unwrap_or(IntegerRange::ANY_SIZE);
            match expected.size {
                Some(expected_size) if !expected_size.covers(size) => size_mismatch(expected_size, size, path),
                _ => type_mismatch(original, &without_size(candidate), path),
            }
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_struct(expected: &StructType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Struct(candidate) => {
            let mut mismatches = Vec::new();
            for element in &expected.elements {
                match candidate.get(&element.name) {
                    None if element.optional => {}
                    None => mismatches
                        .push(Mismatch { path: path.to_vec(), problem: Problem::MissingKey(element.name.clone()) }),
                    Some(present) => {
                        let (expected_key, key) = (element.key_type(), present.key_type());
                        if !expected_key.accepts_leniently(&key) {
                            let at_key = with(path, Step::EntryKey(element.name.clone()));
                            mismatches.extend(describe_within(&expected_key, &key, &at_key, budget));
                        }
                        if !element.value_type.accepts_leniently(&present.value_type) {
                            let at_value = with(path, Step::Entry(element.name.clone()));
                            mismatches.extend(describe_within(
                                &element.value_type,
                                &present.value_type,
                                &at_value,
                                budget,
                            ));
                        }
                    }
                }
            }
            let unknown = candidate.elements.iter().filter(|present| expected.get(&present.name).is_none());
            mismatches.extend(
                unknown.map(|present| Mismatch {
                    path: path.to_vec(),
                    problem: Problem::UnknownKey(present.name.clone()),
                }),
            );
            mismatches
        }
        Type::Hash(candidate) => {
            let size = candidate.size.unwrap_or(IntegerRange::ANY_SIZE);
            let expected_size = expected.size_range();
            if expected_size.covers(size) {
                type_mismatch(original, &without_size(candidate), path)
            } else {
                size_mismatch(expected_size, size, path)
            }
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn without_size(hash: &HashType) -> Type {
    HashType::sized(hash.key.clone(), hash.value.clone(), None)
}

pub(super) fn in_tuple(
    expected: &TupleType,
    original: &Type,
    actual: &Type,
    path: &[Step],
    counted: SizeUnit,
    budget: usize,
) -> Vec<Mismatch> {
    let expected_size = expected.size_range();
    let wrong_size = |size: IntegerRange| {
        let problem = match counted {
            SizeUnit::Elements => Problem::Size { expected: expected_size, actual: size },
            SizeUnit::Arguments => Problem::Count { expected: expected_size, actual: size },
        };
        vec![Mismatch { path: path.to_vec(), problem }]
    };
    match actual {
        Type::Tuple(candidate) if expected == &**candidate => Vec::new(),
        Type::Tuple(candidate) => {
            let size = candidate.size_range();
            if !expected_size.covers(size) {
                return wrong_size(size);
            }
            let Some(last) = expected.types.len().checked_sub(1) else { return Vec::new() };
            // The elements after the last type share its index.
            let elements = candidate.types.iter().enumerate().map(|(index, part)| (index.min(last), part));
            elements
                .flat_map(|(index, part)| {
                    describe_within(&expected.types[index], part, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        Type::Array(_) if expected.types.is_empty() => Vec::new(),
        Type::Array(candidate) => {
            let size = candidate.size.unwrap_or(IntegerRange::ANY_SIZE);
            if !expected_size.covers(size) {
                return wrong_size(size);
            }
            let positions = expected.types.iter().enumerate();
            positions
                .flat_map(|(index, part)| {
                    describe_within(part, &candidate.element, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_callable(expected: &CallableType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    let Type::Callable(candidate) = actual else { return type_mismatch(original, actual, path) };
    let Some(parameters) = &expected.parameters else { return Vec::new() };
    let arguments = match &candidate.parameters {
        Some(parameters) => Type::Tuple(Arc::new(parameters.clone())),
        None => Type::Tuple(Arc::new(TupleType { types: Vec::new(), size: None })),
    };
    let mismatches =
        in_tuple(parameters, &Type::Tuple(Arc::new(parameters.clone())), &arguments, path, SizeUnit::Arguments, budget);
    if !mismatches.is_empty() {
        return mismatches;
    }
    let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
    let returned = candidate.returns.as_ref().unwrap_or(&Type::Any);
    if !returns.accepts_leniently(returned) {
        return type_mismatch(returns, returned, &with(path, Step::Return));
    }
    let expected_block = expected.block.as_ref().unwrap_or(&Type::Undef);
    let actual_block = candidate.block.as_ref().unwrap_or(&Type::Undef);
    if actual_block.accepts_leniently(expected_block) {
        return Vec::new();
    }
    type_mismatch(expected_block, actual_block, &with(path, Step::Block))
}
