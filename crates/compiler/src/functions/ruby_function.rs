//! Functions that modules have in Ruby, run without Ruby as far as their code allows.
//!
//! The language of their code is the crate `ruby-subset`'s. A file is read when its function is first called, and once
//! a compilation.

use diagnostics::Location;
use std::sync::Arc;

use ecow::EcoString;
use pcore::{Type, TypeNames, TypeRegistry, Value, infer, mismatch};
use ruby_subset::{Definition, Dispatch, Error, Form, FunctionFile};
use rustc_hash::FxHashMap;

use super::{
    Call,
    dispatch::{check_count, fits, signature},
    fail,
    ruby::legacy,
};
use crate::{
    Compilation,
    erb::{CallSite, Scope, interrupt_of, too_late},
    error::{Interrupt, Outcome},
    frame::Frame,
    input,
    loader::RubyFile,
};

/// The functions in Ruby that were looked for, by name.
#[derive(Debug, Default)]
pub(crate) struct RubyFunctions(FxHashMap<EcoString, Option<Arc<RubyFunction>>>);

/// A function in Ruby.
#[derive(Debug)]
pub(crate) struct RubyFunction {
    name: EcoString,
    found: RubyFile,
    /// Nothing where only Ruby can read it.
    code: Option<FunctionFile>,
    calls: Calls,
}

/// Runs functions of modules that only Ruby itself can run.
pub trait RubyRunner: Sync {
    /// Whether Ruby is installed. Without it, all calls fail.
    fn is_available(&self) -> bool;

    /// The value of a function. What it asks meanwhile is answered by `host`; the error is what went wrong, in Ruby's words.
    fn call(
        &self,
        name: &str,
        arguments: &[Value],
        has_block: bool,
        host: &mut dyn ruby_subset::Host,
    ) -> Result<Value, Error>;

    /// As [`call`](RubyRunner::call), for a function that gives data.
    fn call_for_data(
        &self,
        name: &str,
        arguments: &[Value],
        context: &DataContext<'_>,
        host: &mut dyn ruby_subset::Host,
    ) -> Result<Value, Error>;

    /// The result of a template that only Ruby can render, given the name of its scope.
    fn render(
        &self,
        text: &str,
        path: Option<&str>,
        scope_name: &str,
        host: &mut dyn ruby_subset::Host,
    ) -> Result<Value, Error>;
}

/// For what a function gives data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataContext<'c> {
    /// The entry of a hierarchy, and its location.
    pub id: &'c str,
    /// The environment.
    pub environment: &'c str,
    /// The module whose data it is.
    pub module: Option<&'c str>,
}

/// How it may be called.
#[derive(Debug)]
enum Calls {
    /// Only Ruby knows.
    Foreign,
    Typed(Vec<(Dispatch, mismatch::Signature)>),
    Counted {
        has_value: bool,
        arity: i32,
    },
}

