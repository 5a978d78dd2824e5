//! Evaluating the logic of types: it sees what it is given and nothing else, and calls only the functions of its set.

use std::sync::Arc;

use ecow::EcoString;
use model::{Evaluator, Logic, ModelType, Variables, functions::CURRENT};
use pcore::{ObjectInstance, Value, mismatch};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    evaluate::check_returned,
    frame::Frame,
    functions::{self, Function},
    scope::{Layer, ScopeId, ScopeKind},
};

/// How deep evaluations of logic may be nested: logic that creates an instance waits for its checks.
const MAX_WAITING: usize = 50;

/// A `set` lambda that is being evaluated.
#[derive(Debug)]
pub(crate) struct Setter {
    scope: ScopeId,
    model: Arc<ModelType>,
    assigned: Variables,
}

impl Evaluator for Compilation<'_> {
    type Error = Interrupt;

    fn evaluate(&mut self, logic: &Logic, variables: Variables) -> Outcome {
        self.evaluate_logic(logic, variables, None).map(|(value, _)| value)
    }

    fn assign(&mut self, logic: &Logic, variables: Variables, model: &Arc<ModelType>) -> Outcome<(Value, Variables)> {
        self.evaluate_logic(logic, variables, Some(model))
    }

    fn model(&mut self, name: &str) -> Outcome<Option<Arc<ModelType>>> {
        self.model_type(name)
    }

    fn is_unfinished(&self, instance: &Arc<ObjectInstance>) -> bool {
        self.models.unfinished.iter().any(|(handle, _)| Arc::ptr_eq(handle, instance))
    }
}

impl Compilation<'_> {
    fn evaluate_logic(
        &mut self,
        logic: &Logic,
        variables: Variables,
        setter: Option<&Arc<ModelType>>,
    ) -> Outcome<(Value, Variables)> {
        let depth = self.models.depth;
        if depth >= MAX_WAITING {
            let message = format!("The logic of types is nested deeper than {MAX_WAITING} levels");
            return Err(Interrupt::unplaced(message).hint("does a type make an instance of itself in its own checks?"));
        }
        let scope = self.logic_scope(depth);
        let narrowed = self.budget.narrow();
        self.models.depth += 1;
        let level = self.scopes.level(scope);
        self.scopes.push(scope, Layer::Captures(Vec::new()));
        self.scopes.push(scope, Layer::Locals(variables));
        if let Some(model) = setter {
            self.models.setters.push(Setter { scope, model: model.clone(), assigned: Vec::new() });
        }
        let frame = Frame { scope, source: logic.source.clone(), module: None };
        let result = self.run_logic(&frame, logic);
        let assigned = match setter {
            Some(_) => self.models.setters.pop().map(|setter| setter.assigned).unwrap_or_default(),
            None => Vec::new(),
        };
        self.scopes.restore(scope, level);
        self.models.depth = depth;
        self.budget.widen(narrowed);
        match result {
            Ok(value) => Ok((value, assigned)),
            Err(interrupt) => Err(interrupt.misplaced()),
        }
    }

    fn run_logic(&mut self, frame: &Frame, logic: &Logic) -> Outcome {
        if let Some(parameter) = logic.lambda.parameters.first()
            && let Some(data_type) = &parameter.data_type
        {
            let wanted = self.evaluate_type(frame, data_type)?;
            let value = self.variable(frame.scope, &parameter.name).cloned().unwrap_or_default();
            let subject = format!("parameter '{}'", parameter.name);
            if let Some(message) = mismatch::explain(&subject, &wanted, &value) {
                return Err(Interrupt::unplaced(message));
            }
        }
        let value = self.evaluate_block(frame, &logic.lambda.body)?;
        if let Some(returns) = &logic.lambda.returns {
            let wanted = self.evaluate_type(frame, returns)?;
            check_returned("lambda", Some(&wanted), &value)?;
        }
        Ok(value)
    }

    /// A scope that sees no other.
    fn logic_scope(&mut self, depth: usize) -> ScopeId {
        match self.models.scopes.get(depth) {
            Some(scope) => *scope,
            None => {
                let scope = self.scopes.add(ScopeKind::Function, None, None);
                self.models.scopes.push(scope);
                scope
            }
        }
    }

    pub(crate) fn is_logic(&self, scope: ScopeId) -> bool {
        self.models.scopes.iter().take(self.models.depth).any(|known| *known == scope)
    }

    /// The function with a name in logic.
    pub(crate) fn logic_function(name: &str) -> Option<&'static Function> {
        let known = CURRENT.find(name)?;
        match known.name {
            "reject" => Some(functions::reject_elements()),
            name => functions::find(known.same_as.unwrap_or(name)),
        }
    }

    /// Treats an assignment in a `set` lambda as one to a feature; returns whether it did.
    pub(crate) fn assign_feature(&mut self, scope: ScopeId, name: &EcoString, value: &Value) -> bool {
        let Some(setter) = self.models.setters.last_mut() else { return false };
        if setter.scope != scope || setter.model.feature_index(name).is_none() {
            return false;
        }
        setter.assigned.retain(|(known, _)| known != name);
        setter.assigned.push((name.clone(), value.clone()));
        self.scopes.replace(scope, name, value.clone());
        true
    }
}
