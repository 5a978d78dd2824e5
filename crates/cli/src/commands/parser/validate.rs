//! `bunraku parser validate`: checks manifests.

use diagnostics::{Diagnostic, Severity, Source};
use pcore::{Hash, Value, json};
use resource_api::log::Level;
use settings::Settings;

use super::{
    files::{self, Checks, Report},
    piped_input, refuse,
};
use crate::{
    arguments::Program,
    console,
    options::{OptionError, Options},
    output::{self, number},
    startup::CommandContext,
};

/// Warnings with a limit of their own.
const DEPRECATIONS: [&str; 2] = ["FUTURE_RESERVED_WORD", "ILLEGAL_NONLITERAL_PARAMETER_TYPE"];

pub(super) fn run(program: &Program<'_>, context: &CommandContext, words: &[String]) -> u8 {
    let CommandContext { options, log, settings, .. } = context;
    let as_json = match format(options) {
        Ok(as_json) => as_json,
        Err(error) => return refuse(log, &error.to_string()),
    };
    let checks = Checks::new(settings);
    let check = |words: &[String]| {
        let (files, missing) = files::find(words);
        (checks.all(&files), missing)
    };
    let (reports, missing) = match words {
        [] => match piped_input() {
            Some(Ok(bytes)) => (checks.stdin(bytes).into_iter().collect(), Vec::new()),
            Some(Err(error)) => return refuse(log, &format!("Could not read stdin: {error}")),
            None => {
                let manifest = default_manifest(settings);
                log.line(Level::Notice, &format!("No manifest specified. Validating the default manifest {manifest}"));
                check(&[manifest])
            }
        },
        words => check(words),
    };
    let reporter = Reporter { context, limits: Limits::new(settings), as_json };
    let mut failed = Hash::default();
    for report in &reports {
        if let Some(error) = reporter.report(report) {
            failed.insert(report.name.as_str().into(), error.into());
        }
    }
    if as_json && !failed.is_empty() {
        match json::write_pretty(&Value::from(failed.clone())) {
            Ok(text) => output::print_line(&text),
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

fn format(options: &Options) -> Result<bool, OptionError> {
    match options.value("render-as") {
        None | Some("text" | "console" | "s") => Ok(false),
        Some("json") => Ok(true),
        Some(other) => Err(OptionError::Command(format!("I don't know how to render '{other}'"))),
    }
}

/// The directory with the manifests of the environment.
fn default_manifest(settings: &Settings) -> String {
    let text = |name: &str| settings.text(name).unwrap_or_default();
    let directories = text("environmentpath");
    let directory = directories.split(':').next().unwrap_or_default();
    format!("{directory}/{}/manifests", text("environment"))
}

/// How many problems are reported per file.
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

/// Reports problems with Puppet's wording and in Puppet's order.
struct Reporter<'b> {
    context: &'b CommandContext,
    limits: Limits,
    as_json: bool,
}

impl Reporter<'_> {
    /// Reports the problems of a file; returns its error for programs, if there is one.
    fn report(&self, report: &Report) -> Option<Hash> {
        let of = |severity: Severity| report.problems.iter().filter(move |problem| problem.severity == severity);
        self.warn(report, of(Severity::Warning));
        let errors: Vec<&Diagnostic> = of(Severity::Error).collect();
        let first = *errors.first()?;
        if errors.len() == 1 || report.unparsed || self.limits.errors <= 1 {
            let full = self.full(&message_with_location(report, first));
            if !self.as_json {
                self.line(report, Level::Err, &full, first);
                // Puppet reports only the first error; we report all that were found.
                for problem in errors.iter().skip(1).take(self.limits.errors.saturating_sub(1)) {
                    self.line(report, Level::Err, &message_with_location(report, problem), problem);
                }
            }
            let mut error = self.error(report, Some(first), &first.message, &full);
            if errors.len() > 1 {
                error.insert("problems".into(), problems(report, &errors));
            }
            return Some(error);
        }
        for problem in errors.iter().take(self.limits.errors) {
            self.line(report, Level::Err, &message_with_location(report, problem), problem);
        }
        let warnings = match of(Severity::Warning).count() {
            0 => String::new(),
            count => format!(", and {count} warnings"),
        };
        let message = format!("Language validation logged {} errors{warnings}. Giving up", errors.len());
        if !self.as_json {
            self.context.log.line(Level::Err, &message);
        }
        let shown =
            if report.source.name.is_empty() { String::new() } else { format!(" (file: {})", report.source.name) };
        let full = self.full(&format!("{message}{shown}"));
        let mut error = self.error(report, None, &message, &full);
        error.insert("problems".into(), problems(report, &errors));
        Some(error)
    }

    fn warn<'d>(&self, report: &Report, warnings: impl Iterator<Item = &'d Diagnostic>) {
        let (mut others, mut deprecations) = (0, 0);
        for warning in warnings {
            let (count, limit) = if DEPRECATIONS.contains(&warning.code) {
                (&mut deprecations, self.limits.deprecations)
            } else {
                (&mut others, self.limits.warnings)
            };
            *count += 1;
            if *count <= limit {
                self.line(report, Level::Warning, &message_with_location(report, warning), warning);
            }
        }
    }

    fn line(&self, report: &Report, level: Level, text: &str, problem: &Diagnostic) {
        self.context.log.line(level, text);
        if self.shows_snippets() {
            output::show_location(
                &report.source,
                problem,
                &[],
                &self.context.log,
                console::colour(&self.context.options),
            );
        }
    }

    fn shows_snippets(&self) -> bool {
        match self.context.options.value("snippets") {
            Some(value) => value == "true",
            None => !self.as_json && self.context.screen.as_ref().is_some_and(|screen| screen.has_terminal()),
        }
    }

    fn full(&self, message: &str) -> String {
        let environment = self.context.settings.text("environment").unwrap_or_default();
        format!("Could not parse for environment {environment}: {message}")
    }

    /// An error in Puppet's format for programs.
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

/// All errors of a file, of which Puppet reports only the first or the number.
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

/// The message with its location in Puppet's format.
pub(super) fn message_with_location(report: &Report, problem: &Diagnostic) -> String {
    // Puppet reports no location for an invalid regular expression.
    if problem.code == compiler::regexps::CODE {
        return problem.message.clone();
    }
    located(&report.source, problem)
}

/// The message of a problem with its location, wherever that is.
pub(in crate::commands) fn located(source: &Source, problem: &Diagnostic) -> String {
    let position = source.position(problem.span.start);
    let file = if source.name.is_empty() { String::new() } else { format!("file: {}, ", source.name) };
    format!("{} ({file}line: {}, column: {})", problem.message, position.line, position.column)
}
