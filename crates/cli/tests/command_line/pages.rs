//! Pages of the documentation with examples and their output.

use std::{fmt::Write as _, fs, path::Path};

/// Runs the examples of a page, of which there is a minimum number, and compares the output of `answer` with the text
/// below each; with `UPDATE_DOCS` in the environment, the text is updated instead.
#[track_caller]
pub fn assert_true(page: &str, at_least: usize, answer: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("docs").join(page);
    let text = fs::read_to_string(&path).unwrap();
    let mut parts = text.split("```puppet\n");
    let mut written = parts.next().unwrap().to_owned();
    let mut count = 0;
    for part in parts {
        let (manifest, rest) = part.split_once("```\n\n```text\n").expect("what is printed stands below each example");
        let (_, rest) = rest.split_once("```\n").expect("the block ends");
        write!(written, "```puppet\n{manifest}```\n\n```text\n{}```\n{rest}", answer(manifest)).unwrap();
        count += 1;
    }
    assert!(count >= at_least, "only {count} examples were found");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&path, written).unwrap();
    } else {
        assert_eq!(written, text);
    }
}
