//! Applies resources one by one.

use std::sync::Arc;

use ecow::EcoString;
use engine::{Evaluation, Session, Settings};
use pcore::Value;
use resource_api::{
    Outcome, ResourceType, State,
    log::{Level, Log, LogEntry, Recorder},
    transport::Device,
};

/// A test run for one type.
///
/// ```
/// use resource_api::{Context, Ensure, Failure, Identity, Outcome, Request, Resource, ResourceType, SimpleProvider, provider};
/// use testkit::Trial;
///
/// /// Something to say.
/// #[derive(Resource)]
/// struct Greeting {
///     /// Whether it was said.
///     #[attribute(default = "present")]
///     ensure: Ensure,
///     /// Whom to greet.
///     #[attribute(namevar)]
///     name: String,
/// }
///
/// /// Greets everyone but the king.
/// struct Voice;
///
/// #[provider]
/// impl SimpleProvider for Voice {
///     type Resource = Greeting;
///
///     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Greeting>> {
///         Ok(vec![Greeting { ensure: Ensure::Present, name: "moon".into() }])
///     }
///
///     fn create(&mut self, _: &Context, _: &Identity, should: Greeting) -> Outcome {
///         if should.name == "king" { Err(Failure::new("he does not hear it")) } else { Ok(()) }
///     }
/// }
///
/// let greeting = ResourceType::simple("voice", |_| Ok(Voice));
/// let mut trial = Trial::new(&greeting);
/// trial.apply("world", [("ensure", "present")]).unwrap();
/// assert_eq!(trial.log()[0], "Notice: /Greeting[world]/ensure: defined 'ensure' as 'present'");
/// assert_eq!(trial.apply("king", [("ensure", "present")]).unwrap_err().to_string(), "he does not hear it");
/// assert_eq!(trial.list().unwrap()[0].text("name"), Some("moon"));
/// ```
pub struct Trial<'t> {
    session: Session<'t>,
    recorder: Arc<Recorder>,
    shown: usize,
}

impl<'t> Trial<'t> {
    /// Creates a run that makes changes.
    pub fn new(resource_type: &'t ResourceType) -> Trial<'t> {
        Trial::with_settings(resource_type, Settings::default())
    }

    /// Creates a run that only reports what it would change.
    pub fn noop(resource_type: &'t ResourceType) -> Trial<'t> {
        Trial::with_settings(resource_type, Settings { noop: true, ..Settings::default() })
    }

    /// Creates a run with settings.
    pub fn with_settings(resource_type: &'t ResourceType, settings: Settings) -> Trial<'t> {
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        Trial { session: Session::new(resource_type, settings, log), recorder, shown: 0 }
    }

    /// Sets the device, which providers get from their context.
    #[must_use]
    pub fn with_device(self, device: Arc<Device>) -> Trial<'t> {
        Trial { session: self.session.with_device(device), ..self }
    }

    /// Applies one resource, as if a manifest declared these attributes. Returns what was changed.
    ///
    /// Values of one Rust type can be passed as an array, `[("text", "hello")]`. Otherwise, or for no attributes, use a
    /// [`State`]: `State::new().with("text", "hello").with("size", 5)`. A secret is a [`Value::sensitive`].
    ///
    /// Invalid attributes and failures of the provider are errors, also those inside a block of the context, where a
    /// [`SimpleProvider`](resource_api::SimpleProvider) always is. (A run logs these at once, and then reports the resource as
    /// failed with "Execution encountered an error", as Puppet does.)
    pub fn apply<N: Into<EcoString>, V: Into<Value>>(
        &mut self,
        title: &str,
        attributes: impl IntoIterator<Item = (N, V)>,
    ) -> Outcome<Evaluation> {
        let attributes: Vec<(EcoString, Value)> =
            attributes.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
        let resource = self.session.build(title, &attributes, "")?;
        let mut evaluation = self.session.evaluate(&resource);
        match evaluation.failure.take() {
            None => Ok(evaluation),
            Some(failure) => Err(failure.reason().cloned().unwrap_or(failure)),
        }
    }

    /// Returns every existing resource, with the attributes that an operator would see.
    pub fn list(&mut self) -> Outcome<Vec<State>> {
        Ok(self.session.instances()?.iter().map(engine::Instance::shown).collect())
    }

    /// Returns the state of a resource by title. If it does not exist, `ensure` is absent, or the state is empty.
    pub fn find(&mut self, title: &str) -> Outcome<State> {
        Ok(self.session.find(title)?.shown())
    }

    /// Returns the log lines since the last call, at notice and above.
    pub fn log(&mut self) -> Vec<String> {
        self.log_from(Level::Notice)
    }

    /// Returns the log lines since the last call, at a level and above.
    pub fn log_from(&mut self, level: Level) -> Vec<String> {
        let entries = self.recorder.entries();
        let fresh = &entries[self.shown.min(entries.len())..];
        self.shown = entries.len();
        fresh.iter().filter(|entry| entry.level >= level).map(LogEntry::line).collect()
    }
}
