//! `new` against the recorded answers of the real Puppet.
//!
//! A case is a type, arguments in rich data, and the result: a value with its text, or an error.

#[path = "support/recorded.rs"]
mod recorded;

use pcore::{
    Value,
    convert::{self, ConversionContext},
    parse_type_with,
};
use recorded::{Case, Exception, Outcome};

const OUTSIDE_INTEGER: &str = "Integers have 64 bits here, and are without limit in Ruby";

const EXCEPTIONS: &[Exception] = &[
    (r#""args":["99999999999999999999"]"#, &[35, 222], OUTSIDE_INTEGER),
    (r#""args":["9223372036854775808"]"#, &[37, 224], OUTSIDE_INTEGER),
    (r#""type":"Integer","args":[1e+20]"#, &[65], OUTSIDE_INTEGER),
    (
        r#""type":"Regexp","args":["é\\d"]"#,
        &[517],
        "Ruby marks the encoding of a pattern that is not ASCII, and Puppet takes the mark for options",
    ),
    (r#""type":"SemVer['1.x']","args":["1.2.3-rc1"]"#, &[628], "Puppet fails without any message"),
    (r#""type":"Type","args":["Integer["]"#, &[948], "our syntax errors also say what was expected"),
    (
        r#""type":"Data","args":[{"__ptype":"Regexp","__pvalue":"a/b\\d"}]"#,
        &[1032],
        "Data is kept in normal form, as the aliases of modules are",
    ),
    (
        r#""args":[{"__ptype":"Pcore::SensitiveType","type":{"__ptype":"Pcore::ResourceType"}}]"#,
        &[1471],
        "Puppet forgets the type in the brackets when it writes the answer",
    ),
    (
        r#""value_type":{"__ptype":"Pcore::BooleanType","value":true}}]}]"#,
        &[1403],
        "Puppet forgets which Boolean it is when it writes the answer",
    ),
];

#[test]
fn new_answers_as_puppet_does() {
    recorded::run("new", 1500, EXCEPTIONS, |case: &Case| {
        let names = case.aliases();
        let arguments = case.part("args").as_array().cloned().unwrap_or_default();
        let arguments: Vec<Value> = arguments.iter().map(|argument| case.decode(argument)).collect();
        let context = ConversionContext { names: &names, ..ConversionContext::default() };
        let actual = parse_type_with(case.text("type"), &names).map_err(|error| error.to_string()).and_then(|wanted| {
            convert::new_instance_in(&context, &wanted, &arguments).map_err(|error| error.to_string())
        });
        match (actual, case.answer("error")) {
            (Err(actual), Some(expected)) => Outcome::all([("error", expected.to_owned(), actual)]),
            (Ok(actual), None) => {
                let expected = case.try_decode(&case.answer_json()["value"]);
                // The texts of some values do not read back as the same value, in Puppet either, and the range of all
                // versions not at all: then their texts are compared.
                let same = expected
                    .as_ref()
                    .is_none_or(|expected| *expected == actual || format!("{expected:?}") == format!("{actual:?}"));
                Outcome::all([
                    ("text", case.answer("text").unwrap_or_default().to_owned(), actual.to_string()),
                    (
                        "value",
                        format!("{expected:?}"),
                        if same { format!("{expected:?}") } else { format!("{actual:?}") },
                    ),
                ])
            }
            (actual, expected) => Outcome::Differs(format!(" expected error {expected:?}, found {actual:?}")),
        }
    });
}
