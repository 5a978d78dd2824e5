//! The names of types, and how a type is created from the parameters in its brackets.
//!
//! Names are case-insensitive, as in Puppet: `Notundef` is `NotUndef`.

use std::sync::{Arc, LazyLock};

use rustc_hash::FxHashMap;

use super::{
    ArrayType, CallableType, EnumType, FloatRange, HashType, InitType, IntegerRange, ObjectType, PatternType,
    ResourceType, RuntimeType, StringType, StructType, TupleType, Type, TypeSet, UriType, VariantTypes, alias,
    catalog_entry, collection,
    parameters::{ParameterError, ParameterErrorKind, Parameters},
    semver, time,
};
use crate::value::Value;

/// Creates a type from the parameters in its brackets.
type Parameterize = fn(&Parameters<'_>) -> Result<Type, ParameterError>;

/// One of Puppet's own types.
pub(crate) struct Builtin {
    /// The name as it is written.
    pub(crate) name: &'static str,
    /// The bare type.
    pub(crate) bare: fn() -> Type,
    /// Creates the type with parameters; `None` if it takes none.
    pub(crate) parameterize: Option<Parameterize>,
    /// Whether arrays among the parameters are flattened.
    flat: bool,
}

const fn plain(name: &'static str, bare: fn() -> Type) -> Builtin {
    Builtin { name, bare, parameterize: None, flat: false }
}

const fn flat(name: &'static str, bare: fn() -> Type, parameterize: Parameterize) -> Builtin {
    Builtin { name, bare, parameterize: Some(parameterize), flat: true }
}

const fn nested(name: &'static str, bare: fn() -> Type, parameterize: Parameterize) -> Builtin {
    Builtin { name, bare, parameterize: Some(parameterize), flat: false }
}

/// All of Puppet's own types.
static BUILTINS: &[Builtin] = &[
    plain("Annotation", || Type::Object(Some(Arc::clone(ObjectType::annotation())))),
    plain("Any", || Type::Any),
    flat("Array", Type::any_array, ArrayType::from_parameters),
    plain("Binary", || Type::Binary),
    flat("Boolean", || Type::BOOLEAN, boolean_from_parameters),
    nested("Callable", || Type::Callable(Arc::default()), CallableType::from_parameters),
    plain("CatalogEntry", || Type::CatalogEntry),
    flat("Class", || Type::Class(None), catalog_entry::class_from_parameters),
    flat("Collection", || Type::Collection(None), collection::from_parameters),
    plain("Data", || Type::Alias(Arc::clone(&alias::DATA))),
    plain("Default", || Type::Default),
    flat(
        "Deferred",
        || Type::Object(Some(Arc::clone(ObjectType::deferred()))),
        |parameters| ObjectType::deferred().with_parameters(parameters),
    ),
    flat("Enum", || Type::Enum(Arc::new(EnumType::new(Vec::new(), false))), EnumType::from_parameters),
    flat(
        "Error",
        || Type::Object(Some(Arc::clone(ObjectType::error()))),
        |parameters| ObjectType::error().with_parameters(parameters),
    ),
    flat("Float", || Type::FLOAT, FloatRange::from_parameters),
    flat("Hash", Type::any_hash, HashType::from_parameters),
    nested("Init", || Type::Init(Arc::default()), InitType::from_parameters),
    flat("Integer", || Type::INTEGER, IntegerRange::from_parameters),
    flat(
        "Iterable",
        || Type::Iterable(None),
        |parameters| Ok(Type::Iterable(Some(Arc::new(parameters.only_type("Iterable-Type")?)))),
    ),
    flat(
        "Iterator",
        || Type::Iterator(None),
        |parameters| Ok(Type::Iterator(Some(Arc::new(parameters.only_type("Iterator-Type")?)))),
    ),
    flat(
        "NotUndef",
        || Type::NotUndef(None),
        |parameters| parameters.only_type_or_text("NotUndef-Type").map(Type::not_undef),
    ),
    plain("Numeric", || Type::Numeric),
    nested("Object", || Type::Object(None), ObjectType::from_parameters),
    flat(
        "Optional",
        || Type::Optional(None),
        |parameters| parameters.only_type_or_text("Optional-Type").map(Type::optional),
    ),
    flat("Pattern", || Type::Pattern(Arc::new(PatternType::new([]))), PatternType::from_parameters),
    plain("Pcore::MemberName", || alias::name_pattern("Pcore::MemberName", r"\A[a-z_]\w*\z")),
    plain("Pcore::QRef", || alias::name_pattern("Pcore::QRef", r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z")),
    plain("Pcore::SimpleTypeName", || alias::name_pattern("Pcore::SimpleTypeName", r"\A[A-Z]\w*\z")),
    plain("Pcore::TypeName", || alias::name_pattern("Pcore::TypeName", r"\A[A-Z][\w]*(?:::[A-Z][\w]*)*\z")),
    plain("Puppet::LookupKey", || Type::Alias(Arc::clone(&alias::LOOKUP_KEY))),
    plain("Puppet::LookupValue", || Type::Alias(Arc::clone(&alias::LOOKUP_VALUE))),
    flat("Regexp", || Type::Regexp(None), PatternType::regexp_from_parameters),
    nested("Resource", || Type::Resource(Arc::default()), ResourceType::from_parameters),
    plain("RichData", || Type::Alias(Arc::clone(&alias::RICH_DATA))),
    plain("RichDataKey", || Type::Alias(Arc::clone(&alias::RICH_DATA_KEY))),
    flat("Runtime", || Type::Runtime(Arc::default()), RuntimeType::from_parameters),
    plain("Scalar", || Type::Scalar),
    plain("ScalarData", || Type::ScalarData),
    flat("SemVer", || Type::SemVer(Arc::from([])), semver::from_parameters),
    plain("SemVerRange", || Type::SemVerRange),
    flat(
        "Sensitive",
        || Type::Sensitive(None),
        |parameters| Ok(Type::sensitive(&parameters.only_type("Sensitive-Type")?)),
    ),
    flat("String", || Type::STRING, StringType::from_parameters),
    nested("Struct", || Type::Struct(Arc::new(StructType { elements: Vec::new() })), StructType::from_parameters),
    flat("Timespan", || Type::Timespan(Arc::default()), time::timespan_from_parameters),
    flat("Timestamp", || Type::Timestamp(Arc::default()), time::timestamp_from_parameters),
    flat("Tuple", || Type::Tuple(Arc::new(TupleType { types: Vec::new(), size: None })), TupleType::from_parameters),
    flat("Type", || Type::Type(None), |parameters| parameters.only_type("Type-Type").map(Type::type_of)),
    nested("TypeReference", || Type::Reference("UnresolvedReference".into()), reference_from_parameters),
    nested("TypeSet", || Type::TypeSet(None), TypeSet::from_parameters),
    plain("Undef", || Type::Undef),
    nested("URI", || Type::Uri(None), UriType::from_parameters),
    flat("Variant", || Type::Variant(VariantTypes::default()), VariantTypes::from_parameters),
];

/// The resource types that exist without any module.
pub const NATIVE_RESOURCES: &[&str] = &[
    "Component",
    "Exec",
    "File",
    "Filebucket",
    "Group",
    "Node",
    "Notify",
    "Package",
    "Resources",
    "Schedule",
    "Service",
    "Stage",
    "Tidy",
    "User",
    "Whit",
];

/// Returns the names of all of Puppet's own types, sorted.
pub fn builtin_names() -> impl Iterator<Item = &'static str> {
    BUILTINS.iter().map(|builtin| builtin.name)
}

/// Returns one of Puppet's own types, bare, by its name.
pub fn builtin_type(name: &str) -> Option<Type> {
    builtin(name).map(|builtin| (builtin.bare)())
}

impl Type {
    /// Returns the type of the same kind without parameters; `None` for those that are named themselves.
    pub(crate) fn bare(&self) -> Option<Type> {
        match self {
            Type::Unit => Some(Type::Unit),
            Type::Object(_) => Some(Type::Object(None)),
            Type::TypeSet(_) => Some(Type::TypeSet(None)),
            Type::ObjectExtension(_) | Type::Alias(_) | Type::Reference(_) => None,
            parameterized => builtin_type(parameterized.kind_name()),
        }
    }
}

/// Returns one of Puppet's own types by its name.
pub(crate) fn builtin(name: &str) -> Option<&'static Builtin> {
    static BY_NAME: LazyLock<FxHashMap<&str, &Builtin>> =
        LazyLock::new(|| BUILTINS.iter().map(|builtin| (builtin.name, builtin)).collect());
    let exact = BY_NAME.get(name).copied();
    // Names are rarely written in a different case than Puppet's.
    exact.or_else(|| BUILTINS.iter().find(|builtin| builtin.name.eq_ignore_ascii_case(name)))
}

impl Builtin {
    /// Creates a type from the parameters in its brackets.
    pub(crate) fn with_parameters(&self, parameter: &[Value]) -> Result<Type, ParameterError> {
        let Some(parameterize) = self.parameterize else {
            let article = if self.name.starts_with(['A', 'U']) { "an" } else { "a" };
            return Err(ParameterError {
                message: format!("Operator '[]' is not applicable to {article} {}-Type.", self.name),
                index: None,
                kind: ParameterErrorKind::NotParameterized,
            });
        };
        if self.flat && parameter.iter().any(|value| matches!(value, Value::Array(_))) {
            let mut flattened = Vec::with_capacity(parameter.len());
            parameter.iter().for_each(|value| flatten(value, &mut flattened));
            return parameterize(&Parameters::new(&flattened));
        }
        parameterize(&Parameters::new(parameter))
    }
}

fn flatten(value: &Value, into: &mut Vec<Value>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten(item, into)),
        other => into.push(other.clone()),
    }
}

fn boolean_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.arity(1, 1, "A Boolean-Type")?;
    match parameters.get(0) {
        Some(Value::Boolean(only)) => Ok(Type::Boolean(Some(*only))),
        other => {
            let parameter = other.unwrap_or(&Value::Undef);
            Err(parameters.wrong_kind(0, "a Boolean-Type", parameter, "TrueClass or FalseClass"))
        }
    }
}

fn reference_from_parameters(parameters: &Parameters<'_>) -> Result<Type, ParameterError> {
    parameters.arity(1, 1, "A TypeReference-Type")?;
    parameters.string(0, "a TypeReference-Type").map(Type::Reference)
}
