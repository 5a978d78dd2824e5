//! Where answers differ on purpose from the recorded ones of the real Puppet: the lists that tests read, and why.

use std::{fmt::Write as _, fs};

use anyhow::{Context as _, Result};

use crate::shell;

/// Answers that were recorded, and the list of those that ours differ from.
struct Recorded {
    heading: &'static str,
    /// What was recorded; names in braces are constants of the test, which say how much of it.
    what: &'static str,
    /// The test that runs it.
    test: &'static str,
    /// Lines of a name and a reason.
    exceptions: &'static str,
    /// What is to be said of these.
    others: &'static str,
}

const RECORDED: &[Recorded] = &[
    Recorded {
        heading: "The language",
        what: "{SNIPPETS} snippets of the Puppet language give the recorded values, log lines, catalogs and errors",
        test: "crates/compiler/tests/golden/main.rs",
        exceptions: "crates/compiler/tests/golden/exceptions.tsv",
        others: "differ on purpose",
    },
    Recorded {
        heading: "Commands",
        what: "{COMMANDS} commands of `apply`, `parser` and `epp` say what was recorded, on the same streams, with the same exit code",
        test: "crates/cli/tests/command_line/transcripts.rs",
        exceptions: "crates/cli/tests/golden/exceptions.tsv",
        others: "differ on purpose",
    },
    Recorded {
        heading: "Modules",
        what: "`include` was recorded for all {MODULES} modules that Debian has: {COMPILED} compile, the others fail for want of a \
               parameter or a class. {SAME} of the catalogs are the same in resources, parameters, tags, order and \
               containment, and the errors have the same words",
        test: "crates/compiler/tests/catalogs/includes.rs",
        exceptions: "crates/compiler/tests/catalogs/exceptions.tsv",
        others: "differ on purpose",
    },
    Recorded {
        heading: "ERB templates",
        what: "All {TEMPLATES} templates of Debian's modules are filled in with ten sets of variables each. {EQUAL} give what \
               Ruby's ERB gives, {REFUSED} are refused: {TEXTS} texts are the same to the byte, and {FAILURES} failures have \
               the same words",
        test: "crates/compiler/tests/templates/main.rs",
        exceptions: "crates/compiler/tests/templates/exceptions.tsv",
        others: "differ",
    },
    Recorded {
        heading: "Functions in Ruby",
        what: "Debian's modules have {FILES} files of functions in Ruby, and stdlib {STDLIB_FILES} whose functions are not built \
               in. Most of them run, as far as their texts tell, and recorded calls give the same values and errors \
               (see [Functions in Ruby](ruby-functions.md))",
        test: "crates/compiler/tests/functions/runnable.rs",
        exceptions: "crates/compiler/tests/functions/need_ruby.tsv",
        others: "need Ruby",
    },
];

/// Appends what was recorded, and where our answers differ.
pub(super) fn describe(page: &mut String) -> Result<()> {
    writeln!(page, "\n## Compared with the real Puppet")?;
    for recorded in RECORDED {
        let exceptions = lines(recorded.exceptions)?;
        let what = filled_in(recorded)?;
        if exceptions.is_empty() {
            writeln!(page, "\n### {}\n\n{what}. There are no exceptions.", recorded.heading)?;
            continue;
        }
        let (heading, count, others) = (recorded.heading, exceptions.len(), recorded.others);
        writeln!(page, "\n### {heading}\n\n{what}. These {count} {others}:")?;
        writeln!(page, "\n| which | why |\n|---|---|")?;
        for (name, reason) in exceptions {
            writeln!(page, "| `{}` | {} |", name.replace('|', "\\|"), reason.replace('|', "\\|"))?;
        }
    }
    Ok(())
}

/// The sentence with the values of the constants that it names.
fn filled_in(recorded: &Recorded) -> Result<String> {
    let mut made = String::new();
    let mut rest = recorded.what;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').context("a brace is not closed")?;
        write!(made, "{before}{}", count(recorded.test, name)?)?;
        rest = after;
    }
    Ok(made + rest)
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
