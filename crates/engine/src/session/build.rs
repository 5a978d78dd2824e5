//! Builds resources from declarations and command lines.
//!
//! The order is that of Puppet, because messages and provider calls follow it: the title is parsed, the provider brings the
//! declared attributes into canonical form, attributes are checked in the order in which they are set, and missing ones get
//! their defaults.

use std::{fmt::Display, sync::OnceLock};

use ecow::EcoString;
use pcore::{Type, Value, mismatch, parse_type};
use resource_api::{
    Attribute, Behaviour, Failure, Identity, Outcome, ProviderEntry, State, definition::title, failure::FailureKind,
    registry::Dialect, render, state::CommonAttributes,
};

use super::{
    Session,
    schema::{Completion, DefaultValue, TRIGGER, TRIGGER_VALUE},
};
use crate::{
    ManagedResource,
    resource::{self, BuildError, METAPARAMETERS},
    settings::Origin,
};

/// The values of `loglevel`.
const LOG_LEVELS: [&str; 9] = ["debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose"];

/// Whether a resource must have its mandatory parameters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mandatory {
    Checked,
    /// They are not needed to show the resource.
    Ignored,
}

impl<'t> Session<'t> {
    /// Builds a resource from the attributes of a declaration or a command line.
    ///
    /// `attributes` may include metaparameters, and `provider` if the type has several. `container` is the path of its
    /// container, such as `/Stage[main]/Main`; it may be empty. The failure holds a [`BuildError`], unless it is the
    /// provider's.
    pub fn build(
        &mut self,
        title: &str,
        attributes: &[(EcoString, Value)],
        container: &str,
    ) -> Result<ManagedResource, Failure> {
        self.make(title, attributes, container, Mandatory::Checked)
    }

    pub(super) fn make(
        &mut self,
        title: &str,
        attributes: &[(EcoString, Value)],
        container: &str,
        mandatory: Mandatory,
    ) -> Outcome<ManagedResource> {
        self.check_usable()?;
        // The errors below may quote them.
        self.learn_parameters(attributes);
        let parsed = self.parse_title(title)?;
        let mut map = State::with_capacity(parsed.len() + attributes.len() + 1);
        for (namevar, value) in &parsed {
            map.insert(namevar.clone(), value.clone());
        }
        // Messages of Puppet's own types name a resource by its title.
        if self.schema.repeats || self.dialect() == Dialect::Puppet {
            map.insert("title", title);
        }
        let mut provider = None;
        for (name, value) in attributes {
            if name == "provider" && (self.providers.len() > 1 || self.has_named_provider()) {
                provider = self.chosen_provider(title, value)?;
                continue;
            }
            let meant = self.attribute_named(name);
            if !self.accepts(meant) {
                return Err(self.unknown(meant));
            }
            // An explicit undef means that the attribute is not declared.
            if !value.is_undef() {
                let name = if meant == name.as_str() { name.clone() } else { meant.into() };
                map.insert(name, value.clone());
            }
        }

        self.learn(&map);
        // The provider may become suitable; if it does not, the resource fails when it is evaluated.
        let is_canonical = self.can_canonicalize(provider.as_deref());
        let before = map.clone();
        let mut map = if is_canonical { self.canonicalize(provider.as_deref(), map)? } else { map };
        let is_unchanged = map.is_copy_of(&before);
        drop(before);
        if !is_unchanged {
            self.learn(&map);
            self.check_known(&map)?;
        }
        for (namevar, value) in parsed {
            if map.known(&namevar).is_none() {
                map.insert(namevar, value);
            }
        }
        // A property that is only audited is not managed, even if the provider has a value for it.
        for name in resource::audited(self.definition(), &map) {
            if name != "ensure" && !attributes.iter().any(|(declared, _)| self.attribute_named(declared) == name) {
                map.remove(&name);
            }
        }
        let title = self.displayed_title(title, &map);
        let (should, metaparameters) = self.attributes(&title, &map)?;
        let mut resource = self.complete(title, container, should, metaparameters, provider)?;
        resource.has_compared_defaults |= !is_canonical;
        if mandatory == Mandatory::Checked {
            self.check_mandatory_parameters(&resource)?;
        }
        Ok(resource)
    }

