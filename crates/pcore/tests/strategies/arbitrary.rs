//! Arbitrary values and types, for tests of laws.
//!
//! Include this file from an integration test with `#[path = "strategies/arbitrary.rs"] mod strategies;`. Sizes are
//! small on purpose: a law that fails at all fails on something readable.
//!
//! * [`values`]: every kind of value, nested up to four levels.
//! * [`data`]: what JSON can represent.
//! * [`types`]: every kind of type that has a text form which reads back as the same type.
//! * [`json_texts`]: texts that are JSON, or almost.

// Each test uses what it needs; the constants here are valid or fail every test.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::Arc;

use pcore::{
    Hash, Type, Value,
    regexp::Regexp,
    semver::{Version, VersionRange},
    time::{Timespan, Timestamp},
    types::{
        ArrayType, CallableType, EnumType, FloatRange, HashType, InitType, IntegerRange, PatternType, ResourceType,
        RuntimeType, StringType, StructElement, StructType, TupleType, UriType,
    },
    uri::Uri,
};
use proptest::{collection::vec, prelude::*};

/// How deep values and types are nested.
const DEPTH: u32 = 4;
/// The approximate number of values in a value.
const SIZE: u32 = 24;
/// The approximate number of elements in a container.
const BRANCHES: u32 = 4;

/// Returns strings: words, keys with a meaning in rich data, and anything else.
pub fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[a-z]{1,5}",
        1 => Just(String::from("__ptype")),
        1 => Just(String::from("__pvalue")),
        2 => any::<String>(),
    ]
}

/// Returns integers, mostly small ones.
pub fn integers() -> impl Strategy<Value = i64> {
    prop_oneof![-10i64..10, any::<i64>()]
}

/// Returns finite floating point numbers.
pub fn floats() -> impl Strategy<Value = f64> {
    prop_oneof![(-8i32..8).prop_map(|quarters| f64::from(quarters) / 4.0), proptest::num::f64::NORMAL]
}

/// Returns regular expressions without options.
pub fn regexps() -> impl Strategy<Value = Arc<Regexp>> {
    prop::sample::select(vec!["", "a", "^/", r"\A[a-z_]\w*\z", "a/b", "[[:upper:]]", r"(\d+)-\1", "é|'"])
        .prop_map(|source| Arc::new(Regexp::new(source).unwrap()))
}

fn version_ranges() -> impl Strategy<Value = VersionRange> {
    prop::sample::select(vec![">=1.0.0", "1.x", ">=1.0.0 <2.0.0", "~1.2.3", "*", "1.2.3"])
        .prop_map(|text| VersionRange::parse(text).unwrap())
}

fn timespans() -> impl Strategy<Value = Timespan> {
    any::<i64>().prop_map(|nanoseconds| Timespan::from_nanoseconds(nanoseconds.into()).unwrap())
}

fn timestamps() -> impl Strategy<Value = Timestamp> {
    // Years of four digits, which every text form can say.
    (-50_000_000_000_000_000_000i128..250_000_000_000_000_000_000)
        .prop_map(|nanoseconds| Timestamp::from_nanoseconds(nanoseconds).unwrap())
}

/// Returns values without nested values.
pub fn scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        plain_scalars(),
        plain_scalars(),
        Just(Value::Default),
        "[a-z]{1,5}".prop_map(|text| Value::Symbol(text.into())),
        regexps().prop_map(Value::Regexp),
        vec(any::<u8>(), 0..6).prop_map(|bytes| Value::Binary(bytes.into())),
        timespans().prop_map(Value::from),
        timestamps().prop_map(Value::from),
        (0u64..20, 0u64..20, 0u64..20).prop_map(|(major, minor, patch)| {
            Value::from(Version::parse(&format!("{major}.{minor}.{patch}")).unwrap())
        }),
        version_ranges().prop_map(Value::from),
        prop::sample::select(vec!["http://example.com/a?b=c#d", "mailto:a@b.example", "file:///etc/motd"])
            .prop_map(|text| Value::from(Uri::parse(text).unwrap())),
    ]
}

