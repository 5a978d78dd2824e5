//! Assignability: is every value of one type also of another?
//!
//! The type that is asked is on the left, the candidate on the right. A few candidates are taken apart before the
//! left side sees them (aliases, `Variant`, `Optional`, `NotUndef`); all others are the left side's to judge.

use std::{
    hash::{Hash as _, Hasher as _},
    sync::Arc,
};

use rustc_hash::{FxHashSet, FxHasher};

use super::{Type, collection, iterable, semver};

/// How many aliases may be looked into to answer one question. Aliases that mention each other many times over can make
/// the number of ways through them grow without bound; a question that takes longer than this is answered with no.
const MAX_STEPS: u32 = 1_000_000;

/// Remembers the questions that are being answered, so that recursive aliases come to an end.
///
/// Asking the same question while answering it means that nothing so far spoke against it: the answer is yes.
#[derive(Default)]
pub struct Guard {
    open: Vec<(usize, usize)>,
    steps: u32,
    /// Questions that were answered with no, once there are many; a no stays a no whatever was assumed on the way.
    refused: FxHashSet<(usize, usize)>,
    /// How many `Init` types are being looked into, each inside the one before.
    pub(super) inits: u32,
    /// Whether the keys of a Hash are assumed to be those of a Struct.
    pub(super) assumes_keys: bool,
    /// The types of those questions, which must not make room for others as long as they are known by their place.
    kept: Vec<(Type, Type)>,
}

/// How many steps it takes before answers are remembered.
const PATIENCE: u32 = 1_000;

impl Guard {
    pub(super) fn assuming_keys() -> Guard {
        Guard { assumes_keys: true, ..Guard::default() }
    }

    /// Answers a question that leads into an alias.
    fn step(&mut self, left: &Type, right: &Type, decide: impl FnOnce(&mut Guard) -> bool) -> bool {
        self.steps = self.steps.saturating_add(1);
        if self.steps < PATIENCE || !is_shared(left) || !is_shared(right) {
            return self.steps <= MAX_STEPS && decide(self);
        }
        let question = (identity(left), identity(right));
        if self.refused.contains(&question) || self.steps > MAX_STEPS {
            return false;
        }
        let answer = decide(self);
        if !answer && self.refused.insert(question) {
            self.kept.push((left.clone(), right.clone()));
        }
        answer
    }

    /// Answers a question about an alias that mentions itself.
    fn answer(&mut self, left: &Type, right: &Type, decide: impl FnOnce(&mut Guard) -> bool) -> bool {
        let question = (identity(left), identity(right));
        if self.open.contains(&question) {
            return true;
        }
        self.open.push(question);
        let answer = self.step(left, right, decide);
        self.open.pop();
        answer
    }
}

/// Returns whether every value of `right` is of `left`.
pub(super) fn accepts(left: &Type, right: &Type, guard: &mut Guard) -> bool {
    if let (Type::Any | Type::Unit, _) | (_, Type::Unit) = (left, right) {
        return true;
    }
    match right {
        Type::Alias(alias) => match alias.resolved() {
            None => left == right,
            Some(target) if alias.is_recursive() => guard.answer(left, right, |guard| accepts(left, target, guard)),
            Some(target) => guard.step(left, right, |guard| accepts(left, target, guard)),
        },
        Type::Variant(members) => match left {
            Type::Variant(own) if own.is_empty() => true,
            Type::NotUndef(_) if members.is_empty() => judge(left, right, guard),
            _ => !members.is_empty() && members.iter().all(|member| accepts(left, member, guard)),
        },
        Type::Optional(contained) => {
            accepts(left, &Type::Undef, guard)
                && contained.as_ref().is_none_or(|contained| accepts(left, contained, guard))
        }
        Type::NotUndef(Some(contained)) => {
            accepts(left, contained, guard) || contained.accepts_undef() && judge(left, right, guard)
        }
        _ => judge(left, right, guard),
    }
}

