//! Patterns of names, and the files that they mean.

use std::fs;

use super::{GlobError, files, matches};

#[track_caller]
fn check(pattern: &str, name: &str, expected: bool) {
    let letters = |text: &str| text.chars().collect::<Vec<_>>();
    assert_eq!(matches(&letters(pattern), &letters(name)), expected, "{pattern} and {name}");
}

#[test]
fn patterns_fit_names() {
    for (pattern, fits, differs) in [
        ("*", "x.yaml", None),
        ("*.yaml", "x.yaml", Some("x.json")),
        ("a*b*c", "axxbxxc", Some("axxbxx")),
        ("?.yaml", "x.yaml", Some("xy.yaml")),
        ("[a-c]x", "bx", Some("dx")),
        ("[^a-c]x", "dx", Some("ax")),
        ("[]]", "]", Some("[")),
        ("[x", "[x", Some("x")),
        (r"\*", "*", Some("x")),
    ] {
        check(pattern, fits, true);
        if let Some(differs) = differs {
            check(pattern, differs, false);
        }
    }
    let (pattern, name) = ("*a".repeat(200), "a".repeat(199));
    check(&pattern, &name, false);
}

#[test]
fn any_folders_below_any_folders_are_any_folders() {
    let directory = tempfile::tempdir().unwrap();
    let deep = directory.path().join(["d"; 30].join("/"));
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("x.yaml"), "").unwrap();
    // Each pair of stars could end at any of the directories, in exponentially many ways.
    let pattern = format!("{}/{}*.yaml", directory.path().display(), "**/".repeat(30));
    assert_eq!(files(&pattern), Ok(vec![deep.join("x.yaml")]));
}

#[test]
fn files_come_in_order() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["b.yaml", "a.yaml", ".h.yaml", "s/c.yaml", "s/t/d.yaml"] {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "").unwrap();
    }
    let found = |pattern: &str| -> Vec<String> {
        let files = files(&format!("{}/{pattern}", directory.path().display())).unwrap();
        let names = files.iter().map(|path| path.strip_prefix(directory.path()).unwrap().display().to_string());
        names.collect()
    };
    assert_eq!(found("*"), ["a.yaml", "b.yaml"]);
    assert_eq!(found("**/*.yaml"), ["a.yaml", "b.yaml", "s/c.yaml", "s/t/d.yaml"]);
    assert_eq!(found("{b,a,nosuch}.yaml"), ["b.yaml", "a.yaml"]);
    assert_eq!(found("s/{c,t/{d,e}}.yaml"), ["s/c.yaml", "s/t/d.yaml"]);
    assert_eq!(found("s"), Vec::<String>::new());
    assert_eq!(found("a.yaml"), ["a.yaml"]);
    assert_eq!(files(&"{a,b}".repeat(20)), Err(GlobError::Alternatives));
}
