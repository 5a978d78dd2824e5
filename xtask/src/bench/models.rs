//! Types of the language: how many instances are made in a second by one core, and how long a thousand types take to load.

use std::process::Command;

use anyhow::{Context as _, Result, ensure};

use super::{built, results, time};
use crate::shell;

/// How many instances with checks and invariants a core makes in a second at least.
const INSTANCES: f64 = 100_000.0;

/// How long loading may take at most, in nanoseconds.
const LOADING: f64 = 100_000_000.0;

/// Measures, and fails where it takes too long.
pub(super) fn run() -> Result<()> {
    let measured = results(&shell::capture(&mut Command::new(built("bench_models")?))?)?;
    println!("| operation | time | in a second |\n|---|---|---|");
    for (name, nanoseconds) in &measured {
        println!("| {name} | {} | {:.0} |", time(*nanoseconds), 1_000_000_000.0 / nanoseconds);
    }
    let of = |wanted: &str| -> Result<f64> {
        let found = measured.iter().filter(|(name, _)| name.starts_with(wanted)).map(|(_, spent)| *spent);
        found.reduce(f64::max).with_context(|| format!("nothing was measured that begins with '{wanted}'"))
    };
    let slowest = of("make an instance:")?;
    ensure!(1_000_000_000.0 / slowest >= INSTANCES, "fewer than {INSTANCES} instances are made in a second");
    ensure!(of("load 1,000 types")? <= LOADING, "1,000 types take longer than 100 ms");
    Ok(())
}