fn plain_scalars() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Undef),
        any::<bool>().prop_map(Value::from),
        integers().prop_map(Value::from),
        floats().prop_map(Value::from),
        texts().prop_map(Value::from),
    ]
}

/// Returns what JSON can represent.
pub fn data() -> impl Strategy<Value = Value> {
    plain_scalars().prop_recursive(DEPTH, SIZE, BRANCHES, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            vec((texts().prop_map(Value::from), inner), 0..5).prop_map(Value::hash),
        ]
    })
}

/// Returns values of every kind except lazy sequences and objects, which are never equal to another or need a type.
///
/// Some parts occur twice and share their memory, as they do in real values.
pub fn values() -> impl Strategy<Value = Value> {
    let leaves = prop_oneof![6 => scalars(), 1 => types().prop_map(Value::from)];
    leaves.prop_recursive(DEPTH, SIZE, BRANCHES, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..5).prop_map(Value::from),
            inner.clone().prop_map(|shared| Value::array([shared.clone(), Value::array([shared.clone()]), shared])),
            vec((texts().prop_map(Value::from), inner.clone()), 0..5).prop_map(Value::hash),
            vec((inner.clone(), inner.clone()), 0..4).prop_map(Value::hash),
            inner.prop_map(Value::sensitive),
        ]
    })
}

/// Returns types of every kind that reads back from its text as the same type, except aliases and Object types, whose
/// names would have to be provided.
pub fn types() -> impl Strategy<Value = Type> {
    simple_types().prop_recursive(DEPTH, SIZE, BRANCHES, |inner| {
        let several = vec(inner.clone(), 1..4);
        let contained = inner.clone().prop_map(Arc::new);
        prop_oneof![
            (inner.clone(), sizes()).prop_map(|(element, size)| ArrayType::sized(element, size)),
            (inner.clone(), inner.clone(), sizes()).prop_map(|(key, value, size)| HashType::sized(key, value, size)),
            (several.clone(), sizes()).prop_map(|(types, size)| Type::Tuple(Arc::new(TupleType { types, size }))),
            several.clone().prop_map(Type::variant),
            structs(inner.clone()),
            contained.clone().prop_map(|inner| Type::Optional(Some(inner))),
            inner.clone().prop_map(Type::not_undef),
            contained.clone().prop_map(|inner| Type::Type(Some(inner))),
            contained.clone().prop_map(|inner| Type::Iterable(Some(inner))),
            contained.clone().prop_map(|inner| Type::Iterator(Some(inner))),
            callables(inner),
            (contained, vec(plain_scalars(), 0..3)).prop_map(|(contained, arguments)| {
                Type::Init(Arc::new(InitType { contained: Some(contained), arguments }))
            }),
        ]
    })
}

/// Returns types without nested types.
pub fn simple_types() -> impl Strategy<Value = Type> {
    prop_oneof![
        bare_types(),
        range().prop_map(Type::Integer),
        (floats(), floats())
            .prop_map(|(one, two)| { Type::Float(FloatRange { from: one.min(two), to: one.max(two) }) }),
        size().prop_map(|size| Type::String(StringType::Sized(size))),
        (vec("[a-zA-Z]{1,4}", 1..4), any::<bool>()).prop_map(|(values, case_insensitive)| {
            let values = values.into_iter().map(Into::into).collect();
            Type::Enum(Arc::new(EnumType::new(values, case_insensitive)))
        }),
        vec(regexps(), 1..3).prop_map(|patterns| Type::Pattern(Arc::new(PatternType::new(patterns)))),
        regexps().prop_map(|regexp| Type::Regexp(Some(regexp))),
        version_ranges().prop_map(|range| Type::SemVer(Arc::from([range]))),
        size().prop_map(|size| Type::Collection(Some(size))),
        "[a-z]{1,4}(::[a-z]{1,4})?".prop_map(|name| Type::Class(Some(name.into()))),
        ("[A-Z][a-z]{1,4}", prop::option::of("[a-z/ ]{1,5}")).prop_map(|(name, title)| {
            // A prefix, because the name must not be that of another type.
            let type_name = Some(format!("My::{name}").into());
            Type::Resource(Arc::new(ResourceType { type_name, title: title.map(Into::into) }))
        }),
        "[A-Z][a-z]{1,4}".prop_map(|name| {
            Type::Runtime(Arc::new(RuntimeType { runtime: Some("ruby".into()), name: Some(name.into()) }))
        }),
        regexps().prop_map(|regexp| {
            let parts = Hash::from_iter([("scheme".into(), "http".into()), ("host".into(), Value::Regexp(regexp))]);
            Type::Uri(Some(Arc::new(UriType { parts })))
        }),
    ]
}

