//! Data types in the form of the runtimes, and their mismatch messages.
//!
//! The messages are those of this program: each kind of value is checked against the type when the program is generated,
//! and its message is stored with a placeholder for the value.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Type, Value, mismatch,
    types::{IntegerRange, StringType, TypeAlias},
};
use rustc_hash::FxHashMap;

use crate::constants::Constants;

/// A type in the form that the runtimes read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TypeCode {
    /// A kind without parameters: `Any`, `Undef`, `Scalar`.
    Kind(&'static str),
    Boolean(Option<bool>),
    Integer(i64, i64),
    Float(f64, f64),
    /// A string, by its length.
    Text(i64, i64),
    Exact(EcoString),
    Enum(bool, Vec<EcoString>),
    /// The indices of regular expressions.
    Pattern(Vec<usize>),
    Collection(i64, i64),
    Array(Box<TypeCode>, i64, i64),
    Hash(Box<TypeCode>, Box<TypeCode>, i64, i64),
    Tuple(Vec<TypeCode>, i64, i64),
    Struct(Vec<(EcoString, bool, TypeCode)>),
    Variant(Vec<TypeCode>),
    Optional(Box<TypeCode>),
    NotUndef(Box<TypeCode>),
    /// Instances of a type of the language.
    Object(EcoString),
    /// Another type, by its index.
    Reference(usize),
}

/// The mismatch messages by kinds of values, with the placeholders [`SUBJECT`] and [`VALUE`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Messages {
    pub texts: Vec<(&'static str, String)>,
    /// The type in full.
    pub name: String,
}

/// A type constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypeConstant {
    pub code: TypeCode,
    pub messages: Messages,
    /// The types with the messages for its elements or values.
    pub parts: Vec<(String, usize)>,
}

/// The placeholder for the subject of a message.
pub(crate) const SUBJECT: char = '\u{2}';

/// The placeholder for the value.
pub(crate) const VALUE: char = '\u{1}';

/// The indices of aliases.
pub(crate) type Aliases = FxHashMap<EcoString, usize>;

/// Converts a type. Types without values in the runtimes become a type without instances.
pub(crate) fn code(constants: &mut Constants, described: &Type) -> Result<TypeCode, String> {
    let size = |range: Option<IntegerRange>| {
        let range = range.unwrap_or(IntegerRange::ANY_SIZE);
        (range.from, range.to)
    };
    Ok(match described {
        Type::Any | Type::Unit => TypeCode::Kind("Any"),
        Type::Undef | Type::Optional(None) => TypeCode::Kind("Undef"),
        Type::Default => TypeCode::Kind("Default"),
        Type::Scalar => TypeCode::Kind("Scalar"),
        Type::ScalarData => TypeCode::Kind("ScalarData"),
        Type::Numeric => TypeCode::Kind("Numeric"),
        Type::Regexp(None) => TypeCode::Kind("Regexp"),
        Type::Uri(None) => TypeCode::Kind("Uri"),
        Type::Boolean(only) => TypeCode::Boolean(*only),
        Type::Integer(range) => TypeCode::Integer(range.from, range.to),
        Type::Float(range) => TypeCode::Float(range.from, range.to),
        Type::String(StringType::Any) => TypeCode::Text(0, i64::MAX),
        Type::String(StringType::Sized(size)) => TypeCode::Text(size.from, size.to),
        Type::String(StringType::Exact(text)) => TypeCode::Exact(text.clone()),
        Type::Enum(words) => TypeCode::Enum(words.case_insensitive, words.values.to_vec()),
        Type::Pattern(pattern) => {
            let numbers = pattern.patterns.iter().map(|regexp| constants.pattern(regexp));
            TypeCode::Pattern(numbers.collect::<Result<_, _>>()?)
        }
        Type::Collection(range) => {
            let (from, to) = size(*range);
            TypeCode::Collection(from, to)
        }
        Type::Array(array) => {
            let (from, to) = size(array.size);
            TypeCode::Array(Box::new(code(constants, &array.element)?), from, to)
        }
        Type::Hash(hash) => {
            let (from, to) = size(hash.size);
            let key = Box::new(code(constants, &hash.key)?);
            TypeCode::Hash(key, Box::new(code(constants, &hash.value)?), from, to)
        }
        Type::Tuple(tuple) => {
            let range = tuple.size_range();
            let types = tuple.types.iter().map(|part| code(constants, part)).collect::<Result<_, _>>()?;
            TypeCode::Tuple(types, range.from, range.to)
        }
        Type::Struct(structure) => {
            let element = |element: &pcore::types::StructElement| {
                Ok((element.name.clone(), element.optional, code(constants, &element.value_type)?))
            };
            TypeCode::Struct(structure.elements.iter().map(element).collect::<Result<_, String>>()?)
        }
        Type::Variant(types) => {
            TypeCode::Variant(types.iter().map(|part| code(constants, part)).collect::<Result<_, _>>()?)
        }
        Type::Optional(Some(inner)) => TypeCode::Optional(Box::new(code(constants, inner)?)),
        Type::NotUndef(None) => TypeCode::NotUndef(Box::new(TypeCode::Kind("Any"))),
        Type::NotUndef(Some(inner)) => TypeCode::NotUndef(Box::new(code(constants, inner)?)),
        Type::Object(Some(object)) if object.model().is_some() => TypeCode::Object(object.label().into()),
        Type::Alias(alias) => alias_code(constants, alias)?,
        // The runtimes have no values of these types.
        Type::Binary
        | Type::SemVerRange
        | Type::SemVer(_)
        | Type::Timespan(_)
        | Type::Timestamp(_)
        | Type::Sensitive(_)
        | Type::CatalogEntry
        | Type::Class(_)
        | Type::Resource(_)
        | Type::Runtime(_) => TypeCode::Kind("Never"),
        other => return Err(format!("the type {other} cannot be translated")),
    })
}

