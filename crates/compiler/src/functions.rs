//! The functions that manifests can call: Puppet's own (`core`) and the most used ones of stdlib (`stdlib`).
//!
//! Functions are grouped by theme. Each file begins with `functions![…]`, which lists what the file defines: the name,
//! the signatures, the bodies, and examples that are run as tests. To add a function, add it to the list of its file.
//! Functions written in the Puppet language come from the [`Loader`](crate::Loader) and take precedence.

/// Declares the functions of a file.
macro_rules! functions {
    ($($function:expr),* $(,)?) => {
        pub(super) static FUNCTIONS: [$crate::functions::Function; [$(stringify!($function)),*].len()] =
            [$($function),*];
    };
}

pub(crate) mod iteration;
pub(crate) mod navigation;
pub(crate) mod ruby;

mod core;
mod deprecation;
mod dispatch;
mod files;
mod local_types;
mod ruby_function;
mod stdlib;

#[cfg(test)]
mod tests;

pub use self::ruby_function::{DataContext, RubyRunner};
pub(crate) use self::{
    core::{log_level, reject_elements, resolve_deferred},
    ruby_function::{RubyFunction, RubyFunctions},
};

// The files of functions take these from here, as they do `Interrupt` and `Outcome`.
use self::ruby::{case, number, order, text};

use diagnostics::Location;
use std::sync::{LazyLock, OnceLock};

use pcore::{Hash, Type, Value, mismatch};
use rustc_hash::FxHashMap;

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
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
    /// Its own message for arguments that fit no signature.
    pub refusal: Option<Refusal>,
    /// Whether it takes the same time for arguments of any size.
    is_quick: bool,
    /// Whether it only computes: a template that called nothing else can be rendered again.
    pub(crate) is_pure: bool,
    /// How it is called by Puppet's older API.
    pub(crate) legacy_api: LegacyApi,
    /// Whether it is also there as `stdlib::NAME`.
    is_also_in_stdlib: bool,
    prepared: OnceLock<Vec<mismatch::Signature>>,
}

/// How templates and functions in Ruby call a function as `scope.function_NAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegacyApi {
    /// As where it comes from: functions of stdlib are there, those of Puppet are not.
    OfItsModule,
    /// It is there.
    Present,
    /// It is there only to say that it cannot be called.
    Refused,
}

/// How a function may be called.
#[derive(Clone, Copy)]
pub enum Calls {
    /// By types: the first signature that fits is taken.
    Typed(&'static [Signature]),
    /// By the number of arguments alone, as legacy functions: `n` exactly, or at least `-n - 1`.
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

impl Signature {
    /// A signature without a block.
    pub const fn new(parameters: &'static [&'static str], body: Body) -> Signature {
        Signature { parameters, block: None, body }
    }

    /// The same signature with a block, see [`Signature::block`].
    #[must_use]
    pub const fn block(mut self, block: &'static str) -> Signature {
        self.block = Some(block);
        self
    }
}

impl Function {
    const fn new(
        name: &'static str,
        summary: &'static str,
        calls: Calls,
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function {
            name,
            summary,
            calls,
            examples,
            refusal: None,
            is_quick: false,
            is_pure: false,
            legacy_api: LegacyApi::OfItsModule,
            is_also_in_stdlib: false,
            prepared: OnceLock::new(),
        }
    }

    /// A function with signatures.
    pub const fn typed(
        name: &'static str,
        summary: &'static str,
        signatures: &'static [Signature],
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function::new(name, summary, Calls::Typed(signatures), examples)
    }

    /// A function that counts its arguments only; see [`Calls::Counted`].
    pub const fn counted(
        name: &'static str,
        summary: &'static str,
        arity: i32,
        body: Body,
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function::new(name, summary, Calls::Counted(arity, body), examples)
    }

    /// A legacy function that takes any number of arguments and checks them itself.
    pub const fn unchecked(
        name: &'static str,
        summary: &'static str,
        body: Body,
        examples: &'static [(&'static str, &'static str)],
    ) -> Function {
        Function::new(name, summary, Calls::Counted(-1, body), examples)
    }

    /// Makes a function known as `stdlib::NAME`, too.
    #[must_use]
    const fn also_in_stdlib(mut self) -> Function {
        self.is_also_in_stdlib = true;
        self
    }

    /// Marks a function that takes the same time for arguments of any size.
    #[must_use]
    pub const fn quick(mut self) -> Function {
        self.is_quick = true;
        self
    }

    /// Marks a function that only computes, among those that templates are most likely to call.
    #[must_use]
    const fn pure(mut self) -> Function {
        self.is_pure = true;
        self
    }

