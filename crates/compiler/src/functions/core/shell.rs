//! Functions that quote words for a shell and run commands.

use std::{path::Path, process::Command};

use ecow::EcoString;
use pcore::Value;
use process::{Limits, RunError};
use resource_api::log::Level;

use super::collections;
use crate::functions::{Call, Function, Interrupt, Outcome, fail, text};

functions![
    Function::counted(
        "generate",
        "Returns what a command prints; its path must be absolute and plain, and no shell is involved",
        -2,
        generate,
        &[("generate('/bin/echo', 'a', 'b c')", "\"a b c\\n\"")],
    )
    .legacy(),
    Function::unchecked(
        "shellquote",
        "Returns all words as one text in which a shell finds them again",
        shellquote,
        &[
            ("shellquote('a b', 'c')", r#"'"a b" c'"#),
            ("shellquote(['$x', ''])", r#""'\$x' \"\"""#),
            ("shellquote()", "''"),
        ],
    )
    .legacy()
    .pure(),
];

/// What Puppet takes from commands: whose words they speak, and whose home they have.
const UNSET: &str = "LANGUAGE LC_CTYPE LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY LC_MESSAGES LC_PAPER LC_NAME LC_ADDRESS \
                     LC_TELEPHONE LC_MEASUREMENT LC_IDENTIFICATION HOME USER LOGNAME";

fn generate(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let words: Vec<EcoString> =
        collections::flat(call, arguments)?.iter().map(|word| EcoString::from(text::to_s(word))).collect();
    let program = checked(call, &arguments[0])?;
    let folder = Path::new(program).parent().unwrap_or(Path::new("/"));
    if !folder.is_dir() {
        return fail(format!("No such file or directory @ dir_chdir - {}", folder.display()));
    }
    let failed = |reason: String| Interrupt::unplaced(format!("Failed to execute generator {program}: {reason}"));
    let shown = words.join(" ");
    let mut command = Command::new(program);
    let arguments = words.get(1..).unwrap_or_default().iter().map(EcoString::as_str);
    command.args(arguments).current_dir(folder).env("LANG", "C").env("LC_ALL", "C");
    for name in UNSET.split(' ') {
        command.env_remove(name);
    }
    let limits = Limits { time: None, output: call.compilation.budget.limits.size };
    let collected = match process::run_merged(&mut command, limits) {
        Ok(collected) => collected,
        Err(RunError::Large(_)) => return Err(call.compilation.budget.too_large()),
        // A command that cannot be started is one that failed, as Puppet sees it.
        Err(RunError::Io(_) | RunError::Late(_)) => {
            return Err(failed(format!("Execution of '{shown}' returned 1: ")));
        }
    };
    if collected.exit.code == Some(0) {
        let output = String::from_utf8(collected.stdout);
        return output.map(Value::from).map_err(|_| failed("its output is not in UTF-8".to_owned()));
    }
    let code = collected.exit.code.map_or_else(|| "a signal".to_owned(), |code| code.to_string());
    let output = String::from_utf8_lossy(&collected.stdout);
    Err(failed(format!("Execution of '{shown}' returned {code}: {}", output.trim_end())))
}

/// The path of the command, if it may be run.
fn checked<'a>(call: &Call<'_, '_>, program: &'a Value) -> Outcome<&'a str> {
    let Value::String(path) = program else {
        let (shown, class) = (text::inspect(program), text::class_name(program));
        call.compilation.log.line(
            Level::Warning,
            &format!("Cannot check if {shown} is an absolute path because it is a '{class}' and not a String'"),
        );
        return fail("Generators must be fully qualified");
    };
    if !path.starts_with('/') {
        return fail("Generators must be fully qualified");
    }
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-/_.+".contains(letter);
    if !path.chars().all(is_plain) {
        return fail("Generators can only contain alphanumerics, file separators, and dashes");
    }
    if path.contains("..") {
        return fail("Can not use generators with '..' in them.");
    }
    Ok(path)
}

/// What no shell minds, besides letters and digits.
const SAFE: &str = "@%_+=:,./-";
/// What double quotes do not protect from.
const DANGEROUS: [char; 5] = ['!', '"', '`', '$', '\\'];

fn shellquote(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let mut quoted = String::new();
    for (index, word) in collections::flat(call, arguments)?.iter().enumerate() {
        let word = match word {
            Value::String(word) => word.as_str(),
            hash @ Value::Hash(_) => return fail(text::no_conversion(hash, "String")),
            other => return fail(text::no_method("length", other)),
        };
        if index > 0 {
            quoted.push(' ');
        }
        push_quoted(word, &mut quoted);
        call.compilation.budget.size(quoted.len())?;
    }
    Ok(Value::from(quoted))
}

fn push_quoted(word: &str, quoted: &mut String) {
    let is_safe = |letter: char| letter.is_ascii_alphanumeric() || SAFE.contains(letter);
    if !word.is_empty() && word.chars().all(is_safe) {
        quoted.push_str(word);
        return;
    }
    let quote = if word.contains(DANGEROUS) && !word.contains('\'') { '\'' } else { '"' };
    quoted.push(quote);
    for letter in word.chars() {
        if quote == '"' && DANGEROUS.contains(&letter) {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted.push(quote);
}
