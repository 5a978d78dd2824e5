//! Devices: many at once, and one next to the real `puppet device`.
//!
//! The switches are those of `examples/nexus`, whose emulator takes the place of `ssh` here: what is measured is the
//! management, and neither ciphers nor a network. Making a connection is measured on its own, and taken off where two
//! programs are compared.

use std::{
    env,
    ffi::OsString,
    fmt::Write as _,
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, ensure};

use super::cost::{megabytes, ratio, seconds};
use crate::shell;

/// How many resources each device has.
const RESOURCES: usize = 50;

/// How many devices are managed in one run.
const CROWDS: [usize; 4] = [1, 10, 50, 100];

/// How often bunraku runs; the best counts.
const ROUNDS: usize = 5;

/// How often the real Puppet runs; all of them count.
const RUNS_OF_PUPPET: usize = 5;

/// Measures, and prints the tables.
pub(super) fn run(without_puppet: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bench = Bench::new(folder.path())?;
    let connection = bench.connection()?;
    println!("\nMaking a connection takes {}.", seconds(connection));

    println!("\n| devices, {RESOURCES} resources each, all in sync | wall | for each | memory |\n|---|---|---|---|");
    for count in CROWDS {
        bench.devices(count)?;
        let crowd = bench.best(&bench.native, &["--verbose"])?;
        let each = crowd.wall / u32::try_from(count)?;
        println!("| {count} | {} | {} | {} |", seconds(crowd.wall), seconds(each), megabytes(crowd.kilobytes));
    }

    bench.devices(1)?;
    let manifest = bench.folder.join("environments/production/manifests/site.pp");
    let one = ["--target", "d0", "--apply", manifest.to_str().context("a path that is text")?];
    let native = bench.best(&bench.native, &one)?;
    let ruby = bench.best(&bench.bunraku, &one)?;
    println!("\n| one device, {RESOURCES} resources, all in sync | wall | without the connection | memory | ratio |");
    println!("|---|---|---|---|---|");
    let line = |name: &str, took: &Took, puppet: Option<&Took>| {
        let rest = took.wall.saturating_sub(connection);
        let ratio = puppet.map_or_else(
            || "-".into(),
            |puppet| format!("{:.0}x", ratio(puppet.wall.saturating_sub(connection), rest)),
        );
        println!("| {name} | {} | {} | {} | {ratio} |", seconds(took.wall), seconds(rest), megabytes(took.kilobytes));
    };
    let mut puppet = None;
    if !without_puppet {
        let mut runs = Vec::new();
        for _ in 0..RUNS_OF_PUPPET {
            runs.push(bench.timed(Path::new("puppet"), &one)?);
        }
        let all: Duration = runs.iter().map(|run| run.wall).sum();
        let scaled = all * 100 / u32::try_from(RUNS_OF_PUPPET)?;
        println!("| Puppet, Ruby transport: {RUNS_OF_PUPPET} runs, for 100 devices {} | | | | |", seconds(scaled));
        puppet = runs.into_iter().min_by_key(|run| run.wall);
    }
    if let Some(puppet) = &puppet {
        line("Puppet, Ruby transport", puppet, None);
    }
    line("bunraku, Ruby transport", &ruby, puppet.as_ref());
    line("bunraku, native transport", &native, puppet.as_ref());
    Ok(())
}

struct Bench {
    folder: PathBuf,
    /// With the transport in Rust.
    native: PathBuf,
    /// With that of the module.
    bunraku: PathBuf,
    /// Where `ssh` is the emulator.
    path: OsString,
}

/// What a run took.
struct Took {
    wall: Duration,
    kilobytes: u64,
}

