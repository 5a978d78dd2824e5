//! `cargo xtask types`: reads the types of all modules in Debian, and compares them with the real Puppet.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{modules, packages, shell};

#[derive(Args)]
pub struct Types {
    /// A directory of modules, instead of Debian's
    #[arg(long)]
    modulepath: Option<PathBuf>,
}

impl Types {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        let modules = match &self.modulepath {
            Some(path) => path.canonicalize()?,
            None => modules::everything()?,
        };
        let modules = modules.to_string_lossy().into_owned();
        let answers = shell::root().join("target/type-answers.txt").to_string_lossy().into_owned();
        shell::run("ruby", &["oracle/shapes.rb", "modules", &modules, &answers])?;
        shell::run_with(
            "cargo",
            &["test", "--package", "ruby-metadata", "--test", "golden"],
            &[("BUNRAKU_MODULES", &modules), ("BUNRAKU_ANSWERS", &answers)],
        )
    }
}
