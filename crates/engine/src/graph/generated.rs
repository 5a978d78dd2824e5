//! Resources that others added to the catalog before the first turn.

use rustc_hash::FxHashMap;

/// That a resource was added to the catalog by another one, before the first turn.
///
/// It is contained like its parent, and comes after it: before everything that is declared after the parent, unless
/// relations say otherwise. In the catalog it stands somewhere behind its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The place of the resource that added it.
    pub parent: usize,
    /// Its own place.
    pub child: usize,
}

/// Who added whom.
#[derive(Debug, Default)]
pub(super) struct Lineage {
    children: FxHashMap<usize, Vec<usize>>,
    /// The places of what was not added by any other.
    roots: Vec<usize>,
}

impl Lineage {
    /// The lineage among so many resources.
    pub(super) fn new(count: usize, generated: &[Generated]) -> Lineage {
        let mut children: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
        let mut is_child = vec![false; count];
        for &Generated { parent, child } in generated {
            // Nobody has two parents, and no child comes before its own.
            if parent < child && child < count && !std::mem::replace(&mut is_child[child], true) {
                children.entry(parent).or_default().push(child);
            }
        }
        Lineage { children, roots: (0..count).filter(|&place| !is_child[place]).collect() }
    }

    /// What a resource added, in the order in which it did so.
    pub(super) fn children(&self, parent: usize) -> &[usize] {
        self.children.get(&parent).map_or(&[], Vec::as_slice)
    }

    /// All places, those of children right after their parents.
    pub(super) fn places(&self) -> Vec<usize> {
        if self.children.is_empty() {
            return self.roots.clone();
        }
        let mut places = Vec::new();
        let mut coming: Vec<usize> = self.roots.iter().rev().copied().collect();
        while let Some(place) = coming.pop() {
            places.push(place);
            coming.extend(self.children(place).iter().rev());
        }
        places
    }

    /// Parents with their children in the order in which Puppet adds them to the catalog: from behind, so that each can
    /// be put right after the parent.
    pub(super) fn additions(&self) -> Vec<Generated> {
        let mut additions = Vec::new();
        if self.children.is_empty() {
            return additions;
        }
        let added_by = |parent: usize| self.children(parent).iter().map(move |&child| Generated { parent, child });
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