    /// Adds the defaults, and makes the resource.
    pub(super) fn complete(
        &mut self,
        title: EcoString,
        container: &str,
        mut should: State,
        metaparameters: State,
        provider: Option<EcoString>,
    ) -> Outcome<ManagedResource> {
        // A property that is audited is managed only if it is declared.
        let audited = resource::audited(self.definition(), &metaparameters);
        let completion = self.completion(&should, &audited)?;
        should.shrink_to_fit();
        let should = should.with_missing(&completion.attributes);
        let has_compared_defaults = completion.has_properties;
        for name in self.schema.lazy_of(should.iter().map(|(name, _)| name).chain(&audited)) {
            if !self.managed_lazy.contains(&name) {
                self.managed_lazy.push(name);
            }
        }
        if self.resource_type.providers().iter().any(ProviderEntry::wants_parameters) {
            self.shared_parameters.add(self.resource_type.definition(), &should);
        }
        let identity =
            if self.schema.repeats { Identity::single("title", title.clone()) } else { self.schema.identity(&should) };
        let noop = metaparameters.get("noop").and_then(resource::as_switch);
        let reference = resource::reference(self.definition().name(), &title);
        let mut path = EcoString::with_capacity(container.len() + reference.len() + 1);
        [container, "/", &reference].iter().for_each(|part| path.push_str(part));
        Ok(ManagedResource {
            definition: self.definition().clone(),
            handling: self.handling.clone(),
            path,
            title,
            identity,
            has_compared_defaults,
            should,
            provider,
            metaparameters,
            noop: noop.unwrap_or(self.settings.noop),
            canonical: OnceLock::new(),
            location: EcoString::new(),
            past: None,
        })
    }

    /// Checks that the type can have resources at all.
    pub(super) fn check_usable(&self) -> Outcome {
        self.resource_type.check_usable().map_err(|error| error.into_failure())?;
        self.misuse.clone().map_or(Ok(()), |error| Err(error.into_failure()))
    }

    /// The namevars in a title.
    pub(super) fn parse_title(&self, title: &str) -> Outcome<Vec<(EcoString, Value)>> {
        title::parse(&self.schema.namevar_names, self.definition().title_patterns(), title)
            .map_err(|error| self.refuse(FailureKind::Ordinary, error.to_string()))
    }

    fn chosen_provider(&self, title: &str, value: &Value) -> Outcome<Option<EcoString>> {
        if value.is_undef() {
            return Ok(None);
        }
        let name = render::interpolate(value);
        match self.resource_type.check_provider_name(&name) {
            Ok(()) => Ok(Some(name.into())),
            Err(error) => Err(self.refuse_parameter(title, "provider", FailureKind::Resource, &error)),
        }
    }

    /// Whether the only provider can be named, as for Puppet's own types.
    fn has_named_provider(&self) -> bool {
        self.providers.len() == 1
            && self.dialect() == Dialect::Puppet
            && self.definition().attribute("provider").is_none()
    }

