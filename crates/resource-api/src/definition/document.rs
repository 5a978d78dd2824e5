//! Definitions in YAML and JSON files, with errors that say in which line and column the trouble is.
//!
//! A document is one definition, or several with what they share:
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
//! The attributes of included groups come first, in the order of `include`, then the type's own. Every attribute is
//! defined once: the same name in two groups, or in a group and in the type, is an error that shows both places.
//! JSON has the same shape. A YAML file may hold several documents; groups are known in their own document only.

mod groups;
mod place;

#[cfg(test)]
mod tests;

use std::fmt;

use diagnostics::Span;
pub use diagnostics::{Diagnostic, Source};
use ecow::EcoString;
use pcore::{Hash, TypeNames, Value, json, yaml};
use rustc_hash::FxHashMap;

use super::{DefinitionError, PathStep, TypeDefinition, field, ruby_class::ruby_class};
use groups::Groups;
use place::Places;

/// How many bytes a document may have.
pub const MAX_BYTES: usize = 16 * 1024 * 1024;

/// How many problems of a document are told.
pub const MAX_PROBLEMS: usize = 100;

/// The language of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As Puppet reads YAML.
    Yaml,
    /// Strict JSON.
    Json,
}

/// What is wrong with a document. As text, it has one line for each problem: `<file>:<line>:<column>: <message>`.
///
/// A dump is that text, too: the document itself may hold secrets.
#[derive(Clone)]
pub struct DocumentError {
    /// The document.
    pub source: Source,
    /// What is wrong: at most one problem for each type, and not more than [`MAX_PROBLEMS`].
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads every definition of a document.
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
    let mut found = Found::default();
    for document in &documents {
        Reader { document, names }.read(&mut found);
    }
    if found.diagnostics.is_empty() { Ok(found.definitions) } else { Err(fail(found.diagnostics)) }
}

/// Reads a document that holds more than definitions: its value, and where parts of it are.
///
/// ```
/// use resource_api::definition::document::{self, Format, Source};
///
/// let source = Source::new("colors.yaml", "protocol: 1\nexec: [./colors.py]\n");
/// let (value, place) = document::parse_with_places(&source, Format::Yaml).unwrap();
/// assert!(value.as_hash().is_some());
/// assert_eq!(source.position(place(&["exec".into(), 0.into()]).start).column, 8);
/// ```
pub fn parse_with_places(
    source: &Source,
    format: Format,
) -> Result<(Value, impl Fn(&[PathStep]) -> Span), DocumentError> {
    let fail = |diagnostic| DocumentError { source: source.clone(), diagnostics: vec![diagnostic] };
    let documents = parse(&source.text, format).map_err(fail)?;
    let several = "there is more than one document";
    match <[Document<'_>; 1]>::try_from(documents) {
        Ok([Document { value, places }]) => Ok((value, move |path: &[PathStep]| places.value(path))),
        Err(_) => Err(fail(Diagnostic::error(Span::default(), several).hint("put each into a file of its own"))),
    }
}

/// What was read so far.
#[derive(Default)]
struct Found<'d> {
    definitions: Vec<TypeDefinition>,
    diagnostics: Vec<Diagnostic>,
    /// Where each type is defined.
    names: FxHashMap<EcoString, (&'d Document<'d>, Vec<PathStep>)>,
}

impl<'d> Found<'d> {
    /// Takes a definition that stands at a path; a type can be defined only once.
    fn take(&mut self, definition: TypeDefinition, document: &'d Document<'d>, path: Vec<PathStep>) {
        let name = |(document, path): (&Document<'_>, Vec<PathStep>)| {
            document.places.value(&[path, vec!["name".into()]].concat())
        };
        match self.names.insert(definition.name().clone(), (document, path.clone())) {
            Some(first) => self.diagnostics.push(
                Diagnostic::error(name((document, path)), format!("the type '{}' is defined twice", definition.name()))
                    .label(name(first), "first here")
                    .hint("give one of them another name, or leave it out"),
            ),
            None => self.definitions.push(definition),
        }
    }
}

/// A value with the places of its parts.
struct Document<'t> {
    value: Value,
    places: Places<'t>,
}

fn parse(text: &str, format: Format) -> Result<Vec<Document<'_>>, Diagnostic> {
    if text.len() > MAX_BYTES {
        return Err(Diagnostic::error(Span::default(), format!("the document has more than {MAX_BYTES} bytes"))
            .hint("put the types into several files"));
    }
    let documents = match format {
        Format::Yaml => {
            let fail = |error: yaml::YamlError| {
                let span = error.position().map(|at| place::span(text, at)).unwrap_or_default();
                let told = error.to_string();
                let message = told.trim_start_matches("(<unknown>): ");
                // The place is shown beside the message.
                let place = error.position().map(|at| format!(" at line {} column {}", at.line, at.column));
                let message = place.and_then(|place| message.strip_suffix(&place)).unwrap_or(message);
                let diagnostic = Diagnostic::error(span, message);
                if !matches!(error, yaml::YamlError::Syntax { .. }) {
                    return diagnostic;
                }
                diagnostic.hint("look at the indentation, and at quotes, brackets and colons before this place")
            };
            let nodes = yaml::documents(text).map_err(fail)?;
            let values = yaml::parse_all(text).map_err(fail)?;
            let place = |(value, node)| Document { value, places: Places::new(text, Some(node)) };
            values.into_iter().zip(nodes).map(place).collect::<Vec<_>>()
        }
        Format::Json => {
            let value = json::parse(text).map_err(|error| {
                let at = place::offset(text, error.line, error.column);
                Diagnostic::error(Span::new(at, at), error.message)
            })?;
            // JSON is YAML, too, which knows where things are. Should YAML not think so, errors have no place.
            let node = yaml::first_document(text).ok().flatten();
            vec![Document { value, places: Places::new(text, node) }]
        }
    };
    documents.iter().try_for_each(|document| document.places.check_keys())?;
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
    fn read(&self, found: &mut Found<'d>) {
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
        let class = match field(map, "types") {
            Some(Value::Array(types)) => return Ok(types),
            Some(other) => ruby_class(other),
            None => "NilClass",
        };
        let error = DefinitionError::developer(format!("`types` must be an array of definitions, not `{class}`"));
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
                return Err(clash.other_places.iter().fold(diagnostic, |diagnostic, (path, text)| {
                    diagnostic.label(self.document.places.key(path), text)
                }));
            }
        };
        let definition = TypeDefinition::from_value_with(&expanded.value, self.names);
        definition.and_then(TypeDefinition::with_usable_patterns).map_err(|error| match expanded.origin(error.path()) {
            Some(path) => self.diagnostic_at(&error, &path),
            None => self.diagnostic(&error, prefix),
        })
    }

    fn diagnostic(&self, error: &DefinitionError, prefix: &[PathStep]) -> Diagnostic {
        self.diagnostic_at(error, &[prefix, error.path()].concat())
    }

    fn diagnostic_at(&self, error: &DefinitionError, path: &[PathStep]) -> Diagnostic {
        let diagnostic = Diagnostic::error(self.document.places.value(path), error.message());
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
