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
    /// Something that is not always evaluated, with the number of expressions that it is made of.
    Counted(u64, Box<Code>),
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
    /// Counts expressions that are evaluated from here on.
    Spend(u64),
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
            Code::Counted(_, inner) => inner.is_truth(),
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

/// The helpers whose work is counted, besides all functions: `budget` of both runtimes has them.
const BOUNDED: &[&str] = &[
    "add",
    "subtract",
    "shift_left",
    "equal",
    "less",
    "less_or_equal",
    "greater",
    "greater_or_equal",
    "within",
    "fits",
    "fits_any",
    "matches",
    "interpolate",
    "concat",
    "unfold",
    "convert",
];

/// The name of a helper as logic calls it: the one that counts its work, if there is one.
pub(crate) fn bounded(name: &str) -> String {
    if name.starts_with("f_") || BOUNDED.contains(&name) { format!("b_{name}") } else { name.to_owned() }
}