/// Returns the types that are written without brackets.
pub fn bare_types() -> impl Strategy<Value = Type> {
    prop::sample::select(vec![
        Type::Any,
        Type::Undef,
        Type::Default,
        Type::Scalar,
        Type::ScalarData,
        Type::Numeric,
        Type::Binary,
        Type::SemVerRange,
        Type::CatalogEntry,
        Type::BOOLEAN,
        Type::Boolean(Some(true)),
        Type::Boolean(Some(false)),
        Type::INTEGER,
        Type::FLOAT,
        Type::STRING,
        Type::Enum(Arc::new(EnumType::new(vec![], false))),
        Type::Pattern(Arc::new(PatternType::new([]))),
        Type::Regexp(None),
        Type::Timespan(Arc::default()),
        Type::Timestamp(Arc::default()),
        Type::SemVer(Arc::from([])),
        Type::Uri(None),
        Type::Collection(None),
        Type::any_array(),
        Type::any_hash(),
        Type::Tuple(Arc::new(TupleType { types: vec![], size: None })),
        Type::Struct(Arc::new(StructType { elements: vec![] })),
        Type::Optional(None),
        Type::NotUndef(None),
        Type::Sensitive(None),
        Type::Type(None),
        Type::Iterable(None),
        Type::Iterator(None),
        Type::Callable(Arc::default()),
        Type::Init(Arc::default()),
        Type::Runtime(Arc::default()),
        Type::Class(None),
        Type::Resource(Arc::default()),
        Type::Object(None),
    ])
}

fn range() -> impl Strategy<Value = IntegerRange> {
    (integers(), integers()).prop_map(|(one, two)| IntegerRange { from: one.min(two), to: one.max(two) })
}

fn size() -> impl Strategy<Value = IntegerRange> {
    (0i64..4, prop_oneof![0i64..4, Just(i64::MAX - 4)])
        .prop_map(|(from, more)| IntegerRange { from, to: if more > 4 { i64::MAX } else { from + more } })
}

fn sizes() -> impl Strategy<Value = Option<IntegerRange>> {
    prop::option::of(size())
}

fn structs(inner: impl Strategy<Value = Type>) -> impl Strategy<Value = Type> {
    vec(("[a-z]{1,4}", any::<bool>(), inner), 1..4).prop_map(|members| {
        let mut elements: Vec<StructElement> = Vec::new();
        for (name, optional, value_type) in members {
            if elements.iter().all(|element| element.name != name) {
                elements.push(StructElement { name: name.into(), optional, value_type });
            }
        }
        Type::Struct(Arc::new(StructType { elements }))
    })
}

fn callables(inner: impl Strategy<Value = Type> + Clone) -> impl Strategy<Value = Type> {
    // Types that are read as a block at the end are kept out of the arguments.
    let argument = inner.clone().prop_filter("callable", |part| !format!("{part}").contains("Callable"));
    let block = prop::option::of(Just(Type::Callable(Arc::default())));
    let returns = prop::option::of(inner.prop_filter("Any is not a return type", |part| *part != Type::Any));
    (vec(argument, 1..3), sizes(), block, returns).prop_map(|(types, size, block, returns)| {
        Type::Callable(Arc::new(CallableType { parameters: Some(TupleType { types, size }), block, returns }))
    })
}

