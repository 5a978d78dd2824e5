//! Errors in a definition, in type parameters, or in the arguments of a constructor.

use ecow::EcoString;

use super::MemberLabel;

/// Why an Object type cannot be defined, or an instance cannot be created. The sentences are Puppet's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ObjectError {
    /// A part of a definition has the wrong shape; holds the whole explanation of the mismatch.
    #[error("{0}")]
    WrongType(String),
    /// The constructor does not take these arguments; holds the whole explanation of the mismatch.
    #[error("{0}")]
    Arguments(String),
    /// The constructor has no value for the attribute.
    #[error("{0} has no value")]
    NoValue(MemberLabel),
    /// The name has a meaning in rich data.
    #[error("The attribute '{0}' is reserved and cannot be used")]
    Reserved(EcoString),
    /// A constant is always final.
    #[error("{0} of kind 'constant' cannot be combined with final => false")]
    NotFinal(MemberLabel),
    /// A constant must have a value.
    #[error("{0} of kind 'constant' requires a value")]
    ConstantWithoutValue(MemberLabel),
    /// A derived attribute cannot have a default.
    #[error("{member} of kind '{kind}' cannot be combined with an attribute value")]
    ValueOfDerived {
        /// The attribute.
        member: MemberLabel,
        /// `derived` or `given_or_derived`.
        kind: &'static str,
    },
    /// The name is in both `constants` and `attributes`.
    #[error("{0} is defined as both a constant and an attribute")]
    ConstantAndAttribute(MemberLabel),
    /// An attribute of the type has the name of the function.
    #[error("{0} conflicts with attribute with the same name")]
    FunctionAndAttribute(MemberLabel),
    /// `override => true` without anything to override.
    #[error("expected {0} to override an inherited {feature}, but no such {feature} was found", feature = .0.feature)]
    NothingToOverride(MemberLabel),
    /// A member cannot override an inherited one like this.
    #[error("{member} attempts to override {inherited}")]
    Override {
        /// The new member.
        member: MemberLabel,
        /// What it would override, and why it cannot.
        inherited: String,
    },
    /// Attributes of different types cannot be compared by a list.
    #[error("equality_include_type = false cannot be combined with non empty equality specification")]
    EqualityWithoutType,
    /// `equality` names something that cannot be compared by it.
    #[error("{object} equality is referencing {named}")]
    Equality {
        /// The Object type.
        object: EcoString,
        /// What `equality` names, and why it cannot.
        named: String,
    },
    /// The type is among its own ancestors.
    #[error("The Object type '{0}' inherits from itself")]
    InheritsFromItself(EcoString),
    /// The parent is unknown.
    #[error("reference to unresolved type '{0}'")]
    UnresolvedParent(EcoString),
    /// The type has no type parameters.
    #[error("The {0}-Type cannot be parameterized using []")]
    NotParameterized(EcoString),
    /// Every type parameter is missing.
    #[error("The {0}-Type cannot be parameterized using an empty parameter list")]
    NoParameters(EcoString),
    /// There is no such type parameter.
    #[error("'{name}' is not a known type parameter for {object}-Type")]
    UnknownParameter {
        /// The Object type.
        object: EcoString,
        /// The name.
        name: EcoString,
    },
}