/// An alias has an index of its own, because it may be recursive.
fn alias_code(constants: &mut Constants, alias: &Arc<TypeAlias>) -> Result<TypeCode, String> {
    if alias.is_builtin() && matches!(alias.name().as_str(), "Data" | "RichData") {
        return Ok(TypeCode::Kind("Data"));
    }
    if let Some(number) = constants.aliases.get(alias.name()) {
        return Ok(TypeCode::Reference(*number));
    }
    let target = alias.resolved().ok_or_else(|| format!("the alias {} has no definition", alias.name()))?;
    let number = constants.reserve_type();
    constants.aliases.insert(alias.name().clone(), number);
    let code = code(constants, target)?;
    constants.fill_type(number, TypeConstant { code, messages: Messages::default(), parts: Vec::new() });
    Ok(TypeCode::Reference(number))
}

/// The mismatch messages of a type.
pub(crate) fn messages(described: &Type) -> Messages {
    let mut texts = Vec::new();
    let mut ends = RangeEnds::default();
    ends.gather(described, 0);
    let is_wrong = |value: &Value| !described.is_instance(value);
    let mut add = |kind: &'static str, value: Option<Value>, mark: Option<String>| {
        let Some(value) = value else { return };
        let subject = SUBJECT.to_string();
        let Some(mut text) = mismatch::explain(&subject, described, &value) else { return };
        if let Some(mark) = mark.filter(|mark| !mark.is_empty()) {
            text = text.replace(&mark, &VALUE.to_string());
        }
        // The message about a hash with keys that are not strings shows its type in full, which depends on the value.
        if let (true, Some(start)) = (kind == "hash", text.find(", got Hash[")) {
            text.truncate(start);
            text.push_str(", got Hash");
        }
        texts.push((kind, text));
    };
    for (kind, value) in [
        ("undef", Value::Undef),
        ("true", Value::Boolean(true)),
        ("false", Value::Boolean(false)),
        ("empty_list", Value::array([])),
        ("list", Value::array([Value::array([])])),
        ("empty_hash", Value::hash([])),
        ("struct", Value::hash([("\u{E002}".into(), Value::array([]))])),
        ("hash", hash_of_any_keys(described)),
    ] {
        add(kind, Some(value), None);
    }
    let integer = ends.integers().map(Value::Integer).find(|value| is_wrong(value));
    let mark = integer.as_ref().map(Value::to_string);
    add("integer", integer, mark);
    let float = ends.floats().map(Value::Float).find(|value| is_wrong(value));
    let mark = float.as_ref().map(Value::to_string);
    add("float", float, mark);
    let lengths = [3, 1, 2, 5, 9, 17, 33, 65, 129, 257, 1025, 0].into_iter();
    let text = lengths.map(|length| Value::from("\u{E000}".repeat(length))).find(is_wrong);
    let mark = text.as_ref().map(Value::to_string);
    add("text", text, mark);
    Messages { texts, name: described.to_string() }
}

/// A hash with a key that is not a name, of an acceptable size.
fn hash_of_any_keys(described: &Type) -> Value {
    let min_size = match described.resolved() {
        Type::Struct(structure) => structure.size_range().from,
        Type::Hash(hash) => hash.size.map_or(1, |size| size.from),
        _ => 1,
    };
    const MAX_KEYS: i64 = 1_000;
    let keys = (1..min_size.clamp(1, MAX_KEYS)).map(|number| Value::from(format!("\u{E002}{number}")));
    Value::hash(std::iter::once(Value::from("")).chain(keys).map(|key| (key, Value::array([]))))
}

/// The bounds of the ranges in a type; numbers next to them may not match.
#[derive(Default)]
struct RangeEnds {
    integers: Vec<i64>,
    floats: Vec<f64>,
}

impl RangeEnds {
    fn gather(&mut self, described: &Type, depth: usize) {
        const MAX_DEPTH: usize = 8;
        if depth > MAX_DEPTH {
            return;
        }
        match described {
            Type::Integer(range) => self.integers.extend([range.from.saturating_sub(1), range.to.saturating_add(1)]),
            Type::Float(range) => self.floats.extend([range.from - 1.0, range.to + 1.0]),
            Type::Variant(types) => types.iter().for_each(|part| self.gather(part, depth + 1)),
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => self.gather(inner, depth + 1),
            Type::Alias(alias) => alias.resolved().into_iter().for_each(|target| self.gather(target, depth + 1)),
            _ => {}
        }
    }

    fn integers(&self) -> impl Iterator<Item = i64> {
        const UNUSUAL: i64 = 6_172_839_450_617_283;
        [UNUSUAL, -UNUSUAL].into_iter().chain(self.integers.iter().copied())
    }

    fn floats(&self) -> impl Iterator<Item = f64> {
        let ends = self.floats.iter().copied().filter(|end| end.is_finite());
        [6_172_839.453_125, -6_172_839.453_125].into_iter().chain(ends)
    }
}
