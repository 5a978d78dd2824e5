//! `bunraku resource`: lists resources, shows one, or changes it.

mod change;
mod edit;

use std::{collections::HashSet, ffi::OsString, sync::Arc};

use ecow::EcoString;
use engine::{Instance, Session, Settings, settings::Origin};
use pcore::Value;
use resource_api::{
    Failure, Outcome, ResourceType, Types,
    log::{Level, Log},
    registry::Manner,
    transport::Device,
};

use self::change::Wanted;
use crate::{
    arguments::Program,
    modules::{self, Known},
    options::{CommandOption, OptionError, Options},
    output,
    shown::{self, Shown},
    startup::{self, Begun, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("edit", Some('e'), "Opens what it shows in $EDITOR, and applies what is saved"),
        CommandOption::flag("fail", None, "Fails when the resource could not be changed"),
        CommandOption::valued("format", "pp|yaml|json|ndjson", "How resources are written; pp is a manifest"),
        CommandOption::valued("param", "NAME", "Shows a parameter, or an attribute that is read on demand, too")
            .or('p'),
        modules::PROVIDERS,
        modules::RUBY_HOST,
        CommandOption::flag("to_yaml", Some('y'), "Writes YAML; the same as --format yaml"),
        CommandOption::flag("types", Some('t'), "Lists the types that can be managed"),
    ],
    introduction: "Lists resources, shows one, or changes it

Usage: {program} resource [OPTIONS] <TYPE> [TITLE [ATTRIBUTE=VALUE]...]

Without a title all resources of the type are listed. With attributes the resource is brought to that state, and shown
as it is then. Every setting is an option, too: --noop says what would be changed, --strict <off|warning|error> what
happens when a provider breaks the rules of its type.",
    examples: "Exit codes: 0; 1 when the command could not be run, with --fail also when the resource failed.

Examples:
  {program} resource user
  {program} resource user alice
  {program} resource user alice ensure=present shell=/bin/sh
  {program} resource user --format json",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let Begun { options, settings, log, .. } = &begun;
    let known = match Known::new(program, &begun) {
        Ok(known) => known,
        Err(failure) => return startup::could_not_run(log, options, &failure),
    };
    let command = match Command::new(known.types(), options, log) {
        Ok(mut command) => {
            command.settings.values = Some(startup::values(settings));
            command.adviser = Some(program.name).filter(|name| *name != "puppet");
            command
        }
        Err(error) => {
            log.line(Level::Err, &error.to_string());
            return 1;
        }
    };
    match command.perform() {
        Ok(()) => 0,
        Err(failure) => startup::could_not_run(log, options, &startup::as_named(program, failure)),
    }
}

/// How resources are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Manifest,
    Yaml,
    Json,
    JsonLines,
}

/// What is told before a device is asked, by the name of the type.
type Told<'c> = &'c dyn Fn(&str) -> String;

/// What is to be done.
pub(super) struct Command<'c> {
    types: &'c Types,
    options: &'c Options,
    log: &'c Log,
    pub(super) settings: Settings,
    form: Form,
    /// The device whose resources they are, and what is told before it is asked, by the name of the type.
    device: Option<(Arc<Device>, Told<'c>)>,
    /// What the program calls itself where it says what Puppet does not say.
    adviser: Option<&'static str>,
}

