//! Resource expressions.

use ecow::EcoString;
use pcore::keyed::HashSet;
use pcore::{Type, Value, infer};
use syntax::ast::{Attribute, AttributeName, Expression, Kind, ResourceBody, ResourceExpression, ResourceForm};

use super::{
    create::NewResource,
    kinds::KindForm,
    locations::CompactLocation,
    parameters::{Parameter, Parameters, Repeated},
    reference,
    store::{Code, ResourceId},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::flattened,
    frame::Frame,
    scope::ScopeId,
};

/// The titles that a resource expression has used. Most have only one, which needs no table.
#[derive(Default)]
struct Titles {
    first: Option<Option<EcoString>>,
    others: HashSet<Option<EcoString>>,
}

impl Titles {
    /// Adds a title, or `default`; says whether it is new.
    fn insert(&mut self, title: Option<&EcoString>) -> bool {
        match &self.first {
            None => {
                self.first = Some(title.cloned());
                true
            }
            Some(first) => first.as_ref() != title && self.others.insert(title.cloned()),
        }
    }
}

/// A body of a resource expression, evaluated.
struct Body {
    titles: Vec<EcoString>,
    parameters: Parameters,
}

impl Compilation<'_> {
    /// Declares the resources of an expression. Its value, which is rarely used, is [`Compilation::references`].
    pub(crate) fn evaluate_resource(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        resource: &ResourceExpression,
    ) -> Outcome<Vec<ResourceId>> {
        let type_name = self.resource_type_name(frame, &resource.type_name)?;
        if resource.form == ResourceForm::Exported {
            let message = "You cannot collect exported resources without storeconfigs being set; the export is ignored";
            self.warn(Some(&frame.location(expression)), message);
        }
        let mut used = Titles::default();
        let mut defaults = None;
        let mut bodies = Vec::with_capacity(resource.bodies.len());
        for body in &resource.bodies {
            let (titles, is_default) = self.titles(frame, expression, body, &mut used)?;
            let parameters = self.body_parameters(frame, expression, &body.attributes)?;
            if is_default && defaults.is_none() {
                defaults = Some(parameters.clone());
            }
            bodies.push(Body { titles, parameters });
        }
        let location = self.resources.locations.within(&frame.source, expression.anchor);
        let mut declared = Vec::new();
        for body in bodies {
            let parameters = match &defaults {
                None => body.parameters,
                Some(defaults) => merged(defaults, &body.parameters),
            };
            declared.extend(self.declare(
                frame.scope,
                &type_name,
                &body.titles,
                parameters,
                resource.form,
                Some(location),
            )?);
        }
        Ok(declared)
    }

    /// The references of resources, as expressions see them.
    pub(crate) fn references(&self, declared: &[ResourceId]) -> Vec<Value> {
        let declared = declared.iter().map(|id| self.resources.get(*id));
        declared.map(|found| reference::value(found.kind.display.clone(), found.title.clone())).collect()
    }

    /// Declares resources of a type, one for each title.
    pub(crate) fn declare(
        &mut self,
        scope: ScopeId,
        type_name: &str,
        titles: &[EcoString],
        parameters: Parameters,
        form: ResourceForm,
        location: Option<CompactLocation>,
    ) -> Outcome<Vec<ResourceId>> {
        if type_name.eq_ignore_ascii_case("class") {
            return self.declare_classes(scope, titles, &parameters, location);
        }
        let Some(kind) = self.find_kind(type_name)? else {
            return Err(self.unknown_kind(type_name).focus(self.resources.locations.word(location)));
        };
        let author = self.author_of(scope);
        let mut declared = Vec::with_capacity(titles.len());
        let mut parameters = Some(parameters);
        for (index, title) in titles.iter().enumerate() {
            // The last of them may have the parameters, the others get copies.
            let own = if index + 1 == titles.len() { parameters.take() } else { parameters.clone() };
            declared.push(self.create(NewResource {
                title: title.clone(),
                parameters: own.unwrap_or_default(),
                location,
                is_virtual: form != ResourceForm::Regular,
                exported: form == ResourceForm::Exported,
                author,
                scope,
                code: if matches!(kind.form, KindForm::Define(_)) { Code::Define } else { Code::None },
                kind: kind.clone(),
            })?);
        }
        Ok(declared)
    }

    fn resource_type_name(&mut self, frame: &Frame, expression: &Expression) -> Outcome<EcoString> {
        if let Kind::Name(name) = &expression.kind {
            return Ok(name.clone());
        }
        let acceptable = match &expression.kind {
            Kind::TypeName(_) => true,
            Kind::Access(operand, _) => matches!(operand.kind, Kind::TypeName(_)),
            _ => false,
        };
        let value = self.evaluate(frame, expression)?;
        match value.as_type().filter(|_| acceptable) {
            Some(Type::Class(None)) => Ok("class".into()),
            Some(named @ Type::Resource(resource)) => match (&resource.type_name, &resource.title) {
                (Some(type_name), None) => Ok(type_name.clone()),
                _ => Err(illegal_type(frame, expression, named)),
            },
            Some(named @ Type::Class(Some(_))) => Err(illegal_type(frame, expression, named)),
            Some(Type::Reference(name)) => Err(frame.failure(expression, format!("Resource type not found: {name}"))),
            _ => Err(illegal_type(frame, expression, &infer::generalized(&value))),
        }
    }

    /// The titles of a body, and whether it is the one with the defaults.
    fn titles(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        body: &ResourceBody,
        used: &mut Titles,
    ) -> Outcome<(Vec<EcoString>, bool)> {
        let value = self.evaluate(frame, &body.title)?;
        let fail = |message: String| Err(frame.failure(&body.title, message));
        if value.is_undef() {
            return fail("Missing title. The title expression resulted in undef".into());
        }
        let (mut titles, mut is_default) = (Vec::new(), false);
        for (index, title) in flattened([&value]).into_iter().enumerate() {
            let title = match title {
                Value::Undef => {
                    return fail(format!(
                        "Missing title at index {index}. The title expression resulted in an undef title"
                    ));
                }
                Value::String(title) if title.is_empty() => {
                    return fail(format!(
                        "Empty string title at {index}. Title strings must have a length greater than zero."
                    ));
                }
                Value::String(title) => Some(title.clone()),
                Value::Default => None,
                other => {
                    let found = infer::generalized(other);
                    return fail(format!("Illegal title type at index {index}. Expected String, got {found}"));
                }
            };
            if !used.insert(title.as_ref()) {
                let title = title.as_deref().unwrap_or("default");
                let message = format!("The title '{title}' has already been used in this resource expression");
                return Err(frame.failure(expression, message));
            }
            match title {
                Some(title) => titles.push(title),
                None => is_default = true,
            }
        }
        if is_written_out(&body.title) {
            titles.iter().for_each(|title| self.log.scrubber().publish(title));
        }
        Ok((titles, is_default))
    }

    /// The parameters of a body, without duplicates.
    fn body_parameters(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        attributes: &[Attribute],
    ) -> Outcome<Parameters> {
        let given = self.attributes(frame, attributes)?;
        Parameters::unique(given).map_err(|Repeated { entries: given, indexes }| {
            let [first, second] = indexes.map(|index| given.get(index));
            let name = second.map(|(name, _)| name.as_str()).unwrap_or_default();
            let locations = &self.resources.locations;
            let word = |given: Option<&(EcoString, Parameter)>| locations.word(given?.1.location);
            let failure = frame.failure(expression, format!("The attribute '{name}' has already been set"));
            failure.focus(word(second)).label(word(first), "set first here")
        })
    }

    /// Evaluates attributes in order, with those that a hash brings.
    pub(super) fn attributes(
        &mut self,
        frame: &Frame,
        attributes: &[Attribute],
    ) -> Outcome<Vec<(EcoString, Parameter)>> {
        let author = self.author_of(frame.scope);
        let mut evaluated = Vec::with_capacity(attributes.len());
        for attribute in attributes {
            let value = self.evaluate(frame, &attribute.value)?;
            let location = Some(self.resources.locations.within(&frame.source, attribute.anchor));
            match &attribute.name {
                AttributeName::Named(name) => {
                    evaluated.push((name.clone(), Parameter { value, author, location, adds: attribute.adds }));
                }
                AttributeName::Splat => {
                    let Value::Hash(entries) = &value else {
                        let found = infer::generalized(&value);
                        let message = format!("Expected value of type Hash, got {found}");
                        return Err(frame.failure(&attribute.value, message));
                    };
                    evaluated.extend(entries.iter().map(|(name, value)| {
                        let name = name.as_str().map_or_else(|| name.to_string().into(), EcoString::from);
                        (name, Parameter { value: value.clone(), author, location, adds: false })
                    }));
                }
            }
        }
        Ok(evaluated)
    }
}

/// The failure of an expression that gives something else than a type of resources.
pub(super) fn illegal_type(frame: &Frame, expression: &Expression, actual: &Type) -> Interrupt {
    let message = format!(
        "Illegal Resource Type expression, expected result to be a type name, or untitled Resource, got {actual}"
    );
    frame.failure(expression, message)
}

/// Defaults with what a body says on top of them.
fn merged(defaults: &Parameters, own: &Parameters) -> Parameters {
    let mut parameters = defaults.clone();
    for (name, parameter) in own.iter() {
        parameters.set(name.clone(), parameter.clone());
    }
    parameters
}

/// Whether titles are written as they are: no value that might be a secret can be part of them.
fn is_written_out(title: &Expression) -> bool {
    match &title.kind {
        Kind::String(_) | Kind::Name(_) => true,
        Kind::Array(titles) => titles.iter().all(is_written_out),
        _ => false,
    }
}
