//! What can be wrong with a type set.

use ecow::EcoString;

use crate::{semver::SemVerError, types::ObjectError};

/// Why a type set cannot be defined, or not be used. The sentences are Puppet's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TypeSetError {
    /// The definition has the wrong shape, or one of the Object types in it cannot be defined.
    #[error(transparent)]
    Definition(#[from] ObjectError),
    /// A version, or a range of them, cannot be read.
    #[error("{0}")]
    Version(SemVerError),
    /// The set is written in a Pcore that we do not know.
    #[error(
        "The pcore version for TypeSet '{set}' is not understood by this runtime. Expected range 1.x, got {version}"
    )]
    PcoreVersion {
        /// The set.
        set: EcoString,
        /// Its version of Pcore.
        version: String,
    },
    /// One of the types stands for nothing.
    #[error("Type alias '{0}' cannot be resolved to a real type")]
    Alias(EcoString),
    /// Two references could mean the same version of one set.
    #[error("TypeSet '{set}' references TypeSet '{authority}/{name}' more than once using overlapping version ranges")]
    OverlappingReferences {
        /// The set.
        set: EcoString,
        /// Who gives out the names.
        authority: EcoString,
        /// The set that is referred to.
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
    /// Nobody knows the set.
    #[error("TypeSet '{set}' reference to TypeSet named '{name}' cannot be resolved")]
    UnresolvedReference {
        /// The set.
        set: EcoString,
        /// The set that is referred to.
        name: EcoString,
    },
    /// The name is that of something else.
    #[error("TypeSet '{set}' reference to TypeSet named '{name}' resolves to a {found}")]
    NotATypeSet {
        /// The set.
        set: EcoString,
        /// The set that is referred to.
        name: EcoString,
        /// What it is instead.
        found: EcoString,
    },
    /// The set that is known is of another version.
    #[error(
        "TypeSet '{set}' reference to TypeSet named '{name}' resolves to an incompatible version. \
         Expected {expected}, got {found}"
    )]
    IncompatibleReference {
        /// The set.
        set: EcoString,
        /// The set that is referred to.
        name: EcoString,
        /// The range.
        expected: String,
        /// The version.
        found: String,
    },
}
