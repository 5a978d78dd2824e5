//! ERB templates: reads and renders them, and gives them access to the scope.
//!
//! The crate `ruby-subset` implements their language; this module implements its access to the compilation.

#[cfg(test)]
mod tests;

use std::sync::Arc;

use diagnostics::Location;
use ecow::EcoString;
use pcore::{Value, keyed::HashMap};
use ruby_subset::{Error, Host, HostError, Template};

use crate::{
    Compilation,
    error::{FailureKind, Interrupt, Outcome},
    evaluate::Lambda,
    frame::Frame,
    functions::{self, LegacyApi, RubyRunner},
};

/// How many templates are cached.
const MAX_TEMPLATES: usize = 10_000;

/// The parsed templates, by their texts: a define renders the same one for each of its instances.
#[derive(Debug, Default)]
pub(crate) struct Templates(HashMap<EcoString, Arc<Template>>);

/// The call that renders a template or runs Ruby code.
pub(crate) struct CallSite<'c> {
    pub frame: &'c Frame,
    pub location: &'c Location,
    /// The file of the template, if it is in one.
    pub path: Option<String>,
}

impl Compilation<'_> {
    /// Renders a template, once: by real Ruby if its text shows that it needs that. The inner error has the line of the
    /// template.
    pub(crate) fn fill_in_template(&mut self, site: &CallSite<'_>, text: &str) -> Outcome<Result<EcoString, Error>> {
        self.budget.size(text.len())?;
        let template = match self.memory.erb.0.get(text) {
            Some(template) => template.clone(),
            None => match Template::read(text) {
                Ok(template) => self.remember_template(text, template),
                Err(error) => return Ok(Err(error)),
            },
        };
        let ruby = self.ruby().filter(|ruby| ruby.is_available());
        if let (Some(ruby), Some((line, _))) = (ruby, template.unsupported().first()) {
            return Ok(self.fill_in_by_ruby(ruby, site, text, *line));
        }
        let mut scope = Scope::new(self, site, None);
        match scope.run(|scope| template.render(scope))? {
            Err(error) if is_for_ruby(&error) => match ruby {
                Some(ruby) if !scope.has_effects => Ok(self.fill_in_by_ruby(ruby, site, text, error.line)),
                Some(_) => Ok(Err(too_late(error))),
                None => Ok(Err(error)),
            },
            result => Ok(result),
        }
    }

    /// Renders a template with real Ruby; `line` is where it needs that.
    fn fill_in_by_ruby(
        &mut self,
        ruby: &dyn RubyRunner,
        site: &CallSite<'_>,
        text: &str,
        line: u32,
    ) -> Result<EcoString, Error> {
        let name = self.scope_name(site.frame.scope);
        match ruby.render(text, site.path.as_deref(), &name, &mut Scope::new(self, site, None)) {
            Ok(value) => Ok(value.as_str().unwrap_or_default().into()),
            Err(error) => Err(Error { line: if error.line == 0 { line } else { error.line }, ..error }),
        }
    }

    fn remember_template(&mut self, text: &str, template: Template) -> Arc<Template> {
        if self.memory.erb.0.len() >= MAX_TEMPLATES {
            self.memory.erb.0.clear();
        }
        let template = Arc::new(template);
        self.memory.erb.0.insert(text.into(), template.clone());
        template
    }
}

/// Whether real Ruby may succeed where we failed: unsupported features and unknown methods.
fn is_for_ruby(error: &Error) -> bool {
    matches!(error.class.as_str(), Error::NOT_SUPPORTED | "NoMethodError")
}

/// The error of a program that has done something already when it turns out to need Ruby. Ruby would do that again.
pub(crate) fn too_late(error: Error) -> Error {
    if error.class != Error::NOT_SUPPORTED {
        return error;
    }
    let why = "; Ruby is installed, but cannot start over, because earlier lines have called functions, written to the \
               log or set variables";
    Error { message: error.message + why, ..error }
}

/// The scope as a template or a function in Ruby sees it.
pub(crate) struct Scope<'s, 'c, 'e> {
    pub compilation: &'s mut Compilation<'e>,
    pub site: &'s CallSite<'c>,
    /// The lambda that the function was called with.
    pub block: Option<Lambda<'s>>,
    /// Whether the program has done something that is visible outside of it.
    pub has_effects: bool,
}

impl<'s, 'c, 'e> Scope<'s, 'c, 'e> {
    /// The scope of a new program.
    pub(crate) fn new(
        compilation: &'s mut Compilation<'e>,
        site: &'s CallSite<'c>,
        block: Option<Lambda<'s>>,
    ) -> Scope<'s, 'c, 'e> {
        Scope { compilation, site, block, has_effects: false }
    }
}

