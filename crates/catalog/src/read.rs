//! From Puppet's JSON to a catalog, in one pass.

mod cursor;

use std::io::Read;

use ecow::{EcoString, eco_format};
use indexmap::{IndexMap, IndexSet};
use pcore::keyed::{HashSet, RandomState};
use pcore::{
    Hash, TypeNames, Value,
    json::{JsonPath, Step},
    names::reference_name,
    rich_data::{self, RichDataError, RichDataProblem},
};

use self::cursor::{Cursor, Reading, within};
use super::{
    Catalog, CatalogError, CatalogIndex, Declared, Shape,
    index::{CLASS, canonical_type},
    split_reference,
};

/// How many bytes a catalog may have.
pub const MAX_CATALOG: usize = 1 << 30;

impl Catalog {
    /// Reads Puppet's JSON.
    ///
    /// `names` knows the types of values that are not Puppet's own. Unknown keys are ignored.
    ///
    /// ```
    /// use catalog::Catalog;
    /// use pcore::NoNames;
    ///
    /// let text = r#"{"name": "web1", "resources": [{"type": "Notify", "title": "hello"}]}"#;
    /// let catalog = Catalog::from_json(text, &NoNames)?;
    /// assert_eq!(catalog.resources[0].to_string(), "Notify[hello]");
    ///
    /// let error = Catalog::from_json(r#"{"resources": [{"type": "Notify", "title": 1}]}"#, &NoNames).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "$['resources'][0]['title']: expects a string, got a number (line: 1, column: 44)",
    /// );
    /// # Ok::<(), catalog::CatalogError>(())
    /// ```
    pub fn from_json(text: &str, names: &dyn TypeNames) -> Result<Catalog, CatalogError> {
        Catalog::from_reader(text.as_bytes(), names)
    }

    /// Reads Puppet's JSON while it is streamed, so that the text of a large catalog is never in memory as a whole. It may have
    /// up to [`MAX_CATALOG`] bytes.
    pub fn from_reader(mut input: impl Read, names: &dyn TypeNames) -> Result<Catalog, CatalogError> {
        let mut cursor = Cursor::new(&mut input, MAX_CATALOG);
        let mut reader = Reader { names, file: None, type_name: None, parameters: Vec::new() };
        reader.catalog(&mut cursor).map_err(|error| *error)
    }
}

/// Names with their values.
type Parameters = Vec<(EcoString, Value)>;

/// The number of items that are compared with each other, which is faster than hashing them.
const MAX_LINEAR: usize = 32;

/// The reader, with what resources often share with the one before, so that it is stored once.
struct Reader<'r> {
    names: &'r dyn TypeNames,
    file: Option<EcoString>,
    /// The name of a type as it was written, and in canonical form.
    type_name: Option<(EcoString, EcoString)>,
    /// A buffer for the parameters of one resource.
    parameters: Parameters,
}

