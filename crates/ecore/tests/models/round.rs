//! Source to model to source to model: the models are the same.

use ecore::LogicOutput;

use crate::{
    corpus,
    types::{ALL, exported, imported},
};

/// Exports types, reads the model as types, and exports these.
#[track_caller]
fn check(text: &str, logic: LogicOutput) -> String {
    let first = exported(text, logic);
    let read = imported(&first);
    assert!(read.unsupported.is_empty(), "{:?}", read.unsupported);
    let source = read.text();
    let second = exported(&source, logic);
    assert_eq!(second.base, first.base, "{source}");
    assert_eq!(second.implementation, first.implementation, "{source}");
    source
}

#[test]
fn models_are_a_fixed_point() {
    let separate = check(ALL, LogicOutput::Separate);
    let annotated = check(ALL, LogicOutput::Annotations);
    assert_eq!(separate, annotated);
}

#[test]
fn models_of_the_corpus_are_a_fixed_point() {
    let text = corpus::text();
    let count = text.lines().filter(|line| line.starts_with("type ") && line.contains('{')).count();
    assert!(count >= 40, "only {count} types were found");
    assert_eq!(check(&text, LogicOutput::Separate), check(&text, LogicOutput::Annotations));
}

#[test]
fn long_chains_are_not_too_deep() {
    let sum = vec!["1"; 900].join(" + ");
    let branches: Vec<String> = (0..400).map(|number| format!("elsif $a == {number} {{ true }}")).collect();
    let text = format!(
        "type A {{ attr a, Integer {{ check => $it < {sum} }} invariant {{ if $a == -1 {{ true }} {} }} }}",
        branches.join(" ")
    );
    check(&text, LogicOutput::Separate);
    check(&text, LogicOutput::Annotations);
}

#[test]
fn many_types_are_written_and_read_in_time_that_grows_as_they_do() {
    let types = |count: usize| -> String {
        let one = |number: usize| {
            format!(
                "type N{}::T{number} {{ attr a, enum[x, y] {{ default => y }} attr b, String {{ check => $it != 'x' }} \
                 has c, N{}::T{} {{ max => unbound }} invariant {{ $a == 'x' or $b }} }}\n",
                number % 50,
                (number + 1) % count % 50,
                (number + 1) % count
            )
        };
        (0..count).map(one).collect()
    };
    let time = |count: usize| {
        let documents = exported(&types(count), LogicOutput::Separate);
        let started = std::time::Instant::now();
        let read = imported(&documents);
        assert_eq!(read.definitions.len(), count);
        started.elapsed()
    };
    let (few, many) = (time(100), time(1000));
    // Ten times as many, with much room for a machine that does other things; the square would be a hundred.
    assert!(many < few * 40 + std::time::Duration::from_millis(200), "{few:?} for 100, {many:?} for 1,000");
}
