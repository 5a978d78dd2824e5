//! Why an evaluation ends before its last expression: a failure, or a jump.
//!
//! A function fails with a plain message ([`Interrupt::plain`]); the nearest expression around it puts its own name and
//! place in front (`Error while evaluating a Function Call, … (line: 1, column: 8)`). What already knows its place
//! passes through as it is.

use std::{fmt, sync::Arc};

use diagnostics::{Diagnostic, Source, Span};
use pcore::{Value, regexp::MatchError};
use syntax::ast::Expression;

/// What evaluating gives: a value, or the reason why there is none.
pub type Outcome<T = Value> = Result<T, Interrupt>;

/// Why evaluation does not go on with the next expression.
#[derive(Clone, Debug)]
pub enum Interrupt {
    /// Something is wrong.
    Failure(Box<Failure>),
    /// `next(value)`: ends this turn of a lambda or function.
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
    pub spot: Spot,
}

/// What went wrong.
#[derive(Clone, Debug, thiserror::Error)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What is wrong, without the place.
    pub message: String,
    /// Where, as the message names it.
    pub spot: Option<Spot>,
    /// What is to blame, where that is less than what the message names, or where the message names nothing.
    pub focus: Option<Spot>,
    /// Other places that explain it, each with a few words.
    pub labels: Vec<(Spot, String)>,
    /// What to do about it, shown below the message.
    pub hints: Vec<String>,
}

/// The kinds of failures, which decide about the words before the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// Has no place yet: the expression around it adds one.
    Plain,
    /// `Evaluation Error: …`
    Evaluation,
    /// `Could not parse for environment …: …`; the environment is put in by whoever shows it.
    Parse,
    /// Shown as it is.
    Bare,
    /// About data that `lookup` looks for; shown as it is, and without the name of the machine.
    Data,
}

/// A place in a text.
#[derive(Clone, Debug)]
pub struct Spot {
    /// The text; without a name it is the command line's.
    pub source: Arc<Source>,
    /// The place in it; messages name its start.
    pub span: Span,
}

impl Spot {
    /// The place of an expression, as messages name it.
    pub fn of(source: &Arc<Source>, expression: &Expression) -> Spot {
        let end = expression.span.end.max(expression.anchor);
        Spot { source: source.clone(), span: Span { start: expression.anchor, end } }
    }

    /// All that an expression is written as.
    pub fn all_of(source: &Arc<Source>, expression: &Expression) -> Spot {
        Spot { source: source.clone(), span: expression.span }
    }

    /// The line, from 1.
    pub fn line(&self) -> usize {
        self.source.position(self.span.start).line
    }

    /// The file, if the text is from one.
    pub fn file(&self) -> Option<&str> {
        Some(self.source.name.as_str()).filter(|name| !name.is_empty())
    }

    /// The place without the column, as in `(file: site.pp, line: 1)`.
    pub fn without_column(&self) -> String {
        match self.file() {
            Some(file) => format!("(file: {file}, line: {})", self.line()),
            None => format!("(line: {})", self.line()),
        }
    }
}

/// Writes `(file: site.pp, line: 1, column: 8)`.
impl fmt::Display for Spot {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.source.position(self.span.start);
        formatter.write_str("(")?;
        if let Some(file) = self.file() {
            write!(formatter, "file: {file}, ")?;
        }
        write!(formatter, "line: {}, column: {})", position.line, position.column)
    }
}

impl Failure {
    /// A failure without a place.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure { kind, message, spot: None, focus: None, labels: Vec::new(), hints: Vec::new() }
    }

    /// The place to look at.
    pub fn place(&self) -> Option<&Spot> {
        self.focus.as_ref().or(self.spot.as_ref())
    }

    /// The same with a message that stands for itself; the place to look at, and what was said besides, stay.
    #[must_use]
    pub fn reworded(self, message: String) -> Failure {
        Failure { kind: FailureKind::Bare, message, focus: self.focus.or(self.spot), spot: None, ..self }
    }
}

impl Interrupt {
    /// A failure that has no place yet.
    pub fn plain(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Plain, message).into()
    }

    /// A failure that is shown as it is: its message names the place, where it has one.
    pub fn bare(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Bare, message).into()
    }

    /// A failure about data that is looked up.
    pub fn data(message: impl Into<String>) -> Interrupt {
        Failure::new(FailureKind::Data, message).into()
    }

    /// A failure at a place.
    pub fn at(spot: Spot, message: impl Into<String>) -> Interrupt {
        Failure { spot: Some(spot), ..Failure::new(FailureKind::Evaluation, message) }.into()
    }

    /// A failure of reading a text.
    pub fn unreadable(source: &Arc<Source>, problem: &Diagnostic) -> Interrupt {
        let at = |span: Span| Spot { source: source.clone(), span };
        let labels = problem.labels.iter().map(|label| (at(label.span), label.text.clone()));
        // Puppet does not say where a regular expression is that cannot be read.
        let names_place = problem.code != crate::regexps::CODE;
        Failure {
            spot: names_place.then(|| at(problem.span)),
            focus: Some(at(problem.span)),
            labels: labels.collect(),
            hints: problem.hints.clone(),
            ..Failure::new(FailureKind::Parse, problem.message.clone())
        }
        .into()
    }

    /// The failure that a jump becomes where nothing takes it; a failure stays what it is.
    #[must_use]
    pub fn misplaced(self) -> Interrupt {
        let (name, jump) = match self {
            Interrupt::Failure(_) => return self,
            Interrupt::Next(jump) => ("next", jump),
            Interrupt::Break(jump) => ("break", jump),
            Interrupt::Return(jump) => ("return", jump),
        };
        let (file, line) = (jump.spot.file().unwrap_or("unknown"), jump.spot.line());
        let message = format!("{name}() from context where this is illegal (file: {file}, line: {line})");
        Failure { focus: Some(jump.spot), ..Failure::new(FailureKind::Bare, message) }.into()
    }

    /// Adds an advice to a failure.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Interrupt {
        if let Interrupt::Failure(failure) = &mut self {
            failure.hints.push(hint.into());
        }
        self
    }

    /// Adds the name that was probably meant, if one of those that are known is near.
    #[must_use]
    pub fn did_you_mean<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Interrupt {
        match pcore::similar_name(name, known.into_iter().filter(|known| *known != name)) {
            Some(similar) => self.hint(format!("did you mean '{similar}'?")),
            None => self,
        }
    }

    /// Says what is to blame, unless that is known better already.
    #[must_use]
    pub fn focus(mut self, spot: impl Into<Option<Spot>>) -> Interrupt {
        if let Interrupt::Failure(failure) = &mut self
            && failure.focus.is_none()
        {
            failure.focus = spot.into();
        }
        self
    }

    /// Adds a second place that explains a failure.
    #[must_use]
    pub fn label(mut self, spot: impl Into<Option<Spot>>, text: impl Into<String>) -> Interrupt {
        if let (Interrupt::Failure(failure), Some(spot)) = (&mut self, spot.into()) {
            failure.labels.push((spot, text.into()));
        }
        self
    }
}

impl From<MatchError> for Interrupt {
    fn from(error: MatchError) -> Interrupt {
        Interrupt::plain(error.to_string())
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
        match &self.spot {
            Some(spot) => write!(formatter, " {spot}"),
            None => Ok(()),
        }
    }
}
