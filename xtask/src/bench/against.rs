//! This program next to another build of it: what a change costs.
//!
//! Both run the same manifests one after the other, again and again, each with a state of its own, and everything is in
//! sync from the second run on. What counts is the time that the processor worked, which other work of the machine changes
//! little.

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::shell;

/// How often both run; the best counts.
const ROUNDS: usize = 9;

/// Runs a program, and prints how many seconds it worked, in its own code and in that of the system.
const TIMED: &str = "TIMEFORMAT='%3U %3S'; time \"$@\" > /dev/null 2>&1";

/// Compares, and prints a table.
pub(super) fn run(other: &Path) -> Result<()> {
    let other = fs::canonicalize(other).with_context(|| format!("there is no program {}", other.display()))?;
    let ours = shell::release_binary()?;
    let folder = tempfile::tempdir()?;
    println!("| run | {} | this | change |\n|---|---|---|---|", other.display());
    for (number, (name, manifest)) in manifests(folder.path())?.into_iter().enumerate() {
        let path = folder.path().join(format!("{number}.pp"));
        fs::write(&path, manifest)?;
        let states = [folder.path().join(format!("{number}-other")), folder.path().join(format!("{number}-this"))];
        let mut best = [f64::INFINITY; 2];
        // The first run makes what is missing, the second has a history to read.
        for round in 0..ROUNDS + 2 {
            for (index, program) in [&other, &ours].into_iter().enumerate() {
                let seconds = worked(program, &path, &states[index])?;
                if round >= 2 {
                    best[index] = best[index].min(seconds);
                }
            }
        }
        let [before, after] = best;
        println!(
            "| {name} | {:.0} ms | {:.0} ms | {:+.1} % |",
            before * 1e3,
            after * 1e3,
            (after / before - 1.0) * 100.0
        );
    }
    Ok(())
}

/// What is applied.
fn manifests(folder: &Path) -> Result<Vec<(&'static str, String)>> {
    let path = |name: &str| -> PathBuf { folder.join(name) };
    fs::create_dir(path("files"))?;
    for directory in 0..100 {
        let directory = path("source").join(directory.to_string());
        fs::create_dir_all(&directory)?;
        for file in 0..50 {
            fs::write(directory.join(file.to_string()), "x".repeat(1000))?;
        }
    }
    let [files, source, copy, settings, hosts] =
        ["files", "source", "copy", "settings.ini", "hosts"].map(|name| path(name).display().to_string());
    let content = "x".repeat(1000);
    let each = |number: usize, line: &dyn Fn(usize) -> String| -> String {
        (0..number).fold(String::new(), |mut text, index| {
            let _ = writeln!(text, "{}", line(index));
            text
        })
    };
    Ok(vec![
        ("10,000 notify", each(10_000, &|index| format!("notify {{ 'n{index}': message => 'text {index}' }}"))),
        (
            "10,000 files in sync",
            each(10_000, &|index| {
                format!("file {{ '{files}/{index}': mode => '0644', content => '{index}{content}' }}")
            }),
        ),
        (
            "5,000 files of a directory in sync",
            format!("file {{ '{copy}': ensure => directory, recurse => true, purge => true, source => '{source}' }}"),
        ),
        (
            "3,000 ini_setting in sync",
            each(3000, &|index| {
                let section = index % 50;
                format!(
                    "ini_setting {{ 's{index}': path => '{settings}', section => '{section}', setting => 'k{index}', \
                     value => '{index}' }}"
                )
            }),
        ),
        (
            "3,000 host in sync",
            each(3000, &|index| {
                let (third, fourth) = (index / 250, index % 250);
                format!("host {{ 'h{index}.example.com': ip => '10.0.{third}.{fourth}', target => '{hosts}' }}")
            }),
        ),
        ("300 exec with unless", each(300, &|index| format!("exec {{ '/bin/true {index}': unless => '/bin/true' }}"))),
    ])
}

/// How many seconds the processor worked for a run.
fn worked(program: &Path, manifest: &Path, state: &Path) -> Result<f64> {
    let mut command = Command::new("bash");
    command.args(["-c", TIMED, "bash"]).arg(program).arg("apply").arg(manifest);
    command.arg("--vardir").arg(state).arg("--confdir").arg(state.join("settings"));
    let output = command.output().context("cannot run bash")?;
    ensure!(output.status.success(), "{} failed to apply {}", program.display(), manifest.display());
    let text = String::from_utf8(output.stderr)?;
    let numbers: Vec<f64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    Ok(numbers.iter().sum())
}
