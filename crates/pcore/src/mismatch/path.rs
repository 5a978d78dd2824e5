//! The path from a subject to the part of it that does not fit.

use std::fmt::{self, Display, Formatter};

use ecow::EcoString;

/// One step into a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The name of the whole value.
    Subject(EcoString),
    /// A parameter of a class or function.
    Parameter(EcoString),
    /// The value of a hash entry.
    Entry(EcoString),
    /// The key of a hash entry.
    EntryKey(EcoString),
    /// An element of an array.
    Index(usize),
    /// One of the types of a Variant.
    Variant(usize),
    /// One of the signatures of a function.
    Signature(usize),
    /// The block given to a function.
    Block,
    /// What a callable returns.
    Return,
}

impl Step {
    /// Returns whether this step chooses an alternative rather than a part of the value.
    pub(super) fn is_alternative(&self) -> bool {
        matches!(self, Step::Variant(_) | Step::Signature(_))
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Step::Subject(name) => f.write_str(name),
            Step::Parameter(name) => write!(f, "parameter '{name}'"),
            Step::Entry(key) => write!(f, "entry '{key}'"),
            Step::EntryKey(key) => write!(f, "key of entry '{key}'"),
            Step::Index(index) => write!(f, "index {index}"),
            Step::Variant(index) => write!(f, "variant {index}"),
            Step::Signature(index) => write!(f, "{}.", index + 1),
            Step::Block => f.write_str("block"),
            Step::Return => f.write_str("return"),
        }
    }
}

/// Returns the path with one more step.
pub(super) fn with(path: &[Step], step: Step) -> Vec<Step> {
    [path, &[step]].concat()
}

/// Returns whether two paths lead to the same part of the value, whatever alternatives they take.
pub(super) fn same_target(one: &[Step], two: &[Step]) -> bool {
    fn parts(path: &[Step]) -> impl Iterator<Item = &Step> {
        path.iter().filter(|step| !step.is_alternative())
    }
    parts(one).eq(parts(two))
}
