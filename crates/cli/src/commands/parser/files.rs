//! Finds files and checks them, several at the same time.

use std::{
    fs, io,
    path::{Component, Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use compiler::input;
use diagnostics::{Diagnostic, Severity, Source, Span};
use settings::Settings;
use syntax::{FileKind, Parsed, Rules, Strictness, ast::Program};

use crate::compiling;

/// The number of files from which on several threads are used.
const MIN_PARALLEL_FILES: usize = 16;

/// The stack size of a thread: the same as that of a process.
const STACK: usize = 8 << 20;

pub(super) struct File {
    /// Its name on the command line.
    pub(super) name: String,
    path: PathBuf,
}

/// The problems of a file.
pub(super) struct Report {
    /// Its name on the command line.
    pub(super) name: String,
    /// The text; it has no name if it is from stdin.
    pub(super) source: Arc<Source>,
    /// The problems, in the order in which they are reported.
    pub(super) problems: Vec<Diagnostic>,
    /// Whether the file could not be parsed.
    pub(super) unparsed: bool,
}

/// The files that words name, and the words that name none.
pub(super) fn find(words: &[String]) -> (Vec<File>, Vec<String>) {
    let (mut files, mut missing) = (Vec::new(), Vec::new());
    for word in words {
        let path = Path::new(word);
        if path.is_dir() {
            collect(path, &mut files);
        } else if path.exists() {
            files.push(File { name: word.clone(), path: path.to_owned() });
        } else {
            missing.push(word.clone());
        }
    }
    (files, missing)
}

/// Finds the manifests in a directory and its subdirectories, sorted by name. Links to directories are not followed.
fn collect(directory: &Path, files: &mut Vec<File>) {
    let mut pending = vec![directory.to_owned()];
    let begin = files.len();
    while let Some(directory) = pending.pop() {
        // Directories that cannot be opened are ignored.
        for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.is_ok_and(|kind| kind.is_dir()) {
                pending.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pp") && path.is_file() {
                files.push(File { name: path.display().to_string(), path });
            }
        }
    }
    files[begin..].sort_by(|left, right| left.path.cmp(&right.path));
}

/// The rules for programs on this machine.
pub(super) struct Checks {
    strict: Strictness,
    modulepath: Vec<PathBuf>,
    working_directory: PathBuf,
}

impl Checks {
    /// The rules according to the settings.
    pub(super) fn new(settings: &Settings) -> Checks {
        let working_directory = std::env::current_dir().unwrap_or_default();
        let modulepath = settings.text("modulepath").unwrap_or_default();
        let modulepath = modulepath.split(':').filter(|directory| !directory.is_empty());
        let modulepath = modulepath.map(|directory| absolute(&working_directory, Path::new(directory))).collect();
        Checks { strict: compiling::strictness(settings), modulepath, working_directory }
    }

    /// Parses and checks files. Returns the reports of those with problems, in the order of the files.
    pub(super) fn all(&self, files: &[File]) -> Vec<Report> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        if files.len() < MIN_PARALLEL_FILES || threads == 1 {
            return files.iter().filter_map(|file| self.file(file)).collect();
        }
        let next = AtomicUsize::new(0);
        let work = || {
            let mut reports = Vec::new();
            while let Some((index, file)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                files.get(index).map(|file| (index, file))
            } {
                reports.extend(self.file(file).map(|report| (index, report)));
            }
            reports
        };
        let mut reports = thread::scope(|scope| {
            let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            let workers: Vec<_> = (1..threads).map_while(|number| start(number).ok()).collect();
            let mut reports = work();
            for worker in workers {
                reports.extend(worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            reports
        });
        reports.sort_by_key(|(index, _)| *index);
        reports.into_iter().map(|(_, report)| report).collect()
    }

    fn file(&self, file: &File) -> Option<Report> {
        let path = absolute(&self.working_directory, &file.path);
        let shown = path.display().to_string();
        let bytes = match input::read_named(&path, input::MAX_TEXT) {
            Ok(bytes) => bytes,
            Err(error) => return Some(unreadable(&file.name, shown, &error)),
        };
        self.bytes(&file.name, shown, bytes, self.file_kind(&path))
    }

    /// Checks a program from stdin.
    pub(super) fn stdin(&self, bytes: Vec<u8>) -> Option<Report> {
        self.bytes("STDIN", String::new(), bytes, FileKind::Main)
    }

    fn bytes(&self, name: &str, shown: String, bytes: Vec<u8>, file_kind: FileKind) -> Option<Report> {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Some(not_text(name, shown, error)),
        };
        let (program, problems, unparsed) = self.text(Source::new(shown, text), file_kind);
        if problems.is_empty() {
            return None;
        }
        Some(Report { name: name.to_owned(), source: program.source, problems, unparsed })
    }

    /// Parses a program, and validates it if it has no syntax errors.
    pub(super) fn text(&self, source: Source, file_kind: FileKind) -> (Program, Vec<Diagnostic>, bool) {
        let Parsed { program, mut problems, regexps } = syntax::parse(Arc::new(source));
        // A number that is too large is reported by the lexer, but does not keep the rest from being checked.
        let hinders = |problem: &Diagnostic| problem.severity == Severity::Error && problem.code != "NUMERIC_OVERFLOW";
        let mut unparsed = problems.iter().any(hinders);
        if !unparsed && let Some(problem) = compiler::regexps::check(&regexps) {
            problems.push(problem);
            unparsed = true;
        }
        if !unparsed {
            problems.extend(syntax::validate(&program, &Rules { strict: self.strict, file_kind }));
        }
        (program, problems, unparsed)
    }

    /// The location of a file, as far as rules depend on it.
    fn file_kind(&self, path: &Path) -> FileKind {
        let below = self.modulepath.iter().find_map(|directory| path.strip_prefix(directory).ok());
        below.and_then(Path::to_str).map_or(FileKind::Main, FileKind::in_modules)
    }
}

fn unreadable(name: &str, shown: String, error: &io::Error) -> Report {
    let problem = Diagnostic::error(Span::default(), format!("Could not read the file: {error}"));
    Report { name: name.to_owned(), source: Arc::new(Source::new(shown, "")), problems: vec![problem], unparsed: true }
}

fn not_text(name: &str, shown: String, error: std::string::FromUtf8Error) -> Report {
    let valid = error.utf8_error().valid_up_to();
    let problem = Diagnostic::error(Span::new(valid, valid), "invalid byte sequence in UTF-8");
    let text = String::from_utf8_lossy(&error.into_bytes()).into_owned();
    Report {
        name: name.to_owned(),
        source: Arc::new(Source::new(shown, text)),
        problems: vec![problem],
        unparsed: true,
    }
}

/// An absolute path without `.` and `..`.
fn absolute(working_directory: &Path, path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in working_directory.join(path).components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    clean
}
