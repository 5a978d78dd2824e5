//! Snippets of Puppet code against the recorded answers of the real Puppet (`golden/types.txt`, `golden/types2.txt`).
//!
//! pcore cannot depend on the compiler, so `golden_types/` has a small evaluator for the tests: see its `evaluator.rs`.

#[path = "golden_types/evaluator.rs"]
mod evaluator;
#[path = "golden_types/functions.rs"]
mod functions;
#[path = "golden_types/operators.rs"]
mod operators;
#[path = "golden_types/other_arguments.rs"]
mod other_arguments;
#[path = "golden_types/reader.rs"]
mod reader;
#[path = "golden_types/transcript.rs"]
mod transcript;

use evaluator::{EvaluationError, Evaluator};
use other_arguments::OTHER_ARGUMENTS;
use pcore::parse_literal;
use transcript::{Answer, Snippet};

/// How many snippets are recorded.
const SNIPPETS: usize = 75;

/// How often the library reads a literal or a definition in them, so that none is skipped unnoticed.
const LITERALS: usize = 642;

/// Snippets that need a compiler: their end, why, and the types and values in it.
const OUTSIDE: &[(&str, &str, &[&str])] = &[
    ("notify { 'a': message => $x }", "a resource is declared in a catalog", &[]),
    (
        "class c(Integer $p) {} class {'c': p => Deferred('upcase',['a'])}",
        "a class is declared, and the function that a Deferred names is looked up",
        &["Integer", "Deferred('upcase',['a'])"],
    ),
    (
        "class c(Integer $p) {} class {'c': p => Deferred('nosuch',['a'])}",
        "a class is declared, and Puppet itself fails over a function that it cannot find",
        &["Integer", "Deferred('nosuch',['a'])"],
    ),
];

/// Errors with different messages: the recorded one, ours, why.
const OTHER_WORDS: &[(&str, &str, &str)] = &[
    ("Syntax error at ']'", "Syntax error at ']', expected a parameter", "a syntax error says what was expected"),
    (
        "URI-Type parameter has wrong type, expects a match for Pattern[/(?x-mi:",
        r"URI-Type parameter has wrong type, expects a match for Pattern[/[a-zA-Z][\-+.a-zA-Z\d]*:/], got 'http'",
        "the rest of Ruby's expression for a URI may match nothing at all, so it refuses nothing",
    ),
];

/// The literals that the library refuses, and the errors of definitions, in the order of the snippets.
const REFUSED: &[&str] = &[
    "Integer[5,1]",
    "Integer['a']",
    "Enum[1]",
    "Array[1,2,3,4]",
    "String['abc']",
    "Optional[Integer,String]",
    "Struct[a,b]",
    "Hash[Integer]",
    "Tuple[]",
    "Type alias 'Self' cannot be resolved to a real type",
    // The snippet does not use this type, so Puppet does not complain either; if used, it reports the same.
    "object initializer has wrong type, entry 'constants' expects a Hash[Pattern[/\\A[a-z_]\\w*\\z/], Any] value, \
     got Hash[Type[TypeReference['K']], Integer[5, 5]]",
    "A('x')",
    "A()",
    "A({z=>1})",
    "SemVerRange('junk')",
    "Timestamp('x')",
    "Timespan('3:4')",
    "Timespan('3:4')",
    "URI['http']",
    "URI('a b')",
    "Type['x']",
    "Numeric[1,2]",
    "Boolean['x']",
    "Scalar[1]",
    "Default[1]",
];

fn snippets() -> Vec<Snippet> {
    let files = [include_str!("golden/types.txt"), include_str!("golden/types2.txt")];
    files.into_iter().flat_map(transcript::snippets).collect()
}

#[test]
fn snippets_answer_as_in_puppet() {
    let mut compared = 0;
    for snippet in snippets() {
        let source = snippet.source;
        let mut evaluator = Evaluator::default();
        match (evaluator.run(source), &snippet.answer) {
            (Ok(()), Answer::Notices(recorded)) => assert_eq!(evaluator.notices, *recorded, "for {source}"),
            (
                Err(EvaluationError::Error { message, columns: Some(columns) }),
                Answer::Error { message: recorded, column },
            ) => {
                assert_eq!(message, in_our_words(recorded), "for {source}");
                let columns = columns.first_column..=columns.last_column;
                assert!(columns.contains(column), "another argument of {source} is refused: {columns:?}, not {column}");
                check_other_arguments(source, &evaluator.unlogged);
            }
            (Err(EvaluationError::Outside(rest)), _) => {
                assert!(OUTSIDE.iter().any(|(end, ..)| *end == rest), "no reason why {source} needs a compiler");
                continue;
            }
            (outcome, recorded) => panic!("{source} gives {outcome:?}, not {recorded:?}"),
        }
        compared += 1;
    }
    assert_eq!(compared, SNIPPETS - OUTSIDE.len());
}

#[test]
fn every_type_and_value_is_read_by_the_library() {
    let mut literal_count = 0;
    let mut refused = Vec::new();
    for snippet in snippets() {
        let mut evaluator = Evaluator::default();
        let _ = evaluator.run(snippet.source);
        literal_count += evaluator.literal_count;
        refused.append(&mut evaluator.refused);
    }
    for literal in OUTSIDE.iter().flat_map(|(_, _, literals)| *literals) {
        assert!(parse_literal(literal).is_ok(), "{literal} is refused");
        literal_count += 1;
    }
    assert_eq!(refused, REFUSED);
    assert_eq!(literal_count, LITERALS);
}

#[test]
fn no_snippet_is_left_out() {
    assert_eq!(snippets().len(), SNIPPETS);
}

fn in_our_words(recorded: &'static str) -> &'static str {
    let other_words = OTHER_WORDS.iter().find(|(beginning, ..)| recorded.starts_with(beginning));
    other_words.map_or(recorded, |(_, ours, _)| ours)
}

/// Compares the other arguments than the one that ends the evaluation, which is the first that is refused.
fn check_other_arguments(source: &str, arguments: &[String]) {
    let mut others = arguments.to_vec();
    others.remove(others.iter().position(|text| text.starts_with("ERR: ")).expect("one is refused"));
    let recorded = OTHER_ARGUMENTS.iter().find(|(part, _)| source.contains(part));
    assert_eq!(others, recorded.map_or(&[][..], |(_, texts)| texts), "for the other arguments of {source}");
}
