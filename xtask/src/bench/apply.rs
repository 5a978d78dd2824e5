//! Whole runs: the same catalog is applied by `crates/cli/examples/bench_apply.rs` and by the real Puppet with the module
//! in `oracle/bench_apply`, each as a process of its own that reads the catalog from a file and leaves state and report
//! in another.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Result, ensure};
use serde_json::json;

use super::{
    built,
    cost::{Cost, best, measured, megabytes, ratio, seconds},
};
use crate::shell;

/// What the accounts are before a run, and what a run is called then.
const WORLDS: &[(&str, &str)] = &[("in_sync", "all in sync"), ("changed", "all changing"), ("missing", "all created")];

/// The types of the module: one that is read as a whole, and one whose resources are asked for by name.
const TYPES: &[(&str, &str)] = &[("Bench_account", ""), ("Bench_login", ", `simple_get_filter`")];

/// How many resources both apply.
const COMPARED: usize = 10_000;

/// How many resources bunraku applies alone, to show how it grows.
const SIZES: &[usize] = &[1_000, 10_000, 100_000];

/// Measures, and prints the tables.
pub(super) fn run() -> Result<()> {
    let ours = built("bench_apply")?;
    let folder = tempfile::tempdir()?;
    let bench = Bench { ours, folder: folder.path().to_owned() };

    println!(
        "\n| apply {COMPARED} resources | bunraku | Puppet | ratio | CPU time | ratio |\n|---|---|---|---|---|---|"
    );
    for (type_name, note) in TYPES {
        for (world, name) in WORLDS {
            let mine = best(5, || bench.bunraku(type_name, COMPARED, world))?;
            let puppet = bench.puppet(type_name, COMPARED, world)?;
            println!(
                "| {name}{note} | {} | {} | {:.0}x | {}, {} | {:.0}x |",
                seconds(mine.wall),
                seconds(puppet.wall),
                ratio(puppet.wall, mine.wall),
                seconds(mine.worked),
                seconds(puppet.worked),
                ratio(puppet.worked, mine.worked),
            );
        }
    }

    println!(
        "\n| resources | run | time | CPU time | CPU time each | memory | memory each |\n|---|---|---|---|---|---|---|"
    );
    for (world, name) in WORLDS {
        for size in SIZES {
            let cost = best(3, || bench.bunraku(TYPES[0].0, *size, world))?;
            println!(
                "| {size} | {name} | {} | {} | {:.1} µs | {} | {:.1} kB |",
                seconds(cost.wall),
                seconds(cost.worked),
                cost.worked.as_secs_f64() * 1e6 / *size as f64,
                megabytes(cost.kilobytes),
                cost.kilobytes as f64 / *size as f64,
            );
        }
    }

    let listing = best(20, || bench.listing())?;
    println!("\n`bunraku resource bench_account` with no account: {} from start to end", seconds(listing.wall));
    Ok(())
}

struct Bench {
    ours: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn bunraku(&self, type_name: &str, count: usize, world: &str) -> Result<Cost> {
        self.apply(Command::new(&self.ours), type_name, count, world)
    }

    fn puppet(&self, type_name: &str, count: usize, world: &str) -> Result<Cost> {
        // Puppet refuses to run beside another one.
        let mut puppet = Command::new("unshare");
        puppet.args(["--pid", "--fork", "--mount-proc", "puppet"]);
        self.apply(puppet, type_name, count, world)
    }

    /// Applies a catalog with what a fresh machine has, and makes sure that what should be changed was changed.
    fn apply(&self, mut command: Command, type_name: &str, count: usize, world: &str) -> Result<Cost> {
        let catalog = self.catalog(type_name, count)?;
        let fresh = tempfile::tempdir_in(&self.folder)?;
        command.args(["apply", "--detailed-exitcodes", "--color=false"]);
        command.arg("--confdir").arg(fresh.path().join("conf")).arg("--vardir").arg(fresh.path().join("var"));
        command.arg("--libdir").arg(shell::root().join("oracle/bench_apply/bench/lib")).arg("--catalog").arg(catalog);
        let (cost, output) = self.measured(&mut command, count, world)?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let changes = told.lines().filter(|line| line.starts_with("Notice: /Stage[main]/Main/Bench_")).count();
        let expected = match world {
            "changed" => 2 * count,
            "missing" => count,
            _ => 0,
        };
        ensure!(changes == expected, "{changes} lines tell of changes, not {expected}");
        Ok(cost)
    }

    fn listing(&self) -> Result<Cost> {
        let mut command = Command::new(&self.ours);
        command.args(["resource", "bench_account"]);
        Ok(self.measured(&mut command, 0, "missing")?.0)
    }

    fn measured(&self, command: &mut Command, count: usize, world: &str) -> Result<(Cost, Output)> {
        command.env("BENCH_COUNT", count.to_string()).env("BENCH_WORLD", world);
        measured(command, &self.folder)
    }

    /// The file of a catalog with so many accounts, as Puppet compiles it.
    fn catalog(&self, type_name: &str, count: usize) -> Result<PathBuf> {
        let path = self.folder.join(format!("{type_name}-{count}.json"));
        if !Path::new(&path).exists() {
            let container = |kind: &str| json!({"type": kind, "title": "main", "tags": ["class"]});
            let mut resources = vec![container("Stage"), container("Class")];
            let mut edges = vec![json!({"source": "Stage[main]", "target": "Class[main]"})];
            for number in 0..count {
                let title = format!("account{number}");
                edges.push(json!({"source": "Class[main]", "target": format!("{type_name}[{title}]")}));
                resources.push(json!({
                    "type": type_name, "title": title, "kind": "compilable_type", "exported": false,
                    "tags": [type_name.to_lowercase(), title, "class"], "file": "/etc/site.pp", "line": number + 1,
                    "parameters": {
                        "ensure": "present", "uid": number, "home": format!("/home/{title}"),
                        "groups": ["users", "wheel"], "shell": "/bin/bash",
                    },
                }));
            }
            let catalog = json!({
                "name": "bench", "version": 1, "environment": "production", "catalog_format": 2,
                "classes": ["settings", "main"], "resources": resources, "edges": edges,
            });
            fs::write(&path, catalog.to_string())?;
        }
        Ok(path)
    }
}
