//! Which templates are meant, what is wrong with them, and how they were read.

use std::{
    io::{self, IsTerminal as _},
    path::Path,
    sync::Arc,
};

use compiler::{Environment, input};
use diagnostics::{Diagnostic, Severity, Source};
use resource_api::log::{Level, Log};
use syntax::{Location, Program as Tree, Rules, Strictness, dump as dumped};

use super::give_up;
use crate::{arguments::Program, console, output, startup::Begun};

/// A template that somebody named, or why there is none.
pub(super) struct Template {
    /// What the user calls it.
    pub(super) name: String,
    /// Its text.
    pub(super) source: Result<Arc<Source>, Unreadable>,
}

/// Why a template has no text.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum Unreadable {
    /// There is none of this name.
    #[error("Could not find template '{0}'")]
    Missing(String),
    /// It cannot be read.
    #[error("Could not read {0}")]
    Broken(String),
}

/// The templates that the command line means: `-e`, files, templates of modules, or stdin.
pub(super) fn named(begun: &Begun, words: &[String]) -> Vec<Template> {
    if let Some(source) = begun.options.value("e") {
        return vec![Template { name: String::new(), source: Ok(Arc::new(Source::new("", source))) }];
    }
    if words.is_empty() {
        return from_stdin().into_iter().collect();
    }
    words.iter().map(|word| Template { name: word.clone(), source: read(begun, word) }).collect()
}

fn from_stdin() -> Option<Template> {
    let stdin = io::stdin().lock();
    if stdin.is_terminal() {
        return None;
    }
    let broken = |error: &dyn std::fmt::Display| Unreadable::Broken(format!("stdin: {error}"));
    let read = input::read_all(stdin, input::MAX_TEXT).map_err(|error| broken(&error));
    let text = read.and_then(|bytes| String::from_utf8(bytes).map_err(|error| broken(&error)));
    Some(Template { name: String::new(), source: text.map(|text| Arc::new(Source::new("<stdin>", text))) })
}

/// A file goes before a template of a module.
fn read(begun: &Begun, word: &str) -> Result<Arc<Source>, Unreadable> {
    let path = Path::new(word);
    let path = if path.exists() && !path.is_dir() { Some(path.to_owned()) } else { in_module(begun, word) };
    let path = path.ok_or_else(|| Unreadable::Missing(word.to_owned()))?;
    let broken = |error| Unreadable::Broken(format!("{}: {error}", path.display()));
    let text = input::read_named_text(&path).map_err(broken)?;
    Ok(Arc::new(Source::new(path.display().to_string(), text)))
}

fn in_module(begun: &Begun, word: &str) -> Option<std::path::PathBuf> {
    let (module, file) = word.split_once('/')?;
    let environment = Environment::from_settings(&begun.settings).ok()?;
    let folders = environment.modulepath.iter().map(|folder| folder.join(module).join("templates").join(file));
    folders.into_iter().find(|path| path.is_file())
}

/// Reads a template and says what is wrong with it; nothing when it cannot be used.
fn checked(begun: &Begun, source: &Arc<Source>, validates: bool) -> Option<Tree> {
    let parsed = syntax::parse_template(source.clone());
    let mut problems = parsed.problems;
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    if validates && !problems.iter().any(is_error) {
        let rules = Rules { strict: strictness(begun), location: Location::Template };
        problems.extend(compiler::regexps::check(&parsed.regexps));
        problems.extend(syntax::validate(&parsed.program, &rules));
    }
    let errors = problems.iter().filter(|problem| is_error(problem)).count();
    for problem in &problems {
        let level = if is_error(problem) { Level::Err } else { Level::Warning };
        begun.log.line(level, &format!("{} {}", problem.message, place(source, problem)));
        if begun.screen.as_ref().is_some_and(|screen| screen.has_reader()) {
            let name = if source.name.is_empty() { "template" } else { &source.name };
            let named = Source::new(name, source.text.clone());
            output::show_place(&named, problem, &[], &begun.log, console::colour(&begun.options));
        }
    }
    if errors > 1 {
        begun.log.line(Level::Err, &format!("Language validation logged {errors} errors. Giving up"));
    }
    (errors == 0).then_some(parsed.program)
}

fn strictness(begun: &Begun) -> Strictness {
    match begun.settings.text("strict").as_deref() {
        Ok("off") => Strictness::Off,
        Ok("warning") => Strictness::Warning,
        _ => Strictness::Error,
    }
}

fn place(source: &Source, problem: &Diagnostic) -> String {
    let position = source.position(problem.span.start);
    let file = if source.name.is_empty() { String::new() } else { format!("file: {}, ", source.name) };
    format!("({file}line: {}, column: {})", position.line, position.column)
}

/// What could not be done with templates.
#[derive(Default)]
struct Failures {
    missing: Vec<String>,
    others: bool,
}

impl Failures {
    /// Notes that a template has no text. Those that do not exist are named together at the end.
    fn note(&mut self, log: &Log, reason: &Unreadable) {
        match reason {
            Unreadable::Missing(name) => self.missing.push(format!("   {name}")),
            Unreadable::Broken(_) => {
                log.line(Level::Err, &reason.to_string());
                self.others = true;
            }
        }
    }

    /// Says what was not done, and returns the exit code.
    fn exit_code(&self, begun: &Begun, program: &Program<'_>, action: &str, reason: &str) -> u8 {
        match (&*self.missing, self.others) {
            ([], false) => 0,
            ([], true) => give_up(&begun.log, program, action, reason),
            (missing, _) => {
                let list = format!("One or more file(s) specified did not exist:\n{}", missing.join("\n"));
                give_up(&begun.log, program, action, &list)
            }
        }
    }
}

/// `epp validate`
pub(super) fn validate(program: &Program<'_>, begun: &Begun, words: &[String]) -> u8 {
    let mut failures = Failures::default();
    let goes_on = begun.options.has("continue_on_error");
    for template in named(begun, words) {
        match &template.source {
            Ok(source) => failures.others |= checked(begun, source, true).is_none(),
            Err(reason) => failures.note(&begun.log, reason),
        }
        if failures.others && !goes_on {
            break;
        }
    }
    failures.exit_code(begun, program, "validate", "Errors while validating epp")
}

/// `epp dump`
pub(super) fn dump(program: &Program<'_>, begun: &Begun, words: &[String]) -> u8 {
    let options = &begun.options;
    let templates = named(begun, words);
    let several = templates.len() > 1 && options.value("header") != Some("false");
    let mut failures = Failures::default();
    for template in &templates {
        let source = match &template.source {
            Ok(source) => source,
            Err(reason) => {
                failures.note(&begun.log, reason);
                continue;
            }
        };
        let Some(tree) = checked(begun, source, options.value("validate") != Some("false")) else {
            failures.others = true;
            continue;
        };
        if several {
            output::say(&format!("--- {}", template.name));
        }
        let notation = || dumped::notation(&tree);
        let text = match (options.value("format"), options.has("pretty")) {
            (None | Some("old"), _) => dumped::tree(&tree),
            (Some("pn"), false) => notation().text(),
            (Some("pn"), true) => notation().pretty_text(),
            (Some("json"), false) => notation().json(),
            (Some("json"), true) => notation().pretty_json(),
            (Some(other), _) => {
                let reason = format!("There is no format '{other}'; take old, pn or json");
                return give_up(&begun.log, program, "dump", &reason);
            }
        };
        output::say(text.strip_suffix('\n').unwrap_or(&text));
    }
    failures.exit_code(begun, program, "dump", "Errors while dumping epp")
}
