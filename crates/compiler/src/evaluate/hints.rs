//! Hints for expressions that fail: what was probably meant, and where a variable was set before.
//!
//! Only used when reporting errors.

use diagnostics::{Location, similar_name};
use pcore::Value;
use syntax::{
    ast::{BinaryOperator, Call, Expression, Kind, Parameter},
    descend,
};

use crate::{Compilation, error::Interrupt, frame::Frame, functions};

impl Compilation<'_> {
    /// Adds to a function that was not found why, or the one that was probably meant.
    pub(crate) fn unknown_function(&self, failure: Interrupt, name: &str) -> Interrupt {
        let name = name.strip_prefix("::").unwrap_or(name);
        let native = functions::all().map(|function| function.name);
        failure.did_you_mean(name, native.chain(self.loader.function_names()))
    }

    /// Adds to a variable that was not found the one that was probably meant.
    pub(super) fn similar_variable(&self, failure: Interrupt, frame: &Frame, name: &str) -> Interrupt {
        let absolute = name.strip_prefix("::").unwrap_or(name);
        let similar = match absolute.rsplit_once("::") {
            None => similar_name(absolute, self.scopes.names(frame.scope)).map(String::from),
            Some((class, leaf)) => match self.scopes.class(class) {
                Some(scope) => {
                    similar_name(leaf, self.scopes.names(scope)).map(|similar| format!("{class}::{similar}"))
                }
                None => similar_name(class, self.scopes.class_names()).map(|similar| format!("{similar}::{leaf}")),
            },
        };
        match similar.filter(|similar| similar != absolute) {
            Some(similar) => failure.hint(format!("did you mean '${similar}'?")),
            None => failure,
        }
    }

    /// Shows which argument of `include` and its kin is no class.
    pub(super) fn unknown_argument(&mut self, failure: Interrupt, frame: &Frame, call: &Call) -> Interrupt {
        for argument in &call.arguments {
            let (Kind::String(name) | Kind::Name(name)) = &argument.kind else { continue };
            if matches!(self.is_class(name), Ok(false)) {
                return failure.focus(argument.whole_location(&frame.source));
            }
        }
        failure
    }

    /// Shows where a variable was set that is set again.
    pub(super) fn set_before(&self, failure: Interrupt, frame: &Frame, again: &Expression, name: &str) -> Interrupt {
        let hint = "a variable keeps its value: use another name";
        let program = syntax::parse(frame.source.clone()).program;
        match first_set(&program.body, again.anchor, name) {
            Some(span) => failure.label(Location { source: frame.source.clone(), span }, "set first here").hint(hint),
            None if self.node().facts.as_hash().is_some_and(|facts| facts.get_str(name).is_some()) => {
                failure.hint(format!("'${name}' is a fact of the machine, which is a variable already: {hint}"))
            }
            None => failure.hint(hint),
        }
    }

    /// Adds to an operand that is no number what may be meant.
    pub(super) fn not_a_number(
        &self,
        failure: Interrupt,
        frame: &Frame,
        operator: BinaryOperator,
        operand: &Expression,
        value: &Value,
    ) -> Interrupt {
        let Value::String(text) = value else { return failure };
        if super::number_in(text).is_some() {
            return match &operand.kind {
                Kind::Variable(name) => failure.hint(format!("make a number of it with Integer(${name})")),
                _ => failure.hint("write the number without quotes, or make a number of it, as in Integer('1')"),
            };
        }
        match &operand.kind {
            Kind::Name(name) if self.scopes.find(frame.scope, name).is_some() => {
                failure.hint(format!("'{name}' is a text here: the variable is ${name}"))
            }
            _ if operator == BinaryOperator::Add => {
                failure.hint("texts are put together in double quotes, as in \"${one}${two}\"")
            }
            _ => failure,
        }
    }

    /// Adds to an access to nothing which key is not there, and how to ask without failing.
    pub(super) fn element_of_undef(
        &mut self,
        failure: Interrupt,
        frame: &Frame,
        operand: &Expression,
        keys: &[Expression],
    ) -> Interrupt {
        let failure = match self.missing_key(frame, operand) {
            Some((key, Some(similar))) => {
                failure.hint(format!("there is no key '{key}' in it: did you mean '{similar}'?"))
            }
            Some((key, None)) => failure.hint(format!("there is no key '{key}' in it")),
            None => failure,
        };
        let (mut path, mut inner) = (Vec::new(), operand);
        path.extend(keys.iter().rev().map(|key| key.span.of(&frame.source.text)));
        while let Kind::Access(outer, keys) = &inner.kind {
            path.extend(keys.iter().rev().map(|key| key.span.of(&frame.source.text)));
            inner = outer;
        }
        match &inner.kind {
            Kind::Variable(name) if is_path(operand) => {
                path.reverse();
                failure.hint(format!("${name}.dig({}) gives undef instead of a failure", path.join(", ")))
            }
            _ => failure.hint("the functions 'dig' and 'get' give undef instead of a failure"),
        }
    }

    /// The key of an access that a hash does not have, and one that it has. Only what is certain to change nothing is
    /// evaluated again.
    fn missing_key(&mut self, frame: &Frame, operand: &Expression) -> Option<(String, Option<String>)> {
        let Kind::Access(inner, keys) = &operand.kind else { return None };
        let [Expression { kind: Kind::String(key) | Kind::Name(key), .. }] = &keys[..] else { return None };
        if !is_path(inner) {
            return None;
        }
        let value = self.evaluate(frame, inner).ok()?;
        let known: Vec<String> =
            value.as_hash()?.iter().filter_map(|(key, _)| key.as_str().map(String::from)).collect();
        Some((key.to_string(), similar_name(key, known.iter().map(String::as_str)).map(String::from)))
    }
}

