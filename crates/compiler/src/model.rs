//! Types of the language in a compilation: they are loaded when they are first named, their logic is evaluated here,
//! and instances are made by `new`.
//!
//! The rules are those of the crate `model`; this is what it asks for, and what expressions ask of it.

mod define;
mod evaluator;
mod names;
mod resource;
pub(crate) mod session;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::EcoString;
use model::{Initialization, ModelType, Registry};
use pcore::{Hash, ObjectInstance, Type, Value};
use resource_api::TypeDefinition;
use rustc_hash::FxHashMap;
use syntax::ast::{Expression, Kind};

use self::{define::DefineInvariant, evaluator::Setter, resource::ResourceModel};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::Lambda,
    scope::ScopeId,
};

/// What a compilation knows of types of the language and their instances.
#[derive(Debug, Default)]
pub(crate) struct Models {
    registry: Registry,
    /// The instances that are being initialized, the innermost last; `None` while one is being changed.
    unfinished: Vec<(Arc<ObjectInstance>, Option<Initialization>)>,
    /// Scopes that logic is evaluated in, one for each that waits for another.
    scopes: Vec<ScopeId>,
    /// How many of the scopes are in use.
    depth: usize,
    /// The `set` lambdas that are being evaluated.
    setters: Vec<Setter>,
    /// The invariants of defines, by the addresses of their definitions.
    defines: FxHashMap<usize, Arc<[DefineInvariant]>>,
    /// The types of resources, by the numbers of their kinds.
    resources: FxHashMap<u32, ResourceModel>,
    /// The definitions of types of resources, by the names of the types.
    definitions: FxHashMap<EcoString, Option<Arc<TypeDefinition>>>,
}

/// The name of the type of the language that a type value refers to, if any.
fn model_name(wanted: &Type) -> Option<&str> {
    match wanted.resolved() {
        Type::Object(Some(object)) => object.model().and_then(|_| object.name()).map(|name| name.as_str()),
        Type::Optional(Some(contained)) | Type::NotUndef(Some(contained)) => model_name(contained),
        _ => None,
    }
}

impl Compilation<'_> {
    /// The type of the language of that name, in any case.
    pub(crate) fn model_type(&mut self, name: &str) -> Outcome<Option<Arc<ModelType>>> {
        if let Some(get) = self.models.registry.get(name) {
            return Ok(Some(get.clone()));
        }
        let found = self.models.registry.load(&mut self.loader, name)?;
        if let Some(found) = &found {
            self.loader.types.add_type(&found.name, Type::Object(Some(found.object.clone())));
            if let Err(refused) = model::check_defaults(self, found) {
                self.models.registry.forget(found);
                return Err(refused);
            }
        }
        Ok(found)
    }

    /// The type of the language that a type value refers to.
    pub(crate) fn model_of_type(&mut self, wanted: &Type) -> Outcome<Option<Arc<ModelType>>> {
        match model_name(wanted) {
            Some(name) => self.model_type(name),
            None => Ok(None),
        }
    }

    /// Loads all types that statements define, whether they are used or not.
    pub(crate) fn load_models(&mut self, body: &[Expression]) -> Outcome<()> {
        for expression in body {
            if let Kind::TypeDefinition(definition) = &expression.kind
                && let Some(model) = self.model_type(&definition.name)?
                && model.is_resource
            {
                self.resource_model(&model::resource::resource_name(&model))?;
            }
        }
        Ok(())
    }

    /// Makes an instance of a type of the language: of a hash, by a lambda, or both.
    pub(crate) fn make_instance(
        &mut self,
        model: &Arc<ModelType>,
        arguments: &[Value],
        block: Option<&Lambda<'_>>,
    ) -> Outcome {
        let entries = match arguments {
            [] => None,
            [Value::Hash(entries)] => Some(entries),
            _ => {
                let found = arguments.iter().map(|argument| pcore::infer::generalized(argument).to_string());
                let found: Vec<String> = found.collect();
                let message = format!("{}.new expects a Hash of features, got {}", model.name, found.join(", "));
                return Err(Interrupt::unplaced(message));
            }
        };
        let initialization = self.begin_instance(model, entries.map(|entries| &**entries))?;
        let Some(block) = block else { return initialization.finish(self) };
        let handle = initialization.handle()?.clone();
        self.models.unfinished.push((handle.clone(), Some(initialization)));
        let called = self.call_lambda(block, &[Value::Object(handle)]);
        let unfinished = self.models.unfinished.pop();
        called?;
        match unfinished {
            Some((_, Some(initialization))) => initialization.finish(self),
            _ => Err(Interrupt::unplaced(format!("an instance of {} was not finished", model.name))),
        }
    }

    fn begin_instance(&mut self, model: &Arc<ModelType>, entries: Option<&Hash>) -> Outcome<Initialization> {
        let mut initialization = Initialization::begin(self, model)?;
        if let Some(entries) = entries {
            initialization.set_all(self, entries)?;
        }
        Ok(initialization)
    }

    /// Reads a feature of an instance; nothing when it is of another kind of Object type, or has no such feature.
    pub(crate) fn read_feature(&mut self, instance: &Arc<ObjectInstance>, name: &str) -> Outcome<Option<Value>> {
        if instance.object_type().model().is_none() {
            return Ok(None);
        }
        if let Some(index) = self.unfinished_index(instance) {
            return self.with_unfinished(index, |compilation, initialization| initialization.read(compilation, name));
        }
        match self.model_type(instance.object_type().label())? {
            Some(known) => model::read(self, &known, instance, name),
            None => Ok(instance.get(name).cloned()),
        }
    }

    /// The failure that says that an instance has no feature of that name.
    pub(crate) fn no_feature(instance: &ObjectInstance, name: &str) -> Interrupt {
        let object = instance.object_type();
        let known: Vec<&str> = object.all_attributes().into_iter().map(|attribute| attribute.name.as_str()).collect();
        Interrupt::unplaced(format!("{} has no feature '{name}'", object.label())).did_you_mean(name, known)
    }

    /// Sets a feature of an instance that is being made, or adds to it.
    pub(crate) fn set_feature(
        &mut self,
        instance: &Arc<ObjectInstance>,
        name: &str,
        value: Value,
        appends: bool,
    ) -> Outcome<()> {
        let Some(index) = self.unfinished_index(instance) else {
            let label = instance.object_type().label();
            let problem = Interrupt::unplaced(format!("An instance of {label} does not change once it is made"));
            return Err(problem.hint("features are set in the lambda behind 'new', on its parameter"));
        };
        self.with_unfinished(index, |compilation, initialization| {
            if appends {
                initialization.append(compilation, name, value)
            } else {
                initialization.set(compilation, name, value)
            }
        })
    }

    fn unfinished_index(&self, instance: &Arc<ObjectInstance>) -> Option<usize> {
        self.models.unfinished.iter().rposition(|(handle, _)| Arc::ptr_eq(handle, instance))
    }

    /// Does something with an instance that is being initialized, which is taken out of its slot meanwhile.
    fn with_unfinished<T>(
        &mut self,
        index: usize,
        work: impl FnOnce(&mut Self, &mut Initialization) -> Outcome<T>,
    ) -> Outcome<T> {
        let taken = self.models.unfinished.get_mut(index).and_then(|(_, initialization)| initialization.take());
        let Some(mut initialization) = taken else {
            return Err(Interrupt::unplaced("an instance cannot be used while a feature of it is being set"));
        };
        let done = work(self, &mut initialization);
        if let Some((_, slot)) = self.models.unfinished.get_mut(index) {
            *slot = Some(initialization);
        }
        done
    }
}
