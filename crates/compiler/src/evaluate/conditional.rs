//! `if`, `unless`, `case`, selectors. What matches in them leave in `$1` … is gone behind them.

use pcore::Value;
use syntax::ast::{Case, Expression, If, Kind, UnaryOperator};

use super::value_label;
use crate::{Compilation, error::Outcome, frame::Frame};

impl Compilation<'_> {
    pub(crate) fn evaluate_if(&mut self, frame: &Frame, condition: &If) -> Outcome {
        self.discarding_matches(frame, |compilation| {
            if compilation.is_true(frame, &condition.condition)? != condition.negated {
                return compilation.evaluate_block(frame, &condition.then);
            }
            match &condition.otherwise {
                Some(block) => compilation.evaluate_block(frame, block),
                None => Ok(Value::Undef),
            }
        })
    }

    pub(crate) fn evaluate_case(&mut self, frame: &Frame, case: &Case) -> Outcome {
        self.discarding_matches(frame, |compilation| {
            let subject = compilation.evaluate(frame, &case.subject)?;
            let mut otherwise = None;
            for option in &case.options {
                for pattern in &option.values {
                    match compilation.fits(frame, &subject, pattern)? {
                        Fit::Yes => return compilation.evaluate_block(frame, &option.body),
                        Fit::No => {}
                        Fit::Default => otherwise = Some(&option.body),
                    }
                }
            }
            match otherwise {
                Some(block) => compilation.evaluate_block(frame, block),
                None => Ok(Value::Undef),
            }
        })
    }

    pub(crate) fn evaluate_selector(
        &mut self,
        frame: &Frame,
        subject: &Expression,
        entries: &[(Expression, Expression)],
    ) -> Outcome {
        self.discarding_matches(frame, |compilation| {
            let value = compilation.evaluate(frame, subject)?;
            let mut otherwise = None;
            for (pattern, result) in entries {
                match compilation.fits(frame, &value, pattern)? {
                    Fit::Yes => return compilation.evaluate(frame, result),
                    Fit::No => {}
                    Fit::Default => otherwise = Some(result),
                }
            }
            match otherwise {
                Some(result) => compilation.evaluate(frame, result),
                None => {
                    let value = value_label::quoted(&value);
                    let message = format!("No matching entry for selector parameter with value '{value}'");
                    Err(frame.failure(subject, message).hint("an entry for 'default' takes what fits no other"))
                }
            }
        })
    }

    /// Does something and forgets the matches that happened in it.
    pub(crate) fn discarding_matches<T>(
        &mut self,
        frame: &Frame,
        work: impl FnOnce(&mut Self) -> Outcome<T>,
    ) -> Outcome<T> {
        let level = self.scopes.level(frame.scope);
        let result = work(self);
        self.scopes.restore(frame.scope, level);
        result
    }

    /// Whether a value fits an option. `default` fits last, wherever it stands.
    fn fits(&mut self, frame: &Frame, value: &Value, pattern: &Expression) -> Outcome<Fit> {
        let mut pattern = pattern;
        while let Kind::Parenthesized(inner) = &pattern.kind {
            pattern = inner;
        }
        let fits = match &pattern.kind {
            Kind::Default => return Ok(Fit::Default),
            Kind::Unary(UnaryOperator::Splat, operand) => {
                let mut any = false;
                for option in self.unfold(frame, operand)? {
                    self.budget.charge(value)?;
                    any = any || self.matches_option(frame, value, &option)?;
                }
                any
            }
            _ => {
                let option = self.evaluate(frame, pattern)?;
                self.budget.charge(value)?;
                self.matches_option(frame, value, &option)?
            }
        };
        Ok(if fits { Fit::Yes } else { Fit::No })
    }
}

enum Fit {
    Yes,
    No,
    Default,
}
