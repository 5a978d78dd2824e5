//! Functions of modules that only Ruby can run.

use std::cell::RefCell;

use compiler::{RubyRunner, RubyScope};
use hosts::{Caller, ruby::NoRuby};
use pcore::Value;
use resource_api::{Failure, Outcome};

use super::Processes;

impl RubyRunner for Processes {
    fn call(
        &self,
        name: &str,
        arguments: &[Value],
        has_block: bool,
        scope: &mut dyn RubyScope,
    ) -> Result<Value, String> {
        let host = self.ruby().ok_or_else(|| NoRuby::for_function(name).to_string())?;
        let caller = Calling(RefCell::new(scope));
        host.call_function(name, arguments, has_block, &caller, &self.log).map_err(|failure| failure.to_string())
    }
}

/// The place in a manifest that calls a function.
struct Calling<'s>(RefCell<&'s mut dyn RubyScope>);

impl Caller for Calling<'_> {
    fn call_function(&self, name: &str, arguments: &[Value]) -> Outcome<Value> {
        self.0.borrow_mut().call_function(name, arguments, false).map_err(Failure::new)
    }

    fn call_block(&self, arguments: &[Value]) -> Outcome<Value> {
        self.0.borrow_mut().call_block(arguments).map_err(Failure::new)
    }

    fn variable(&self, name: &str) -> Outcome<Value> {
        self.0.borrow_mut().look_up(name).map_err(Failure::new)
    }
}
