//! What has to wait until everything is declared: relationships, late overrides, tags, and the checks at the end.

use pcore::Value;

use super::{
    instance::Definition,
    kinds::{KindForm, ResourceKind, is_relationship},
    reference::Reference,
    store::{Code, ResourceId},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::flattened,
};

impl Compilation<'_> {
    /// Does what had to wait.
    pub(crate) fn finish(&mut self) -> Outcome<()> {
        self.make_relationships()?;
        let first = self.resources.main.map_or(0, ResourceId::index);
        for id in self.resources.ids().skip(first) {
            self.merge_waiting(id)?;
            self.resources.inherit_tags(id);
            self.validate(id)?;
        }
        self.resources.spread_metaparameters().map_err(|(id, word)| {
            let location = self.resources.get(id).location;
            self.invalid_tag(&word, location)
        })?;
        self.refuse_leftovers()?;
        self.validate_relationships()
    }

    /// Makes the overrides that were written before their resource.
    fn merge_waiting(&mut self, id: ResourceId) -> Outcome<()> {
        if self.resources.overrides.is_empty() {
            return Ok(());
        }
        let resource = self.resources.get(id);
        let key = (resource.kind.number, resource.title.clone());
        let waiting = self.resources.overrides.get_mut(&key).map(std::mem::take).unwrap_or_default();
        for change in waiting {
            self.change(id, &change)?;
        }
        Ok(())
    }

    /// Checks that a resource has only parameters that its kind knows.
    fn validate(&mut self, id: ResourceId) -> Outcome<()> {
        let resource = self.resources.get(id);
        match &resource.kind.form {
            KindForm::Native { .. } => {
                let unknown = resource.parameters.iter().find(|(name, _)| !resource.kind.has_parameter(name));
                match unknown {
                    Some((name, _)) => Err(self.unknown_attribute(id, name)),
                    None => self.check_features(id),
                }
            }
            KindForm::Define(_) | KindForm::Class if resource.evaluated && !resource.changed => Ok(()),
            KindForm::Define(define) => {
                let define = define.clone();
                self.check_again(id, Definition::define(&define))
            }
            KindForm::Class => {
                let Code::Class { definition, .. } = &resource.code else { return Ok(()) };
                let class = definition.clone();
                self.check_again(id, Definition::class(&class))
            }
            KindForm::Node => Ok(()),
        }
    }

    /// Checks parameters that were set after the code was evaluated, or whose code never was.
    fn check_again(&mut self, id: ResourceId, definition: Definition<'_>) -> Outcome<()> {
        let signature = self.instance_signature(definition)?;
        let resource = self.resources.get(id);
        let given = resource.parameters.iter().map(|(name, parameter)| (name, &parameter.value));
        signature.check(&resource.reference(), given).map_err(|failure| {
            match self.explain_parameters(failure, id, &signature, definition) {
                Interrupt::Failure(failure) => {
                    let message = failure.message.clone();
                    failure.with_message(message).into()
                }
                jump => jump,
            }
        })
    }

    fn refuse_leftovers(&mut self) -> Outcome<()> {
        let waiting = self.resources.overrides.iter().filter(|(_, waiting)| !waiting.is_empty());
        let waiting: Vec<String> = waiting
            .flat_map(|((kind, title), waiting)| {
                let display = self.kind_numbered(*kind).map(|kind| kind.display.clone()).unwrap_or_default();
                std::iter::repeat_n(format!("{display}[{title}]"), waiting.len())
            })
            .collect();
        if !waiting.is_empty() {
            let failure =
                Interrupt::verbatim(format!("Could not find resource(s) {} for overriding", waiting.join(", ")));
            return Err(self.first_waiting(failure));
        }
        let wanted = &self.resources.realizations;
        if let Some(first) = wanted.first().cloned() {
            let names: Vec<String> = wanted.iter().map(Reference::text).collect();
            let failure = Interrupt::verbatim(format!("Failed to realize virtual resources {}", names.join(", ")));
            return Err(self.unknown_resource(failure, &first));
        }
        Ok(())
    }

    /// Shows the first change of a resource that is not there.
    fn first_waiting(&mut self, failure: Interrupt) -> Interrupt {
        let waiting = self.resources.overrides.iter().find(|(_, waiting)| !waiting.is_empty());
        let Some(((number, title), waiting)) = waiting else { return failure };
        let location = waiting.first().and_then(|change| change.location);
        let here = self.resources.locations.title(location, title);
        match self.kind_numbered(*number).map(|kind| Reference::new(&kind.tag, title)) {
            Some(wanted) => self.unknown_resource(failure.focus(here), &wanted),
            None => failure.focus(here),
        }
    }

    fn kind_numbered(&self, number: u32) -> Option<&ResourceKind> {
        self.resources.kinds.values().find(|kind| kind.number == number).map(|kind| &**kind)
    }

    /// Checks that what `require` and its kin name is there.
    fn validate_relationships(&mut self) -> Outcome<()> {
        for id in self.resources.ids() {
            let resource = self.resources.get(id);
            if resource.is_virtual {
                continue;
            }
            let related: Vec<_> = resource
                .parameters
                .iter()
                .filter(|(name, _)| is_relationship(name))
                .map(|(name, parameter)| (name.clone(), parameter.value.clone(), parameter.location))
                .collect();
            for (name, value, location) in related {
                for target in flattened([&value]).into_iter().filter(|target| !target.is_undef()) {
                    self.validate_relationship(&name, target).map_err(|failure| match failure {
                        Interrupt::Failure(failure) => {
                            let locations = &self.resources.locations;
                            let message = format!("{}{}", failure.message, locations.suffix(location));
                            let here = locations.attribute_value(location);
                            Interrupt::from(failure.with_message(message)).focus(here)
                        }
                        jump => jump,
                    })?;
                }
            }
        }
        Ok(())
    }

    fn validate_relationship(&mut self, name: &str, target: &Value) -> Outcome<()> {
        let reference = self.reference_in(target)?;
        if self.find_resource(&reference)?.is_some() {
            return Ok(());
        }
        let text = reference.text();
        let failure = Interrupt::unplaced(format!("Could not find resource '{text}' in parameter '{name}'"));
        Err(self.unknown_resource(failure, &reference))
    }
}
