//! Definitions in YAML and JSON files, with errors that have a line and a column.
//!
//! A document contains one definition, or several with shared attributes:
//!
//! ```yaml
//! attribute_groups:
//!   ownership:
//!     owner: {type: 'Optional[String]', desc: Who owns it}
//!     group: {type: 'Optional[String]', desc: Whose group it is}
//! types:
//!   - name: note
//!     desc: A note on disk
//!     include: [ownership]
//!     attributes:
//!       name: {type: 'String[1]', desc: What it is called, behaviour: namevar}
//! ```
//!
//! The attributes of included groups come first, in the order of `include`, followed by the type's own. Defining an
//! attribute twice, in two groups or in a group and the type, is an error that shows both locations. JSON has the same
//! structure. A YAML file may contain several documents; groups are known only in their own document.

mod groups;
mod locations;

#[cfg(test)]
mod tests;

use std::fmt;

use diagnostics::Span;
pub use diagnostics::{Diagnostic, Source};
use ecow::EcoString;
use pcore::{Hash, TypeNames, Value, json, yaml};
use rustc_hash::FxHashMap;

use super::{DefinitionError, PathStep, TypeDefinition, field, misspelled};
use groups::Groups;
use locations::Locations;

/// The maximum size of a document in bytes.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// How many problems of a document are reported.
pub const MAX_PROBLEMS: usize = 100;

/// The format of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// YAML, as Puppet reads it.
    Yaml,
    /// Strict JSON.
    Json,
}

/// The problems of a document. They are displayed with one line for each: `<file>:<line>:<column>: <message>`.
///
/// `Debug` shows the same text, because the document may contain secrets.
#[derive(Clone)]
pub struct DocumentError {
    /// The document.
    pub source: Source,
    /// The problems: at most one for each type, and at most [`MAX_PROBLEMS`].
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads all definitions of a document.
///
/// ```
/// use resource_api::definition::document::{self, Format, Source};
///
/// let source = Source::new("note.yaml", "\
/// name: note
/// desc: A note
/// attributes:
///   name: {type: 'String[', desc: n, behaviour: namevar}
/// ");
/// let error = document::read(&source, Format::Yaml, &pcore::NoNames).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "note.yaml:4:16: The type of the `name` attribute `String[` could not be parsed: Syntax error at end of input"
/// );
/// ```
pub fn read(source: &Source, format: Format, names: &dyn TypeNames) -> Result<Vec<TypeDefinition>, DocumentError> {
    let fail = |diagnostics| DocumentError { source: source.clone(), diagnostics };
    let documents = parse(&source.text, format).map_err(|diagnostic| fail(vec![diagnostic]))?;
    let mut found = Collector::default();
    for document in &documents {
        Reader { document, names }.read(&mut found);
    }
    if found.diagnostics.is_empty() { Ok(found.definitions) } else { Err(fail(found.diagnostics)) }
}

/// Parses a document that contains more than definitions. Returns its value, and a function that locates parts of it.
///
/// ```
/// use resource_api::definition::document::{self, Format, Source};
///
/// let source = Source::new("colors.yaml", "protocol: 1\nexec: [./colors.py]\n");
/// let (value, span) = document::parse_with_locations(&source, Format::Yaml).unwrap();
/// assert!(value.as_hash().is_some());
/// assert_eq!(source.position(span(&["exec".into(), 0.into()]).start).column, 8);
/// ```
pub fn parse_with_locations(
    source: &Source,
    format: Format,
) -> Result<(Value, impl Fn(&[PathStep]) -> Span), DocumentError> {
    let fail = |diagnostic| DocumentError { source: source.clone(), diagnostics: vec![diagnostic] };
    let documents = parse(&source.text, format).map_err(fail)?;
    let several = "there is more than one document";
    match <[Document<'_>; 1]>::try_from(documents) {
        Ok([Document { value, locations }]) => Ok((value, move |path: &[PathStep]| locations.value(path))),
        Err(_) => Err(fail(Diagnostic::error(Span::default(), several).hint("put each document into its own file"))),
    }
}

/// What has been read so far.
#[derive(Default)]
struct Collector<'d> {
    definitions: Vec<TypeDefinition>,
    diagnostics: Vec<Diagnostic>,
    /// Where each type is defined.
    names: FxHashMap<EcoString, (&'d Document<'d>, Vec<PathStep>)>,
}

impl<'d> Collector<'d> {
    /// Adds a definition that was found at a path. Each type can be defined only once.
    fn take(&mut self, definition: TypeDefinition, document: &'d Document<'d>, path: Vec<PathStep>) {
        let name = |(document, path): (&Document<'_>, Vec<PathStep>)| {
            document.locations.value(&[path, vec!["name".into()]].concat())
        };
        match self.names.insert(definition.name().clone(), (document, path.clone())) {
            Some(first) => self.diagnostics.push(
                Diagnostic::error(name((document, path)), format!("the type '{}' is defined twice", definition.name()))
                    .label(name(first), "first here")
                    .hint("rename one of them, or remove it"),
            ),
            None => self.definitions.push(definition),
        }
    }
}

/// A value with the locations of its parts.
struct Document<'t> {
    value: Value,
    locations: Locations<'t>,
}