impl Reader<'_> {
    fn catalog(&mut self, cursor: &mut Cursor<'_>) -> Reading<Catalog> {
        let mut catalog = Catalog { format: 0, ..Catalog::default() };
        let mut edges = Edges::default();
        cursor.entries("a catalog, which is an object", |cursor, key| {
            match key {
                "name" => catalog.name = cursor.optional(Cursor::string)?.unwrap_or_default(),
                "version" => catalog.version = cursor.typed("a number or a string", version)?,
                "code_id" => catalog.code_id = cursor.optional(Cursor::string)?,
                "catalog_uuid" => catalog.uuid = cursor.optional(Cursor::string)?,
                "catalog_format" => catalog.format = cursor.optional(number)?.unwrap_or_default(),
                "environment" => catalog.environment = cursor.optional(Cursor::string)?.unwrap_or_default(),
                "tags" => catalog.tags = tags(strings(cursor)?)?,
                "classes" => catalog.classes = strings(cursor)?,
                "metadata" => catalog.metadata = cursor.typed("an object", object)?,
                "recursive_metadata" => catalog.recursive_metadata = cursor.typed("an object", object)?,
                "resources" => {
                    catalog.resources.clear();
                    cursor.optional(|cursor| {
                        cursor.elements(|cursor, index| {
                            catalog.resources.push(cursor.keeping(|cursor| self.resource(cursor, index))?);
                            Ok(())
                        })
                    })?;
                }
                "edges" => {
                    edges = Edges::default();
                    cursor
                        .optional(|cursor| cursor.elements(|cursor, _| cursor.keeping(|cursor| edges.read(cursor))))?;
                }
                _ => drop(cursor.value()?),
            }
            Ok(())
        })?;
        cursor.end()?;
        catalog.containment = edges.resolve(&CatalogIndex::new(&catalog)?)?;
        Ok(catalog)
    }

    fn resource(&mut self, cursor: &mut Cursor<'_>, index: usize) -> Reading<Declared> {
        let (mut type_name, mut title, mut secret) = (None, None, Vec::new());
        let (mut resource, mut parameters_at) = (Declared::default(), None);
        cursor.entries("a resource, which is an object", |cursor, key| {
            match key {
                "type" => type_name = cursor.optional(|cursor| Ok(self.type_name(cursor.text()?)))?,
                "title" => title = cursor.optional(Cursor::string)?,
                "tags" => resource.tags = tags(strings(cursor)?)?,
                "file" => resource.file = cursor.optional(|cursor| Ok(self.file(cursor.text()?)))?,
                "line" => resource.line = cursor.optional(line)?,
                "exported" => resource.exported = cursor.optional(boolean)?.unwrap_or_default(),
                "kind" => resource.kind = cursor.optional(Cursor::string)?,
                "parameters" => {
                    let start = cursor.here()?;
                    parameters_at = cursor.optional(|cursor| self.parameters(cursor))?.map(|()| start);
                }
                "sensitive_parameters" => secret = strings(cursor)?,
                _ => drop(cursor.value()?),
            }
            Ok(())
        })?;
        let missing = |what: &str| {
            let index = eco_format!("resource {index} of the catalog");
            CatalogError::Invalid(eco_format!("No resource {what} provided in serialized data ({index})"))
        };
        resource.type_name = type_name.ok_or_else(|| missing("type"))?;
        let title = title.ok_or_else(|| missing("title"))?;
        resource.title = if resource.type_name == CLASS { class_title(title) } else { title };
        if let Some(start) = parameters_at {
            resource.parameters = self.decoded(cursor, start, secret)?;
        }
        Ok(resource)
    }

    fn type_name(&mut self, given: &str) -> EcoString {
        match &self.type_name {
            Some((written, known)) if written == given => known.clone(),
            _ => {
                let known = canonical_type(given);
                self.type_name = Some((given.into(), known.clone()));
                known
            }
        }
    }

    fn file(&mut self, given: &str) -> EcoString {
        match &self.file {
            Some(last) if last == given => last.clone(),
            _ => self.file.insert(given.into()).clone(),
        }
    }

    /// Reads the parameters of a resource as they are written. A few have no duplicates then.
    fn parameters(&mut self, cursor: &mut Cursor<'_>) -> Reading<()> {
        let given = &mut self.parameters;
        given.clear();
        cursor.entries(PARAMETERS, |cursor, name| {
            let value = cursor.value()?;
            let known = given.iter_mut().take(MAX_LINEAR).find(|(known, _)| known == name);
            match known {
                Some((_, known)) => *known = value,
                None => given.push((name.into(), value)),
            }
            Ok(())
        })
    }

    /// The parameters that were read at an offset, decoded.
    fn decoded(&mut self, cursor: &mut Cursor<'_>, start: usize, secret: Vec<EcoString>) -> Reading<Parameters> {
        let given = self.parameters.drain(..);
        let is_plain = |given: &[(EcoString, Value)]| given.iter().all(|(name, value)| is_plain(name, value));
        if secret.is_empty() && given.len() <= MAX_LINEAR && is_plain(given.as_slice()) {
            // Without spare capacity: there are many resources, most of which have few parameters.
            let mut parameters: Parameters = given.collect();
            parameters.retain(|(_, value)| !value.is_undef());
            return Ok(parameters);
        }
        let secret: HashSet<EcoString> = secret.into_iter().collect();
        let given: Hash = given.map(|(name, value)| (Value::String(name), value)).collect();
        let at_parameters = |error| within(error, Step::from("parameters"));
        let unfit = |cursor: &Cursor<'_>, expected| at_parameters(cursor.unfit(start, expected, Shape::Object));
        let decoded = match rich_data::decode(&Value::from(given), self.names) {
            Ok(Value::Hash(decoded)) => decoded,
            Ok(_) => return Err(unfit(cursor, PARAMETERS)),
            Err(error) => return Err(at_parameters(undecodable(cursor, start, error))),
        };
        let mut parameters: IndexMap<EcoString, Value, RandomState> = IndexMap::default();
        for (name, value) in decoded.iter().filter(|(_, value)| !value.is_undef()) {
            let Value::String(name) = name else { return Err(unfit(cursor, "the names of parameters as keys")) };
            let name = if name.chars().any(char::is_uppercase) { name.to_lowercase() } else { name.clone() };
            let is_secret = secret.contains(&name) && !matches!(value, Value::Sensitive(_));
            parameters.insert(name, if is_secret { Value::sensitive(value.clone()) } else { value.clone() });
        }
        Ok(parameters.into_iter().collect())
    }
}

