//! `%{…}` in data and in `hiera.yaml`: variables, other keys, and texts as they are.

use pcore::{Hash, Value};
use resource_api::log::Level;
use syntax::Strictness;

use super::{
    explain::{Branch, Event},
    key,
    lookup_error::{LookupError, LookupResult},
    search::Search,
};
use crate::{error::Interrupt, evaluate::is_always_known, functions::ruby::text};

/// The expression between `%{` and `}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expression<'t> {
    Empty,
    /// `%{facts.kernel}`, `%{scope('facts.kernel')}`
    Scope(&'t str),
    /// `%{lookup('key')}`, `%{hiera('key')}`
    Lookup(&'t str),
    /// `%{alias('key')}`
    Alias(&'t str),
    /// `%{literal('%')}`
    Literal(&'t str),
}

impl Search<'_, '_> {
    /// A value with all that its texts ask for; the keys of hashes are texts, too.
    pub(super) fn interpolate(&mut self, value: &Value, functions: bool) -> Result<Value, LookupError> {
        if !has_interpolation(value) {
            return Ok(value.clone());
        }
        match value {
            Value::String(text) => self.interpolate_text(text, functions),
            Value::Array(items) => items.iter().map(|item| self.interpolate(item, functions)).collect(),
            Value::Hash(entries) => {
                let mut made = Hash::with_capacity(entries.len());
                for (key, value) in entries.iter() {
                    made.insert(self.interpolate(key, functions)?, self.interpolate(value, functions)?);
                }
                Ok(made.into())
            }
            other => Ok(other.clone()),
        }
    }

    /// A text with all that it asks for: a text again, unless it is an alias.
    pub(super) fn interpolate_text(&mut self, subject: &str, functions: bool) -> Result<Value, LookupError> {
        if !subject.contains("%{") {
            return Ok(subject.into());
        }
        self.explained(
            || Branch::Interpolation(subject.into()),
            |search| {
                let mut made = String::with_capacity(subject.len());
                let mut rest = subject;
                while let Some(start) = rest.find("%{") {
                    let Some(length) = rest[start..].find('}') else { break };
                    let (whole, inner) = (&rest[start..=start + length], &rest[start + 2..start + length]);
                    made.push_str(&rest[..start]);
                    rest = &rest[start + length + 1..];
                    let expression = Expression::read(inner, functions)?;
                    if let Expression::Alias(key) = expression {
                        if whole != subject {
                            return Err(LookupError::complete(
                                "'alias' interpolation is only permitted if the expression is equal to the entire \
                                 string",
                            ));
                        }
                        return search.look_up_again(key);
                    }
                    let value = search.evaluate(expression, subject, functions)?;
                    if !value.is_undef() {
                        made.push_str(&text::to_s(&value));
                    }
                    search.compilation.budget.size(made.len())?;
                }
                made.push_str(rest);
                Ok(made.into())
            },
        )
    }

    fn evaluate(&mut self, expression: Expression<'_>, subject: &str, functions: bool) -> Result<Value, LookupError> {
        let (value, name) = match expression {
            Expression::Empty => return Ok(Value::Undef),
            Expression::Scope(key) => {
                let value = self.scope_value(key, subject)?.unwrap_or_default();
                if !has_interpolation(&value) {
                    return Ok(value);
                }
                (value, format!("scope:{key}"))
            }
            Expression::Lookup(key) | Expression::Alias(key) => (self.look_up_again(key)?, key.to_owned()),
            Expression::Literal(text) => (text.into(), text.to_owned()),
        };
        self.guard_recursion(&name, |search| search.interpolate(&value, functions))
    }

    /// The value of another key; empty where it has none.
    fn look_up_again(&mut self, key: &str) -> Result<Value, LookupError> {
        if let Some(value) = self.overrides.get_str(key) {
            return Ok(value.clone());
        }
        if let Some(value) = self.look_up(key, None)? {
            return Ok(value);
        }
        Ok(self.defaults.get_str(key).cloned().unwrap_or_else(|| "".into()))
    }

    /// The value of a variable, and of steps into it.
    pub(super) fn scope_value(&mut self, key: &str, subject: &str) -> LookupResult {
        let problem = || LookupError::new(format!("Syntax error in string: {subject}"));
        let (root, steps) = key::split(key).ok_or_else(problem)?;
        let value =
            self.explained(|| Branch::Scope("Global Scope".into()), |search| search.root_value(&root, &steps))?;
        let value = match value.filter(|value| !value.is_undef()) {
            Some(value) => self.dig(key, &steps, value)?.filter(|value| !value.is_undef()),
            None => None,
        };
        let is_local = self.locals.iter().any(|(name, _)| *name == root);
        if let Some(collected) = self.collected.as_mut().filter(|_| !is_local) {
            collected.add(key, value.as_ref());
        }
        Ok(value)
    }

    fn root_value(&mut self, name: &str, steps: &[Value]) -> LookupResult {
        if let Some(value) = self.overrides.get_str(name) {
            self.explain(|explainer| explainer.event(Event::FoundInOverrides(name.into(), value.clone())));
            return Ok(Some(value.clone()));
        }
        let local = self.locals.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.clone());
        if let Some(value) =
            local.or_else(|| self.compilation.variable_for(self.scope, name, key::element(steps)).cloned())
        {
            self.explain(|explainer| explainer.event(Event::of(name, Some(&value))));
            return Ok(Some(value));
        }
        if let Some(value) = self.defaults.get_str(name) {
            self.explain(|explainer| explainer.event(Event::FoundInDefaults(name.into(), value.clone())));
            return Ok(Some(value.clone()));
        }
        self.unknown_variable(name)?;
        Ok(None)
    }

    /// An unknown variable is a failure where Puppet is strict; but locations of data need not exist.
    fn unknown_variable(&mut self, name: &str) -> Result<(), LookupError> {
        if is_always_known(name) {
            return Ok(());
        }
        let reason = self.compilation.why_unknown(name)?.unwrap_or_default();
        let message = match self.compilation.options().strict {
            Strictness::Off => return Ok(()),
            Strictness::Warning => format!("Undefined variable '{name}'; {reason}"),
            Strictness::Error if self.collected.is_some() => {
                format!("Interpolation failed with '{name}', but compilation continuing; {reason}")
            }
            Strictness::Error => {
                return Err(Interrupt::unplaced(format!("Undefined variable '{name}'; {reason}")).into());
            }
        };
        if self.compilation.is_new_warning(format!("Variable: {name}")) {
            self.compilation.log.line(Level::Warning, &format!("{message}\n   (file & line not available)"));
        }
        Ok(())
    }
}

impl<'t> Expression<'t> {
    fn read(inner: &'t str, functions: bool) -> Result<Expression<'t>, LookupError> {
        let inner = inner.trim();
        if matches!(inner, "" | "::" | "\"\"" | "''" | "\"::\"" | "'::'") {
            return Ok(Expression::Empty);
        }
        let Some((name, argument)) = call(inner) else { return Ok(Expression::Scope(inner)) };
        if !functions {
            return Err(LookupError::complete("Interpolation using method syntax is not allowed in this context"));
        }
        Ok(match name {
            "lookup" | "hiera" => Expression::Lookup(argument),
            "alias" => Expression::Alias(argument),
            "scope" => Expression::Scope(argument),
            "literal" => Expression::Literal(argument),
            _ => return Err(LookupError::complete(format!("Unknown interpolation method '{name}'"))),
        })
    }
}

/// The parts of `name('argument')`.
fn call(text: &str) -> Option<(&str, &str)> {
    let (name, rest) = text.split_once('(')?;
    let argument = rest.strip_suffix(')')?;
    let quote = argument.chars().next().filter(|quote| matches!(quote, '\'' | '"'))?;
    let argument = argument.strip_prefix(quote)?.strip_suffix(quote)?;
    let is_word = !name.is_empty() && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    (is_word && !argument.is_empty() && !argument.contains(quote)).then_some((name, argument))
}

fn has_interpolation(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains("%{"),
        Value::Array(items) => items.iter().any(has_interpolation),
        Value::Hash(entries) => entries.iter().any(|(key, value)| has_interpolation(key) || has_interpolation(value)),
        _ => false,
    }
}
