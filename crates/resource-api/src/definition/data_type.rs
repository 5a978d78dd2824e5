//! Parses the type of an attribute, with the error messages of Puppet.

use diagnostics::{Diagnostic, Source};
use pcore::{Type, TypeNames, parse_type_with, types::EnumType};

use super::DefinitionError;

/// Parses the type of an attribute. An unknown capitalized name becomes an unresolved reference.
pub(super) fn read(attribute: &str, text: &str, names: &dyn TypeNames) -> Result<Type, DefinitionError> {
    parse_type_with(text, names).map_err(|diagnostic| {
        let problem = Problem::of(text, &diagnostic);
        let verdict = match problem.kind {
            ProblemKind::Syntax => "could not be parsed",
            ProblemKind::Meaning => "is not recognised",
        };
        let message = format!("The type of the `{attribute}` attribute `{text}` {verdict}: {}", problem.message);
        problem.hints.into_iter().fold(DefinitionError::developer(message), DefinitionError::hint)
    })
}

/// Why a text is not a type, in the words of Puppet's type parser, which differ from those of its evaluator.
struct Problem {
    kind: ProblemKind,
    message: String,
    hints: Vec<String>,
}

enum ProblemKind {
    /// The text cannot be parsed.
    Syntax,
    /// The text can be parsed, but is not a type.
    Meaning,
}

impl Problem {
    fn of(text: &str, diagnostic: &Diagnostic) -> Problem {
        let (reason, expected) = match diagnostic.message.split_once(", expected ") {
            Some((reason, expected)) => (reason, Some(format!("expected {expected}"))),
            None => (diagnostic.message.as_str(), None),
        };
        let hints = || expected.iter().chain(&diagnostic.hints).cloned().collect::<Vec<_>>();
        let meaning = |message: String, hints| Problem { kind: ProblemKind::Meaning, message, hints };
        if is_blank(text) || (expected.as_deref() == Some("expected the end") && continues(text, diagnostic)) {
            return meaning(no_type(text), hints());
        }
        if is_syntax_error(reason) {
            return Problem {
                kind: ProblemKind::Syntax,
                message: syntax_error(text, reason, diagnostic),
                hints: hints(),
            };
        }
        match parameters(text, diagnostic) {
            // The evaluator's message is more informative.
            Some(message) if message != diagnostic.message => meaning(message, vec![diagnostic.message.clone()]),
            _ => meaning(diagnostic.message.clone(), hints()),
        }
    }
}

fn no_type(text: &str) -> String {
    let shown = if is_blank(text) { "" } else { text.trim() };
    format!("The expression <{shown}> is not a valid type specification.")
}

/// Whether there is only whitespace and comments.
fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Whether a second expression follows the first one.
fn continues(text: &str, diagnostic: &Diagnostic) -> bool {
    diagnostic.span.of(text).starts_with(|first: char| first.is_alphanumeric() || first == '[')
}

/// Whether the text could not be parsed at all.
fn is_syntax_error(reason: &str) -> bool {
    ["Syntax error", "Unclosed quote", "Illegal fully", "Illegal number", "bad Unicode escape", "nested more than"]
        .iter()
        .any(|start| reason.starts_with(start))
}

/// Describes a syntax error. The location is omitted if it is the end of the text.
fn syntax_error(text: &str, reason: &str, diagnostic: &Diagnostic) -> String {
    if reason.ends_with("end of input") {
        return reason.to_owned();
    }
    let start = diagnostic.span.start as usize;
    let between = |before: &str, after: &str| reason.strip_prefix(before)?.strip_suffix(after);
    let (message, at) = if let Some(token) = between("Syntax error at '", "'") {
        let before = diagnostic.span.of(text).strip_suffix(token).map_or(0, str::len);
        (reason.to_owned(), start + before)
    } else if let Some(colons) = between("Illegal fully qualified name '", "'").and_then(illegal_part) {
        ("Illegal class reference".to_owned(), start + colons)
    } else if let Some(number) = between("Illegal number: '", "' is not a valid hexadecimal number") {
        (format!("Not a valid hex number {number}"), start)
    } else if let Some(number) = between("Illegal number: '", "' is not a valid octal number") {
        (format!("Not a valid octal number {number}"), start)
    } else if let Some(number) = between("Illegal number: '", "' is not a valid decimal number") {
        (format!("Illegal number '{number}'"), start)
    } else {
        (reason.to_owned(), start)
    };
    let position = Source::new("", text).position(u32::try_from(at).unwrap_or(u32::MAX));
    format!("{message} (line: {}, column: {})", position.line, position.column)
}

