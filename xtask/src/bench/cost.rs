//! What a process takes, from its start to its end.
//!
//! Time on the clock depends on what else the machine does. How long a process worked hardly does, but only the process
//! itself can say it exactly: what is measured writes it to the file that the variable `BENCH_COSTS` names, behind
//! the most memory that it had, and perhaps before the time of a part that is of interest.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Context as _, Result, bail, ensure};

/// What a process took.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// From the start of the process to its end.
    pub(super) wall: Duration,
    /// What it worked meanwhile; a machine with other work to do does not change that.
    pub(super) worked: Duration,
    /// The most memory that it had.
    pub(super) kilobytes: u64,
    /// What a part of it took that the process names itself.
    pub(super) part: Option<Duration>,
}

/// Runs a process, and says what it took. Exit codes other than 0 and 2 are failures.
pub(super) fn measured(command: &mut Command, folder: &Path) -> Result<(Cost, Output)> {
    let costs = folder.join("costs");
    command.env("BENCH_COSTS", &costs).stderr(Stdio::inherit());
    let start = Instant::now();
    let output = command.output().with_context(|| format!("cannot run {command:?}"))?;
    let wall = start.elapsed();
    ensure!(matches!(output.status.code(), Some(0 | 2)), "{command:?} failed: {}", output.status);
    let text = fs::read_to_string(&costs).context("a measured process did not say what it took")?;
    fs::remove_file(&costs)?;
    let numbers: Vec<u64> = text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [kilobytes, worked, rest @ ..] = &numbers[..] else { bail!("no costs: {text}") };
    let (worked, part) = (Duration::from_nanos(*worked), rest.first().copied().map(Duration::from_nanos));
    Ok((Cost { wall, worked, kilobytes: *kilobytes, part }, output))
}

/// The best of several runs; of memory the worst.
pub(super) fn best(rounds: usize, run: impl Fn() -> Result<Cost>) -> Result<Cost> {
    Ok(in_turn(rounds, &[&run])?.remove(0).best)
}

/// What several runs of the same thing took.
pub(super) struct Series {
    /// The best of each; of memory the worst.
    pub(super) best: Cost,
    /// The time from start to end that half of the runs needed at most.
    pub(super) middle: Duration,
}

/// Runs several things one after the other, again and again: whatever the machine does meanwhile, it does to all of them.
pub(super) fn in_turn(rounds: usize, runs: &[&dyn Fn() -> Result<Cost>]) -> Result<Vec<Series>> {
    let mut costs = vec![Vec::with_capacity(rounds); runs.len()];
    for _ in 0..rounds.max(1) {
        for (costs, run) in costs.iter_mut().zip(runs) {
            costs.push(run()?);
        }
    }
    costs.into_iter().map(|costs| series(costs).context("nothing was run")).collect()
}

fn series(mut costs: Vec<Cost>) -> Option<Series> {
    costs.sort_by_key(|cost| cost.wall);
    let middle = costs.get(costs.len() / 2)?.wall;
    let best = costs.into_iter().reduce(|best, cost| Cost {
        wall: best.wall.min(cost.wall),
        worked: best.worked.min(cost.worked),
        kilobytes: best.kilobytes.max(cost.kilobytes),
        part: best.part.into_iter().chain(cost.part).min(),
    })?;
    Some(Series { best, middle })
}

/// How many times longer something took.
pub(super) fn ratio(longer: Duration, shorter: Duration) -> f64 {
    longer.as_secs_f64() / shorter.as_secs_f64()
}

pub(super) fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

pub(super) fn megabytes(kilobytes: u64) -> String {
    format!("{:.1} MB", kilobytes as f64 / 1024.0)
}
