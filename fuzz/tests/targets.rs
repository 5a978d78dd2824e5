//! Every fuzz target runs for a bounded time without a failure. `BUNRAKU_FUZZ_SECONDS` sets the time, and
//! `BUNRAKU_FUZZ_SEED` the inputs; both have fixed defaults.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::{collections::VecDeque, env, fs, path::Path, process::Command, sync::Mutex, thread};

#[test]
fn every_target_runs_without_a_failure() {
    let number = |name: &str, default: &str| env::var(name).unwrap_or_else(|_| default.to_owned());
    let (seconds, seed) = (number("BUNRAKU_FUZZ_SECONDS", "1"), number("BUNRAKU_FUZZ_SEED", "1"));
    let targets = targets();
    assert!(targets.len() >= 16, "{targets:?}");
    let waiting = Mutex::new(VecDeque::from(targets));
    let failed = Mutex::new(Vec::new());
    let work = || {
        while let Some(target) = { waiting.lock().unwrap().pop_front() } {
            let mut command = Command::new(env!("CARGO_BIN_EXE_fuzz"));
            let output = command.args([&target, "--seconds", &seconds, "--seed", &seed]).output().unwrap();
            if !output.status.success() {
                let text = String::from_utf8_lossy(&output.stderr).into_owned();
                failed.lock().unwrap().push(format!("{target} ({}):\n{text}", output.status));
            }
        }
    };
    let processors = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| (0..processors).for_each(|_| drop(scope.spawn(work))));
    let failed = failed.into_inner().unwrap();
    assert!(
        failed.is_empty(),
        "the input is in target/fuzz/TARGET.input; run it again with 'cargo run -p fuzz -- TARGET --input FILE'\n{}",
        failed.join("\n")
    );
}

#[test]
fn every_target_is_described() {
    let page = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let missing: Vec<String> =
        targets().into_iter().filter(|target| !page.contains(&format!("| `{target}` |"))).collect();
    assert!(missing.is_empty(), "CONTRIBUTING.md does not name {missing:?}");
}

/// The files in `fuzz_targets`. One that the program does not list fails above.
fn targets() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("fuzz/fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}
