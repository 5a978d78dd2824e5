//! Hints for parameters, classes and resources that do not match or do not exist.
//!
//! Only used when reporting errors.

use diagnostics::{Location, similar_name};
use ecow::EcoString;
use pcore::{Type, Value};

use super::{
    instance::Definition,
    kinds::{KindForm, METAPARAMETERS, ResourceKind, is_metaparameter},
    locations::CompactLocation,
    reference::Reference,
    signature::Signature,
    store::ResourceId,
};
use crate::{Compilation, error::Interrupt};

const MAX_LISTED_NAMES: usize = 8;

impl Compilation<'_> {
    /// Points at the parameter of a class or define that is wrong, and at its declaration.
    pub(super) fn explain_parameters(
        &self,
        failure: Interrupt,
        id: ResourceId,
        signature: &Signature,
        Definition { parameters: declared, location, .. }: Definition<'_>,
    ) -> Interrupt {
        let resource = self.resources.get(id);
        let location_of = |name: &str| {
            let parameter = declared.iter().find(|parameter| parameter.name == *name)?;
            Some(Location { source: location.source.clone(), span: parameter.span })
        };
        let locations = &self.resources.locations;
        for (name, parameter) in resource.parameters.iter() {
            match signature.accepts(name, &parameter.value) {
                Some(true) => {}
                Some(false) => {
                    let here = locations.attribute_value(parameter.location);
                    let failure = failure.focus(here).label(location_of(name), "the parameter is declared here");
                    return match (&parameter.value, signature.type_of(name)) {
                        (Value::Sensitive(_), _) => failure
                            .hint("the value is secret: declare the parameter as Sensitive[…], or unwrap the value"),
                        (_, Some(Type::Sensitive(_))) => failure.hint("make the value secret with Sensitive(…)"),
                        (Value::String(text), Some(expected)) => {
                            match crate::evaluate::number_in(text).filter(|number| expected.is_instance(number)) {
                                Some(_) => failure.hint("a number is written without quotes"),
                                None => failure,
                            }
                        }
                        _ => failure,
                    };
                }
                None if name == "name" || is_metaparameter(name) => {}
                None => {
                    let here = locations.word(parameter.location);
                    let known: Vec<&str> = declared.iter().map(|parameter| parameter.name.as_str()).collect();
                    return of_parameters(failure.focus(here), name, &known);
                }
            }
        }
        let missing = declared
            .iter()
            .find(|parameter| parameter.default.is_none() && resource.parameters.get(&parameter.name).is_none());
        let title = locations.title(resource.location, &resource.title);
        match missing {
            Some(missing) => {
                let text = "the parameter is declared here, without a default";
                failure.focus(title).label(location_of(&missing.name), text)
            }
            None => failure.focus(title),
        }
    }

    /// The failure of an attribute that a native type does not have.
    pub(super) fn unknown_attribute(&self, id: ResourceId, name: &str) -> Interrupt {
        let resource = self.resources.get(id);
        let locations = &self.resources.locations;
        let location = locations.suffix(resource.location);
        let message = format!("no parameter named '{name}'{location} on {}{location}", resource.reference());
        let set = resource.parameters.get(name).and_then(|parameter| parameter.location);
        let here = locations.word(set.or(resource.location));
        let KindForm::Native { attributes, .. } = &resource.kind.form else { return Interrupt::verbatim(message) };
        let known: Vec<&str> = attributes.iter().flatten().map(EcoString::as_str).collect();
        of_parameters(Interrupt::verbatim(message).focus(here), name, &known)
    }

    /// Adds hints to the failure for an unknown class.
    pub(super) fn unknown_class(&self, failure: Interrupt, name: &str) -> Interrupt {
        let name = name.trim_start_matches(':');
        if self.loader.define_names().any(|known| known == name) {
            return failure.hint(format!("'{name}' is a define: declare it as {name} {{ 'title': }}"));
        }
        let failure = failure.did_you_mean(name, self.loader.class_names());
        match name.split_once("::") {
            Some((module, rest)) if self.loader.module(module).is_some() => failure.hint(format!(
                "the module '{module}' has no class '{name}': it would be in manifests/{}.pp",
                rest.replace("::", "/")
            )),
            _ => failure,
        }
    }

    /// The failure for an unknown resource type.
    pub(crate) fn unknown_kind(&self, name: &str) -> Interrupt {
        self.similar_kind(Interrupt::unplaced(format!("Unknown resource type: '{name}'")), name)
    }

    /// Adds hints to the failure for an unknown resource type.
    pub(super) fn similar_kind(&self, failure: Interrupt, name: &str) -> Interrupt {
        let wanted = name.trim_start_matches(':').to_lowercase();
        if self.loader.class_names().any(|known| known == wanted) {
            return failure.hint(format!("'{wanted}' is a class: declare it with include {wanted}"));
        }
        if self.loader.has_type_definition(&wanted) {
            return failure.hint("that is a type of data: types of resources inherit from Resource");
        }
        let native = self.resource_types().names();
        failure.did_you_mean(&wanted, native.iter().map(EcoString::as_str).chain(self.loader.define_names()))
    }

    /// Adds hints to the failure for an unknown resource.
    pub(super) fn unknown_resource(&mut self, failure: Interrupt, wanted: &Reference) -> Interrupt {
        if wanted.type_name == "class" {
            return match self.find_class_definition(&wanted.title) {
                Ok(Some(_)) => {
                    failure.hint(format!("the class is defined, but not declared: add include {}", wanted.title))
                }
                _ => self.unknown_class(failure, &wanted.title),
            };
        }
        let Ok(Some(kind)) = self.find_kind(&wanted.type_name) else {
            return self.similar_kind(failure, &wanted.type_name);
        };
        let Some((similar, location)) = self.similar_title(&kind, &wanted.title) else { return failure };
        let declared = self.resources.locations.title(location, &similar);
        failure.hint(format!("did you mean {}['{similar}']?", kind.display)).label(declared, "this one is declared")
    }

    fn similar_title(&self, kind: &ResourceKind, title: &str) -> Option<(EcoString, Option<CompactLocation>)> {
        let all = || self.resources.all.iter().filter(|resource| resource.kind.number == kind.number);
        let similar = similar_name(title, all().map(|resource| resource.title.as_str()))?;
        all().find(|resource| resource.title == similar).map(|found| (found.title.clone(), found.location))
    }
}

/// Adds a hint with the most similar parameter, or with all if they are few.
fn of_parameters(failure: Interrupt, name: &str, known: &[&str]) -> Interrupt {
    let all = known.iter().copied().chain(METAPARAMETERS);
    if let Some(similar) = similar_name(name, all) {
        return failure.hint(format!("did you mean '{similar}'?"));
    }
    match known {
        [] => failure.hint("it has no parameters of its own"),
        known if known.len() <= MAX_LISTED_NAMES => {
            let mut names = known.to_vec();
            names.sort_unstable();
            failure.hint(format!("its parameters are: {}", names.join(", ")))
        }
        _ => failure,
    }
}
