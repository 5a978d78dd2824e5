//! What can be wrong with a type set.

use ecow::EcoString;

use crate::{semver::SemVerError, types::ObjectError};

/// Why a type set cannot be defined or used. The sentences are Puppet's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeSetError {
    /// The definition has the wrong shape, or one of the Object types in it cannot be defined.
    #[error(transparent)]
    Definition(#[from] ObjectError),
    /// A version or version range is invalid.
    #[error("{0}")]
    Version(SemVerError),
    /// The version of Pcore is not supported.
    #[error(
        "The pcore version for TypeSet '{set}' is not understood by this runtime. Expected range 1.x, got {version}"
    )]
    PcoreVersion {
        /// The set.
        set: EcoString,
        /// Its version of Pcore.
        version: String,
    },
    /// One of the types has no target.
    #[error("Type alias '{0}' cannot be resolved to a real type")]
    Alias(EcoString),
    /// Two references could mean the same version of one set.
    #[error("TypeSet '{set}' references TypeSet '{authority}/{name}' more than once using overlapping version ranges")]
    OverlappingReferences {
        /// The set.
        set: EcoString,
        /// The authority for the names.
        authority: EcoString,
        /// The referenced set.
        name: EcoString,
    },
    /// A reference has the name of a type.
    #[error(
        "TypeSet '{set}' references a TypeSet using alias '{alias}'. \
         The alias collides with the name of a declared type"
    )]
    ReferenceNamedAsType {
        /// The set.
        set: EcoString,
        /// The name.
        alias: EcoString,
    },
    /// The referenced set is unknown, is not a type set, or has another version.
    #[error("TypeSet '{set}' reference to TypeSet named '{name}' {problem}")]
    Reference {
        /// The set.
        set: EcoString,
        /// The referenced name.
        name: EcoString,
        /// What is wrong with it.
        problem: String,
    },
}