/// Returns texts that are JSON with typed hashes in it, some of them broken.
pub fn json_texts() -> impl Strategy<Value = String> {
    let names = prop::sample::select(vec![
        "Hash",
        "Sensitive",
        "Default",
        "Symbol",
        "LocalRef",
        "Binary",
        "Regexp",
        "Timestamp",
        "Timespan",
        "SemVer",
        "SemVerRange",
        "URI",
        "Deferred",
        "Error",
        "Integer",
        "Array[String]",
        "Nothing",
        "nothing",
        "Pcore::AnyType",
        "Pcore::IntegerType",
        "Pcore::StringType",
        "Pcore::EnumType",
        "Pcore::PatternType",
        "Pcore::RegexpType",
        "Pcore::ArrayType",
        "Pcore::HashType",
        "Pcore::TupleType",
        "Pcore::StructType",
        "Pcore::StructElement",
        "Pcore::VariantType",
        "Pcore::OptionalType",
        "Pcore::CallableType",
        "Pcore::InitType",
        "Pcore::RuntimeType",
        "Pcore::TypeAliasType",
        "Pcore::ObjectType",
        "Pcore::ObjectTypeExtenType",
        "Pcore::TypeSetType",
        "Pcore::TypeReferenceType",
        "Pcore::SemVerType",
        "Pcore::URIType",
        "Pcore::TimespanType",
        "Pcore::Nothing",
    ]);
    let attributes = prop::sample::select(vec![
        "__pvalue",
        "__pvalue",
        "__ptype",
        "from",
        "to",
        "type",
        "types",
        "elements",
        "key_type",
        "value_type",
        "element_type",
        "size_type",
        "size_type_or_value",
        "values",
        "patterns",
        "pattern",
        "name",
        "type_expr",
        "resolved_type",
        "_pcore_init_hash",
        "base_type",
        "init_parameters",
        "ranges",
        "parameters",
        "param_types",
        "block_type",
        "return_type",
        "arguments",
        "msg",
        "a",
    ]);
    let leaves = prop_oneof![
        Just(String::from("null")),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| format!("{number:?}")),
        "\"[ -!#-\\[\\]-~]{0,6}\"",
        prop::sample::select(vec![
            r#""$""#,
            r#""$['a']""#,
            r#""$[0]""#,
            r#""$['type']""#,
            r#""$['types'][0]""#,
            r#""$.a.b""#,
            r#""$[""#,
            r#""$[null]""#,
            r#""1.2.3""#,
            r#""2020-01-01""#,
            r#""aGVsbG8=""#,
            r#""(""#,
            r#""A""#,
        ])
        .prop_map(String::from),
    ];
    let typed = move |inner: BoxedStrategy<String>| {
        (names.clone(), vec((attributes.clone(), inner), 0..4)).prop_map(|(name, attributes)| {
            let attributes: String =
                attributes.iter().map(|(attribute, value)| format!(",\"{attribute}\":{value}")).collect();
            format!("{{\"__ptype\":\"{name}\"{attributes}}}")
        })
    };
    let documents = leaves.prop_recursive(DEPTH, 40, BRANCHES, move |inner| {
        prop_oneof![
            3 => typed(inner.clone()),
            1 => vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(","))),
            1 => inner.prop_map(|item| format!("{{\"a\":{item}}}")),
        ]
    });
    (documents, prop::option::weighted(0.2, (any::<prop::sample::Index>(), any::<char>()))).prop_map(
        |(document, change)| match change {
            Some((position, character)) => {
                let mut characters: Vec<char> = document.chars().collect();
                let position = position.index(characters.len());
                characters[position] = character;
                characters.into_iter().collect()
            }
            None => document,
        },
    )
}
