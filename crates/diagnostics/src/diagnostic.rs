//! One thing that is wrong, as data.

use std::fmt;

use crate::Span;

/// How much a [`Diagnostic`] matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text cannot be used.
    Error,
    /// The text can be used, but is probably not what its author meant.
    Warning,
}

/// A second location that explains the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// Why this location matters, in a few words.
    pub text: String,
}

/// What is wrong, where, and what to do about it.
///
/// Messages are lower case without a full stop, unless Puppet has a sentence that people search for.
///
/// ```
/// use diagnostics::{Diagnostic, Span};
///
/// let problem = Diagnostic::error(Span::new(0, 6), "unknown type 'Intger'").hint("did you mean 'Integer'?");
/// assert_eq!(problem.to_string(), "unknown type 'Intger'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How much it matters.
    pub severity: Severity,
    /// Where.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// A name for this kind of problem that programs can rely on; empty if there is none.
    pub code: &'static str,
    /// Other locations that explain it.
    pub labels: Vec<Label>,
    /// What to do about it, one hint per entry.
    pub hints: Vec<String>,
}

impl Diagnostic {
    /// Returns an error: the text cannot be used.
    pub fn error(span: Span, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { severity: Severity::Error, span, message, code: "", labels: Vec::new(), hints: Vec::new() }
    }

    /// Returns a warning: the text is probably not what its author meant.
    pub fn warning(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(span, message) }
    }

    /// Sets the code.
    ///
    /// ```
    /// use diagnostics::{Diagnostic, Span};
    ///
    /// let problem = Diagnostic::error(Span::new(0, 1), "Syntax error at '}'").code("SYNTAX_ERROR");
    /// assert_eq!(problem.code, "SYNTAX_ERROR");
    /// ```
    #[must_use]
    pub fn code(mut self, code: &'static str) -> Diagnostic {
        self.code = code;
        self
    }

    /// Adds a second location.
    #[must_use]
    pub fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a hint: what to do about it.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Diagnostic {
        self.hints.push(text.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
