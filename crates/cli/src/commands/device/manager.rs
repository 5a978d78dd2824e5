//! Manages one device: connects, queries or changes it, and disconnects.

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

use super::{Task, run_paths};
use crate::{
    arguments::Program,
    commands::{
        apply::{self, PreparedCatalog, Signals},
        facts,
        resource::Command,
    },
    compiling::{self, Manifest, NotCompiled, Request},
    machine,
    modules::LoadedTypes,
    startup::{self, CommandContext},
};

/// How devices are managed.
pub(super) struct DeviceManager<'m> {
    pub(super) name: &'static str,
    pub(super) types: &'m Types,
    pub(super) transports: &'m Transports,
    /// The context that all devices share.
    pub(super) context: &'m CommandContext,
    pub(super) task: &'m Task,
    /// The signal handler, for tasks that can be stopped between resources.
    pub(super) signals: Option<&'m Signals>,
}

impl DeviceManager<'_> {
    /// Manages one device, with its own log, and returns the exit code.
    pub(super) fn manage(&self, target: &Target, context: CommandContext) -> u8 {
        match self.attempt(target, &context) {
            Ok(code) => code,
            Err(failure) => {
                log_failure(&context, &failure);
                1
            }
        }
    }

    fn attempt(&self, target: &Target, context: &CommandContext) -> Outcome<u8> {
        target.check()?;
        let context = run_paths::of(self.name, context, target)?;
        if let Source::Url(address) = &target.source
            && let Some(warning) = url::file_of(address).and_then(|path| credentials::world_readable(&path))
        {
            context.log.line(Level::Warning, &warning);
        }
        let program = Program::new(self.name, self.types, self.transports);
        let loaded = LoadedTypes::new(&program, &context)?;
        let device = loaded.open(target, &context.log)?;
        let done = self.perform(&loaded, &loaded.program(&program), &context, target, &device);
        device.close();
        done
    }

    fn perform(
        &self,
        loaded: &LoadedTypes,
        program: &Program<'_>,
        context: &CommandContext,
        target: &Target,
        device: &Arc<Device>,
    ) -> Outcome<u8> {
        let location = location_of(target);
        let name = &target.name;
        match self.task {
            Task::Resource => {
                let error_message =
                    |type_name: &str| format!("retrieving resource: {type_name} from {name} at {location}");
                let command = Command::new(loaded.types(), &context.options, &context.log)?;
                let mut command = command.on(device.clone(), &error_message);
                command.settings.values = Some(startup::values(&context.settings));
                command.perform().map(|()| 0)
            }
            Task::Facts => {
                context.log.line(Level::Info, &format!("retrieving facts from {name} at {location}"));
                let values = facts_of(context, target, device)?;
                let document = facts::document(&context.settings, Value::String(name.clone()), values)?;
                let text = json::write_pretty(&document);
                let text = text.map_err(|error| Failure::new(format!("cannot write the facts: {error}")))?;
                context.output.print_line(&context.log.scrubber().scrub(&text));
                Ok(0)
            }
            // As in Puppet, the exit code does not reflect changes then.
            Task::Apply(file) => {
                let mut context = context.clone();
                context.options.remove("detailed-exitcodes");
                self.apply(program, &context, target, device, Manifest::Paths(vec![PathBuf::clone(file)]))
            }
            Task::Run => {
                context.log.line(Level::Info, &format!("starting applying configuration to {name} at {location}"));
                self.apply(program, context, target, device, Manifest::OfEnvironment)
            }
        }
    }

    fn apply(
        &self,
        program: &Program<'_>,
        context: &CommandContext,
        target: &Target,
        device: &Arc<Device>,
        manifest: Manifest,
    ) -> Outcome<u8> {
        let started = (Instant::now(), SystemTime::now());
        let mut run_options = apply::run_options(context)?;
        run_options.device = Some(device.clone());
        let facts = facts_of(context, target, device).map_err(|failure| {
            let name = &target.name;
            // As in Puppet, the original error is logged a second time.
            Failure::new(format!("Could not retrieve facts for {name}: {failure}\nWrapped exception:\n{failure}"))
        })?;
        let facts = Some(facts.into());
        let request = Request { manifest, node: Some(&target.name), facts, is_applied_here: true };
        let compiled = match compiling::compile(program, context, request)? {
            Ok(compiled) => compiled,
            Err(NotCompiled) => return Ok(1),
        };
        let prepared = PreparedCatalog { compiled, time: started.0.elapsed(), started };
        apply::perform(program, context, run_options, prepared, self.signals)
    }
}

/// The facts of a device, with those that Puppet adds.
fn facts_of(context: &CommandContext, target: &Target, device: &Device) -> Outcome<Hash> {
    // The message is not prefixed with the device, which the log line names already.
    let (transport, transport_context) = (device.transport()?, device.schema().context(context.log.clone()));
    let facts = Failure::catch_panic("transport", || transport.facts(&transport_context))?;
    let mut facts: Hash = facts.iter().map(|(name, value)| (name.clone(), machine::sanitized(value))).collect();
    machine::add_client(&mut facts, target.name.as_str(), &context.settings)?;
    Ok(facts)
}

/// The address of a device as log lines show it.
fn location_of(target: &Target) -> String {
    match &target.source {
        Source::Url(address) => url::log_form(address),
        Source::Info(info) => match info.get_str("uri").and_then(Value::as_str) {
            Some(address) => url::log_form(address),
            None => target.location.to_string(),
        },
    }
}

/// Logs why a device could not be managed. An exception that is not a StandardError in Ruby ends Puppet, and is logged
/// as that.
fn log_failure(context: &CommandContext, failure: &Failure) {
    let exceptional = failure.downcast_ref().filter(|error: &&HostError| error.is_exceptional());
    let message = match exceptional {
        Some(error) => format!("Could not run: {}", error.message()),
        None => startup::error_message(&context.options, failure),
    };
    context.log.line(Level::Err, &message);
}
