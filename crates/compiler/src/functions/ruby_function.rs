//! Functions that modules have in Ruby, run without Ruby as far as their code allows.
//!
//! The language of their code is the crate `ruby-subset`'s. A file is read when its function is first called, and once
//! a compilation.

use diagnostics::Location;
use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Type, TypeNames, TypeRegistry, Value, infer, mismatch, parse_type_with,
    types::{CallableType, IntegerRange, TupleType},
};
use ruby_subset::{Definition, Dispatch, Error, Form, FunctionFile, Presence};
use rustc_hash::FxHashMap;

use super::{
    Call,
    dispatch::{check_count, fits},
    ruby::legacy,
};
use crate::{
    Compilation,
    erb::{CallSite, ReplayLog, Scope},
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
    /// The value of a function. What it asks meanwhile is answered by `host`; the error is what went wrong, in Ruby's words.
    fn call(
        &self,
        name: &str,
        arguments: &[Value],
        has_block: bool,
        host: &mut dyn ruby_subset::Host,
    ) -> Result<Value, String>;

    /// As [`call`](RubyRunner::call), for a function that gives data.
    fn call_for_data(
        &self,
        name: &str,
        arguments: &[Value],
        context: &DataContext<'_>,
        host: &mut dyn ruby_subset::Host,
    ) -> Result<Value, String>;

    /// The result of a template that only Ruby can render, given the name of its scope; nothing without Ruby. The error
    /// has a line if it is known.
    fn render(
        &self,
        text: &str,
        path: Option<&str>,
        scope_name: &str,
        host: &mut dyn ruby_subset::Host,
    ) -> Option<Result<Value, (String, Option<u32>)>>;
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
            Err(error) if error.class == Error::NOT_SUPPORTED && self.ruby.is_some() => {
                return Ok(RubyFunction { name: name.into(), found, code: None, calls: Calls::Foreign });
            }
            definitions => definitions.map_err(|error| failure(name, &found, error, None))?,
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
        let Some(code) = &self.code else { return self.call_foreign(call, ReplayLog::default()) };
        match &self.calls {
            Calls::Foreign => self.call_foreign(call, ReplayLog::default()),
            Calls::Counted { has_value, arity } => {
                check_count(&self.name, *arity, call.arguments.len())?;
                let arguments = legacy::arguments(call.arguments)?;
                let mut scope = Scope::new(call.compilation, &site, call.block.clone());
                let called = scope.run(|scope| code.call_older(scope, &self.name, &arguments));
                let value = match called? {
                    Ok(value) => value,
                    Err(error) if self.is_for_ruby(&error, &scope) => {
                        let replay_log = scope.rewind();
                        self.call_foreign(call, replay_log)?
                    }
                    Err(error) => return Err(self.failure(error, scope.stopped)),
                };
                Ok(if *has_value { value } else { Value::Undef })
            }
            Calls::Typed(known) => {
                let block = call.block.as_ref().map(|block| block.callable_type());
                let fitting = known.iter().find(|(_, signature)| fits(signature, call.arguments, block.as_ref()));
                let Some((dispatch, signature)) = fitting else {
                    return Err(self.explain(known, call.arguments, block.as_ref()));
                };
                let mut scope = Scope::new(call.compilation, &site, call.block.clone());
                let has_block = call.block.is_some();
                let called = scope.run(|scope| code.call(scope, dispatch, call.arguments, has_block));
                let value = match called? {
                    Ok(value) => value,
                    Err(error) if self.is_for_ruby(&error, &scope) => {
                        let replay_log = scope.rewind();
                        return self.call_foreign(call, replay_log);
                    }
                    Err(error) => return Err(self.failure(error, scope.stopped)),
                };
                if dispatch.is_refusal {
                    let why = value.as_str().unwrap_or_default();
                    return Err(Interrupt::unplaced(format!("'{}' {why}", self.name)));
                }
                if let Some(expected) = &signature.callable.returns {
                    // Puppet names the method rather than the function.
                    let subject = format!("value returned from function '{}' has wrong type,", dispatch.method);
                    if let Some(message) = mismatch::explain(&subject, expected, &value) {
                        return Err(Interrupt::unplaced(message));
                    }
                }
                Ok(value)
            }
        }
    }

    /// Whether Ruby itself can do what the code was refused for.
    fn is_for_ruby(&self, error: &Error, scope: &Scope<'_, '_, '_>) -> bool {
        error.class == Error::NOT_SUPPORTED && scope.compilation.ruby.is_some()
    }

    /// Lets Ruby call the function, from its beginning; what it has done already is not done again.
    fn call_foreign(&self, call: &mut Call<'_, '_>, replay_log: ReplayLog) -> Outcome {
        let Some(ruby) = call.compilation.ruby else {
            return Err(Interrupt::unplaced(format!("The function '{}' needs Ruby", self.name)));
        };
        let site = CallSite { frame: call.frame, location: call.location, path: None };
        let (arguments, has_block) = (call.arguments, call.block.is_some());
        let mut scope = Scope { replay_log, ..Scope::new(call.compilation, &site, call.block.clone()) };
        scope.compilation.budget.enter()?;
        let called = ruby.call(&self.name, arguments, has_block, &mut scope);
        scope.compilation.budget.leave();
        called.map_err(|message| match scope.stopped {
            // An error of a lambda or another function comes back unchanged.
            Some((said, interrupt)) if message.ends_with(&said) => interrupt,
            _ => Interrupt::unplaced(message),
        })
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

    fn failure(&self, error: Error, stopped: Option<(String, Interrupt)>) -> Interrupt {
        failure(&self.name, &self.found, error, stopped)
    }
}

/// What went wrong: the error of a lambda or function that was called, Ruby's own words, or what only Ruby can do.
fn failure(name: &str, found: &RubyFile, error: Error, stopped: Option<(String, Interrupt)>) -> Interrupt {
    if let Some((said, interrupt)) = stopped
        && said == error.message
    {
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

fn signature(dispatch: &Dispatch, names: &Names<'_>) -> Outcome<mismatch::Signature> {
    let read = |text: &str| parse_type_with(text, names).map_err(|error| Interrupt::unplaced(error.message));
    let (mut types, mut least, mut most) = (Vec::new(), 0_i64, 0_i64);
    for parameter in &dispatch.parameters {
        types.push(read(&parameter.type_text)?);
        least += i64::from(matches!(parameter.presence, Presence::Required | Presence::RequiredRepeated));
        most = match parameter.presence {
            Presence::Repeated | Presence::RequiredRepeated => i64::MAX,
            Presence::Required | Presence::Optional => most.saturating_add(1),
        };
    }
    let block = match &dispatch.block {
        None => None,
        Some(block) => {
            let wanted = read(&block.type_text)?;
            Some(if block.presence == Presence::Optional { Type::optional(wanted) } else { wanted })
        }
    };
    let returns = dispatch.returns.as_deref().map(read).transpose()?;
    let parameters = TupleType { types, size: Some(IntegerRange { from: least, to: most }) };
    Ok(mismatch::Signature {
        callable: Arc::new(CallableType { parameters: Some(parameters), block, returns }),
        names: dispatch.parameters.iter().map(|parameter| parameter.name.clone()).collect(),
        block_name: dispatch.block.as_ref().map_or_else(|| "block".into(), |block| block.name.clone()),
    })
}
