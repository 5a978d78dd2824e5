//! What stands between the braces of `type X { … }`, and the invariants of types and defines.
//!
//! Logic is a [`Lambda`], in whatever form it was written: a block and a bare expression are lambdas without
//! parameters. So whoever evaluates it keeps it by itself, without the definition around it.

use std::sync::Arc;

use diagnostics::Span;
use ecow::EcoString;

use super::{Expression, Lambda, Place};

/// `type A inherits B { … }`
#[derive(Debug)]
pub struct TypeDefinition {
    /// Its full name, each part of which begins with a capital letter, however it was written.
    pub name: EcoString,
    /// The type that it extends, by its name in capital letters.
    pub parent: Option<Word>,
    /// The statements between the braces.
    pub statements: Vec<TypeStatement>,
    /// Where it stands.
    pub place: Place,
}

/// A word with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub text: EcoString,
    /// Where it stands.
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
    /// Which of the two.
    pub kind: FeatureKind,
    /// Its name.
    pub name: Word,
    /// The type of its values.
    pub data_type: Option<FeatureType>,
    /// What else is said of it.
    pub settings: Vec<Setting>,
    /// All of its text.
    pub span: Span,
}

/// What a feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeatureKind {
    /// `attr`: holds data.
    Attribute,
    /// `has`: holds other instances.
    Reference,
}

impl FeatureKind {
    /// How it is written.
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
    /// What is told by an expression that should be a literal.
    Literal(Expression),
    /// What is evaluated.
    Logic(Logic),
}

/// Something that is evaluated when an instance is made or read.
#[derive(Clone, Debug)]
pub struct Logic {
    /// In which form it was written.
    pub form: LogicForm,
    /// What is evaluated.
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
    /// What is said when it does not hold.
    pub title: Option<Word>,
    /// What must hold.
    pub logic: Logic,
    /// All of its text.
    pub span: Span,
}
