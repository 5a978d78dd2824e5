//! What could not be carried over, and why.

use diagnostics::{Position, Span};
use ecow::{EcoString, eco_format};
use ruby_metadata::outline::{Remark, RemarkKind};

/// Something of a Ruby type that the result does not say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The attribute that it belongs to; nothing if it is the type itself.
    pub attribute: Option<EcoString>,
    /// What it is, by its word in Ruby: `munge`, `defaultto`.
    pub what: EcoString,
    /// Why it is not carried over.
    pub reason: EcoString,
    /// Where it stands in the Ruby text.
    pub span: Span,
    /// The line and column of it.
    pub place: Position,
}

impl Finding {
    pub(crate) fn new(what: &str, reason: impl Into<EcoString>, span: Span) -> Finding {
        let place = Position { line: 1, column: 1 };
        Finding { attribute: None, what: what.into(), reason: reason.into(), span, place }
    }

    /// A type that is defined twice, as conditions may choose.
    pub(crate) fn again(span: Span) -> Finding {
        Finding::new(
            "definition",
            "the type is defined here again, and only the first definition is carried over",
            span,
        )
    }

    pub(crate) fn of(mut self, attribute: &EcoString) -> Finding {
        self.attribute = Some(attribute.clone());
        self
    }

    /// What it is, and of what: `munge of 'size'`.
    pub fn subject(&self) -> EcoString {
        match &self.attribute {
            Some(attribute) => eco_format!("{} of '{attribute}'", self.what),
            None => self.what.clone(),
        }
    }
}

/// Puts findings in the order of the text, and finds their lines and columns, in one pass.
pub(crate) fn locate(findings: &mut [Finding], text: &str) {
    findings.sort_by_key(|finding| finding.span.start);
    let mut letters = text.char_indices().peekable();
    let mut place = Position { line: 1, column: 1 };
    for finding in findings {
        while let Some((_, letter)) = letters.next_if(|(at, _)| *at < finding.span.start as usize) {
            place = match letter {
                '\n' => Position { line: place.line + 1, column: 1 },
                _ => Position { column: place.column + 1, ..place },
            };
        }
        finding.place = place;
    }
}

impl From<&Remark> for Finding {
    fn from(remark: &Remark) -> Finding {
        let (what, reason): (&str, EcoString) = match &remark.kind {
            RemarkKind::Conversion(word) if word == "unmunge" => {
                ("unmunge", "code makes the values that are shown; 'get' could".into())
            }
            RemarkKind::Conversion(word) => (word, "code makes the values that are kept; 'set' could".into()),
            RemarkKind::Validation => ("validate", "code refuses values; 'validate' or 'invariant' could".into()),
            RemarkKind::Default => ("default", "it is computed, and a default is a literal".into()),
            RemarkKind::DefaultWhenManaged => (
                "default",
                "it is 'present' only where another property is given, and a default is always there".into(),
            ),
            RemarkKind::Values => ("newvalues", "the text does not tell all values".into()),
            RemarkKind::Description => ("desc", "the text is computed".into()),
            RemarkKind::Setter(value) => ("newvalue", eco_format!("what is done to set '{value}' is for the provider")),
            RemarkKind::Method(name) => ("method", eco_format!("'{name}' is code, which is for the provider")),
            RemarkKind::Option(name) if name.is_empty() => ("option", "options that the text does not tell".into()),
            RemarkKind::Option(name) => ("option", eco_format!("'{name}' means nothing to a type of the language")),
            RemarkKind::Parent(class) => ("parent", eco_format!("what '{class}' does with values is code")),
            RemarkKind::Condition => ("condition", "what stands in it is carried over as if it held".into()),
            RemarkKind::Code => ("code", "it runs when Ruby loads the type".into()),
            RemarkKind::Call(name) => ("call", eco_format!("'{name}' means nothing to a type of the language")),
            RemarkKind::Feature(name) => ("feature", eco_format!("'{name}' tells providers apart; there is one here")),
            RemarkKind::Provider(name) => ("provider", eco_format!("the provider '{name}' is code")),
            RemarkKind::Relation(word, target) => {
                (word, eco_format!("the titles of '{target}' are computed, or decided by a condition"))
            }
            RemarkKind::TitlePatterns => ("title_patterns", "a type of the language does not take titles apart".into()),
            RemarkKind::Repeats => ("isomorphic", "two resources of the language do not share their namevars".into()),
            RemarkKind::Mixin(module) => ("mixin", eco_format!("the methods of '{module}' are code")),
            RemarkKind::MayAdd => ("attributes", "it may add attributes that only Ruby can tell".into()),
            RemarkKind::Replaced(word) => (word, "a later one replaces it".into()),
            RemarkKind::Unknown(key) => {
                ("key", eco_format!("'{key}' is none of the language, or the text does not tell its value"))
            }
        };
        Finding::new(what, reason, remark.span)
    }
}
