//! `cargo xtask oracle`: records the answers of the real Puppet anew.

use anyhow::Result;
use clap::Args;

use crate::{packages, shell};

#[derive(Args)]
pub struct Oracle {}

/// Scripts that record answers; each says in its header what it writes.
const SCRIPTS: &[&str] = &[
    "oracle/command_line/record.rb",
    "oracle/graph.rb",
    "oracle/objects.rb",
    "oracle/regexp.rb",
    "oracle/runs.rb",
    "oracle/yaml.rb",
    "oracle/values/binary.rb",
    "oracle/values/semver.rb",
    "oracle/values/time.rb",
    "oracle/values/uri.rb",
];

impl Oracle {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        shell::run("sh", &["oracle/record.sh", "crates/pcore/tests/golden"])?;
        SCRIPTS.iter().try_for_each(|script| shell::run("ruby", &[script]))
    }
}
