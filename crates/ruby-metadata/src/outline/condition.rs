//! What a `validate` block refuses, where it is nothing but `raise 'message' unless value =~ /pattern/` and the like.

use ecow::EcoString;
use pcore::Value;

/// Something that is refused.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// Its condition; always, if there is none.
    pub condition: Option<Condition>,
    /// The message.
    pub message: Vec<Piece>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Some words.
    Text(EcoString),
    /// A value.
    Subject(Subject),
}

/// What a condition is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The value that is checked.
    Value,
    /// The value of an attribute of the resource.
    Attribute(EcoString),
}

/// Something that holds or not.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// There is a value that is neither nothing nor false.
    Given(Subject),
    /// There is no value.
    Missing(Subject),
    /// A text matches a pattern; other values do not, unless all values are taken as texts.
    Matches {
        /// What is matched.
        subject: Subject,
        /// The pattern.
        pattern: Value,
        /// Whether it is made a text before.
        as_text: bool,
    },
    /// A value is of one of these classes of Ruby: `String`, `Integer`, `Array`, `Hash`, `TrueClass` …
    IsA(Subject, Vec<EcoString>),
    /// A value is one of these.
    OneOf(Subject, Vec<Value>),
    /// A text or a list is empty.
    Empty(Subject),
    /// How long a text or a list is.
    Length(Subject, Comparison, i64),
    /// The opposite.
    Not(Box<Condition>),
    /// All of them.
    All(Vec<Condition>),
    /// One of them.
    Any(Vec<Condition>),
}

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
}

impl Comparison {
    /// How it is written in most languages.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
            Comparison::Equal => "==",
        }
    }
}
