//! `cargo xtask bench`: the hot paths and whole runs next to the real Puppet, on the same values in the same run.

mod against;
mod apply;
mod compile;
mod cost;
mod devices;
mod files;
mod models;
mod ruby;

use std::{collections::BTreeMap, path::PathBuf, process::Command, time::Instant};

use anyhow::{Context as _, Result};
use clap::Args;

use crate::{modules, packages, shell};

#[derive(Args)]
pub struct Bench {
    /// Count instructions with callgrind instead of measuring time, without the real Puppet
    #[arg(long)]
    instructions: bool,

    /// Measure whole runs only
    #[arg(long)]
    apply: bool,

    /// Measure the compilation of manifests only
    #[arg(long)]
    compile: bool,

    /// Measure files only: many that are in sync, or what the options below select
    #[arg(long)]
    files: bool,

    /// With --files: a gigabyte in one file and in a thousand
    #[arg(long, requires = "files")]
    large: bool,

    /// With --files: trees with `recurse` and `purge`
    #[arg(long, requires = "files")]
    trees: bool,

    /// With --files: many resources in one file of lines
    #[arg(long, requires = "files")]
    lines: bool,

    /// With --files: 300 files next to Ansible, which takes minutes
    #[arg(long, requires = "files")]
    ansible: bool,

    /// Measure a type of a Ruby module only
    #[arg(long)]
    ruby: bool,

    /// Measure devices only: many at once, and one next to `puppet device`
    #[arg(long)]
    devices: bool,

    /// Measure types of the language only: creating instances and loading types
    #[arg(long)]
    models: bool,

    /// Measure without the real Puppet, which takes minutes; with --files and --devices
    #[arg(long)]
    without_puppet: bool,

    /// Compare this program with another build of it, without the real Puppet
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,

    /// Write the manifests that are compiled to a directory and exit, for a profiler
    #[arg(long, value_name = "FOLDER")]
    write_manifests: Option<PathBuf>,
}

impl Bench {
    pub fn run(&self) -> Result<()> {
        if let Some(folder) = &self.write_manifests {
            return compile::write_manifests(folder);
        }
        if let Some(other) = &self.against {
            return against::run(other);
        }
        if self.models {
            return models::run();
        }
        let parts = files::Parts { large: self.large, trees: self.trees, lines: self.lines, ansible: self.ansible };
        if self.files && (self.without_puppet || !parts.has_puppet()) {
            return files::run(parts, true);
        }
        if self.devices && self.without_puppet {
            return devices::run(true);
        }
        packages::install(packages::REAL_PUPPET)?;
        if self.devices {
            return devices::run(false);
        }
        if self.files {
            return files::run(parts, false);
        }
        if self.ruby {
            return ruby::run();
        }
        if self.compile {
            return if self.instructions { compile::count_instructions() } else { compile::run() };
        }
        if self.instructions {
            println!("| operation | instructions |\n|---|---|");
            return PROGRAMS.iter().try_for_each(|(example, _)| count_instructions(&built(example)?));
        }
        if self.apply {
            return apply::run();
        }
        let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
        for (example, script) in PROGRAMS {
            ours.extend(results(&shell::capture(&mut Command::new(built(example)?))?)?);
            theirs.extend(results(&shell::capture(&mut shell::command("ruby", &[script]))?)?);
        }
        let user_binary = shell::release_binary()?;
        ours.insert(
            START.into(),
            started(20, || Command::new(&user_binary).args(["type", "check", "Integer", "5"]).output())?,
        );
        theirs.insert(START.into(), started(3, || shell::command("ruby", &["oracle/bench.rb", "--once"]).output())?);
        let own = |program: &str| {
            let mut command = Command::new("unshare");
            // Facter inspects the process list, which must contain its own processes.
            command.args(["--pid", "--fork", "--mount-proc", program]);
            command
        };
        let binary = user_binary.to_string_lossy();
        ours.insert(FACTS.into(), started(20, || own(&binary).args(["facts", "--render-as", "json"]).output())?);
        theirs.insert(FACTS.into(), started(2, || own("facter").arg("--json").output())?);
        let manifests = modules::manifests()?;
        let validated = |program: &std::path::Path, rounds: u32| {
            started(rounds, || Command::new(program).args(["parser", "validate"]).args(&manifests).output())
        };
        let puppet = std::path::Path::new("puppet");
        ours.insert(VALIDATE.into(), validated(&user_binary, 10)?);
        theirs.insert(VALIDATE.into(), validated(puppet, 1)?);
        println!("| operation | bunraku | Puppet | ratio |\n|---|---|---|---|");
        for (name, mine) in &ours {
            match theirs.get(name) {
                Some(puppet) => println!("| {name} | {} | {} | {:.0}x |", time(*mine), time(*puppet), puppet / mine),
                None => println!("| {name} | {} | - | - |", time(*mine)),
            }
        }
        compile::run()?;
        apply::run()
    }
}