impl Bench {
    fn new(folder: &Path) -> Result<Bench> {
        let bunraku = shell::release_binary()?;
        shell::run("cargo", &["build", "--profile", "dist", "--package", "example-nexus", "--bins"])?;
        let emulator = bunraku.with_file_name("nexus-emulator");
        for name in ["bin", "conf", "var", "environments/production/manifests"] {
            fs::create_dir_all(folder.join(name))?;
        }
        symlink(&emulator, folder.join("bin/ssh"))?;
        let mut manifest = String::new();
        for number in 0..RESOURCES {
            writeln!(manifest, "nx9k_vlan {{ '{}': label => 'vlan-{number}', state => active }}", number + 100)?;
        }
        fs::write(folder.join("environments/production/manifests/site.pp"), manifest)?;
        let mut path = folder.join("bin").into_os_string();
        path.push(":");
        path.push(env::var_os("PATH").unwrap_or_default());
        Ok(Bench { folder: folder.to_owned(), native: bunraku.with_file_name("nexus"), bunraku, path })
    }

    /// Writes that many devices.
    fn devices(&self, count: usize) -> Result<()> {
        let mut configuration = String::from("version 9.3(5)\nhostname switch\n");
        for number in 0..RESOURCES {
            write!(configuration, "vlan {}\n  name vlan-{number}\n", number + 100)?;
        }
        let mut devices = String::new();
        for number in 0..count {
            let (name, folder) = (format!("d{number}"), self.folder.display());
            let switch = self.folder.join("switches").join(&name);
            fs::create_dir_all(&switch)?;
            fs::write(switch.join("running-config"), &configuration)?;
            let info = format!("hostname: localhost\nusername: {name}\npassword: not-asked-for\n");
            fs::write(self.folder.join(format!("{name}.conf")), info)?;
            writeln!(devices, "[{name}]\ntype nexus\nurl file://{folder}/{name}.conf")?;
        }
        Ok(fs::write(self.folder.join("device.conf"), devices)?)
    }

    /// How long it takes to log in and out.
    fn connection(&self) -> Result<Duration> {
        self.devices(1)?;
        let mut best = Duration::MAX;
        for _ in 0..20 {
            let mut command = Command::new("sh");
            command.args(["-c", "echo exit | ssh -l d0 -- localhost"]).env("PATH", &self.path);
            command.env("NEXUS_EMULATOR_ROOT", self.folder.join("switches")).stdout(Stdio::null());
            let begun = Instant::now();
            ensure!(command.status()?.success(), "the emulator cannot be reached");
            best = best.min(begun.elapsed());
        }
        Ok(best)
    }

    fn best(&self, program: &Path, arguments: &[&str]) -> Result<Took> {
        let mut best = self.timed(program, arguments)?;
        for _ in 1..ROUNDS {
            let took = self.timed(program, arguments)?;
            best = Took { wall: best.wall.min(took.wall), kilobytes: best.kilobytes.max(took.kilobytes) };
        }
        Ok(best)
    }

    /// Runs `device`. The memory is that of its largest process.
    fn timed(&self, program: &Path, arguments: &[&str]) -> Result<Took> {
        let mut command = Command::new("time");
        command.arg("-f%M").arg(program).arg("device").args(arguments).args(["--color=false", "--certname", "bench"]);
        for (option, place) in [
            ("--deviceconfig", "device.conf"),
            ("--confdir", "conf"),
            ("--vardir", "var"),
            ("--environmentpath", "environments"),
        ] {
            command.arg(option).arg(self.folder.join(place));
        }
        command.arg("--modulepath").arg(shell::root().join("examples/modules"));
        command.env("PATH", &self.path).env("NEXUS_EMULATOR_ROOT", self.folder.join("switches"));
        let begun = Instant::now();
        let output = command.output()?;
        let wall = begun.elapsed();
        let told = String::from_utf8_lossy(&output.stderr);
        let said = String::from_utf8_lossy(&output.stdout);
        ensure!(output.status.success() && !told.contains("Error:"), "{}: {said}{told}", program.display());
        ensure!(!said.contains("changed") && !said.contains("defined"), "something changed: {said}");
        let kilobytes = told.lines().last().unwrap_or_default().trim();
        Ok(Took { wall, kilobytes: kilobytes.parse().with_context(|| format!("no memory: {told}"))? })
    }
}
