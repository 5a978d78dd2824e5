//! Logic as a tree for both Python and Lua: statements, and calls of helpers of the runtimes.
//!
//! An expression of the language may contain conditions and blocks, which Python and Lua do not allow. They become
//! statements that store their value in a variable.

use ecow::EcoString;
use pcore::Value;

/// A part of an expression. It computes a value of the runtime, or a boolean of the target language.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Code {
    Undef,
    Default,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    Text(EcoString),
    /// A regular expression, by its index.
    Pattern(usize),
    /// A type, by its index.
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
    /// Code that is not always evaluated, with its number of expressions.
    Counted(u64, Box<Code>),
    /// A list of the target language, which is not a value of the runtime.
    Plain(Vec<Code>),
    /// A table or dictionary of the target language.
    Table(Vec<(String, Code)>),
    /// Finished source.
    Written(String),
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Statement {
    /// Declares a variable.
    Let(String, Code),
    /// Changes one.
    Set(String, Code),
    Do(Code),
    If(Code, Vec<Statement>, Vec<Statement>),
    /// A function with access to the enclosing variables.
    Define(String, Vec<String>, Vec<Statement>),
    Return(Code),
    /// Counts expressions that are evaluated from here on.
    Spend(u64),
}

/// A logic.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Function {
    pub parameters: Vec<String>,
    pub body: Vec<Statement>,
}

impl Code {
    pub fn text(text: impl Into<EcoString>) -> Code {
        Code::Text(text.into())
    }

    /// A number or an index.
    pub fn index(number: usize) -> Code {
        Code::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }

    /// Texts as a list of the target language.
    pub fn texts(texts: &[EcoString]) -> Code {
        Code::Plain(texts.iter().map(|text| Code::Text(text.clone())).collect())
    }

    /// Converts a value, if it can be written as a literal.
    pub fn of(value: &Value) -> Option<Code> {
        Some(match value {
            Value::Undef => Code::Undef,
            Value::Boolean(value) => Code::Boolean(*value),
            Value::Integer(number) => Code::Integer(*number),
            Value::Float(number) => Code::Float(*number),
            Value::String(text) => Code::Text(text.clone()),
            Value::Array(items) => Code::List(items.iter().map(Code::of).collect::<Option<_>>()?),
            Value::Hash(hash) => {
                let pair = |(key, value)| Some(Code::Plain(vec![Code::of(key)?, Code::of(value)?]));
                let pairs = hash.iter().map(pair).collect::<Option<_>>()?;
                Code::Call("Hash", vec![Code::Plain(pairs)])
            }
            _ => return None,
        })
    }

    pub fn local(name: &str) -> Code {
        Code::Local(name.to_owned())
    }

    /// Whether it always computes a boolean.
    pub fn is_truth(&self) -> bool {
        match self {
            Code::Boolean(_) | Code::Truth(_) | Code::And(..) | Code::Or(..) | Code::Not(_) => true,
            Code::Call(name, _) => BOOLEAN_HELPERS.contains(name),
            Code::Counted(_, inner) => inner.is_truth(),
            _ => false,
        }
    }

    /// Whether a value counts as true.
    pub fn truth(self) -> Code {
        if self.is_truth() { self } else { Code::Truth(Box::new(self)) }
    }
}

/// The helpers that compute booleans.
const BOOLEAN_HELPERS: &[&str] =
    &["equal", "less", "less_or_equal", "greater", "greater_or_equal", "matches", "within", "fits", "fits_any"];

/// The helpers whose work is counted, besides all functions: those in `budget` of both runtimes.
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

/// The name by which logic calls a helper: the counting variant, if there is one.
pub(crate) fn bounded(name: &str) -> String {
    if name.starts_with("f_") || BOUNDED.contains(&name) { format!("b_{name}") } else { name.to_owned() }
}
