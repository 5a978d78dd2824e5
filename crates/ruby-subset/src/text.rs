//! Objects as text: `to_s`, `inspect`, and the names of their classes.
//!
//! What a secret holds is never shown.

use std::{cell::Cell, fmt::Write};

use ecow::EcoString;
use pcore::{
    Value,
    regexp::{Regexp, RegexpOptions},
};

use crate::{
    error::{Outcome, not_supported, raise},
    known,
    object::{Object, too_much},
};

/// How many bytes the text of a collection may have.
const MAX_BYTES: usize = 100_000_000;

/// `to_s`
pub(crate) fn to_s(object: &Object) -> Outcome<EcoString> {
    Ok(match object {
        Object::Nil => EcoString::new(),
        Object::String(text) => text.borrow().clone(),
        Object::Symbol(name) | Object::Class(name) => name.clone(),
        Object::Range(range) => {
            let dots = if range.exclusive { "..." } else { ".." };
            format!("{}{dots}{}", to_s(&range.from)?, to_s(&range.to)?).into()
        }
        Object::Regexp(regexp) => regexp_to_s(regexp).into(),
        Object::Match(found) => {
            let (start, end) = found.whole();
            found.text.get(start..end).unwrap_or_default().into()
        }
        Object::Exception(error) => error.message.as_str().into(),
        Object::Value(value) => value.to_string().into(),
        Object::Address(address) => address.text().into(),
        Object::Uri(uri) => uri.text().into(),
        Object::Wide(number) => number.to_string().into(),
        Object::Bytes(bytes) => match std::str::from_utf8(bytes) {
            Ok(text) => text.into(),
            Err(_) => return not_supported("a text that is not in UTF-8"),
        },
        Object::Boolean(_)
        | Object::Integer(_)
        | Object::Float(_)
        | Object::Array(_)
        | Object::Hash(_)
        | Object::Proc(_)
        | Object::Enumerator(_)
        | Object::Scope
        | Object::Template => inspect(object)?.into(),
    })
}

/// `inspect`
pub(crate) fn inspect(object: &Object) -> Outcome<String> {
    let mut shown = String::new();
    write_inspected(object, &mut shown, 0, &Cell::new(0))?;
    Ok(shown)
}

fn write_inspected(object: &Object, shown: &mut String, depth: usize, walked: &Cell<usize>) -> Outcome<()> {
    too_much(object, depth, walked)?;
    if shown.len() > MAX_BYTES {
        return raise(crate::Error::LIMIT, format!("The limit of {MAX_BYTES} bytes in one text is exceeded"));
    }
    match object {
        Object::Nil => shown.push_str("nil"),
        Object::Boolean(value) => shown.push_str(if *value { "true" } else { "false" }),
        Object::Integer(value) => {
            let _ = write!(shown, "{value}");
        }
        Object::Float(value) => {
            let _ = write!(shown, "{}", Value::Float(*value));
        }
        Object::String(text) => write_string(&text.borrow(), shown),
        Object::Symbol(name) => write_symbol(name, shown),
        Object::Array(items) => {
            shown.push('[');
            for (index, item) in items.0.borrow().iter().enumerate() {
                shown.push_str(if index > 0 { ", " } else { "" });
                write_inspected(item, shown, depth + 1, walked)?;
            }
            shown.push(']');
        }
        Object::Hash(entries) => {
            shown.push('{');
            for (index, (key, value)) in entries.0.borrow().map.values().enumerate() {
                shown.push_str(if index > 0 { ", " } else { "" });
                write_inspected(key, shown, depth + 1, walked)?;
                shown.push_str("=>");
                write_inspected(value, shown, depth + 1, walked)?;
            }
            shown.push('}');
        }
        Object::Range(range) => {
            if !matches!(range.from, Object::Nil) {
                write_inspected(&range.from, shown, depth + 1, walked)?;
            }
            shown.push_str(if range.exclusive { "..." } else { ".." });
            if !matches!(range.to, Object::Nil) {
                write_inspected(&range.to, shown, depth + 1, walked)?;
            }
        }
        Object::Regexp(regexp) => shown.push_str(&inspect_regexp(regexp)),
        Object::Match(found) => {
            shown.push_str("#<MatchData ");
            write_inspected(&found.group(0), shown, depth + 1, walked)?;
            for number in 1..found.groups.len() {
                let name = found.names.get(number - 1).map_or_else(|| number.to_string(), |(name, _)| name.to_string());
                let _ = write!(shown, " {name}:");
                write_inspected(&found.group(number), shown, depth + 1, walked)?;
            }
            shown.push('>');
        }
        Object::Class(name) => shown.push_str(name),
        Object::Address(address) => shown.push_str(&address.inspect()),
        Object::Uri(uri) => {
            let _ = write!(shown, "#<URI::Generic {}>", uri.text());
        }
        Object::Wide(number) => {
            let _ = write!(shown, "{number}");
        }
        Object::Bytes(_) => write_string(&to_s(object)?, shown),
        Object::Exception(error) => {
            let _ = write!(shown, "#<{}: {}>", error.class, error.message);
        }
        Object::Proc(_) => shown.push_str("#<Proc>"),
        Object::Enumerator(waiting) => {
            shown.push_str("#<Enumerator: ");
            write_inspected(&waiting.receiver, shown, depth + 1, walked)?;
            let _ = write!(shown, ":{}>", waiting.method);
        }
        Object::Scope => shown.push_str("Scope()"),
        Object::Template => shown.push_str("#<Puppet::Parser::TemplateWrapper>"),
        Object::Value(Value::Sensitive(_)) => shown.push_str("#<Sensitive [value redacted]>"),
        Object::Value(value) => {
            let _ = write!(shown, "{value}");
        }
    }
    Ok(())
}

