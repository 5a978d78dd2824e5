//! How programs were read, in the formats of `puppet parser dump`.

use std::{fmt::Write as _, sync::Arc};

use diagnostics::{Severity, Source};
use serde_json::Value;
use syntax::{Parsed, dump, parse, parse_template};

/// Programs that we read differently, and why.
const DIFFERENT: &[(&str, &str)] = &[(
    "Resource['file'] { b => 1 }",
    "these are defaults by the specification of the language, which Puppet then takes for an override that fails",
)];

#[test]
fn trees_are_those_that_the_real_puppet_makes() {
    let (mut checked, mut wrong, mut report) = (0, 0, String::new());
    for line in include_str!("../golden/dump.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let text = case["source"].as_str().unwrap();
        if DIFFERENT.iter().any(|(source, _)| text == *source) {
            continue;
        }
        checked += 1;
        let source = Arc::new(Source::new("", text));
        let Parsed { program, problems, .. } =
            if case["template"] == true { parse_template(source) } else { parse(source) };
        let mut differ = |what: &str, expected: &str, found: &str| {
            wrong += 1;
            let _ = writeln!(report, "{text}\n  expected {what} {expected}\n  found    {what} {found}");
        };
        if problems.iter().any(|problem| problem.code == "NUMERIC_OVERFLOW") {
            continue;
        }
        if let Some(problem) = problems.iter().find(|problem| problem.severity == Severity::Error) {
            differ("error", "", &problem.message);
            continue;
        }
        let notation = dump::notation(&program);
        let found = [
            ("tree", dump::tree(&program)),
            ("notation", notation.text()),
            ("pretty", notation.pretty_text()),
            ("json", notation.json()),
        ];
        for (what, found) in found {
            if let Some(expected) = case[what].as_str()
                && expected != found
            {
                differ(what, expected, &found);
                break;
            }
        }
    }
    assert!(checked > 1200, "only {checked} programs");
    assert!(wrong == 0, "{wrong} of {checked} differ:\n{report}");
}
