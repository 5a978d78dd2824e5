//! Assignability: is every value of one type also of another?
//!
//! The type that accepts is on the left, the candidate on the right. A few candidates are taken apart before the left
//! side sees them (aliases, `Variant`, `Optional`, `NotUndef`); all others are decided by the left side.

use std::{
    hash::{Hash as _, Hasher as _},
    mem::{self, Discriminant},
    sync::Arc,
};

use rustc_hash::{FxHashSet, FxHasher};

use super::{Type, collection, iterable, semver};

/// The limit on the aliases expanded to compare one pair of types. Aliases that mention each other many times can make
/// the number of paths through them grow without bound; a comparison that exceeds this limit returns false, even where
/// the result is then negated (`NotUndef`).
const MAX_STEPS: u32 = 1_000_000;

/// Keeps track of the pairs of types that are being compared, so that comparing recursive aliases ends.
///
/// The comparison is coinductive: a pair that is met again while it is being compared is accepted, since nothing has
/// refused it so far.
#[derive(Default)]
pub struct Guard {
    /// The pairs with a recursive alias that are being compared.
    open: Vec<Pair>,
    steps: u32,
    /// Refused pairs, memoized after [`MEMO_THRESHOLD`] steps.
    ///
    /// An assumption about an open pair can only turn a refusal into acceptance, so a refusal is final, except below
    /// `NotUndef`, which negates an answer. Such a refusal may be memoized although it depends on an assumption.
    refused: FxHashSet<Pair>,
    /// The number of nested `Init` types.
    pub(super) inits: u32,
    /// Whether the keys of a Hash are assumed to be those of a Struct.
    pub(super) assumes_keys: bool,
    /// The types of the memoized pairs, which keep their addresses from being reused.
    retained: Vec<(Type, Type)>,
}

/// The number of steps after which refusals are memoized.
const MEMO_THRESHOLD: u32 = 1_000;

/// What identifies a type while it is being compared: its kind, and the address that it shares with its clones or, for
/// types without parts, the hash of its content.
type Identity = (Discriminant<Type>, usize);

/// A left and a right type.
type Pair = (Identity, Identity);

impl Guard {
    pub(super) fn assuming_keys() -> Guard {
        Guard { assumes_keys: true, ..Guard::default() }
    }

    /// Compares a pair of types by expanding an alias in it.
    fn expand(&mut self, left: &Type, right: &Type, decide: impl FnOnce(&mut Guard) -> bool) -> bool {
        self.steps = self.steps.saturating_add(1);
        if self.steps < MEMO_THRESHOLD || !has_parts(left) || !has_parts(right) {
            return self.steps <= MAX_STEPS && decide(self);
        }
        let pair = (identity(left), identity(right));
        if self.refused.contains(&pair) || self.steps > MAX_STEPS {
            return false;
        }
        let accepts = decide(self);
        if !accepts && self.refused.insert(pair) {
            self.retained.push((left.clone(), right.clone()));
        }
        accepts
    }

    /// Compares a pair of types by expanding a recursive alias in it.
    fn coinductive(&mut self, left: &Type, right: &Type, decide: impl FnOnce(&mut Guard) -> bool) -> bool {
        let pair = (identity(left), identity(right));
        if self.open.contains(&pair) {
            return true;
        }
        self.open.push(pair);
        let accepts = self.expand(left, right, decide);
        self.open.pop();
        accepts
    }
}

