//! Resources of types of the language: what their features say is checked when everything is declared, with the
//! location of the resource in the message.

use diagnostics::Problem;
use std::sync::Arc;

use ecow::EcoString;
use model::{Behaviour, Feature, FeatureKind, Initialization, ModelType, Variables, resource};
use pcore::{Type, Value};
use resource_api::{TypeDefinition, definition::REDACTED_VALUE};

use crate::{
    Compilation,
    catalog::{ResourceId, is_metaparameter},
    error::{Interrupt, Outcome},
    resource_types::ResourceTypeInfo,
};

/// The attribute by which a resource chooses one of several providers; no type declares it itself.
const PROVIDER: &str = "provider";

/// A type of resources of the language, with the definition that providers know it by.
#[derive(Clone, Debug)]
pub(crate) struct ResourceModel {
    pub(crate) model: Arc<ModelType>,
    /// Nothing for a type that has no resources of its own.
    pub(crate) definition: Option<Arc<TypeDefinition>>,
}

impl Compilation<'_> {
    /// The type of resources of that name (in lower case).
    pub(crate) fn resource_model(&mut self, name: &str) -> Outcome<Option<ResourceModel>> {
        if name.contains(':') || !self.loader.may_define_resources(name) {
            return Ok(None);
        }
        let Some(model) = self.model_type(name)?.filter(|model| model.is_resource) else { return Ok(None) };
        if let Some(known) = self.models.definitions.get(&model.name) {
            return Ok(Some(ResourceModel { model, definition: known.clone() }));
        }
        if self.resource_types().is_built_in(name) {
            let message = format!("The type '{}' of resources is built in, and cannot be defined anew", model.name);
            return Err(Problem::at(model.location(), message).hint("give the type another name").into());
        }
        if let Some(file) = self.resource_types().file_of(name) {
            let message = format!("The type '{}' of resources is defined in {file}, too", model.name);
            return Err(Problem::at(model.location(), message).hint("give one of them another name").into());
        }
        // What is wrong with the definition is an error wherever the type is used.
        let definition = match model.is_abstract {
            true => None,
            false => Some(Arc::new(self.resource_definition(&model)?)),
        };
        self.models.definitions.insert(model.name.clone(), definition.clone());
        Ok(Some(ResourceModel { model, definition }))
    }

    /// The definition that the Resource API has of a type of resources.
    fn resource_definition(&self, model: &ModelType) -> Outcome<TypeDefinition> {
        let data = resource::definition(model)?;
        let read = TypeDefinition::from_value_with(&data, &self.loader.types);
        let definition = read.map_err(|error| {
            let path = error.path_text();
            let feature = path.split('.').nth(1).and_then(|name| model.feature(name));
            Problem::at(feature.map_or_else(|| model.location(), |feature| feature.location.clone()), error.message())
        })?;
        definition.check_usable().map_err(|error| {
            let problem = Problem::at(model.location(), error.message());
            problem.hint("one attribute tells a resource from others: behaviour => namevar")
        })?;
        Ok(definition.undocumented())
    }

    /// Remembers which kind of resources is of a type of the language.
    pub(crate) fn add_resource_model(&mut self, kind: u32, found: ResourceModel) {
        self.models.resources.insert(kind, found);
    }

    /// The types of resources that manifests define and that were asked for so far, by name. Those of `types/*.pp` are not
    /// included: they can be found by their files.
    pub fn language_types(&self) -> Vec<Arc<TypeDefinition>> {
        let found = self.models.resources.values().filter_map(|found| found.definition.clone());
        let mut found: Vec<_> = found.filter(|found| self.loader.has_type_definition(found.name())).collect();
        found.sort_by(|one, other| one.name().cmp(other.name()));
        found
    }

    /// Checks what a resource says of its features, and gives it what they hold then.
    pub(crate) fn check_features(&mut self, id: ResourceId) -> Outcome<()> {
        let found = self.resources.get(id);
        let Some(model) = self.models.resources.get(&found.kind.number).map(|found| found.model.clone()) else {
            return Ok(());
        };
        if found.is_virtual {
            return Ok(());
        }
        let (reference, title) = (found.reference(), found.title.clone());
        let given: Variables = found
            .parameters
            .iter()
            .filter(|(name, _)| {
                !is_metaparameter(name) && (*name != PROVIDER || model.feature_index(PROVIDER).is_some())
            })
            .map(|(name, parameter)| (name.clone(), parameter.value.clone()))
            .collect();
        if given.iter().any(|(_, value)| is_deferred(value)) {
            return Ok(());
        }
        let held = self.hold_features(&model, &title, given).map_err(|interrupt| {
            let location = self.location_suffix(id);
            in_resource(interrupt, &reference, &location)
        })?;
        let unseen: Vec<EcoString> = {
            let parameters = &self.resources.get(id).parameters;
            let is_unseen = |name: &&EcoString| {
                model.feature_index(name).is_some() && !held.iter().any(|(known, _)| known == *name)
            };
            parameters.iter().map(|(name, _)| name).filter(is_unseen).cloned().collect()
        };
        for name in unseen {
            // For the compiler alone: nothing of it goes into the catalog.
            self.set_own(id, &name, Value::Undef)?;
        }
        for (name, value) in held {
            if self.resources.get(id).parameters.value(&name) != Some(&value) {
                self.set_own(id, &name, value)?;
            }
        }
        Ok(())
    }

    /// What the features hold that a provider sees, given what a resource says.
    pub(crate) fn hold_features(
        &mut self,
        model: &Arc<ModelType>,
        title: &EcoString,
        given: Variables,
    ) -> Outcome<Variables> {
        let mut initialization = Initialization::of_resource(self, model)?;
        let mut namevars = model.features.iter().filter(|feature| feature.behaviour == Some(Behaviour::Namevar));
        if let (Some(namevar), None) = (namevars.next(), namevars.next())
            && !given.iter().any(|(name, _)| *name == namevar.name)
        {
            initialization.set(self, &namevar.name, Value::String(title.clone()))?;
        }
        for (name, value) in given {
            // `name` is another word for the title, whatever the namevar is.
            if name == "name" && model.feature_index("name").is_none() {
                continue;
            }
            let feature = model.feature(&name).filter(|feature| feature.behaviour == Some(Behaviour::ReadOnly));
            if let Some(feature) = feature {
                let shown = if hides(feature, &value) { REDACTED_VALUE.to_owned() } else { value.to_string() };
                let message = format!("Attempting to set `{name}` read_only attribute value to `{shown}`");
                return Err(Interrupt::unplaced(message));
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

impl ResourceModel {
    /// What a catalog must know of the type.
    pub(crate) fn info(&self, name: &str) -> ResourceTypeInfo {
        let features = self.model.features.iter().filter(|feature| feature.derived.is_none() || feature.setable);
        let namevars = self.model.features.iter().filter(|feature| feature.behaviour == Some(Behaviour::Namevar));
        let mut attributes: Vec<EcoString> = features.map(|feature| feature.name.clone()).collect();
        if self.model.feature_index(PROVIDER).is_none() {
            attributes.push(PROVIDER.into());
        }
        ResourceTypeInfo {
            name: name.into(),
            attributes: Some(attributes),
            namevars: namevars.map(|feature| feature.name.clone()).collect(),
            ..ResourceTypeInfo::default()
        }
    }
}

/// Adds the resource to a failure of its features. Logic sees secrets only as such, and cannot reveal them.
fn in_resource(interrupt: Interrupt, reference: &str, location: &str) -> Interrupt {
    let Interrupt::Failure(failure) = interrupt else { return interrupt };
    let what = &failure.message;
    let message =
        format!("Evaluation Error: Error while evaluating a Resource Statement, {reference}: {what}{location}");
    failure.with_message(message).into()
}

/// Whether a value must not be shown, because it lacks the wrapping that the type of a feature asks for.
fn hides(feature: &Feature, value: &Value) -> bool {
    let FeatureKind::Attribute(data_type) = &feature.kind else { return false };
    let mut expects_secret = false;
    data_type.walk(&mut |part| expects_secret |= matches!(part, Type::Sensitive(_)));
    expects_secret && !matches!(value, Value::Undef | Value::Sensitive(_)) && !data_type.is_instance(value)
}

fn is_deferred(value: &Value) -> bool {
    matches!(value, Value::Object(object) if object.object_type().label() == "Deferred")
}
