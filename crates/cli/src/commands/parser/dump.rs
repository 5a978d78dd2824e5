//! `bunraku parser dump`: prints syntax trees.

use std::{path::Path, sync::Arc};

use compiler::input;
use diagnostics::{Diagnostic, Severity, Source};
use resource_api::log::Level;
use syntax::{FileKind, dump};

use super::{
    files::{Checks, Report},
    piped_input, refuse, validate,
};
use crate::{output, startup::CommandContext};

pub(super) fn run(context: &CommandContext, words: &[String]) -> u8 {
    let (options, log) = (&context.options, &context.log);
    let dumper = Dumper {
        context,
        checks: Checks::new(&context.settings),
        validate: options.has("validate"),
        format: match (options.value("format"), options.has("pretty")) {
            (None | Some("old"), _) => Format::Tree,
            (Some("json"), false) => Format::Json,
            (Some("json"), true) => Format::PrettyJson,
            (Some("pn"), false) => Format::Notation,
            (Some("pn"), true) => Format::PrettyNotation,
            (Some(other), _) => return refuse(log, &format!("unknown format '{other}', expected old, pn or json")),
        },
    };
    let mut answer = String::new();
    let mut failed = false;
    let mut add = |dumped: Option<String>| match dumped {
        Some(text) => answer.push_str(&text),
        None => failed = true,
    };
    if let Some(code) = options.value("e") {
        add(dumper.dump("command-line-string", code.to_owned(), false));
    } else if words.is_empty() {
        match piped_input() {
            None => return refuse(log, "No input to parse given on command line or stdin"),
            Some(Err(error)) => return refuse(log, &format!("Could not read stdin: {error}")),
            Some(Ok(bytes)) => match String::from_utf8(bytes) {
                Ok(text) => add(dumper.dump("stdin", text, false)),
                Err(_) => return refuse(log, "invalid byte sequence in UTF-8 (file: stdin)"),
            },
        }
    } else {
        let mut missing = String::new();
        for word in words {
            match input::read_named_text(Path::new(word)) {
                Ok(text) => add(dumper.dump(word, text, true)),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => missing.push_str(&format!("\n   {word}")),
                Err(error) => {
                    log.line(Level::Err, &format!("Could not read {word}: {error}"));
                    add(None);
                }
            }
        }
        if !missing.is_empty() {
            add(Some(format!("One or more file(s) specified did not exist:{missing}")));
            add(None);
        }
    }
    output::print_line(answer.strip_suffix('\n').unwrap_or(&answer));
    u8::from(failed)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Tree,
    Notation,
    PrettyNotation,
    Json,
    PrettyJson,
}

struct Dumper<'b> {
    context: &'b CommandContext,
    checks: Checks,
    validate: bool,
    format: Format,
}

impl Dumper<'_> {
    /// The syntax tree of a program; `None` if it has errors, which are logged.
    fn dump(&self, name: &str, text: String, shows_name: bool) -> Option<String> {
        let (program, problems) = if self.validate {
            let (program, problems, _) = self.checks.text(Source::new(name, text), FileKind::Main);
            (program, problems)
        } else {
            let parsed = syntax::parse(Arc::new(Source::new("", text)));
            (parsed.program, parsed.problems)
        };
        let log = &self.context.log;
        let errors: Vec<&Diagnostic> = problems.iter().filter(|problem| problem.severity == Severity::Error).collect();
        if !errors.is_empty() {
            if shows_name {
                log.line(Level::Err, &format!("--- {name}"));
            }
            let report =
                Report { name: name.to_owned(), source: program.source.clone(), problems: Vec::new(), unparsed: true };
            for error in &errors {
                log.line(Level::Err, &validate::message_with_location(&report, error));
            }
            if self.validate && errors.len() > 1 {
                let count = errors.len();
                log.line(Level::Err, &format!("Language validation logged {count} errors. Giving up (file: {name})"));
            }
            return None;
        }
        let head = if shows_name { format!("--- {name}") } else { String::new() };
        let notation = || dump::notation(&program);
        Some(match self.format {
            Format::Tree => format!("{head}{}\n", dump::tree(&program)),
            Format::Notation => format!("{head}{}", notation().text()),
            Format::PrettyNotation => format!("{head}{}", notation().pretty_text()),
            Format::Json => notation().json(),
            Format::PrettyJson => notation().pretty_json(),
        })
    }
}
