//! Rich data against the recorded answers of Puppet, and its laws over arbitrary values and types.

#![allow(clippy::unwrap_used)]

#[path = "support/recorded.rs"]
mod recorded;
#[path = "strategies/arbitrary.rs"]
mod strategies;

use pcore::{
    NoNames, Type, Value, json, parse_type_with,
    rich_data::{self, EncodeOptions},
};
use proptest::prelude::*;
use recorded::{Case, Exception, Outcome};

/// Returns a recorded type, as we parse it, with Puppet's rich data for it.
///
/// `None` for an expression that only Puppet's type parser accepts, or parses differently than the language.
fn recorded_type(case: &Case) -> Option<(Type, Value)> {
    let names = case.aliases();
    let parsed = parse_type_with(case.text("type"), &names).ok()?;
    let rich = case.answer_json().get("rich")?;
    let agreed = case.answer("language").is_none_or(|language| Some(language) == case.answer("text"));
    agreed.then(|| (parsed, json::parse(&rich.to_string()).unwrap()))
}

const OPEN_END: &str = "the ends of 64 bits are open ends";
const UNKNOWN_NAME: &str = "a name of Puppet's own that is not known";
const LOST: &str = "Puppet does not write what is in the brackets";
const MERGED: &str = "Puppet merged the ranges to one that has no text";

const SIZES: &str = "a size, not two types called Default";

const WRITTEN_DIFFERENTLY: &[Exception] = &[
    ("Boolean[", &[109, 110, 207, 770, 808, 809, 879, 883], LOST),
    (
        "Sensitive[",
        &[
            234, 235, 237, 238, 239, 240, 241, 263, 739, 755, 769, 785, 802, 803, 810, 820, 821, 822, 826, 840, 848,
            860, 865, 896,
        ],
        LOST,
    ),
    (
        "Error",
        &[31, 328, 329, 330, 331, 332, 333, 334, 335, 600, 602, 765, 778, 794, 795, 867],
        "which parts of a definition are local references depends on what Puppet happens to share",
    ),
    ("\"type\":\"TypeAlias\"", &[36], UNKNOWN_NAME),
    ("\"type\":\"Pcore::URI\"", &[51], UNKNOWN_NAME),
    ("\"type\":\"Pcore::IntegerType\"", &[79], UNKNOWN_NAME),
    ("\"type\":\"Pcore::AnyType\"", &[80], UNKNOWN_NAME),
    ("9223372036854775807]", &[89, 90], OPEN_END),
    ("Hash[default,", &[153, 156], SIZES),
    ("Callable[[],String]", &[282], "no arguments at all are a size of zero"),
    ("Callable[Callable]", &[283], "no arguments at all are a size of zero"),
    ("Timespan[1.5]", &[293], "Puppet keeps a float inside, and shows it with all digits"),
];

const READ_DIFFERENTLY: &[Exception] = &[
    ("Boolean[", &[109, 110, 207, 770, 808, 809, 879, 883], LOST),
    (
        "Sensitive[",
        &[
            234, 235, 237, 238, 239, 240, 241, 263, 739, 755, 769, 785, 802, 803, 810, 820, 821, 822, 826, 840, 848,
            860, 865, 896,
        ],
        LOST,
    ),
    ("\"type\":\"TypeAlias\"", &[36], UNKNOWN_NAME),
    ("\"type\":\"Pcore::URI\"", &[51], UNKNOWN_NAME),
    ("\"type\":\"Pcore::IntegerType\"", &[79], UNKNOWN_NAME),
    ("\"type\":\"Pcore::AnyType\"", &[80], UNKNOWN_NAME),
    ("Hash[default,", &[153, 156], SIZES),
    ("SemVer['>=1.0.0','>=2.0.0']", &[316], MERGED),
];

#[test]
fn types_are_written_as_puppet_writes_them() {
    recorded::run("print", 900, WRITTEN_DIFFERENTLY, |case: &Case| {
        let Some((parsed, rich)) = recorded_type(case) else { return Outcome::Agrees };
        let written = rich_data::encode(&Value::from(parsed), EncodeOptions::default()).unwrap();
        Outcome::all([("rich", json::write(&rich).unwrap(), json::write(&written).unwrap())])
    });
}

#[test]
fn types_are_read_as_puppet_wrote_them() {
    recorded::run("print", 900, READ_DIFFERENTLY, |case: &Case| {
        let Some((parsed, rich)) = recorded_type(case) else { return Outcome::Agrees };
        let read =
            rich_data::decode(&rich, &NoNames).map_or_else(|error| error.to_string(), |read| format!("{read:?}"));
        Outcome::all([("type", parsed.to_string(), read)])
    });
}

fn without_references() -> EncodeOptions {
    EncodeOptions { local_references: false, ..EncodeOptions::default() }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn values_survive_the_journey(value in strategies::values()) {
        for options in [EncodeOptions::default(), without_references()] {
            let text = rich_data::to_json(&value, options).unwrap();
            let read = rich_data::from_json(&text, &NoNames);
            prop_assert_eq!(read.as_ref(), Ok(&value), "through {}", text);
        }
    }

    #[test]
    fn types_survive_the_journey(held in strategies::types()) {
        let value = Value::from(held);
        for options in [EncodeOptions::default(), without_references()] {
            let text = rich_data::to_json(&value, options).unwrap();
            let read = rich_data::from_json(&text, &NoNames);
            prop_assert_eq!(read.as_ref(), Ok(&value), "through {}", text);
        }
    }

    #[test]
    fn plain_data_survives_json(value in strategies::data()) {
        prop_assert_eq!(json::parse(&json::write(&value).unwrap()), Ok(value.clone()));
        prop_assert_eq!(json::parse(&json::write_pretty(&value).unwrap()), Ok(value));
    }

    #[test]
    fn no_document_makes_the_reader_panic(text in strategies::json_texts()) {
        if let Ok(value) = rich_data::from_json(&text, &NoNames) {
            let _ = rich_data::encode(&value, EncodeOptions::default());
        }
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in any::<String>()) {
        let _ = rich_data::from_json(&text, &NoNames);
        let _ = text.parse::<json::JsonPath>();
    }
}

#[test]
fn objects_survive_the_journey() {
    for text in [
        r#"{"__ptype":"Deferred","name":"upcase","arguments":["x"]}"#,
        r#"{"__ptype":"Deferred","name":"upcase"}"#,
        r#"{"__ptype":"Error","msg":"m","kind":"k","details":{"a":1}}"#,
        r#"{"__ptype":"Error","msg":"m"}"#,
    ] {
        let value = rich_data::from_json(text, &NoNames).unwrap();
        assert_eq!(rich_data::to_json(&value, EncodeOptions::default()).unwrap(), text);
        let embedded = EncodeOptions { types_by_name: false, ..EncodeOptions::default() };
        let written = rich_data::to_json(&value, embedded).unwrap();
        assert_eq!(rich_data::from_json(&written, &NoNames).unwrap(), value);
    }
    let text = r#"{"__ptype":{"__ptype":"Pcore::ObjectType","_pcore_init_hash":{"name":"My::Thing","attributes":{"a":{"__ptype":"Pcore::IntegerType"}}}},"a":3}"#;
    let value = rich_data::from_json(text, &NoNames).unwrap();
    assert_eq!(rich_data::to_json(&value, EncodeOptions::default()).unwrap(), r#"{"__ptype":"My::Thing","a":3}"#);
}
