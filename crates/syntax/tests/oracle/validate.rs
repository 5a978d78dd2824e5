//! Problems of programs: which, where, and in which order.

use std::{fmt::Write as _, sync::Arc};

use diagnostics::{Diagnostic, Severity, Source};
use serde_json::Value;
use syntax::{FileKind, Parsed, Rules, Strictness, parse, parse_template, validate};

/// Programs with different problems, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("type Foo {}", "definitions of types are part of our language"),
    ("$x = {-1 => 1, -1 => 2}", "Puppet 8 compares negative numbers, too"),
];

/// The reason that follows here is that of our JSON parser, with a line and a column. Ruby's has a line number of its C
/// source, and the text up to its end.
const JSON_REASON: &str = "Cannot parse invalid JSON string. \"";

/// A message without the reason of the JSON parser.
fn without_json_reason(message: &str) -> &str {
    message.find(JSON_REASON).map_or(message, |start| &message[..start + JSON_REASON.len()])
}

fn rendered(source: &Source, problem: &Diagnostic) -> String {
    let position = source.position(problem.span.start);
    // Puppet does not locate the end.
    let position_text = match problem.message.as_str() {
        "Syntax error at end of input" => String::from("anywhere"),
        _ => format!("{}:{}", position.line, position.column),
    };
    let severity = match problem.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!("{severity} {position_text} {} {}", problem.code, without_json_reason(&problem.message))
}

/// What Puppet reported, one problem per line.
fn expected(case: &Value) -> Vec<String> {
    let rendered = |problem: &Value| {
        let text = |name: &str| problem[name].as_str().unwrap().to_owned();
        let (severity, code, message) = (text("severity"), text("code"), text("message"));
        let message = without_json_reason(&message);
        if problem["line"].is_null() {
            return format!("{severity} anywhere {code} {message}");
        }
        format!("{severity} {}:{} {code} {message}", problem["line"], problem["column"])
    };
    case["problems"].as_array().unwrap().iter().map(rendered).collect()
}

/// What we report, one problem per line; only the first syntax error, as Puppet does.
fn found(case: &Value) -> Vec<String> {
    let text = case["source"].as_str().unwrap();
    let file = case["file"].as_str();
    let name = file.map_or(String::new(), |file| format!("/modules/{file}"));
    let is_template = case["template"] == true;
    let source = Arc::new(Source::new(name, text));
    let Parsed { program, problems, .. } = if is_template { parse_template(source) } else { parse(source) };
    let is_overflow = |problem: &Diagnostic| problem.code == "NUMERIC_OVERFLOW";
    let hinders = |problem: &&Diagnostic| problem.severity == Severity::Error && !is_overflow(problem);
    if let Some(problem) = problems.iter().find(hinders) {
        return vec![rendered(&program.source, problem)];
    }
    let file_kind = match file {
        Some(file) => FileKind::in_modules(file),
        None if is_template => FileKind::Template,
        None => FileKind::Main,
    };
    let strict = match case["strict"].as_str() {
        Some("off") => Strictness::Off,
        Some("warning") => Strictness::Warning,
        _ => Strictness::Error,
    };
    let mut problems: Vec<Diagnostic> = problems.into_iter().filter(is_overflow).collect();
    problems.extend(validate(&program, &Rules { strict, file_kind }));
    // Puppet 8 warns of these, Puppet 7, which was asked, does not.
    problems.retain(|problem| problem.code != "ILLEGAL_NONLITERAL_PARAMETER_TYPE");
    problems.iter().map(|problem| rendered(&program.source, problem)).collect()
}

#[test]
fn problems_are_those_that_the_real_puppet_finds() {
    let (mut checked, mut wrong, mut report) = (0, 0, String::new());
    for line in include_str!("../golden/validate.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        if DIFFERENT.iter().any(|(source, _)| case["source"] == *source) {
            continue;
        }
        checked += 1;
        let (expected, found) = (expected(&case), found(&case));
        if expected != found {
            wrong += 1;
            let options = ["file", "template", "strict"].map(|name| case[name].to_string()).join(" ");
            let _ = writeln!(report, "{} ({options})", case["source"].as_str().unwrap());
            report.extend(expected.iter().map(|line| format!("  expected {line}\n")));
            report.extend(found.iter().map(|line| format!("  found    {line}\n")));
        }
    }
    assert!(checked > 1500, "only {checked} programs");
    assert!(wrong == 0, "{wrong} of {checked} differ:\n{report}");
}
