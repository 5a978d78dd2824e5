//! Finding the places that do not fit.
//!
//! Two types travel together: `expected` in normal form, which decides where to look, and `original`, which is how the
//! message will name it (an alias keeps its name, an `Optional` keeps its `Undef`).

use std::sync::Arc;

use super::{
    Mismatch, Problem, Step,
    path::{same_place, with},
};
use crate::types::{ArrayType, CallableType, HashType, IntegerRange, StructType, TupleType, Type};

/// How many descriptions a Variant may ask for, those inside its alternatives included. They multiply with each level,
/// and beyond this nobody could read them: the type as a whole is named instead.
const MAX_DESCRIPTIONS: usize = 1_000;

/// Returns every place where something of the type `actual` does not fit the expected type.
pub fn describe(expected: &Type, actual: &Type, path: &[Step]) -> Vec<Mismatch> {
    describe_within(expected, actual, path, MAX_DESCRIPTIONS)
}

fn describe_within(expected: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    if let Some(name) = expected.unresolved_reference() {
        return vec![Mismatch { path: path.to_vec(), problem: Problem::Unresolved(name) }];
    }
    look_into(&expected.normalized(), expected, actual, path, budget)
}

fn look_into(expected: &Type, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match expected {
        Type::Variant(types) => in_variant(types, original, actual, path, budget),
        Type::Struct(structure) => in_struct(structure, original, actual, path, budget),
        Type::Hash(hash) => in_hash(hash, original, actual, path, budget),
        Type::Tuple(tuple) => in_tuple(tuple, original, actual, path, Counted::Elements, budget),
        Type::Array(array) => in_array(array, original, actual, path, budget),
        Type::Callable(callable) => in_callable(callable, original, actual, path, budget),
        Type::Optional(None) => Vec::new(),
        Type::Optional(Some(_)) if matches!(actual, Type::Undef) => Vec::new(),
        Type::Optional(Some(contained)) => {
            let original = if matches!(original, Type::Alias(_)) { original } else { expected };
            look_into(contained, original, actual, path, budget)
        }
        Type::Enum(_) | Type::Pattern(_) => {
            vec![Mismatch {
                path: path.to_vec(),
                problem: Problem::Pattern { expected: original.normalized(), actual: actual.normalized() },
            }]
        }
        Type::Alias(alias) => match alias.resolved() {
            Some(target) => look_into(&target.normalized(), expected, actual, path, budget),
            None => type_mismatch(original, actual, path),
        },
        other if other.is_said_to_accept(actual) => Vec::new(),
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
pub(super) enum Counted {
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
        let found = describe_within(part, actual, &with(path, Step::Variant(index)), budget);
        if found.is_empty() {
            return Vec::new();
        }
        alternatives.push(found);
    }
    let merged = merge(path.len(), Problem::is_size, alternatives);
    if merged.len() == 1 && matches!(original, Type::Alias(_)) {
        return type_mismatch(original, actual, path);
    }
    merged
}

/// Makes one mismatch of the alternatives' where they all have the same kind of problem at the same place.
pub(super) fn merge(varying: usize, is_size: fn(&Problem) -> bool, alternatives: Vec<Vec<Mismatch>>) -> Vec<Mismatch> {
    let count = alternatives.len();
    if count == 0 {
        return Vec::new();
    }
    let mut mismatches: Vec<Mismatch> = alternatives.into_iter().flatten().collect();
    for of_kind in [is_size, Problem::is_missing_block, Problem::is_unexpected_block, Problem::is_type] {
        let same: Vec<&Mismatch> = mismatches.iter().filter(|mismatch| of_kind(&mismatch.problem)).collect();
        if same.len() != count || !same.iter().all(|other| same_place(&same[0].path, &other.path)) {
            continue;
        }
        let problem = merged_problem(&same);
        mismatches = vec![Mismatch { path: same[0].path.clone(), problem }];
        break;
    }
    let mut unique: Vec<Mismatch> = Vec::with_capacity(mismatches.len());
    for mismatch in mismatches {
        let repeated = mismatch.problem.is_block()
            && unique.iter().any(|seen| seen.problem == mismatch.problem && same_place(&seen.path, &mismatch.path));
        if !repeated {
            unique.push(mismatch);
        }
    }
    if let [only] = &mut unique[..] {
        only.forget_step(varying);
    }
    unique
}

/// How many expectations are put together one after the other, each time in normal form, as Puppet does. More are put
/// together at once: nobody would read the difference, and it would take the square of their number.
const ONE_BY_ONE: usize = 32;

fn merged_problem(same: &[&Mismatch]) -> Problem {
    let first = same[0].problem.clone();
    let union = || {
        let expected = same.iter().filter_map(|mismatch| match &mismatch.problem {
            Problem::Type { expected, .. } | Problem::Pattern { expected, .. } => Some(expected.clone()),
            _ => None,
        });
        Type::variant(expected).normalized()
    };
    match first {
        Problem::Type { actual, .. } if same.len() > ONE_BY_ONE => Problem::Type { expected: union(), actual },
        Problem::Pattern { actual, .. } if same.len() > ONE_BY_ONE => Problem::Pattern { expected: union(), actual },
        first => same[1..].iter().fold(first, |merged, next| merged.merge(&next.problem)),
    }
}

impl Mismatch {
    /// Drops the step that says which alternative was taken.
    pub(super) fn forget_step(&mut self, index: usize) {
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

    /// Puts two expectations together; what was given is the same for both. Puppet normalizes it once more each time,
    /// which can still put ranges together.
    fn merge(self, other: &Problem) -> Problem {
        let union = |one: Type, two: &Type| {
            if one == *two { one.normalized() } else { Type::variant([one, two.clone()]).normalized() }
        };
        match (self, other) {
            (
                Problem::Type { expected, actual },
                Problem::Type { expected: other, .. } | Problem::Pattern { expected: other, .. },
            ) => Problem::Type { expected: union(expected, other), actual: actual.normalized() },
            (
                Problem::Pattern { expected, actual },
                Problem::Type { expected: other, .. } | Problem::Pattern { expected: other, .. },
            ) => Problem::Pattern { expected: union(expected, other), actual: actual.normalized() },
            (
                Problem::Size { expected, actual },
                Problem::Size { expected: other, .. } | Problem::Count { expected: other, .. },
            ) => Problem::Size { expected: expected.hull(*other), actual },
            (
                Problem::Count { expected, actual },
                Problem::Size { expected: other, .. } | Problem::Count { expected: other, .. },
            ) => Problem::Count { expected: expected.hull(*other), actual },
            (own, _) => own,
        }
    }
}

fn in_array(expected: &ArrayType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Tuple(given) => {
            let wanted = expected.size.unwrap_or(IntegerRange::ANY_SIZE);
            let size = given.size.unwrap_or(IntegerRange::exactly(given.types.len()));
            if !wanted.covers(size) {
                return size_mismatch(wanted, size, path);
            }
            let elements = given.types.iter().enumerate().filter(|(_, part)| !expected.element.is_said_to_accept(part));
            elements
                .flat_map(|(index, part)| {
                    describe_within(&expected.element, part, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        Type::Array(given) => {
            let size = given.size.unwrap_or(IntegerRange::ANY_SIZE);
            match expected.size {
                Some(wanted) if !wanted.covers(size) => size_mismatch(wanted, size, path),
                _ => type_mismatch(original, &ArrayType::sized(given.element.clone(), None), path),
            }
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_hash(expected: &HashType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Struct(given) => {
            let wanted = expected.size.unwrap_or(IntegerRange::ANY_SIZE);
            let size = given.size_range();
            if !wanted.covers(size) {
                return size_mismatch(wanted, size, path);
            }
            let mut found = Vec::new();
            for element in &given.elements {
                let key_type = element.key_type();
                if !expected.key.is_said_to_accept(&key_type) {
                    let at_key = with(path, Step::EntryKey(element.name.clone()));
                    found.extend(describe_within(&expected.key, &key_type, &at_key, budget));
                }
                if !expected.value.is_said_to_accept(&element.value_type) {
                    let at_value = with(path, Step::Entry(element.name.clone()));
                    found.extend(describe_within(&expected.value, &element.value_type, &at_value, budget));
                }
            }
            found
        }
        Type::Hash(given) => {
            let size = given.size.unwrap_or(IntegerRange::ANY_SIZE);
            match expected.size {
                Some(wanted) if !wanted.covers(size) => size_mismatch(wanted, size, path),
                _ => type_mismatch(original, &without_size(given), path),
            }
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_struct(expected: &StructType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    match actual {
        Type::Struct(given) => {
            let mut found = Vec::new();
            for element in &expected.elements {
                match given.get(&element.name) {
                    None if element.optional => {}
                    None => {
                        found.push(Mismatch { path: path.to_vec(), problem: Problem::MissingKey(element.name.clone()) })
                    }
                    Some(present) => {
                        let (wanted, key) = (element.key_type(), present.key_type());
                        if !wanted.is_said_to_accept(&key) {
                            let at_key = with(path, Step::EntryKey(element.name.clone()));
                            found.extend(describe_within(&wanted, &key, &at_key, budget));
                        }
                        if !element.value_type.is_said_to_accept(&present.value_type) {
                            let at_value = with(path, Step::Entry(element.name.clone()));
                            found.extend(describe_within(&element.value_type, &present.value_type, &at_value, budget));
                        }
                    }
                }
            }
            let unknown = given.elements.iter().filter(|present| expected.get(&present.name).is_none());
            found.extend(
                unknown.map(|present| Mismatch {
                    path: path.to_vec(),
                    problem: Problem::UnknownKey(present.name.clone()),
                }),
            );
            found
        }
        Type::Hash(given) => {
            let size = given.size.unwrap_or(IntegerRange::ANY_SIZE);
            let wanted = expected.size_range();
            if wanted.covers(size) {
                type_mismatch(original, &without_size(given), path)
            } else {
                size_mismatch(wanted, size, path)
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
    counted: Counted,
    budget: usize,
) -> Vec<Mismatch> {
    let wanted = expected.size_range();
    let wrong_size = |size: IntegerRange| {
        let problem = match counted {
            Counted::Elements => Problem::Size { expected: wanted, actual: size },
            Counted::Arguments => Problem::Count { expected: wanted, actual: size },
        };
        vec![Mismatch { path: path.to_vec(), problem }]
    };
    match actual {
        Type::Tuple(given) if expected == &**given => Vec::new(),
        Type::Tuple(given) => {
            let size = given.size_range();
            if !wanted.covers(size) {
                return wrong_size(size);
            }
            let Some(last) = expected.types.len().checked_sub(1) else { return Vec::new() };
            // The index of an element that repeats the last type is the last type's.
            let elements = given.types.iter().enumerate().map(|(index, part)| (index.min(last), part));
            elements
                .flat_map(|(index, part)| {
                    describe_within(&expected.types[index], part, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        Type::Array(_) if expected.types.is_empty() => Vec::new(),
        Type::Array(given) => {
            let size = given.size.unwrap_or(IntegerRange::ANY_SIZE);
            if !wanted.covers(size) {
                return wrong_size(size);
            }
            let positions = expected.types.iter().enumerate();
            positions
                .flat_map(|(index, part)| {
                    describe_within(part, &given.element, &with(path, Step::Index(index)), budget)
                })
                .collect()
        }
        _ => type_mismatch(original, actual, path),
    }
}

fn in_callable(expected: &CallableType, original: &Type, actual: &Type, path: &[Step], budget: usize) -> Vec<Mismatch> {
    let Type::Callable(given) = actual else { return type_mismatch(original, actual, path) };
    let Some(wanted) = &expected.parameters else { return Vec::new() };
    let arguments = match &given.parameters {
        Some(parameters) => Type::Tuple(Arc::new(parameters.clone())),
        None => Type::Tuple(Arc::new(TupleType { types: Vec::new(), size: None })),
    };
    let found = in_tuple(wanted, &Type::Tuple(Arc::new(wanted.clone())), &arguments, path, Counted::Arguments, budget);
    if !found.is_empty() {
        return found;
    }
    let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
    let returned = given.returns.as_ref().unwrap_or(&Type::Any);
    if !returns.is_said_to_accept(returned) {
        return type_mismatch(returns, returned, &with(path, Step::Return));
    }
    let wanted_block = expected.block.as_ref().unwrap_or(&Type::Undef);
    let given_block = given.block.as_ref().unwrap_or(&Type::Undef);
    if given_block.is_said_to_accept(wanted_block) {
        return Vec::new();
    }
    type_mismatch(wanted_block, given_block, &with(path, Step::Block))
}
