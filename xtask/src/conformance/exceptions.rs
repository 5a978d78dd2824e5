//! Where answers differ on purpose from the recorded ones of the real Puppet: the lists that tests read, and why.

use std::{fmt::Write as _, fs};

use anyhow::{Context as _, Result};

use crate::shell;

/// Answers that were recorded, and the list of those that ours differ from.
struct Recorded {
    heading: &'static str,
    /// What was recorded; `{}` is how much of it.
    what: &'static str,
    /// The test that runs it, and the constant in it that says how much of it there is.
    count: (&'static str, &'static str),
    /// Lines of a name and a reason.
    exceptions: &'static str,
}

const RECORDED: &[Recorded] = &[
    Recorded {
        heading: "The language",
        what: "{} snippets of the Puppet language give the recorded values, log lines, catalogs and errors",
        count: ("crates/compiler/tests/golden/main.rs", "SNIPPETS"),
        exceptions: "crates/compiler/tests/golden/exceptions.tsv",
    },
    Recorded {
        heading: "Commands",
        what: "{} commands of `apply`, `parser` and `epp` say what was recorded, on the same streams, with the same exit code",
        count: ("crates/cli/tests/command_line/transcripts.rs", "COMMANDS"),
        exceptions: "crates/cli/tests/golden/exceptions.tsv",
    },
];

/// Appends what was recorded, and where our answers differ.
pub(super) fn describe(page: &mut String) -> Result<()> {
    writeln!(page, "\n## Compared with the real Puppet")?;
    for recorded in RECORDED {
        let exceptions = lines(recorded.exceptions)?;
        let what = recorded.what.replace("{}", &count(recorded.count.0, recorded.count.1)?);
        writeln!(page, "\n### {}\n\n{what}. These {} differ on purpose:", recorded.heading, exceptions.len())?;
        writeln!(page, "\n| which | why |\n|---|---|")?;
        for (name, reason) in exceptions {
            writeln!(page, "| `{}` | {} |", name.replace('|', "\\|"), reason.replace('|', "\\|"))?;
        }
    }
    Ok(())
}

/// Reads lines of a name and a reason.
fn lines(path: &str) -> Result<Vec<(String, String)>> {
    let text = fs::read_to_string(shell::root().join(path)).with_context(|| format!("cannot read {path}"))?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let (name, reason) = line.split_once('\t').with_context(|| format!("{path}: no tab in '{line}'"))?;
            Ok((name.to_owned(), reason.to_owned()))
        })
        .collect()
}

/// The value of a constant, as it is written.
fn count(path: &str, constant: &str) -> Result<String> {
    let text = fs::read_to_string(shell::root().join(path)).with_context(|| format!("cannot read {path}"))?;
    let begin = format!("const {constant}: usize = ");
    let value = text.lines().find_map(|line| line.strip_prefix(&begin)?.strip_suffix(';'));
    Ok(value.with_context(|| format!("{path} has no constant {constant}"))?.to_owned())
}
