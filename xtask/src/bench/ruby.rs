//! A type of a Ruby module, run by the Ruby host next to the real Puppet: whole processes, from start to end.
//!
//! The costs are those that the system tells of a process with all that it waited for, so that the Ruby host counts.

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, ensure};

use crate::shell;

/// How many resources there are.
const NOTES: usize = 1000;

/// How often bunraku runs; the best counts. The real Puppet runs once.
const ROUNDS: usize = 5;

/// Measures, and prints the table.
pub(super) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bench = Bench { ours: shell::release_binary()?, folder: folder.path().to_owned() };
    println!(
        "\n| a type in Ruby, {NOTES} resources | bunraku | memory | Puppet | memory | ratio |\n|---|---|---|---|---|---|"
    );
    let same = bench.manifest("same", "t")?;
    let other = bench.manifest("other", "u")?;
    let (same, other) = (same.as_os_str(), other.as_os_str());
    let [apply, resource, note]: [&OsStr; 3] = ["apply", "resource", "note"].map(AsRef::as_ref);
    bench.row("`resource note n1`", &[resource, note, "n1".as_ref()])?;
    bench.row("`resource note`", &[resource, note])?;
    bench.row("`apply`, all in sync", &[apply, same])?;
    bench.row("`apply`, all changing", &[apply, other])
}

struct Bench {
    ours: PathBuf,
    folder: PathBuf,
}

/// What a process took.
struct Took {
    seconds: f64,
    kilobytes: f64,
}

impl Bench {
    fn row(&self, name: &str, arguments: &[&OsStr]) -> Result<()> {
        let mut best: Option<Took> = None;
        for _ in 0..ROUNDS {
            let took = self.timed(Command::new("time").arg("-f%e %M").arg(&self.ours), arguments)?;
            best = Some(match best {
                Some(best) if best.seconds <= took.seconds => best,
                _ => took,
            });
        }
        let ours = best.context("it ran at least once")?;
        // Facter looks at the processes, and must see its own.
        let mut puppet = Command::new("unshare");
        puppet.args(["--pid", "--fork", "--mount-proc", "time", "-f%e %M", "puppet"]);
        let theirs = self.timed(&mut puppet, arguments)?;
        println!(
            "| {name} | {:.2} s | {:.0} MB | {:.2} s | {:.0} MB | {:.0}x |",
            ours.seconds,
            ours.kilobytes / 1024.0,
            theirs.seconds,
            theirs.kilobytes / 1024.0,
            theirs.seconds / ours.seconds,
        );
        Ok(())
    }

    /// Runs a program that tells its costs in the last line of stderr, on the same notes every time.
    fn timed(&self, command: &mut Command, arguments: &[&OsStr]) -> Result<Took> {
        let notes = self.folder.join("state/notes");
        fs::create_dir_all(&notes)?;
        for number in 0..NOTES {
            fs::write(notes.join(format!("n{number}.json")), format!("{{\"text\":\"t{number}\"}}\n"))?;
        }
        let modules = shell::root().join("crates/cli/tests/ruby_modules");
        command.args(arguments).arg("--color=false").arg("--modulepath").arg(modules);
        command.arg("--confdir").arg(self.folder.join("conf")).arg("--vardir").arg(self.folder.join("var"));
        let output = command.env("SCRATCH", self.folder.join("state")).output()?;
        let told = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "{told}");
        let last = told.lines().last().unwrap_or_default();
        let (seconds, kilobytes) = last.split_once(' ').with_context(|| format!("no costs: {told}"))?;
        Ok(Took { seconds: seconds.parse()?, kilobytes: kilobytes.parse()? })
    }

    fn manifest(&self, name: &str, text: &str) -> Result<PathBuf> {
        let mut manifest = String::new();
        for number in 0..NOTES {
            writeln!(manifest, "note {{ 'n{number}': text => '{text}{number}' }}")?;
        }
        let path: &Path = &self.folder.join(format!("{name}.pp"));
        fs::write(path, manifest)?;
        Ok(path.to_owned())
    }
}
