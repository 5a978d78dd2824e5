//! A type over a few states in memory, with a provider that writes down how it is called.

use std::sync::{Arc, Mutex};

use ecow::EcoString;
use engine::{ManagedResource, Session, Settings, Strictness};
use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType,
    State, TypeDefinition,
    log::{Level, Log, Recorder},
    render,
    secret::Scrubber,
};

/// What the provider works on, and what was asked of it.
#[derive(Default)]
pub struct World {
    pub instances: Vec<State>,
    /// Whether `get` returns everything, whatever was asked for.
    pub generous: bool,
    /// Whether `get` lists nothing unless it is asked for names.
    pub shy: bool,
    pub get_failure: Option<Failure>,
    pub create_failure: Option<Failure>,
    pub canonicalize_failure: Option<Failure>,
    /// What `set` returns after it has done its work.
    pub set_failure: Option<Failure>,
    pub calls: Vec<String>,
    pub created: usize,
    pub dropped: usize,
}

struct Recording(Arc<Mutex<World>>);

impl Drop for Recording {
    fn drop(&mut self) {
        self.0.lock().unwrap().dropped += 1;
    }
}

#[resource_api::provider(as_declared)]
impl Provider for Recording {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let mut world = self.0.lock().unwrap();
        let names = request.names().map(|names| names.iter().map(ToString::to_string).collect::<Vec<_>>());
        let lazy: Vec<&str> = context
            .definition()
            .attributes()
            .filter(|attribute| attribute.is_lazy() && request.wants(attribute.name()))
            .map(|attribute| attribute.name().as_str())
            .collect();
        let mut call = format!("get {}", names.map_or("all".to_owned(), |names| names.join(" ")));
        if !lazy.is_empty() {
            call += &format!(" with {}", lazy.join(" "));
        }
        world.calls.push(call);
        if let Some(failure) = &world.get_failure {
            return Err(failure.clone());
        }
        let is_asked = |state: &&State| match request.names() {
            Some(_) if world.generous => true,
            Some(names) => {
                names.iter().any(|name| name.iter().all(|(namevar, value)| state.get(namevar) == Some(value)))
            }
            None => !world.shy,
        };
        let mut found: Vec<State> = world.instances.iter().filter(is_asked).cloned().collect();
        for attribute in context.definition().attributes().filter(|attribute| attribute.is_lazy()) {
            if !request.wants(attribute.name()) {
                found.iter_mut().for_each(|state| drop(state.remove(attribute.name())));
            }
        }
        Ok(found)
    }

    fn set(&mut self, _context: &Context, changes: &Changes) -> Outcome {
        let mut world = self.0.lock().unwrap();
        for change in changes {
            let should = change.should.as_ref().map(render::inspect_state).unwrap_or_default();
            world.calls.push(format!("set {} to {should}", change.name));
            world.instances.retain(|state| state.get("name") != Some(change.name.value()));
            let state = change.should.clone().unwrap_or_default();
            if state.text("ensure") != Some("absent") {
                world.instances.push(state);
            }
        }
        world.set_failure.clone().map_or(Ok(()), Err)
    }

    fn insync(
        &mut self,
        _context: &Context,
        name: &Identity,
        attribute: &str,
        is: &State,
        should: &State,
    ) -> Outcome<Insync> {
        let (is, should) = (render::inspect_state(is), render::inspect_state(should));
        self.0.lock().unwrap().calls.push(format!("insync {name} {attribute} {is} {should}"));
        Ok(Insync::Default)
    }

    fn generate(
        &mut self,
        _context: &Context,
        name: &Identity,
        _is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        self.0.lock().unwrap().calls.push(format!("generate {name} {}", render::inspect_state(should)));
        Ok(Vec::new())
    }

    /// The canonical form of a text is in lower case.
    fn canonicalize(&mut self, _context: &Context, resources: &mut [State]) -> Outcome {
        let mut world = self.0.lock().unwrap();
        if let Some(failure) = &world.canonicalize_failure {
            return Err(failure.clone());
        }
        assert_eq!(resources.len(), 1, "providers see one resource a call");
        for state in resources {
            world.calls.push(format!("canonicalize {}", render::inspect_state(state)));
            fn lower(value: Value) -> Value {
                match value {
                    Value::String(text) => Value::String(text.to_lowercase()),
                    Value::Array(items) => items.iter().cloned().map(lower).collect(),
                    other => other,
                }
            }
            *state = std::mem::take(state).into_iter().map(|(name, value)| (name, lower(value))).collect();
        }
        Ok(())
    }
}

/// A type with everything around it that a test wants to look at.
pub struct Fixture {
    pub resource_type: ResourceType,
    pub world: Arc<Mutex<World>>,
    pub recorder: Arc<Recorder>,
    pub scrubber: Arc<Scrubber>,
    pub settings: Settings,
}

