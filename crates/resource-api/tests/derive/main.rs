//! Types that are Rust structs: what the derives write, what they refuse, and how short a type can be.

#[path = "../../examples/note.rs"]
#[allow(dead_code, reason = "an example has a main function")]
mod note;

mod accepted;
mod example;

/// Each file under `refused` has one mistake; the text beside it is what the compiler says about it.
///
/// `TRYBUILD=overwrite cargo test -p resource-api --test derive` writes the texts anew; read what has changed.
#[test]
fn mistakes_are_shown_where_they_are_with_what_to_write() {
    trybuild::TestCases::new().compile_fail("tests/derive/refused/*.rs");
}
