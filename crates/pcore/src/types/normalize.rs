//! The simplest type with the same meaning: the form in which mismatches are described.
//!
//! A few results look odd and are kept because they are visible to users: a `Collection` loses its size, and
//! `Array[Any, 1]` is the bare `Array`.

use std::sync::Arc;

use super::{Contained, EnumType, PatternType, StringType, Type, semver};
use crate::semver::merge_backwards;

impl Type {
    /// Returns the simplest type with the same meaning.
    ///
    /// ```
    /// use pcore::parse_type;
    ///
    /// let messy = parse_type("Variant[Undef, Enum[b], Enum[a], Integer[1, 3], Integer[4, 9]]").unwrap();
    /// assert_eq!(messy.normalized().to_string(), "Optional[Variant[Integer[1, 9], Enum['a', 'b']]]");
    /// ```
    pub fn normalized(&self) -> Type {
        match self {
            Type::Collection(_) => Type::Collection(None),
            Type::Array(array) if array.element == Type::Any => Type::any_array(),
            Type::Variant(types) => normalized_variant(types),
            Type::Optional(contained) => normalized_optional(contained),
            Type::NotUndef(contained) => normalized_not_undef(contained),
            Type::Sensitive(Some(contained)) => match contained.normalized() {
                same if same == **contained => self.clone(),
                simpler => Type::sensitive(&simpler),
            },
            Type::Alias(alias) if alias.names_its_object() => self.resolved().clone(),
            other => other.map_parts(&mut Type::normalized),
        }
    }
}

fn inner(contained: &Contained) -> Contained {
    contained.as_ref().map(|contained| Arc::new(contained.normalized()))
}

fn normalized_optional(contained: &Contained) -> Type {
    match inner(contained) {
        None => Type::Optional(None),
        Some(contained) => match &*contained {
            Type::NotUndef(inner) => normalized_optional(inner),
            accepting if accepting.accepts_undef() => accepting.clone(),
            _ => Type::Optional(Some(contained)),
        },
    }
}

fn normalized_not_undef(contained: &Contained) -> Type {
    match inner(contained) {
        None => Type::NotUndef(None),
        Some(contained) => match &*contained {
            Type::Optional(inner) => normalized_not_undef(inner),
            refusing if !refusing.accepts_undef() => refusing.clone(),
            Type::Any => Type::NotUndef(None),
            _ => Type::NotUndef(Some(contained)),
        },
    }
}

fn normalized_variant(types: &[Type]) -> Type {
    let written = types;
    let mut types: Vec<Type> = types.iter().map(Type::normalized).collect();
    if types.len() == 1 {
        return types.swap_remove(0);
    }
    let changed = types != written;
    if types.iter().any(|part| matches!(part, Type::Undef | Type::Optional(_))) {
        let present = types.into_iter().filter_map(|part| match part {
            Type::Undef | Type::Optional(None) => None,
            Type::Optional(Some(contained)) => Some((*contained).clone()),
            other => Some(other),
        });
        return normalized_optional(&Some(Arc::new(Type::variant(present))));
    }
    let mut types = flattened(types);
    let count = types.len();
    merge_not_undefs(&mut types);
    merge_enums(&mut types);
    merge_patterns(&mut types);
    merge_versions(&mut types);
    merge_ranges(
        &mut types,
        |part| if let Type::Integer(range) = part { Some(*range) } else { None },
        |a, b| a.merged(*b),
        Type::Integer,
    );
    merge_ranges(
        &mut types,
        |part| if let Type::Float(range) = part { Some(*range) } else { None },
        |a, b| a.merged(*b),
        Type::Float,
    );
    merge_ranges(
        &mut types,
        |part| if let Type::Timespan(range) = part { Some((**range).clone()) } else { None },
        |a, b| a.merged(b),
        |range| Type::Timespan(Arc::new(range)),
    );
    merge_ranges(
        &mut types,
        |part| if let Type::Timestamp(range) = part { Some((**range).clone()) } else { None },
        |a, b| a.merged(b),
        |range| Type::Timestamp(Arc::new(range)),
    );
    // Looking for types to merge may have changed the order; if nothing was merged, the original order stays.
    if changed || types.len() != count || written.iter().any(holds_sized_hash) {
        Type::variant(types)
    } else {
        Type::Variant(written.into())
    }
}

