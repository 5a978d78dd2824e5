//! Finds templates, checks them and dumps their syntax trees.

use std::{
    io::{self, IsTerminal as _},
    path::Path,
    sync::Arc,
};

use compiler::{Environment, input};
use diagnostics::{Diagnostic, Severity, Source};
use resource_api::log::{Level, Log};
use syntax::{FileKind, Program as Tree, Rules, dump as dumped};

use super::report_error;
use crate::{arguments::Program, commands::parser::located, compiling, console, output, startup::CommandContext};

/// A template of the command line, or why it cannot be read.
pub(super) struct Template {
    /// Its name on the command line.
    pub(super) name: String,
    /// Its text.
    pub(super) source: Result<Arc<Source>, TemplateError>,
}

/// Why a template cannot be read.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum TemplateError {
    /// There is no template with this name.
    #[error("Could not find template '{0}'")]
    Missing(String),
    /// It cannot be read.
    #[error("Could not read {0}")]
    Broken(String),
}

/// The templates that the command line names: `-e`, files, templates of modules, or stdin.
pub(super) fn selected(context: &CommandContext, words: &[String]) -> Vec<Template> {
    if let Some(source) = context.options.value("e") {
        return vec![Template { name: String::new(), source: Ok(Arc::new(Source::new("", source))) }];
    }
    if words.is_empty() {
        return from_stdin().into_iter().collect();
    }
    words.iter().map(|word| Template { name: word.clone(), source: read(context, word) }).collect()
}

fn from_stdin() -> Option<Template> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return None;
    }
    let broken = |error: &dyn std::fmt::Display| TemplateError::Broken(format!("stdin: {error}"));
    let read = input::read_all(stdin, input::MAX_TEXT).map_err(|error| broken(&error));
    let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|error| broken(&error)));
    Some(Template { name: String::new(), source: text.map(|text| Arc::new(Source::new("<stdin>", text))) })
}

/// A file takes precedence over a template of a module.
fn read(context: &CommandContext, word: &str) -> Result<Arc<Source>, TemplateError> {
    let path = Path::new(word);
    let path = if path.exists() && !path.is_dir() { Some(path.to_owned()) } else { in_module(context, word) };
    let path = path.ok_or_else(|| TemplateError::Missing(word.to_owned()))?;
    let broken = |error| TemplateError::Broken(format!("{}: {error}", path.display()));
    let text = input::read_named_text(&path).map_err(broken)?;
    Ok(Arc::new(Source::new(path.display().to_string(), text)))
}

fn in_module(context: &CommandContext, word: &str) -> Option<std::path::PathBuf> {
    let (module, file) = word.split_once('/')?;
    let environment = Environment::from_settings(&context.settings).ok()?;
    let directories =
        environment.modulepath.iter().map(|directory| directory.join(module).join("templates").join(file));
    directories.into_iter().find(|path| path.is_file())
}

/// Parses a template and logs its errors; `None` if it is invalid.
fn checked(context: &CommandContext, source: &Arc<Source>, validates: bool) -> Option<Tree> {
    let parsed = syntax::parse_template(source.clone());
    let mut problems = parsed.problems;
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    if validates && !problems.iter().any(is_error) {
        let rules = Rules { strict: compiling::strictness(&context.settings), file_kind: FileKind::Template };
        problems.extend(compiler::regexps::check(&parsed.regexps));
        problems.extend(syntax::validate(&parsed.program, &rules));
    }
    let errors = problems.iter().filter(|problem| is_error(problem)).count();
    for problem in &problems {
        let level = if is_error(problem) { Level::Err } else { Level::Warning };
        context.log.line(level, &located(source, problem));
        if context.screen.as_ref().is_some_and(|screen| screen.has_terminal()) {
            let name = if source.name.is_empty() { "template" } else { &source.name };
            let selected = Source::new(name, source.text.clone());
            output::show_location(&selected, problem, &[], &context.log, console::colour(&context.options));
        }
    }
    if errors > 1 {
        context.log.line(Level::Err, &format!("Language validation logged {errors} errors. Giving up"));
    }
    (errors == 0).then_some(parsed.program)
}

/// The templates for which an action failed.
#[derive(Default)]
struct Failures {
    missing: Vec<String>,
    others: bool,
}

impl Failures {
    /// Records that a template cannot be read. Missing ones are listed together at the end.
    fn note(&mut self, log: &Log, reason: &TemplateError) {
        match reason {
            TemplateError::Missing(name) => self.missing.push(format!("   {name}")),
            TemplateError::Broken(_) => {
                log.line(Level::Err, &reason.to_string());
                self.others = true;
            }
        }
    }

    /// Logs that the action failed and returns the exit code.
    fn exit_code(&self, context: &CommandContext, program: &Program<'_>, action: &str, reason: &str) -> u8 {
        match (&*self.missing, self.others) {
            ([], false) => 0,
            ([], true) => report_error(&context.log, program, action, reason),
            (missing, _) => {
                let list = format!("One or more file(s) specified did not exist:\n{}", missing.join("\n"));
                report_error(&context.log, program, action, &list)
            }
        }
    }
}

/// `epp validate`
pub(super) fn validate(program: &Program<'_>, context: &CommandContext, words: &[String]) -> u8 {
    let mut failures = Failures::default();
    let goes_on = context.options.has("continue_on_error");
    for template in selected(context, words) {
        match &template.source {
            Ok(source) => failures.others |= checked(context, source, true).is_none(),
            Err(reason) => failures.note(&context.log, reason),
        }
        if failures.others && !goes_on {
            break;
        }
    }
    failures.exit_code(context, program, "validate", "Errors while validating epp")
}

/// `epp dump`
pub(super) fn dump(program: &Program<'_>, context: &CommandContext, words: &[String]) -> u8 {
    let options = &context.options;
    let templates = selected(context, words);
    let several = templates.len() > 1 && options.value("header") != Some("false");
    let mut failures = Failures::default();
    for template in &templates {
        let source = match &template.source {
            Ok(source) => source,
            Err(reason) => {
                failures.note(&context.log, reason);
                continue;
            }
        };
        let Some(tree) = checked(context, source, options.value("validate") != Some("false")) else {
            failures.others = true;
            continue;
        };
        if several {
            output::print_line(&format!("--- {}", template.name));
        }
        let notation = || dumped::notation(&tree);
        let text = match (options.value("format"), options.has("pretty")) {
            (None | Some("old"), _) => dumped::tree(&tree),
            (Some("pn"), false) => notation().text(),
            (Some("pn"), true) => notation().pretty_text(),
            (Some("json"), false) => notation().json(),
            (Some("json"), true) => notation().pretty_json(),
            (Some(other), _) => {
                let reason = format!("unknown format '{other}', expected old, pn or json");
                return report_error(&context.log, program, "dump", &reason);
            }
        };
        output::print_line(text.strip_suffix('\n').unwrap_or(&text));
    }
    failures.exit_code(context, program, "dump", "Errors while dumping epp")
}
