//! Functions of modules that only Ruby can run.

use std::cell::{Cell, RefCell};

use compiler::{DataContext, RubyError, RubyRunner, RubyScope, RubyScopeError};
use ecow::EcoString;
use hosts::{Caller, CallerError, FunctionError, Host, ruby::NoRuby};
use pcore::Value;
use protocol::calls::{LookupContext, TemplateRender};
use resource_api::log::Level;

use super::HostPool;

/// The class of the errors of Ruby, whatever it was there.
const ERROR_CLASS: &str = "StandardError";

impl RubyRunner for HostPool {
    fn is_available(&self) -> bool {
        self.ruby().is_some()
    }

    fn call(
        &self,
        name: &str,
        arguments: &[Value],
        has_block: bool,
        scope: &mut dyn RubyScope,
    ) -> Result<Value, RubyError> {
        self.with_ruby(name, scope, |host, caller| host.call_function(name, arguments, has_block, caller, &self.log))
    }

    fn call_for_data(
        &self,
        name: &str,
        arguments: &[Value],
        context: &DataContext<'_>,
        scope: &mut dyn RubyScope,
    ) -> Result<Value, RubyError> {
        let context =
            LookupContext { id: context.id, environment_name: context.environment, module_name: context.module };
        self.with_ruby(name, scope, |host, caller| host.call_for_data(name, arguments, &context, caller, &self.log))
    }

    fn render(
        &self,
        text: &str,
        path: Option<&str>,
        scope_name: &str,
        scope: &mut dyn RubyScope,
    ) -> Result<Value, RubyError> {
        let request = TemplateRender { text, path, scope: scope_name };
        self.with_ruby("template", scope, |host, caller| host.render(&request, caller, &self.log))
    }
}

impl HostPool {
    /// Calls something in Ruby for an expression in a manifest; the name is that of the function that it calls.
    fn with_ruby(
        &self,
        name: &str,
        scope: &mut dyn RubyScope,
        call: impl FnOnce(&Host, &Calling<'_>) -> Result<Value, FunctionError>,
    ) -> Result<Value, RubyError> {
        let no_ruby = || RubyError::new(ERROR_CLASS, NoRuby { what: format!("the function '{name}'") }.to_string(), 0);
        let host = self.ruby().ok_or_else(no_ruby)?;
        let caller = Calling::new(scope);
        call(host, &caller).map_err(|error| caller.error(error))
    }
}

/// The expression in a manifest that calls a function.
struct Calling<'s> {
    scope: RefCell<&'s mut dyn RubyScope>,
    /// How many errors Ruby was given, and the last of them: it is the one that a function may pass on.
    errors: Cell<u64>,
    last_error: RefCell<Option<RubyScopeError>>,
}

impl<'s> Calling<'s> {
    fn new(scope: &'s mut dyn RubyScope) -> Calling<'s> {
        Calling { scope: RefCell::new(scope), errors: Cell::new(0), last_error: RefCell::default() }
    }

    fn ask<T>(&self, question: impl FnOnce(&mut dyn RubyScope) -> Result<T, RubyScopeError>) -> Result<T, CallerError> {
        question(&mut **self.scope.borrow_mut()).map_err(|error| {
            self.errors.set(self.errors.get() + 1);
            let message = error.message.clone();
            self.last_error.replace(Some(error));
            CallerError { message, number: self.errors.get() }
        })
    }

    /// The error of Ruby, with that of the manifest that it passes on.
    fn error(self, error: FunctionError) -> RubyError {
        let is_last = error.passed_on == Some(self.errors.get());
        let cause = self.last_error.into_inner().filter(|_| is_last).and_then(|last| last.cause);
        RubyError { cause, ..RubyError::new(ERROR_CLASS, error.message, error.line.unwrap_or_default()) }
    }
}

impl Caller for Calling<'_> {
    fn call_function(&self, name: &str, arguments: &[Value]) -> Result<Value, CallerError> {
        self.ask(|scope| scope.call_function(name, arguments, false))
    }

    fn call_block(&self, arguments: &[Value]) -> Result<Value, CallerError> {
        self.ask(|scope| scope.call_block(arguments))
    }

    fn variable(&self, name: &str) -> Result<Value, CallerError> {
        self.ask(|scope| scope.look_up(name))
    }

    fn set_variable(&self, name: &str, value: Value) -> Result<(), CallerError> {
        self.ask(|scope| scope.set_variable(name, value))
    }

    fn replace_variable(&self, name: &str, value: Value) {
        self.scope.borrow_mut().replace_variable(name, value);
    }

    fn variables(&self, names: Option<&[String]>) -> Vec<(EcoString, Value)> {
        let mut scope = self.scope.borrow_mut();
        match names {
            None => scope.variables(),
            Some(names) => {
                names.iter().filter_map(|name| Some((name.as_str().into(), scope.variable(name)?))).collect()
            }
        }
    }

    fn log(&self, level: Level, source: Option<&str>, message: &str) {
        self.scope.borrow_mut().log(level.name(), source, message);
    }
}
