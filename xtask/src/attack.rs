//! `cargo xtask attack`: the attacks of `crates/cli/tests/attack` with as many rounds as one likes.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use clap::Args;

use crate::{packages, shell};

#[derive(Args)]
pub struct Attack {
    /// How many runs are killed, a fifth of them at a system call
    #[arg(long, default_value_t = 1000)]
    kills: usize,

    /// How many runs have their files swapped for links and pipes
    #[arg(long, default_value_t = 10_000)]
    swaps: usize,

    /// How many mutated inputs are read
    #[arg(long, default_value_t = 20_000)]
    inputs: usize,

    /// How often several runs work at the same time
    #[arg(long, default_value_t = 50)]
    together: usize,

    /// What random numbers begin with; other ones every time if left out
    #[arg(long)]
    seed: Option<u64>,

    /// Uses the release build, which is faster
    #[arg(long)]
    release: bool,

    /// Only drills with this in their names, such as kills or links::swapped
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
