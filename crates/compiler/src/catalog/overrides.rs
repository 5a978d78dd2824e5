//! `File['a'] { … }`: overrides, and who may do that.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Type, Value};
use resource_api::log::Level;
use syntax::{
    Strictness,
    ast::{Expression, ResourceOverride},
};

use super::{
    declare::flattened,
    kinds::{KindForm, ResourceKind},
    parameters::Parameter,
    places::Place,
    rights::Author,
    store::ResourceId,
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::value_label,
    frame::Frame,
};

/// What is to be changed in a resource.
#[derive(Clone, Debug)]
pub(crate) struct Override {
    pub parameters: Arc<[(EcoString, Parameter)]>,
    pub author: Author,
    pub place: Option<Place>,
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
        let place = Some(self.resources.places.at(frame, expression.anchor));
        let author = self.author_of(frame.scope);
        for named in flattened(&value) {
            let (kind, title) = self.overridden(frame, expression, named)?;
            let change = Override { parameters: parameters.clone(), author, place };
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
                Err(Interrupt::plain(message))
            }
        }
    }

    /// Changes a resource, if that is allowed.
    pub(super) fn change(&mut self, id: ResourceId, change: &Override) -> Outcome<()> {
        let resource = self.resources.get(id);
        if change.author != resource.author && !self.resources.authors.is_child(change.author, resource.author) {
            let place = self.resources.places.with_blank(change.place);
            return Err(Interrupt::bare(format!("Only subclasses can override parameters{place}")));
        }
        if resource.evaluated {
            self.overridden_too_late(resource.place, change.place)?;
        }
        for (name, parameter) in change.parameters.iter() {
            self.override_parameter(id, name, parameter)?;
        }
        Ok(())
    }

    fn overridden_too_late(&self, defined: Option<Place>, here: Option<Place>) -> Outcome<()> {
        let places = &self.resources.places;
        let defined = defined.map_or_else(String::new, |place| format!(", defined at {},", places.text(place)));
        let message = format!(
            "Attempt to override an already evaluated resource{defined} with new values{}",
            places.with_blank(here)
        );
        match self.options.strict {
            Strictness::Off => Ok(()),
            Strictness::Warning => {
                self.log.line(Level::Warning, &message);
                Ok(())
            }
            Strictness::Error => Err(Interrupt::bare(message)),
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
                let both = flattened(&current.value).into_iter().chain(flattened(&new.value));
                new.value = both.cloned().collect();
            }
        }
        let place = new.place;
        let set = self.resources.set_parameter(id, name.clone(), new);
        set.map_err(|word| self.invalid_tag(&word, place))
    }

    fn already_set(&self, id: ResourceId, name: &str, current: &Parameter, new: &Parameter) -> Interrupt {
        let places = &self.resources.places;
        let by = self.resources.authors.text(current.author);
        let first = current.place.map_or_else(String::new, |place| format!(" at {}", places.text(place)));
        Interrupt::bare(format!(
            "Parameter '{name}' is already set on {} by {by}{first}; cannot redefine{}",
            self.resources.get(id).reference(),
            places.with_blank(new.place)
        ))
    }
}
