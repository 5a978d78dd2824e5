//! Which of the vertices that are ready is evaluated first.

use ecow::EcoVec;

/// The position of the declaration, and for generated resources the positions below it.
///
/// What a resource generates comes after it and before what is declared next:
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
    /// The priority of a position in the order of declaration.
    pub fn declared(position: usize) -> Priority {
        Priority { declared: position, nested: EcoVec::new() }
    }

    /// The priority of the resource that is generated after this one with this number, counted from 1.
    pub fn nested(&self, number: u32) -> Priority {
        let mut nested = self.nested.clone();
        nested.push(number);
        Priority { declared: self.declared, nested }
    }
}
