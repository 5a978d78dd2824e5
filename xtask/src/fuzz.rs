//! `cargo xtask fuzz`: coverage-guided fuzzing of what reads text.

use anyhow::{Result, bail};
use clap::Args;

use crate::shell;

/// The targets in `fuzz/fuzz_targets`.
const TARGETS: &[&str] =
    &["type_parser", "regexp", "yaml", "rich_data", "manifest", "template", "erb", "evaluation", "hiera", "hocon"];

#[derive(Args)]
pub struct Fuzz {
    /// The target: one of the files in fuzz/fuzz_targets, such as manifest
    target: String,

    /// How long
    #[arg(long, default_value_t = 60)]
    seconds: u32,
}

impl Fuzz {
    pub fn run(&self) -> Result<()> {
        if !TARGETS.contains(&self.target.as_str()) {
            bail!("there is no fuzz target '{}': take one of {}", self.target, TARGETS.join(", "));
        }
        // The sanitizer flags are unstable; RUSTC_BOOTSTRAP lets the stable compiler take them.
        let limit = format!("-max_total_time={}", self.seconds);
        let mut fuzz = shell::command("cargo", &["fuzz", "run", "--sanitizer", "none", &self.target, "--", &limit]);
        let status = fuzz.env("RUSTC_BOOTSTRAP", "1").status()?;
        if !status.success() {
            bail!("the fuzzer failed: {status}; if cargo has no 'fuzz', run: cargo install cargo-fuzz");
        }
        Ok(())
    }
}