/// Asks the left side about a candidate that cannot be taken apart.
fn judge(left: &Type, right: &Type, guard: &mut Guard) -> bool {
    match left {
        Type::Any | Type::Unit => true,
        Type::Undef | Type::Default | Type::Binary | Type::SemVerRange => left.is_same_kind(right),
        Type::CatalogEntry => matches!(right, Type::CatalogEntry | Type::Class(_) | Type::Resource(_)),
        Type::Numeric => matches!(right, Type::Numeric | Type::Integer(_) | Type::Float(_)),
        Type::ScalarData => is_scalar_data(right),
        Type::Scalar => is_scalar_data(right) || is_rich_scalar(right),
        Type::Boolean(expected) => {
            matches!(right, Type::Boolean(found) if expected.is_none() || expected == found)
        }
        Type::Integer(range) => matches!(right, Type::Integer(other) if range.covers(*other)),
        Type::Float(range) => matches!(right, Type::Float(other) if range.covers(*other)),
        Type::String(string) => string.accepts(right),
        Type::Enum(enumeration) => enumeration.accepts(right),
        Type::Pattern(pattern) => pattern.accepts(right),
        Type::Regexp(expected) => {
            matches!(right, Type::Regexp(found) if expected.is_none() || expected == found)
        }
        Type::Timespan(range) => matches!(right, Type::Timespan(other) if range.covers(other)),
        Type::Timestamp(range) => matches!(right, Type::Timestamp(other) if range.covers(other)),
        Type::SemVer(ranges) => matches!(right, Type::SemVer(others) if semver::accepts(ranges, others)),
        Type::Uri(None) => matches!(right, Type::Uri(_)),
        Type::Uri(Some(parts)) => matches!(right, Type::Uri(others) if parts.accepts(others.as_deref())),
        Type::Collection(size) => collection::accepts(*size, right),
        Type::Array(array) => array.accepts(right, guard),
        Type::Hash(hash) => hash.accepts(right, guard),
        Type::Tuple(tuple) => tuple.accepts(right, guard),
        Type::Struct(structure) => structure.accepts(right, guard),
        Type::Variant(members) => members.iter().any(|member| accepts(member, right, guard)),
        Type::Optional(contained) => {
            // A bare Optional accepts every type although only `undef` is its instance: Puppet's rule, which people see.
            matches!(right, Type::Undef) || contained.as_ref().is_none_or(|contained| accepts(contained, right, guard))
        }
        Type::NotUndef(contained) => {
            !accepts(right, &Type::Undef, guard)
                && contained.as_ref().is_none_or(|contained| accepts(contained, right, guard))
        }
        Type::Sensitive(contained) => {
            let Type::Sensitive(other) = right else { return false };
            contained.as_ref().is_none_or(|contained| accepts(contained, other.as_deref().unwrap_or(&Type::Any), guard))
        }
        Type::Type(contained) => {
            let Type::Type(other) = right else { return false };
            match (contained, other) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(own), Some(others)) => accepts(own, others, guard),
            }
        }
        Type::Iterable(contained) => iterable::accepts(contained.as_deref(), right, guard),
        Type::Iterator(contained) => {
            let Type::Iterator(other) = right else { return false };
            contained.as_ref().is_none_or(|contained| accepts(contained, other.as_deref().unwrap_or(&Type::Any), guard))
        }
        Type::Callable(callable) => callable.accepts(right, guard),
        Type::Init(init) => init.accepts(right, guard),
        Type::Runtime(runtime) => runtime.accepts(right),
        Type::Class(name) => matches!(right, Type::Class(other) if name.is_none() || name == other),
        Type::Resource(resource) => resource.accepts(right),
        Type::Object(None) => matches!(right, Type::Object(_) | Type::ObjectExtension(_)),
        Type::Object(Some(object)) => object.accepts(right),
        Type::ObjectExtension(extension) => extension.accepts(right),
        Type::TypeSet(None) => matches!(right, Type::TypeSet(_)),
        Type::TypeSet(Some(_)) | Type::Reference(_) => left == right,
        Type::Alias(alias) => match alias.resolved() {
            None => left == right,
            Some(target) if alias.is_recursive() => guard.answer(left, right, |guard| accepts(target, right, guard)),
            Some(target) => guard.step(left, right, |guard| accepts(target, right, guard)),
        },
    }
}

/// Returns whether a type holds others, and so is known by what it shares with its clones.
fn is_shared(part: &Type) -> bool {
    let mut holds_others = matches!(part, Type::Alias(_));
    part.each_part(&mut |_| holds_others = true);
    holds_others
}

/// Tells types apart for as long as a question lives. What a type shares with its clones counts, not where it stands:
/// some parts are put together anew whenever they are asked for.
fn identity(part: &Type) -> usize {
    match part {
        Type::Alias(alias) => Arc::as_ptr(alias).addr(),
        Type::Array(array) => Arc::as_ptr(array).addr(),
        Type::Hash(hash) => Arc::as_ptr(hash).addr(),
        Type::Tuple(tuple) => Arc::as_ptr(tuple).addr(),
        Type::Struct(structure) => Arc::as_ptr(structure).addr(),
        Type::Callable(callable) => Arc::as_ptr(callable).addr(),
        Type::Init(init) => Arc::as_ptr(init).addr(),
        // Where things lie is a multiple of eight, which leaves room to tell apart what holds the same thing.
        Type::Optional(Some(inner)) => Arc::as_ptr(inner).addr() + 1,
        Type::NotUndef(Some(inner)) => Arc::as_ptr(inner).addr() + 2,
        Type::Sensitive(Some(inner)) => Arc::as_ptr(inner).addr() + 3,
        Type::Type(Some(inner)) => Arc::as_ptr(inner).addr() + 4,
        Type::Iterable(Some(inner)) => Arc::as_ptr(inner).addr() + 5,
        Type::Iterator(Some(inner)) => Arc::as_ptr(inner).addr() + 6,
        Type::Variant(types) => types.as_ptr().addr() + 7,
        // What holds no other type is known by what it says.
        other => {
            let mut hasher = FxHasher::default();
            other.hash(&mut hasher);
            hasher.finish() as usize
        }
    }
}

fn is_scalar_data(candidate: &Type) -> bool {
    matches!(
        candidate,
        Type::ScalarData
            | Type::Numeric
            | Type::Integer(_)
            | Type::Float(_)
            | Type::String(_)
            | Type::Enum(_)
            | Type::Pattern(_)
            | Type::Boolean(_)
    )
}

fn is_rich_scalar(candidate: &Type) -> bool {
    matches!(
        candidate,
        Type::Scalar | Type::Regexp(_) | Type::SemVer(_) | Type::SemVerRange | Type::Timespan(_) | Type::Timestamp(_)
    )
}
