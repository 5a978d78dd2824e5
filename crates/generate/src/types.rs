//! Data types in the form of the runtimes, and their mismatch messages.
//!
//! The messages are those of this program: each kind of value is checked against the type when the program is generated,
//! and its message is stored with a placeholder for the value.

use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Type, Value, mismatch,
    types::{IntegerRange, StringType, StructElement, TypeAlias},
};
use rustc_hash::FxHashMap;

use crate::{constants::Constants, tree::Code};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TypeConstant {
    /// The type in the form that the runtimes read: a list that begins with the name of its kind.
    pub code: Code,
    /// The type in full.
    pub name: String,
    /// The mismatch messages by kinds of values, with the placeholders [`SUBJECT`] and [`VALUE`].
    pub messages: Vec<(&'static str, String)>,
    /// The types with the messages for its elements or values.
    pub parts: Vec<(String, usize)>,
}

impl TypeConstant {
    /// A type that is only referred to by others.
    pub fn of(code: Code) -> TypeConstant {
        TypeConstant { code, name: String::new(), messages: Vec::new(), parts: Vec::new() }
    }
}

/// The placeholder for the subject of a message.
pub(crate) const SUBJECT: char = '\u{2}';

/// The placeholder for the value.
pub(crate) const VALUE: char = '\u{1}';

pub(crate) type Aliases = FxHashMap<EcoString, usize>;

/// A type in the form that the runtimes read.
pub(crate) fn type_data(kind: &str, parameters: impl IntoIterator<Item = Code>) -> Code {
    Code::Plain(std::iter::once(Code::text(kind)).chain(parameters).collect())
}

/// Converts a type. Types without values in the runtimes become a type without instances.
pub(crate) fn code(constants: &mut Constants, described: &Type) -> Result<Code, String> {
    let kind = |kind: &str| Ok(type_data(kind, []));
    let size = |range: IntegerRange| [Code::Integer(range.from), Code::Integer(range.to)];
    let any_size = |range: Option<IntegerRange>| size(range.unwrap_or(IntegerRange::ANY_SIZE));
    let mut inner = |part: &Type| code(constants, part);
    match described {
        Type::Any | Type::Unit => kind("Any"),
        Type::Undef | Type::Optional(None) => kind("Undef"),
        Type::Default => kind("Default"),
        Type::Scalar => kind("Scalar"),
        Type::ScalarData => kind("ScalarData"),
        Type::Numeric => kind("Numeric"),
        Type::Regexp(None) => kind("Regexp"),
        Type::Uri(None) => kind("Uri"),
        Type::Boolean(only) => Ok(type_data("Boolean", [only.map_or(Code::Undef, Code::Boolean)])),
        Type::Integer(range) => Ok(type_data("Integer", size(*range))),
        Type::Float(range) => Ok(type_data("Float", [Code::Float(range.from), Code::Float(range.to)])),
        Type::String(StringType::Any) => Ok(type_data("Text", size(IntegerRange::ANY_SIZE))),
        Type::String(StringType::Sized(range)) => Ok(type_data("Text", size(*range))),
        Type::String(StringType::Exact(text)) => Ok(type_data("Exact", [Code::text(text.as_str())])),
        Type::Enum(words) => Ok(type_data("Enum", [Code::Boolean(words.case_insensitive), Code::texts(&words.values)])),
        Type::Pattern(pattern) => {
            let numbers = pattern.patterns.iter().map(|regexp| constants.pattern(regexp).map(Code::index));
            Ok(type_data("Pattern", [Code::Plain(numbers.collect::<Result<_, _>>()?)]))
        }
        Type::Collection(range) => Ok(type_data("Collection", any_size(*range))),
        Type::Array(array) => {
            Ok(type_data("Array", std::iter::once(inner(&array.element)?).chain(any_size(array.size))))
        }
        Type::Hash(hash) => {
            let parts = [inner(&hash.key)?, inner(&hash.value)?];
            Ok(type_data("Hash", parts.into_iter().chain(any_size(hash.size))))
        }
        Type::Tuple(tuple) => {
            let types = Code::Plain(tuple.types.iter().map(inner).collect::<Result<_, _>>()?);
            Ok(type_data("Tuple", std::iter::once(types).chain(size(tuple.size_range()))))
        }
        Type::Struct(structure) => {
            let element = |element: &StructElement| {
                let (name, optional) = (Code::text(element.name.as_str()), Code::Boolean(element.optional));
                Ok(Code::Plain(vec![name, optional, inner(&element.value_type)?]))
            };
            let elements = structure.elements.iter().map(element).collect::<Result<_, String>>()?;
            Ok(type_data("Struct", [Code::Plain(elements)]))
        }
        Type::Variant(types) => {
            Ok(type_data("Variant", [Code::Plain(types.iter().map(inner).collect::<Result<_, _>>()?)]))
        }
        Type::Optional(Some(part)) => Ok(type_data("Optional", [inner(part)?])),
        Type::NotUndef(None) => Ok(type_data("NotUndef", [type_data("Any", [])])),
        Type::NotUndef(Some(part)) => Ok(type_data("NotUndef", [inner(part)?])),
        Type::Object(Some(object)) if object.model().is_some() => Ok(type_data("Object", [Code::text(object.label())])),
        Type::Alias(alias) => alias_code(constants, alias),
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
        | Type::Runtime(_) => kind("Never"),
        other => Err(format!("the type {other} cannot be translated")),
    }
}

/// An alias has an index of its own, because it may be recursive.
fn alias_code(constants: &mut Constants, alias: &Arc<TypeAlias>) -> Result<Code, String> {
    if alias.is_builtin() && matches!(alias.name().as_str(), "Data" | "RichData") {
        return Ok(type_data("Data", []));
    }
    let reference = |number: usize| type_data("Reference", [Code::index(number)]);
    if let Some(number) = constants.aliases.get(alias.name()) {
        return Ok(reference(*number));
    }
    let target = alias.resolved().ok_or_else(|| format!("the alias {} has no definition", alias.name()))?;
    let number = constants.reserve_type();
    constants.aliases.insert(alias.name().clone(), number);
    let code = code(constants, target)?;
    constants.fill_type(number, TypeConstant::of(code));
    Ok(reference(number))
}

pub(crate) fn messages(described: &Type) -> Vec<(&'static str, String)> {
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
    texts
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
