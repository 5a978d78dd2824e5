//! A machine in memory: notes that can be read, changed, and made to fail; and bells that ring when they are refreshed.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard},
};

use catalog::{Catalog, Declared};
use ecow::EcoString;
use engine::transaction::{Applied, History, Options, ResourceStatus, Transaction};
use indexmap::IndexMap;
use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    TypeDefinition, Types,
    log::{Level, Log, LogEntry, Recorder},
};

/// What the providers of one machine share.
#[derive(Default)]
pub struct Store {
    pub notes: IndexMap<String, State>,
    /// Whether notes cannot be read.
    pub unreadable: bool,
    /// Notes that cannot be changed.
    pub stubborn: BTreeSet<String>,
    /// A note after whose change the provider gives up everything.
    pub fatal: Option<String>,
    /// The names that `get` was asked for.
    pub gets: Vec<Option<Vec<String>>>,
    /// The names that `set` was called with.
    pub sets: Vec<Vec<String>>,
    pub refreshed: Vec<String>,
}

/// A machine with the types `note` and `bell`.
#[derive(Clone)]
pub struct Machine {
    store: Arc<Mutex<Store>>,
    pub recorder: Arc<Recorder>,
    types: Arc<Types>,
    pub options: Options,
}

const NOTE: &str = "
name: note
desc: A note.
attributes:
  name: {type: String, desc: Its name., behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: Whether it exists., default: present}
  text: {type: 'Optional[String]', desc: What it says.}
  size: {type: 'Optional[Integer]', desc: How large it is.}
  secret: {type: 'Optional[String]', desc: What it does not say., sensitive: true}
  fails: {type: 'Optional[Boolean]', desc: Whether it cannot be changed., behaviour: parameter}
";

const BELL: &str = "
name: bell
desc: A bell.
features: [refreshable]
attributes:
  name: {type: String, desc: Its name., behaviour: namevar}
  fails: {type: 'Optional[Boolean]', desc: Whether it cannot ring., behaviour: parameter}
  refreshonly: {type: 'Optional[Boolean]', desc: Whether it is left alone otherwise., behaviour: parameter}
";

impl Default for Machine {
    fn default() -> Machine {
        Machine::with("")
    }
}

impl Machine {
    /// A machine whose type `note` has more keys in its definition.
    pub fn with(keys: &str) -> Machine {
        Machine::with_types(&[(&format!("{NOTE}{keys}\n"), "note")])
    }

    /// A machine with several types of notes beside `bell`; each is a definition with its name.
    pub fn with_types(definitions: &[(&str, &str)]) -> Machine {
        let store: Arc<Mutex<Store>> = Arc::default();
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        let mut types = Types::default();
        for (definition, name) in definitions {
            let (store, prefix) = (store.clone(), if *name == "note" { String::new() } else { format!("{name}:") });
            let provider = ProviderEntry::new(*name, move |_: &Context| {
                Ok(Notes { store: store.clone(), prefix: prefix.clone() })
            });
            types.register(ResourceType::new(read(definition)).with_provider(provider), &log);
        }
        let rung = store.clone();
        let provider = ProviderEntry::new("bell", move |_: &Context| Ok(Bells { store: rung.clone() }));
        types.register(ResourceType::new(read(BELL)).with_provider(provider), &log);
        let options = Options { default_schedules: false, ..Options::default() };
        Machine { store, recorder, types: Arc::new(types), options }
    }

    /// The definition of `note` under another name, with more keys.
    pub fn note_type(name: &str, keys: &str) -> String {
        format!("{}{keys}\n", NOTE.replace("name: note\n", &format!("name: {name}\n")))
    }

    pub fn types(&self) -> &Types {
        &self.types
    }

    pub fn store(&self) -> MutexGuard<'_, Store> {
        self.store.lock().expect("no test panics while it holds the store")
    }

    pub fn log(&self) -> Log {
        Log::new(self.recorder.clone(), Arc::default())
    }

    /// A note that exists before the run.
    pub fn write(&self, name: &str, attributes: &[(&str, Value)]) {
        let mut note = State::new().with("name", name).with("ensure", "present");
        for (attribute, value) in attributes {
            note.insert(*attribute, value.clone());
        }
        self.store().notes.insert(name.to_owned(), note);
    }

    pub fn transaction(&self, catalog: Catalog) -> Result<Transaction<'_>, Failure> {
        Transaction::new(catalog, &self.types, self.options.clone(), self.log())
    }

    /// Applies a catalog that must be valid.
    #[track_caller]
    pub fn apply(&self, catalog: Catalog) -> Applied {
        self.apply_after(catalog, History::default())
    }

    /// Applies a catalog, with what earlier runs left.
    #[track_caller]
    pub fn apply_after(&self, catalog: Catalog, history: History) -> Applied {
        self.transaction(catalog).expect("the catalog is valid").with_history(history).run()
    }

    /// The lines from a level upwards since the last call, as a console shows them.
    pub fn lines_from(&self, level: Level) -> Vec<String> {
        self.recorder.take().iter().filter(|entry| entry.level >= level).map(shown).collect()
    }

    /// The lines that an operator sees without any option, since the last call.
    pub fn lines(&self) -> Vec<String> {
        self.lines_from(Level::Notice)
    }
}

