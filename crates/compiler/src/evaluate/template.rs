//! Templates: texts and values in order.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{Hash, Value, mismatch, types::StructType};
use syntax::{
    Program,
    ast::{Expression, Kind, Template},
};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::{Layer, ScopeKind},
};

/// What a template sees besides its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visible {
    /// The global scope only, as the files of `epp`.
    Global,
    /// All that its caller sees, as the texts of `inline_epp`.
    Caller,
}

/// What a template gave so far.
#[derive(Debug, Default)]
pub(super) struct Rendering {
    text: EcoString,
    /// Whether a secret is in it.
    secret: bool,
}

impl Compilation<'_> {
    /// Evaluates a template to a string, or to a secret one when it shows a secret.
    ///
    /// A template that declares parameters takes only those; one that declares none takes whatever it is given.
    pub(crate) fn evaluate_template(
        &mut self,
        frame: &Frame,
        program: &Program,
        given: Option<&Hash>,
        visible: Visible,
    ) -> Outcome {
        let Some(Expression { kind: Kind::Template(template), .. }) = program.body.first() else {
            return Err(Interrupt::unplaced("the text is not a template"));
        };
        self.budget.enter()?;
        let level = self.scopes.level(frame.scope);
        let scope = match visible {
            Visible::Caller => frame.scope,
            Visible::Global => self.scopes.add(ScopeKind::Function, Some(self.scopes.global()), None),
        };
        let inner = Frame { scope, source: program.source.clone(), module: frame.module.clone() };
        let result = self.run_template(&inner, template, given);
        match visible {
            Visible::Caller => self.scopes.restore(scope, level),
            Visible::Global => self.scopes.remove_last(scope),
        }
        self.budget.leave();
        match result {
            Err(Interrupt::Next(jump) | Interrupt::Return(jump)) => Ok(jump.value),
            other => other,
        }
    }

    fn run_template(&mut self, frame: &Frame, template: &Template, given: Option<&Hash>) -> Outcome {
        let locals = if template.parameters_declared || given.is_none() {
            self.template_parameters(frame, template, given)?
        } else {
            let given = given.into_iter().flat_map(Hash::iter);
            given.map(|(name, value)| (EcoString::from(name.to_string()), value.clone())).collect()
        };
        self.scopes.push(frame.scope, Layer::Locals(locals));
        self.evaluate_template_body(frame, template)
    }

    /// Checks what a template is given, and fills in its defaults. An undef counts as not given.
    fn template_parameters(
        &mut self,
        frame: &Frame,
        template: &Template,
        given: Option<&Hash>,
    ) -> Outcome<Vec<(EcoString, Value)>> {
        let parameters = &template.parameters;
        let value_of = |name: &str| given.and_then(|given| given.get_str(name));
        let known = parameters.iter().map(|parameter| value_of(&parameter.name).filter(|value| !value.is_undef()));
        let known = known.map(|value| value.cloned()).collect();
        let filled = self.fill_in(frame, "lambda", parameters, known, |parameter, value| {
            value.or_else(|| value_of(&parameter.name).cloned())
        })?;
        let mut values: Hash =
            filled.into_iter().filter_map(|(name, value)| Some((Value::String(name), value?))).collect();
        for (name, value) in given.into_iter().flat_map(Hash::iter) {
            if !values.contains_key(name) {
                values.insert(name.clone(), value.clone());
            }
        }
        let mut elements = Vec::with_capacity(parameters.len());
        for parameter in parameters {
            elements.push(self.parameter_element(frame, parameter)?);
        }
        match mismatch::parameters("lambda", &StructType { elements }, &values) {
            Some(message) => Err(Interrupt::unplaced(message)),
            None => Ok(values.into_iter().map(|(name, value)| (EcoString::from(name.to_string()), value)).collect()),
        }
    }

    pub(crate) fn evaluate_template_body(&mut self, frame: &Frame, template: &Template) -> Outcome {
        self.memory.templates.push(Rendering::default());
        let result = self.evaluate_block(frame, &template.body);
        let rendering = self.memory.templates.pop().unwrap_or_default();
        result?;
        let text = Value::String(rendering.text);
        Ok(if rendering.secret { Value::Sensitive(Arc::new(text)) } else { text })
    }

    pub(crate) fn render_text(&mut self, text: &str) -> Outcome {
        if let Some(rendering) = self.memory.templates.last_mut() {
            rendering.text.push_str(text);
            self.budget.size(rendering.text.len())?;
        }
        Ok(Value::Undef)
    }

    pub(crate) fn render(&mut self, frame: &Frame, inner: &Expression) -> Outcome {
        let value = self.evaluate(frame, inner)?;
        let Some(mut rendering) = self.memory.templates.pop() else { return Ok(Value::Undef) };
        let written = match &value {
            Value::Sensitive(secret) => {
                rendering.secret = true;
                self.append_text(&mut rendering.text, secret)
            }
            other => self.append_text(&mut rendering.text, other),
        };
        self.memory.templates.push(rendering);
        written.map(|()| Value::Undef)
    }
}
