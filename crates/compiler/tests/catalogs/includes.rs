//! `include MODULE` for all of Debian's modules gives what the real Puppet gave: the same catalog, or the same error.
//!
//! `includes.jsonl` has a line for each module, with the catalog or the error; `cargo xtask catalogs --record` writes it.

use std::fs;

use catalog::{Catalog, Difference};
use diagnostics::Source;
use pcore::{NoNames, json};

use super::{compiled, directory, modulepath};

/// How many modules Debian has, how many of them the real Puppet can include without parameters, and how many of those
/// catalogs are the same here.
const MODULES: usize = 94;
const COMPILED: usize = 55;
const SAME: usize = 55;

/// The placeholder for the modulepath in recorded answers.
const RECORDED_PATH: &str = "/modules";

#[test]
fn modules_are_included_as_the_real_puppet_includes_them() {
    let facts = json::parse(&fs::read_to_string(directory().join("facts.json")).unwrap()).unwrap();
    let recorded = fs::read_to_string(directory().join("includes.jsonl")).unwrap();
    // Modules whose catalogs or errors differ, each with the reason.
    let exceptions = fs::read_to_string(directory().join("exceptions.tsv")).unwrap();
    let exceptions: Vec<&str> = exceptions.lines().map(|line| line.split_once('\t').unwrap().0).collect();
    let (mut compiled_count, mut same, mut problems) = (0, 0, Vec::new());
    assert_eq!(recorded.lines().count(), MODULES);
    for line in recorded.lines() {
        let answer = json::parse(line).unwrap();
        let answer = answer.as_hash().unwrap();
        let name = answer.get_str("name").unwrap().as_str().unwrap();
        let source = Source::new("", format!("include {name}\n"));
        let ours = compiled(source, facts.clone());
        let problem = match (answer.get_str("catalog"), ours) {
            (Some(catalog), Ok(ours)) => {
                let catalog = Catalog::from_json(&json::write(catalog).unwrap(), &NoNames).unwrap();
                let difference = Difference::between(&catalog, &ours);
                (!difference.is_empty()).then(|| format!("{difference:#?}"))
            }
            (Some(_), Err(error)) => Some(error),
            (None, Ok(_)) => Some("compiles, and should not".into()),
            (None, Err(error)) => {
                let path = modulepath();
                let error = error.replace(&*path.to_string_lossy(), RECORDED_PATH);
                let expected = answer.get_str("error").unwrap().as_str().unwrap();
                (error != expected).then(|| format!("Puppet says\n  {expected}\nwe say\n  {error}"))
            }
        };
        let is_compiled = answer.get_str("catalog").is_some();
        compiled_count += usize::from(is_compiled);
        let known = exceptions.contains(&name);
        match problem {
            None => {
                same += usize::from(is_compiled);
                assert!(!known, "{name} is the same now");
            }
            Some(_) if known => {}
            Some(problem) => problems.push(format!("{name}: {problem}")),
        }
    }
    assert!(problems.is_empty(), "{}\n{} of {MODULES} differ", problems.join("\n"), problems.len());
    assert_eq!((compiled_count, same), (COMPILED, SAME));
}
