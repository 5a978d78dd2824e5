//! `$x`, `$::x`, `$a::x`, `$1`.

use pcore::Value;
use syntax::{Strictness, ast::Expression};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::ScopeId,
};

impl Compilation<'_> {
    pub(crate) fn evaluate_variable(&mut self, frame: &Frame, expression: &Expression, name: &str) -> Outcome {
        if let Some(value) = self.variable(frame.scope, name) {
            return Ok(value.clone());
        }
        if let Some(pending) = self.scopes.pending(frame.scope, name) {
            // Whoever evaluates the default of a parameter asks for it and says it better.
            let message = format!("The value of parameter ${pending} is not known yet");
            self.scopes.refused = Some(pending);
            return Err(Interrupt::unplaced(message));
        }
        if is_always_known(name) {
            return Ok(Value::Undef);
        }
        let message = format!("Unknown variable: '{name}'.");
        if !self.options().strict_variables {
            self.warn(Some(&frame.location(expression)), &message);
            return Ok(Value::Undef);
        }
        let failure = frame.failure(expression, message);
        let failure = match self.why_unknown(name)? {
            Some(reason) => failure.hint(reason),
            None => failure,
        };
        Err(self.similar_variable(failure, frame, name))
    }

    /// The value of a variable as a scope sees it; nothing when it is not set. The name may be qualified, or a number.
    pub(crate) fn variable(&self, scope: ScopeId, name: &str) -> Option<&Value> {
        if name.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            return self.scopes.capture(scope, name.parse().ok()?);
        }
        // Most names have no namespace, which is quickly seen.
        let parts = if name.as_bytes().contains(&b':') { name.rsplit_once("::") } else { None };
        match parts {
            None => self.scopes.find(scope, name).or_else(|| match self.has_lazy_facts() {
                true if self.scopes.pending(scope, name).is_none() => self.lazy_fact(name),
                _ => None,
            }),
            Some((namespace, leaf)) => {
                let namespace = namespace.strip_prefix("::").unwrap_or(namespace);
                let found = self.scopes.find_qualified(namespace, leaf);
                found.or_else(|| if namespace.is_empty() { self.lazy_fact(leaf) } else { None })
            }
        }
    }

    /// What a variable is that an ERB template asks its scope for and that is not set: the setting `strict` decides.
    pub(crate) fn undefined_variable(&mut self, name: &str) -> Outcome {
        if is_always_known(name) {
            return Ok(Value::Undef);
        }
        let name = name.strip_prefix("::").filter(|rest| rest.contains("::")).unwrap_or(name);
        let reason = self.why_unknown(name)?.unwrap_or_default();
        let message = format!("Undefined variable '{name}'; {reason}");
        match self.options().strict {
            Strictness::Off => Ok(Value::Undef),
            Strictness::Warning => {
                if self.is_new_warning(format!("undefined variable {name}")) {
                    self.warn(None, &format!("{message}\n   (file & line not available)"));
                }
                Ok(Value::Undef)
            }
            Strictness::Error => Err(Interrupt::unplaced(message)),
        }
    }

    /// Why a variable of a class is not there.
    pub(crate) fn why_unknown(&mut self, name: &str) -> Outcome<Option<String>> {
        let name = name.strip_prefix("::").unwrap_or(name);
        let Some((class, leaf)) = name.rsplit_once("::") else { return Ok(None) };
        if self.scopes.class(class).is_some() {
            return Ok(Some(format!("class {class} has no variable '{leaf}'")));
        }
        Ok(Some(match self.loader.class(class)? {
            Some(_) => format!("class {class} has not been evaluated"),
            None => format!("class {class} could not be found"),
        }))
    }
}

/// Numbers are undef without a match, and two names are known even where no module is.
pub(crate) fn is_always_known(name: &str) -> bool {
    matches!(name, "module_name" | "caller_module_name") || name.bytes().all(|byte| byte.is_ascii_digit())
}
