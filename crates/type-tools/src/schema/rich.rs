//! What JSON cannot represent by itself: objects with a `__ptype`.

use super::{Writer, document::Schema};
use pcore::{
    regexp::Regexp,
    semver::VersionRange,
    time::{Timespan, Timestamp},
    types::{AttributeKind, ObjectType, TimeRange, Type, UriType, builtin_names, builtin_type},
    value::{Hash, Value},
};

/// The property that names the type.
pub(super) const TYPE: &str = "__ptype";
/// The property that holds the value.
const VALUE: &str = "__pvalue";

/// The types of scalars that JSON does not have.
const SCALARS: [&str; 5] = ["Regexp", "SemVer", "SemVerRange", "Timespan", "Timestamp"];

/// Returns the schema of an object with exactly these required properties.
fn object(properties: Vec<(&str, Schema)>) -> Schema {
    let required: Value = properties.iter().map(|(name, _)| Value::from(*name)).collect();
    let properties: Hash = properties.into_iter().map(|(name, schema)| (name.into(), schema.into())).collect();
    Schema::of_type("object")
        .with("properties", properties)
        .with("required", required)
        .with("additionalProperties", false)
}

/// Returns the schema of a value that is identified by its type alone.
pub(super) fn marker(name: &str) -> Schema {
    object(vec![(TYPE, Schema::constant(name))])
}

/// Returns the schema of a type with one value in it.
pub(super) fn wrapper(name: &str, value: Schema) -> Schema {
    object(vec![(TYPE, Schema::constant(name)), (VALUE, value)])
}

/// Returns the schema of all scalars that JSON does not have.
pub(super) fn scalar() -> Schema {
    object(vec![(TYPE, Schema::one_of(SCALARS)), (VALUE, Schema::of_type("string"))])
}

/// Returns the schema of everything that has a rich form and contains no other data; symbols are not values of the
/// language.
pub(super) fn data() -> Schema {
    let others = Schema::one_of(["Hash", "Symbol"]);
    with_type_name(Schema::of_type("string").with("not", others))
}

pub(super) fn binary() -> Schema {
    let encoded = Schema::of_type("string").with("contentEncoding", "base64").with("pattern", "^[A-Za-z0-9+/]*={0,2}$");
    wrapper("Binary", encoded)
}

pub(super) fn regexp(only: Option<&Regexp>) -> Schema {
    let source = match only {
        None => Schema::of_type("string"),
        Some(only) => {
            let literal = only.to_string();
            let options = literal.strip_prefix('/').and_then(|literal| literal.strip_suffix('/'));
            let plain = only.options() == Default::default();
            Schema::constant(if plain { only.source() } else { options.unwrap_or(&literal) })
        }
    };
    wrapper("Regexp", source)
}

pub(super) fn timespan(range: &TimeRange<Timespan>) -> Schema {
    time("Timespan", range, r"^-?[0-9]+-[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+$")
}

pub(super) fn timestamp(range: &TimeRange<Timestamp>) -> Schema {
    time("Timestamp", range, r"^-?[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{9} UTC$")
}

fn time<T: Copy + Ord + std::fmt::Display>(name: &str, range: &TimeRange<T>, pattern: &str) -> Schema {
    let any = Schema::of_type("string").with("pattern", pattern);
    let comment = match (range.from, range.to) {
        (None, None) => return wrapper(name, any),
        (Some(from), Some(to)) if from == to => return wrapper(name, Schema::constant(from.to_string())),
        (Some(from), Some(to)) => format!("Not checked: from {from} to {to}."),
        (Some(from), None) => format!("Not checked: from {from} on."),
        (None, Some(to)) => format!("Not checked: up to {to}."),
    };
    wrapper(name, any).comment(&comment)
}

pub(super) fn version(ranges: &[VersionRange]) -> Schema {
    let numbers = r"^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)";
    let pattern = format!("{numbers}(?:-[0-9A-Za-z.-]+)?(?:\\+[0-9A-Za-z.-]+)?$");
    let any = wrapper("SemVer", Schema::of_type("string").with("pattern", pattern));
    if ranges.is_empty() {
        return any;
    }
    let shown: Vec<String> = ranges.iter().map(VersionRange::canonical).collect();
    any.comment(&format!("Not checked: a version in {}.", shown.join(" or ")))
}

pub(super) fn uri(parts: Option<&UriType>) -> Schema {
    let any = wrapper("URI", Schema::of_type("string").with("format", "uri-reference"));
    match parts {
        None => any,
        Some(parts) => any.comment(&format!("Not checked: the parts {:?}.", Value::from(parts.parts.clone()))),
    }
}

