//! `new` against the recorded answers of the real Puppet.
//!
//! A case is a type, arguments in rich data, and what came back: a value with its text, or an error.

#[path = "support/recorded.rs"]
mod recorded;

use pcore::{
    Value,
    convert::{self, Surroundings},
    parse_type_with,
};
use recorded::{Case, Exception, Outcome};

const OUTSIDE_INTEGER: &str = "Integers have 64 bits here, and are without limit in Ruby";

const EXCEPTIONS: &[Exception] = &[
    (r#""args":["99999999999999999999"]"#, OUTSIDE_INTEGER),
    (r#""args":["9223372036854775808"]"#, OUTSIDE_INTEGER),
    (r#""type":"Integer","args":[1e+20]"#, OUTSIDE_INTEGER),
    (
        r#""type":"Regexp","args":["é\\d"]"#,
        "Ruby marks the encoding of a pattern that is not ASCII, and Puppet takes the mark for options",
    ),
    (r#""type":"SemVer['1.x']","args":["1.2.3-rc1"]"#, "Puppet fails without any message"),
    (r#""type":"Type","args":["Integer["]"#, "our syntax errors also say what was expected"),
    (
        r#""type":"Data","args":[{"__ptype":"Regexp","__pvalue":"a/b\\d"}]"#,
        "Data is kept in normal form, as the aliases of modules are",
    ),
    (
        r#""args":[{"__ptype":"Pcore::SensitiveType","type":{"__ptype":"Pcore::ResourceType"}}]"#,
        "Puppet forgets the type in the brackets when it writes the answer",
    ),
    (
        r#""value_type":{"__ptype":"Pcore::BooleanType","value":true}}]}]"#,
        "Puppet forgets which Boolean it is when it writes the answer",
    ),
];

#[test]
fn new_answers_as_puppet_does() {
    recorded::run("new", 1500, EXCEPTIONS, |case: &Case| {
        let names = case.aliases();
        let arguments = case.part("args").as_array().cloned().unwrap_or_default();
        let arguments: Vec<Value> = arguments.iter().map(|argument| case.decode(argument)).collect();
        let surroundings = Surroundings { names: &names, ..Surroundings::default() };
        let found = parse_type_with(case.text("type"), &names).map_err(|error| error.to_string()).and_then(|wanted| {
            convert::new_instance_in(&surroundings, &wanted, &arguments).map_err(|error| error.to_string())
        });
        match (found, case.answer("error")) {
            (Err(found), Some(expected)) => Outcome::all([("error", expected.to_owned(), found)]),
            (Ok(found), None) => {
                let expected = case.try_decode(&case.answer_json()["value"]);
                // The texts of some values do not read back as the same value, in Puppet either, and the range of all
                // versions not at all: then their texts must do.
                let same = expected
                    .as_ref()
                    .is_none_or(|expected| *expected == found || format!("{expected:?}") == format!("{found:?}"));
                Outcome::all([
                    ("text", case.answer("text").unwrap_or_default().to_owned(), found.to_string()),
                    (
                        "value",
                        format!("{expected:?}"),
                        if same { format!("{expected:?}") } else { format!("{found:?}") },
                    ),
                ])
            }
            (found, expected) => Outcome::Differs(format!(" expected error {expected:?}, found {found:?}")),
        }
    });
}
