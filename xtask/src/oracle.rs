//! `cargo xtask oracle`: records the answers of the real Puppet again.

use anyhow::Result;
use clap::Args;

use crate::{modules, packages, shell};

#[derive(Args)]
pub struct Oracle {}

/// Scripts that record answers; their headers describe their output.
const SCRIPTS: &[&str] = &[
    "oracle/built_in/record.rb",
    "oracle/command_line/record.rb",
    "oracle/expressions.rb",
    "oracle/drawings.rb",
    "oracle/graph.rb",
    "oracle/hiera/record.rb",
    "oracle/nexus/record.rb",
    "oracle/objects.rb",
    "oracle/parser/record.rb",
    "oracle/parser/trees.rb",
    "oracle/regexp.rb",
    "oracle/resources.rb",
    "oracle/ruby_host.rb",
    "oracle/ruby_modules/definitions.rb",
    "oracle/ruby_modules/record.rb",
    "oracle/runs.rb",
    "oracle/shapes.rb",
    "oracle/yaml.rb",
    "oracle/values/binary.rb",
    "oracle/values/semver.rb",
    "oracle/values/time.rb",
    "oracle/values/uri.rb",
];

impl Oracle {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        // Switches are emulated by an SSH server.
        packages::install(packages::FOR_TESTS)?;
        shell::run("cargo", &["build", "--package", "example-nexus", "--bin", "nexus-emulator"])?;
        shell::run("sh", &["oracle/record.sh", "crates/pcore/tests/golden"])?;
        SCRIPTS.iter().try_for_each(|script| shell::run("ruby", &[script]))?;
        let modules = modules::everything()?;
        let modules = modules.to_string_lossy();
        let variables = [("STDLIB_MODULES", &*modules), ("DEBIAN_MODULES", &*modules)];
        shell::run_with("ruby", &["oracle/functions.rb"], &variables)?;
        // The hints that Ruby appends to its errors differ from version to version.
        let plain = "--disable=did_you_mean,error_highlight";
        shell::run("ruby", &[plain, "oracle/templates/render.rb", &modules])
    }
}
