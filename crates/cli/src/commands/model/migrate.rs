//! `bunraku model migrate`: types in Ruby, written in the Puppet language.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use clap::Args;
use compiler::input;
use diagnostics::{Diagnostic, Position, Source};
use migration::{Finding, Migration, MigrationError, Options};
use pcore::Value;
use resource_api::whole_file::{NewFile, Ownership};

use crate::{
    arguments::Format,
    failure::Failure,
    output::{self, Answer},
};

/// Writes types in Ruby as types of the Puppet language
///
/// Reads `Puppet::ResourceApi.register_type` and `Puppet::Type.newtype` without running them. What cannot be carried over
/// is listed on stderr with its place, and marked in the result with comments. Exits with 1 when a file did not become a
/// type; the others are still written. With 2 when there is nothing to read.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model migrate lib/puppet/type/vhost.rb
  bunraku model migrate modules/apache --output modules/apache
  bunraku model migrate modules --format json")]
pub(crate) struct Migrate {
    /// Ruby files, modules, or folders of either
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// A module, in whose folder `types` each type becomes a file; without it, all are written to stdout
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long, requires = "output")]
    force: bool,

    /// Leave descriptions out
    #[arg(long)]
    no_descriptions: bool,

    /// How the answer, and any error, is written
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
}

/// A type that was migrated, and where it was written.
struct Done {
    source: Source,
    migration: Migration,
    written: Option<PathBuf>,
}

/// All that came of the files.
#[derive(Default)]
struct Outcome {
    done: Vec<Done>,
    failures: Vec<(String, Failure)>,
    /// The files that the types of this run come from, by the names of the types.
    origins: BTreeMap<String, String>,
}

impl Migrate {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let mut outcome = Outcome::default();
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
        // Nothing could even be looked at.
        if files.is_empty()
            && let Some((_, failure)) = outcome.failures.pop()
        {
            return Err(failure);
        }
        let answer = match self.format {
            Format::Text => outcome.tell(),
            Format::Json => Answer::json(&outcome.document())?,
        };
        Ok(if outcome.failures.is_empty() { answer } else { answer.negative() })
    }

    fn migrate(&self, file: &Path, name: &str, origins: &mut BTreeMap<String, String>) -> Result<Done, Failure> {
        let text = input::read_named_text(file).map_err(|error| Failure::unreadable(name, &error))?;
        let source = Source::new(name, text);
        let options = Options { descriptions: !self.no_descriptions };
        let migration = match migration::migrate(&source, options) {
            Ok(migration) => migration,
            Err(error) => return Err(unmigrated(source, error)),
        };
        if let Some(other) = origins.insert(migration.name.to_string(), name.to_owned()) {
            let message = format!("{name}: the type '{}' is defined in {other}, too", migration.name);
            return Err(Failure::Other { message, hint: Some("migrate one of them at a time".into()) });
        }
        let written = match &self.output {
            Some(module) => Some(self.write(module, &migration)?),
            None => None,
        };
        Ok(Done { source, migration, written })
    }

    /// Writes a type into a module, as a whole or not at all.
    fn write(&self, module: &Path, migration: &Migration) -> Result<PathBuf, Failure> {
        let folder = module.join("types");
        let path = folder.join(format!("{}.pp", migration.name));
        let failed = |error: &io::Error| {
            let message = format!("cannot write {}: {error}", path.display());
            let exists = error.kind() == io::ErrorKind::AlreadyExists;
            Failure::Other { message, hint: exists.then(|| "--force replaces it".into()) }
        };
        let write = || {
            fs::create_dir_all(&folder)?;
            let mut file = NewFile::beside(&path)?;
            file.file_mut().write_all(migration.text.as_bytes())?;
            file.dress(&Ownership::kept_where_allowed())?;
            if self.force { file.place() } else { file.place_anew() }
        };
        write().map_err(|error: io::Error| failed(&error))?;
        Ok(path)
    }
}

impl Outcome {
    /// For people: what was missed and what went wrong on stderr, what was made on stdout.
    fn tell(&self) -> Answer {
        for done in &self.done {
            for finding in &done.migration.findings {
                let Position { line, column } = finding.place;
                let (name, what, reason) = (&done.source.name, finding.subject(), &finding.reason);
                output::remark(&format!("{name}:{line}:{column}: {what} is not carried over: {reason}"));
            }
        }
        self.failures.iter().for_each(|(_, failure)| output::complain(failure));
        let texts = self.done.iter().map(|done| match &done.written {
            Some(path) => path.display().to_string(),
            None => done.migration.text.clone(),
        });
        Answer::text(texts.collect::<Vec<_>>().join("\n").trim_end().to_owned())
    }

    /// For programs.
    fn document(&self) -> Value {
        let types = self.done.iter().map(|done| {
            let findings = done.migration.findings.iter().map(of_finding);
            let mut entries: Vec<(Value, Value)> = vec![
                ("file".into(), done.source.name.as_str().into()),
                ("type".into(), Value::String(done.migration.name.clone())),
            ];
            entries.push(match &done.written {
                Some(path) => ("written".into(), path.display().to_string().into()),
                None => ("text".into(), done.migration.text.as_str().into()),
            });
            entries.push(("not_carried_over".into(), Value::array(findings)));
            Value::hash(entries)
        });
        let errors = self.failures.iter().map(|(file, failure)| {
            Value::hash([("file".into(), file.as_str().into()), ("message".into(), failure.to_string().into())])
        });
        Value::hash([("types".into(), Value::array(types)), ("errors".into(), Value::array(errors))])
    }
}

fn of_finding(finding: &Finding) -> Value {
    let number = |position: usize| Value::Integer(i64::try_from(position).unwrap_or(i64::MAX));
    let Position { line, column } = finding.place;
    Value::hash([
        ("line".into(), number(line)),
        ("column".into(), number(column)),
        ("attribute".into(), finding.attribute.clone().map_or(Value::Undef, Value::String)),
        ("what".into(), Value::String(finding.what.clone())),
        ("reason".into(), Value::String(finding.reason.clone())),
    ])
}

/// Why a text did not become a type, with its place.
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

/// The Ruby files that a path means: itself, those of a module, those in a folder, or those of the modules in it.
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
        let message = format!("{} holds no Ruby files, nor modules with types", path.display());
        return Err(Failure::Other { message, hint: Some("types stand in lib/puppet/type/NAME.rb".into()) });
    }
    Ok(found)
}

/// What a folder holds of one kind, by name.
fn sorted(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if is_wanted(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_ruby(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rb") && path.is_file()
}
