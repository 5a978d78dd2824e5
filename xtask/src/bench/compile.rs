//! Manifests to catalogs: the same manifest is compiled by `bunraku catalog compile` and by the real Puppet
//! (`oracle/catalogs/measured.rb`), with the same facts, each as a process of its own that prints the catalog as JSON.

mod shapes;

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Duration,
};

use anyhow::{Context as _, Result, ensure};

use self::shapes::Shape;
use super::{
    built, callgrind,
    cost::{Cost, best, measured, megabytes, ratio, seconds},
};
use crate::{modules, shell};

/// How many resources both compile.
const COMPARED: usize = 10_000;

/// How many resources bunraku compiles alone, to show how it grows.
const SIZES: &[usize] = &[1_000, 10_000, 100_000];

/// How often bunraku compiles; the best counts. The real Puppet compiles once.
const ROUNDS: usize = 10;

/// The machine that catalogs are compiled for.
const NODE: &str = "web1.example.com";

/// Facts, and manifests for Debian's modules.
const MATERIAL: &str = "crates/compiler/tests/catalogs";

/// What a real site may look like.
const SITE: &str = "apache and mysql, with Debian's modules";

/// Measures, and prints the tables.
pub(super) fn run() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bench = Bench { alone: built("bench_compile")?, ..Bench::new(built("bench_apply")?, folder.path()) };

    println!(
        "\n| compile {COMPARED} resources | bunraku | Puppet | ratio | CPU time | ratio | compiling alone | ratio | memory |\n\
         |---|---|---|---|---|---|---|---|---|"
    );
    for shape in shapes::all() {
        bench.compare(shape.name, &bench.manifest(shape, COMPARED)?)?;
    }
    let modulepath = modules::everything()?;
    let site = Bench { modulepath: Some(modulepath), ..bench };
    site.compare(SITE, &site.site()?)?;

    let bench = Bench { modulepath: None, ..site };
    println!("\n| manifest | resources | time | CPU time | each | memory | each |\n|---|---|---|---|---|---|---|");
    for shape in shapes::all() {
        for size in SIZES {
            let manifest = bench.manifest(shape, *size)?;
            let cost = best(3, || bench.bunraku(&manifest))?;
            println!(
                "| {} | {size} | {} | {} | {:.2} µs | {} | {:.1} kB |",
                shape.name,
                seconds(cost.wall),
                seconds(cost.worked),
                cost.worked.as_secs_f64() * 1e6 / *size as f64,
                megabytes(cost.kilobytes),
                cost.kilobytes as f64 / *size as f64,
            );
        }
    }
    Ok(())
}

/// Counts the instructions that bunraku needs for each manifest.
pub(super) fn count_instructions() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bench = Bench::new(shell::release_binary()?, folder.path());
    println!("| compile {COMPARED} resources | instructions |\n|---|---|");
    for shape in shapes::all() {
        let count = callgrind(&bench.ours, &bench.arguments(&bench.manifest(shape, COMPARED)?))?;
        println!("| {} | {count} |", shape.name);
    }
    Ok(())
}

/// Writes the manifests of all sizes to a folder.
pub(super) fn write_manifests(folder: &Path) -> Result<()> {
    let bench = Bench::new(PathBuf::new(), folder);
    fs::create_dir_all(folder)?;
    for shape in shapes::all() {
        for size in SIZES {
            bench.manifest(shape, *size)?;
        }
    }
    bench.site()?;
    Ok(())
}

struct Bench {
    /// The command line, in a program that says what it took.
    ours: PathBuf,
    /// A program that compiles, and does nothing else.
    alone: PathBuf,
    folder: PathBuf,
    modulepath: Option<PathBuf>,
}

impl Bench {
    fn new(ours: PathBuf, folder: &Path) -> Bench {
        Bench { ours, alone: PathBuf::new(), folder: folder.to_owned(), modulepath: None }
    }

