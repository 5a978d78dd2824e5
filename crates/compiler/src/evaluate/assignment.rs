//! `$x = 1`, `[$a, $b] = [1, 2]`.

use ecow::EcoString;
use pcore::{Type, Value};
use syntax::ast::{AssignmentOperator, Expression, Kind};

use super::value_label;
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::AlreadySet,
};

impl Compilation<'_> {
    pub(crate) fn evaluate_assignment(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        operator: AssignmentOperator,
        target: &Expression,
        value: &Expression,
    ) -> Outcome {
        let value_expression = value;
        if let Kind::Access(instance, keys) = &target.kind {
            let appends = operator == AssignmentOperator::Append;
            return self.assign_to_instance(frame, target, (instance, keys), value, appends);
        }
        let value = self.evaluate(frame, value)?;
        self.assign(&Assignment { frame, expression, value: value_expression }, target, value.clone())?;
        Ok(value)
    }

    /// `$t[feature] = value`, where `$t` is an instance that is being made.
    fn assign_to_instance(
        &mut self,
        frame: &Frame,
        target: &Expression,
        (instance, keys): (&Expression, &[Expression]),
        value: &Expression,
        appends: bool,
    ) -> Outcome {
        let held = self.evaluate(frame, instance)?;
        let (Value::Object(object), [key]) = (&held, keys) else {
            let message = "Illegal attempt to assign via [index/key]. Not an assignable reference";
            return Err(frame.failure(target, message));
        };
        let Value::String(name) = self.evaluate(frame, key)? else {
            return Err(frame.failure(key, format!("The features of {} have names", object.object_type().label())));
        };
        let value = self.evaluate(frame, value)?;
        self.set_feature(object, &name, value.clone(), appends)?;
        Ok(value)
    }

    fn assign(&mut self, assignment: &Assignment<'_>, target: &Expression, value: Value) -> Outcome<()> {
        match &target.kind {
            Kind::Variable(name) => self.assign_variable(assignment, target, name, value),
            Kind::Parenthesized(inner) => self.assign(assignment, inner, value),
            Kind::Array(targets) => self.assign_several(assignment, targets, value),
            _ => {
                let label = syntax::label::with_article(target);
                let message = format!("Illegal attempt to assign to '{label}'. Not an assignable reference");
                Err(assignment.frame.failure(target, message))
            }
        }
    }

    fn assign_variable(
        &mut self,
        assignment: &Assignment<'_>,
        target: &Expression,
        name: &EcoString,
        value: Value,
    ) -> Outcome<()> {
        let scope = assignment.frame.scope;
        let fail = |message: String| Err(assignment.frame.failure(assignment.expression, message));
        if name.contains("::") {
            return fail(format!(
                "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
            ));
        }
        if self.assign_feature(scope, name, &value) {
            return Ok(());
        }
        let reserved = matches!(name.as_str(), "facts" | "trusted");
        if name == "server_facts" || reserved && self.scopes.is_set_here(scope, name) {
            return fail(format!("Attempt to assign to a reserved variable name: '${name}'"));
        }
        if reserved {
            return Err(Interrupt::unplaced(format!("Attempt to assign to a reserved variable name: '{name}'")));
        }
        match self.scopes.set(scope, name.clone(), value) {
            Ok(()) => Ok(()),
            Err(AlreadySet) if matches!(name.as_str(), "title" | "name") => {
                fail(format!("Cannot reassign built in (or already assigned) variable '${name}'"))
            }
            Err(AlreadySet) => {
                let failure =
                    assignment.frame.failure(assignment.expression, format!("Cannot reassign variable '${name}'"));
                let failure = failure.focus(target.whole_location(&assignment.frame.source));
                Err(self.set_before(failure, assignment.frame, assignment.expression, name))
            }
        }
    }

    fn assign_several(&mut self, assignment: &Assignment<'_>, targets: &[Expression], value: Value) -> Outcome<()> {
        let fail = |message: String| Err(assignment.frame.failure(assignment.expression, message));
        let values = match value {
            Value::Hash(hash) => {
                for target in targets {
                    let key = target_key(target);
                    let Some(value) = hash.get(&key) else {
                        let key = value_label::quoted(&key);
                        return fail(format!("No value for required key '{key}' in assignment to variables from hash"));
                    };
                    self.assign(assignment, target, value.clone())?;
                }
                return Ok(());
            }
            Value::Type(held) => match &*held {
                Type::Class(Some(name)) => return self.assign_from_class(assignment, targets, name),
                _ => vec![Value::Type(held)],
            },
            Value::Array(items) => items.into_iter().collect(),
            other => vec![other],
        };
        if values.len() != targets.len() {
            return fail(format!(
                "Mismatched number of assignable entries and values, expected {}, got {}",
                targets.len(),
                values.len()
            ));
        }
        for (target, value) in targets.iter().zip(values) {
            self.assign(assignment, target, value)?;
        }
        Ok(())
    }

    /// `[$a, $b] = Class['x']`: the variables `$x::a` and `$x::b`.
    fn assign_from_class(
        &mut self,
        assignment: &Assignment<'_>,
        targets: &[Expression],
        class: &EcoString,
    ) -> Outcome<()> {
        if self.scopes.class(class).is_none() {
            let message = format!("Resource not found: Class['{class}']");
            return Err(assignment.frame.failure(assignment.value, message));
        }
        for target in targets {
            let name = target_key(target);
            let found = self.scopes.class(class).and_then(|scope| self.scopes.find_in_class(scope, &name.to_string()));
            let Some(value) = found.cloned() else {
                let message = format!(
                    "No value for required variable '${class}::{name}' in assignment to variables from class reference"
                );
                return Err(assignment.frame.failure(target, message));
            };
            self.assign(assignment, target, value)?;
        }
        Ok(())
    }
}

/// An assignment, for its messages.
struct Assignment<'a> {
    frame: &'a Frame,
    expression: &'a Expression,
    value: &'a Expression,
}

/// What a target is called in a hash: the name of the variable.
fn target_key(target: &Expression) -> Value {
    match &target.kind {
        Kind::Variable(name) => Value::String(name.clone()),
        Kind::Array(targets) => targets.iter().map(target_key).collect(),
        Kind::Parenthesized(inner) => target_key(inner),
        _ => Value::Undef,
    }
}
