//! Resources that others added to the catalog before the first evaluation.

use rustc_hash::FxHashMap;

use crate::index::ResourceIndex;

/// That a resource was added to the catalog by another one, before the first evaluation.
///
/// It is contained like its parent, and comes after it: before everything that is declared after the parent, unless
/// relations say otherwise. Its index is greater than that of its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The resource that added it.
    pub parent: ResourceIndex,
    /// The resource itself.
    pub child: ResourceIndex,
}

/// Which resources were added by which.
#[derive(Debug, Default)]
pub(super) struct Lineage {
    children: FxHashMap<ResourceIndex, Vec<ResourceIndex>>,
    /// Those that were not added by any other.
    roots: Vec<ResourceIndex>,
}

impl Lineage {
    /// The lineage among so many resources.
    pub(super) fn new(count: usize, generated: &[Generated]) -> Lineage {
        let mut children: FxHashMap<ResourceIndex, Vec<ResourceIndex>> = FxHashMap::default();
        let mut is_child = vec![false; count];
        for &Generated { parent, child } in generated {
            // A child has one parent, and comes after it.
            if parent < child && child.0 < count && !std::mem::replace(&mut is_child[child], true) {
                children.entry(parent).or_default().push(child);
            }
        }
        Lineage { children, roots: ResourceIndex::first(count).filter(|&index| !is_child[index]).collect() }
    }

    /// What a resource added, in the order in which it did so.
    pub(super) fn children(&self, parent: ResourceIndex) -> &[ResourceIndex] {
        self.children.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// All resources, with children right after their parents.
    pub(super) fn order(&self) -> Vec<ResourceIndex> {
        if self.children.is_empty() {
            return self.roots.clone();
        }
        let mut order = Vec::new();
        let mut coming: Vec<ResourceIndex> = self.roots.iter().rev().copied().collect();
        while let Some(index) = coming.pop() {
            order.push(index);
            coming.extend(self.children(index).iter().rev());
        }
        order
    }

    /// Parents with their children in the order in which Puppet adds them to the catalog: the last one first, so that each
    /// can be put right after the parent.
    pub(super) fn additions(&self) -> Vec<Generated> {
        let mut additions = Vec::new();
        if self.children.is_empty() {
            return additions;
        }
        let added_by =
            |parent: ResourceIndex| self.children(parent).iter().map(move |&child| Generated { parent, child });
        for &root in &self.roots {
            let mut coming: Vec<Generated> = added_by(root).collect();
            while let Some(addition) = coming.pop() {
                additions.push(addition);
                coming.extend(added_by(addition.child));
            }
        }
        additions
    }
}
