//! Converts the refusals of a `validate` block to logic of the language.

use ecow::EcoString;
use pcore::Value;
use ruby_metadata::outline::{Condition, Piece, Refusal, Subject};

use crate::literal::{interpolated, pattern_parameter, quoted, slashed};

/// The maximum length of a block on one line.
const MAX_WIDTH: usize = 90;

/// Returns a block that evaluates to the message of a refusal, or to nothing; `None` if the language cannot express it.
/// `indent` is the indentation of the block.
pub(crate) fn block(refusals: &[Refusal], indent: usize) -> Option<String> {
    let mut branches: Vec<(String, String)> = Vec::new();
    for refusal in refusals {
        let message = message(&refusal.message);
        match &refusal.condition {
            Some(condition) => branches.push((expression(condition, Level::Whole)?, message)),
            // Only the first could be reached without a condition.
            None if refusals.len() == 1 => return Some(format!("{{ {message} }}")),
            None => return None,
        }
    }
    if let [(condition, message)] = branches.as_slice() {
        let line = format!("{{ if {condition} {{ {message} }} }}");
        if line.len() <= MAX_WIDTH {
            return Some(line);
        }
    }
    let margin = " ".repeat(indent);
    let branches: Vec<String> = branches
        .into_iter()
        .map(|(condition, message)| format!("if {condition} {{\n{margin}    {message}\n{margin}  }}"))
        .collect();
    (!branches.is_empty()).then(|| format!("{{\n{margin}  {}\n{margin}}}", branches.join(" els")))
}

/// The attributes that refusals refer to.
pub(crate) fn attributes(refusals: &[Refusal]) -> Vec<Mention<'_>> {
    let mut found = Vec::new();
    for refusal in refusals {
        if let Some(condition) = &refusal.condition {
            collect(condition, &mut found);
        }
        found.extend(refusal.message.iter().filter_map(|piece| match piece {
            Piece::Subject(Subject::Attribute(name)) => Some(Mention { name, asks_whether_given: false }),
            Piece::Subject(Subject::Value) | Piece::Text(_) => None,
        }));
    }
    found
}

/// An attribute that a condition refers to.
pub(crate) struct Mention<'c> {
    pub(crate) name: &'c EcoString,
    /// Whether it tests for truth, which may differ between Ruby and the language.
    pub(crate) asks_whether_given: bool,
}

fn collect<'c>(condition: &'c Condition, found: &mut Vec<Mention<'c>>) {
    let (subject, asks_whether_given) = match condition {
        Condition::Given(subject) | Condition::Missing(subject) => (subject, true),
        Condition::Matches { subject, .. }
        | Condition::IsA(subject, _)
        | Condition::OneOf(subject, _)
        | Condition::Empty(subject)
        | Condition::Length(subject, ..) => (subject, false),
        Condition::Not(inner) => return collect(inner, found),
        Condition::All(parts) | Condition::Any(parts) => {
            return parts.iter().for_each(|part| collect(part, found));
        }
    };
    if let Subject::Attribute(name) = subject {
        found.push(Mention { name, asks_whether_given });
    }
}

fn message(pieces: &[Piece]) -> String {
    let is_plain = pieces.iter().all(|piece| matches!(piece, Piece::Text(_)));
    let parts = pieces.iter().map(|piece| match piece {
        Piece::Text(text) if is_plain => text.to_string(),
        Piece::Text(text) => interpolated(text),
        Piece::Subject(subject) => format!("${{{}}}", name(subject)),
    });
    let joined: String = parts.collect();
    // An empty message refuses a value, too: with a default message, as in Ruby.
    if is_plain { quoted(joined.trim()) } else { format!("\"{}\"", joined.trim()) }
}

fn name(subject: &Subject) -> &str {
    match subject {
        Subject::Value => "it",
        Subject::Attribute(name) => name,
    }
}