impl Compilation<'_> {
    /// The function in Ruby of that name.
    pub(crate) fn ruby_function(&mut self, frame: &Frame, name: &str) -> Outcome<Option<Arc<RubyFunction>>> {
        if let Some(known) = self.memory.ruby.0.get(name) {
            return Ok(known.clone());
        }
        let function = match self.loader.ruby_function(name) {
            Some(found) => Some(Arc::new(self.read_ruby_function(frame, name, found)?)),
            None => None,
        };
        self.memory.ruby.0.insert(name.into(), function.clone());
        Ok(function)
    }

    fn read_ruby_function(&mut self, frame: &Frame, name: &str, found: RubyFile) -> Outcome<RubyFunction> {
        let path = &found.file;
        let text = input::read_found_text(path)
            .map_err(|error| Interrupt::unplaced(format!("cannot read {}: {error}", path.display())))?;
        self.budget.size(text.len())?;
        let code = FunctionFile::read(&text).map_err(|error| {
            let (line, message) = (error.line, error.message);
            Interrupt::unplaced(format!("{message} (file: {}, line: {line})", path.display()))
        })?;
        let location = Location { source: frame.source.clone(), span: diagnostics::Span { start: 0, end: 0 } };
        let site = CallSite { frame, location: &location, path: None };
        let mut scope = Scope::new(self, &site, None);
        let definitions = scope.run(|scope| code.definitions(scope))?;
        let definitions = match definitions {
            Err(error) if error.class == Error::NOT_SUPPORTED && self.ruby().is_some() => {
                return Ok(RubyFunction { name: name.into(), found, code: None, calls: Calls::Foreign });
            }
            definitions => definitions.map_err(|error| failure(name, &found, error))?,
        };
        let calls = self.calls(name, &found, definitions)?;
        Ok(RubyFunction { name: name.into(), found, code: Some(code), calls })
    }

    fn calls(&self, name: &str, found: &RubyFile, definitions: Vec<Definition>) -> Outcome<Calls> {
        let file = found.file.display();
        let refused = |what: String| Interrupt::unplaced(format!("The code loaded from {file} {what}"));
        let Some(other) = definitions.first().map(|definition| definition.name.clone()) else {
            return Err(refused(if found.legacy {
                "does not seem to be a Puppet 3x API function - no 'newfunction' call.".into()
            } else {
                "does not seem to be a Puppet 4x API function - no create_function call.".into()
            }));
        };
        let Some(definition) = definitions.into_iter().find(|definition| definition.name == name) else {
            return Err(refused(if found.legacy {
                format!("produced mis-matched name, expected 'function_{name}', got 'function_{other}'")
            } else {
                format!("produced mis-matched name, expected '{name}', got {other}")
            }));
        };
        match definition.form {
            Form::Counted { has_value, arity } => Ok(Calls::Counted { has_value, arity }),
            Form::Typed { dispatches, local_types } => {
                let names = Names::new(&local_types, &self.loader.types);
                let signature = |dispatch: Dispatch| {
                    let signature = signature(&dispatch, &names)?;
                    Ok((dispatch, signature))
                };
                Ok(Calls::Typed(dispatches.into_iter().map(signature).collect::<Outcome<_>>()?))
            }
        }
    }
}

impl RubyFunction {
    /// Calls the function: finds the signature that fits, or reports why none does.
    pub(crate) fn call(&self, call: &mut Call<'_, '_>) -> Outcome {
        let site = CallSite { frame: call.frame, location: call.location, path: None };
        match &self.calls {
            Calls::Foreign => self.call_foreign(call),
            Calls::Counted { has_value, arity } => {
                check_count(&self.name, *arity, call.arguments.len())?;
                let arguments = legacy::arguments(call.arguments)?;
                let value = self.run(call, &site, |code, scope| code.call_older(scope, &self.name, &arguments))?;
                Ok(if *has_value { value } else { Value::Undef })
            }
            Calls::Typed(known) => {
                let block = call.block.as_ref().map(|block| block.callable_type());
                let fitting = known.iter().find(|(_, signature)| fits(signature, call.arguments, block.as_ref()));
                let Some((dispatch, signature)) = fitting else {
                    return Err(self.explain(known, call.arguments, block.as_ref()));
                };
                let (arguments, has_block) = (call.arguments, call.block.is_some());
                let value = self.run(call, &site, |code, scope| code.call(scope, dispatch, arguments, has_block))?;
                if dispatch.is_refusal {
                    let why = value.as_str().unwrap_or_default();
                    return fail(format!("'{}' {why}", self.name));
                }
                if let Some(expected) = &signature.callable.returns {
                    // Puppet names the method rather than the function.
                    let subject = format!("value returned from function '{}' has wrong type,", dispatch.method);
                    if let Some(message) = mismatch::explain(&subject, expected, &value) {
                        return fail(message);
                    }
                }
                Ok(value)
            }
        }
    }

