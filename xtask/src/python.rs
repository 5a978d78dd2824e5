//! Python packages that tests need, in a directory below `target`.

use std::fs;

use anyhow::{Context as _, Result};

use crate::shell;

/// PyEcore, which reads models, with its dependencies.
const PACKAGES: &[&str] =
    &["pyecore==0.15.2", "future-fstrings==1.2.0", "lxml==6.1.3", "ordered-set==4.1.0", "restrictedpython==8.5"];

/// Installs the packages, unless these versions are there.
pub fn install() -> Result<()> {
    let folder = shell::root().join("target/tests/python");
    let stamp = folder.join("installed.txt");
    let wanted = PACKAGES.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let target = folder.to_string_lossy();
    let mut arguments = vec!["-m", "pip", "install", "--quiet", "--upgrade", "--no-deps", "--target", &target];
    arguments.extend(PACKAGES);
    shell::run("python3", &arguments)?;
    fs::write(&stamp, wanted).with_context(|| format!("cannot write {}", stamp.display()))
}
