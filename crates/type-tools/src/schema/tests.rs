//! Schemas of types, without the `$schema` that they all begin with.

use super::{ecma, json_schema};
use pcore::{TypeRegistry, Value, parse_type_with, regexp::Regexp};

#[test]
fn every_kind_has_its_schema() {
    let registry = TypeRegistry::default();
    registry.add("Port", "Integer[0, 65535]");
    registry.add("Tree", "Hash[String, Variant[Integer[0, 9], Tree]]");
    for (text, expected) in SCHEMAS {
        let schema = json_schema(&parse_type_with(text, &registry).unwrap());
        let mut keywords = schema.as_hash().unwrap().clone();
        keywords.remove(&"$schema".into());
        assert_eq!(format!("{:?}", Value::from(keywords)), *expected, "for {text}");
    }
}

const SCHEMAS: &[(&str, &str)] = &[
    ("Any", "{}"),
    ("Undef", "{'type' => 'null'}"),
    ("Integer[1]", "{'type' => 'integer', 'minimum' => 1}"),
    ("Integer[5, 5]", "{'const' => 5}"),
    ("Float[default, 1.5]", "{'type' => 'number', 'maximum' => 1.5}"),
    ("Numeric", "{'type' => 'number'}"),
    ("ScalarData", "{'type' => ['string', 'number', 'boolean']}"),
    ("Boolean", "{'type' => 'boolean'}"),
    ("Boolean[true]", "{'const' => true}"),
    ("String[2, 5]", "{'type' => 'string', 'minLength' => 2, 'maxLength' => 5}"),
    ("Enum[a, b]", "{'enum' => ['a', 'b']}"),
    ("Enum[on, off, true]", "{'type' => 'string', 'pattern' => '^(?:[Oo][Ff][Ff]|[Oo][Nn])$'}"),
    (r"Pattern[/^\//]", r"{'type' => 'string', 'pattern' => '(?:^|\n)/'}"),
    (r"Pattern[/\Aa\z/, /b$/]", r"{'type' => 'string', 'anyOf' => [{'pattern' => '^a$'}, {'pattern' => 'b(?:$|\n)'}]}"),
    (
        r"Pattern[/(a)\1/]",
        r"{'type' => 'string', '$comment' => 'Not checked: the string must match Pattern[/(a)\1/], and /(a)\1/ has no exact counterpart in ECMA 262.'}",
    ),
    ("Optional[Integer[1]]", "{'type' => ['integer', 'null'], 'minimum' => 1}"),
    ("Optional[Enum[a]]", "{'anyOf' => [{'enum' => ['a']}, {'type' => 'null'}]}"),
    (
        "Optional[Variant[Integer, Hash[String, Float]]]",
        "{'anyOf' => [{'type' => ['integer', 'null']}, {'type' => 'object', 'additionalProperties' => {'type' => 'number'}}]}",
    ),
    (
        "Variant[Integer, String, Enum[a], Variant[Enum[b], Boolean]]",
        "{'anyOf' => [{'type' => ['integer', 'string', 'boolean']}, {'enum' => ['a', 'b']}]}",
    ),
    ("NotUndef", "{'not' => {'type' => 'null'}}"),
    ("NotUndef[Variant[Undef, Integer]]", "{'type' => 'integer'}"),
    (
        "NotUndef[Data]",
        "{'$ref' => '#/$defs/Data', 'not' => {'type' => 'null'}, '$defs' => {'Data' => {'title' => 'Data', 'anyOf' => [{'type' => ['string', 'number', 'boolean', 'null']}, {'type' => 'object', 'properties' => {'__ptype' => false}, 'additionalProperties' => {'$ref' => '#/$defs/Data'}}, {'type' => 'array', 'items' => {'$ref' => '#/$defs/Data'}}]}}}",
    ),
    ("Array", "{'type' => 'array'}"),
    ("Array[String, 1, 3]", "{'type' => 'array', 'items' => {'type' => 'string'}, 'minItems' => 1, 'maxItems' => 3}"),
    (
        "Tuple[Integer, String]",
        "{'type' => 'array', 'prefixItems' => [{'type' => 'integer'}, {'type' => 'string'}], 'minItems' => 2, 'maxItems' => 2}",
    ),
    (
        "Tuple[Integer, String, 1]",
        "{'type' => 'array', 'prefixItems' => [{'type' => 'integer'}], 'items' => {'type' => 'string'}, 'minItems' => 1}",
    ),
    (
        "Tuple[Integer, String, 1, 1]",
        "{'type' => 'array', 'prefixItems' => [{'type' => 'integer'}], 'minItems' => 1, 'maxItems' => 1}",
    ),
    (
        "Hash",
        "{'anyOf' => [{'type' => 'object', 'properties' => {'__ptype' => false}}, {'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Hash'}, '__pvalue' => {'type' => 'array', 'minItems' => 2}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}]}",
    ),
    ("Hash[String, Integer]", "{'type' => 'object', 'additionalProperties' => {'type' => 'integer'}}"),
    (
        "Hash[String, String, 1]",
        "{'type' => 'object', 'properties' => {'__ptype' => false}, 'additionalProperties' => {'type' => 'string'}, 'minProperties' => 1}",
    ),
    (
        "Hash[Pattern[/^a/], Any]",
        r"{'type' => 'object', 'propertyNames' => {'type' => 'string', 'pattern' => '(?:^|\n)a'}}",
    ),
    (
        "Hash[Integer, String]",
        "{'anyOf' => [{'type' => 'object', 'maxProperties' => 0}, {'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Hash'}, '__pvalue' => {'type' => 'array', 'prefixItems' => [{'type' => 'integer'}, {'type' => 'string'}], 'items' => {'type' => ['integer', 'string']}, 'minItems' => 2}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}]}",
    ),
    ("Hash[0, 0]", "{'type' => 'object', 'maxProperties' => 0}"),
    (
        "Struct[{a => Integer, Optional[b] => String, c => Optional[Boolean]}]",
        "{'type' => 'object', 'properties' => {'a' => {'type' => 'integer'}, 'b' => {'type' => 'string'}, 'c' => {'type' => ['boolean', 'null']}}, 'required' => ['a'], 'additionalProperties' => false}",
    ),
    ("Struct", "{'type' => 'object', 'maxProperties' => 0}"),
    (
        "Collection[1]",
        "{'anyOf' => [{'type' => 'array', 'minItems' => 1}, {'type' => 'object', 'properties' => {'__ptype' => false}, 'minProperties' => 1}, {'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Hash'}, '__pvalue' => {'type' => 'array', 'minItems' => 2}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}]}",
    ),
    (
        "Default",
        "{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Default'}}, 'required' => ['__ptype'], 'additionalProperties' => false}",
    ),
    (
        "Sensitive[String]",
        "{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Sensitive'}, '__pvalue' => {'type' => 'string'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false, 'writeOnly' => true}",
    ),
    (
        "Timespan",
        r"{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Timespan'}, '__pvalue' => {'type' => 'string', 'pattern' => '^-?[0-9]+-[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]+$'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}",
    ),
    (
        "SemVer['>=1.0.0']",
        r"{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'SemVer'}, '__pvalue' => {'type' => 'string', 'pattern' => '^(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false, '$comment' => 'Not checked: a version in >=1.0.0.'}",
    ),
    (
        "Regexp[/a/]",
        "{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Regexp'}, '__pvalue' => {'const' => 'a'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}",
    ),
    (
        "Binary",
        "{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Binary'}, '__pvalue' => {'type' => 'string', 'contentEncoding' => 'base64', 'pattern' => '^[A-Za-z0-9+/]*={0,2}$'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}",
    ),
    (
        "Type",
        "{'type' => 'object', 'properties' => {'__ptype' => {'type' => 'string', 'pattern' => '^Pcore::[A-Z][A-Za-z]*$'}}, 'required' => ['__ptype']}",
    ),
    (
        "Type[Integer]",
        "{'type' => 'object', 'properties' => {'__ptype' => {'enum' => ['Pcore::IntegerType', 'Pcore::NotUndefType', 'Pcore::VariantType']}}, 'required' => ['__ptype'], '$comment' => 'Not checked: the parameters of the type.'}",
    ),
    (
        "Type[Optional[File]]",
        "{'type' => 'object', 'properties' => {'__ptype' => {'enum' => ['Pcore::NotUndefType', 'Pcore::OptionalType', 'Pcore::ResourceType', 'Pcore::UndefType', 'Pcore::VariantType']}}, 'required' => ['__ptype'], '$comment' => 'Not checked: the parameters of the type.'}",
    ),
    ("Callable", "{'not' => {}, '$comment' => 'A function cannot be written as JSON.'}"),
    (
        "File['/x']",
        "{'not' => {}, '$comment' => 'No value is an instance of this type: a reference to a resource is a type itself.'}",
    ),
    (
        "Iterable[String]",
        "{'anyOf' => [{'type' => 'array', 'items' => {'type' => 'string'}}, {'type' => 'string'}, {'type' => 'object', 'properties' => {'__ptype' => {'enum' => ['Pcore::IntegerType', 'Pcore::EnumType']}}, 'required' => ['__ptype']}], '$comment' => 'Not checked: the elements of a hash or a type.'}",
    ),
    ("Iterator", "{'not' => {}, '$comment' => 'A lazy sequence cannot be written as JSON.'}"),
    (
        "Runtime[ruby, 'Symbol']",
        "{'type' => 'object', 'properties' => {'__ptype' => {'const' => 'Symbol'}, '__pvalue' => {'type' => 'string'}}, 'required' => ['__ptype', '__pvalue'], 'additionalProperties' => false}",
    ),
    ("Port", "{'title' => 'Port', 'type' => 'integer', 'minimum' => 0, 'maximum' => 65535}"),
    (
        "Array[Port]",
        "{'type' => 'array', 'items' => {'$ref' => '#/$defs/Port'}, '$defs' => {'Port' => {'title' => 'Port', 'type' => 'integer', 'minimum' => 0, 'maximum' => 65535}}}",
    ),
    (
        "Tree",
        "{'$ref' => '#/$defs/Tree', '$defs' => {'Tree' => {'title' => 'Tree', 'type' => 'object', 'additionalProperties' => {'anyOf' => [{'type' => 'integer', 'minimum' => 0, 'maximum' => 9}, {'$ref' => '#/$defs/Tree'}]}}}}",
    ),
    ("RichDataKey", "{'title' => 'RichDataKey', 'type' => ['string', 'number']}"),
    ("Foo::Bar", "{'not' => {}, '$comment' => 'The type Foo::Bar is unknown.'}"),
];