    /// The attribute of a name: in Puppet's own types the only namevar is also called `name`.
    fn attribute_named<'n>(&self, name: &'n str) -> &'n str
    where
        't: 'n,
    {
        match &self.schema.namevar_names[..] {
            [namevar] if name == "name" && self.dialect() == Dialect::Puppet && !self.accepts("name") => namevar,
            _ => name,
        }
    }

    fn accepts(&self, name: &str) -> bool {
        self.schema.has(name) || METAPARAMETERS.contains(&name) || (self.schema.has_trigger && name == TRIGGER)
    }

    /// The title that is displayed: for a type of the Resource API whose only namevar is `name`, the value of that.
    fn displayed_title(&self, declared: &str, map: &State) -> EcoString {
        match (&self.schema.namevar_names[..], map.known("name")) {
            (["name"], Some(name)) if self.dialect() == Dialect::ResourceApi => render::interpolate(name).into(),
            _ => declared.into(),
        }
    }

    /// Checks that the provider returned no unknown attributes.
    fn check_known(&self, map: &State) -> Outcome {
        let unknown = |name: &&EcoString| *name != "title" && !self.accepts(name);
        match map.iter().map(|(name, _)| name).find(unknown) {
            Some(name) => Err(self.unknown(name)),
            None => Ok(()),
        }
    }

    /// The declared attributes of the type, checked, in the order in which they are set, and the metaparameters.
    fn attributes(&self, title: &str, map: &State) -> Outcome<(State, State)> {
        let mut should = State::with_capacity(map.len());
        let (attributes, others) = self.schema.in_order(map);
        for (attribute, value) in attributes {
            if attribute.behaviour() == Behaviour::ReadOnly {
                let value = if attribute.hides(value) {
                    resource_api::definition::REDACTED_VALUE.to_owned()
                } else {
                    render::interpolate(value)
                };
                let name = attribute.name();
                let reason = format!("Attempting to set `{name}` read_only attribute value to `{value}`");
                return Err(self.refuse_parameter(title, name, FailureKind::Resource, &reason));
            }
            let value = self
                .checked(attribute, value)
                .map_err(|failure| self.refuse_parameter(title, attribute.name(), FailureKind::Resource, &failure))?;
            should.insert(attribute.name().clone(), value);
        }
        self.check_trigger(title, map)?;
        let is_metaparameter = |(name, _): &(&EcoString, &Value)| METAPARAMETERS.contains(&name.as_str());
        let metaparameters: State =
            others.into_iter().filter(is_metaparameter).map(|(name, value)| (name.clone(), value.clone())).collect();
        self.check_metaparameters(title, &metaparameters)?;
        Ok((should, metaparameters))
    }

    /// The value, checked and converted for its attribute.
    fn checked(&self, attribute: &Attribute, value: &Value) -> Outcome<Value> {
        let value = match value {
            // Puppet's own types know these words as symbols.
            Value::Symbol(word) if attribute.name() == "ensure" => &Value::String(word.clone()),
            other => other,
        };
        match self.settings.origin {
            Origin::Catalog => attribute.check(value),
            Origin::CommandLine => attribute.munge_command_line(value),
        }
    }

    /// Checks the hidden property, which has one value and is never part of the resource.
    fn check_trigger(&self, title: &str, map: &State) -> Outcome {
        let Some(value) = map.known(TRIGGER) else { return Ok(()) };
        let subject = format!("{}.{TRIGGER}", self.definition().name());
        match mismatch::explain(&subject, &trigger_type(), value) {
            None => Ok(()),
            Some(message) => Err(self.refuse_parameter(title, TRIGGER, FailureKind::Resource, &message)),
        }
    }

    fn check_metaparameters(&self, title: &str, found: &State) -> Outcome {
        let refuse = |name: &str, value: &Value, valid: &[&str]| {
            let reason = format!("Invalid value {}. Valid values are {}.", render::inspect(value), valid.join(", "));
            Err(self.refuse_parameter(title, name, FailureKind::Ordinary, &reason))
        };
        if let Some(noop) = found.get("noop").filter(|noop| resource::as_switch(noop).is_none()) {
            return refuse("noop", noop, &["true", "false"]);
        }
        let is_level = |level: &Value| LOG_LEVELS.contains(&level.as_str().unwrap_or_default());
        if let Some(level) = found.get("loglevel").filter(|level| !is_level(level)) {
            return refuse("loglevel", level, &LOG_LEVELS);
        }
        let audited = found.get("audit").map_or(&[][..], resource::one_or_several);
        for name in audited.iter().map(render::interpolate) {
            if name != "all" && !self.accepts(&name) {
                let resource = resource::reference(self.definition().name(), title);
                let reason = format!("Cannot audit {name}: not a valid attribute for {resource}");
                return Err(self.refuse_parameter(title, "audit", FailureKind::Ordinary, &reason));
            }
        }
        Ok(())
    }

    /// The defaults of missing attributes.
    fn completion(&self, should: &State, audited: &[EcoString]) -> Outcome<Completion> {
        let is_missing = |default: &DefaultValue<'_>| {
            let name = default.attribute.name();
            should.get(name).is_none() && !audited.contains(name)
        };
        let defaults = &self.schema.defaults;
        let bits = |part: &[DefaultValue<'_>]| {
            part.iter().rev().fold(0, |bits, default| bits << 1 | u64::from(is_missing(default)))
        };
        let missing: Vec<u64> = defaults.chunks(64).map(bits).collect();
        if let Some(known) = self.schema.completions.borrow().get(&missing) {
            return Ok(known.clone());
        }
        let mut attributes = Vec::with_capacity(defaults.len());
        let mut has_properties = false;
        for DefaultValue { attribute, value, checked } in defaults.iter().filter(|default| is_missing(default)) {
            let value = match checked.get() {
                Some(value) => value.clone(),
                None => {
                    let value = self
                        .checked(attribute, value)
                        .map_err(|failure| self.refuse(FailureKind::Resource, failure.to_string()))?;
                    checked.get_or_init(|| value).clone()
                }
            };
            attributes.push((attribute.name().clone(), value));
            has_properties |= attribute.behaviour().is_compared();
        }
        let completion = Completion { attributes: CommonAttributes::new(attributes), has_properties };
        self.schema.completions.borrow_mut().insert(missing, completion.clone());
        Ok(completion)
    }

    fn check_mandatory_parameters(&self, resource: &ManagedResource) -> Outcome {
        let is_missing = |attribute: &&Attribute| {
            attribute.behaviour() == Behaviour::Parameter
                && !matches!(attribute.data_type(), Type::Optional(_))
                && resource.should.known(attribute.name()).is_none()
        };
        let missing: Vec<EcoString> =
            self.definition().attributes().filter(is_missing).map(|attribute| attribute.name().clone()).collect();
        if missing.is_empty() {
            return Ok(());
        }
        let message = format!(
            "Validation of {} failed: The following mandatory parameters were not provided:\n    *  {}",
            resource.reference(),
            missing.join(", \n    *  ")
        );
        Err(self.refuse(FailureKind::Resource, message))
    }

    fn unknown(&self, attribute: &str) -> Failure {
        self.refuse(FailureKind::Ordinary, format!("no parameter named '{attribute}'"))
    }

    fn refuse_parameter(&self, title: &str, name: &str, kind: FailureKind, reason: &dyn Display) -> Failure {
        let resource = resource::reference(self.definition().name(), title);
        self.refuse(kind, format!("Parameter {name} failed on {resource}: {reason}"))
    }

    fn refuse(&self, kind: FailureKind, message: String) -> Failure {
        self.scrubbed(Failure::from(BuildError(message)).with_kind(kind))
    }
}

fn trigger_type() -> Type {
    parse_type(&format!("Enum[{TRIGGER_VALUE}]")).expect("the text is a constant")
}
