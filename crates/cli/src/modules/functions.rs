//! Functions of modules that only Ruby can run.

use std::cell::RefCell;

use compiler::{DataContext, RubyRunner, RubyScope};
use ecow::EcoString;
use hosts::{Caller, ruby::NoRuby};
use pcore::Value;
use protocol::calls::{LookupContext, TemplateRender};
use resource_api::{Failure, Outcome, log::Level};

use super::HostPool;

impl RubyRunner for HostPool {
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

    fn call_for_data(
        &self,
        name: &str,
        arguments: &[Value],
        context: &DataContext<'_>,
        scope: &mut dyn RubyScope,
    ) -> Result<Value, String> {
        let host = self.ruby().ok_or_else(|| NoRuby::for_function(name).to_string())?;
        let caller = Calling(RefCell::new(scope));
        let context =
            LookupContext { id: context.id, environment_name: context.environment, module_name: context.module };
        let called = host.call_for_data(name, arguments, &context, &caller, &self.log);
        called.map_err(|failure| failure.to_string())
    }

    fn render(
        &self,
        text: &str,
        path: Option<&str>,
        scope_name: &str,
        scope: &mut dyn RubyScope,
    ) -> Option<Result<Value, (String, Option<u32>)>> {
        let caller = Calling(RefCell::new(scope));
        let rendered = self.ruby()?.render(&TemplateRender { text, path, scope: scope_name }, &caller, &self.log);
        Some(rendered.map_err(|error| (error.message, error.line)))
    }
}

/// The expression in a manifest that calls a function.
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

    fn set_variable(&self, name: &str, value: Value) -> Outcome {
        self.0.borrow_mut().set_variable(name, value).map_err(Failure::new)
    }

    fn replace_variable(&self, name: &str, value: Value) {
        self.0.borrow_mut().replace_variable(name, value);
    }

    fn variables(&self, names: Option<&[String]>) -> Vec<(EcoString, Value)> {
        let mut scope = self.0.borrow_mut();
        match names {
            None => scope.variables(),
            Some(names) => {
                names.iter().filter_map(|name| Some((name.as_str().into(), scope.variable(name)?))).collect()
            }
        }
    }

    fn log(&self, level: Level, source: Option<&str>, message: &str) {
        self.0.borrow_mut().log(level.name(), source, message);
    }
}
