//! Programs that somebody broke: whatever is left of them is read, checked and written without a crash.

use std::sync::Arc;

use diagnostics::{Diagnostic, Source};
use serde_json::Value;
use syntax::{FileKind, Parsed, Rules, Strictness, dump, parse, parse_template, validate};

/// How often each program is broken.
const ROUNDS: usize = 12;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }
}

/// Takes something out, puts something in, or repeats something.
fn broken(text: &str, other: &str, numbers: &mut Numbers) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let others: Vec<char> = other.chars().collect();
    let begin = numbers.below(letters.len() + 1);
    let end = (begin + numbers.below(8)).min(letters.len());
    match numbers.below(4) {
        0 => drop(letters.drain(begin..end)),
        1 => {
            let from = numbers.below(others.len() + 1);
            let to = (from + numbers.below(12)).min(others.len());
            letters.splice(begin..begin, others[from..to].iter().copied());
        }
        2 => {
            let repeated: Vec<char> = letters[begin..end].repeat(1 + numbers.below(3));
            letters.splice(begin..begin, repeated);
        }
        _ => letters.truncate(begin),
    }
    letters.into_iter().collect()
}

fn read(text: &str, is_template: bool) {
    let source = Arc::new(Source::new("broken.pp", text));
    let Parsed { program, problems, .. } = if is_template { parse_template(source) } else { parse(source) };
    let file_kind = if is_template { FileKind::Template } else { FileKind::in_modules("m/manifests/init.pp") };
    // A tree with holes is checked, too: nobody may rely on its being whole.
    let checked = validate(&program, &Rules { strict: Strictness::Error, file_kind });
    for Diagnostic { span, message, .. } in problems.iter().chain(&checked) {
        assert!(span.start <= span.end, "{message} in {text}");
        assert!(span.start as usize <= text.len(), "{message} in {text}");
    }
    let notation = dump::notation(&program);
    assert!(serde_json::from_str::<Value>(&notation.json()).is_ok(), "{text}");
    assert!(!dump::tree(&program).is_empty(), "{text}");
    assert!(!notation.pretty_text().is_empty(), "{text}");
}

#[test]
fn broken_programs_are_read_without_a_crash() {
    let cases: Vec<Value> =
        include_str!("../golden/validate.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let text = |case: &Value| case["source"].as_str().unwrap().to_owned();
    let mut numbers = Numbers(1);
    for case in &cases {
        for _ in 0..ROUNDS {
            let other = text(&cases[numbers.below(cases.len())]);
            let mut program = text(case);
            for _ in 0..=numbers.below(3) {
                program = broken(&program, &other, &mut numbers);
            }
            read(&program, case["template"] == true);
        }
    }
}

#[test]
fn what_is_deep_is_an_error_and_no_overflow() {
    let many = 20_000;
    let deep = [
        "(".repeat(many),
        "[".repeat(many),
        "{a=>".repeat(many),
        "!".repeat(many),
        "-".repeat(many),
        "if true {".repeat(many),
        "\"${".repeat(many),
        "$a[".repeat(many),
        "$a.b(".repeat(many),
        "class a { ".repeat(many),
        "case 1 { 1: { ".repeat(many),
        "$a ? { 1 => ".repeat(many),
        format!("1{}", "+1".repeat(many)),
        format!("$a{}", "[0]".repeat(many)),
        format!("$a{}", ".b".repeat(many)),
        format!("A['a']{}", " -> A['b']".repeat(many)),
        "$a = ".repeat(many),
        "File <| (".repeat(many),
        "$a.b |$c| { ".repeat(many),
        "a::".repeat(many),
    ];
    let all = move || {
        for text in deep {
            read(&text, false);
            read(&format!("<%= {text}"), true);
        }
    };
    // As much as a process has; a thread of the tests has less, and code that is not optimized takes more.
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(all);
    thread.unwrap().join().unwrap();
}
