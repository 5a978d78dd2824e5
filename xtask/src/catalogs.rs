//! `cargo xtask catalogs`: compiles the same manifests with the real Puppet and with Bunraku, and compares the catalogs.

use std::{
    fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::{modules, packages, shell};

/// Where manifests, facts and recorded answers are.
const FOLDER: &str = "crates/compiler/tests/catalogs";

/// The placeholder for the modulepath in recorded answers.
const MODULES: &str = "/modules";

/// The machine that catalogs are compiled for.
const NODE: &str = "web1.example.com";

#[derive(Args)]
pub struct Catalogs {
    /// Manifests to compile; those of the tests by default
    manifests: Vec<PathBuf>,

    /// The modulepath; Debian's modules by default
    #[arg(long)]
    modulepath: Option<PathBuf>,

    /// The facts of the machine, in JSON; those of the tests by default
    #[arg(long)]
    facts: Option<PathBuf>,

    /// Record the answers of the real Puppet for the tests, and compare nothing
    #[arg(long)]
    record: bool,
}

impl Catalogs {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        let folder = shell::root().join(FOLDER);
        let modulepath = match &self.modulepath {
            Some(path) => path.clone(),
            None => modules::everything()?,
        };
        let facts = self.facts.clone().unwrap_or_else(|| folder.join("facts.json"));
        if self.record {
            record_includes(&folder, &modulepath, &facts)?;
        }
        let manifests = if self.manifests.is_empty() { recorded(&folder)? } else { self.manifests.clone() };
        let answers = by_puppet(&manifests, &modulepath, &facts)?;
        if self.record {
            return record(&folder, &manifests, &answers, &modulepath);
        }
        shell::run("cargo", &["build", "--package", "cli"])?;
        let differing = manifests.iter().zip(&answers).map(|(manifest, answer)| {
            compare(manifest, answer, &modulepath, &facts).with_context(|| manifest.display().to_string())
        });
        let differing: Vec<bool> = differing.collect::<Result<_>>()?;
        let count = differing.iter().filter(|differs| **differs).count();
        println!("{} of {} catalogs are the same", manifests.len() - count, manifests.len());
        ensure!(count == 0, "{count} differ");
        Ok(())
    }
}

fn recorded(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder.join("manifests"))?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    Ok(paths)
}

/// Compiles manifests with the real Puppet.
fn by_puppet(manifests: &[PathBuf], modulepath: &Path, facts: &Path) -> Result<Vec<Value>> {
    let facts: Value = serde_json::from_str(&fs::read_to_string(facts)?)?;
    let request = |manifest: &PathBuf| {
        let path = fs::canonicalize(manifest)?;
        Ok(json!({"name": NODE, "manifest": path, "modulepath": [modulepath], "facts": facts, "node": NODE}))
    };
    ask(&manifests.iter().map(request).collect::<Result<Vec<_>>>()?)
}

/// Records the catalog of `include` of each module.
fn record_includes(folder: &Path, modulepath: &Path, facts: &Path) -> Result<()> {
    let facts: Value = serde_json::from_str(&fs::read_to_string(facts)?)?;
    let mut names: Vec<String> = fs::read_dir(modulepath)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<Result<_>>()?;
    names.sort();
    let requests = names.iter().map(|name| {
        let code = format!("include {name}\n");
        json!({"name": name, "code": code, "modulepath": [modulepath], "facts": facts, "node": NODE})
    });
    let mut lines = String::new();
    for mut answer in ask(&requests.collect::<Vec<_>>())? {
        if let Some(version) = answer.pointer_mut("/catalog/version") {
            *version = json!(1);
        }
        // Locations in modules are not compared.
        let resources = answer.pointer_mut("/catalog/resources").and_then(Value::as_array_mut);
        for resource in resources.into_iter().flatten().filter_map(Value::as_object_mut) {
            resource.remove("file");
            resource.remove("line");
        }
        if let Some(answer) = answer.as_object_mut() {
            answer.remove("log");
            if let Some(Value::String(error)) = answer.get_mut("error") {
                *error = error.trim_end_matches(&format!(" on node {NODE}")).to_owned();
            }
        }
        let line = answer.to_string().replace(&*modulepath.to_string_lossy(), MODULES);
        lines.push_str(&(line + "\n"));
    }
    Ok(fs::write(folder.join("includes.jsonl"), lines)?)
}

