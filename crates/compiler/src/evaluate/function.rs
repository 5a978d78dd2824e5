//! Functions of the language: each call has a scope of its own, which sees only the global one.

use std::sync::Arc;

use diagnostics::{Location, Span};
use pcore::{Value, mismatch::Signature};
use syntax::ast::{DefinitionLocation, FunctionDefinition};

use super::lambda::{Lambda, check_arguments, check_returned, spread};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::{ScopeId, ScopeKind, Scopes},
};

impl Compilation<'_> {
    /// Calls a function of the language.
    pub(super) fn call_definition(
        &mut self,
        definition: &Arc<FunctionDefinition>,
        arguments: &[Value],
        block: Option<&Lambda<'_>>,
    ) -> Outcome {
        let signature = self.definition_signature(definition)?;
        if block.is_some() {
            let failure = Interrupt::unplaced(format!("'{}' does not expect a block", definition.name));
            return Err(defined_at(failure, definition));
        }
        if definition.parameters.iter().any(|parameter| parameter.data_type.is_some()) {
            arguments.iter().try_for_each(|argument| self.budget.charge(argument))?;
        }
        // What is given is checked before defaults are evaluated, which may rely on it.
        check_arguments(&definition.name, &signature, arguments).map_err(|failure| defined_at(failure, definition))?;
        self.budget.enter()?;
        let scope = self.scopes.add(ScopeKind::Function, Some(self.scopes.global()), None);
        let frame = self.definition_frame(scope, &definition.location);
        self.scopes.get_mut(scope).module.clone_from(&frame.module);
        let result = self.run_definition(&frame, definition, &signature, arguments);
        self.scopes.remove_last(scope);
        self.budget.leave();
        let value = match result {
            Err(Interrupt::Next(jump) | Interrupt::Return(jump)) => jump.value,
            other => other?,
        };
        check_returned(&definition.name, signature.callable.returns.as_ref(), &value)?;
        Ok(value)
    }

    fn run_definition(
        &mut self,
        frame: &Frame,
        definition: &FunctionDefinition,
        signature: &Signature,
        arguments: &[Value],
    ) -> Outcome {
        let bound = self.bind(frame, &definition.name, &definition.parameters, arguments)?;
        if arguments.len() < definition.parameters.len() {
            let all = spread(&definition.parameters, bound.iter().map(|(_, value)| value));
            check_arguments(&definition.name, signature, &all).map_err(|failure| defined_at(failure, definition))?;
        }
        self.scopes.get_mut(frame.scope).variables.extend(bound);
        self.evaluate_block(frame, &definition.body)
    }

    /// The frame of what a definition says, in a scope.
    pub(crate) fn definition_frame(&self, scope: ScopeId, location: &DefinitionLocation) -> Frame {
        let module = self.loader.module_of(&location.source.name);
        Frame { scope, source: location.source.clone(), module }
    }

    /// The types are evaluated at the first call.
    fn definition_signature(&mut self, definition: &Arc<FunctionDefinition>) -> Outcome<Arc<Signature>> {
        if let Some((_, signature)) = self.memory.signatures.get(&key(definition)) {
            return Ok(signature.clone());
        }
        let frame = self.definition_frame(Scopes::TOP, &definition.location);
        let signature = Arc::new(self.signature(&frame, &definition.parameters, definition.returns.as_ref())?);
        self.memory.signatures.insert(key(definition), (definition.clone(), signature.clone()));
        Ok(signature)
    }
}

/// Shows the definition of a function that was called in the wrong way.
fn defined_at(failure: Interrupt, definition: &FunctionDefinition) -> Interrupt {
    let location = &definition.location;
    let end = definition.parameters.last().map_or(location.anchor, |last| last.span.end);
    let span = Span { start: location.anchor, end: end.max(location.anchor) };
    failure.label(Location { source: location.source.clone(), span }, "the function is defined here")
}

/// The address of a definition, which the memory keeps alive, so that no other can have it.
fn key(definition: &Arc<FunctionDefinition>) -> usize {
    Arc::as_ptr(definition) as usize
}
