//! Which of the functions that Debian's modules have in Ruby can run without Ruby, as far as their texts tell.

use std::{
    fs,
    path::{Path, PathBuf},
};

use ruby_subset::FunctionFile;

/// How many files of functions there are beside those of stdlib, which has functions of ours.
const FILES: usize = 52;

/// How many files stdlib has for functions that are not built in.
const STDLIB_FILES: usize = 18;

#[test]
fn functions_of_debians_modules_run_without_ruby() {
    let modules =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join("target/debian-modules/modules");
    assert!(modules.is_dir(), "Debian's modules are not there: run cargo xtask test, which unpacks them");
    let mut names: Vec<String> =
        fs::read_dir(&modules).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let (mut others, mut stdlib) = (Vec::new(), Vec::new());
    for name in names {
        let into = if name == "stdlib" { &mut stdlib } else { &mut others };
        for folder in ["lib/puppet/functions", "lib/puppet/parser/functions"] {
            collect(&modules.join(&name).join(folder), &mut |path| into.push((name.clone(), path)));
        }
    }
    stdlib.retain(|(_, path)| {
        let name = path.file_stem().unwrap().to_string_lossy();
        !compiler::functions::all().any(|function| function.name.rsplit("::").next() == Some(&*name))
    });
    assert_eq!((others.len(), stdlib.len()), (FILES, STDLIB_FILES));
    check(&[others, stdlib].concat());
}

fn collect(folder: &Path, found: &mut dyn FnMut(PathBuf)) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rb") {
            found(path);
        }
    }
}

/// `need_ruby.tsv` has those that need Ruby, each with what it does that we do not, and the first construct.
fn check(files: &[(String, PathBuf)]) {
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/functions/need_ruby.tsv");
    let expected = fs::read_to_string(expected).unwrap();
    let mut expected: Vec<(&str, &str)> = expected.lines().map(|line| line.split_once('\t').unwrap()).collect();
    for (module, path) in files {
        let file = FunctionFile::read(&fs::read_to_string(path).unwrap()).unwrap();
        let name = format!("{module}/{}", path.file_stem().unwrap().to_string_lossy());
        let place = expected.iter().position(|(known, _)| *known == name);
        match (file.unsupported().first(), place.map(|place| expected.remove(place))) {
            (None, None) => {}
            (Some((_, construct)), Some((_, reason))) => {
                assert!(reason.ends_with(&format!(": {construct}")), "{name} needs Ruby for {construct}");
            }
            (found, listed) => panic!("{name}: found {found:?}, listed {listed:?}"),
        }
    }
    assert!(expected.is_empty(), "{expected:?} are not there");
}
