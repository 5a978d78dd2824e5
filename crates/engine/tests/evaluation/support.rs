//! A type with a provider in memory that remembers how it was called, and the log of what happened.

use std::sync::{Arc, Mutex, MutexGuard};

use ecow::EcoString;
use engine::{Evaluation, ManagedResource, Session, Settings};
use pcore::Value;
use resource_api::{
    Change, Changes, Context, Failure, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request,
    ResourceType, State, TypeDefinition,
    log::{Level, Log, LogEntry, Recorder},
};

/// A type with everything that is compared: `ensure`, properties, an `init_only` one, a parameter, a `read_only` one.
pub const NOTE: &str = "
name: note
desc: A note
features: [FEATURES]
attributes:
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  text: {type: 'Optional[String]', desc: t}
  size: {type: 'Optional[Integer]', desc: s}
  bold: {type: 'Optional[Boolean]', desc: b}
  list: {type: 'Optional[Array]', desc: l}
  map: {type: 'Optional[Hash]', desc: m}
  born: {type: 'Optional[String]', desc: i, behaviour: init_only}
  force: {type: 'Optional[Boolean]', desc: p, behaviour: parameter}
  seen: {type: 'Optional[String]', desc: r, behaviour: read_only}
";

/// A type with two namevars whose values have a canonical form.
pub const SOFTWARE: &str = "
name: software
desc: s
features: [canonicalize, FEATURES]
attributes:
  package: {type: String, desc: p, behaviour: namevar}
  manager: {type: String, desc: m, behaviour: namevar}
  version: {type: 'Optional[String]', desc: v}
  channel: {type: String, desc: c, behaviour: parameter, default: STABLE}
";

/// What the provider answers, and what it was asked.
#[derive(Default)]
pub struct Script {
    pub instances: Vec<State>,
    pub get_failure: Option<Failure>,
    /// Whether a block fails inside `get`, which goes on all the same.
    pub get_stumbles: bool,
    pub on_set: Option<SetAnswer>,
    pub on_flush: Option<SetAnswer>,
    /// How many changes there were at each flush.
    pub flushes: Vec<usize>,
    pub on_insync: Option<InsyncAnswer>,
    pub on_generate: Option<GenerateAnswer>,
    pub gets: usize,
    /// Whether the context reported a failure at one of them.
    pub failed_before_get: bool,
    pub sets: Vec<Vec<Change>>,
    pub noops: Vec<bool>,
    pub insyncs: Vec<(EcoString, Identity, State, State)>,
    pub generates: Vec<(Identity, Option<State>, State)>,
}

type SetAnswer = Box<dyn FnMut(&Context, &Changes) -> Outcome + Send>;
type InsyncAnswer = Box<dyn FnMut(&str) -> Outcome<Insync> + Send>;
type GenerateAnswer = Box<dyn FnMut() -> Outcome<Vec<Generated>> + Send>;

struct Scripted(Arc<Mutex<Script>>);

impl Scripted {
    fn script(&self) -> MutexGuard<'_, Script> {
        self.0.lock().expect("no test panics while it holds the script")
    }
}

#[resource_api::provider(as_declared)]
impl Provider for Scripted {
    fn get(&mut self, context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        let mut script = self.script();
        script.gets += 1;
        script.failed_before_get |= context.has_failed();
        if script.get_stumbles {
            context.updating("x", || Err(Failure::new("one of them is not readable")))?;
        }
        match &script.get_failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(script.instances.clone()),
        }
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut answer = {
            let mut script = self.script();
            script.sets.push(changes.iter().cloned().collect());
            script.noops.push(changes.noop());
            script.on_set.take()
        };
        // The script must not be locked while the answer runs, since it may look into it.
        let outcome = answer.as_mut().map_or(Ok(()), |answer| answer(context, changes));
        self.script().on_set = answer;
        outcome
    }

    fn flush(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut script = self.script();
        script.flushes.push(changes.len());
        script.on_flush.as_mut().map_or(Ok(()), |answer| answer(context, changes))
    }

    /// The canonical form of a text is in lower case.
    fn canonicalize(&mut self, _context: &Context, resources: &mut [State]) -> Outcome {
        for resource in resources {
            let canonical = |(name, value): (EcoString, Value)| match value {
                Value::String(text) => (name, Value::String(text.to_lowercase())),
                other => (name, other),
            };
            *resource = std::mem::take(resource).into_iter().map(canonical).collect();
        }
        Ok(())
    }

    fn insync(
        &mut self,
        _context: &Context,
        name: &Identity,
        property: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let mut script = self.script();
        script.insyncs.push((property.into(), name.clone(), is.clone(), should.clone()));
        match &mut script.on_insync {
            Some(answer) => answer(property),
            None => Ok(Insync::Default),
        }
    }

    fn generate(
        &mut self,
        _context: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        let mut script = self.script();
        script.generates.push((title.clone(), is.cloned(), should.clone()));
        match &mut script.on_generate {
            Some(answer) => answer(),
            None => Ok(Vec::new()),
        }
    }
}

/// A provider without any of the optional functions.
struct Bare;

#[resource_api::provider]
impl Provider for Bare {
    fn get(&mut self, _context: &Context, _request: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _context: &Context, _changes: &Changes) -> Outcome {
        Ok(())
    }
}