    /// Runs the code of the function, once: by real Ruby if its text shows that it needs that.
    fn run(
        &self,
        call: &mut Call<'_, '_>,
        site: &CallSite<'_>,
        work: impl FnOnce(&FunctionFile, &mut Scope<'_, '_, '_>) -> Result<Value, Error>,
    ) -> Outcome {
        let has_ruby = call.compilation.ruby().is_some_and(RubyRunner::is_available);
        let Some(code) = self.code.as_ref().filter(|code| !has_ruby || code.unsupported().is_empty()) else {
            return self.call_foreign(call);
        };
        let mut scope = Scope::new(call.compilation, site, call.block.clone());
        let result = scope.run(|scope| work(code, scope))?;
        let error = match result {
            Ok(value) => return Ok(value),
            Err(error) => error,
        };
        let (has_effects, is_for_ruby) = (scope.has_effects, error.class == Error::NOT_SUPPORTED);
        match call.compilation.ruby() {
            Some(_) if is_for_ruby && has_effects && has_ruby => Err(self.failure(too_late(error))),
            Some(_) if is_for_ruby => self.call_foreign(call),
            _ => Err(self.failure(error)),
        }
    }

    /// Lets Ruby call the function.
    fn call_foreign(&self, call: &mut Call<'_, '_>) -> Outcome {
        let Some(ruby) = call.compilation.ruby() else {
            return fail(format!("The function '{}' needs Ruby", self.name));
        };
        let site = CallSite { frame: call.frame, location: call.location, path: None };
        let (arguments, has_block) = (call.arguments, call.block.is_some());
        let mut scope = Scope::new(call.compilation, &site, call.block.clone());
        let called = scope.run(|scope| ruby.call(&self.name, arguments, has_block, scope))?;
        called.map_err(|error| self.failure(error))
    }

    fn explain(
        &self,
        known: &[(Dispatch, mismatch::Signature)],
        arguments: &[Value],
        block: Option<&Type>,
    ) -> Interrupt {
        let types: Vec<Type> = arguments.iter().map(infer::detailed).collect();
        let signatures: Vec<mismatch::Signature> =
            known.iter().filter(|(dispatch, _)| !dispatch.is_refusal).map(|(_, signature)| signature.clone()).collect();
        Interrupt::unplaced(mismatch::refused_signatures(&self.name, &signatures, &types, block))
    }

    fn failure(&self, error: Error) -> Interrupt {
        failure(&self.name, &self.found, error)
    }
}

/// What went wrong: the error of a lambda or function that was called, Ruby's own words, or what only Ruby can do.
fn failure(name: &str, found: &RubyFile, error: Error) -> Interrupt {
    if let Some(interrupt) = interrupt_of(&error) {
        return interrupt;
    }
    if error.class != Error::NOT_SUPPORTED {
        return Interrupt::unplaced(error.message);
    }
    let (file, line, message) = (found.file.display(), error.line, error.message);
    let module = found.module.as_ref().map_or_else(String::new, |module| format!(" of the module '{module}'"));
    Interrupt::unplaced(format!("The function '{name}'{module} needs Ruby: {message} (file: {file}, line: {line})"))
        .hint("write the function in the Puppet language, or hand its value to the manifest as data")
}

/// The types that signatures can name: those of the function itself, then those of the environment.
struct Names<'n> {
    local: TypeRegistry,
    others: &'n TypeRegistry,
}

impl<'n> Names<'n> {
    fn new(definitions: &[EcoString], others: &'n TypeRegistry) -> Names<'n> {
        let local = TypeRegistry::default();
        for definition in definitions {
            if let Some((name, text)) = definition.split_once('=') {
                local.add(name.trim(), text.trim());
            }
        }
        Names { local, others }
    }
}

impl TypeNames for Names<'_> {
    fn find(&self, name: &str) -> Option<Type> {
        self.local.find(name).or_else(|| self.others.find(name))
    }
}