/// The examples that measure, each with the script that does the same with the real Puppet.
const PROGRAMS: &[(&str, &str)] = &[("bench", "oracle/bench.rb"), ("bench_resources", "oracle/bench_resource_api.rb")];

/// Builds a program of benchmarks, and returns its path.
fn built(example: &str) -> Result<PathBuf> {
    shell::run("cargo", &["build", "--profile", "dist", "--example", example])?;
    Ok(shell::target().join("dist/examples").join(example))
}

/// The whole lifetime of a process that answers one question.
const START: &str = "start, check a value, end";

/// Reading the facts of the machine, in one process.
const FACTS: &str = "the facts of the machine";

/// Checking all manifests of Debian's modules, in one process.
const VALIDATE: &str = "parser validate, all of Debian's modules";

/// Returns the nanoseconds of the fastest run of a process.
fn started(rounds: u32, mut run: impl FnMut() -> std::io::Result<std::process::Output>) -> Result<f64> {
    let mut best = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        let output = run()?;
        anyhow::ensure!(output.status.success(), "a measured process failed: {}", output.status);
        best = best.min(start.elapsed().as_nanos() as f64);
    }
    Ok(best)
}

/// Reads lines of a name, a tab and nanoseconds.
fn results(text: &str) -> Result<BTreeMap<String, f64>> {
    let line = |line: &str| {
        let (name, nanoseconds) = line.split_once('\t').with_context(|| format!("no result: {line}"))?;
        Ok((name.to_owned(), nanoseconds.trim().parse()?))
    };
    text.lines().map(line).collect()
}

fn time(nanoseconds: f64) -> String {
    match nanoseconds {
        small if small < 1_000.0 => format!("{small:.0} ns"),
        medium if medium < 1_000_000.0 => format!("{:.2} µs", medium / 1_000.0),
        large => format!("{:.2} ms", large / 1_000_000.0),
    }
}

/// Runs each operation twice with different numbers of rounds; the difference is what the rounds cost.
fn count_instructions(binary: &std::path::Path) -> Result<()> {
    let names = shell::capture(Command::new(binary).arg("--list"))?;
    for name in names.lines() {
        let few = callgrind(binary, &[name, "10"])?;
        let many = callgrind(binary, &[name, "110"])?;
        println!("| {name} | {} |", many.saturating_sub(few) / 100);
    }
    Ok(())
}

/// The number of instructions of a process.
fn callgrind(binary: &std::path::Path, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Result<u64> {
    let folder = tempfile::tempdir()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=callgrind.out"])
        .arg(binary)
        .args(arguments)
        .current_dir(folder.path())
        .output()
        .context("cannot run valgrind")?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = text.lines().find_map(|line| line.split_once("Collected : ")).context("callgrind counted nothing")?;
    Ok(line.1.trim().parse()?)
}
