//! `cargo xtask attack`: the attacks of `crates/cli/tests/attack` with any number of rounds.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Args;

use crate::{packages, shell};

#[derive(Args)]
pub struct Attack {
    /// Number of runs to kill, a fifth of them at a system call
    #[arg(long, default_value_t = 1000)]
    kills: usize,

    /// Number of runs in which files are swapped for links and pipes
    #[arg(long, default_value_t = 10_000)]
    swaps: usize,

    /// Number of mutated inputs
    #[arg(long, default_value_t = 20_000)]
    inputs: usize,

    /// Number of rounds with several concurrent runs
    #[arg(long, default_value_t = 50)]
    together: usize,

    /// Seed of the random numbers; random by default
    #[arg(long)]
    seed: Option<u64>,

    /// Use the release build, which is faster
    #[arg(long)]
    release: bool,

    /// Only attacks with this in their names, such as kills or links::swapped
    filter: Option<String>,
}

impl Attack {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::FOR_TESTS)?;
        let seed =
            self.seed.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()));
        let numbers = [
            ("BUNRAKU_ATTACK_KILLS", self.kills.to_string()),
            ("BUNRAKU_ATTACK_SWAPS", self.swaps.to_string()),
            ("BUNRAKU_ATTACK_INPUTS", self.inputs.to_string()),
            ("BUNRAKU_ATTACK_TOGETHER", self.together.to_string()),
            ("BUNRAKU_ATTACK_SEED", seed.to_string()),
        ];
        let environment: Vec<(&str, &str)> = numbers.iter().map(|(name, number)| (*name, number.as_str())).collect();
        let mut arguments = vec!["test", "--package", "cli", "--test", "attack"];
        arguments.extend(self.release.then_some("--release"));
        arguments.extend(["--", "--nocapture"]);
        arguments.extend(self.filter.as_deref());
        shell::run_with("cargo", &arguments, &environment)
    }
}