/// Returns the location of the part of a capitalized name that is not capitalized. Puppet points to the preceding
/// colon.
fn illegal_part(name: &str) -> Option<usize> {
    let is_capitalised = |part: &str| part.starts_with(|first: char| first.is_ascii_uppercase());
    let mut parts = name.split("::");
    let mut end = parts.next().filter(|first| is_capitalised(first))?.len();
    for part in parts {
        if !is_capitalised(part) {
            return Some(end + 1);
        }
        end += 2 + part.len();
    }
    None
}

/// Describes invalid parameters of a type.
fn parameters(text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let message = diagnostic.message.as_str();
    let name = diagnostic.span.of(text).split('[').next().unwrap_or_default();
    if let Some((accepted, found)) = message.split_once("[] accepts ").and_then(|(_, rest)| rest.split_once(". Got ")) {
        let accepted = accepted.trim_end_matches('s').trim_end_matches(" argument");
        let accepted = match name {
            "Integer" | "Float" => accepted.replace(" to ", " or "),
            "Sensitive" => "0 to 1".to_owned(),
            _ => accepted.to_owned(),
        };
        return Some(format!(
            "Invalid number of type parameters specified: {name} requires {accepted}, {found} provided"
        ));
    }
    if let Some(found) = message.strip_prefix("String supports [] with one or two arguments. Got ") {
        return Some(format!("Invalid number of type parameters specified: String requires 1 to 2, {found} provided"));
    }
    if message.starts_with("Operator '[]' is not applicable") {
        return Some(format!("Not a parameterized type <{name}>"));
    }
    if message.starts_with("Error creating type specialization") && name == "Enum" {
        return Some("Enum parameters must be identifiers or strings".to_owned());
    }
    if message.starts_with("Error creating type specialization") && name == "Boolean" {
        return Some("Boolean parameter must be true or false".to_owned());
    }
    let unusable = [
        "Error creating type specialization",
        "arguments must be types",
        "requires all arguments to be",
        "size constraint arguments must be",
        "variables cannot be used here",
        "is not a valid type specification",
    ];
    unusable.iter().any(|part| message.contains(part)).then(|| no_type(text))
}

/// Whether a type is allowed for `ensure`: present and absent, and optionally `undef`.
pub(super) fn is_ensure(data_type: &Type) -> bool {
    match unaliased(data_type) {
        Type::Optional(Some(contained)) => is_both(contained) || is_both_or_undef(contained),
        other => is_both(other) || is_both_or_undef(other),
    }
}

fn is_both(data_type: &Type) -> bool {
    matches!(unaliased(data_type), Type::Enum(both) if is_present_and_absent(both))
}

fn is_both_or_undef(data_type: &Type) -> bool {
    let Type::Variant(parts) = unaliased(data_type) else { return false };
    let exact = |part: &Type| matches!(part, Type::Enum(both) if !both.case_insensitive && is_present_and_absent(both));
    parts.contains(&Type::Undef)
        && parts.iter().any(exact)
        && parts.iter().all(|part| *part == Type::Undef || exact(part))
}

fn is_present_and_absent(values: &EnumType) -> bool {
    values.values == ["absent", "present"]
}

fn unaliased(data_type: &Type) -> &Type {
    match data_type {
        Type::Alias(alias) => alias.resolved().map_or(data_type, unaliased),
        other => other,
    }
}
