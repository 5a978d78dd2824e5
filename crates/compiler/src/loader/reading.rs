//! Parses and checks texts, and reports errors in Puppet's words.

use std::{
    path::Path,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use diagnostics::{Diagnostic, Location, Severity, Source};
use ecow::EcoString;
use resource_api::log::{Level, Log};
use rustc_hash::FxHashMap;
use syntax::{FileKind, Program, Rules, Strictness};

use super::{
    environment::read_source,
    modules::{Module, Modules},
};
use crate::error::{Failure, FailureKind, Interrupt, Outcome};

/// How many errors of one text are put into the log.
const MAX_ERRORS: usize = 10;

/// Reads texts, and the files of modules.
#[derive(Debug)]
pub(crate) struct Reader {
    pub modules: Arc<Modules>,
    strict: Strictness,
    /// Where warnings go.
    log: OnceLock<Log>,
    /// Whether the modules that were asked for can be used.
    usable: Mutex<FxHashMap<EcoString, bool>>,
}

impl Reader {
    pub(crate) fn new(modules: Modules, strict: Strictness) -> Reader {
        Reader { modules: Arc::new(modules), strict, log: OnceLock::new(), usable: Mutex::default() }
    }

    /// Sets the log for warnings; only the first call counts.
    pub(crate) fn log_to(&self, log: Log) {
        let _ = self.log.set(log);
    }

    fn log(&self, level: Level, message: &str) {
        if let Some(log) = self.log.get() {
            log.line(level, message);
        }
    }

    /// Finds a module with usable metadata; problems with the metadata are logged once.
    pub(crate) fn module(&self, name: &str) -> Option<Module> {
        let module = self.modules.find(name)?;
        let mut usable = self.usable.lock().unwrap_or_else(PoisonError::into_inner);
        let can_be_used = match usable.get(name) {
            Some(known) => *known,
            None => {
                let problem = module.check_metadata(self.strict);
                if let Some((level, message)) = &problem {
                    self.log(*level, message);
                }
                let checked = problem.is_none_or(|(level, _)| level != Level::Err);
                usable.insert(module.name.clone(), checked);
                checked
            }
        };
        can_be_used.then_some(module)
    }

    /// Reads a text and checks it.
    pub(crate) fn read(&self, source: &Arc<Source>, file_kind: FileKind) -> Outcome<Program> {
        let is_main = matches!(file_kind, FileKind::Main);
        let parsed = syntax::parse(source.clone());
        let (errors, mut warnings) = split(parsed.problems);
        // Errors after a syntax error are often consequences of it.
        if let Some(first) = errors.first() {
            return Err(unreadable(source, first, is_main));
        }
        if let Some(problem) = crate::regexps::check(&parsed.regexps) {
            return Err(unreadable(source, &problem, is_main));
        }
        let found = syntax::validate(&parsed.program, &Rules { strict: self.strict, file_kind });
        let (errors, further) = split(found);
        warnings.extend(further);
        let location = |problem: &Diagnostic| Location { source: source.clone(), span: problem.span };
        for warning in &warnings {
            self.log(Level::Warning, &format!("{} {}", warning.message, location(warning)));
        }
        match &errors[..] {
            [] => Ok(parsed.program),
            [only] => Err(unreadable(source, only, is_main)),
            several => {
                for error in several.iter().take(MAX_ERRORS) {
                    self.log(Level::Err, &format!("{} {}", error.message, location(error)));
                }
                Err(several.iter().take(MAX_ERRORS).fold(
                    too_many_errors(several.len(), warnings.len(), is_main),
                    |all, one| {
                        let all = all.label(location(one), one.message.clone());
                        one.hints.iter().fold(all, Interrupt::hint)
                    },
                ))
            }
        }
    }

    /// Reads a file of a module; the namespace is the one that its path implies.
    pub(crate) fn read_file(&self, path: &Path, namespace: &str) -> Outcome<Program> {
        self.read(&source(path)?, FileKind::Module { namespace: namespace.into() })
    }

    /// Reads a file that lies in no module.
    pub(crate) fn read_plain_file(&self, path: &Path) -> Outcome<Program> {
        let mut read = self.read(&source(path)?, FileKind::Main);
        if let Err(Interrupt::Failure(failure)) = &mut read
            && failure.kind == FailureKind::Parse
        {
            failure.kind = FailureKind::Verbatim;
        }
        read
    }
}

fn source(path: &Path) -> Outcome<Arc<Source>> {
    read_source(path).map(Arc::new).map_err(|error| Interrupt::unplaced(error.to_string()))
}

fn split(problems: Vec<Diagnostic>) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
    problems.into_iter().partition(|problem| problem.severity == Severity::Error)
}

/// Only the main manifest is introduced by the name of the environment.
fn unreadable(source: &Arc<Source>, problem: &Diagnostic, is_main: bool) -> Interrupt {
    let mut interrupt = Interrupt::unreadable(source, problem);
    if let Interrupt::Failure(failure) = &mut interrupt
        && !is_main
    {
        failure.kind = FailureKind::Verbatim;
    }
    interrupt
}

fn too_many_errors(errors: usize, warnings: usize, is_main: bool) -> Interrupt {
    let warnings = match warnings {
        0 => String::new(),
        count => format!(", and {count} warnings"),
    };
    let message = format!("Language validation logged {errors} errors{warnings}. Giving up");
    let kind = if is_main { FailureKind::Parse } else { FailureKind::Verbatim };
    Failure { is_count: true, ..Failure::new(kind, message) }.into()
}
