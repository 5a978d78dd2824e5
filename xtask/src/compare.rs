//! `cargo xtask compare`: `bunraku type check` next to the real Puppet on random types and values.
//!
//! The recorded answers in the tests come from one seed; this compares any number of others, through the binary
//! as a user would.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use serde_json::Value as Json;

use crate::{packages, shell};

#[derive(Args)]
pub struct Compare {
    /// Seed of the random cases
    #[arg(long, default_value_t = 2)]
    seed: u64,

    /// Number of cases
    #[arg(long, default_value_t = 2000)]
    count: usize,

    /// Maximum number of differences to show
    #[arg(long, default_value_t = 20)]
    show: usize,
}

impl Compare {
    pub fn run(&self) -> Result<()> {
        packages::install(packages::REAL_PUPPET)?;
        let binary = shell::release_binary()?;
        let (seed, count) = (self.seed.to_string(), self.count.to_string());
        let requests = shell::capture(&mut shell::command("ruby", &["oracle/generate.rb", &seed, &count, "check"]))?;
        let recorded = record(&requests)?;
        let (mut equal, mut total) = (0, 0);
        let mut shown = 0;
        for line in recorded.lines() {
            let case: Json = serde_json::from_str(line)?;
            // A type that the real Puppet cannot read has no answer to compare.
            if case["answer"]["error"].is_string() {
                continue;
            }
            total += 1;
            let wanted = case["answer"]["mismatch"].as_str();
            let found = ask(&binary, &case)?;
            let same = match wanted {
                // Puppet gives no reason for a few values that it rejects; we do.
                Some("") => found.is_some(),
                // If a name is unknown, Puppet rejects every value; we reject the type, as the language does.
                Some(text) if text.contains("references an unresolved type") => {
                    found.as_ref().is_some_and(|found| found.contains("Resource type not found"))
                }
                wanted => wanted == found.as_deref(),
            };
            if same {
                equal += 1;
            } else if shown < self.show {
                shown += 1;
                let (expected, value) = (&case["type"], &case["value"]);
                println!("{expected} {value}\n  Puppet:  {}\n  bunraku: {}", said(wanted), said(found.as_deref()));
            }
        }
        if total == 0 {
            bail!("there was nothing to compare");
        }
        println!("{equal} of {total} answers are equal ({:.2} %)", 100.0 * f64::from(equal) / f64::from(total));
        Ok(())
    }
}

fn said(answer: Option<&str>) -> &str {
    answer.unwrap_or("(fits)")
}

fn record(requests: &str) -> Result<String> {
    let mut oracle = shell::command("ruby", &["oracle/oracle.rb", "--record"]);
    let mut child = oracle.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().context("cannot run ruby")?;
    let mut stdin = child.stdin.take().context("the oracle has no stdin")?;
    let requests = requests.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(requests.as_bytes()));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| anyhow::anyhow!("the requests could not be sent"))??;
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns the output of the binary; nothing if the value matches.
fn ask(binary: &std::path::Path, case: &Json) -> Result<Option<String>> {
    let mut command = Command::new(binary);
    command.args(["type", "check"]);
    for (name, definition) in case["aliases"].as_object().into_iter().flatten() {
        command.args(["--alias", &format!("{name}={}", definition.as_str().unwrap_or_default())]);
    }
    let output =
        command.args(["--", case["type"].as_str().unwrap_or_default(), &case["value"].to_string()]).output()?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).trim_end_matches('\n').to_owned();
    Ok(match output.status.code() {
        Some(0) => None,
        Some(1) => Some(text(output.stdout)),
        code => Some(format!("exit code {code:?}: {}", text(output.stderr))),
    })
}
