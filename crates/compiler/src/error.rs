//! Why an evaluation ends before its last expression: a failure, or a jump.
//!
//! A function fails with an unplaced message ([`Interrupt::unplaced`]); the nearest enclosing expression adds its own
//! name and location (`Error while evaluating a Function Call, … (line: 1, column: 8)`). A failure that already has a
//! location passes through unchanged.

use std::{fmt, sync::Arc};

use diagnostics::{Diagnostic, Location, Problem, Source, Span};
use pcore::{Value, regexp::MatchError};

/// The result of an evaluation.
pub type Outcome<T = Value> = Result<T, Interrupt>;

/// Why evaluation does not continue with the next expression.
#[derive(Clone, Debug)]
pub enum Interrupt {
    /// An error.
    Failure(Box<Failure>),
    /// `next(value)`: ends this call of a lambda or function.
    Next(Box<Jump>),
    /// `break()`: ends the iteration.
    Break(Box<Jump>),
    /// `return(value)`: ends the function, class or define.
    Return(Box<Jump>),
}

/// A jump with what it carries.
#[derive(Clone, Debug)]
pub struct Jump {
    /// The value, `undef` when none was given.
    pub value: Value,
    /// Where it was called.
    pub location: Location,
}

/// What went wrong.
#[derive(Clone, Debug, thiserror::Error)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// The message, without the location.
    pub message: String,
    /// The location that is part of the message.
    pub location: Option<Location>,
    /// A more precise location of the cause, or its location if the message names none.
    pub focus: Option<Location>,
    /// Further locations that explain it, each with a short text.
    pub labels: Vec<(Location, String)>,
    /// What to do about it, shown below the message.
    pub hints: Vec<String>,
    /// Whether it only counts errors that were logged before: then nothing is displayed before or after it.
    pub is_count: bool,
}

/// The kinds of failures, which decide about the words before the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Has no location yet: the enclosing expression adds one.
    Unplaced,
    /// `Evaluation Error: …`
    Evaluation,
    /// `Could not parse for environment …: …`; the caller fills in the environment.
    Parse,
    /// Displayed unchanged.
    Verbatim,
    /// About data of `lookup`; displayed unchanged, and without the node name.
    Data,
}

impl Failure {
    /// A failure without a location.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { kind, message, location: None, focus: None, labels: Vec::new(), hints: Vec::new(), is_count: false }
    }

    /// The best known location of the cause.
    pub fn primary_location(&self) -> Option<&Location> {
        self.focus.as_ref().or(self.location.as_ref())
    }

    /// Replaces the message by one that is displayed unchanged; keeps location, labels and hints.
    #[must_use]
    pub fn with_message(self, message: String) -> Failure {
        Failure { kind: FailureKind::Verbatim, message, focus: self.focus.or(self.location), location: None, ..self }
    }
}

impl Interrupt {
    /// A failure that has no location yet.
    pub fn unplaced(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Unplaced, message).into()
    }

    /// A failure that is displayed unchanged: its message already names any location.
    pub fn verbatim(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Verbatim, message).into()
    }

    /// A failure about Hiera data.
    pub fn data(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Data, message).into()
    }

    /// A failure at a location.
    pub fn at(location: Location, message: impl Into<String>) -> Interrupt {
        Failure { location: Some(location), ..Failure::new(FailureKind::Evaluation, message) }.into()
    }

    /// A failure to parse a text.
    pub fn unreadable(source: &Arc<Source>, problem: &Diagnostic) -> Interrupt {
        let at = |span: Span| Location { source: source.clone(), span };
        let labels = problem.labels.iter().map(|label| (at(label.span), label.text.clone()));
        // Puppet does not report the location of an invalid regular expression.
        let names_place = problem.code != crate::regexps::CODE;
        Failure {
            location: names_place.then(|| at(problem.span)),
            focus: Some(at(problem.span)),
            labels: labels.collect(),
            hints: problem.hints.clone(),
            ..Failure::new(FailureKind::Parse, problem.message.clone())
        }
        .into()
    }

    /// Turns a jump that nothing catches into a failure.
    #[must_use]
    pub fn misplaced(self) -> Interrupt {
        Interrupt::Failure(self.into_failure())
    }

    /// The failure; a jump that nothing catches is one, too.
    #[must_use]
    pub fn into_failure(self) -> Box<Failure> {
        let (name, jump) = match self {
            Interrupt::Failure(failure) => return failure,
            Interrupt::Next(jump) => ("next", jump),
            Interrupt::Break(jump) => ("break", jump),
            Interrupt::Return(jump) => ("return", jump),
        };
        let (file, line) = (jump.location.file().unwrap_or("unknown"), jump.location.line());
        let message = format!("{name}() from context where this is illegal (file: {file}, line: {line})");
        Box::new(Failure { focus: Some(jump.location), ..Failure::new(FailureKind::Verbatim, message) })
    }

    /// Adds a hint to a failure.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Interrupt {
        if let Interrupt::Failure(failure) = &mut self {
            failure.hints.push(hint.into());
        }
        self
    }

    /// Adds a hint with the most similar known name, if any is close.
    #[must_use]
    pub fn did_you_mean<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Interrupt {
        match diagnostics::similar_name(name, known.into_iter().filter(|known| *known != name)) {
            Some(similar) => self.hint(format!("did you mean '{similar}'?")),
            None => self,
        }
    }

    /// Sets the location of the cause, unless it is set already.
    #[must_use]
    pub fn focus(mut self, location: impl Into<Option<Location>>) -> Interrupt {
        if let Interrupt::Failure(failure) = &mut self
            && failure.focus.is_none()
        {
            failure.focus = location.into();
        }
        self
    }

    /// Adds a further location that explains a failure.
    #[must_use]
    pub fn label(mut self, location: impl Into<Option<Location>>, text: impl Into<String>) -> Interrupt {
        if let (Interrupt::Failure(failure), Some(location)) = (&mut self, location.into()) {
            failure.labels.push((location, text.into()));
        }
        self
    }
}

impl From<MatchError> for Interrupt {
    fn from(error: MatchError) -> Interrupt {
        Interrupt::unplaced(error.to_string())
    }
}

impl From<Failure> for Interrupt {
    fn from(failure: Failure) -> Interrupt {
        Interrupt::Failure(Box::new(failure))
    }
}

/// Writes the failure as Puppet does, without the name of the node.
impl fmt::Display for Failure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kind == FailureKind::Evaluation {
            formatter.write_str("Evaluation Error: ")?;
        }
        formatter.write_str(&self.message)?;
        match &self.location {
            Some(location) => write!(formatter, " {location}"),
            None => Ok(()),
        }
    }
}

impl From<Problem> for Interrupt {
    fn from(problem: Problem) -> Interrupt {
        Failure::from(problem).into()
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        let kind = if problem.location.is_some() { FailureKind::Evaluation } else { FailureKind::Unplaced };
        Failure {
            location: problem.location.map(|location| *location),
            labels: problem.labels,
            hints: problem.hints,
            ..Failure::new(kind, problem.message)
        }
    }
}
