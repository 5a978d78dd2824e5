//! `bunraku model migrate`: converts types in Ruby to the Puppet language.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::Args;
use compiler::input;
use diagnostics::{Diagnostic, Position, Source};
use migration::{Migration, MigrationError, Options, Unsupported};
use pcore::Value;
use resource_api::whole_file::{NewFile, Ownership};

use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::{self, Answer, number},
};

/// Convert types in Ruby to types of the Puppet language
///
/// Reads `Puppet::ResourceApi.register_type` and `Puppet::Type.newtype` without running them. What cannot be converted
/// is listed on stderr with its location, and marked by comments in the result. Exits with 1 if a file could not be
/// converted; the others are still written. Exits with 2 if there is nothing to read.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model migrate lib/puppet/type/vhost.rb
  bunraku model migrate modules/apache --output modules/apache
  bunraku model migrate modules --format json")]
pub(crate) struct Migrate {
    /// Ruby files, modules, or directories with either
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// The module in whose directory `types` the files are written; by default, all types are written to stdout
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Replace existing files
    #[arg(long, requires = "output")]
    force: bool,

    /// Leave out descriptions
    #[arg(long)]
    no_descriptions: bool,

    /// The format of the answer and of errors
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A type that was converted, and the file that it was written to.
struct MigratedType {
    source: Source,
    migration: Migration,
    write: Option<PathBuf>,
}

#[derive(Default)]
struct Results {
    done: Vec<MigratedType>,
    failures: Vec<(String, Failure)>,
    /// The files of the converted types, by type name.
    origins: BTreeMap<String, String>,
}

impl Run for Migrate {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let mut outcome = Results::default();
        let mut files = Vec::new();
        for path in &self.files {
            match ruby_files(path) {
                Ok(found) => files.extend(found),
                Err(failure) => outcome.failures.push((path.display().to_string(), failure)),
            }
        }
        for file in &files {
            let name = file.display().to_string();
            match self.migrate(file, &name, &mut outcome.origins) {
                Ok(done) => outcome.done.push(done),
                Err(failure) => outcome.failures.push((name, failure)),
            }
        }
        // Nothing could be read at all.
        if files.is_empty()
            && let Some((_, failure)) = outcome.failures.pop()
        {
            return Err(failure);
        }
        let answer = match self.format {
            Format::Text => outcome.report(),
            Format::Json => Answer::json(&outcome.document())?,
        };
        Ok(if outcome.failures.is_empty() { answer } else { answer.negative() })
    }

    fn format(&self) -> Format {
        self.format
    }
}

impl Migrate {
    fn migrate(
        &self,
        file: &Path,
        name: &str,
        origins: &mut BTreeMap<String, String>,
    ) -> Result<MigratedType, Failure> {
        let text = input::read_named_text(file).map_err(|error| Failure::unreadable(name, &error))?;
        let source = Source::new(name, text);
        let options = Options { descriptions: !self.no_descriptions };
        let migration = match migration::migrate(&source, options) {
            Ok(migration) => migration,
            Err(error) => return Err(unmigrated(source, error)),
        };
        if let Some(other) = origins.insert(migration.name.to_string(), name.to_owned()) {
            let message = format!("{name}: duplicate type '{}', also defined in {other}", migration.name);
            return Err(Failure::new(message).hint("migrate one of the files at a time"));
        }
        let write = match &self.output {
            Some(module) => Some(self.write(module, &migration)?),
            None => None,
        };
        Ok(MigratedType { source, migration, write })
    }

    /// Writes a type into a module, atomically.
    fn write(&self, module: &Path, migration: &Migration) -> Result<PathBuf, Failure> {
        let directory = module.join("types");
        let path = directory.join(format!("{}.pp", migration.name));
        let failed = |error: &io::Error| {
            let message = format!("cannot write {}: {error}", path.display());
            let exists = error.kind() == io::ErrorKind::AlreadyExists;
            Failure::Other { message, hint: exists.then(|| "use --force to replace it".into()) }
        };
        let write = || {
            fs::create_dir_all(&directory)?;
            let mut file = NewFile::create_in_parent(&path)?;
            file.file_mut().write_all(migration.text.as_bytes())?;
            file.set_ownership(&Ownership::kept_where_allowed())?;
            if self.force { file.commit() } else { file.commit_new() }
        };
        write().map_err(|error: io::Error| failed(&error))?;
        Ok(path)
    }
}

