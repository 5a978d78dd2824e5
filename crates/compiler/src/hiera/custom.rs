//! Backend functions of modules and environments, written in the language or in Ruby.
//!
//! Such a function receives a context with methods that [`Hiera::context_method`] implements: its cache, the data of
//! files, and reporting that there is no value.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use diagnostics::{Location, Span};
use ecow::EcoString;
use pcore::keyed::HashMap;
use pcore::{Hash, TypeNames as _, Value};

use super::{
    Hiera, Layer,
    config::Kind,
    data,
    key::Key,
    locations::ResolvedLocation,
    lookup_error::{LookupError, LookupResult},
    providers::Provider,
    search::Search,
    validation,
};
use crate::{
    Compilation,
    erb::{CallSite, Scope, interrupt_of},
    error::{Interrupt, Outcome},
    evaluate::pairs,
    frame::Frame,
    functions::{DataContext, RubyRunner},
    input,
    lookup::Block,
};

/// The type of contexts, by its name.
const CONTEXT: &str = "Puppet::LookupContext";

/// What a context can be asked; see `context_method`.
const CONTEXT_TYPE: &str = "Object[{name => 'Puppet::LookupContext', attributes => {environment_name => String[1], \
     module_name => Optional[String[1]]}, functions => {not_found => Callable, explain => Callable, interpolate => \
     Callable, cache => Callable, cache_all => Callable, cache_has_key => Callable, cached_value => Callable, \
     cached_entries => Callable, cached_file_data => Callable}}]";

/// The origin of data: an entry of a layer, at a location.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Origin {
    layer: Layer,
    entry: EcoString,
    location: EcoString,
}

/// The results and caches of backend functions.
#[derive(Default)]
pub(super) struct Functions {
    /// Values by their keys.
    values: HashMap<(Origin, EcoString), Value>,
    /// What functions asked to be remembered.
    caches: HashMap<Origin, Hash>,
    /// The calls that go on, the innermost last.
    calls: Vec<RunningCall>,
}

/// A call that goes on.
struct RunningCall {
    origin: Origin,
    not_found: bool,
    texts: Vec<String>,
}

impl Search<'_, '_> {
    /// The value of a key from a function that gives all data at once.
    pub(super) fn in_custom_hash(&mut self, provider: &Provider<'_>, key: &Key) -> LookupResult {
        let origin = Origin::of(provider);
        let given = self.hiera.found.hashes.get(&origin, || {
            let given = match self.call_custom(provider, origin.clone(), None)? {
                Some(Value::Hash(given)) => given,
                other => {
                    let subject = format!("Value returned from {}", provider.described());
                    return Err(data::not_a_hash(&subject, &other.unwrap_or_default()));
                }
            };
            self.check_namespace(provider, given.keys());
            Ok(given)
        })?;
        given.get_str(&key.root).map(|value| self.interpolate(value, true)).transpose()
    }

    /// The value of a key from a function that is asked for it.
    pub(super) fn by_custom_key(&mut self, provider: &Provider<'_>, key: &Key) -> LookupResult {
        let origin = Origin::of(provider);
        let (name, asked) = if provider.entry.kind == Kind::DataDig {
            let steps = [Value::String(key.root.clone())].into_iter().chain(key.steps.iter().cloned());
            (key.text.clone(), steps.collect())
        } else {
            (key.root.clone(), Value::String(key.root.clone()))
        };
        let question = (origin.clone(), name);
        if let Some(known) = self.hiera.memory().functions.values.get(&question) {
            return Ok(Some(known.clone()));
        }
        let found = self.call_custom(provider, origin, Some(asked))?;
        if let Some(value) = &found {
            self.hiera.memory().functions.values.insert(question, value.clone());
        }
        Ok(found)
    }

