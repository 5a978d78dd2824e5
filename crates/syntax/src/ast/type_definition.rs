//! The body of `type X { … }`, and the invariants of types and defines.
//!
//! Logic is always a [`Lambda`]: a block and a bare expression are lambdas without parameters. An evaluator can
//! therefore keep it without the definition that contains it.

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;

use super::{DefinitionLocation, Expression, Lambda};

/// `type A inherits B { … }`
#[derive(Debug)]
pub struct TypeDefinition {
    /// Its full name. Each segment is capitalized, even if it was written in lower case.
    pub name: EcoString,
    /// The capitalized name of the type that it inherits.
    pub parent: Option<Word>,
    /// The statements between the braces.
    pub statements: Vec<TypeStatement>,
    /// Where the definition is.
    pub location: DefinitionLocation,
}

/// A word and its span.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: EcoString,
    /// The word's position in the text.
    pub span: Span,
}

/// A statement of a type.
#[derive(Debug)]
pub enum TypeStatement {
    /// `attr a, String { … }`, `has b, Other { … }`
    Feature(Box<Feature>),
    /// `invariant 'title' { … }`
    Invariant(Arc<Invariant>),
    /// `abstract`
    Abstract(Span),
    /// `desc 'text'`
    Description(Word),
    /// `features supports_noop, canonicalize`
    Features(Vec<Word>, Span),
    /// `autorequire { package => apt }`: the word, and the hash
    Automatic(Word, Expression),
}

/// An attribute or a reference.
#[derive(Debug)]
pub struct Feature {
    /// Whether it is an attribute or a reference.
    pub kind: FeatureKind,
    /// Its name.
    pub name: Word,
    /// The type of its values.
    pub data_type: Option<FeatureType>,
    /// The settings in braces.
    pub settings: Vec<Setting>,
    /// All of its text.
    pub span: Span,
}

/// The kinds of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// `attr`: holds data.
    Attribute,
    /// `has`: holds other instances.
    Reference,
}

impl FeatureKind {
    /// Returns the keyword.
    pub fn word(self) -> &'static str {
        match self {
            FeatureKind::Attribute => "attr",
            FeatureKind::Reference => "has",
        }
    }
}

/// The type of a feature.
#[derive(Debug)]
pub enum FeatureType {
    /// `String`, `Other::Type`
    Named(Word),
    /// `enum[a, b]`
    Enumeration(Vec<Word>, Span),
}

/// `min => 1`, `check => { … }`
#[derive(Debug)]
pub struct Setting {
    /// Its name.
    pub name: Word,
    /// Its value.
    pub value: SettingValue,
    /// All of its text.
    pub span: Span,
}

/// The value of a setting.
#[derive(Debug)]
pub enum SettingValue {
    /// A value that must be a literal.
    Literal(Expression),
    /// Code that is evaluated.
    Logic(Logic),
}

/// Code that is evaluated when an instance is created or read.
#[derive(Clone, Debug)]
pub struct Logic {
    /// How it was written.
    pub form: LogicForm,
    /// The code.
    pub lambda: Arc<Lambda>,
}

/// How logic was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogicForm {
    /// `{ … }`
    Block,
    /// `|$x| { … }`
    Lambda,
    /// `$it > 0`
    Expression,
}

/// `invariant 'title' { … }`
#[derive(Debug)]
pub struct Invariant {
    /// The message if it does not hold.
    pub title: Option<Word>,
    /// The condition that must hold.
    pub logic: Logic,
    /// All of its text.
    pub span: Span,
}
