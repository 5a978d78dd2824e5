//! What is done with one device: it is opened, asked or changed, and closed.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Instant, SystemTime},
};

use devices::{Source, Target, credentials, url};
use hosts::HostError;
use pcore::{Hash, Value, json};
use resource_api::{
    Failure, Outcome, Types,
    log::Level,
    transport::{Device, Transports},
};

use super::{Task, places};
use crate::{
    arguments::Program,
    commands::{
        apply::{self, Obtained, Signals},
        facts,
        resource::Command,
    },
    compiling::{self, Manifest, NotCompiled, Request},
    machine,
    modules::Known,
    startup::{self, Begun, PUPPET_VERSION},
};

/// What is done with devices.
pub(super) struct Managing<'m> {
    /// What the program calls itself.
    pub(super) name: &'static str,
    pub(super) types: &'m Types,
    pub(super) transports: &'m Transports,
    /// What holds for all of them.
    pub(super) begun: &'m Begun,
    pub(super) task: &'m Task,
    /// What somebody wants who sends a signal; nothing where there is nothing to be stopped in good order.
    pub(super) signals: Option<&'m Signals>,
}

impl Managing<'_> {
    /// Does it with one of them, which speaks its own way, and returns the exit code.
    pub(super) fn manage(&self, target: &Target, begun: Begun) -> u8 {
        match self.attempt(target, &begun) {
            Ok(code) => code,
            Err(failure) => {
                tell(&begun, &failure);
                1
            }
        }
    }

    fn attempt(&self, target: &Target, begun: &Begun) -> Outcome<u8> {
        target.check()?;
        let begun = places::of(self.name, begun, target)?;
        if let Source::Url(address) = &target.source
            && let Some(exposed) = url::file_of(address).and_then(|path| credentials::exposed(&path))
        {
            begun.log.line(Level::Warning, &exposed.to_string());
        }
        let program = Program {
            name: self.name,
            types: self.types,
            transports: self.transports,
            modules: None,
            ruby: None,
            facts: None,
            known: None,
        };
        let known = Known::new(&program, &begun)?;
        let device = known.open(target, &begun.log)?;
        let done = self.perform(&known, &known.program(&program), &begun, target, &device);
        device.close();
        done
    }

    fn perform(
        &self,
        known: &Known,
        program: &Program<'_>,
        begun: &Begun,
        target: &Target,
        device: &Arc<Device>,
    ) -> Outcome<u8> {
        let place = place_of(target);
        let name = &target.name;
        match self.task {
            Task::Resource => {
                let told = |type_name: &str| format!("retrieving resource: {type_name} from {name} at {place}");
                let command = Command::new(known.types(), &begun.options, &begun.log);
                let mut command = command.map_err(|error| Failure::new(error.to_string()))?.on(device.clone(), &told);
                command.settings.values = Some(startup::values(&begun.settings));
                command.perform().map(|()| 0)
            }
            Task::Facts => {
                begun.log.line(Level::Info, &format!("retrieving facts from {name} at {place}"));
                let values = facts_of(begun, target, device)?;
                let document = facts::document(&begun.settings, Value::String(name.clone()), values)?;
                let text = json::write_pretty(&document);
                let text = text.map_err(|error| Failure::new(format!("cannot write the facts: {error}")))?;
                begun.outlet.say(&begun.log.scrubber().scrub(&text));
                Ok(0)
            }
            // The exit code says nothing about changes then, as Puppet has it.
            Task::Apply(file) => {
                let mut begun = begun.clone();
                begun.options.remove("detailed-exitcodes");
                self.apply(program, &begun, target, device, Manifest::Paths(vec![PathBuf::clone(file)]))
            }
            Task::Run => {
                begun.log.line(Level::Info, &format!("starting applying configuration to {name} at {place}"));
                self.apply(program, begun, target, device, Manifest::OfEnvironment)
            }
        }
    }

    fn apply(
        &self,
        program: &Program<'_>,
        begun: &Begun,
        target: &Target,
        device: &Arc<Device>,
        manifest: Manifest,
    ) -> Outcome<u8> {
        let started = (Instant::now(), SystemTime::now());
        let mut run_options = apply::run_options(begun).map_err(|error| Failure::new(error.to_string()))?;
        run_options.device = Some(device.clone());
        let facts = facts_of(begun, target, device).map_err(|failure| {
            let name = &target.name;
            // An error that another one led to is told with it.
            Failure::new(format!("Could not retrieve facts for {name}: {failure}\nWrapped exception:\n{failure}"))
        })?;
        let facts = Some(facts.into());
        let request = Request { manifest, node: Some(&target.name), facts, is_for_here: true };
        let compiled = match compiling::compile(program, begun, request)? {
            Ok(compiled) => compiled,
            Err(NotCompiled) => return Ok(1),
        };
        let obtained = Obtained { compiled, time: started.0.elapsed(), started, history: None };
        apply::perform(program, begun, run_options, obtained, self.signals)
    }
}

/// The facts of a device, with what Puppet adds to them.
fn facts_of(begun: &Begun, target: &Target, device: &Device) -> Outcome<Hash> {
    // In its own words: who the device is, is told already.
    let (transport, context) = (device.transport()?, device.schema().context(begun.log.clone()));
    let facts = Failure::of_panic("transport", || transport.facts(&context))?;
    let mut facts: Hash = facts.iter().map(|(name, value)| (name.clone(), machine::sanitized(value))).collect();
    let noop = begun.settings.is_on("noop").map_err(|error| Failure::new(error.to_string()))?;
    for (name, value) in [
        ("clientcert", Value::String(target.name.clone())),
        ("clientversion", PUPPET_VERSION.into()),
        ("clientnoop", noop.into()),
    ] {
        facts.insert(name.into(), value);
    }
    Ok(facts)
}

/// Where a device is, as log lines tell it.
fn place_of(target: &Target) -> String {
    match &target.source {
        Source::Url(address) => url::told(address),
        Source::Info(info) => match info.get_str("uri").and_then(Value::as_str) {
            Some(address) => url::told(address),
            None => target.place.to_string(),
        },
    }
}

/// Says why nothing came of it. What Ruby counts as more than an error ends Puppet, and is told as such.
fn tell(begun: &Begun, failure: &Failure) {
    let exceptional = failure.downcast_ref().filter(|error: &&HostError| error.is_exceptional());
    let message = match exceptional {
        Some(error) => format!("Could not run: {}", error.message()),
        None => startup::told(&begun.options, failure),
    };
    begun.log.line(Level::Err, &message);
}
