//! `bunraku parser validate`: what is wrong with manifests.

use diagnostics::{Diagnostic, Severity};
use pcore::{Hash, Value, json};
use resource_api::log::Level;
use settings::Settings;

use super::{
    files::{self, Checks, Report},
    piped, refuse,
};
use crate::{
    arguments::Program,
    console,
    options::{OptionError, Options},
    output,
    startup::Begun,
};

/// Warnings that have a limit of their own.
const DEPRECATIONS: [&str; 2] = ["FUTURE_RESERVED_WORD", "ILLEGAL_NONLITERAL_PARAMETER_TYPE"];

pub(super) fn run(program: &Program<'_>, begun: &Begun, settings: &Settings, words: &[String]) -> u8 {
    let (options, log) = (&begun.options, &begun.log);
    let as_json = match format(options) {
        Ok(as_json) => as_json,
        Err(error) => return refuse(log, &error.to_string()),
    };
    let checks = Checks::new(settings);
    let (reports, missing) = match (words, piped_if(words.is_empty())) {
        ([], Some(Ok(bytes))) => (checks.stdin(bytes).into_iter().collect(), Vec::new()),
        ([], Some(Err(error))) => return refuse(log, &format!("Could not read stdin: {error}")),
        ([], None) => {
            let manifest = default_manifest(settings);
            log.line(Level::Notice, &format!("No manifest specified. Validating the default manifest {manifest}"));
            let (files, missing) = files::find(&[manifest]);
            (checks.all(&files), missing)
        }
        (words, _) => {
            let (files, missing) = files::find(words);
            (checks.all(&files), missing)
        }
    };
    let teller = Teller { begun, settings, limits: Limits::new(settings), as_json };
    let mut failed = Hash::default();
    for report in &reports {
        if let Some(error) = teller.tell(report) {
            failed.insert(report.name.as_str().into(), error.into());
        }
    }
    if as_json && !failed.is_empty() {
        match json::write_pretty(&Value::from(failed.clone())) {
            Ok(text) => output::say(&text),
            Err(error) => return refuse(log, &format!("Could not write the answer: {error}")),
        }
    }
    if !missing.is_empty() {
        let list: String = missing.iter().map(|file| format!("\n   {file}")).collect();
        log.line(Level::Err, &format!("One or more file(s) specified did not exist:{list}"));
        return refuse(log, &format!("Try '{} help parser validate' for usage", program.name));
    }
    u8::from(!failed.is_empty())
}

fn piped_if(wanted: bool) -> Option<std::io::Result<Vec<u8>>> {
    if wanted { piped() } else { None }
}

fn format(options: &Options) -> Result<bool, OptionError> {
    match options.value("render-as") {
        None | Some("text" | "console" | "s") => Ok(false),
        Some("json") => Ok(true),
        Some(other) => Err(OptionError::Command(format!("I don't know how to render '{other}'"))),
    }
}

/// The folder with the manifests of the environment.
fn default_manifest(settings: &Settings) -> String {
    let text = |name: &str| settings.text(name).unwrap_or_default();
    let folders = text("environmentpath");
    let folder = folders.split(':').next().unwrap_or_default();
    format!("{folder}/{}/manifests", text("environment"))
}

/// How much is told of a file.
struct Limits {
    errors: usize,
    warnings: usize,
    deprecations: usize,
}

impl Limits {
    fn new(settings: &Settings) -> Limits {
        let limit = |name: &str| settings.text(name).ok().and_then(|text| text.parse().ok()).unwrap_or(10);
        let disabled = settings.text("disable_warnings").unwrap_or_default();
        let deprecations = if disabled.contains("deprecations") { 0 } else { limit("max_deprecations") };
        Limits { errors: limit("max_errors"), warnings: limit("max_warnings"), deprecations }
    }
}

/// Says what is wrong, in the words and the order of Puppet.
struct Teller<'b> {
    begun: &'b Begun,
    settings: &'b Settings,
    limits: Limits,
    as_json: bool,
}

