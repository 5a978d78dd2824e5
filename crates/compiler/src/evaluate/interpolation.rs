//! Strings with values in them, and heredocs.

use std::fmt::{self, Write};

use ecow::EcoString;
use pcore::Value;
use syntax::ast::{Expression, Heredoc, Kind};

use super::syntax_check;
use crate::{
    Compilation,
    error::{Failure, FailureKind, Outcome},
    frame::Frame,
};

impl Compilation<'_> {
    pub(crate) fn interpolate(&mut self, frame: &Frame, parts: &[Expression]) -> Outcome {
        let mut text = EcoString::new();
        for part in parts {
            if let Kind::String(literal) = &part.kind {
                text.push_str(literal);
            } else {
                let value = self.evaluate(frame, part)?;
                self.append_text(&mut text, &value)?;
            }
        }
        self.budget.charge_bytes(text.len())?;
        Ok(Value::String(text))
    }

    /// Texts with values in them are checked here; all others were checked when they were read.
    pub(crate) fn evaluate_heredoc(&mut self, frame: &Frame, heredoc: &Heredoc) -> Outcome {
        let value = self.evaluate(frame, &heredoc.text)?;
        if let (Kind::Interpolated(_), Value::String(text)) = (&heredoc.text.kind, &value)
            && let Some(problem) = syntax_check::check(&heredoc.syntax, text)
        {
            let message = format!("Invalid produced text having syntax: '{}'. {problem}", heredoc.syntax);
            let location = Some(frame.location(&heredoc.text));
            return Err(Failure { location, ..Failure::new(FailureKind::Verbatim, message) }.into());
        }
        Ok(value)
    }

    /// Writes a value behind a text, unless that gets too long. Small values may hold each other so often that no machine
    /// could write them down.
    pub(crate) fn append_text(&self, text: &mut EcoString, value: &Value) -> Outcome<()> {
        match value {
            Value::Undef => return Ok(()),
            Value::String(more) => text.push_str(more),
            other => {
                let limit = self.budget.limits.size;
                // Nothing but the limit can fail here.
                if write!(Bounded { text, limit }, "{other}").is_err() {
                    return self.budget.size(usize::MAX);
                }
            }
        }
        self.budget.size(text.len())
    }
}

/// A text that may get only so long.
struct Bounded<'t> {
    text: &'t mut EcoString,
    limit: usize,
}

impl Write for Bounded<'_> {
    fn write_str(&mut self, more: &str) -> fmt::Result {
        if self.text.len() + more.len() > self.limit {
            return Err(fmt::Error);
        }
        self.text.push_str(more);
        Ok(())
    }
}
