//! Conditions, loops, jumps and errors that are rescued.

use std::rc::Rc;

use super::Machine;
use crate::{
    error::{Error, Outcome, Stop, not_supported, type_error},
    object::{Object, Variables},
    text,
    tree::{Begin, Jump, Kind, Node, Rescue},
};

impl Machine<'_> {
    pub(super) fn evaluate_control(&mut self, variables: &Rc<Variables>, node: &Node) -> Outcome {
        match &node.kind {
            Kind::If(condition, then, otherwise) => {
                let chosen = if self.evaluate(variables, condition)?.is_true() { then } else { otherwise };
                self.evaluate(variables, chosen)
            }
            Kind::And(one, two) => {
                let object = self.evaluate(variables, one)?;
                if object.is_true() { self.evaluate(variables, two) } else { Ok(object) }
            }
            Kind::Or(one, two) => {
                let object = self.evaluate(variables, one)?;
                if object.is_true() { Ok(object) } else { self.evaluate(variables, two) }
            }
            Kind::Not(inner) => Ok(Object::Boolean(!self.evaluate(variables, inner)?.is_true())),
            Kind::Defined(inner) => self.defined(variables, inner),
            Kind::Case(subject, branches, otherwise) => self.case(variables, subject.as_deref(), branches, otherwise),
            Kind::While { condition, wanted, body, body_first } => {
                let mut first = *body_first;
                while first || self.evaluate(variables, condition)?.is_true() == *wanted {
                    first = false;
                    match self.evaluate(variables, body) {
                        Ok(_) | Err(Stop::NextRound) => {}
                        Err(Stop::EndLoop(object)) => return Ok(object),
                        Err(other) => return Err(other),
                    }
                }
                Ok(Object::Nil)
            }
            Kind::For(target, collection, body) => {
                let collection = self.evaluate(variables, collection)?;
                for item in self.elements(&collection)? {
                    self.assign(variables, target, item)?;
                    match self.evaluate(variables, body) {
                        Ok(_) | Err(Stop::NextRound) => {}
                        Err(Stop::EndLoop(object)) => return Ok(object),
                        Err(other) => return Err(other),
                    }
                }
                Ok(collection)
            }
            Kind::Jump(jump, value) => {
                let object = self.evaluate(variables, value)?;
                Err(match jump {
                    Jump::Next => Stop::Next(object),
                    Jump::Break => Stop::Break(variables.tag, object),
                    Jump::NextRound => Stop::NextRound,
                    Jump::EndLoop => Stop::EndLoop(object),
                    Jump::Return => Stop::Return(object),
                })
            }
            Kind::Begin(begin) => self.begin(variables, begin),
            _ => not_supported("this expression"),
        }
    }

    fn case(
        &mut self,
        variables: &Rc<Variables>,
        subject: Option<&Node>,
        branches: &[(Vec<Node>, Node)],
        otherwise: &Node,
    ) -> Outcome {
        let subject = subject.map(|subject| self.evaluate(variables, subject)).transpose()?;
        for (conditions, body) in branches {
            for condition in conditions {
                for pattern in self.evaluate_list(variables, std::slice::from_ref(condition))? {
                    let fits = match &subject {
                        Some(subject) => self.send(&pattern, "===", std::slice::from_ref(subject), None)?.is_true(),
                        None => pattern.is_true(),
                    };
                    if fits {
                        return self.evaluate(variables, body);
                    }
                }
            }
        }
        self.evaluate(variables, otherwise)
    }

    fn defined(&mut self, variables: &Rc<Variables>, inner: &Node) -> Outcome {
        let word = match &inner.kind {
            Kind::Nil => "expression",
            Kind::Instance(name) => match self.instance.get(name) {
                // Only looked at so far: that does not define it.
                Some(Object::Nil) | None if self.host.variable(name).is_none_or(|value| value.is_undef()) => {
                    return Ok(Object::Nil);
                }
                _ => "instance-variable",
            },
            Kind::Local(_) => "local-variable",
            Kind::Assign(..) | Kind::Update(..) => "assignment",
            Kind::Itself => "self",
            Kind::Boolean(true) => "true",
            Kind::Boolean(false) => "false",
            Kind::Constant(name) => {
                if !self.has_constant(name) {
                    return Ok(Object::Nil);
                }
                "constant"
            }
            Kind::Match(_) => {
                if !self.evaluate(variables, inner)?.is_true() {
                    return Ok(Object::Nil);
                }
                "global-variable"
            }
            Kind::Call(call) => {
                let receiver = match &call.receiver {
                    Some(receiver) => match self.evaluate(variables, receiver) {
                        Ok(object) => object,
                        Err(Stop::Error(error)) if error.is_a("StandardError") => return Ok(Object::Nil),
                        Err(other) => return Err(other),
                    },
                    None => Object::Template,
                };
                if !self.responds_to(&receiver, &call.name) {
                    return Ok(Object::Nil);
                }
                "method"
            }
            Kind::Unsupported(_) => return not_supported("this use of 'defined?'"),
            _ => "expression",
        };
        Ok(Object::text(word))
    }

    fn begin(&mut self, variables: &Rc<Variables>, begin: &Begin) -> Outcome {
        let mut result = self.evaluate(variables, &begin.body);
        if let Err(Stop::Error(error)) = &result {
            let error = error.clone();
            for rescue in &begin.rescues {
                if self.takes(variables, rescue, &error)? {
                    if let Some(target) = &rescue.target {
                        let exception = Object::Exception(Rc::new((*error).clone()));
                        self.assign(variables, target, exception)?;
                    }
                    result = self.evaluate(variables, &rescue.body);
                    break;
                }
            }
        } else if result.is_ok()
            && let Some(otherwise) = &begin.otherwise
        {
            result = self.evaluate(variables, otherwise);
        }
        if let Some(ensure) = &begin.ensure {
            self.evaluate(variables, ensure)?;
        }
        result
    }

    fn takes(&mut self, variables: &Rc<Variables>, rescue: &Rescue, error: &Error) -> Outcome<bool> {
        if rescue.classes.is_empty() {
            return Ok(error.is_a("StandardError"));
        }
        for class in self.evaluate_list(variables, &rescue.classes)? {
            match class {
                Object::Class(name) if error.is_a(&name) => return Ok(true),
                Object::Class(_) => {}
                other => {
                    let shown = text::class_name(&other);
                    return type_error(format!("class or module required for rescue clause, not {shown}"));
                }
            }
        }
        Ok(false)
    }
}