/// An ensurable type with one property.
pub const NOTE: &str = "
  name: {type: String, desc: n, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}
  prop: {type: 'Optional[String]', desc: p}";

/// A type with two namevars, and a title for both.
pub const SOFTWARE: &str = r"
  package: {type: String, desc: p, behaviour: namevar}
  manager: {type: String, desc: m, behaviour: namevar}
  ensure: {type: 'Enum[present, absent]', desc: e}";

/// How titles of [`SOFTWARE`] are written.
pub const SOFTWARE_TITLES: &str = r"
title_patterns:
- {pattern: '\A(?<package>.*[^-])-(?<manager>.*)\z', desc: both}
- {pattern: '\A(?<package>[a-z]*)\z', desc: the package}
";

impl Fixture {
    /// A type called `t` with these attributes, and more of the definition.
    pub fn new(attributes: &str, more: &str) -> Fixture {
        let world: Arc<Mutex<World>> = Arc::default();
        let provider = recording("t", &world);
        Fixture::of(ResourceType::new(definition("t", attributes, more)).with_provider(provider), world)
    }

    /// A type with these features.
    pub fn featured(attributes: &str, features: &str) -> Fixture {
        Fixture::new(attributes, &format!("features: [{features}]"))
    }

    pub fn of(resource_type: ResourceType, world: Arc<Mutex<World>>) -> Fixture {
        Fixture {
            resource_type,
            world,
            recorder: Arc::default(),
            scrubber: Arc::default(),
            settings: Settings::default(),
        }
    }

    pub fn strict(mut self, strict: Strictness) -> Fixture {
        self.settings.strict = strict;
        self
    }

    pub fn with(self, state: State) -> Fixture {
        self.world.lock().unwrap().instances.push(state);
        self
    }

    /// Several existing resources with `name` and `ensure`.
    pub fn existing(self, names: &[&str]) -> Fixture {
        names.iter().fold(self, |fixture, name| fixture.with(present(name)))
    }

    pub fn session(&self) -> Session<'_> {
        Session::new(&self.resource_type, self.settings.clone(), self.log())
    }

    pub fn log(&self) -> Log {
        Log::new(self.recorder.clone(), self.scrubber.clone())
    }

    /// How the provider was called so far; forgets it.
    pub fn calls(&self) -> Vec<String> {
        std::mem::take(&mut self.world.lock().unwrap().calls)
    }

    /// The lines of one level so far.
    pub fn lines(&self, level: Level) -> Vec<EcoString> {
        self.recorder.entries().into_iter().filter(|entry| entry.level == level).map(|entry| entry.message).collect()
    }

    /// Every line so far, whatever its level, as one text.
    pub fn everything(&self) -> String {
        let shown = |entry: resource_api::log::LogEntry| format!("{:?} {}\n", entry.source, entry.message);
        self.recorder.entries().into_iter().map(shown).collect()
    }
}

pub fn recording(name: &str, world: &Arc<Mutex<World>>) -> ProviderEntry {
    let world = world.clone();
    ProviderEntry::new(name, move |_| {
        let mut locked = world.lock().unwrap();
        locked.created += 1;
        match &locked.create_failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(Recording(world.clone())),
        }
    })
}

pub fn definition(name: &str, attributes: &str, more: &str) -> TypeDefinition {
    let text = format!("name: {name}\ndesc: A type\nattributes: {attributes}\n{more}");
    TypeDefinition::from_value(&pcore::yaml::parse(&text).unwrap()).unwrap()
}

pub fn present(name: &str) -> State {
    State::new().with("name", name).with("ensure", "present")
}

pub fn given<const N: usize>(attributes: [(&str, Value); N]) -> Vec<(EcoString, Value)> {
    attributes.into_iter().map(|(name, value)| (name.into(), value)).collect()
}

/// A resource of a session, which must be fine.
#[track_caller]
pub fn build<const N: usize>(
    session: &mut Session<'_>,
    title: &str,
    attributes: [(&str, Value); N],
) -> ManagedResource {
    session.build(title, &given(attributes), "/Stage[main]/Main").unwrap()
}

/// Why a resource cannot be built.
#[track_caller]
pub fn refusal<const N: usize>(session: &mut Session<'_>, title: &str, attributes: [(&str, Value); N]) -> Failure {
    session.build(title, &given(attributes), "").unwrap_err()
}

/// The state as Ruby shows it.
#[track_caller]
pub fn current(session: &mut Session<'_>, resource: &ManagedResource) -> String {
    render::inspect_state(&session.current(resource).unwrap().state)
}
