//! Resources of types of the language: what their features say is checked when everything is declared, with the place
//! of the resource in the message.

use std::sync::Arc;

use ecow::EcoString;
use model::{Behaviour, Initialization, ModelType, Variables, resource};
use pcore::Value;

use crate::{
    Compilation,
    catalog::{ResourceId, is_metaparameter},
    error::{Interrupt, Outcome},
    shapes::ResourceShape,
};

impl Compilation<'_> {
    /// The type of resources of that name (in lower case), with what a catalog must know of it.
    pub(crate) fn resource_model(&mut self, name: &str) -> Outcome<Option<(Arc<ModelType>, ResourceShape)>> {
        if name.contains(':') || !self.loader.may_define_resources(name) {
            return Ok(None);
        }
        let Some(model) = self.model_type(name)?.filter(|model| model.is_resource) else { return Ok(None) };
        // What is wrong with the definition is an error wherever the type is used.
        resource::definition(&model)?;
        let features = model.features.iter().filter(|feature| feature.derived.is_none() || feature.setable);
        let namevars = model.features.iter().filter(|feature| feature.behaviour == Some(Behaviour::Namevar));
        let shape = ResourceShape {
            name: name.into(),
            attributes: Some(features.map(|feature| feature.name.clone()).collect()),
            namevars: namevars.map(|feature| feature.name.clone()).collect(),
            ..ResourceShape::default()
        };
        Ok(Some((model, shape)))
    }

    /// Remembers which kind of resources is of a type of the language.
    pub(crate) fn add_resource_model(&mut self, kind: u32, model: Arc<ModelType>) {
        self.models.resources.insert(kind, model);
    }

    /// Checks what a resource says of its features, and gives it what they hold then.
    pub(crate) fn check_features(&mut self, id: ResourceId) -> Outcome<()> {
        let found = self.resources.get(id);
        let Some(model) = self.models.resources.get(&found.kind.number).cloned() else { return Ok(()) };
        if found.is_virtual {
            return Ok(());
        }
        let (reference, title) = (found.reference(), found.title.clone());
        let given: Variables = found
            .parameters
            .iter()
            .filter(|(name, _)| !is_metaparameter(name))
            .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
            .collect();
        if given.iter().any(|(_, value)| is_deferred(value)) {
            return Ok(());
        }
        let secrets: Vec<EcoString> =
            given.iter().filter(|(_, value)| is_secret(value)).map(|(name, _)| name.clone()).collect();
        let held = self.hold_features(&model, &title, given).map_err(|interrupt| {
            let place = self.place_of(id);
            in_resource(interrupt, &reference, !secrets.is_empty(), &place)
        })?;
        let unseen: Vec<EcoString> = {
            let parameters = &self.resources.get(id).parameters;
            let is_unseen =
                |name: &&EcoString| model.place(name).is_some() && !held.iter().any(|(known, _)| known == *name);
            parameters.iter().map(|(name, _)| name).filter(is_unseen).cloned().collect()
        };
        for name in unseen {
            // For the compiler alone: nothing of it goes into the catalog.
            self.set_own(id, &name, Value::Undef)?;
        }
        for (name, value) in held {
            let value = if secrets.contains(&name) { Value::sensitive(value) } else { value };
            if self.resources.get(id).parameters.value(&name) != Some(&value) {
                self.set_own(id, &name, value)?;
            }
        }
        Ok(())
    }

    /// What the features hold that a provider sees, given what a resource says.
    fn hold_features(&mut self, model: &Arc<ModelType>, title: &EcoString, given: Variables) -> Outcome<Variables> {
        let mut initialization = Initialization::of_resource(self, model)?;
        let mut namevars = model.features.iter().filter(|feature| feature.behaviour == Some(Behaviour::Namevar));
        if let (Some(namevar), None) = (namevars.next(), namevars.next())
            && !given.iter().any(|(name, _)| *name == namevar.name)
        {
            initialization.set(self, &namevar.name, Value::String(title.clone()))?;
        }
        for (name, value) in given {
            let value = match value {
                Value::Sensitive(secret) => (*secret).clone(),
                other => other,
            };
            // `name` is another word for the title, whatever the namevar is.
            if name == "name" && model.place("name").is_none() {
                continue;
            }
            initialization.set(self, &name, value)?;
        }
        let Value::Object(instance) = initialization.finish(self)? else { return Ok(Vec::new()) };
        let mut held = Vec::new();
        for feature in resource::attributes_of(model) {
            if let Some(value) = model::read(self, model, &instance, &feature.name)?
                && !value.is_undef()
                && value.as_array().is_none_or(|items| !items.is_empty() || feature.unsettable)
            {
                held.push((feature.name.clone(), value));
            }
        }
        Ok(held)
    }
}

/// What is wrong with the features of a resource. What logic says may hold a secret that it was given.
fn in_resource(interrupt: Interrupt, reference: &str, has_secrets: bool, place: &str) -> Interrupt {
    let Interrupt::Failure(failure) = interrupt else { return interrupt };
    let what = if has_secrets {
        "its features are refused; the reason is not told, since a value is sensitive".to_owned()
    } else {
        failure.message.clone()
    };
    let message = format!("Evaluation Error: Error while evaluating a Resource Statement, {reference}: {what}{place}");
    failure.reworded(message).into()
}

fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(object) if object.object_type().label() == "Deferred")
}

fn is_secret(value: &Value) -> bool {
    matches!(value, Value::Sensitive(_))
}
