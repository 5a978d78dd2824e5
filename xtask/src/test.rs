//! `cargo xtask test`: everything that must hold before a change lands.

use anyhow::Result;
use clap::Args;

use crate::{conformance, modules, packages, python, shell};

#[derive(Args)]
pub struct Test {}

impl Test {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::FOR_TESTS)?;
        modules::everything()?;
        python::install()?;
        shell::run("cargo", &["fmt", "--all", "--check"])?;
        conformance::check()?;
        shell::run("cargo", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
        // Unit, golden, property and end-to-end tests, and the examples of the documentation and the README. The gate asks
        // the property tests the same questions every time; people get other ones.
        shell::run_with("cargo", &["test", "--workspace"], &[("PROPTEST_RNG_SEED", "20261115")])?;
        shell::run_with(
            "cargo",
            &["doc", "--workspace", "--no-deps", "--quiet"],
            &[("RUSTDOCFLAGS", "--deny warnings")],
        )
    }
}
