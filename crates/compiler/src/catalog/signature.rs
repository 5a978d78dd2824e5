//! The parameters of classes and defines, and checks of their values.

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use pcore::{
    Hash, Type, Value, mismatch,
    types::{StructElement, StructType},
};
use resource_api::log::Level;
use rustc_hash::FxHashMap;
use syntax::ast::{ClassDefinition, DefineDefinition, Expression, Kind, Parameter};

use super::{
    instance::Definition,
    kinds::{METAPARAMETERS, is_metaparameter},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::Scopes,
};

/// The parameters of a class or define, with their types.
#[derive(Debug, Default)]
pub(crate) struct Signature {
    expected: Vec<StructElement>,
    indexes: FxHashMap<EcoString, usize>,
}

impl Signature {
    pub fn check<'v>(
        &self,
        subject: &str,
        given: impl Iterator<Item = (&'v EcoString, &'v Value)> + Clone,
    ) -> Outcome<()> {
        if self.fits(given.clone()) {
            return Ok(());
        }
        let is_deferred = |(_, value): &(&EcoString, &Value)| deferred_function(value).is_some();
        let deferred: Vec<&EcoString> = given.clone().filter(is_deferred).map(|(name, _)| name).collect();
        let given = given.filter(|one| !is_deferred(one));
        let given: Hash = given.map(|(name, value)| (Value::String(name.clone()), value.clone())).collect();
        let message = mismatch::parameters(subject, &self.as_struct(&deferred), &given);
        Err(Interrupt::unplaced(message.unwrap_or_else(|| format!("{subject}: does not accept these parameters"))))
    }

    fn fits<'v>(&self, given: impl Iterator<Item = (&'v EcoString, &'v Value)>) -> bool {
        let mut found = 0;
        for (name, value) in given {
            match self.indexes.get(name).and_then(|index| self.expected.get(*index)) {
                // What a function will return at the machine is not known here.
                Some(expected) if !expected.value_type.is_instance(value) && deferred_function(value).is_none() => {
                    return false;
                }
                Some(expected) => found += usize::from(!expected.optional),
                None if name == "name" || is_metaparameter(name) => {}
                None => return false,
            }
        }
        found == self.expected.iter().filter(|expected| !expected.optional).count()
    }

    /// The parameters as a type; those with a Deferred value need not be there.
    fn as_struct(&self, deferred: &[&EcoString]) -> StructType {
        let any = |name: &&str| StructElement { name: (*name).into(), optional: true, value_type: Type::Any };
        let own = self.expected.iter().map(|expected| StructElement {
            optional: expected.optional || deferred.contains(&&expected.name),
            ..expected.clone()
        });
        let common = ["name"].iter().chain(&METAPARAMETERS).filter(|name| !self.indexes.contains_key(**name)).map(any);
        StructType { elements: common.chain(own).collect() }
    }

    /// Whether a parameter accepts a value, or `None` if there is no such parameter.
    pub fn accepts(&self, name: &str, value: &Value) -> Option<bool> {
        self.type_of(name).map(|expected| expected.is_instance(value) || deferred_function(value).is_some())
    }

    pub fn type_of(&self, name: &str) -> Option<&Type> {
        self.index_of(name).and_then(|index| self.expected.get(index)).map(|expected| &expected.value_type)
    }

    /// The index of a parameter among those of the definition.
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.indexes.get(name).copied()
    }
}

fn deferred_function(value: &Value) -> Option<&str> {
    match value {
        Value::Object(object) if object.object_type().name().is_some_and(|name| name == "Deferred") => {
            object.get("name").and_then(Value::as_str)
        }
        _ => None,
    }
}

impl Compilation<'_> {
    /// Warns that Deferred values cannot be checked, once for each function. An unknown function is a failure; Puppet
    /// crashes.
    pub(super) fn check_deferred<'v>(&mut self, values: impl Iterator<Item = &'v Value>) -> Outcome<()> {
        for function in values.filter_map(deferred_function) {
            if self.resources.deferred_warned.insert(function.into()) {
                let frame = Frame { scope: Scopes::TOP, source: Arc::new(Source::new("", "")), module: None };
                let is_variable = function.starts_with('$');
                if !is_variable
                    && self.loader.ruby_function(function).is_none()
                    && self.callable(&frame, function)?.is_none()
                {
                    let failure = Interrupt::unplaced(format!("Unknown function: '{function}'."));
                    return Err(self.unknown_function(failure, function));
                }
                let message = format!(
                    "Deferred function {function} has no return_type, unable to guarantee value type during \
                     compilation.\n   (file & line not available)"
                );
                self.log.line(Level::Warning, &message);
            }
        }
        Ok(())
    }

    /// The class with a name. Errors in its definition are reported now.
    pub(crate) fn find_class_definition(&mut self, name: &str) -> Outcome<Option<Arc<ClassDefinition>>> {
        let Some(class) = self.loader.class(name)? else { return Ok(None) };
        self.instance_signature(Definition::class(&class))?;
        Ok(Some(class))
    }

    /// The define with a name. Errors in its definition are reported now.
    pub(super) fn find_define(&mut self, name: &str) -> Outcome<Option<Arc<DefineDefinition>>> {
        let Some(define) = self.loader.define(name)? else { return Ok(None) };
        self.instance_signature(Definition::define(&define))?;
        Ok(Some(define))
    }

    /// The signature of a definition. The loader keeps definitions alive, so their addresses identify them.
    pub(super) fn instance_signature(&mut self, definition: Definition<'_>) -> Outcome<Arc<Signature>> {
        let Definition { name, parameters, location, .. } = definition;
        let address = std::ptr::from_ref(location).addr();
        if let Some(known) = self.resources.signatures.get(&address) {
            return Ok(known.clone());
        }
        let frame = self.definition_frame(Scopes::TOP, location);
        let mut signature = Signature::default();
        for parameter in parameters {
            self.check_metaparameter(name, parameter)?;
            signature.indexes.insert(parameter.name.clone(), signature.expected.len());
            signature.expected.push(self.parameter_element(&frame, parameter)?);
        }
        let signature = Arc::new(signature);
        self.resources.signatures.insert(address, signature.clone());
        Ok(signature)
    }

    fn check_metaparameter(&self, definition: &str, parameter: &Parameter) -> Outcome<()> {
        let name = &parameter.name;
        if !is_metaparameter(name) {
            return Ok(());
        }
        if parameter.default.is_none() {
            let message = format!(
                "{name} is a metaparameter; please choose another parameter name in the {definition} definition"
            );
            return Err(Interrupt::verbatim(message));
        }
        let message = format!(
            "{name} is a metaparam; this value will inherit to all contained resources in the {definition} definition"
        );
        self.log.line(Level::Warning, &message);
        Ok(())
    }

    /// Looks at all definitions of a text before any of them is used.
    pub(crate) fn check_definitions(&mut self, body: &[Expression]) -> Outcome<()> {
        let mut rest: Vec<&Expression> = body.iter().rev().collect();
        while let Some(expression) = rest.pop() {
            match &expression.kind {
                Kind::Class(class) => {
                    self.instance_signature(Definition::class(class))?;
                    rest.extend(class.body.iter().rev());
                }
                Kind::Define(define) => {
                    self.load_invariants(define)?;
                    self.instance_signature(Definition::define(define))?;
                }
                _ => {}
            }
        }
        Ok(())
    }
}