/// The position of a condition.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// It is the whole expression.
    Whole,
    /// It is a part of another one.
    Part,
}

fn expression(condition: &Condition, level: Level) -> Option<String> {
    let written = match condition {
        Condition::Given(subject) => return Some(format!("${}", name(subject))),
        Condition::Missing(subject) => format!("${} == undef", name(subject)),
        Condition::Matches { subject, pattern: Value::Regexp(pattern), as_text } => match (as_text, slashed(pattern)) {
            (true, Some(pattern)) => format!("\"${{{}}}\" =~ {pattern}", name(subject)),
            (true, None) => format!("\"${{{}}}\" =~ Pattern[{}]", name(subject), pattern_parameter(pattern)),
            // A value that is not a string does not match; without `Pattern` the operator would fail.
            (false, _) => format!("${} =~ Pattern[{}]", name(subject), pattern_parameter(pattern)),
        },
        Condition::Matches { .. } => return None,
        Condition::IsA(subject, classes) => format!("${} =~ {}", name(subject), type_of(classes)?),
        Condition::OneOf(subject, values) => return one_of(subject, values, level),
        Condition::Empty(subject) => return Some(format!("empty(${})", name(subject))),
        Condition::Length(subject, comparison, number) => {
            format!("length(${}) {} {number}", name(subject), comparison.symbol())
        }
        Condition::Not(inner) => return negated(inner),
        Condition::All(parts) => joined(parts, " and ")?,
        Condition::Any(parts) => joined(parts, " or ")?,
    };
    Some(if level == Level::Part { format!("({written})") } else { written })
}

fn negated(inner: &Condition) -> Option<String> {
    Some(match inner {
        // A double negation.
        Condition::Not(inner) => expression(inner, Level::Part)?,
        Condition::Given(subject) => format!("!${}", name(subject)),
        other => format!("!({})", expression(other, Level::Whole)?),
    })
}

fn joined(parts: &[Condition], word: &str) -> Option<String> {
    Some(parts.iter().map(|part| expression(part, Level::Part)).collect::<Option<Vec<_>>>()?.join(word))
}

/// The type whose values are instances of one of Ruby's classes.
fn type_of(classes: &[EcoString]) -> Option<String> {
    let mut types = Vec::new();
    for class in classes {
        types.push(match class.as_str() {
            "String" => "String",
            "Integer" | "Fixnum" | "Bignum" => "Integer",
            "Float" => "Float",
            "Numeric" => "Numeric",
            "Array" => "Array",
            "Hash" => "Hash",
            "TrueClass" => "Boolean[true]",
            "FalseClass" => "Boolean[false]",
            // Manifests have no symbols.
            "Symbol" if classes.len() > 1 => continue,
            _ => return None,
        });
    }
    match types.as_slice() {
        [] => None,
        [only] => Some((*only).to_owned()),
        several => Some(format!("Variant[{}]", several.join(", "))),
    }
}

fn one_of(subject: &Subject, values: &[Value], level: Level) -> Option<String> {
    let mut words: Vec<String> = Vec::new();
    let mut parts: Vec<String> = Vec::new();
    for value in values {
        match value {
            Value::String(text) => words.push(quoted(text)),
            // Puppet converts the values of attributes to symbols; input values are never symbols.
            Value::Symbol(text) if matches!(subject, Subject::Attribute(_)) => words.push(quoted(text)),
            Value::Symbol(_) => {}
            Value::Boolean(value) => parts.push(format!("${} == {value}", name(subject))),
            Value::Integer(number) => parts.push(format!("${} == {number}", name(subject))),
            _ => return None,
        }
    }
    if !words.is_empty() {
        parts.insert(0, format!("${} =~ Enum[{}]", name(subject), words.join(", ")));
    }
    match parts.as_slice() {
        [] => Some("false".into()),
        [only] if level == Level::Whole => Some(only.clone()),
        several => Some(format!("({})", several.join(" or "))),
    }
}
