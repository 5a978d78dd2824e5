//! A part of Ruby that is enough for ERB templates and functions of modules, interpreted.
//!
//! A [`Template`] is read once and rendered as often as needed; a [`FunctionFile`] is read once and its functions called
//! as often as needed. What they can reach is a [`Host`], which answers for Puppet's scope: variables and functions.
//! Nothing else is reachable: no file, no command, no environment, and no time but that of Puppet's functions.
//! What is Ruby but not in this part ends in an error that names it; [`Template::unsupported`] finds it beforehand, as
//! far as the text alone shows.
//!
//! `erb` turns a template into code, `lower` code into a `tree`, `machine` walks the tree, `methods` are what objects can
//! do, one file a class. This crate knows the values of [`pcore`] and nothing of manifests.

mod crypt;
mod erb;
mod error;
mod function;
mod known;
mod lower;
mod machine;
mod methods;
mod object;
mod successor;
mod text;
mod tree;

pub mod address;
pub mod case;
pub mod digest;
pub mod number;
pub mod path;
pub mod sort;

#[cfg(test)]
mod tests;

use ecow::EcoString;
use pcore::Value;

pub use error::{Cause, Error, HostError};
pub use function::{Definition, Dispatch, Form, FunctionFile, Parameter, Presence};
pub use successor::successor;
pub use text::{inspect_regexp, percent_encoded, regexp_to_s, value_class_name, write_string};

use crate::{error::Stop, machine::Machine};

/// What a template may ask of Puppet.
pub trait Host {
    /// A variable that the scope sees, by its bare name; nothing where there is none.
    fn variable(&mut self, name: &str) -> Option<Value>;

    /// All variables that the scope sees and that are not undef.
    fn variables(&mut self) -> Vec<(EcoString, Value)>;

    /// A variable as `scope['a::b']` finds it.
    fn look_up(&mut self, name: &str) -> Result<Value, HostError>;

    /// Sets a variable of the scope.
    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError>;

    /// Replaces the value of a variable that was looked up: in Ruby, both would be the same object.
    fn replace_variable(&mut self, name: &str, value: Value);

    /// Calls a function of Puppet; `with_block` hands on the lambda that this function was called with.
    fn call_function(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, HostError>;

    /// Whether there is such a function.
    fn has_function(&mut self, name: &str) -> bool;

    /// Whether `scope.function_NAME` exists, which only legacy functions have; the error is why it may not be called.
    fn has_legacy_function(&mut self, name: &str) -> Result<bool, HostError>;

    /// Calls the lambda that the function was called with.
    fn call_block(&mut self, arguments: &[Value]) -> Result<Value, HostError>;

    /// Puts a line into the log; the level is one of Puppet's.
    fn log(&mut self, level: &str, source: Option<&str>, message: &str);

    /// The defaults for resources of a type that the scope sees.
    fn defaults(&mut self, kind: &str) -> Vec<(EcoString, Value)>;

    /// The names of the classes in the catalog.
    fn classes(&mut self) -> Vec<EcoString>;

    /// What the scope calls itself, such as `Scope(Class[main])`.
    fn name(&self) -> String;

    /// The path of the template, if it is a file.
    fn path(&self) -> Option<String>;

    /// Counts expressions; fails when there were too many.
    fn spend(&mut self, steps: u64) -> Result<(), HostError>;

    /// How many bytes a text may have; a collection may have a tenth as many elements.
    fn size_limit(&self) -> usize;

    /// Counts the bytes of what was made; fails when too much memory is in use.
    fn made(&mut self, bytes: usize) -> Result<(), HostError>;
}

/// A template that was read.
#[derive(Debug)]
pub struct Template {
    program: lower::Lowered,
}

impl Template {
    /// Reads a template. The error has the line of invalid Ruby.
    pub fn read(text: &str) -> Result<Template, Error> {
        Ok(Template { program: lower::read(&erb::to_ruby(text))? })
    }

    /// What the template uses that is not supported, with the lines; it is only an error where it is reached.
    pub fn unsupported(&self) -> &[(u32, EcoString)] {
        &self.program.unsupported
    }

    /// Fills the template in.
    pub fn render(&self, host: &mut dyn Host) -> Result<EcoString, Error> {
        Machine::new(host).run(&self.program).map_err(Stop::into_error)
    }
}
