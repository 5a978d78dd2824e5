//! Files: in-sync ones next to a minimal program, the real Puppet and Ansible; large ones, large trees, many lines.
//!
//! Every figure is that of a whole process, from its start to its end, on files that are in the memory of the system.

mod ansible;
mod large;
mod lines;
mod tree;

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use anyhow::{Result, bail, ensure};
use serde_json::json;

use super::{
    built,
    cost::{Cost, in_turn, measured, megabytes, ratio, seconds},
};
use crate::shell;

/// How many files are compared.
const FILES: usize = 10_000;

/// How often bunraku and the minimal program run, in turn; the best counts, and the middle. The real Puppet runs once.
const ROUNDS: usize = 10;

/// What is measured. Many files that are in sync if nothing is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Parts {
    pub(super) large: bool,
    pub(super) trees: bool,
    pub(super) lines: bool,
    pub(super) ansible: bool,
}

impl Parts {
    /// Whether the real Puppet is measured, too.
    pub(super) fn has_puppet(self) -> bool {
        self.trees || !self.has_any()
    }

    fn has_any(self) -> bool {
        let Parts { large, trees, lines, ansible } = self;
        large || trees || lines || ansible
    }
}

/// Measures, and prints the tables.
pub(super) fn run(parts: Parts, without_puppet: bool) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let bench = Bench { ours: built("bench_apply")?, minimal: built("bench_files")?, folder: folder.path().to_owned() };
    if !parts.has_any() {
        bench.in_sync(without_puppet)?;
        println!("\nMore: --large, --trees, --lines, --ansible.");
    }
    if parts.large {
        large::run(&bench)?;
    }
    if parts.trees {
        tree::run(&bench, without_puppet)?;
    }
    if parts.lines {
        lines::run(&bench)?;
    }
    if parts.ansible {
        ansible::run(&bench)?;
    }
    Ok(())
}

struct Bench {
    ours: PathBuf,
    minimal: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn in_sync(&self, without_puppet: bool) -> Result<()> {
        println!(
            "\n| {FILES} files in sync | bunraku | CPU time | memory | minimal program, from a list | ratio | of the middle runs | \
             from the catalog | ratio | Puppet | ratio |\n|---|---|---|---|---|---|---|---|---|---|---|"
        );
        for (name, size, from_source) in
            [("content of 1 kB", 1024, false), ("source of 1 kB", 1024, true), ("content of 4 kB", 4096, false)]
        {
            let site = Site::new(&self.folder.join(format!("{size}-{from_source}")), FILES, size, from_source)?;
            let from_catalog = ["--catalog".as_ref(), site.catalog.as_os_str()];
            let from_manifest = [site.manifest.as_os_str()];
            let ours = |arguments: &[&OsStr]| self.bunraku(arguments).map(|(cost, _)| cost);
            let measured = in_turn(
                ROUNDS,
                &[
                    &|| self.compared("list", &site.list),
                    &|| ours(&from_catalog),
                    &|| self.compared("catalog", &site.catalog),
                    &|| ours(&from_manifest),
                ],
            )?;
            let [list, of_catalog, catalog, of_manifest] = &measured[..] else { bail!("four things were measured") };
            for (how, arguments, ours) in
                [("catalog", &from_catalog[..], of_catalog), ("manifest", &from_manifest[..], of_manifest)]
            {
                let puppet = match without_puppet {
                    true => None,
                    false => Some(self.puppet(arguments)?),
                };
                println!(
                    "| {name}, {how} | {} | {} | {} | {} | {:.2} | {:.2} | {} | {:.2} | {} | {} |",
                    seconds(ours.best.wall),
                    seconds(ours.best.worked),
                    megabytes(ours.best.kilobytes),
                    seconds(list.best.wall),
                    ratio(ours.best.wall, list.best.wall),
                    ratio(ours.middle, list.middle),
                    seconds(catalog.best.wall),
                    ratio(ours.best.wall, catalog.best.wall),
                    puppet.as_ref().map_or("-".to_owned(), |puppet| seconds(puppet.wall)),
                    puppet
                        .as_ref()
                        .map_or("-".to_owned(), |puppet| { format!("{:.0}x", ratio(puppet.wall, ours.best.wall)) }),
                );
            }
            fs::remove_dir_all(site.folder)?;
        }
        Ok(())
    }

