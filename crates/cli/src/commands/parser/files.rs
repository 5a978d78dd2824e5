//! Which files are meant, and what is wrong with them. Many files are read at the same time.

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
use syntax::{Location, Parsed, Rules, Strictness, ast::Program};

/// How many files are worth a second thread.
const FEW: usize = 16;

/// How much stack a thread has: as much as the process itself.
const STACK: usize = 8 << 20;

/// A file to be read.
pub(super) struct File {
    /// What the user calls it.
    pub(super) name: String,
    /// Where it is.
    path: PathBuf,
}

/// A text, and what is wrong with it.
pub(super) struct Report {
    /// What the user calls it.
    pub(super) name: String,
    /// The text; it has no name of its own when it is from stdin.
    pub(super) source: Arc<Source>,
    /// What is wrong, in the order in which it is told.
    pub(super) problems: Vec<Diagnostic>,
    /// Whether it could not even be read as a program.
    pub(super) unparsed: bool,
}

/// The files that words mean, and the words that mean none.
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

/// Finds the manifests in a folder and those below, in the order of their names. Links to folders are not followed.
fn collect(folder: &Path, files: &mut Vec<File>) {
    let mut waiting = vec![folder.to_owned()];
    let begin = files.len();
    while let Some(folder) = waiting.pop() {
        // What cannot be opened holds nothing for us.
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, kind) = (entry.path(), entry.file_type());
            if kind.is_ok_and(|kind| kind.is_dir()) {
                waiting.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pp") && path.is_file() {
                files.push(File { name: path.display().to_string(), path });
            }
        }
    }
    files[begin..].sort_by(|left, right| left.path.cmp(&right.path));
}

/// By which rules programs are checked on this machine.
pub(super) struct Checks {
    strict: Strictness,
    modulepath: Vec<PathBuf>,
    directory: PathBuf,
}

impl Checks {
    /// The rules that settings say.
    pub(super) fn new(settings: &Settings) -> Checks {
        let strict = match settings.text("strict").as_deref() {
            Ok("off") => Strictness::Off,
            Ok("warning") => Strictness::Warning,
            _ => Strictness::Error,
        };
        let directory = std::env::current_dir().unwrap_or_default();
        let modulepath = settings.text("modulepath").unwrap_or_default();
        let modulepath = modulepath.split(':').filter(|folder| !folder.is_empty());
        let modulepath = modulepath.map(|folder| absolute(&directory, Path::new(folder))).collect();
        Checks { strict, modulepath, directory }
    }

    /// Reads and checks files. Those without a problem are not among the answers, which are in the order of the files.
    pub(super) fn all(&self, files: &[File]) -> Vec<Report> {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        if files.len() < FEW || threads == 1 {
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
        let path = absolute(&self.directory, &file.path);
        let shown = path.display().to_string();
        let bytes = match input::read_named(&path, input::MAX_TEXT) {
            Ok(bytes) => bytes,
            Err(error) => return Some(unreadable(&file.name, shown, &error)),
        };
        self.bytes(&file.name, shown, bytes, self.location(&path))
    }

    /// Checks what was read from stdin.
    pub(super) fn stdin(&self, bytes: Vec<u8>) -> Option<Report> {
        self.bytes("STDIN", String::new(), bytes, Location::Main)
    }

    fn bytes(&self, name: &str, shown: String, bytes: Vec<u8>, location: Location) -> Option<Report> {
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => return Some(not_text(name, shown, error)),
        };
        let (program, problems, unparsed) = self.text(Source::new(shown, text), location);
        if problems.is_empty() {
            return None;
        }
        Some(Report { name: name.to_owned(), source: program.source, problems, unparsed })
    }

    /// Reads a program and checks it, unless it cannot be read.
    pub(super) fn text(&self, source: Source, location: Location) -> (Program, Vec<Diagnostic>, bool) {
        let Parsed { program, mut problems, regexps } = syntax::parse(Arc::new(source));
        // A number that is too large is found on the way, but does not hinder anything else.
        let hinders = |problem: &Diagnostic| problem.severity == Severity::Error && problem.code != "NUMERIC_OVERFLOW";
        let mut unparsed = problems.iter().any(hinders);
        if !unparsed && let Some(problem) = compiler::regexps::check(&regexps) {
            problems.push(problem);
            unparsed = true;
        }
        if !unparsed {
            problems.extend(syntax::validate(&program, &Rules { strict: self.strict, location }));
        }
        (program, problems, unparsed)
    }

    /// Where a file is, as far as rules depend on it.
    fn location(&self, path: &Path) -> Location {
        let below = self.modulepath.iter().find_map(|folder| path.strip_prefix(folder).ok());
        below.and_then(Path::to_str).map_or(Location::Main, Location::in_modules)
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

/// A path from the root, without `.` and `..`.
fn absolute(directory: &Path, path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for component in directory.join(path).components() {
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