    fn call_custom(&mut self, provider: &Provider<'_>, origin: Origin, asked: Option<Value>) -> LookupResult {
        let function = &provider.entry.function;
        let is_of_language = self.compilation.loader.function(function)?.is_some();
        let ruby = self.compilation.ruby().filter(|_| !is_of_language && self.ruby_file(function).is_some());
        if !is_of_language && ruby.is_none() {
            return Err(self.unusable(provider));
        }
        let id = format!("{:?} {} {}", origin.layer, origin.entry, origin.location);
        let mut options = provider.resolved.options.clone();
        if let Some(location) = provider.location {
            let name = if provider.file().is_some() { "path" } else { "uri" };
            options.insert(name.into(), Value::String(location.shown()));
        }
        let mut arguments: Vec<Value> = asked.into_iter().chain([options.into()]).collect();
        if ruby.is_none() {
            arguments.push(self.context(provider)?);
        }
        self.hiera.memory().functions.calls.push(RunningCall { origin, not_found: false, texts: Vec::new() });
        let answer = match ruby {
            Some(ruby) => self.call_ruby(ruby, provider, &arguments, &id),
            None => self.call(function, &arguments),
        };
        let running = self.hiera.memory().functions.calls.pop();
        let not_found = running.as_ref().is_some_and(|running| running.not_found);
        for text in running.into_iter().flat_map(|running| running.texts) {
            self.text(|| text);
        }
        if not_found { Ok(None) } else { Ok(Some(answer?)) }
    }

    fn call_ruby(&mut self, ruby: &dyn RubyRunner, provider: &Provider<'_>, arguments: &[Value], id: &str) -> Outcome {
        let environment = self.compilation.loader.environment.name.clone();
        let module = match provider.layer {
            Layer::Module(name) => Some(name.as_str()),
            Layer::Global | Layer::Environment => None,
        };
        let context = DataContext { id, environment: &environment, module };
        let location = Location { source: Arc::clone(&self.frame.source), span: Span::default() };
        let site = CallSite { frame: self.frame, location: &location, path: None };
        let mut scope = Scope::new(self.compilation, &site, None);
        let called = scope.run(|scope| ruby.call_for_data(&provider.entry.function, arguments, &context, scope))?;
        called.map_err(|error| interrupt_of(&error).unwrap_or_else(|| Interrupt::unplaced(error.message)))
    }

    fn context(&mut self, provider: &Provider<'_>) -> Result<Value, LookupError> {
        let types = &self.compilation.loader.types;
        if types.find(CONTEXT).is_none() {
            types.add(CONTEXT, CONTEXT_TYPE);
        }
        let wanted =
            types.find(CONTEXT).ok_or_else(|| LookupError::new(format!("the type {CONTEXT} cannot be made")))?;
        let module = match provider.layer {
            Layer::Module(name) => Value::String(name.clone()),
            Layer::Global | Layer::Environment => Value::Undef,
        };
        let environment = Value::String(self.compilation.loader.environment.name.clone());
        Ok(self.compilation.new_instance(&wanted, &[environment, module])?)
    }

    /// The error for a function that cannot be called, with its location in `hiera.yaml`.
    fn unusable(&self, provider: &Provider<'_>) -> LookupError {
        let (kind, function) = (provider.entry.kind.name(), &provider.entry.function);
        let path = provider.config.path.as_deref();
        let text = path.and_then(|path| input::read_found_text(path).ok()).unwrap_or_default();
        let line = validation::line_of_function(&text, kind, function);
        match self.ruby_file(function) {
            Some(ruby) => LookupError::in_file(
                format!(
                    "The '{kind}' function named '{function}' is written in Ruby ({}), which cannot be called here",
                    ruby.display()
                ),
                path,
                line,
            ),
            None => LookupError::in_file(format!("Unable to find '{kind}' function named '{function}'"), path, line),
        }
    }

    /// Where a function of that name would be, if it were written in Ruby.
    fn ruby_file(&self, function: &str) -> Option<PathBuf> {
        let loader = &self.compilation.loader;
        let file = format!("lib/puppet/functions/{}.rb", function.replace("::", "/"));
        let of_environment = loader.environment.root.as_ref().map(|root| root.join(&file));
        let of_modules = loader.modules().map(|(_, directory)| directory.join(&file));
        of_environment.into_iter().chain(of_modules).find(|path| path.is_file())
    }
}

