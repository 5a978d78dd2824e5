//! ERB templates: reads them, and answers for the scope that they are filled in from.
//!
//! The language of templates is the crate `ruby-subset`'s; here is only what it asks of a compilation.

mod journal;

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::HashMap;
use resource_api::log::Level;
use ruby_subset::{Error, Host, Template};

use self::journal::Deed;
pub(crate) use self::journal::Journal;
use crate::{
    Compilation,
    error::{FailureKind, Interrupt, Outcome, Spot},
    evaluate::Lambda,
    frame::Frame,
    functions,
};

/// How many templates are remembered.
const MAX_TEMPLATES: usize = 10_000;

/// The functions of Puppet that templates can call as `scope.function_NAME`, and those that say that they cannot be.
const OLDER: &[&str] = &[
    "contain",
    "create_resources",
    "digest",
    "fail",
    "file",
    "fqdn_rand",
    "generate",
    "include",
    "inline_template",
    "md5",
    "realize",
    "require",
    "scanf",
    "sha1",
    "sha256",
    "shellquote",
    "sprintf",
    "tag",
    "tagged",
    "template",
    "versioncmp",
    "debug",
    "info",
    "notice",
    "warning",
    "err",
    "alert",
    "crit",
    "emerg",
];
const NEWER: &[&str] = &[
    "assert_type",
    "binary_file",
    "break",
    "defined",
    "dig",
    "each",
    "epp",
    "filter",
    "find_file",
    "hiera",
    "hiera_array",
    "hiera_hash",
    "hiera_include",
    "inline_epp",
    "lest",
    "lookup",
    "map",
    "match",
    "new",
    "next",
    "reduce",
    "regsubst",
    "return",
    "reverse_each",
    "slice",
    "split",
    "step",
    "strftime",
    "then",
    "type",
    "with",
];

/// The templates that were read, by their texts: a define fills the same in for each of its instances.
#[derive(Debug, Default)]
pub(crate) struct Templates(HashMap<EcoString, Arc<Template>>);

/// Where a template is filled in.
pub(crate) struct Place<'c> {
    pub frame: &'c Frame,
    pub spot: &'c Spot,
    /// The file, if it is one.
    pub path: Option<String>,
}

impl Compilation<'_> {
    /// Fills a template in; what is wrong with it is said with its own line.
    pub(crate) fn fill_in_template(&mut self, place: &Place<'_>, text: &str) -> Outcome<Result<EcoString, Error>> {
        self.budget.size(text.len())?;
        let template = match self.memory.erb.0.get(text) {
            Some(template) => template.clone(),
            None => match Template::read(text) {
                Ok(template) => self.remember_template(text, template),
                Err(error) => return Ok(Err(error)),
            },
        };
        let mut scope = Scope::new(self, place, None);
        let result = scope.run(|scope| template.render(scope));
        match result {
            Ok(Err(error)) if is_for_ruby(&error) && scope.compilation.ruby.is_some() => {
                let journal = scope.undone();
                self.fill_in_by_ruby(place, text, error, journal)
            }
            result => result,
        }
    }

    /// Lets Ruby itself fill in a template, where there is one.
    fn fill_in_by_ruby(
        &mut self,
        place: &Place<'_>,
        text: &str,
        error: Error,
        journal: Journal,
    ) -> Outcome<Result<EcoString, Error>> {
        let Some(ruby) = self.ruby else { return Ok(Err(error)) };
        let name = self.scope_name(place.frame.scope);
        let mut scope = Scope { journal, ..Scope::new(self, place, None) };
        match ruby.render(text, place.path.as_deref(), &name, &mut scope) {
            None => Ok(Err(error)),
            Some(Ok(value)) => Ok(Ok(value.as_str().unwrap_or_default().into())),
            Some(Err((message, line))) => {
                Ok(Err(Error { class: "StandardError".into(), message, line: line.unwrap_or(error.line) }))
            }
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

/// Whether real Ruby may know more than we do: what we lack, and methods that nobody here knows.
fn is_for_ruby(error: &Error) -> bool {
    matches!(error.class.as_str(), Error::NOT_SUPPORTED | "NoMethodError")
}

/// The scope as a template or a function in Ruby sees it.
pub(crate) struct Scope<'s, 'c, 'e> {
    pub compilation: &'s mut Compilation<'e>,
    pub place: &'s Place<'c>,
    /// The lambda that the function was called with.
    pub block: Option<Lambda<'s>>,
    /// What ended a lambda or function that was called, with the words that Ruby was told.
    pub stopped: Option<(String, Interrupt)>,
    pub journal: Journal,
}

impl<'s, 'c, 'e> Scope<'s, 'c, 'e> {
    /// The scope of a program that begins.
    pub(crate) fn new(
        compilation: &'s mut Compilation<'e>,
        place: &'s Place<'c>,
        block: Option<Lambda<'s>>,
    ) -> Scope<'s, 'c, 'e> {
        Scope { compilation, place, block, stopped: None, journal: Journal::default() }
    }
}