impl Teller<'_> {
    /// Says what is wrong with a file; returns the error for programs, if there is one.
    fn tell(&self, report: &Report) -> Option<Hash> {
        let of = |severity: Severity| report.problems.iter().filter(move |problem| problem.severity == severity);
        self.warn(report, of(Severity::Warning));
        let errors: Vec<&Diagnostic> = of(Severity::Error).collect();
        let first = *errors.first()?;
        if errors.len() == 1 || report.unparsed || self.limits.errors <= 1 {
            let full = self.full(&place(report, first));
            if !self.as_json {
                self.line(report, Level::Err, &full, first);
                // Puppet stops at the first; the others were found all the same.
                for problem in errors.iter().skip(1).take(self.limits.errors.saturating_sub(1)) {
                    self.line(report, Level::Err, &place(report, problem), problem);
                }
            }
            let mut error = self.error(report, Some(first), &first.message, &full);
            if errors.len() > 1 {
                error.insert("problems".into(), problems(report, &errors));
            }
            return Some(error);
        }
        for problem in errors.iter().take(self.limits.errors) {
            self.line(report, Level::Err, &place(report, problem), problem);
        }
        let warnings = match of(Severity::Warning).count() {
            0 => String::new(),
            count => format!(", and {count} warnings"),
        };
        let message = format!("Language validation logged {} errors{warnings}. Giving up", errors.len());
        if !self.as_json {
            self.begun.log.line(Level::Err, &message);
        }
        let shown =
            if report.source.name.is_empty() { String::new() } else { format!(" (file: {})", report.source.name) };
        let full = self.full(&format!("{message}{shown}"));
        let mut error = self.error(report, None, &message, &full);
        error.insert("problems".into(), problems(report, &errors));
        Some(error)
    }

    fn warn<'d>(&self, report: &Report, warnings: impl Iterator<Item = &'d Diagnostic>) {
        let (mut told, mut deprecations) = (0, 0);
        for warning in warnings {
            let (count, limit) = if DEPRECATIONS.contains(&warning.code) {
                (&mut deprecations, self.limits.deprecations)
            } else {
                (&mut told, self.limits.warnings)
            };
            *count += 1;
            if *count <= limit {
                self.line(report, Level::Warning, &place(report, warning), warning);
            }
        }
    }

    fn line(&self, report: &Report, level: Level, text: &str, problem: &Diagnostic) {
        self.begun.log.line(level, text);
        if self.shows_snippets() {
            output::show_place(&report.source, problem, &[], &self.begun.log, console::colour(&self.begun.options));
        }
    }

    fn shows_snippets(&self) -> bool {
        match self.begun.options.value("snippets") {
            Some(value) => value == "true",
            None => !self.as_json && self.begun.screen.as_ref().is_some_and(|screen| screen.has_reader()),
        }
    }

    fn full(&self, message: &str) -> String {
        let environment = self.settings.text("environment").unwrap_or_default();
        format!("Could not parse for environment {environment}: {message}")
    }

    /// An error as Puppet gives it to programs.
    fn error(&self, report: &Report, problem: Option<&Diagnostic>, message: &str, full: &str) -> Hash {
        let code = problem.map(|problem| problem.code).filter(|code| !code.is_empty());
        let position = problem.map(|problem| report.source.position(problem.span.start));
        let file = Some(report.source.name.as_str()).filter(|name| !name.is_empty());
        Hash::from_iter([
            ("issue_code".into(), code.map_or(Value::Undef, Value::from)),
            ("message".into(), message.into()),
            ("full_message".into(), full.into()),
            ("file".into(), file.map_or(Value::Undef, Value::from)),
            ("line".into(), position.map_or(Value::Undef, |position| number(position.line))),
            ("pos".into(), position.map_or(Value::Undef, |position| number(position.column))),
        ])
    }
}

/// All errors of a file, where Puppet's answer tells only one or only how many there are.
fn problems(report: &Report, errors: &[&Diagnostic]) -> Value {
    Value::array(errors.iter().map(|problem| {
        let position = report.source.position(problem.span.start);
        Value::hash([
            ("issue_code".into(), if problem.code.is_empty() { Value::Undef } else { problem.code.into() }),
            ("message".into(), problem.message.as_str().into()),
            ("line".into(), number(position.line)),
            ("pos".into(), number(position.column)),
        ])
    }))
}

/// The message with its place, as Puppet writes it.
pub(super) fn place(report: &Report, problem: &Diagnostic) -> String {
    // Puppet does not say where a regular expression is that cannot be read.
    if problem.code == compiler::regexps::CODE {
        return problem.message.clone();
    }
    let position = report.source.position(problem.span.start);
    let file = match report.source.name.as_str() {
        "" => String::new(),
        name => format!("file: {name}, "),
    };
    format!("{} ({file}line: {}, column: {})", problem.message, position.line, position.column)
}

fn number(position: usize) -> Value {
    Value::Integer(i64::try_from(position).unwrap_or(i64::MAX))
}