/// Refuses a value whose text would be too long where each part begins a line that is indented.
pub(crate) fn check_indented(value: &Value) -> Outcome<()> {
    if value.indented_size() > MAX_BYTES {
        return raise(crate::Error::LIMIT, format!("The limit of {MAX_BYTES} bytes in one text is exceeded"));
    }
    Ok(())
}

fn write_symbol(name: &str, shown: &mut String) {
    let body = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    let body = body.trim_start_matches('@');
    let plain = body.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && body.chars().all(|character| character.is_alphanumeric() || character == '_');
    let operators = "+ - * / % ** == != < > <= >= <=> === =~ !~ ! [] []= << >> & | ^ ~ +@ -@";
    let operator = operators.split(' ').any(|operator| operator == name);
    shown.push(':');
    if plain || operator {
        shown.push_str(name);
    } else {
        write_string(name, shown);
    }
}

/// Writes a text as a literal of Ruby.
///
/// ```
/// let mut shown = String::new();
/// ruby_subset::write_string("a\"#{b}\n#c", &mut shown);
/// assert_eq!(shown, r##""a\"\#{b}\n#c""##);
/// ```
pub fn write_string(text: &str, shown: &mut String) {
    shown.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let letter = match character {
            '\n' => 'n',
            '\t' => 't',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '"' | '\\' => character,
            // Only where Ruby would interpolate.
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => character,
            '\u{2028}' | '\u{2029}' => {
                let _ = write!(shown, "\\u{:04X}", u32::from(character));
                continue;
            }
            control if control.is_control() => {
                let _ = write!(shown, "\\u{:04X}", u32::from(control));
                continue;
            }
            other => {
                shown.push(other);
                continue;
            }
        };
        shown.push('\\');
        shown.push(letter);
    }
    shown.push('"');
}

/// All bytes but letters, digits and some signs as `%2F` and the like.
pub fn percent_encoded(text: &str, kept: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || kept.as_bytes().contains(&byte) {
            made.push(char::from(byte));
        } else {
            let _ = write!(made, "%{byte:02X}");
        }
    }
    made
}

/// `Regexp#to_s`: the source with the options that are on and off, as in `(?i-mx:a\/b)`.
///
/// ```
/// use pcore::regexp::Regexp;
///
/// assert_eq!(ruby_subset::regexp_to_s(&Regexp::new("a/b").unwrap()), r"(?-mix:a\/b)");
/// ```
pub fn regexp_to_s(regexp: &Regexp) -> String {
    let shown = regexp.to_string();
    match shown.strip_prefix('/').and_then(|shown| shown.strip_suffix('/')) {
        Some(source) if regexp.options() == RegexpOptions::default() => format!("(?-mix:{source})"),
        // Puppet's literals have other options in the form that Ruby gives to all.
        Some(source) => source.to_owned(),
        None => shown,
    }
}

/// `Regexp#inspect`, such as `/a\/b/i`.
pub fn inspect_regexp(regexp: &Regexp) -> String {
    let options = regexp.options();
    let letters = [(options.multiline, 'm'), (options.ignore_case, 'i'), (options.extended, 'x')];
    let letters: String = letters.iter().filter(|(is_on, _)| *is_on).map(|(_, letter)| letter).collect();
    let shown = regexp_to_s(regexp);
    let source = shown.split_once(':').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or_default();
    format!("/{source}/{letters}")
}

/// The name of the class of an object.
pub(crate) fn class_name(object: &Object) -> EcoString {
    match object {
        Object::Boolean(false) => "FalseClass".into(),
        Object::Wide(_) => "Integer".into(),
        Object::Class(_) => "Class".into(),
        Object::Bytes(_) => "String".into(),
        Object::Address(_) => "IPAddr".into(),
        Object::Uri(_) => "URI::Generic".into(),
        Object::Exception(error) => error.class.clone(),
        Object::Scope => "Puppet::Parser::Scope".into(),
        Object::Template => "Puppet::Parser::TemplateWrapper".into(),
        Object::Value(value) => value_class_name(value),
        other => known::class(other).unwrap_or_default().into(),
    }
}

/// The name of the class that a value has in Ruby.
pub fn value_class_name(value: &Value) -> EcoString {
    match value {
        Value::Type(ty) => format!("Puppet::Pops::Types::P{}Type", ty.kind_name()).into(),
        other => other.ruby_class().into(),
    }
}

/// The three words that Ruby names by themselves, all others by their class.
pub(crate) fn short_name(object: &Object) -> EcoString {
    match object {
        Object::Nil => "nil".into(),
        Object::Boolean(value) => if *value { "true" } else { "false" }.into(),
        other => class_name(other),
    }
}

/// Whether an object is an instance of a class or module, or of one below it.
pub(crate) fn is_a(object: &Object, class: &str) -> bool {
    if matches!(class, "Object" | "BasicObject" | "Kernel") || class_name(object) == class {
        return true;
    }
    let parents: &[&str] = match object {
        Object::Integer(_) | Object::Float(_) => &["Numeric", "Comparable"],
        Object::String(_) | Object::Symbol(_) => &["Comparable"],
        Object::Array(_) | Object::Hash(_) | Object::Range(_) | Object::Enumerator(_) => &["Enumerable"],
        Object::Class(_) => &["Module"],
        Object::Exception(_) => &["StandardError", "Exception"],
        _ => &[],
    };
    parents.contains(&class)
}