impl Scope<'_, '_, '_> {
    /// Runs a program, which may need the stack of one in Ruby.
    pub(crate) fn run<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, Error>) -> Outcome<Result<T, Error>> {
        self.compilation.budget.enter()?;
        let result = match self.compilation.budget.reserve(ruby_subset::STACK) {
            Ok(reserved) => {
                let result = work(self);
                self.compilation.budget.release(reserved);
                Ok(result)
            }
            Err(exceeded) => Err(exceeded),
        };
        self.compilation.budget.leave();
        result
    }

    /// Takes back what can be taken back, and returns what was done all the same, for a program that Ruby runs again.
    pub(crate) fn undone(&mut self) -> Journal {
        let mut journal = std::mem::take(&mut self.journal);
        while let Some((name, value)) = journal.replaced.pop() {
            self.put(&name, value);
        }
        journal.repeating()
    }

    fn put(&mut self, name: &str, value: Value) {
        let scope = self.place.frame.scope;
        let now = self.compilation.scopes.find(scope, name).cloned();
        self.compilation.scopes.replace(scope, name, value.clone());
        // In Ruby, a parameter and its variable are the same object, too.
        if let Some(now) = now {
            self.compilation.replace_parameter(scope, name, &now, value);
        }
    }

    /// Does something that can be told from outside, unless it was done before.
    fn once(&mut self, deed: Deed, work: impl FnOnce(&mut Self) -> Result<Value, String>) -> Result<Value, String> {
        if let Some(answer) = self.journal.answer(&deed) {
            return answer;
        }
        let answer = work(self);
        self.journal.add(deed, &answer);
        answer
    }

    /// What the context of a function that gives data answers. In Ruby a block has made its text already.
    fn ask_context(&mut self, method: &str, arguments: &[Value]) -> Result<Value, String> {
        let data = self.compilation.data;
        let made = arguments.first().cloned().unwrap_or_default();
        let mut block = |_: &mut Compilation<'_>, _: &[Value]| Ok(made.clone());
        let block: Option<crate::lookup::Block<'_>> = if method == "explain" { Some(&mut block) } else { None };
        match data.context_method(self.compilation, self.place.frame, method, arguments, block) {
            Some(answer) => answer.map_err(message),
            None => Err(format!("a context of a lookup has no method '{method}'")),
        }
    }

    fn invoke(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, String> {
        let (frame, spot) = (self.place.frame, self.place.spot);
        if let Some(method) = name.strip_prefix("Puppet::LookupContext.") {
            return self.ask_context(method, arguments);
        }
        let callable = match self.compilation.callable(frame, name).map_err(message)? {
            Some(callable) => callable,
            None => return Err(format!("Unknown function '{name}'")),
        };
        let block = self.block.clone().filter(|_| with_block);
        let called = self.compilation.invoke(&callable, frame, spot, name, arguments, block);
        called.map_err(|interrupt| self.stop(interrupt))
    }

    fn stop(&mut self, interrupt: Interrupt) -> String {
        let said = message(interrupt.clone());
        self.stopped = Some((said.clone(), interrupt));
        said
    }
}

