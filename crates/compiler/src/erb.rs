//! ERB templates: reads and renders them, and gives them access to the scope.
//!
//! The crate `ruby-subset` implements their language; this module implements its access to the compilation.

mod replay_log;

use diagnostics::Location;
use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::HashMap;
use resource_api::log::Level;
use ruby_subset::{Error, Host, Template};

pub(crate) use self::replay_log::ReplayLog;
use self::replay_log::SideEffect;
use crate::{
    Compilation,
    error::{FailureKind, Interrupt, Outcome},
    evaluate::Lambda,
    frame::Frame,
    functions,
};

/// How many templates are cached.
const MAX_TEMPLATES: usize = 10_000;

/// The functions of Puppet that templates can call as `scope.function_NAME`.
const LEGACY_FUNCTIONS: &[&str] = &[
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

/// The functions of Puppet for which `scope.function_NAME` is an error.
const MODERN_FUNCTIONS: &[&str] = &[
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
    /// Renders a template. The inner error has the line of the template.
    pub(crate) fn fill_in_template(&mut self, site: &CallSite<'_>, text: &str) -> Outcome<Result<EcoString, Error>> {
        self.budget.size(text.len())?;
        let template = match self.memory.erb.0.get(text) {
            Some(template) => template.clone(),
            None => match Template::read(text) {
                Ok(template) => self.remember_template(text, template),
                Err(error) => return Ok(Err(error)),
            },
        };
        let mut scope = Scope::new(self, site, None);
        let result = scope.run(|scope| template.render(scope));
        match result {
            Ok(Err(error)) if is_for_ruby(&error) && scope.compilation.ruby.is_some() => {
                let replay_log = scope.rewind();
                self.fill_in_by_ruby(site, text, error, replay_log)
            }
            result => result,
        }
    }

    /// Renders a template with real Ruby, if available.
    fn fill_in_by_ruby(
        &mut self,
        site: &CallSite<'_>,
        text: &str,
        error: Error,
        replay_log: ReplayLog,
    ) -> Outcome<Result<EcoString, Error>> {
        let Some(ruby) = self.ruby else { return Ok(Err(error)) };
        let name = self.scope_name(site.frame.scope);
        let mut scope = Scope { replay_log, ..Scope::new(self, site, None) };
        match ruby.render(text, site.path.as_deref(), &name, &mut scope) {
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

/// Whether real Ruby may succeed where we failed: unsupported features and unknown methods.
fn is_for_ruby(error: &Error) -> bool {
    matches!(error.class.as_str(), Error::NOT_SUPPORTED | "NoMethodError")
}

/// The scope as a template or a function in Ruby sees it.
pub(crate) struct Scope<'s, 'c, 'e> {
    pub compilation: &'s mut Compilation<'e>,
    pub site: &'s CallSite<'c>,
    /// The lambda that the function was called with.
    pub block: Option<Lambda<'s>>,
    /// The interrupt that ended a called lambda or function, with the message that Ruby received.
    pub stopped: Option<(String, Interrupt)>,
    pub replay_log: ReplayLog,
}

impl<'s, 'c, 'e> Scope<'s, 'c, 'e> {
    /// The scope of a new program.
    pub(crate) fn new(
        compilation: &'s mut Compilation<'e>,
        site: &'s CallSite<'c>,
        block: Option<Lambda<'s>>,
    ) -> Scope<'s, 'c, 'e> {
        Scope { compilation, site, block, stopped: None, replay_log: ReplayLog::default() }
    }
}

impl Scope<'_, '_, '_> {
    /// Runs a program with the stack reserved that Ruby code may need.
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

    /// Undoes changes of variables, and returns the log of all other side effects, for a second run by real Ruby.
    pub(crate) fn rewind(&mut self) -> ReplayLog {
        let mut replay_log = std::mem::take(&mut self.replay_log);
        while let Some((name, value)) = replay_log.replaced.pop() {
            self.put(&name, value);
        }
        replay_log.replay()
    }

    fn put(&mut self, name: &str, value: Value) {
        let scope = self.site.frame.scope;
        let now = self.compilation.scopes.find(scope, name).cloned();
        self.compilation.scopes.replace(scope, name, value.clone());
        // As in Ruby, where a parameter and its variable are the same object.
        if let Some(now) = now {
            self.compilation.replace_parameter(scope, name, &now, value);
        }
    }

    /// Performs a side effect, unless the first run already did.
    fn once(
        &mut self,
        effect: SideEffect,
        work: impl FnOnce(&mut Self) -> Result<Value, String>,
    ) -> Result<Value, String> {
        if let Some(answer) = self.replay_log.next_answer(&effect) {
            return answer;
        }
        let answer = work(self);
        self.replay_log.add(effect, &answer);
        answer
    }

    /// Calls a method of the context of a Hiera backend. Ruby passes the result of the block.
    fn ask_context(&mut self, method: &str, arguments: &[Value]) -> Result<Value, String> {
        let data = self.compilation.data;
        let made = arguments.first().cloned().unwrap_or_default();
        let mut block = |_: &mut Compilation<'_>, _: &[Value]| Ok(made.clone());
        let block: Option<crate::lookup::Block<'_>> = if method == "explain" { Some(&mut block) } else { None };
        match data.context_method(self.compilation, self.site.frame, method, arguments, block) {
            Some(answer) => answer.map_err(message),
            None => Err(format!("a context of a lookup has no method '{method}'")),
        }
    }

    fn invoke(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, String> {
        let (frame, location) = (self.site.frame, self.site.location);
        if let Some(method) = name.strip_prefix("Puppet::LookupContext.") {
            return self.ask_context(method, arguments);
        }
        let callable = match self.compilation.callable(frame, name).map_err(message)? {
            Some(callable) => callable,
            None => return Err(format!("Unknown function '{name}'")),
        };
        let block = self.block.clone().filter(|_| with_block);
        let called = self.compilation.invoke(&callable, frame, location, name, arguments, block);
        called.map_err(|interrupt| self.stop(interrupt))
    }

    fn stop(&mut self, interrupt: Interrupt) -> String {
        let logged = message(interrupt.clone());
        self.stopped = Some((logged.clone(), interrupt));
        logged
    }
}

/// The message of a failure that a template wraps in its own.
fn message(interrupt: Interrupt) -> String {
    match interrupt.misplaced() {
        Interrupt::Failure(failure) => match failure.kind {
            FailureKind::Unplaced | FailureKind::Verbatim => failure.message,
            FailureKind::Evaluation | FailureKind::Parse | FailureKind::Data => failure.to_string(),
        },
        Interrupt::Next(_) | Interrupt::Break(_) | Interrupt::Return(_) => "it was left by a jump".into(),
    }
}

impl Host for Scope<'_, '_, '_> {
    fn variable(&mut self, name: &str) -> Option<Value> {
        self.compilation.variable(self.site.frame.scope, name).cloned()
    }

    fn variables(&mut self) -> Vec<(EcoString, Value)> {
        self.compilation.all_variables(self.site.frame.scope)
    }

    fn look_up(&mut self, name: &str) -> Result<Value, String> {
        match self.compilation.variable(self.site.frame.scope, name) {
            Some(value) => Ok(value.clone()),
            None => self.compilation.undefined_variable(name).map_err(message),
        }
    }

    fn set_variable(&mut self, name: &str, value: Value) -> Result<(), String> {
        let set = self.once(SideEffect::Set(name.into(), value.clone()), |scope| {
            let set = scope.compilation.scopes.set(scope.site.frame.scope, name.into(), value);
            set.map(|()| Value::Undef).map_err(|_| format!("Cannot reassign variable '${name}'"))
        });
        set.map(drop)
    }

    fn replace_variable(&mut self, name: &str, value: Value) {
        let old = self.compilation.scopes.find(self.site.frame.scope, name).cloned();
        if old.as_ref() == Some(&value) {
            return;
        }
        self.put(name, value);
        self.replay_log.replaced.extend(old.map(|old| (name.into(), old)));
    }

    fn call_function(&mut self, name: &str, arguments: &[Value], with_block: bool) -> Result<Value, String> {
        self.once(SideEffect::Call(name.into(), arguments.to_vec(), with_block), |scope| {
            scope.invoke(name, arguments, with_block)
        })
    }

    fn call_block(&mut self, arguments: &[Value]) -> Result<Value, String> {
        let Some(block) = self.block.clone() else { return Err("no block given (yield)".into()) };
        self.once(SideEffect::Block(arguments.to_vec()), |scope| {
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
        if self.replay_log.should_log(level) {
            self.compilation.log.write(level, source, message);
        }
    }

    fn defaults(&mut self, kind: &str) -> Vec<(EcoString, Value)> {
        self.compilation.visible_defaults(self.site.frame.scope, kind)
    }

    fn has_function(&mut self, name: &str) -> bool {
        functions::find(name).is_some() || self.compilation.loader.ruby_function(name).is_some()
    }

    fn has_legacy_function(&mut self, name: &str) -> Result<bool, String> {
        if MODERN_FUNCTIONS.contains(&name) {
            return Err(format!("{name}() can only be called using the 4.x function API. See Scope#call_function"));
        }
        Ok(match functions::find(name) {
            Some(_) => !functions::is_core(name) || LEGACY_FUNCTIONS.contains(&name),
            None => self.compilation.loader.ruby_function(name).is_some(),
        })
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

    fn spend(&mut self, steps: u64) -> Result<(), String> {
        self.compilation.budget.spend(steps).map_err(message)
    }

    fn size_limit(&self) -> usize {
        self.compilation.budget.limits.size
    }

    fn made(&mut self, bytes: usize) -> Result<(), String> {
        self.compilation.budget.record_allocation(bytes).map_err(message)
    }
}