impl<'c> Command<'c> {
    pub(super) fn new(types: &'c Types, options: &'c Options, log: &'c Log) -> Result<Command<'c>, OptionError> {
        let form = match options.value("format") {
            None if options.has("to_yaml") => Form::Yaml,
            None | Some("pp") => Form::Manifest,
            Some("yaml") => Form::Yaml,
            Some("json") => Form::Json,
            Some("ndjson") => Form::JsonLines,
            Some(other) => {
                let reason = format!("invalid argument: --format {other} (it is one of pp, yaml, json, ndjson)");
                return Err(OptionError::Command(reason));
            }
        };
        Ok(Command { types, options, log, settings: startup::settings(options)?, form, device: None, adviser: None })
    }

    /// This command for the resources of a device, and what is told before it is asked, by the name of the type.
    pub(super) fn on(mut self, device: Arc<Device>, told: Told<'c>) -> Command<'c> {
        self.device = Some((device, told));
        self
    }

    pub(super) fn perform(&self) -> Outcome {
        if self.options.has("types") {
            self.list_types();
            return Ok(());
        }
        let mut words = self.options.words.iter();
        let type_name = words.next().ok_or_else(|| Failure::new("You must specify the type to display"))?;
        let resource_type = self.types.find(type_name)?;
        if let Some((_, told)) = &self.device {
            self.log.line(Level::Info, &told(type_name));
        }
        let title = words.next();
        let given: Vec<(EcoString, Value)> = words.map(|word| setting(word)).collect::<Outcome<_>>()?;
        match title {
            Some(title) if !given.is_empty() => {
                let type_name = resource_type.definition().name();
                let wanted = Wanted { type_name, title, attributes: &given };
                let changed = self.change(&[wanted], Origin::CommandLine)?;
                if changed.is_empty() {
                    // It only says something about a run, and leaves nothing behind.
                    let nothing = Shown::nothing(type_name, title, resource_type.manner());
                    return self.write(resource_type, &[nothing]);
                }
                self.show(resource_type, &changed)
            }
            title => {
                let found = self.find(resource_type, title.map(String::as_str))?;
                if self.options.has("edit") {
                    self.edit(resource_type, &found)
                } else {
                    self.show(resource_type, &found)
                }
            }
        }
    }

    fn list_types(&self) {
        let mut names: Vec<&str> = self.types.names().map(|name| name.as_str()).collect();
        names.sort_unstable();
        output::say(&names.join("\n"));
    }

    /// The resource with that title, or all of them, in the order of their titles.
    fn find(&self, resource_type: &Arc<ResourceType>, title: Option<&str>) -> Outcome<Vec<Instance>> {
        let definition = resource_type.definition();
        if resource_type.providers().is_empty() && resource_type.manner() == Manner::Puppet {
            let name = definition.name();
            return Err(Failure::new(format!("{name} has no providers and has not overridden 'instances'")));
        }
        if definition.name() == "file" && title.is_none() {
            return Err(Failure::new(
                "Listing all file instances is not supported.  Please specify a file or directory, e.g. puppet resource \
                 file /etc",
            ));
        }
        let mut session = Session::new(resource_type, self.settings.clone(), self.log.clone());
        if let Some((device, _)) = &self.device {
            session = session.with_device(device.clone());
        }
        session.ask_for(&self.parameters());
        let mut found = match title {
            Some(title) => vec![session.find(title)?],
            None => {
                let found = session.instances()?;
                found.iter().for_each(|instance| session.tell(instance));
                found
            }
        };
        self.find_elsewhere(resource_type, &mut session, title, &mut found)?;
        found.sort_by(|left, right| left.resource.title().cmp(right.resource.title()));
        Ok(found)
    }

    /// Adds what other providers than the default one have, where resources of one name may have different providers.
    fn find_elsewhere(
        &self,
        resource_type: &ResourceType,
        session: &mut Session<'_>,
        title: Option<&str>,
        found: &mut Vec<Instance>,
    ) -> Outcome {
        let is_missing =
            |instance: &Instance| ["absent", "purged"].contains(&instance.state.text("ensure").unwrap_or(""));
        let is_found = title.is_some() && found.iter().any(|instance| !is_missing(instance));
        if resource_type.definition().key("told_apart_by").is_none() || is_found {
            return Ok(());
        }
        let mut known: HashSet<EcoString> = found.iter().map(|instance| instance.resource.title().clone()).collect();
        for provider in resource_type.providers() {
            // What cannot be used here has nothing to show.
            let Ok(others) = session.instances_of(Some(provider.name())) else { continue };
            match title {
                None => found.extend(others.into_iter().filter(|other| known.insert(other.resource.title().clone()))),
                Some(title) => {
                    if let Some(other) = others.into_iter().find(|other| other.resource.title() == title) {
                        *found = vec![other];
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// The parameters that somebody asked to see.
    fn parameters(&self) -> Vec<&str> {
        self.options.values("param").collect()
    }

    fn shown(&self, resource_type: &ResourceType, instances: &[Instance]) -> Vec<Shown> {
        let scrubber = self.log.scrubber();
        instances.iter().map(|instance| Shown::new(instance, resource_type.manner(), scrubber)).collect()
    }

    fn show(&self, resource_type: &ResourceType, instances: &[Instance]) -> Outcome {
        self.write(resource_type, &self.shown(resource_type, instances))
    }

    fn write(&self, resource_type: &ResourceType, resources: &[Shown]) -> Outcome {
        let text = match self.form {
            Form::Manifest => {
                let parameters = self.parameters();
                let manifests: Vec<String> = resources.iter().map(|shown| shown.manifest(&parameters)).collect();
                Ok(manifests.join("\n"))
            }
            Form::Yaml => {
                self.warn_of_duplicates(resources);
                shown::as_yaml(resource_type.definition().name(), resources, &self.parameters())
            }
            Form::Json => {
                self.warn_of_duplicates(resources);
                shown::as_json(resources)
            }
            Form::JsonLines => shown::as_json_lines(resources),
        };
        let text = text.map_err(|reason| Failure::new(format!("cannot write the resources: {reason}")))?;
        if !(text.is_empty() && self.form == Form::JsonLines) {
            output::say(&text);
        }
        Ok(())
    }

    /// Says which resources are missing in a form that has each title once; equal titles stand side by side.
    fn warn_of_duplicates(&self, resources: &[Shown]) {
        for pair in resources.windows(2) {
            if let [first, second] = pair
                && first.title == second.title
            {
                let message = format!(
                    "There are several {}; --format ndjson shows all of them",
                    engine::resource::reference(&first.type_name, &first.title)
                );
                self.log.line(Level::Warning, &message);
            }
        }
    }
}

/// An attribute and its value.
fn setting(word: &str) -> Outcome<(EcoString, Value)> {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    match word.split_once('=') {
        Some((name, value)) if is_name(name) && !value.is_empty() => Ok((name.into(), value.into())),
        _ => Err(Failure::new(format!("Invalid parameter setting {word}"))),
    }
}
