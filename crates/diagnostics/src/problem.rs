//! An error about text that a person wrote, for phases that see more than one text.

use crate::{Location, similar_name};

/// What is wrong, where, and what to do about it.
///
/// A [`Diagnostic`](crate::Diagnostic) is about a text that its caller knows. A problem carries the text that it is
/// about. A problem without a location is about the expression that is being evaluated.
///
/// ```
/// use diagnostics::Problem;
///
/// let problem = Problem::new("unknown feature 'agee'").did_you_mean("agee", ["age", "name"]);
/// assert_eq!(problem.hints, ["did you mean 'age'?"]);
/// ```
#[derive(Clone, Debug)]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub location: Option<Box<Location>>,
    /// Other locations that explain it, each with a few words.
    pub labels: Vec<(Location, String)>,
    /// What to do about it.
    pub hints: Vec<String>,
}

impl Problem {
    /// Returns a problem without a location.
    pub fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), location: None, labels: Vec::new(), hints: Vec::new() }
    }

    /// Returns a problem at a location.
    pub fn at(location: Location, message: impl Into<String>) -> Problem {
        Problem { location: Some(Box::new(location)), ..Problem::new(message) }
    }

    /// Adds a second location that explains the first.
    #[must_use]
    pub fn label(mut self, location: Location, text: impl Into<String>) -> Problem {
        self.labels.push((location, text.into()));
        self
    }

    /// Adds a hint: what to do about it.
    #[must_use]
    pub fn hint(mut self, text: impl Into<String>) -> Problem {
        self.hints.push(text.into());
        self
    }

    /// Adds a hint that names what was probably meant, if one of the known names is similar.
    #[must_use]
    pub fn did_you_mean<'n>(self, name: &str, known: impl IntoIterator<Item = &'n str>) -> Problem {
        match similar_name(name, known) {
            Some(similar) => self.hint(format!("did you mean '{similar}'?")),
            None => self,
        }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}