/// Compiles with the real Puppet, in one process for all manifests.
fn ask(all: &[Value]) -> Result<Vec<Value>> {
    let mut puppet = Command::new("unshare")
        .args(["-pf", "--mount-proc", "ruby", "oracle/catalogs/compile.rb"])
        .current_dir(shell::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot run unshare")?;
    let mut requests = String::new();
    for request in all {
        requests.push_str(&format!("{request}\n"));
    }
    let mut input = puppet.stdin.take().context("no stdin")?;
    let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = puppet.wait_with_output()?;
    writer.join().ok();
    ensure!(output.status.success(), "the real Puppet failed: {}", output.status);
    let answers: Vec<Value> =
        String::from_utf8(output.stdout)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    ensure!(answers.len() == all.len(), "the real Puppet gave {} answers", answers.len());
    Ok(answers)
}

fn record(folder: &Path, manifests: &[PathBuf], answers: &[Value], modulepath: &Path) -> Result<()> {
    let folder_of_answers = folder.join("answers");
    fs::create_dir_all(&folder_of_answers)?;
    for (manifest, answer) in manifests.iter().zip(answers) {
        let catalog = answer.get("catalog").with_context(|| format!("{}: {answer}", manifest.display()))?;
        let mut catalog = catalog.clone();
        catalog["version"] = json!(1);
        let text = serde_json::to_string_pretty(&catalog)?;
        let text = text.replace(&*modulepath.to_string_lossy(), MODULES).replace(&*folder.to_string_lossy(), "");
        let name = manifest.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        fs::write(folder_of_answers.join(format!("{name}.json")), text + "\n")?;
    }
    Ok(())
}

/// Compiles with Bunraku, prints the differences, and returns whether there are any.
fn compare(manifest: &Path, answer: &Value, modulepath: &Path, facts: &Path) -> Result<bool> {
    let name = manifest.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| shell::root().join("target"), PathBuf::from);
    let binary = target.join("debug/bunraku");
    let ours = Command::new(&binary)
        .args(["catalog", "compile", NODE, "--strict", "warning", "--no-strict_variables", "--manifest"])
        .arg(fs::canonicalize(manifest)?)
        .arg("--modulepath")
        .arg(modulepath)
        .arg("--facts")
        .arg(facts)
        .output()?;
    let folder = tempfile::tempdir()?;
    let Some(catalog) = answer.get("catalog") else {
        let error = answer["error"].as_str().unwrap_or_default();
        let said = String::from_utf8_lossy(&ours.stderr);
        let same = !ours.status.success() && said.contains(error);
        if !same {
            println!("{name}: Puppet says\n  {error}\nwe say\n  {said}");
        }
        return Ok(!same);
    };
    if !ours.status.success() {
        println!("{name}: we say\n{}", String::from_utf8_lossy(&ours.stderr));
        return Ok(true);
    }
    let (theirs_path, ours_path) = (folder.path().join("puppet.json"), folder.path().join("bunraku.json"));
    fs::write(&theirs_path, catalog.to_string())?;
    // Log lines come before the catalog, on the same stream.
    let text = String::from_utf8_lossy(&ours.stdout);
    let start = text.find("\n{").map_or(0, |place| place + 1);
    fs::write(&ours_path, &text[start..])?;
    let shown = Command::new(&binary).args(["catalog", "diff", "--all"]).args([&theirs_path, &ours_path]).output()?;
    if !shown.stdout.is_empty() || !shown.status.success() {
        println!("{name}:\n{}{}", String::from_utf8_lossy(&shown.stdout), String::from_utf8_lossy(&shown.stderr));
    }
    Ok(!shown.status.success())
}