impl Origin {
    fn of(provider: &Provider<'_>) -> Origin {
        Origin {
            layer: provider.layer.clone(),
            entry: provider.entry.name.clone(),
            location: provider.location.map(ResolvedLocation::shown).unwrap_or_default(),
        }
    }
}

impl Hiera {
    /// What a context answers; nothing where it has no such method.
    pub(super) fn answer_context(
        &self,
        compilation: &mut Compilation<'_>,
        frame: &Frame,
        name: &str,
        arguments: &[Value],
        block: Option<Block<'_>>,
    ) -> Option<Outcome> {
        let argument = arguments.first().cloned().unwrap_or_default();
        Some(match name {
            "not_found" => {
                if let Some(running) = self.memory().functions.calls.last_mut() {
                    running.not_found = true;
                }
                // Ends the call; `call_custom` checks the flag.
                Err(Interrupt::unplaced("there is no value for the key"))
            }
            "explain" => block.map_or(Ok(Value::Undef), |block| {
                let text = block(compilation, &[])?.to_string();
                if let Some(running) = self.memory().functions.calls.last_mut() {
                    running.texts.push(text);
                }
                Ok(Value::Undef)
            }),
            "interpolate" => {
                let empty = Hash::default();
                let mut search = Search::new(self, compilation, frame, &empty, &empty);
                search.interpolate(&argument, true).map_err(LookupError::into_interrupt)
            }
            "cache" => {
                let value = arguments.get(1).cloned().unwrap_or_default();
                self.with_cache(|cache| _ = cache.insert(argument, value.clone()));
                Ok(value)
            }
            "cache_all" => {
                let entries = argument.as_hash().cloned().unwrap_or_default();
                self.with_cache(|cache| cache.extend(entries));
                Ok(Value::Undef)
            }
            "cache_has_key" => Ok(Value::Boolean(self.with_cache(|cache| cache.contains_key(&argument)))),
            "cached_value" => Ok(self.with_cache(|cache| cache.get(&argument).cloned()).unwrap_or_default()),
            "cached_entries" => {
                let entries = self.with_cache(|cache| cache.clone());
                match block {
                    None => Ok(pairs(&entries).collect()),
                    Some(block) => entries.into_iter().try_fold(Value::Undef, |nothing, (key, value)| {
                        block(compilation, &[key, value]).map(|_| nothing)
                    }),
                }
            }
            "cached_file_data" => self.file_data(compilation, argument.as_str().unwrap_or_default(), block),
            _ => return None,
        })
    }

    /// Does something with what the innermost function has remembered.
    fn with_cache<T: Default>(&self, work: impl FnOnce(&mut Hash) -> T) -> T {
        let mut memory = self.memory();
        let functions = &mut memory.functions;
        let Some(running) = functions.calls.last() else { return T::default() };
        work(functions.caches.entry(running.origin.clone()).or_default())
    }

    fn file_data(&self, compilation: &mut Compilation<'_>, path: &str, block: Option<Block<'_>>) -> Outcome {
        let path = Path::new(path);
        self.found.file_values.get(path, || {
            let text = input::read_found_text(path)
                .map_err(|error| Interrupt::unplaced(format!("Could not read {}: {error}", path.display())))?;
            compilation.budget.size(text.len())?;
            match block {
                Some(block) => block(compilation, &[text.into()]),
                None => Ok(text.into()),
            }
        })
    }
}

/// A structure in which the steps of a key lead to a value.
pub(super) fn nest_under(steps: &[Value], value: Value) -> Value {
    steps.iter().rev().fold(value, |value, step| match step {
        // Steps come from a key, so indexes are small; the elements before them are undef.
        Value::Integer(index) if (0..1_000).contains(index) => {
            let before = std::iter::repeat_n(Value::Undef, usize::try_from(*index).unwrap_or_default());
            before.chain([value]).collect()
        }
        step => Hash::from_iter([(step.clone(), value)]).into(),
    })
}