impl Scope<'_, '_, '_> {
    /// Runs a program, as one of the nested calls.
    pub(crate) fn run<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> Outcome<T> {
        self.compilation.budget.enter()?;
        let result = work(self);
        self.compilation.budget.leave();
        Ok(result)
    }

    /// Calls a method of the context of a Hiera backend. Ruby passes the result of the block.
    fn ask_context(&mut self, method: &str, arguments: &[Value]) -> Result<Value, HostError> {
        let data = self.compilation.data();
        let made = arguments.first().cloned().unwrap_or_default();
        let mut block = |_: &mut Compilation<'_>, _: &[Value]| Ok(made.clone());
        let block: Option<crate::lookup::Block<'_>> = if method == "explain" { Some(&mut block) } else { None };
        match data.context_method(self.compilation, self.site.frame, method, arguments, block) {
            Some(answer) => answer.map_err(host_error),
            None => Err(format!("a context of a lookup has no method '{method}'").into()),
        }
    }

    fn invoke(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, HostError> {
        let (frame, location) = (self.site.frame, self.site.location);
        if let Some(method) = name.strip_prefix("Puppet::LookupContext.") {
            return self.ask_context(method, arguments);
        }
        let Some(callable) = self.compilation.callable(frame, name).map_err(host_error)? else {
            return Err(format!("Unknown function '{name}'").into());
        };
        let block = self.block.clone().filter(|_| with_block);
        self.compilation.invoke(&callable, frame, location, name, arguments, block).map_err(host_error)
    }
}

/// What a program sees of an interrupt. The interrupt itself comes back if the program does not handle it.
fn host_error(interrupt: Interrupt) -> HostError {
    let failure = interrupt.clone().into_failure();
    let message = match failure.kind {
        FailureKind::Unplaced | FailureKind::Verbatim => failure.message,
        FailureKind::Evaluation | FailureKind::Parse | FailureKind::Data => failure.to_string(),
    };
    HostError { message, cause: Some(Arc::new(interrupt)) }
}

/// The interrupt that ended a program which passed it on.
pub(crate) fn interrupt_of(error: &Error) -> Option<Interrupt> {
    error.cause.as_ref()?.downcast_ref().cloned()
}

impl Host for Scope<'_, '_, '_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.compilation.variable(self.site.frame.scope, name).cloned()
    }

    fn variables(&mut self) -> Vec<(EcoString, Value)> {
        self.compilation.all_variables(self.site.frame.scope)
    }

    fn look_up(&mut self, name: &str) -> Result<Value, HostError> {
        match self.compilation.variable(self.site.frame.scope, name) {
            Some(value) => Ok(value.clone()),
            None => self.compilation.undefined_variable(name).map_err(host_error),
        }
    }

    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), HostError> {
        self.has_effects = true;
        let set = self.compilation.scopes.set(self.site.frame.scope, name.into(), value);
        set.map_err(|_| format!("Cannot reassign variable '${name}'").into())
    }

    fn replace_variable(&mut self, name: &str, value: Value) {
        let scope = self.site.frame.scope;
        let old = self.compilation.scopes.find(scope, name).cloned();
        if old.as_ref() == Some(&value) {
            return;
        }
        self.has_effects = true;
        self.compilation.scopes.replace(scope, name, value.clone());
        // As in Ruby, where a parameter and its variable are the same object.
        if let Some(old) = old {
            self.compilation.replace_parameter(scope, name, &old, value);
        }
    }

    fn call_function(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, HostError> {
        self.has_effects |= !functions::find(name).is_some_and(|function| function.is_pure);
        self.invoke(name, arguments, with_block)
    }

    fn call_block(&mut self, arguments: &[Value]) -> Result<Value, HostError> {
        let Some(block) = self.block.clone() else { return Err("no block given (yield)".into()) };
        self.has_effects = true;
        self.compilation.call_lambda(&block, arguments).map_err(host_error)
    }

    fn log(&mut self, level: &str, source: Option<&str>, message: &str) {
        self.has_effects = true;
        self.compilation.log.write(functions::log_level(level), source, message);
    }

    fn defaults(&mut self, kind: &str) -> Vec<(EcoString, Value)> {
        self.compilation.visible_defaults(self.site.frame.scope, kind)
    }

    fn has_function(&mut self, name: &str) -> bool {
        functions::find(name).is_some() || self.compilation.loader.ruby_function(name).is_some()
    }

    fn has_legacy_function(&mut self, name: &str) -> Result<bool, HostError> {
        let Some(function) = functions::find(name) else {
            return Ok(self.compilation.loader.ruby_function(name).is_some());
        };
        match function.legacy_api {
            LegacyApi::Present => Ok(true),
            LegacyApi::OfItsModule => Ok(!functions::is_core(name)),
            LegacyApi::Refused => {
                Err(format!("{name}() can only be called using the 4.x function API. See Scope#call_function").into())
            }
        }
    }

    fn classes(&mut self) -> Vec<EcoString> {
        self.compilation.resources.classes.clone()
    }

    fn name(&self) -> String {
        self.compilation.scope_name(self.site.frame.scope)
    }

    fn path(&self) -> Option<String> {
        self.site.path.clone()
    }

    fn spend(&mut self, steps: u64) -> Result<(), HostError> {
        self.compilation.budget.spend(steps).map_err(host_error)
    }

    fn size_limit(&self) -> usize {
        self.compilation.budget.limits.size
    }

    fn made(&mut self, bytes: usize) -> Result<(), HostError> {
        self.compilation.budget.record_allocation(bytes).map_err(host_error)
    }
}
