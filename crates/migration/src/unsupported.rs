//! The parts of a Ruby type that cannot be carried over, and why.

use diagnostics::{Position, Span};
use ecow::{EcoString, eco_format};
use ruby_metadata::outline::{Remark, RemarkKind};

/// A part of a Ruby type that is not carried over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// The attribute that it belongs to; `None` for the type itself.
    pub attribute: Option<EcoString>,
    /// The Ruby word for it: `munge`, `defaultto`.
    pub what: EcoString,
    /// Why it is not carried over.
    pub reason: EcoString,
    /// Its span in the Ruby text.
    pub span: Span,
    /// Its line and column.
    pub position: Position,
}

impl Unsupported {
    pub(crate) fn new(what: &str, reason: impl Into<EcoString>, span: Span) -> Unsupported {
        let position = Position { line: 1, column: 1 };
        Unsupported { attribute: None, what: what.into(), reason: reason.into(), span, position }
    }

    pub(crate) fn of(mut self, attribute: &EcoString) -> Unsupported {
        self.attribute = Some(attribute.clone());
        self
    }

    /// Returns what it is, and of which attribute: `munge of 'size'`.
    pub fn subject(&self) -> EcoString {
        match &self.attribute {
            Some(attribute) => eco_format!("{} of '{attribute}'", self.what),
            None => self.what.clone(),
        }
    }
}

/// Sorts the parts by position, and sets their lines and columns in one pass.
pub(crate) fn locate(unsupported: &mut [Unsupported], text: &str) {
    unsupported.sort_by_key(|part| part.span.start);
    let mut letters = text.char_indices().peekable();
    let mut position = Position { line: 1, column: 1 };
    for part in unsupported {
        while let Some((_, letter)) = letters.next_if(|(at, _)| *at < part.span.start as usize) {
            position = match letter {
                '\n' => Position { line: position.line + 1, column: 1 },
                _ => Position { column: position.column + 1, ..position },
            };
        }
        part.position = position;
    }
}

impl From<&Remark> for Unsupported {
    fn from(remark: &Remark) -> Unsupported {
        let (what, reason): (&str, EcoString) = match &remark.kind {
            RemarkKind::Conversion(word) if word == "unmunge" => {
                ("unmunge", "code computes the values that are shown; use 'get'".into())
            }
            RemarkKind::Conversion(word) => (word, "code converts the values; use 'set'".into()),
            RemarkKind::Validation => ("validate", "code refuses values; use 'validate' or 'invariant'".into()),
            RemarkKind::Default => ("default", "it is computed, and a default is a literal".into()),
            RemarkKind::DefaultWhenManaged => {
                ("default", "it is 'present' only if another property is set, but a default always applies".into())
            }
            RemarkKind::Values => ("newvalues", "some values are computed".into()),
            RemarkKind::Description => ("desc", "the text is computed".into()),
            RemarkKind::Setter(value) => {
                ("newvalue", eco_format!("the code that sets '{value}' belongs in the provider"))
            }
            RemarkKind::Method(name) => ("method", eco_format!("'{name}' is code, which belongs in the provider")),
            RemarkKind::Option(name) if name.is_empty() => ("option", "its options are computed".into()),
            RemarkKind::Option(name) => ("option", eco_format!("'{name}' has no meaning in a type of the language")),
            RemarkKind::Parent(class) => ("parent", eco_format!("what '{class}' does with values is code")),
            RemarkKind::Condition => {
                ("condition", "its contents are carried over as if the condition were true".into())
            }
            RemarkKind::Code => ("code", "it runs when Ruby loads the type".into()),
            RemarkKind::Call(name) => ("call", eco_format!("'{name}' has no meaning in a type of the language")),
            RemarkKind::Feature(name) => ("feature", eco_format!("'{name}' selects a provider, and there is only one")),
            RemarkKind::Provider(name) => ("provider", eco_format!("the provider '{name}' is code")),
            RemarkKind::Relation(word, target) => {
                (word, eco_format!("the titles of '{target}' are computed, or decided by a condition"))
            }
            RemarkKind::TitlePatterns => ("title_patterns", "a type of the language does not parse titles".into()),
            RemarkKind::Repeats => ("isomorphic", "resources of the language cannot share their namevars".into()),
            RemarkKind::Mixin(module) => ("mixin", eco_format!("the methods of '{module}' are code")),
            RemarkKind::MayAdd => ("attributes", "it may add attributes that only Ruby can evaluate".into()),
            RemarkKind::Replaced(word) => (word, "a later one replaces it".into()),
            RemarkKind::Unknown(key) => ("key", eco_format!("'{key}' is not supported, or its value is computed")),
        };
        Unsupported::new(what, reason, remark.span)
    }
}