/// Returns whether every value of `right` also is of `left`.
pub(super) fn accepts(left: &Type, right: &Type, guard: &mut Guard) -> bool {
    if let (Type::Any | Type::Unit, _) | (_, Type::Unit) = (left, right) {
        return true;
    }
    match right {
        Type::Alias(alias) => match alias.resolved() {
            None => left == right,
            Some(target) if alias.is_recursive() => {
                guard.coinductive(left, right, |guard| accepts(left, target, guard))
            }
            Some(target) => guard.expand(left, right, |guard| accepts(left, target, guard)),
        },
        Type::Variant(members) => match left {
            Type::Variant(own) if own.is_empty() => true,
            Type::NotUndef(_) if members.is_empty() => accepts_rigid(left, right, guard),
            _ => !members.is_empty() && members.iter().all(|member| accepts(left, member, guard)),
        },
        Type::Optional(contained) => {
            accepts(left, &Type::Undef, guard)
                && contained.as_ref().is_none_or(|contained| accepts(left, contained, guard))
        }
        Type::NotUndef(Some(contained)) => {
            accepts(left, contained, guard) || contained.accepts_undef() && accepts_rigid(left, right, guard)
        }
        _ => accepts_rigid(left, right, guard),
    }
}

/// Compares the left side with a candidate that cannot be taken apart.
fn accepts_rigid(left: &Type, right: &Type, guard: &mut Guard) -> bool {
    match left {
        Type::Any | Type::Unit => true,
        Type::Undef | Type::Default | Type::Binary | Type::SemVerRange => left.is_same_kind(right),
        Type::CatalogEntry => matches!(right, Type::CatalogEntry | Type::Class(_) | Type::Resource(_)),
        Type::Numeric => matches!(right, Type::Numeric | Type::Integer(_) | Type::Float(_)),
        Type::ScalarData => is_scalar_data(right),
        Type::Scalar => is_scalar_data(right) || is_rich_scalar(right),
        Type::Boolean(expected) => {
            matches!(right, Type::Boolean(actual) if expected.is_none() || expected == actual)
        }
        Type::Integer(range) => matches!(right, Type::Integer(other) if range.covers(*other)),
        Type::Float(range) => matches!(right, Type::Float(other) if range.covers(*other)),
        Type::String(string) => string.accepts(right),
        Type::Enum(enumeration) => enumeration.accepts(right),
        Type::Pattern(pattern) => pattern.accepts(right),
        Type::Regexp(expected) => {
            matches!(right, Type::Regexp(actual) if expected.is_none() || expected == actual)
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
            // A bare Optional accepts every type although only `undef` is its instance: Puppet's rule.
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
            Some(target) if alias.is_recursive() => {
                guard.coinductive(left, right, |guard| accepts(target, right, guard))
            }
            Some(target) => guard.expand(left, right, |guard| accepts(target, right, guard)),
        },
    }
}

/// Returns whether a type contains others, and is identified by what it shares with its clones.
fn has_parts(part: &Type) -> bool {
    let mut has_parts = matches!(part, Type::Alias(_));
    part.each_part(&mut |_| has_parts = true);
    has_parts
}

/// Identifies a type by what it shares with its clones rather than by its own address, because some parts are created
/// again each time they are visited.
fn identity(part: &Type) -> Identity {
    let address = match part {
        Type::Alias(alias) => Arc::as_ptr(alias).addr(),
        Type::Array(array) => Arc::as_ptr(array).addr(),
        Type::Hash(hash) => Arc::as_ptr(hash).addr(),
        Type::Tuple(tuple) => Arc::as_ptr(tuple).addr(),
        Type::Struct(structure) => Arc::as_ptr(structure).addr(),
        Type::Callable(callable) => Arc::as_ptr(callable).addr(),
        Type::Init(init) => Arc::as_ptr(init).addr(),
        Type::Optional(Some(inner))
        | Type::NotUndef(Some(inner))
        | Type::Sensitive(Some(inner))
        | Type::Type(Some(inner))
        | Type::Iterable(Some(inner))
        | Type::Iterator(Some(inner)) => Arc::as_ptr(inner).addr(),
        Type::Variant(types) => types.as_ptr().addr(),
        other => {
            let mut hasher = FxHasher::default();
            other.hash(&mut hasher);
            hasher.finish() as usize
        }
    };
    (mem::discriminant(part), address)
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