/// Returns whether there is a Hash with a size in the type. Puppet recreates such a Hash each time, and treats that as
/// a change of everything around it.
fn holds_sized_hash(whole: &Type) -> bool {
    let mut holds = matches!(whole, Type::Hash(hash) if hash.size.is_some() && !hash.is_empty());
    whole.each_part(&mut |part| holds = holds || holds_sized_hash(part));
    holds
}

fn flattened(types: Vec<Type>) -> Vec<Type> {
    let mut flat = Vec::with_capacity(types.len());
    for part in types {
        match part {
            Type::Variant(members) => flat.extend(members.iter().cloned()),
            single => flat.push(single),
        }
    }
    flat
}

/// Removes all types that `pick` accepts from the list, if there are at least two.
fn take_several(types: &mut Vec<Type>, pick: impl Fn(&Type) -> bool) -> Option<Vec<Type>> {
    if types.iter().filter(|part| pick(part)).count() < 2 {
        return None;
    }
    let (selected, rest) = std::mem::take(types).into_iter().partition(|part| pick(part));
    *types = rest;
    Some(selected)
}

fn merge_not_undefs(types: &mut Vec<Type>) {
    if let Some(selected) = take_several(types, |part| matches!(part, Type::NotUndef(_))) {
        let contained = selected.into_iter().map(|part| match part {
            Type::NotUndef(Some(contained)) => (*contained).clone(),
            _ => Type::Any,
        });
        types.push(Type::not_undef(Type::variant(contained).normalized()));
    }
}

fn merge_enums(types: &mut Vec<Type>) {
    let sensitive = take_several(types, |part| match part {
        Type::Enum(enumeration) => !enumeration.values.is_empty() && !enumeration.case_insensitive,
        Type::String(string) => string.exact().is_some(),
        _ => false,
    });
    if let Some(selected) = sensitive {
        let mut values = Vec::new();
        for part in selected {
            match part {
                Type::Enum(enumeration) => values.extend(enumeration.values.iter().cloned()),
                Type::String(StringType::Exact(text)) => values.push(text),
                _ => {}
            }
        }
        types.push(Type::Enum(Arc::new(EnumType::new(values, false))));
    }
    let insensitive = take_several(
        types,
        |part| matches!(part, Type::Enum(enumeration) if !enumeration.values.is_empty() && enumeration.case_insensitive),
    );
    if let Some(selected) = insensitive {
        let values = selected.iter().flat_map(|part| match part {
            Type::Enum(enumeration) => enumeration.values.iter().map(|value| value.to_lowercase()).collect(),
            _ => Vec::new(),
        });
        types.push(Type::Enum(Arc::new(EnumType::new(values.collect(), true))));
    }
}

fn merge_patterns(types: &mut Vec<Type>) {
    if let Some(selected) = take_several(types, |part| matches!(part, Type::Pattern(_))) {
        let patterns = selected.iter().flat_map(|part| match part {
            Type::Pattern(pattern) => pattern.patterns.clone(),
            _ => Vec::new(),
        });
        types.push(Type::Pattern(Arc::new(PatternType::new(patterns))));
    }
}

fn merge_versions(types: &mut Vec<Type>) {
    if let Some(selected) = take_several(types, |part| matches!(part, Type::SemVer(_))) {
        let ranges = selected.iter().flat_map(|part| match part {
            Type::SemVer(ranges) => ranges.to_vec(),
            _ => Vec::new(),
        });
        types.insert(0, semver::new(ranges.collect()));
    }
}

/// Merges adjacent ranges, from the last to the first; the order is visible in messages.
fn merge_ranges<T>(
    types: &mut Vec<Type>,
    range_of: impl Fn(&Type) -> Option<T>,
    merged: impl Fn(&T, &T) -> Option<T>,
    make: impl Fn(T) -> Type,
) {
    let Some(selected) = take_several(types, |part| range_of(part).is_some()) else { return };
    let ranges = selected.iter().filter_map(range_of).collect();
    let mut result: Vec<Type> = merge_backwards(ranges, merged).into_iter().map(make).collect();
    result.append(types);
    *types = result;
}
