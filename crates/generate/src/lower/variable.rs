//! Variables: parameters, local variables, and captures of matches in `$1`.

use ecow::EcoString;
use rustc_hash::FxHashSet;
use syntax::{
    ast::{Expression, Kind},
    descend,
};

use super::{ASSIGNED, Lowered, Lowering, MATCH, Statements};
use crate::tree::{Code, Statement};

/// The variables of logic, or of a lambda in it.
#[derive(Default)]
pub(super) struct Scope {
    variables: Vec<Variable>,
    /// Variables that are set in branches, and must be declared at the beginning.
    pub hoisted: Vec<String>,
    /// The number of enclosing branches.
    branches: usize,
}

struct Variable {
    name: EcoString,
    local: String,
    /// Whether it is only set in some branches.
    may_be_unset: bool,
}

impl Scope {
    /// Adds a variable that is always set.
    pub fn add(&mut self, name: EcoString, local: String) {
        self.variables.push(Variable { name, local, may_be_unset: false });
    }

    fn find(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().rev().find(|variable| variable.name == name)
    }
}

/// The state of variables before a branch.
pub(super) struct Level(Vec<bool>);

/// The name of a variable in the other languages; the prefix avoids keywords.
pub(super) fn mangled(name: &str) -> String {
    format!("v_{}", name.replace("::", "_"))
}

impl Lowering<'_, '_> {
    pub(super) fn variable(&mut self, expression: &Expression, name: &EcoString) -> Lowered {
        if is_capture(name) {
            let number = name.parse().unwrap_or(i64::MAX);
            return Ok(Code::Call("capture", vec![Code::local(MATCH), Code::Integer(number)]));
        }
        if self.assigned.contains(name) {
            return Ok(Code::Call("assigned", vec![Code::local(ASSIGNED), Code::Text(name.clone())]));
        }
        let mut scopes = self.scopes.iter().rev().filter_map(|scope| scope.find(name));
        match (scopes.next(), scopes.next()) {
            (Some(found), None) if found.may_be_unset => {
                Ok(Code::Call("known", vec![Code::Text(name.clone()), Code::Local(found.local.clone())]))
            }
            (Some(found), Some(_)) if found.may_be_unset => {
                let message = format!("'${name}' may be one of two variables here, which cannot be translated");
                Err(self.refuse(expression.span, message))
            }
            (Some(found), _) => Ok(Code::Local(found.local.clone())),
            (None, _) => Ok(Code::Call("unknown", vec![Code::Text(name.clone())])),
        }
    }

    /// Assigns to a variable, or to several.
    pub(super) fn assign(&mut self, target: &Expression, value: Code, out: &mut Statements) -> Lowered<()> {
        match &target.kind {
            Kind::Parenthesized(inner) => self.assign(inner, value, out),
            Kind::Variable(name) => self.assign_variable(target, name, value, out),
            Kind::Array(targets) => {
                let name = |target: &Expression| match &target.kind {
                    Kind::Variable(name) => Ok(Code::Text(name.clone())),
                    _ => Err(self.refuse(target.span, "only variable names can be translated here")),
                };
                let names = targets.iter().map(name).collect::<Lowered<Vec<Code>>>()?;
                let kept = self.stored(Code::Call("taken_apart", vec![value, Code::List(names)]), out);
                for (index, target) in targets.iter().enumerate() {
                    let index = i64::try_from(index).unwrap_or(i64::MAX);
                    let item = Code::Call("item", vec![kept.clone(), Code::Integer(index)]);
                    self.assign(target, item, out)?;
                }
                Ok(())
            }
            _ => Err(self.refuse(target.span, "this assignment cannot be translated")),
        }
    }

    fn assign_variable(
        &mut self,
        target: &Expression,
        name: &EcoString,
        value: Code,
        out: &mut Statements,
    ) -> Lowered<()> {
        if self.assigned.contains(name) {
            if self.scopes.iter().skip(1).any(|scope| scope.find(name).is_some()) {
                let message = format!("'${name}' is a feature and a parameter here, which cannot be translated");
                return Err(self.refuse(target.span, message));
            }
            let arguments = vec![Code::local(ASSIGNED), Code::Text(name.clone()), value];
            out.push(Statement::Do(Code::Call("assign", arguments)));
            return Ok(());
        }
        let depth = self.scopes.len();
        let Some(scope) = self.scopes.last_mut() else { return Ok(()) };
        let in_branch = scope.branches > 0;
        if let Some(known) = scope.variables.iter_mut().rev().find(|variable| variable.name == *name) {
            let local = known.local.clone();
            known.may_be_unset = false;
            let once = Code::Call("set_once", vec![Code::Text(name.clone()), Code::Local(local.clone()), value]);
            out.push(Statement::Set(local, once));
            return Ok(());
        }
        let local = match depth {
            1 => mangled(name),
            depth => format!("{}_{depth}", mangled(name)),
        };
        scope.add(name.clone(), local.clone());
        if in_branch {
            scope.hoisted.push(local.clone());
            out.push(Statement::Set(local, value));
        } else {
            out.push(Statement::Let(local, value));
        }
        Ok(())
    }

    pub(super) fn enter_branch(&mut self) -> Level {
        let Some(scope) = self.scopes.last_mut() else { return Level(Vec::new()) };
        scope.branches += 1;
        Level(scope.variables.iter().map(|variable| variable.may_be_unset).collect())
    }

    /// Ends a branch: variables that were set in it may be unset.
    pub(super) fn leave_branch(&mut self, level: Level) {
        let Some(scope) = self.scopes.last_mut() else { return };
        scope.branches = scope.branches.saturating_sub(1);
        for (index, variable) in scope.variables.iter_mut().enumerate() {
            variable.may_be_unset |= level.0.get(index).copied().unwrap_or(true);
        }
    }
}

/// Whether `$0`, `$1` … is read.
pub(super) fn reads_captures(body: &[Expression]) -> bool {
    descend::all(body).any(|part| matches!(&part.kind, Kind::Variable(name) if is_capture(name)))
}

fn is_capture(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}

/// The features that are assigned somewhere.
pub(super) fn assigned(body: &[Expression], is_feature: &dyn Fn(&str) -> bool) -> FxHashSet<EcoString> {
    let mut found = FxHashSet::default();
    for part in descend::all(body) {
        if let Kind::Assignment(_, sides) = &part.kind {
            gather(&sides.0, is_feature, &mut found);
        }
    }
    found
}

fn gather(target: &Expression, is_feature: &dyn Fn(&str) -> bool, found: &mut FxHashSet<EcoString>) {
    match &target.kind {
        Kind::Variable(name) if is_feature(name) => {
            found.insert(name.clone());
        }
        Kind::Array(targets) => targets.iter().for_each(|target| gather(target, is_feature, found)),
        Kind::Parenthesized(inner) => gather(inner, is_feature, found),
        _ => {}
    }
}
