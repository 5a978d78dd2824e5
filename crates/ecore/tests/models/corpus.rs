//! The types of `conformance/models`.

use std::{fs, path::Path};

/// All of them as one text.
pub(crate) fn text() -> String {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("conformance/models");
    let mut paths: Vec<_> = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pp"));
    paths.sort();
    assert!(!paths.is_empty());
    let texts: Vec<String> = paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    texts.join("\n")
}
