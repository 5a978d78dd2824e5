//! `bunraku resource`: lists resources, shows one, or changes it.

mod change;
mod edit;

use std::{collections::HashSet, sync::Arc};

use ecow::EcoString;
use engine::{
    Instance, Session, Settings,
    handling::{Handling, HandlingError},
    settings::Origin,
};
use pcore::Value;
use resource_api::{
    Failure, Outcome, ResourceType, Types,
    log::{Level, Log},
    registry::Dialect,
    transport::Device,
};

use self::change::DesiredResource;
use crate::{
    arguments::Program,
    modules::{self, LoadedTypes},
    options::{CommandOption, OptionError, Options},
    output,
    resource_view::{self, ResourceView},
    startup::{self, CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: super::Command = super::Command::puppet("resource", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[
        CommandOption::flag("edit", Some('e'), "Open the resources in $EDITOR and apply what is saved"),
        CommandOption::flag("fail", None, "Fail if the resource could not be changed"),
        CommandOption::valued("format", "pp|yaml|json|ndjson", "Set the output format; pp is a manifest"),
        CommandOption::valued("param", "NAME", "Show a parameter, or an attribute that is read on demand, too").or('p'),
        CommandOption::flag("to_yaml", Some('y'), "Print YAML; same as --format yaml"),
        CommandOption::flag("types", Some('t'), "List the types that can be managed"),
    ],
    shared: &[modules::OPTIONS],
    introduction: "List resources, show one, or change it

Usage: {program} resource [OPTIONS] <TYPE> [TITLE [ATTRIBUTE=VALUE]...]

Without a title, all resources of the type are listed. With attributes, the resource is changed to have them, and
shown afterwards. Every setting is an option, too: --noop only reports what would change, and --strict
<off|warning|error> sets what happens if a provider breaks the rules of its type.",
    examples: "Exit codes: 0 on success; 1 if the command could not be run, with --fail also if the resource failed.

Examples:
  {program} resource user
  {program} resource user alice
  {program} resource user alice ensure=present shell=/bin/sh
  {program} resource user --format json",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let CommandContext { options, settings, log, .. } = context;
    let loaded = LoadedTypes::new(program, context)?;
    let mut command = Command::new(loaded.types(), options, log)?;
    command.settings.values = Some(startup::values(settings));
    command.hinting_program = Some(program.name).filter(|name| *name != "puppet");
    command.perform().map_err(|failure| startup::in_dialect(program, failure))?;
    Ok(0)
}

/// How resources are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Manifest,
    Yaml,
    Json,
    JsonLines,
}

/// The line that is logged before a device is queried, for the name of a type.
type DeviceMessage<'c> = &'c dyn Fn(&str) -> String;

/// What to do.
pub(super) struct Command<'c> {
    types: &'c Types,
    options: &'c Options,
    log: &'c Log,
    pub(super) settings: Settings,
    form: Form,
    /// The device whose resources they are, and the line that is logged before it is queried.
    device: Option<(Arc<Device>, DeviceMessage<'c>)>,
    /// The name of the program in hints that Puppet does not give; `None` when called as `puppet`.
    hinting_program: Option<&'static str>,
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
                let reason = format!("invalid argument: --format {other} (expected pp, yaml, json or ndjson)");
                return Err(OptionError::Command(reason));
            }
        };
        Ok(Command {
            types,
            options,
            log,
            settings: startup::settings(options)?,
            form,
            device: None,
            hinting_program: None,
        })
    }

    /// This command for the resources of a device, with the line that is logged before it is queried.
    pub(super) fn on(mut self, device: Arc<Device>, message: DeviceMessage<'c>) -> Command<'c> {
        self.device = Some((device, message));
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
        if let Some((_, message)) = &self.device {
            self.log.line(Level::Info, &message(type_name));
        }
        let title = words.next();
        let attributes: Vec<(EcoString, Value)> = words.map(|word| setting(word)).collect::<Outcome<_>>()?;
        match title {
            Some(title) if !attributes.is_empty() => {
                let type_name = resource_type.definition().name();
                let desired = DesiredResource { type_name, title, attributes: &attributes };
                let changed = self.change(&[desired], Origin::CommandLine)?;
                if changed.is_empty() {
                    // A resource without state, such as a message to the log.
                    let nothing = ResourceView::nothing(type_name, title, resource_type.dialect());
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
        output::print_line(&names.join("\n"));
    }

    /// The resource with a title, or all resources sorted by title.
    fn find(&self, resource_type: &Arc<ResourceType>, title: Option<&str>) -> Outcome<Vec<Instance>> {
        let definition = resource_type.definition();
        if resource_type.providers().is_empty() && resource_type.dialect() == Dialect::Puppet {
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
        session.request_lazy(&self.parameters());
        let mut found = match title {
            Some(title) => vec![session.find(title)?],
            None => {
                let found = session.instances()?;
                found.iter().for_each(|instance| session.log_state(instance));
                found
            }
        };
        self.find_elsewhere(resource_type, &mut session, title, &mut found)?;
        found.sort_by(|left, right| left.resource.title().cmp(right.resource.title()));
        Ok(found)
    }

    /// Adds the resources of other providers, for types whose resources of one name may have different providers.
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
        if Handling::of(resource_type.definition()).map_err(HandlingError::into_failure)?.distinguished_by.is_empty()
            || is_found
        {
            return Ok(());
        }
        let mut titles: HashSet<EcoString> = found.iter().map(|instance| instance.resource.title().clone()).collect();
        for provider in resource_type.providers() {
            // A provider that cannot be used here has no resources.
            let Ok(others) = session.instances_of(Some(provider.name())) else { continue };
            match title {
                None => found.extend(others.into_iter().filter(|other| titles.insert(other.resource.title().clone()))),
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

    /// The parameters that the options ask for.
    fn parameters(&self) -> Vec<&str> {
        self.options.values("param").collect()
    }

    fn shown(&self, resource_type: &ResourceType, instances: &[Instance]) -> Vec<ResourceView> {
        let scrubber = self.log.scrubber();
        instances.iter().map(|instance| ResourceView::new(instance, resource_type.dialect(), scrubber)).collect()
    }

    fn show(&self, resource_type: &ResourceType, instances: &[Instance]) -> Outcome {
        self.write(resource_type, &self.shown(resource_type, instances))
    }

    fn write(&self, resource_type: &ResourceType, resources: &[ResourceView]) -> Outcome {
        let text = match self.form {
            Form::Manifest => {
                let parameters = self.parameters();
                let manifests: Vec<String> = resources.iter().map(|shown| shown.manifest(&parameters)).collect();
                Ok(manifests.join("\n"))
            }
            Form::Yaml => {
                self.warn_of_duplicates(resources);
                resource_view::as_yaml(resource_type.definition().name(), resources, &self.parameters())
            }
            Form::Json => {
                self.warn_of_duplicates(resources);
                resource_view::as_json(resources)
            }
            Form::JsonLines => resource_view::as_json_lines(resources),
        };
        let text = text.map_err(|reason| Failure::new(format!("cannot write the resources: {reason}")))?;
        if !(text.is_empty() && self.form == Form::JsonLines) {
            output::print_line(&text);
        }
        Ok(())
    }

    /// Warns about resources that are lost in a format that has each title once. Duplicates are adjacent.
    fn warn_of_duplicates(&self, resources: &[ResourceView]) {
        for pair in resources.windows(2) {
            if let [first, second] = pair
                && first.title == second.title
            {
                let message = format!(
                    "duplicate resource {}; --format ndjson shows all of them",
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