/// Returns the schema of types as values, by the names of their kinds.
pub(super) fn types_named<'a>(names: impl IntoIterator<Item = &'a str>) -> Schema {
    let names: Vec<&str> = names.into_iter().collect();
    let name = match &names[..] {
        [only] => Schema::constant(*only),
        several => Schema::one_of(several.iter().copied()),
    };
    with_type_name(name)
}

/// Returns the schema of an object with a `__ptype` and any further properties.
fn with_type_name(name: Schema) -> Schema {
    let properties = Hash::from_iter([(TYPE.into(), name.into())]);
    Schema::of_type("object").with("properties", properties).with("required", Value::array([TYPE.into()]))
}

/// Returns the schema of the types that `Type[contained]` accepts, by kind; their parameters are ignored.
pub(super) fn type_value(contained: Option<&Type>) -> Schema {
    let Some(contained) = contained.filter(|contained| !contained.accepts(&Type::Any)) else { return any_type() };
    let kinds = accepted_kinds(contained);
    if kinds.contains(&"Init") {
        return any_type().comment("Not checked: the type.");
    }
    let general = contained.generalized();
    let names: Vec<String> = builtin_names()
        .filter_map(|name| Some((name, builtin_type(name)?)))
        // An alias is written as its target.
        .filter(|(_, bare)| !matches!(bare, Type::Alias(_) | Type::Reference(_)))
        .filter(|(name, bare)| kinds.contains(name) || WRAPPERS.contains(name) || general.accepts(bare))
        .map(|(name, _)| format!("Pcore::{name}Type"))
        .collect();
    types_named(names.iter().map(String::as_str)).comment("Not checked: the parameters of the type.")
}

fn any_type() -> Schema {
    with_type_name(Schema::of_type("string").with("pattern", "^Pcore::[A-Z][A-Za-z]*$"))
}

/// Kinds of types that are as wide as their contained types.
const WRAPPERS: [&str; 2] = ["NotUndef", "Variant"];

/// Returns the kinds that a type with parameters may accept although it does not accept them bare.
fn accepted_kinds(part: &Type) -> Vec<&str> {
    match part {
        Type::Array(_) | Type::Tuple(_) => vec!["Array", "Tuple"],
        Type::Hash(_) | Type::Struct(_) => vec!["Hash", "Struct"],
        Type::Pattern(_) => vec!["Pattern", "Enum"],
        Type::Iterable(_) => vec!["Iterable", "Iterator", "Array", "Tuple", "Hash", "Struct", "Collection", "Type"],
        // The name of a resource type is not the name of its kind.
        Type::Resource(_) => vec!["Resource"],
        Type::Object(_) | Type::ObjectExtension(_) => vec!["Object"],
        Type::Variant(types) => types.iter().flat_map(accepted_kinds).collect(),
        Type::NotUndef(inner) => inner.as_deref().map(accepted_kinds).unwrap_or_default(),
        Type::Optional(inner) => {
            let mut kinds = inner.as_deref().map(accepted_kinds).unwrap_or_default();
            kinds.push("Optional");
            kinds
        }
        // An alias mentions itself only in a container, so this ends.
        Type::Alias(alias) => alias.resolved().map(accepted_kinds).unwrap_or_default(),
        other => vec![other.kind_name()],
    }
}

impl Writer {
    /// Returns the schema of the instances of an Object type, by the attributes that the constructor takes.
    pub(super) fn object(&mut self, object: Option<&ObjectType>) -> Schema {
        let Some(object) = object else {
            // Types are objects, too.
            let others = format!("^(?:Binary|Default|Hash|Sensitive|Symbol|URI|{})$", SCALARS.join("|"));
            let refused = Schema::default().with("pattern", others);
            return with_type_name(Schema::of_type("string").with("not", refused));
        };
        let mut properties = Hash::from_iter([(TYPE.into(), Schema::constant(object.label()).into())]);
        let mut required = vec![Value::from(TYPE)];
        for attribute in object.parameters() {
            properties.insert(Value::String(attribute.name.clone()), self.schema(&attribute.value_type).into());
            if attribute.value.is_none() && attribute.kind != AttributeKind::GivenOrDerived {
                required.push(Value::String(attribute.name.clone()));
            }
        }
        let closed = !object.parameters().is_empty();
        Schema::of_type("object")
            .with("properties", properties)
            .with("required", required)
            .with_some("additionalProperties", closed.then_some(false))
    }
}
