//! `File['a'] { … }`: overrides, and whether they are allowed.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Type, Value};
use resource_api::log::Level;
use syntax::{
    Strictness,
    ast::{Expression, ResourceOverride},
};

use super::{
    kinds::{KindForm, ResourceKind},
    locations::CompactLocation,
    parameters::Parameter,
    rights::Author,
    store::ResourceId,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::{flattened, value_label},
    frame::Frame,
};

#[derive(Clone, Debug)]
pub(crate) struct Override {
    pub parameters: Arc<[(EcoString, Parameter)]>,
    pub author: Author,
    pub location: Option<CompactLocation>,
}

impl Compilation<'_> {
    pub(crate) fn evaluate_override(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        changes: &ResourceOverride,
    ) -> Outcome {
        let value = self.evaluate(frame, &changes.resources)?;
        let parameters: Arc<[(EcoString, Parameter)]> = self.attributes(frame, &changes.attributes)?.into();
        let location = Some(self.resources.locations.within(&frame.source, expression.anchor));
        let author = self.author_of(frame.scope);
        for named in flattened([&value]) {
            let (kind, title) = self.overridden(frame, expression, named)?;
            let change = Override { parameters: parameters.clone(), author, location };
            match self.find_titled(&kind, &title) {
                Some(id) => self.change(id, &change)?,
                None => self.resources.overrides.entry((kind.number, title)).or_default().push(change),
            }
        }
        Ok(value)
    }

    fn overridden(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        named: &Value,
    ) -> Outcome<(Arc<ResourceKind>, EcoString)> {
        let resource = match named.as_type() {
            Some(Type::Resource(resource)) => resource,
            _ => {
                let label = value_label::label(named);
                let message = format!("Resource Override can only operate on resources, got: {label}");
                return Err(frame.failure(expression, message));
            }
        };
        let type_name = resource.type_name.clone().unwrap_or_default();
        let Some(kind) = self.find_kind(&type_name)? else { return Err(self.unknown_kind(&type_name)) };
        match &resource.title {
            Some(title) => Ok((kind, title.clone())),
            None => {
                let shown = match kind.form {
                    KindForm::Define(_) => format!("\"{}\"", kind.tag),
                    KindForm::Native { .. } | KindForm::Class | KindForm::Node => format!(":{}", kind.tag),
                };
                let message = format!("No title provided and {shown} is not a valid resource reference");
                Err(Interrupt::unplaced(message))
            }
        }
    }

    /// Changes a resource, if that is allowed.
    pub(super) fn change(&mut self, id: ResourceId, change: &Override) -> Outcome<()> {
        let resource = self.resources.get(id);
        if change.author != resource.author && !self.resources.authors.is_child(change.author, resource.author) {
            let location = self.resources.locations.suffix(change.location);
            return Err(Interrupt::verbatim(format!("Only subclasses can override parameters{location}")));
        }
        if resource.evaluated {
            self.overridden_too_late(resource.location, change.location)?;
        }
        for (name, parameter) in change.parameters.iter() {
            self.override_parameter(id, name, parameter)?;
        }
        Ok(())
    }

    fn overridden_too_late(&self, defined: Option<CompactLocation>, here: Option<CompactLocation>) -> Outcome<()> {
        let locations = &self.resources.locations;
        let defined =
            defined.map_or_else(String::new, |location| format!(", defined at {},", locations.text(location)));
        let message = format!(
            "Attempt to override an already evaluated resource{defined} with new values{}",
            locations.suffix(here)
        );
        match self.options().strict {
            Strictness::Off => Ok(()),
            Strictness::Warning => {
                self.log.line(Level::Warning, &message);
                Ok(())
            }
            Strictness::Error => Err(Interrupt::verbatim(message)),
        }
    }

    pub(super) fn override_parameter(&mut self, id: ResourceId, name: &EcoString, new: &Parameter) -> Outcome<()> {
        let resource = self.resources.get(id);
        let mut new = new.clone();
        if let Some(current) = resource.parameters.get(name) {
            if self.is_default(resource.scope, &resource.kind, name, &new.value) {
                return Ok(());
            }
            let authors = &self.resources.authors;
            let allowed = authors.is_child(new.author, current.author)
                || new.author == current.author
                    && self.is_default(resource.scope, &resource.kind, name, &current.value);
            if !allowed {
                return Err(self.already_set(id, name, current, &new));
            }
            if new.adds {
                new.value = flattened([&current.value, &new.value]).into_iter().cloned().collect();
            }
        }
        let location = new.location;
        let set = self.resources.set_parameter(id, name.clone(), new);
        set.map_err(|word| self.invalid_tag(&word, location))
    }

    fn already_set(&self, id: ResourceId, name: &str, current: &Parameter, new: &Parameter) -> Interrupt {
        let locations = &self.resources.locations;
        let by = self.resources.authors.text(current.author);
        let first = locations.at_suffix(current.location);
        Interrupt::verbatim(format!(
            "Parameter '{name}' is already set on {} by {by}{first}; cannot redefine{}",
            self.resources.get(id).reference(),
            locations.suffix(new.location)
        ))
    }
}
