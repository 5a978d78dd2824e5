//! Parses the type of an attribute, with the error messages of Puppet.

use diagnostics::{Source, Span};
use pcore::{
    Radix, Type, TypeNames, TypeParseError, TypeParseErrorKind, parse_type_or_reason,
    types::{EnumType, ParameterErrorKind},
};

use super::DefinitionError;

/// Parses the type of an attribute. An unknown capitalized name becomes an unresolved reference.
pub(super) fn read(attribute: &str, text: &str, names: &dyn TypeNames) -> Result<Type, DefinitionError> {
    parse_type_or_reason(text, names).map_err(|error| {
        let (verdict, message, hints) = problem(text, &error);
        let message = format!("The type of the `{attribute}` attribute `{text}` {verdict}: {message}");
        hints.into_iter().fold(DefinitionError::developer(message), DefinitionError::hint)
    })
}

/// The verdict about a text that is not a type, or that cannot even be parsed.
const NO_TYPE: &str = "is not recognised";
const NO_SYNTAX: &str = "could not be parsed";

/// Why a text is not a type, in the words of Puppet's type parser, which differ from those of its evaluator. Returns the
/// verdict, the message and the hints.
fn problem(text: &str, error: &TypeParseError) -> (&'static str, String, Vec<String>) {
    let TypeParseError { diagnostic, kind } = error;
    let expected = match &**kind {
        TypeParseErrorKind::Token { expected, .. } => expected.as_deref(),
        _ => None,
    };
    let hints = expected.iter().map(|expected| format!("expected {expected}")).chain(diagnostic.hints.clone());
    let hints: Vec<String> = hints.collect();
    if is_blank(text) || (expected == Some(END) && continues(text, diagnostic.span)) {
        return (NO_TYPE, no_type(text), hints);
    }
    if let Some(message) = syntax_error(text, error) {
        return (NO_SYNTAX, message, hints);
    }
    match parameters(text, error) {
        // The evaluator's message is more informative.
        Some(message) if message != diagnostic.message => (NO_TYPE, message, vec![diagnostic.message.clone()]),
        _ => (NO_TYPE, diagnostic.message.clone(), hints),
    }
}

/// What is expected after a complete type.
const END: &str = "the end";

fn no_type(text: &str) -> String {
    let shown = if is_blank(text) { "" } else { text.trim() };
    format!("The expression <{shown}> is not a valid type specification.")
}

/// Whether there is only whitespace and comments.
fn is_blank(text: &str) -> bool {
    text.lines().map(str::trim).all(|line| line.is_empty() || line.starts_with('#'))
}

/// Whether a second expression follows the first one.
fn continues(text: &str, span: Span) -> bool {
    span.of(text).starts_with(|first: char| first.is_alphanumeric() || first == '[')
}

/// Describes a syntax error. The location is omitted if it is the end of the text.
fn syntax_error(text: &str, error: &TypeParseError) -> Option<String> {
    let span = error.diagnostic.span;
    let (shown, start) = (span.of(text), span.start as usize);
    let (message, at) = match &*error.kind {
        TypeParseErrorKind::Token { found: None, .. } => return Some("Syntax error at end of input".to_owned()),
        TypeParseErrorKind::Token { found: Some(token), .. } => {
            let before = shown.strip_suffix(token.as_str()).map_or(0, str::len);
            (format!("Syntax error at '{token}'"), start + before)
        }
        TypeParseErrorKind::Name => match illegal_part(shown) {
            Some(colons) => ("Illegal class reference".to_owned(), start + colons),
            None => (error.diagnostic.message.clone(), start),
        },
        TypeParseErrorKind::Number(Radix::Hexadecimal) => (format!("Not a valid hex number {shown}"), start),
        TypeParseErrorKind::Number(Radix::Octal) => (format!("Not a valid octal number {shown}"), start),
        TypeParseErrorKind::Number(Radix::Decimal) => (format!("Illegal number '{shown}'"), start),
        TypeParseErrorKind::Text => (error.diagnostic.message.clone(), start),
        TypeParseErrorKind::NotAType | TypeParseErrorKind::Parameters(_) | TypeParseErrorKind::Value => return None,
    };
    let position = Source::new("", text).position(u32::try_from(at).unwrap_or(u32::MAX));
    Some(format!("{message} (line: {}, column: {})", position.line, position.column))
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
fn parameters(text: &str, error: &TypeParseError) -> Option<String> {
    let name = error.diagnostic.span.of(text).split('[').next().unwrap_or_default();
    let kind = match &*error.kind {
        TypeParseErrorKind::Parameters(kind) => kind,
        TypeParseErrorKind::NotAType => return Some(no_type(text)),
        _ => return None,
    };
    Some(match (kind, name) {
        (ParameterErrorKind::Count { accepted, found }, _) => {
            let accepted = match name {
                "Integer" | "Float" => accepted.replace(" to ", " or "),
                "Sensitive" => "0 to 1".to_owned(),
                _ => accepted.clone(),
            };
            format!("Invalid number of type parameters specified: {name} requires {accepted}, {found} provided")
        }
        (ParameterErrorKind::NotParameterized, _) => format!("Not a parameterized type <{name}>"),
        (ParameterErrorKind::Class, "Enum") => "Enum parameters must be identifiers or strings".to_owned(),
        (ParameterErrorKind::Class, "Boolean") => "Boolean parameter must be true or false".to_owned(),
        (ParameterErrorKind::Class | ParameterErrorKind::Element, _) => no_type(text),
        (ParameterErrorKind::Argument | ParameterErrorKind::Value, _) => return None,
    })
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