impl Results {
    /// For people: problems on stderr, results on stdout.
    fn report(&self) -> Answer {
        for done in &self.done {
            for finding in &done.migration.unsupported {
                let Position { line, column } = finding.position;
                let (name, what, reason) = (&done.source.name, finding.subject(), &finding.reason);
                output::print_note(&format!("{name}:{line}:{column}: {what} is not converted: {reason}"));
            }
        }
        self.failures.iter().for_each(|(_, failure)| output::print_failure(failure));
        let texts = self.done.iter().map(|done| match &done.write {
            Some(path) => path.display().to_string(),
            None => done.migration.text.clone(),
        });
        Answer::text(texts.collect::<Vec<_>>().join("\n").trim_end().to_owned())
    }

    /// For programs.
    fn document(&self) -> Value {
        let types = self.done.iter().map(|done| {
            let unsupported = done.migration.unsupported.iter().map(of_finding);
            let mut entries: Vec<(Value, Value)> = vec![
                ("file".into(), done.source.name.as_str().into()),
                ("type".into(), Value::String(done.migration.name.clone())),
            ];
            entries.push(match &done.write {
                Some(path) => ("written".into(), path.display().to_string().into()),
                None => ("text".into(), done.migration.text.as_str().into()),
            });
            entries.push(("not_carried_over".into(), Value::array(unsupported)));
            Value::hash(entries)
        });
        let errors = self.failures.iter().map(|(file, failure)| {
            Value::hash([("file".into(), file.as_str().into()), ("message".into(), failure.to_string().into())])
        });
        Value::hash([("types".into(), Value::array(types)), ("errors".into(), Value::array(errors))])
    }
}

fn of_finding(finding: &Unsupported) -> Value {
    let Position { line, column } = finding.position;
    Value::hash([
        ("line".into(), number(line)),
        ("column".into(), number(column)),
        ("attribute".into(), finding.attribute.clone().map_or(Value::Undef, Value::String)),
        ("what".into(), Value::String(finding.what.clone())),
        ("reason".into(), Value::String(finding.reason.clone())),
    ])
}

/// Why a file could not be converted, with the location.
fn unmigrated(source: Source, error: MigrationError) -> Failure {
    let hint = error.hint();
    match (error.span(), error) {
        (_, MigrationError::NotRuby(diagnostic)) => Failure::at(source, diagnostic),
        (Some(span), error) => {
            let diagnostic = Diagnostic::error(span, error.to_string());
            Failure::at(source, hint.into_iter().fold(diagnostic, |diagnostic, hint| diagnostic.hint(hint)))
        }
        (None, error) => Failure::Other { message: format!("{}: {error}", source.name), hint: hint.map(str::to_owned) },
    }
}

/// The Ruby files that a path names: itself, those of a module, those in a directory, or those of the modules in it.
fn ruby_files(path: &Path) -> Result<Vec<PathBuf>, Failure> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let types = Path::new("lib/puppet/type");
    let unreadable = |error: io::Error| Failure::unreadable(&path.display().to_string(), &error);
    let mut found = Vec::new();
    let own = path.join(types);
    if own.is_dir() {
        found = sorted(&own, is_ruby).map_err(unreadable)?;
    } else {
        found.extend(sorted(path, is_ruby).map_err(unreadable)?);
        if found.is_empty() {
            for module in sorted(path, |path| path.join(types).is_dir()).map_err(unreadable)? {
                found.extend(sorted(&module.join(types), is_ruby).map_err(unreadable)?);
            }
        }
    }
    if found.is_empty() {
        let message = format!("no Ruby files or modules with types in {}", path.display());
        return Err(Failure::new(message).hint("types are in lib/puppet/type/NAME.rb"));
    }
    Ok(found)
}

/// The entries of a directory that match, sorted by name.
fn sorted(directory: &Path, is_selected: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if is_selected(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_ruby(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rb") && path.is_file()
}