const PARAMETERS: &str = "the parameters of a resource, which are an object";

/// Whether a parameter needs no decoding, as nearly all do: a name in lower case, and no collection, which may encode another
/// value.
fn is_plain(name: &str, value: &Value) -> bool {
    let is_value = matches!(value, Value::Undef | Value::String(_) | Value::Integer(_) | Value::Boolean(_));
    let mut letters = name.bytes();
    is_value && !name.starts_with('_') && letters.all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// The error for parameters at an offset that are not valid rich data.
fn undecodable(cursor: &mut Cursor<'_>, start: usize, error: RichDataError) -> Box<CatalogError> {
    let (path, problem) = match error {
        RichDataError::At { path, problem } => (path, problem),
        other => {
            let problem = RichDataProblem::Refused { type_name: EcoString::new(), reason: other.to_string() };
            (JsonPath::default(), problem)
        }
    };
    Box::new(CatalogError::Value { position: Some(cursor.locate(start, &path)), path, problem: Box::new(problem) })
}

fn number(cursor: &mut Cursor<'_>) -> Reading<i64> {
    cursor.typed("a whole number", Value::as_integer)
}

fn line(cursor: &mut Cursor<'_>) -> Reading<u32> {
    let start = cursor.here()?;
    let line = u32::try_from(number(cursor)?);
    line.map_err(|_| cursor.unfit(start, "the number of a line", Shape::Number))
}

fn boolean(cursor: &mut Cursor<'_>) -> Reading<bool> {
    cursor.typed("a boolean", |value| if let Value::Boolean(value) = value { Some(*value) } else { None })
}

fn strings(cursor: &mut Cursor<'_>) -> Reading<Vec<EcoString>> {
    let mut strings = Vec::new();
    cursor.optional(|cursor| {
        cursor.elements(|cursor, _| {
            strings.push(cursor.string()?);
            Ok(())
        })
    })?;
    Ok(strings)
}

/// What the catalog was compiled from.
fn version(value: &Value) -> Option<Value> {
    let is_version = matches!(value, Value::Undef | Value::Integer(_) | Value::Float(_) | Value::String(_));
    is_version.then(|| value.clone())
}

fn object(value: &Value) -> Option<Value> {
    matches!(value, Value::Undef | Value::Hash(_)).then(|| value.clone())
}

/// The edges, until the resources are known.
#[derive(Default)]
struct Edges {
    /// The references, concatenated.
    text: String,
    /// The lengths of both references of each edge.
    lengths: Vec<(usize, usize)>,
}

impl Edges {
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Reading<()> {
        let (mut source, mut target) = (None, None);
        let start = cursor.here()?;
        cursor.entries("an edge, which is an object", |cursor, key| {
            match key {
                "source" => source = cursor.optional(Cursor::string)?,
                "target" => target = cursor.optional(Cursor::string)?,
                _ => drop(cursor.value()?),
            }
            Ok(())
        })?;
        let missing = |key| within(cursor.unfit(start, "a resource reference", Shape::Missing), Step::from(key));
        let source = source.ok_or_else(|| missing("source"))?;
        let target = target.ok_or_else(|| missing("target"))?;
        self.text.push_str(&source);
        self.text.push_str(&target);
        self.lengths.push((source.len(), target.len()));
        Ok(())
    }

    /// The indices of the resources.
    fn resolve(self, index: &CatalogIndex) -> Result<Vec<(usize, usize)>, CatalogError> {
        let find = |reference: &str| match split_reference(reference) {
            Some(_) => Ok(index.find(reference).map(|found| found.0)),
            None => {
                let message = eco_format!("No title provided and {reference:?} is not a valid resource reference");
                Err(CatalogError::Invalid(message))
            }
        };
        let unknown = |end: &str, unknown: &str, other: &str| {
            let message = eco_format!("Could not find relationship {end} {unknown:?} for {other}");
            CatalogError::Invalid(eco_format!("Could not intern from data: {message}"))
        };
        let mut rest = self.text.as_str();
        // Most are in the same container as the one before.
        let mut last: Option<(&str, usize)> = None;
        let mut containment = Vec::with_capacity(self.lengths.len());
        for (source, target) in self.lengths {
            let (source, after) = rest.split_at(source);
            let (target, after) = after.split_at(target);
            rest = after;
            let container = match last.filter(|(known, _)| *known == source) {
                Some((_, container)) => container,
                None => find(source)?.ok_or_else(|| unknown("source", source, target))?,
            };
            last = Some((source, container));
            let contents = find(target)?.ok_or_else(|| unknown("target", target, source))?;
            containment.push((container, contents));
        }
        Ok(containment)
    }
}

/// Tags in lower case without duplicates; a qualified one is followed by its parts.
fn tags(given: Vec<EcoString>) -> Result<Vec<EcoString>, CatalogError> {
    // Nearly all are valid, and there are few of them.
    let is_small = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let is_simple = |tag: &EcoString| !tag.is_empty() && tag.bytes().all(is_small);
    let is_new = |(position, tag): (usize, &EcoString)| !given[..position].contains(tag);
    if given.len() <= MAX_LINEAR && given.iter().all(is_simple) && given.iter().enumerate().all(is_new) {
        return Ok(given);
    }
    let mut tags: IndexSet<EcoString, RandomState> = IndexSet::default();
    for tag in given {
        let tag = if tag.chars().any(char::is_uppercase) { tag.to_lowercase() } else { tag };
        if !is_tag(&tag) {
            return Err(CatalogError::Invalid(eco_format!("Invalid tag '{tag}'")));
        }
        if !tag.contains("::") {
            tags.insert(tag);
            continue;
        }
        let parts: Vec<EcoString> = tag.split("::").map(EcoString::from).collect();
        tags.insert(tag);
        tags.extend(parts.into_iter().filter(|part| !part.is_empty()));
    }
    Ok(tags.into_iter().collect())
}

/// The titles of classes are capitalized; only that of the class that contains everything else is not.
fn class_title(title: EcoString) -> EcoString {
    match title.as_str() {
        "" | "main" => "main".into(),
        other => reference_name(other),
    }
}

/// Whether a text begins with a letter, digit or underscore, followed only by these and `:`, `.` and `-`.
fn is_tag(text: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.starts_with(is_word)
        && text.chars().all(|character| is_word(character) || matches!(character, ':' | '.' | '-'))
}
