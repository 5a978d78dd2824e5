//! The declarations of functions: their parameters can be read, and their examples hold.

use super::{Calls, all, dispatch};
use crate::evaluate::harness::logged;

#[test]
fn names_are_unique() {
    let mut names: Vec<&str> = all().map(|function| function.name).collect();
    names.sort_unstable();
    let before = names.len();
    names.dedup();
    assert_eq!(names.len(), before);
}

#[test]
fn every_signature_can_be_read() {
    for function in all() {
        let Calls::Typed(signatures) = &function.calls else { continue };
        for signature in *signatures {
            for text in signature.parameters.iter().copied().chain(signature.block) {
                assert!(dispatch::is_readable(text), "{}: {text}", function.name);
            }
        }
    }
}

#[test]
fn every_example_holds() {
    for function in all() {
        for (given, expected) in function.examples {
            // Both sides are assigned, so that an example may be any expression, and each is on its own line.
            let source = format!(
                "$given = {given}\n$expected = {expected}\nnotice([$given] == [$expected], [$given], [$expected])"
            );
            let lines = logged(&source).unwrap_or_else(|failure| panic!("{}: {given}: {failure}", function.name));
            let last = lines.last().map(String::as_str).unwrap_or_default();
            assert!(last.starts_with("notice: true "), "{}: {given}: {last}", function.name);
        }
    }
}
