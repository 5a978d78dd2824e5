//! `cargo xtask test`: all checks before a change is merged.

use anyhow::{Result, ensure};
use clap::Args;

use crate::{architecture, conformance, deny, modules, packages, python, recipes, shell, tools, wording};

/// The version of `cargo-nextest`, which runs the tests of all crates side by side, each in a process of its own.
const NEXTEST: &str = "0.9.143";

/// Every test must run, the property tests ask the same questions every time (people get other ones), and a fuzz target has
/// five seconds.
const ENVIRONMENT: [(&str, &str); 3] =
    [("PROPTEST_RNG_SEED", "20261115"), ("BUNRAKU_REQUIRE_ALL", "1"), ("BUNRAKU_FUZZ_SECONDS", "5")];

#[derive(Args)]
pub struct Test {}

impl Test {
    pub fn run(&self) -> Result<()> {
        ensure!(
            packages::is_root(),
            "run this as root: tests of users, mounts and owners would be skipped otherwise ('cargo test' runs those that any \
             user can)"
        );
        packages::install(packages::FOR_TESTS)?;
        modules::everything()?;
        python::install()?;
        shell::run("cargo", &["fmt", "--all", "--check"])?;
        conformance::check()?;
        architecture::check()?;
        wording::check()?;
        deny::check()?;
        shell::run("cargo", &["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"])?;
        // Unit, golden, property and end-to-end tests, and the examples of the README; then those of the documentation, which
        // nextest cannot run.
        let nextest = tools::installed("cargo-nextest", NEXTEST)?;
        shell::run_with(&nextest.to_string_lossy(), &["nextest", "run", "--workspace"], &ENVIRONMENT)?;
        shell::run_with("cargo", &["test", "--workspace", "--doc", "--quiet"], &ENVIRONMENT)?;
        recipes::check()?;
        shell::run_with(
            "cargo",
            &["doc", "--workspace", "--no-deps", "--quiet"],
            &[("RUSTDOCFLAGS", "--deny warnings")],
        )
    }
}
