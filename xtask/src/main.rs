//! Automation of the workspace, run as `cargo xtask COMMAND`.
//!
//! Each command is a file: `test` is what the gate runs, the others are for people who change the project.

mod advisories;
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
mod shell;
mod skipped;
mod test;
mod types;

use clap::Parser;

/// Automation of the workspace
#[derive(Parser)]
enum Task {
    /// Installs what the tests need, then checks format and lints and runs all tests
    Test(test::Test),
    /// Records the answers of the real Puppet anew (installs it)
    Oracle(oracle::Oracle),
    /// Compares `bunraku type check` with the real Puppet on random types and values (installs it)
    Compare(compare::Compare),
    /// Compiles manifests with the real Puppet and with ours, and shows what differs (installs Puppet)
    Catalogs(catalogs::Catalogs),
    /// Compares what is read of types in Ruby with what the real Puppet knows (installs it)
    Types(types::Types),
    /// Migrates types of Debian's modules, which the tools of the model are tested with
    Models(models::Models),
    /// Compares the facts of this machine with those of the real Facter (installs it)
    Facts(facts::Facts),
    /// Measures the hot paths next to the real Puppet (installs it)
    Bench(bench::Bench),
    /// Lists which test shows which requirement
    Conformance(conformance::Conformance),
    /// Breaks behaviours one at a time and sees that the tests named for them fail
    Mutate(mutate::Mutate),
    /// Records advisories about what we depend on, from a clone of the RustSec database
    Advisories(advisories::Advisories),
    /// Checks licences, sources and advisories of what we depend on (installs cargo-deny)
    Deny(deny::Deny),
    /// Attacks the program as root, with more rounds than the gate does (installs strace)
    Attack(attack::Attack),
    /// Runs fuzz targets
    Fuzz(fuzz::Fuzz),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Test(task) => task.run(),
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
        Task::Fuzz(task) => task.run(),
    }
}