fn read(definition: &str) -> TypeDefinition {
    let definition = pcore::yaml::parse(definition).expect("the definition is YAML");
    TypeDefinition::from_value(&definition).expect("the definition is valid")
}

struct Notes {
    store: Arc<Mutex<Store>>,
    /// What distinguishes the notes of one type from those of another.
    prefix: String,
}

#[resource_api::provider]
impl Provider for Notes {
    fn get(&mut self, _: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let mut store = self.store.lock().expect("no test panics while it holds the store");
        let names = request.names().map(|names| names.iter().map(|name| name.name().to_owned()).collect::<Vec<_>>());
        store.gets.push(names.clone());
        if store.unreadable {
            return Err(Failure::new("the notes cannot be read"));
        }
        let is_asked = |name: &&String| {
            let own = name.strip_prefix(&self.prefix).filter(|own| !self.prefix.is_empty() || !own.contains(':'));
            own.is_some_and(|own| names.as_ref().is_none_or(|names| names.iter().any(|name| name == own)))
        };
        Ok(store.notes.iter().filter(|(name, _)| is_asked(name)).map(|(_, note)| note.clone()).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let mut store = self.store.lock().expect("no test panics while it holds the store");
        store.sets.push(changes.iter().map(|change| change.name.name().to_owned()).collect());
        let mut failure = None;
        for change in changes {
            let should = change.should.clone().unwrap_or_default();
            let name = format!("{}{}", self.prefix, change.name.name());
            if should.get("fails") == Some(&Value::Boolean(true)) || store.stubborn.contains(&name) {
                failure = Some(Failure::new("the note cannot be changed"));
                continue;
            }
            if store.fatal.as_ref() == Some(&name) {
                return Err(Failure::fatal("there is no paper left"));
            }
            if should.text("ensure") == Some("absent") {
                store.notes.shift_remove(&name);
            } else {
                let mut note = should;
                note.remove("fails");
                store.notes.insert(name, note);
            }
            if changes.len() > 1 {
                context.processed(&change.name, change.is.as_ref(), change.should.as_ref())?;
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// There is nothing left to write.
    fn flush(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }
}

struct Bells {
    store: Arc<Mutex<Store>>,
}

#[resource_api::provider]
impl Provider for Bells {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        self.store.lock().expect("no test panics while it holds the store").gets.push(None);
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }

    fn refresh(&mut self, _: &Context, name: &Identity, should: &State) -> Outcome {
        if should.get("fails") == Some(&Value::Boolean(true)) {
            return Err(Failure::new("the bell is broken"));
        }
        self.store.lock().expect("no test panics while it holds the store").refreshed.push(name.name().to_owned());
        Ok(())
    }
}

/// A resource inside the main class.
pub fn declared(type_name: &str, title: &str, parameters: &[(&str, Value)]) -> Declared {
    Declared {
        type_name: type_name.into(),
        title: title.into(),
        tags: vec![type_name.to_lowercase().into(), title.to_lowercase().into()],
        parameters: parameters.iter().map(|(name, value)| (EcoString::from(*name), value.clone())).collect(),
        ..Declared::default()
    }
}

pub fn note(title: &str, parameters: &[(&str, Value)]) -> Declared {
    declared("Note", title, parameters)
}

pub fn bell(title: &str, parameters: &[(&str, Value)]) -> Declared {
    declared("Bell", title, parameters)
}

/// A catalog with these resources inside the main class.
pub fn catalog(resources: impl IntoIterator<Item = Declared>) -> Catalog {
    let mut all = vec![declared("Stage", "main", &[]), declared("Class", "main", &[])];
    all.extend(resources);
    let mut containment = vec![(0, 1)];
    containment.extend((2..all.len()).map(|index| (1, index)));
    Catalog { version: 1.into(), resources: all, containment, ..Catalog::default() }
}

/// The status of a resource, which must have one.
#[track_caller]
pub fn status<'a>(applied: &'a Applied, reference: &str) -> &'a ResourceStatus {
    applied.statuses.iter().find(|status| status.reference == reference).expect("the resource has a status")
}

/// A line as a console shows it.
pub fn any_failed(applied: &Applied) -> bool {
    applied.statuses.iter().any(|status| status.failed || status.failed_to_restart)
}

pub fn any_changed(applied: &Applied) -> bool {
    applied.statuses.iter().any(|status| status.changed)
}

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