    /// Compiles with both, and prints a row.
    fn compare(&self, name: &str, manifest: &Path) -> Result<()> {
        if let Some(reason) = self.refusal(manifest)? {
            println!("| {name} | cannot be compiled: {reason} | | | | | | | |");
            return Ok(());
        }
        let mine = best(ROUNDS, || self.bunraku(manifest))?;
        let puppet = self.puppet(manifest)?;
        let alone = match (self.compiling_alone(manifest)?, puppet.part) {
            (Some(mine), Some(puppet)) => {
                format!("{}, {} | {:.0}x", seconds(mine), seconds(puppet), ratio(puppet, mine))
            }
            _ => "- | -".into(),
        };
        println!(
            "| {name} | {} | {} | {:.0}x | {}, {} | {:.0}x | {alone} | {}, {} |",
            seconds(mine.wall),
            seconds(puppet.wall),
            ratio(puppet.wall, mine.wall),
            seconds(mine.worked),
            seconds(puppet.worked),
            ratio(puppet.worked, mine.worked),
            megabytes(mine.kilobytes),
            megabytes(puppet.kilobytes),
        );
        Ok(())
    }

    /// Why bunraku cannot compile a manifest.
    fn refusal(&self, manifest: &Path) -> Result<Option<String>> {
        let output = Command::new(&self.ours).args(self.arguments(manifest)).stdout(Stdio::null()).output()?;
        if output.status.success() {
            return Ok(None);
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let error = said.lines().find(|line| line.contains("Error: ")).unwrap_or("it does not say why");
        Ok(Some(error.replace('|', "\\|")))
    }

    fn bunraku(&self, manifest: &Path) -> Result<Cost> {
        let mut command = Command::new(&self.ours);
        command.args(self.arguments(manifest));
        self.compiled(&mut command)
    }

    /// How long bunraku compiles, without the start of a process and without writing the catalog. What needs modules is
    /// measured as a whole only.
    fn compiling_alone(&self, manifest: &Path) -> Result<Option<Duration>> {
        if self.modulepath.is_some() {
            return Ok(None);
        }
        let mut command = Command::new(&self.alone);
        command.arg(ROUNDS.to_string()).arg(facts()).arg(manifest);
        Ok(Some(Duration::from_nanos(shell::capture(&mut command)?.trim().parse()?)))
    }

    fn puppet(&self, manifest: &Path) -> Result<Cost> {
        // Puppet refuses to run beside another one.
        let mut command = Command::new("unshare");
        command.args(["--pid", "--fork", "--mount-proc", "ruby", "oracle/catalogs/measured.rb"]);
        command.current_dir(shell::root()).arg(NODE).arg(manifest).arg(facts()).args(&self.modulepath);
        self.compiled(&mut command)
    }

    fn compiled(&self, command: &mut Command) -> Result<Cost> {
        let (cost, output) = measured(command, &self.folder)?;
        ensure!(output.stdout.starts_with(b"{"), "{command:?} printed no catalog");
        Ok(cost)
    }

    fn arguments(&self, manifest: &Path) -> Vec<OsString> {
        let mut arguments: Vec<OsString> =
            ["catalog", "compile", NODE, "--strict=warning", "--no-strict_variables", "--log_level=err"]
                .map(OsString::from)
                .into();
        let pairs = [("--manifest", manifest.to_owned()), ("--facts", facts())];
        // What is configured on this machine has no say.
        let own = [("--confdir", self.folder.join("conf")), ("--vardir", self.folder.join("var"))];
        let modules = self.modulepath.clone().map(|path| ("--modulepath", path));
        for (name, path) in pairs.into_iter().chain(own).chain(modules) {
            arguments.extend([name.into(), path.into_os_string()]);
        }
        arguments
    }

    /// The file of a manifest with so many resources.
    fn manifest(&self, shape: &Shape, count: usize) -> Result<PathBuf> {
        let path = self.folder.join(format!("{}-{count}.pp", shape.file));
        if !path.exists() {
            fs::write(&path, (shape.manifest)(count))?;
        }
        Ok(path)
    }

    /// The file of the manifest for Debian's modules.
    fn site(&self) -> Result<PathBuf> {
        let manifests = shell::root().join(MATERIAL).join("manifests");
        let mut text = String::new();
        for name in ["apache.pp", "mysql.pp"] {
            text.push_str(&fs::read_to_string(manifests.join(name)).with_context(|| format!("no {name}"))?);
        }
        let path = self.folder.join("site.pp");
        fs::write(&path, text)?;
        Ok(path)
    }
}

fn facts() -> PathBuf {
    shell::root().join(MATERIAL).join("facts.json")
}
