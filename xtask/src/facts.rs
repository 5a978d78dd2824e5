//! `cargo xtask facts`: compares the facts of this machine with those of the real Facter.

use std::{collections::BTreeMap, process::Command};

use anyhow::{Result, ensure};
use clap::Args;
use serde_json::Value;

use crate::{packages, shell};

#[derive(Args)]
pub struct Facts {}

/// Facts that only one of the two has, with the reason.
const ONLY_ONE: &[(&str, &str)] = &[
    ("facterversion", "each has its own"),
    ("puppetversion", "Facter alone does not know Puppet"),
    ("ruby", "there is no Ruby in this program"),
];

/// Parts of facts that change all the time.
const CHANGING: &[&str] = &["available", "capacity", "memoryfree", "seconds", "swapfree", "uptime", "used", "load"];

impl Facts {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        let binary = shell::release_binary()?;
        // Facter inspects the process list, which must contain its own processes.
        let asked = |program: &str, arguments: &[&str]| -> Result<BTreeMap<String, Value>> {
            let mut command = Command::new("unshare");
            command.args(["--pid", "--fork", "--mount-proc", program]).args(arguments);
            let answer: Value = serde_json::from_str(&shell::capture(&mut command)?)?;
            let mut parts = BTreeMap::new();
            collect(answer, String::new(), &mut parts);
            Ok(parts)
        };
        let theirs = asked("facter", &["--json", "--show-legacy"])?;
        let ours = asked(&binary.to_string_lossy(), &["facts", "--show-legacy", "--render-as", "json"])?;

        let is_expected = |name: &str| ONLY_ONE.iter().any(|(known, _)| name.starts_with(known));
        let is_changing = |name: &str| CHANGING.iter().any(|part| name.contains(part));
        let (mut same, mut changing, mut wrong) = (0, 0, 0);
        for name in theirs.keys().chain(ours.keys().filter(|name| !theirs.contains_key(*name))) {
            match (theirs.get(name), ours.get(name)) {
                (Some(theirs), Some(ours)) if theirs == ours => same += 1,
                // Puppet converts nothing to an empty string.
                (Some(Value::Null), Some(Value::String(text))) if text.is_empty() => same += 1,
                (Some(_), Some(_)) if is_changing(name) => changing += 1,
                (None, _) | (_, None) if is_expected(name) => {}
                (theirs, ours) => {
                    wrong += 1;
                    println!("{name}: {} in Facter, {} here", shown(theirs), shown(ours));
                }
            }
        }
        println!("{same} parts of facts are the same, {changing} change by themselves, {wrong} differ");
        for (name, reason) in ONLY_ONE {
            println!("not compared: {name} ({reason})");
        }
        ensure!(wrong == 0, "{wrong} parts of facts differ");
        Ok(())
    }
}

fn shown(value: Option<&Value>) -> String {
    value.map_or_else(|| String::from("nothing"), Value::to_string)
}

/// Flattens hashes: `os.release.major`.
fn collect(value: Value, name: String, parts: &mut BTreeMap<String, Value>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let name = if name.is_empty() { key } else { format!("{name}.{key}") };
                collect(value, name, parts);
            }
        }
        other => drop(parts.insert(name, other)),
    }
}
