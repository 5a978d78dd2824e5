//! The meaning of tags of scalars, sequences and mappings in Psych's `safe_load`.
//!
//! Of Ruby's classes only `Symbol` is allowed. Tags that Psych does not know are ignored.

use ecow::EcoString;

use super::{Position, Scalar, YamlError, YamlProblem, number, scalar};
use crate::binary::decode_relaxed;

/// Undoes the parser's decoding of escapes in tags, which treats each byte of a character as a character.
pub(super) fn decoded(tag: &str) -> EcoString {
    let bytes: Result<Vec<u8>, _> = tag.chars().map(|character| u8::try_from(u32::from(character))).collect();
    bytes.ok().and_then(|bytes| String::from_utf8(bytes).ok()).map_or_else(|| tag.into(), EcoString::from)
}

/// Resolves a scalar by its tag, quotes and text.
pub(super) fn scalar(text: &str, quoted: bool, tag: Option<&str>, at: Position) -> Result<Scalar, YamlError> {
    let by_look = || scalar::resolve(text).map_err(|problem| problem.at(at));
    let Some(tag) = tag.filter(|_| !quoted) else {
        return if quoted { Ok(Scalar::String(text.into())) } else { by_look() };
    };
    match tag {
        "!binary" | "tag:yaml.org,2002:binary" => Ok(Scalar::Binary(decode_relaxed(text).into())),
        "!float" | "tag:yaml.org,2002:float" => float(by_look()?, at),
        "!ruby/object:BigDecimal" => Err(disallowed("BigDecimal", tag, at)),
        "!ruby/object:DateTime" => Err(disallowed("DateTime", tag, at)),
        "!ruby/object:Complex" => Err(disallowed("Complex", tag, at)),
        "!ruby/object:Rational" => Err(disallowed("Rational", tag, at)),
        "!ruby/regexp" => Err(disallowed("Regexp", tag, at)),
        "!ruby/range" => Err(disallowed("Range", tag, at)),
        "!ruby/class" | "!ruby/module" if text.is_empty() => Ok(Scalar::Null),
        "!ruby/class" | "!ruby/module" => Err(disallowed(text, tag, at)),
        "!ruby/encoding" => Err(YamlProblem::UnusableTag(tag.into()).at(at)),
        _ if tag.starts_with("!ruby/sym") => Ok(Scalar::Symbol(text.into())),
        _ => match string_class(tag) {
            Some("") => Ok(Scalar::String(text.into())),
            Some(class) => Err(disallowed(class, tag, at)),
            None => by_look(),
        },
    }
}

/// The result of a sequence.
pub(super) enum SequenceForm {
    /// A list.
    List,
    /// A hash of the first and last child of each item.
    OrderedHash,
}

/// Returns the result of a sequence with a tag.
pub(super) fn sequence(tag: Option<&str>, at: Position) -> Result<SequenceForm, YamlError> {
    let Some(tag) = tag else { return Ok(SequenceForm::List) };
    if matches!(tag, "!omap" | "tag:yaml.org,2002:omap") {
        return Ok(SequenceForm::OrderedHash);
    }
    match tag.strip_prefix("!seq:").or_else(|| tag.strip_prefix("!ruby/array:")) {
        Some(class) => Err(disallowed(class, tag, at)),
        None => Ok(SequenceForm::List),
    }
}

/// The result of a mapping.
pub(super) enum MappingForm {
    /// A hash.
    Hash,
    /// The string under the key `str`.
    String,
    /// The hash under the key `elements`.
    Elements,
    /// None: the content is read, which may end in an error of its own, and then this error is returned.
    ReadThen(YamlError),
}

/// Returns the result of a mapping with a tag.
pub(super) fn mapping(tag: Option<&str>, at: Position) -> Result<MappingForm, YamlError> {
    let Some(tag) = tag else { return Ok(MappingForm::Hash) };
    let refused = |class: &str| Err(disallowed(class, tag, at));
    // The part after a prefix, without the colon that may be between them.
    let class_after = |prefix: &str| tag.strip_prefix(prefix).map(|rest| rest.strip_prefix(':').unwrap_or(rest));
    let or = |class: &str, fallback: &str| EcoString::from(if class.is_empty() { fallback } else { class });
    if let Some(class) = class_after("!ruby/struct") {
        return refused(&or(class, "Struct"));
    }
    if let Some(class) = class_after("!ruby/object") {
        return if class == "Hash" { Ok(MappingForm::Hash) } else { refused(&or(class, "Object")) };
    }
    if let Some(class) = string_class(tag) {
        return if class.is_empty() { Ok(MappingForm::String) } else { refused(class) };
    }
    if let Some(class) = class_after("!ruby/exception") {
        return Ok(MappingForm::ReadThen(disallowed(&or(class, "Exception"), tag, at)));
    }
    match tag {
        "!ruby/range" => return refused("Range"),
        "!set" | "tag:yaml.org,2002:set" => return refused("Psych::Set"),
        "!omap" | "tag:yaml.org,2002:omap" => return refused("Psych::Omap"),
        "!ruby/hash-with-ivars" => return Ok(MappingForm::Elements),
        _ => {}
    }
    let prefixes = ["!ruby/array:", "!ruby/hash-with-ivars:", "!map:", "!ruby/hash:", "!ruby/marshalable:"];
    match prefixes.iter().find_map(|prefix| tag.strip_prefix(prefix)) {
        Some(class) => refused(class),
        None => Ok(MappingForm::Hash),
    }
}

/// The class that a string tag names after its colon; empty if it names none, `None` if it is not a string tag.
fn string_class(tag: &str) -> Option<&str> {
    if tag == "tag:yaml.org,2002:str" {
        return Some("");
    }
    let rest = tag.strip_prefix("!str").or_else(|| tag.strip_prefix("!ruby/string"))?;
    if rest.is_empty() { Some("") } else { rest.strip_prefix(':') }
}

/// The refusal of a class. No class at all, and the allowed class, which cannot be created like this, fail in Psych
/// too.
fn disallowed(class: &str, tag: &str, at: Position) -> YamlError {
    if class.is_empty() || class == "Symbol" {
        YamlProblem::UnusableTag(tag.into()).at(at)
    } else {
        YamlProblem::DisallowedClass(class.into()).at(at)
    }
}

fn float(scalar: Scalar, at: Position) -> Result<Scalar, YamlError> {
    let kind = match scalar {
        Scalar::Float(_) | Scalar::Date(_) | Scalar::Time(_) | Scalar::Binary(_) => return Ok(scalar),
        Scalar::Integer(number) => return Ok(Scalar::Float(number as f64)),
        Scalar::BigInteger(number) => return Ok(Scalar::Float(number.to_string().parse().unwrap_or(f64::INFINITY))),
        Scalar::String(text) => {
            let number = number::strict_float(&text).ok_or(YamlProblem::NotANumber { kind: "Float", text });
            return number.map(Scalar::Float).map_err(|problem| problem.at(at));
        }
        Scalar::Null => "nil",
        Scalar::Boolean(true) => "true",
        Scalar::Boolean(false) => "false",
        Scalar::Symbol(_) => "Symbol",
    };
    Err(YamlProblem::NotAFloat(kind).at(at))
}
