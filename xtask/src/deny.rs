//! `cargo deny`: licences, sources and advisories of the dependencies, without network.
//!
//! The advisories are recorded in `deny/advisories` (see `advisories.rs`).

use std::{fs, path::PathBuf};

use anyhow::{Context as _, Result, ensure};
use clap::Args;

use crate::{advisories, shell, tools};

/// The version for which the check is written.
const VERSION: &str = "0.20.2";

/// Where `cargo-deny` looks for the RustSec database, whose address `deny.toml` has: it derives the name from that address.
const DATABASE: &str = "advisory-db-3157b0e258782691";

#[derive(Args)]
pub struct Deny {}

impl Deny {
    pub fn run(&self) -> Result<()> {
        check()
    }
}

/// Checks the dependencies.
pub fn check() -> Result<()> {
    advisories::check()?;
    let program = tools::installed("cargo-deny", VERSION)?;
    let database = shell::target().join("advisories");
    place_database(&database.join(DATABASE))?;
    eprintln!("\nadvisories as of {}", advisories::date()?);
    let program = program.to_string_lossy();
    for target in advisories::TARGETS {
        // Passed to it, because it would otherwise fetch the packages of all platforms.
        let path = database.join(format!("{target}.json"));
        fs::write(&path, advisories::metadata(target)?).with_context(|| format!("cannot write {}", path.display()))?;
        let path = path.to_string_lossy();
        let arguments = ["--offline", "--locked", "--target", target, "--metadata-path", &path];
        shell::run(&program, &[&arguments[..], &["check", "--hide-inclusion-graph"]].concat())?;
    }
    Ok(())
}

/// Copies the recorded advisories to where `cargo-deny` expects a clone.
fn place_database(to: &PathBuf) -> Result<()> {
    if to.exists() {
        fs::remove_dir_all(to).with_context(|| format!("cannot remove {}", to.display()))?;
    }
    let git = to.join(".git");
    fs::create_dir_all(&git)?;
    // The time when the database was fetched.
    fs::write(git.join("FETCH_HEAD"), "")?;
    let mut number = 0;
    for file in advisories::recorded()? {
        let name = file.strip_prefix(advisories::folder())?;
        let copy = to.join(name);
        if let Some(parent) = copy.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::copy(&file, &copy).with_context(|| format!("cannot copy {}", file.display()))?;
        number += 1;
    }
    ensure!(number > 0, "no advisories in {}", advisories::folder().display());
    Ok(())
}