    /// The minimal program, which must find everything as it should be.
    fn compared(&self, kind: &str, expectations: &Path) -> Result<Cost> {
        let mut command = Command::new(&self.minimal);
        command.arg(kind).arg(expectations);
        let (cost, output) = measured(&mut command, &self.folder)?;
        ensure!(output.stdout == format!("{FILES}\n").as_bytes(), "not all files are the same");
        Ok(cost)
    }

    /// Applies with bunraku.
    fn bunraku(&self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Result<(Cost, Output)> {
        let mut command = Command::new(&self.ours);
        self.apply(command.args(["apply", "--color=false"]).args(arguments))
    }

    fn puppet(&self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Result<Cost> {
        // The first run finds no state, and leaves it to the second, as in daily use.
        self.puppet_output(arguments)?;
        Ok(self.puppet_output(arguments)?.0)
    }

    /// Applies with the real Puppet.
    fn puppet_output(&self, arguments: &[impl AsRef<std::ffi::OsStr>]) -> Result<(Cost, Output)> {
        let mut command = Command::new("unshare");
        // Puppet refuses to run beside another one.
        command.args(["--pid", "--fork", "--mount-proc", "puppet", "apply", "--color=false"]).args(arguments);
        // It does not make the folder of its state before it has something to write, and then fails.
        fs::create_dir_all(self.folder.join("var/state"))?;
        command.env("RUBYOPT", format!("-r{}", shell::root().join("oracle/costs.rb").display()));
        self.apply(&mut command)
    }

    fn apply(&self, command: &mut Command) -> Result<(Cost, Output)> {
        command.arg("--confdir").arg(self.folder.join("conf")).arg("--vardir").arg(self.folder.join("var"));
        measured(command, &self.folder)
    }
}

/// Files, and what says that they are as they should be.
struct Site {
    folder: PathBuf,
    catalog: PathBuf,
    manifest: PathBuf,
    list: PathBuf,
}

impl Site {
    fn new(folder: &Path, count: usize, size: usize, from_source: bool) -> Result<Site> {
        let (files, sources) = (folder.join("files"), folder.join("sources"));
        fs::create_dir_all(&files)?;
        fs::create_dir_all(&sources)?;
        let (mut manifest, mut list) = (String::new(), String::new());
        let container = |kind: &str| json!({"type": kind, "title": "main", "tags": ["class"]});
        let mut resources = vec![container("Stage"), container("Class")];
        let mut edges = vec![json!({"source": "Stage[main]", "target": "Class[main]"})];
        for number in 0..count {
            let (file, source) = (files.join(format!("{number}.conf")), sources.join(format!("{number}.conf")));
            let content = text(number, size);
            fs::write(&file, &content)?;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o644))?;
            let path = file.to_string_lossy();
            let (name, value) = if from_source {
                fs::write(&source, &content)?;
                writeln!(list, "0644 {path} {}", source.display())?;
                ("source", source.to_string_lossy().into_owned())
            } else {
                write!(list, "0644 {path} {}\n{content}", content.len())?;
                ("content", content)
            };
            writeln!(
                manifest,
                "file {{ '{path}': ensure => file, owner => root, group => root, mode => '0644', {name} => '{value}' }}"
            )?;
            edges.push(json!({"source": "Class[main]", "target": format!("File[{path}]")}));
            resources.push(json!({
                "type": "File", "title": path, "kind": "compilable_type", "exported": false,
                "tags": ["file", "class"], "file": "/etc/site.pp", "line": number + 1,
                "parameters": {"ensure": "file", "owner": "root", "group": "root", "mode": "0644", name: value},
            }));
        }
        let catalog = json!({
            "name": "bench", "version": 1, "environment": "production", "catalog_format": 2,
            "classes": ["settings", "main"], "resources": resources, "edges": edges,
        });
        let site = Site {
            folder: folder.to_owned(),
            catalog: folder.join("catalog.json"),
            manifest: folder.join("site.pp"),
            list: folder.join("list"),
        };
        fs::write(&site.catalog, catalog.to_string())?;
        fs::write(&site.manifest, manifest)?;
        fs::write(&site.list, list)?;
        Ok(site)
    }
}

/// Lines of a file of settings, of about this size.
fn text(number: usize, size: usize) -> String {
    let mut text = String::with_capacity(size + 40);
    let mut line = 0;
    while text.len() < size {
        text.push_str(&format!("setting{line} = value {} of file {number}\n", line * 7));
        line += 1;
    }
    text
}