fn parse(text: &str, format: Format) -> Result<Vec<Document<'_>>, Diagnostic> {
    if text.len() > MAX_BYTES {
        return Err(Diagnostic::error(Span::default(), format!("the document has more than {MAX_BYTES} bytes"))
            .hint("put the types into several files"));
    }
    let documents = match format {
        Format::Yaml => {
            let fail = |error: yaml::YamlError| {
                let span = error.at.map(|at| locations::span(text, at)).unwrap_or_default();
                let text_of_error = error.to_string();
                let message = text_of_error.trim_start_matches("(<unknown>): ");
                // The location is displayed separately.
                let suffix = error.at.map(|at| format!(" at line {} column {}", at.line, at.column));
                let message = suffix.and_then(|suffix| message.strip_suffix(&suffix)).unwrap_or(message);
                let diagnostic = Diagnostic::error(span, message);
                if !matches!(error.problem, yaml::YamlProblem::Syntax { .. }) {
                    return diagnostic;
                }
                diagnostic.hint("look at the indentation, and at quotes, brackets and colons before this location")
            };
            let nodes = yaml::documents(text).map_err(fail)?;
            let values = yaml::parse_all(text).map_err(fail)?;
            let document = |(value, node)| Document { value, locations: Locations::new(text, Some(node)) };
            values.into_iter().zip(nodes).map(document).collect::<Vec<_>>()
        }
        Format::Json => {
            let value = json::parse(text).map_err(|error| {
                let at = locations::offset(text, error.line, error.column);
                Diagnostic::error(Span::new(at, at), error.message)
            })?;
            // JSON is also YAML, whose parser knows locations. If that fails, errors have no location.
            let node = yaml::first_document(text).ok().flatten();
            vec![Document { value, locations: Locations::new(text, node) }]
        }
    };
    documents.iter().try_for_each(|document| document.locations.check_keys())?;
    if documents.is_empty() {
        return Err(Diagnostic::error(Span::default(), "the document is empty")
            .hint("write a definition with name, desc and attributes"));
    }
    Ok(documents)
}

struct Reader<'d> {
    document: &'d Document<'d>,
    names: &'d dyn TypeNames,
}

impl<'d> Reader<'d> {
    fn read(&self, found: &mut Collector<'d>) {
        let mut take = |value, path: Vec<PathStep>, groups: &Groups<'_>| {
            if found.diagnostics.len() == MAX_PROBLEMS {
                return;
            }
            match self.definition(value, &path, groups) {
                Ok(definition) => found.take(definition, self.document, path),
                Err(diagnostic) => found.diagnostics.push(diagnostic),
            }
        };
        let several = self.document.value.as_hash().filter(|map| {
            field(map, "name").is_none() && (field(map, "types").is_some() || field(map, "attribute_groups").is_some())
        });
        let Some(map) = several else {
            return take(&self.document.value, Vec::new(), &Groups::default());
        };
        let (groups, types) = match self.groups(map).and_then(|groups| Ok((groups, self.types(map)?))) {
            Ok(both) => both,
            Err(diagnostic) => return found.diagnostics.push(diagnostic),
        };
        for (index, value) in types.iter().enumerate() {
            take(value, vec!["types".into(), index.into()], &groups);
        }
    }

    fn groups<'m>(&self, map: &'m Hash) -> Result<Groups<'m>, Diagnostic> {
        Groups::read(field(map, "attribute_groups")).map_err(|error| self.diagnostic(&error, &[]))
    }

    fn types<'m>(&self, map: &'m Hash) -> Result<&'m [Value], Diagnostic> {
        let found = match field(map, "types") {
            Some(Value::Array(types)) => return Ok(types),
            other => other.unwrap_or(&Value::Undef),
        };
        let error = DefinitionError::unexpected("`types` must be an array of definitions", found);
        let error = error.hint("list the definitions under `types`, each with name, desc and attributes");
        Err(self.diagnostic(&error.within("types"), &[]))
    }

    fn definition(
        &self,
        value: &Value,
        prefix: &[PathStep],
        groups: &Groups<'_>,
    ) -> Result<TypeDefinition, Diagnostic> {
        let expanded = match groups.expand(value) {
            Ok(expanded) => expanded,
            Err(clash) => {
                let diagnostic = self.diagnostic(&clash.error, prefix);
                return Err(clash.other_locations.iter().fold(diagnostic, |diagnostic, (path, text)| {
                    diagnostic.label(self.document.locations.key(path), text)
                }));
            }
        };
        let definition = TypeDefinition::from_value_with(&expanded.value, self.names);
        let definition = definition.and_then(TypeDefinition::with_usable_patterns);
        let spelled = |definition: TypeDefinition| match misspelled::keys(&definition).into_iter().next() {
            Some(error) => Err(error),
            None => Ok(definition),
        };
        definition.and_then(spelled).map_err(|error| match expanded.origin(error.path()) {
            Some(path) => self.diagnostic_at(&error, &path),
            None => self.diagnostic(&error, prefix),
        })
    }

    fn diagnostic(&self, error: &DefinitionError, prefix: &[PathStep]) -> Diagnostic {
        self.diagnostic_at(error, &[prefix, error.path()].concat())
    }

    fn diagnostic_at(&self, error: &DefinitionError, path: &[PathStep]) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.document.locations.value(path), error.message());
        error.hints().iter().fold(diagnostic, |diagnostic, hint| diagnostic.hint(hint))
    }
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.diagnostics.iter().enumerate() {
            if index > 0 {
                formatter.write_str("\n")?;
            }
            let at = self.source.position(diagnostic.span.start);
            write!(formatter, "{}:{}:{}: {}", self.source.name, at.line, at.column, diagnostic.message)?;
        }
        Ok(())
    }
}

impl fmt::Debug for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

/// Its source is a text, not another error.
impl std::error::Error for DocumentError {}
