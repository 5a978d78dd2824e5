//! The differences between two catalogs, as data.

use ecow::{EcoString, eco_format};
use pcore::Value;
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Catalog, Declared, index::canonical};

/// What differs between an old catalog and a new one. All lists are in the order of the catalogs.
///
/// ```
/// use catalog::{Catalog, Declared, Difference};
///
/// let motd = |mode: &str| Declared {
///     type_name: "File".into(),
///     title: "/etc/motd".into(),
///     parameters: vec![("mode".into(), mode.into())],
///     ..Declared::default()
/// };
/// let old = Catalog { resources: vec![motd("0600")], ..Catalog::default() };
/// let new = Catalog { resources: vec![motd("0644")], ..Catalog::default() };
/// let difference = Difference::between(&old, &new);
/// assert_eq!(difference.changed[0].reference, "File[/etc/motd]");
/// assert_eq!(difference.changed[0].parameters[0].name, "mode");
/// assert!(Difference::between(&old, &old).is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Difference {
    /// Resources that only the old catalog has.
    pub removed: Vec<EcoString>,
    /// Resources that only the new catalog has.
    pub added: Vec<EcoString>,
    /// Resources that both have, but not alike.
    pub changed: Vec<ChangedResource>,
    /// Resources that moved among the others; as few as explain the new order.
    pub moved: Vec<EcoString>,
    /// Containment that only the old catalog has.
    pub removed_edges: Vec<(EcoString, EcoString)>,
    /// Containment that only the new catalog has.
    pub added_edges: Vec<(EcoString, EcoString)>,
    /// Classes that only the old catalog has.
    pub removed_classes: Vec<EcoString>,
    /// Classes that only the new catalog has.
    pub added_classes: Vec<EcoString>,
}

/// A resource that two catalogs have, but not alike.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedResource {
    /// Which one.
    pub reference: EcoString,
    /// Its parameters that differ.
    pub parameters: Vec<ChangedParameter>,
    /// Tags that only the old one has.
    pub removed_tags: Vec<EcoString>,
    /// Tags that only the new one has.
    pub added_tags: Vec<EcoString>,
    /// Whether one of them is exported and the other is not.
    pub exported: Option<(bool, bool)>,
}

/// A parameter that differs. Its values may be `Sensitive`, which no text form shows.
#[derive(Clone, Debug, PartialEq)]
pub struct ChangedParameter {
    /// Its name.
    pub name: EcoString,
    /// The value in the old catalog, if any.
    pub old: Option<Value>,
    /// The value in the new catalog, if any.
    pub new: Option<Value>,
}

impl Difference {
    /// Compares two catalogs.
    pub fn between(old: &Catalog, new: &Catalog) -> Difference {
        let indices = |catalog: &Catalog| -> FxHashMap<EcoString, usize> {
            let named = catalog.resources.iter().enumerate();
            named.map(|(index, resource)| (canonical(&resource.type_name, &resource.title), index)).collect()
        };
        let (in_old, in_new) = (indices(old), indices(new));
        let mut difference = Difference::default();
        let mut common = Vec::new();
        for resource in &old.resources {
            if !in_new.contains_key(&canonical(&resource.type_name, &resource.title)) {
                difference.removed.push(eco_format!("{resource}"));
            }
        }
        for (index, resource) in new.resources.iter().enumerate() {
            match in_old.get(&canonical(&resource.type_name, &resource.title)) {
                None => difference.added.push(eco_format!("{resource}")),
                Some(old_index) => {
                    common.push((*old_index, index));
                    difference.changed.extend(ChangedResource::between(&old.resources[*old_index], resource));
                }
            }
        }
        let kept = longest_ascending(&common.iter().map(|(old_index, _)| *old_index).collect::<Vec<_>>());
        let moved = common.iter().enumerate().filter(|(index, _)| !kept.contains(index));
        difference.moved = moved.map(|(_, (_, index))| eco_format!("{}", new.resources[*index])).collect();
        (difference.removed_edges, difference.added_edges) = only_in_one(&edges(old), &edges(new));
        (difference.removed_classes, difference.added_classes) = only_in_one(&old.classes, &new.classes);
        difference
    }

    /// Whether the catalogs are the same.
    pub fn is_empty(&self) -> bool {
        *self == Difference::default()
    }
}

impl ChangedResource {
    fn between(old: &Declared, new: &Declared) -> Option<ChangedResource> {
        let (removed_tags, added_tags) = only_in_one(&old.tags, &new.tags);
        let changed = ChangedResource {
            reference: eco_format!("{new}"),
            parameters: changed_parameters(old, new),
            removed_tags,
            added_tags,
            exported: (old.exported != new.exported).then_some((old.exported, new.exported)),
        };
        let differs = !changed.parameters.is_empty()
            || !changed.removed_tags.is_empty()
            || !changed.added_tags.is_empty()
            || changed.exported.is_some();
        differs.then_some(changed)
    }
}

fn changed_parameters(old: &Declared, new: &Declared) -> Vec<ChangedParameter> {
    let by_name =
        |resource: &Declared| -> FxHashMap<EcoString, Value> { resource.parameters.iter().cloned().collect() };
    let (mut old_values, new_values) = (by_name(old), by_name(new));
    let mut changed = Vec::new();
    for (name, value) in &new.parameters {
        let before = old_values.remove(name);
        if before.as_ref() != Some(value) {
            changed.push(ChangedParameter { name: name.clone(), old: before, new: Some(value.clone()) });
        }
    }
    let gone = old.parameters.iter().filter(|(name, _)| !new_values.contains_key(name));
    changed.extend(gone.map(|(name, value)| ChangedParameter {
        name: name.clone(),
        old: Some(value.clone()),
        new: None,
    }));
    changed
}

fn edges(catalog: &Catalog) -> Vec<(EcoString, EcoString)> {
    let name = |index: usize| catalog.resources.get(index).map(|resource| eco_format!("{resource}"));
    let edges = catalog.containment.iter();
    edges.filter_map(|(container, contained)| Some((name(*container)?, name(*contained)?))).collect()
}

fn only_in_one<T: Clone + Eq + std::hash::Hash>(old: &[T], new: &[T]) -> (Vec<T>, Vec<T>) {
    let without = |these: &[T], others: &[T]| -> Vec<T> {
        let others: FxHashSet<&T> = others.iter().collect();
        these.iter().filter(|item| !others.contains(item)).cloned().collect()
    };
    (without(old, new), without(new, old))
}

/// The indices of a longest ascending subsequence, by patience sorting.
fn longest_ascending(numbers: &[usize]) -> FxHashSet<usize> {
    let mut tops: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    for (index, number) in numbers.iter().enumerate() {
        let pile = tops.partition_point(|top| numbers[*top] < *number);
        before.push(pile.checked_sub(1).map(|left| tops[left]));
        match tops.get_mut(pile) {
            Some(top) => *top = index,
            None => tops.push(index),
        }
    }
    let mut kept = FxHashSet::default();
    let mut next = tops.last().copied();
    while let Some(index) = next {
        kept.insert(index);
        next = before[index];
    }
    kept
}
