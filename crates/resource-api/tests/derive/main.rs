//! Types defined by Rust structs: accepted and refused input, and how short a type can be.

#[path = "../../examples/note.rs"]
#[allow(dead_code, reason = "an example has a main function")]
mod note;

mod accepted;
mod example;

/// Each file in `refused` contains one mistake; the text beside it is the compiler's output.
///
/// `TRYBUILD=overwrite cargo test -p resource-api --test derive` rewrites these texts. Review the changes.
#[test]
fn mistakes_are_shown_where_they_are_with_what_to_write() {
    trybuild::TestCases::new().compile_fail("tests/derive/refused/*.rs");
}