#[test]
fn patterns_are_translated_where_that_is_exact() {
    let cases = [
        (r"\Aab\z", Some(r"^ab$")),
        (r"\Aab\Z", Some(r"^ab\n?$")),
        (r"^ab$", Some(r"(?:^|\n)ab(?:$|\n)")),
        (r"^$", Some(r"(?:^|(?<=\n)(?!$))(?:$|\n)")),
        (r"a$b", Some(r"a(?=$|\n)b")),
        (r"(^a|b)+", Some(r"((?:^|(?<=\n)(?!$))a|b)+")),
        (r"\h+\H", Some(r"[0-9A-Fa-f]+[^0-9A-Fa-f]")),
        (r"\d\w\s", Some(r"[0-9][0-9A-Z_a-z][\t-\r ]")),
        (r"[^\s\/]", Some(r"[^\t-\r /]")),
        (r"[a-z&&[^aeiou]]", Some(r"[b-df-hj-np-tv-z]")),
        (r"[\]\-^]", Some(r"[\-\]\^]")),
        (r"[[:alpha:]_]", Some(r"[_\p{Alphabetic}]")),
        (r"[^[:space:]]", Some(r"[^\p{White_Space}]")),
        (r"[a[:^alpha:]]", None),
        (r"(?i)ok", Some("(?:[Oo][Kk\u{212A}])")),
        (r"(?i:[a-c])x", Some(r"(?:[A-Ca-c])x")),
        (r"(?i)ü", None),
        (r"(?i)pass", None),
        (r"(?m).", Some(r"(?:[\s\S])")),
        (r".", Some(r"[^\n]")),
        (r"(?<year>\d{4})-\d{2,}?", Some(r"([0-9]{4})-[0-9]{2,}?")),
        (
            r"(?x: a  # a comment
)",
            Some(r"(?:a)"),
        ),
        (r"a/b", Some("a/b")),
        (r"\$\{x\}", Some(r"\$\{x\}")),
        (r"(?!a)(?<=b)c", Some(r"(?!a)(?<=b)c")),
        (r"(a)\1", None),
        (r"a++", None),
        (r"(?>a)", None),
        (r"\R", None),
    ];
    for (source, expected) in cases {
        let translated = ecma::translate(&Regexp::new(source).unwrap());
        assert_eq!(translated.as_deref(), expected, "for {source}");
    }
}
