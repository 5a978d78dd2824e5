//! `if`, `unless`, `case` and selectors. Captures of matches in them are discarded afterwards.

use syntax::ast::{Case, Expression, If, Kind, UnaryOperator};

use super::{Destination, Lowered, Lowering, MATCH, Statements, bare};
use crate::tree::{Code, Statement};

/// The result of a matching option.
#[derive(Clone, Copy)]
enum Outcome<'e> {
    Block(&'e [Expression]),
    Value(&'e Expression),
}

impl Lowering<'_, '_> {
    /// Restores the captures after a condition, unless the function returns anyway.
    pub(super) fn with_captures_restored(
        &mut self,
        to: &Destination,
        out: &mut Statements,
        work: impl FnOnce(&mut Self, &mut Statements) -> Lowered<()>,
    ) -> Lowered<()> {
        if !self.keeps_captures || matches!(to, Destination::Return) {
            return work(self, out);
        }
        let kept = self.stored(Code::Call("kept", vec![Code::local(MATCH)]), out);
        work(self, out)?;
        out.push(Statement::Do(Code::Call("restore", vec![Code::local(MATCH), kept])));
        Ok(())
    }

    pub(super) fn condition(&mut self, condition: &If, to: &Destination, out: &mut Statements) -> Lowered<()> {
        self.with_captures_restored(to, out, |lowering, out| {
            let condition_code = lowering.value(&condition.condition, out)?.truth();
            let condition_code = if condition.negated { Code::Not(Box::new(condition_code)) } else { condition_code };
            let then = lowering.branch(Outcome::Block(&condition.then), to)?;
            let otherwise = lowering.branch(Outcome::Block(condition.otherwise.as_deref().unwrap_or_default()), to)?;
            out.push(Statement::If(condition_code, then, otherwise));
            Ok(())
        })
    }

    fn branch(&mut self, outcome: Outcome<'_>, to: &Destination) -> Lowered<Statements> {
        let level = self.enter_branch();
        let statements = self.counted_block(|lowering, statements| match outcome {
            Outcome::Block(block) => lowering.block(block, to, statements),
            Outcome::Value(value) => lowering.deliver_value(value, to, statements),
        });
        self.leave_branch(level);
        statements
    }

    pub(super) fn case(&mut self, case: &Case, to: &Destination, out: &mut Statements) -> Lowered<()> {
        let options: Vec<(&[Expression], Outcome<'_>)> =
            case.options.iter().map(|option| (&option.values[..], Outcome::Block(&option.body))).collect();
        self.choice(&case.subject, &options, |_| Code::Undef, to, out)
    }

    pub(super) fn selector(
        &mut self,
        subject: &Expression,
        entries: &[(Expression, Expression)],
        to: &Destination,
        out: &mut Statements,
    ) -> Lowered<()> {
        let options: Vec<(&[Expression], Outcome<'_>)> =
            entries.iter().map(|(pattern, value)| (std::slice::from_ref(pattern), Outcome::Value(value))).collect();
        let failure = |subject: &Code| Code::Call("no_entry", vec![subject.clone()]);
        self.choice(subject, &options, failure, to, out)
    }

    /// Delivers the result of the first option that matches; `nothing` is the value if none does.
    fn choice(
        &mut self,
        subject: &Expression,
        options: &[(&[Expression], Outcome<'_>)],
        nothing: impl FnOnce(&Code) -> Code,
        to: &Destination,
        out: &mut Statements,
    ) -> Lowered<()> {
        self.with_captures_restored(to, out, |lowering, out| {
            let subject = lowering.value(subject, out)?;
            let subject = lowering.repeatable(subject, out);
            let nothing = nothing(&subject);
            lowering.options(&subject, options, None, nothing, to, out)
        })
    }

    /// The first option that matches; `default` is tried last, wherever it is.
    fn options(
        &mut self,
        subject: &Code,
        options: &[(&[Expression], Outcome<'_>)],
        otherwise: Option<Outcome<'_>>,
        nothing: Code,
        to: &Destination,
        out: &mut Statements,
    ) -> Lowered<()> {
        let Some(((patterns, outcome), others)) = options.split_first() else {
            match otherwise {
                Some(outcome) => out.extend(self.branch(outcome, to)?),
                None => self.deliver(nothing, to, out),
            }
            return Ok(());
        };
        let has_default = patterns.iter().any(|pattern| matches!(bare(pattern).kind, Kind::Default));
        let otherwise = if has_default { Some(*outcome) } else { otherwise };
        let condition_code = self.fits_one_of(subject, patterns, out)?;
        let Some(condition_code) = condition_code else {
            return self.options(subject, others, otherwise, nothing, to, out);
        };
        let then = self.branch(*outcome, to)?;
        let level = self.enter_branch();
        let rest = self.counted_block(|lowering, rest| lowering.options(subject, others, otherwise, nothing, to, rest));
        self.leave_branch(level);
        out.push(Statement::If(condition_code, then, rest?));
        Ok(())
    }

    /// Whether one of the patterns matches; `None` if `default` is the only one.
    fn fits_one_of(&mut self, subject: &Code, patterns: &[Expression], out: &mut Statements) -> Lowered<Option<Code>> {
        let mut condition_code: Option<Code> = None;
        for pattern in patterns {
            let pattern = bare(pattern);
            let mut needed = Vec::new();
            let level = self.enter_branch();
            let (steps, fits) = self.counted(|lowering| lowering.fits(subject, pattern, &mut needed))?;
            self.leave_branch(level);
            let Some(fits) = fits else { continue };
            condition_code = Some(match condition_code {
                None => {
                    self.steps += steps;
                    out.append(&mut needed);
                    fits
                }
                Some(before) if needed.is_empty() => {
                    Code::Or(Box::new(before), Box::new(Code::Counted(steps, Box::new(fits))))
                }
                Some(before) => {
                    let kept = self.temporary();
                    out.push(Statement::Let(kept.clone(), before));
                    needed.insert(0, Statement::Spend(steps));
                    needed.push(Statement::Set(kept.clone(), fits));
                    out.push(Statement::If(Code::Not(Box::new(Code::local(&kept))), needed, Vec::new()));
                    Code::Truth(Box::new(Code::Local(kept)))
                }
            });
        }
        Ok(condition_code)
    }

    /// Whether a pattern matches; `None` for `default`.
    fn fits(&mut self, subject: &Code, pattern: &Expression, needed: &mut Statements) -> Lowered<Option<Code>> {
        Ok(match &pattern.kind {
            Kind::Default => None,
            Kind::Unary(UnaryOperator::Splat, operand) => {
                let options = self.value(operand, needed)?;
                let options = Code::Call("unfold", vec![options]);
                Some(Code::Call("fits_any", vec![self.matches(), subject.clone(), options]))
            }
            _ => {
                let option = self.value(pattern, needed)?;
                Some(Code::Call("fits", vec![self.matches(), subject.clone(), option]))
            }
        })
    }
}
