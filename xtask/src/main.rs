//! Automation of the workspace, run as `cargo xtask COMMAND`.
//!
//! Each command is a file. The gate runs `test`; the others are for contributors.

mod advisories;
mod apt;
mod architecture;
mod attack;
mod bench;
mod catalogs;
mod compare;
mod conformance;
mod deny;
mod facts;
mod fuzz;
mod models;
mod modules;
mod mutate;
mod oracle;
mod packages;
mod python;
mod recipes;
mod shell;
mod test;
mod tools;
mod types;
mod wording;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Automation of the workspace
#[derive(Parser)]
enum Task {
    /// Install what the tests need, check formatting and lints, and run all tests
    Test(test::Test),
    /// Record the answers of the real Puppet again (installs it)
    Oracle(oracle::Oracle),
    /// Compare `bunraku type check` with the real Puppet on random types and values (installs it)
    Compare(compare::Compare),
    /// Compile manifests with the real Puppet and with Bunraku, and show the differences (installs Puppet)
    Catalogs(catalogs::Catalogs),
    /// Compare the metadata of Ruby types with the real Puppet (installs it)
    Types(types::Types),
    /// Migrate the types of Debian's modules with which the model tools are tested
    Models(models::Models),
    /// Compare the facts of this machine with those of the real Facter (installs it)
    Facts(facts::Facts),
    /// Measure the hot paths next to the real Puppet (installs it)
    Bench(bench::Bench),
    /// List the tests of each requirement
    Conformance(conformance::Conformance),
    /// Break behaviours one at a time, and check that the tests named for them fail
    Mutate(mutate::Mutate),
    /// Record the advisories about our dependencies from a clone of the RustSec database
    Advisories(advisories::Advisories),
    /// Check licences, sources and advisories of the dependencies (installs cargo-deny)
    Deny(deny::Deny),
    /// Attack the program as root, with more rounds than the gate (installs strace)
    Attack(attack::Attack),
    /// Compare the crates with the table in docs/architecture.md
    Architecture(architecture::Architecture),
    /// Check messages, help texts and pages for words to avoid
    Wording(wording::Wording),
    /// Follow the recipes of CONTRIBUTING.md in a copy of the workspace, and run the result
    Recipes(recipes::Recipes),
    /// Run fuzz targets
    Fuzz(fuzz::Fuzz),
}

fn main() -> ExitCode {
    match run(Task::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The reason without a backtrace, whatever RUST_BACKTRACE says: what failed is nearly always a command.
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    match task {
        Task::Test(task) => task.run(),
        Task::Architecture(task) => task.run(),
        Task::Attack(task) => task.run(),
        Task::Oracle(task) => task.run(),
        Task::Compare(task) => task.run(),
        Task::Bench(task) => task.run(),
        Task::Catalogs(task) => task.run(),
        Task::Types(task) => task.run(),
        Task::Models(task) => task.run(),
        Task::Facts(task) => task.run(),
        Task::Conformance(task) => task.run(),
        Task::Mutate(task) => task.run(),
        Task::Advisories(task) => task.run(),
        Task::Deny(task) => task.run(),
        Task::Wording(task) => task.run(),
        Task::Fuzz(task) => task.run(),
        Task::Recipes(task) => task.run(),
    }
}