    /// Marks a function of Puppet that `scope.function_NAME` calls.
    #[must_use]
    const fn legacy(mut self) -> Function {
        self.legacy_api = LegacyApi::Present;
        self
    }

    /// Marks a function of Puppet for which `scope.function_NAME` is an error.
    #[must_use]
    const fn without_legacy(mut self) -> Function {
        self.legacy_api = LegacyApi::Refused;
        self
    }

    /// Whether the function takes the same time for arguments of any size.
    pub(crate) fn is_quick(&self) -> bool {
        self.is_quick
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
    /// The frame of the call.
    pub frame: &'c Frame,
    /// The location of the call.
    pub location: &'c Location,
    /// The name that was called.
    pub name: &'c str,
    /// The arguments, which fit the signature.
    pub arguments: &'c [Value],
    /// The lambda of the call.
    pub(crate) block: Option<Lambda<'c>>,
}

impl<'c> Call<'c, '_> {
    /// An argument, `undef` when it is missing.
    pub fn argument(&self, index: usize) -> &'c Value {
        self.arguments.get(index).unwrap_or(&Value::Undef)
    }

    /// An argument that the signature has checked. Another type is a mistake in the function.
    fn checked<T>(&self, index: usize, expected: &str, read: impl FnOnce(&'c Value) -> Option<T>) -> Outcome<T> {
        read(self.argument(index)).ok_or_else(|| {
            let (name, found) = (self.name, pcore::infer::generalized(self.argument(index)));
            let message = format!("{name}(): internal error: argument {index} is {found}, not {expected}");
            debug_assert!(false, "{message}");
            Interrupt::unplaced(message).hint("please report it")
        })
    }

    /// An argument that is a string.
    pub fn string(&self, index: usize) -> Outcome<&'c str> {
        self.checked(index, "a String", Value::as_str)
    }

    /// An argument that is a string; empty when it is missing or something else.
    pub fn optional_string(&self, index: usize) -> &'c str {
        self.argument(index).as_str().unwrap_or_default()
    }

    /// An argument that is an array.
    pub fn array(&self, index: usize) -> Outcome<&'c [Value]> {
        self.checked(index, "an Array", Value::as_array)
    }

    /// An argument that is a hash.
    pub fn hash(&self, index: usize) -> Outcome<&'c Hash> {
        self.checked(index, "a Hash", Value::as_hash)
    }

    /// An argument that is a type.
    pub fn type_argument(&self, index: usize) -> Outcome<&'c Type> {
        self.checked(index, "a Type", Value::as_type)
    }

    /// An argument that is a count; one beyond what memory can hold is the largest.
    pub fn count(&self, index: usize) -> Outcome<usize> {
        Ok(usize::try_from(self.checked(index, "an Integer", Value::as_integer)?).unwrap_or(usize::MAX))
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
            let failure = Interrupt::unplaced(format!("Unknown function '{name}'"));
            return Err(self.compilation.unknown_function(failure, name));
        };
        let block = self.block.clone();
        self.compilation.invoke(&callable, self.frame, self.location, name, arguments, block)
    }

    /// Calls the lambda; `next` gives its value, `break` and `return` pass through.
    pub fn yield_block(&mut self, arguments: &[Value]) -> Outcome {
        match &self.block {
            Some(block) => self.compilation.call_lambda(block, arguments),
            None => Err(Interrupt::unplaced(format!("{}(): a block is expected", self.name))),
        }
    }
}

/// Fails; the call adds its location.
fn fail<T>(message: impl Into<String>) -> Outcome<T> {
    Err(Interrupt::unplaced(message))
}

/// All functions in Rust, by name.
static ALL: LazyLock<FxHashMap<&'static str, &'static Function>> =
    LazyLock::new(|| all().map(|function| (function.name, function)).collect());

/// The functions that are also there as `stdlib::NAME`, under those names.
static ALSO_IN_STDLIB: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let functions = stdlib::ALL.iter().copied().flatten().filter(|function| function.is_also_in_stdlib);
    functions
        .map(|function| {
            let name = format!("stdlib::{}", function.name).leak();
            let (refusal, is_quick) = (function.refusal, function.is_quick);
            Function { refusal, is_quick, ..Function::new(name, function.summary, function.calls, &[]) }
        })
        .collect()
});

/// Finds a function by its name, without leading colons.
pub fn find(name: &str) -> Option<&'static Function> {
    ALL.get(name).copied()
}

/// Whether a function is Puppet's own.
pub(crate) fn is_core(name: &str) -> bool {
    core::ALL.iter().copied().flatten().any(|function| function.name == name)
}

/// All functions, for documentation.
pub fn all() -> impl Iterator<Item = &'static Function> {
    core::ALL.iter().chain(stdlib::ALL).copied().flatten().chain(&*ALSO_IN_STDLIB)
}