/// Checks that a feature without its function is an error before anything is called.
#[track_caller]
pub fn check_refused(feature: &str, function: &str) {
    let definition = pcore::yaml::parse(&NOTE.replace("FEATURES", feature)).expect("the definition is YAML");
    let definition = TypeDefinition::from_value(&definition).expect("the definition is valid");
    let note = ResourceType::new(definition).with_provider(ProviderEntry::new("bare", |_| Ok(Bare)));
    let mut session = Session::new(&note, Settings::default(), Log::new(Arc::new(Recorder::default()), Arc::default()));
    let message =
        format!("`note` declares the feature `{feature}`, but its provider 'bare' has no method `{function}`");
    assert_eq!(session.build("a", &[], "").expect_err("it is refused").to_string(), message);
    assert_eq!(session.instances().expect_err("it is refused").to_string(), message);
}

/// A type, its scripted provider, the log and the settings of one test.
pub struct Stage {
    resource_type: ResourceType,
    script: Arc<Mutex<Script>>,
    recorder: Arc<Recorder>,
    pub settings: Settings,
}

impl Stage {
    /// A stage for a type in YAML.
    pub fn new(definition: &str) -> Stage {
        Stage::of(&pcore::yaml::parse(definition).expect("the definition is YAML"))
    }

    /// A stage for a type as a map.
    pub fn of(definition: &Value) -> Stage {
        let definition = TypeDefinition::from_value(definition).expect("the definition is valid");
        let script = Arc::new(Mutex::new(Script::default()));
        let scripted = script.clone();
        let provider = ProviderEntry::new("scripted", move |_| Ok(Scripted(scripted.clone())));
        Stage {
            resource_type: ResourceType::new(definition).with_provider(provider),
            script,
            recorder: Arc::default(),
            settings: Settings::default(),
        }
    }

    /// A stage for notes whose type declares features.
    pub fn notes(features: &str) -> Stage {
        Stage::new(&NOTE.replace("FEATURES", features))
    }

    /// This stage with a resource that exists.
    pub fn with(self, state: State) -> Stage {
        self.script().instances.push(state);
        self
    }

    /// This stage with a provider that answers `insync?` for every property alike.
    pub fn answering(self, answer: impl FnMut(&str) -> Outcome<Insync> + Send + 'static) -> Stage {
        self.script().on_insync = Some(Box::new(answer));
        self
    }

    /// This stage with a provider whose `set` does something.
    pub fn setting(self, answer: impl FnMut(&Context, &Changes) -> Outcome + Send + 'static) -> Stage {
        self.script().on_set = Some(Box::new(answer));
        self
    }

    /// This stage with other settings.
    pub fn under(mut self, change: impl FnOnce(&mut Settings)) -> Stage {
        change(&mut self.settings);
        self
    }

    pub fn script(&self) -> MutexGuard<'_, Script> {
        self.script.lock().expect("no test panics while it holds the script")
    }

    pub fn session(&self) -> Session<'_> {
        let log = Log::new(self.recorder.clone(), Arc::default());
        Session::new(&self.resource_type, self.settings.clone(), log)
    }

    /// Evaluates one resource in a session of its own, as `apply` would.
    pub fn evaluate(&self, title: &str, given: &[(&str, Value)]) -> Evaluation {
        let mut session = self.session();
        let resource = build(&mut session, title, given);
        session.evaluate(&resource)
    }

    /// What `set` was called with, which must have been once, for one resource.
    #[track_caller]
    pub fn only_change(&self) -> Change {
        let script = self.script();
        assert_eq!(script.sets.len(), 1, "set is called once");
        assert_eq!(script.sets[0].len(), 1, "with one resource");
        script.sets[0][0].clone()
    }

    /// The lines from a level upwards, as a console shows them.
    pub fn lines_from(&self, level: Level) -> Vec<String> {
        self.recorder.entries().iter().filter(|entry| entry.level >= level).map(shown).collect()
    }

    /// The lines that an operator sees without any option.
    pub fn lines(&self) -> Vec<String> {
        self.lines_from(Level::Notice)
    }

    /// All lines, in one text.
    pub fn everything(&self) -> String {
        self.lines_from(Level::Debug).join("\n")
    }
}

/// Builds a resource that must be valid, inside the main class.
#[track_caller]
pub fn build(session: &mut Session<'_>, title: &str, given: &[(&str, Value)]) -> ManagedResource {
    let given: Vec<(EcoString, Value)> = given.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
    session.build(title, &given, "/Stage[main]/Main").expect("the resource is valid")
}

/// A line as a console shows it.
pub fn shown(entry: &LogEntry) -> String {
    let level = match entry.level {
        Level::Debug => "Debug",
        Level::Info => "Info",
        Level::Notice => "Notice",
        Level::Warning => "Warning",
        Level::Err => "Error",
        Level::Critical => "Critical",
        Level::Alert => "Alert",
        Level::Emergency => "Emergency",
    };
    match &entry.source {
        Some(source) => format!("{level}: {source}: {}", entry.message),
        None => format!("{level}: {}", entry.message),
    }
}

/// A note that exists.
pub fn existing(name: &str) -> State {
    State::new().with("name", name).with("ensure", "present")
}

pub fn symbol(text: &str) -> Value {
    Value::Symbol(text.into())
}

/// The attributes of a state, in their order.
pub fn names(state: &State) -> Vec<&str> {
    state.iter().map(|(name, _)| name.as_str()).collect()
}

/// Whether something was changed, or was to be changed when the failure happened.
pub fn has_changes(evaluation: &Evaluation) -> bool {
    evaluation.events.iter().any(|event| !event.failed && !event.only_audited && !event.noop)
}
