//! What manifests can call: the functions that Puppet has, and those of stdlib that modules use most.
//!
//! A function is a file with a `static FUNCTION` (its name, how it may be called, its body, examples that are run as
//! tests) and a line in the list of its folder: `core` or `stdlib`. Functions written in the language come from the
//! [`Loader`](crate::Loader) and go first.

pub(crate) mod digest;
pub(crate) mod iteration;
pub(crate) mod navigation;
pub(crate) mod ruby;

mod core;
mod deprecation;
mod dispatch;
mod files;
mod local_types;
mod logic;
mod ruby_function;
mod stdlib;

#[cfg(test)]
mod tests;

pub use self::ruby_function::{DataContext, RubyRunner};
pub(crate) use self::{
    core::resolve_deferred,
    logic::reject_elements,
    ruby_function::{RubyFunction, RubyFunctions},
};

use std::sync::{LazyLock, OnceLock};

use pcore::{Value, mismatch};
use rustc_hash::FxHashMap;

use crate::{
    Compilation,
    error::{Interrupt, Outcome, Spot},
    evaluate::Lambda,
    frame::Frame,
};

/// A function that is written in Rust.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// How it may be called.
    pub calls: Calls,
    /// Expressions with the expressions that they must equal; run as tests.
    pub examples: &'static [(&'static str, &'static str)],
    /// What it says of arguments that fit no signature, where it knows better than the signatures.
    pub refusal: Option<Refusal>,
    prepared: OnceLock<Vec<mismatch::Signature>>,
}

/// How a function may be called.
pub enum Calls {
    /// By types: the first signature that fits is taken.
    Typed(&'static [Signature]),
    /// By the number of arguments alone, as the older functions: `n` exactly, or at least `-n - 1`.
    Counted(i32, Body),
}

/// One way to call a function.
pub struct Signature {
    /// Its parameters, each a type and a name. A name may end in `?` (may be missing), `*` (any number) or `+` (at
    /// least one): `&["Array array", "String separator?"]`.
    pub parameters: &'static [&'static str],
    /// What block it takes: `Callable[1, 2] block`, with `?` when it may be missing.
    pub block: Option<&'static str>,
    /// What it does.
    pub body: Body,
}

/// What a function does.
pub type Body = fn(&mut Call<'_, '_>) -> Outcome;

/// Why a function refuses arguments; nothing where the signatures explain it well enough.
pub type Refusal = fn(&[Value]) -> Option<String>;

impl Function {
    /// A function with signatures.
    pub const fn typed(
        name: &'static str,
        summary: &'static str,
        signatures: &'static [Signature],
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function { name, summary, calls: Calls::Typed(signatures), examples, refusal: None, prepared: OnceLock::new() }
    }

    /// A function that counts its arguments only; see [`Calls::Counted`].
    pub const fn counted(
        name: &'static str,
        summary: &'static str,
        arity: i32,
        body: Body,
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function {
            name,
            summary,
            calls: Calls::Counted(arity, body),
            examples,
            refusal: None,
            prepared: OnceLock::new(),
        }
    }

    /// Whether the function takes the same time for arguments of any size.
    pub(crate) fn is_quick(&self) -> bool {
        const QUICK: &[&str] = &[
            "break",
            "dig",
            "dig44",
            "each",
            "empty",
            "get",
            "getvar",
            "has_key",
            "length",
            "lest",
            "next",
            "return",
            "reverse_each",
            "size",
            "step",
            "then",
            "with",
        ];
        QUICK.contains(&self.name)
    }

    /// The same function with words of its own for arguments that fit no signature.
    #[must_use]
    pub const fn refusing(mut self, refusal: Refusal) -> Function {
        self.refusal = Some(refusal);
        self
    }
}

/// A call of a function in Rust: its arguments, and what it may ask of the compilation.
pub struct Call<'c, 'e> {
    /// The compilation.
    pub compilation: &'c mut Compilation<'e>,
    /// Where the call stands.
    pub frame: &'c Frame,
    /// The place of the call.
    pub spot: &'c Spot,
    /// The name that was called.
    pub name: &'c str,
    /// The arguments, which fit the signature.
    pub arguments: &'c [Value],
    /// The lambda behind the call.
    pub(crate) block: Option<Lambda<'c>>,
}

impl Call<'_, '_> {
    /// An argument, `undef` when it was not given.
    pub fn argument(&self, place: usize) -> &Value {
        self.arguments.get(place).unwrap_or(&Value::Undef)
    }

    /// An argument that is a string; empty for all others.
    pub fn string(&self, place: usize) -> &str {
        self.argument(place).as_str().unwrap_or_default()
    }

    /// Whether there is a lambda.
    pub fn has_block(&self) -> bool {
        self.block.is_some()
    }

    /// How many parameters the lambda has.
    pub fn block_parameters(&self) -> usize {
        self.block.as_ref().map_or(0, Lambda::parameters)
    }

    /// Calls another function, with the lambda of this call.
    pub fn call_function(&mut self, name: &str, arguments: &[Value]) -> Outcome {
        let Some(callable) = self.compilation.callable(self.frame, name)? else {
            let failure = Interrupt::plain(format!("Unknown function '{name}'"));
            return Err(self.compilation.unknown_function(failure, name));
        };
        let block = self.block.clone();
        self.compilation.invoke(&callable, self.frame, self.spot, name, arguments, block)
    }

    /// Calls the lambda; `next` gives its value, `break` and `return` pass through.
    pub fn yield_block(&mut self, arguments: &[Value]) -> Outcome {
        match &self.block {
            Some(block) => self.compilation.call_lambda(block, arguments),
            None => Err(Interrupt::plain(format!("{}(): a block is expected", self.name))),
        }
    }
}

/// All functions in Rust, by name.
static ALL: LazyLock<FxHashMap<&'static str, &'static Function>> =
    LazyLock::new(|| core::ALL.iter().chain(stdlib::ALL).map(|function| (function.name, *function)).collect());

/// Finds a function by its name, without leading colons.
pub fn find(name: &str) -> Option<&'static Function> {
    ALL.get(name).copied()
}

/// Whether a function is Puppet's own.
pub(crate) fn is_core(name: &str) -> bool {
    core::ALL.iter().any(|function| function.name == name)
}

/// All functions, for documentation.
pub fn all() -> impl Iterator<Item = &'static Function> {
    core::ALL.iter().chain(stdlib::ALL).copied()
}
