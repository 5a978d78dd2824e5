//! Where a vertex stands among those that could have the next turn.

use ecow::EcoVec;

/// The place of declaration, and for what was added to the run, the places below it.
///
/// What a resource adds comes after it and before what is declared next:
///
/// ```
/// use engine::graph::Priority;
///
/// let (first, second) = (Priority::declared(1), Priority::declared(2));
/// assert!(first < first.nested(1) && first.nested(1) < first.nested(1).nested(1));
/// assert!(first.nested(1).nested(1) < first.nested(2) && first.nested(2) < second);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Priority {
    declared: usize,
    nested: EcoVec<u32>,
}

impl Priority {
    /// The priority of a place in the catalog.
    pub fn declared(place: usize) -> Priority {
        Priority { declared: place, nested: EcoVec::new() }
    }

    /// The priority of what is added as the given one after this, counted from 1.
    pub fn nested(&self, number: u32) -> Priority {
        let mut nested = self.nested.clone();
        nested.push(number);
        Priority { declared: self.declared, nested }
    }
}