/// Whether an expression is a variable, or elements of one by literal keys.
fn is_path(expression: &Expression) -> bool {
    let mut expression = expression;
    loop {
        match &expression.kind {
            Kind::Variable(_) => return true,
            Kind::Access(inner, keys) => {
                if !keys.iter().all(|key| matches!(key.kind, Kind::String(_) | Kind::Name(_) | Kind::Integer(..))) {
                    return false;
                }
                expression = inner;
            }
            _ => return false,
        }
    }
}

/// Where a variable is set before an offset: in the innermost definition around that, or as its parameter.
fn first_set(body: &[Expression], before: u32, name: &str) -> Option<diagnostics::Span> {
    let mut found = None;
    for expression in descend::all(body).take_while(|expression| expression.span.start <= before) {
        let is_around = expression.span.start <= before && before < expression.span.end;
        if is_around && let Some(parameters) = parameters(expression) {
            // A scope of its own: what was set outside is another variable.
            found = parameters.iter().find(|parameter| parameter.name == name).map(|parameter| parameter.span);
        } else if let Kind::Assignment(_, sides) = &expression.kind
            && expression.anchor < before
            && found.is_none()
            && sets(&sides.0, name)
        {
            found = Some(sides.0.span);
        }
    }
    found
}

/// The parameters of what has a scope of its own.
fn parameters(expression: &Expression) -> Option<&[Parameter]> {
    match &expression.kind {
        Kind::Class(class) => Some(&class.parameters),
        Kind::Define(define) => Some(&define.parameters),
        Kind::Function(function) => Some(&function.parameters),
        Kind::Node(_) => Some(&[]),
        Kind::Call(call) => call.lambda.as_ref().map(|lambda| lambda.parameters.as_slice()),
        _ => None,
    }
}

fn sets(target: &Expression, name: &str) -> bool {
    descend::all(std::slice::from_ref(target)).any(|part| matches!(&part.kind, Kind::Variable(known) if known == name))
}
