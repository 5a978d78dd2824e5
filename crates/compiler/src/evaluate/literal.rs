//! Arrays, hashes, regular expressions, and `*x`.

use std::sync::Arc;

use ecow::EcoVec;
use pcore::{
    Hash, Value,
    regexp::{Regexp, RegexpError},
};
use syntax::ast::{Expression, Kind, UnaryOperator};

use super::pairs;
use crate::{Compilation, error::Outcome, frame::Frame};

impl Compilation<'_> {
    pub(crate) fn evaluate_regexp(&mut self, frame: &Frame, expression: &Expression, pattern: &str) -> Outcome {
        self.regexp(pattern).map(Value::Regexp).map_err(|error| frame.failure(expression, error.to_string()))
    }

    /// Compiles a regular expression; cached, since most are used again.
    pub(crate) fn regexp(&mut self, pattern: &str) -> Result<Arc<Regexp>, RegexpError> {
        /// Manifests can create any number of patterns.
        const MAX_REGEXPS: usize = 10_000;
        if let Some(known) = self.memory.regexps.get(pattern) {
            return Ok(known.clone());
        }
        let regexp = Arc::new(Regexp::new(pattern)?);
        if self.memory.regexps.len() >= MAX_REGEXPS {
            self.memory.regexps.clear();
        }
        self.memory.regexps.insert(pattern.into(), regexp.clone());
        Ok(regexp)
    }

    pub(crate) fn evaluate_array(&mut self, frame: &Frame, items: &[Expression]) -> Outcome {
        if items.iter().any(|item| matches!(item.kind, Kind::Parenthesized(_) | Kind::Unary(UnaryOperator::Splat, _))) {
            return self.evaluate_list(frame, items).map(Value::from);
        }
        let mut values = EcoVec::with_capacity(items.len());
        for item in items {
            values.push(self.evaluate(frame, item)?);
        }
        Ok(Value::Array(values))
    }

    /// Evaluates expressions one by one; `*x` among them gives as many values as it holds.
    pub(crate) fn evaluate_list(&mut self, frame: &Frame, items: &[Expression]) -> Outcome<Vec<Value>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            let mut item = item;
            while let Kind::Parenthesized(inner) = &item.kind {
                item = inner;
            }
            if let Kind::Unary(UnaryOperator::Splat, operand) = &item.kind {
                let more = self.unfold(frame, operand)?;
                self.budget.count(values.len() + more.len())?;
                values.extend(more);
            } else {
                values.push(self.evaluate(frame, item)?);
            }
        }
        Ok(values)
    }

    pub(crate) fn evaluate_hash(&mut self, frame: &Frame, entries: &[(Expression, Expression)]) -> Outcome {
        let mut hash = Hash::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.evaluate(frame, key)?;
            let value = self.evaluate(frame, value)?;
            self.budget.charge(&key)?;
            hash.insert(key, value);
        }
        Ok(Value::from(hash))
    }

    /// `*x` where only one value fits: an array of what it holds.
    pub(crate) fn evaluate_splat(&mut self, frame: &Frame, operand: &Expression) -> Outcome {
        self.unfold(frame, operand).map(Value::from)
    }

    /// The values of `*x`.
    pub(crate) fn unfold(&mut self, frame: &Frame, operand: &Expression) -> Outcome<Vec<Value>> {
        Ok(match self.evaluate(frame, operand)? {
            Value::Undef => Vec::new(),
            Value::Array(items) => items.into_iter().collect(),
            Value::Hash(hash) => pairs(&hash).collect(),
            Value::Iterator(iterator) => {
                let limit = self.budget.max_parts().saturating_add(1);
                let items: Vec<Value> = iterator.iter().take(limit).collect();
                self.budget.count(items.len())?;
                items
            }
            other => vec![other],
        })
    }
}
