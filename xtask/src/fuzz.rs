//! `cargo xtask fuzz`: runs every parser of untrusted input with mutated inputs. The tests do so for a few seconds.
//!
//! Without a fuzzer, on the stable compiler: the program of `fuzz/` mutates files of the repository. With `--coverage` it is built
//! for libFuzzer by `cargo fuzz`, which must be installed.

use std::fs;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;

use crate::shell;

#[derive(Args)]
pub struct Fuzz {
    /// Targets: files in fuzz/fuzz_targets, such as manifest; all of them by default
    targets: Vec<String>,

    /// Seconds per target
    #[arg(long, default_value_t = 60)]
    seconds: u64,

    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Let libFuzzer find inputs that reach new code (needs 'cargo install cargo-fuzz')
    #[arg(long)]
    coverage: bool,
}

impl Fuzz {
    pub fn run(&self) -> Result<()> {
        let known = targets()?;
        if let Some(unknown) = self.targets.iter().find(|target| !known.contains(target)) {
            bail!("unknown fuzz target '{unknown}', expected one of {}", known.join(", "));
        }
        let chosen = if self.targets.is_empty() { known } else { self.targets.clone() };
        if !self.coverage {
            return mutated(&chosen, self.seconds, self.seed);
        }
        for target in chosen {
            with_coverage(&target, self.seconds)?;
        }
        Ok(())
    }
}

/// The targets in `fuzz/fuzz_targets`.
fn targets() -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(shell::root().join("fuzz/fuzz_targets"))? {
        let path = entry?.path();
        names.extend(path.file_stem().and_then(|name| name.to_str()).map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// Runs targets with mutated inputs.
fn mutated(targets: &[String], seconds: u64, seed: u64) -> Result<()> {
    shell::run("cargo", &["build", "--quiet", "--package", "fuzz"])?;
    let program = shell::target().join("debug/fuzz");
    for target in targets {
        let status = shell::command(&program.to_string_lossy(), &[target])
            .args(["--seconds", &seconds.to_string(), "--seed", &seed.to_string()])
            .status()
            .context("cannot run the fuzz targets")?;
        ensure!(
            status.success(),
            "the fuzz target {target} failed: {status}; the input is in target/fuzz/{target}.input, run it again with 'cargo run \
             -p fuzz -- {target} --input FILE'"
        );
    }
    Ok(())
}

fn with_coverage(target: &str, seconds: u64) -> Result<()> {
    let corpus = format!("fuzz/corpus/{target}");
    fs::create_dir_all(shell::root().join(&corpus))?;
    let limit = format!("-max_total_time={seconds}");
    let arguments = ["fuzz", "run", "--sanitizer", "none", "--features", "libfuzzer", "fuzz", &corpus, "--", &limit];
    // The sanitizer flags are unstable; RUSTC_BOOTSTRAP lets the stable compiler take them.
    let mut fuzz = shell::command("cargo", &arguments);
    let status = fuzz.env("RUSTC_BOOTSTRAP", "1").env("FUZZ_TARGET", target).status().context("cannot run cargo")?;
    ensure!(status.success(), "the fuzzer failed: {status}; if cargo has no 'fuzz', run: cargo install cargo-fuzz");
    Ok(())
}
