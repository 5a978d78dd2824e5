//! Logic as a tree that is the same for Python and Lua: statements and calls of helpers that both runtimes have.
//!
//! An expression of the language may hold conditions and blocks, which neither of the two allows. So each one becomes
//! statements that leave their value in a variable, and an expression without them stays one.

use ecow::EcoString;

/// A piece of an expression. What it computes is a value of the runtime; truth values are those of the language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Code {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(EcoString),
    /// A regular expression, by its number among all.
    Pattern(usize),
    /// A type, by its number among all.
    Type(usize),
    /// A variable of the function.
    Local(String),
    List(Vec<Code>),
    Entries(Vec<(Code, Code)>),
    /// A helper of the runtime.
    Call(&'static str, Vec<Code>),
    /// Whether a value counts as true.
    Truth(Box<Code>),
    And(Box<Code>, Box<Code>),
    Or(Box<Code>, Box<Code>),
    Not(Box<Code>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// Declares a variable.
    Let(String, Code),
    /// Changes one.
    Set(String, Code),
    Do(Code),
    If(Code, Vec<Statement>, Vec<Statement>),
    /// A function that sees the variables around it.
    Define(String, Vec<String>, Vec<Statement>),
    Return(Code),
}

/// A logic.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Function {
    /// The variables that it is called with, in order.
    pub parameters: Vec<String>,
    pub body: Vec<Statement>,
}

impl Code {
    pub fn text(text: impl Into<EcoString>) -> Code {
        Code::Text(text.into())
    }

    pub fn local(name: &str) -> Code {
        Code::Local(name.to_owned())
    }

    /// Whether it computes a truth value whatever it is given.
    pub fn is_truth(&self) -> bool {
        match self {
            Code::Boolean(_) | Code::Truth(_) | Code::And(..) | Code::Or(..) | Code::Not(_) => true,
            Code::Call(name, _) => TRUTHS.contains(name),
            _ => false,
        }
    }

    /// Whether a value counts as true.
    pub fn truth(self) -> Code {
        if self.is_truth() { self } else { Code::Truth(Box::new(self)) }
    }
}

/// The helpers that compute truth values.
const TRUTHS: &[&str] =
    &["equal", "less", "less_or_equal", "greater", "greater_or_equal", "matches", "within", "fits", "fits_any"];