/// What a failure says, where a template wraps words of its own around it.
fn message(interrupt: Interrupt) -> String {
    match interrupt.misplaced() {
        Interrupt::Failure(failure) => match failure.kind {
            FailureKind::Plain | FailureKind::Bare => failure.message,
            FailureKind::Evaluation | FailureKind::Parse | FailureKind::Data => failure.to_string(),
        },
        Interrupt::Next(_) | Interrupt::Break(_) | Interrupt::Return(_) => "it was left by a jump".into(),
    }
}

impl Host for Scope<'_, '_, '_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.compilation.variable(self.place.frame.scope, name).cloned()
    }

    fn variables(&mut self) -> Vec<(EcoString, Value)> {
        self.compilation.all_variables(self.place.frame.scope)
    }

    fn look_up(&mut self, name: &str) -> Result<Value, String> {
        match self.compilation.variable(self.place.frame.scope, name) {
            Some(value) => Ok(value.clone()),
            None => self.compilation.undefined_variable(name).map_err(message),
        }
    }

    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), String> {
        let set = self.once(Deed::Set(name.into(), value.clone()), |scope| {
            let set = scope.compilation.scopes.set(scope.place.frame.scope, name.into(), value);
            set.map(|()| Value::Undef).map_err(|_| format!("Cannot reassign variable '${name}'"))
        });
        set.map(drop)
    }

    fn replace_variable(&mut self, name: &str, value: Value) {
        let old = self.compilation.scopes.find(self.place.frame.scope, name).cloned();
        if old.as_ref() == Some(&value) {
            return;
        }
        self.put(name, value);
        self.journal.replaced.extend(old.map(|old| (name.into(), old)));
    }

    fn call_function(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, String> {
        self.once(Deed::Call(name.into(), arguments.to_vec(), with_block), |scope| {
            scope.invoke(name, arguments, with_block)
        })
    }

    fn call_block(&mut self, arguments: &[Value]) -> Result<Value, String> {
        let Some(block) = self.block.clone() else { return Err("no block given (yield)".into()) };
        self.once(Deed::Block(arguments.to_vec()), |scope| {
            scope.compilation.call_lambda(&block, arguments).map_err(|interrupt| scope.stop(interrupt))
        })
    }

    fn log(&mut self, level: &str, source: Option<&str>, message: &str) {
        let level = match level {
            "debug" => Level::Debug,
            "info" => Level::Info,
            "warning" | "deprecation_warning" => Level::Warning,
            "err" => Level::Err,
            "alert" => Level::Alert,
            "crit" => Level::Critical,
            "emerg" => Level::Emergency,
            _ => Level::Notice,
        };
        if self.journal.says(level) {
            self.compilation.log.write(level, source, message);
        }
    }

    fn defaults(&mut self, kind: &str) -> Vec<(EcoString, Value)> {
        self.compilation.visible_defaults(self.place.frame.scope, kind)
    }

    fn has_function(&mut self, name: &str) -> bool {
        functions::find(name).is_some() || self.compilation.loader.ruby_function(name).is_some()
    }

    fn has_older_function(&mut self, name: &str) -> Result<bool, String> {
        if NEWER.contains(&name) {
            return Err(format!("{name}() can only be called using the 4.x function API. See Scope#call_function"));
        }
        Ok(match functions::find(name) {
            Some(_) => !functions::is_core(name) || OLDER.contains(&name),
            None => self.compilation.loader.ruby_function(name).is_some(),
        })
    }

    fn classes(&mut self) -> Vec<EcoString> {
        self.compilation.resources.classes.clone()
    }

    fn name(&self) -> String {
        self.compilation.scope_name(self.place.frame.scope)
    }

    fn path(&self) -> Option<String> {
        self.place.path.clone()
    }

    fn spend(&mut self, steps: u64) -> Result<(), String> {
        self.compilation.budget.spend(steps).map_err(message)
    }

    fn size_limit(&self) -> usize {
        self.compilation.budget.limits.size
    }

    fn made(&mut self, bytes: usize) -> Result<(), String> {
        self.compilation.budget.note(bytes).map_err(message)
    }
}
