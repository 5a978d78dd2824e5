//! The types that everything is tried with: those of this folder, and the corpus of models.

use std::{path::Path, sync::Arc};

use compiler::{Environment, Failure, Limits, models::Session};
use diagnostics::{Location, Problem, Source};
use generate::{Document, Language, Names};
use model::ModelType;
use pcore::Type;

/// Types that were read, and who knows what names stand for.
pub struct Corpus {
    pub session: Session,
    pub types: Vec<Arc<ModelType>>,
}

/// Asks a session what names stand for.
pub struct SessionNames<'s>(pub &'s mut Session);

impl Names for SessionNames<'_> {
    fn named_type(&mut self, name: &str) -> Result<Option<Type>, Problem> {
        self.0.named_type(name).map_err(|failure| problem(&failure))
    }

    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Problem> {
        self.0.model(name).map_err(|failure| problem(&failure))
    }
}

fn told(failure: &Failure) -> String {
    let position = failure.primary_location().map(|location| location.source.position(location.span.start));
    let prefix = position.map(|position| format!("{}:{}: ", position.line, position.column)).unwrap_or_default();
    format!("{prefix}{}", failure.message)
}

fn problem(failure: &Failure) -> Problem {
    let location = failure.primary_location().cloned().map(Box::new);
    Problem { location, ..Problem::new(failure.message.clone()) }
}

impl Corpus {
    /// Reads texts with types.
    pub fn of(texts: &[(String, String)]) -> Corpus {
        let mut session = Session::new(Environment::default(), Limits::default());
        for (name, text) in texts {
            let read = session.read(&Arc::new(Source::new(name.as_str(), text.as_str())));
            read.unwrap_or_else(|failure| panic!("{name}: {}", told(&failure)));
        }
        let names = session.defined().to_vec();
        let mut types = Vec::new();
        for name in &names {
            types.extend(session.model(name).unwrap_or_else(|failure| panic!("{name}: {}", told(&failure))));
        }
        Corpus { session, types }
    }

    /// The texts of a folder below this crate; none if there is no such folder.
    pub fn texts(folder: &str) -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        let mut texts = Vec::new();
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "pp") {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                texts.push((name, std::fs::read_to_string(&path).unwrap()));
            }
        }
        texts.sort();
        texts
    }

    /// Reads the types of a folder below this crate.
    pub fn in_folder(folder: &str) -> Corpus {
        Corpus::of(&Corpus::texts(folder))
    }

    /// Reads the types that were made for these tests.
    pub fn own() -> Corpus {
        Corpus::in_folder("tests/generated/types")
    }

    /// Writes the types in a language.
    pub fn generate(&mut self, language: Language) -> Result<Vec<Document>, Problem> {
        generate::generate(language, &self.types, &mut SessionNames(&mut self.session))
    }
}

/// Does something where there is room to evaluate.
pub fn with_stack(work: impl FnOnce()) {
    compiler::with_stack(&Limits::default(), work);
}

/// Whether a program is installed; says so if not.
pub fn has_program(name: &str) -> bool {
    let found = std::env::var_os("PATH")
        .is_some_and(|path| std::env::split_paths(&path).any(|folder| Path::new(&folder).join(name).is_file()));
    if !found {
        skip_test::skip!("{name} is not installed");
    }
    found
}

/// A problem with its location: `network.pp:3:4: message`.
pub fn shown(problem: &Problem) -> String {
    let prefix = |location: &Location| {
        let position = location.source.position(location.span.start);
        format!("{}:{}:{}: ", location.source.name, position.line, position.column)
    };
    format!("{}{}", problem.location.as_deref().map(prefix).unwrap_or_default(), problem.message)
}
