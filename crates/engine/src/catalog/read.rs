//! From Puppet's JSON to a catalog.
//!
//! Nearly all catalogs are well-formed, and [`quick`] reads those while they are streamed. The errors of the others are found
//! here.

mod quick;

use std::io;

use ecow::EcoString;
use indexmap::{IndexMap, IndexSet};
use pcore::keyed::{HashSet, RandomState};
use pcore::{
    Hash, TypeNames, Value,
    json::{self, JsonPath, Step},
    rich_data::{self, RichDataError, RichDataProblem},
};

use super::{
    Catalog, CatalogError, CatalogIndex, Declared, Shape,
    index::{CLASS, canonical_type, capitalized},
    locate::locate,
    split_reference,
};

impl Catalog {
    /// Reads Puppet's JSON.
    ///
    /// `names` knows the types of values that are not Puppet's own. Unknown keys are ignored.
    ///
    /// ```
    /// use engine::catalog::Catalog;
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
    /// # Ok::<(), engine::catalog::CatalogError>(())
    /// ```
    pub fn from_json(text: &str, names: &dyn TypeNames) -> Result<Catalog, CatalogError> {
        match quick::read(text.as_bytes(), names) {
            Ok(Some(catalog)) => Ok(catalog),
            Ok(None) | Err(_) => thorough(text, names),
        }
    }

    /// Reads Puppet's JSON while it is streamed, so that the text of a large catalog is never in memory as a whole. Returns
    /// `None` for a catalog that is invalid or unusual; [`from_json`](Catalog::from_json) reads unusual ones and reports what
    /// is invalid. Fails when the input does.
    ///
    /// ```
    /// use engine::catalog::Catalog;
    /// use pcore::NoNames;
    ///
    /// let text = r#"{"name": "web1", "resources": [{"type": "Notify", "title": "hello"}]}"#;
    /// assert_eq!(Catalog::from_orderly_json(text.as_bytes(), &NoNames)?.unwrap().name, "web1");
    /// assert_eq!(Catalog::from_orderly_json(&b"{\"name\": 1}"[..], &NoNames)?, None);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn from_orderly_json(input: impl io::Read, names: &dyn TypeNames) -> io::Result<Option<Catalog>> {
        quick::read(input, names)
    }
}

/// Reads any catalog, or reports what is wrong with it.
fn thorough(text: &str, names: &dyn TypeNames) -> Result<Catalog, CatalogError> {
    let document = json::parse(text)?;
    Reader { text, names, path: JsonPath::default() }.catalog(&document)
}

/// Parameters that need no decoding, as nearly all do: names in lower case, and no collections, which may encode other
/// values. `None` if any parameter needs decoding.
fn plain_parameters(given: &Value) -> Option<Vec<(EcoString, Value)>> {
    let Value::Hash(given) = given else { return None };
    let mut parameters = Vec::with_capacity(given.len());
    for (name, value) in given.iter() {
        let Value::String(name) = name else { return None };
        if !is_plain(name, value) {
            return None;
        }
        if !value.is_undef() {
            parameters.push((name.clone(), value.clone()));
        }
    }
    Some(parameters)
}

/// Whether a parameter needs no decoding.
fn is_plain(name: &str, value: &Value) -> bool {
    let is_value = matches!(value, Value::Undef | Value::String(_) | Value::Integer(_) | Value::Boolean(_));
    let mut letters = name.bytes();
    is_value && !name.starts_with('_') && letters.all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_'))
}

/// A reader that knows the path of the value that it reads.
struct Reader<'r> {
    text: &'r str,
    names: &'r dyn TypeNames,
    path: JsonPath,
}

impl Reader<'_> {
    fn catalog(&mut self, document: &Value) -> Result<Catalog, CatalogError> {
        let Value::Hash(entries) = document else { return Err(self.wrong(document, "a catalog, which is an object")) };
        let mut catalog = Catalog {
            name: self.text_of(entries, "name")?.unwrap_or_default(),
            version: self.version(entries)?,
            code_id: self.text_of(entries, "code_id")?,
            uuid: self.text_of(entries, "catalog_uuid")?,
            format: self.number_of(entries, "catalog_format")?.unwrap_or_default(),
            environment: self.text_of(entries, "environment")?.unwrap_or_default(),
            tags: self.tags(entries)?,
            classes: self.texts_of(entries, "classes")?,
            metadata: self.object_of(entries, "metadata")?,
            recursive_metadata: self.object_of(entries, "recursive_metadata")?,
            resources: self.each(entries, "resources", |reader, index, item| reader.resource(index, item))?,
            containment: Vec::new(),
        };
        let index = CatalogIndex::new(&catalog)?;
        catalog.containment = self.each(entries, "edges", |reader, _, item| reader.edge(&index, item))?;
        Ok(catalog)
    }

    fn resource(&mut self, index: usize, item: &Value) -> Result<Declared, CatalogError> {
        let Value::Hash(entries) = item else { return Err(self.wrong(item, "a resource, which is an object")) };
        let given_type = self.text_of(entries, "type")?.ok_or(CatalogError::NoType { index })?;
        let type_name = canonical_type(&given_type);
        let title = self.text_of(entries, "title")?.ok_or(CatalogError::NoTitle { index })?;
        Ok(Declared {
            title: if type_name == CLASS { class_title(title) } else { title },
            type_name,
            tags: self.tags(entries)?,
            file: self.text_of(entries, "file")?,
            line: self.line(entries)?,
            exported: self.boolean_of(entries, "exported")?,
            kind: self.text_of(entries, "kind")?,
            parameters: self.parameters(entries)?,
        })
    }

    fn parameters(&mut self, entries: &Hash) -> Result<Vec<(EcoString, Value)>, CatalogError> {
        let Some(given) = entries.get_str("parameters").filter(|given| !given.is_undef()) else {
            return Ok(Vec::new());
        };
        let secret = self.texts_of(entries, "sensitive_parameters")?;
        self.given_parameters(given, secret)
    }

    fn given_parameters(
        &mut self,
        given: &Value,
        secret: Vec<EcoString>,
    ) -> Result<Vec<(EcoString, Value)>, CatalogError> {
        if secret.is_empty()
            && let Some(plain) = plain_parameters(given)
        {
            return Ok(plain);
        }
        let secret: HashSet<EcoString> = secret.into_iter().collect();
        let decoded = self.at("parameters", |reader| match rich_data::decode(given, reader.names) {
            Ok(Value::Hash(decoded)) => Ok(decoded),
            Ok(_) => Err(reader.wrong(given, "the parameters of a resource, which are an object")),
            Err(error) => Err(reader.undecodable(error)),
        })?;
        let mut parameters: IndexMap<EcoString, Value, RandomState> = IndexMap::default();
        for (name, value) in decoded.iter().filter(|(_, value)| !value.is_undef()) {
            let Value::String(name) = name else {
                return self.at("parameters", |reader| Err(reader.wrong(given, "the names of parameters as keys")));
            };
            let name = if name.chars().any(char::is_uppercase) { name.to_lowercase() } else { name.clone() };
            let is_secret = secret.contains(&name) && !matches!(value, Value::Sensitive(_));
            parameters.insert(name, if is_secret { Value::sensitive(value.clone()) } else { value.clone() });
        }
        Ok(parameters.into_iter().collect())
    }

    fn edge(&mut self, index: &CatalogIndex, item: &Value) -> Result<(usize, usize), CatalogError> {
        let Value::Hash(entries) = item else { return Err(self.wrong(item, "an edge, which is an object")) };
        let from = self.end(entries, "source")?;
        let to = self.end(entries, "target")?;
        let Some(source) = index.find(&from) else { return Err(CatalogError::NoSource { from, to }) };
        let Some(target) = index.find(&to) else { return Err(CatalogError::NoTarget { from, to }) };
        Ok((source.0, target.0))
    }

    fn end(&mut self, entries: &Hash, key: &'static str) -> Result<EcoString, CatalogError> {
        let reference = match self.text_of(entries, key)? {
            Some(reference) => reference,
            None => return self.at(key, |reader| Err(reader.missing("a resource reference"))),
        };
        match split_reference(&reference) {
            Some(_) => Ok(reference),
            None => Err(CatalogError::Reference { text: reference }),
        }
    }

    fn tags(&mut self, entries: &Hash) -> Result<Vec<EcoString>, CatalogError> {
        tags(self.texts_of(entries, "tags")?)
    }

    fn version(&mut self, entries: &Hash) -> Result<Value, CatalogError> {
        match entries.get_str("version") {
            None => Ok(Value::Undef),
            Some(version @ (Value::Undef | Value::Integer(_) | Value::Float(_) | Value::String(_))) => {
                Ok(version.clone())
            }
            Some(other) => self.at("version", |reader| Err(reader.wrong(other, "a number or a string"))),
        }
    }

    fn line(&mut self, entries: &Hash) -> Result<Option<u32>, CatalogError> {
        let Some(line) = self.number_of(entries, "line")? else { return Ok(None) };
        let line = u32::try_from(line).ok();
        self.at("line", |reader| line.ok_or_else(|| reader.unfit(Shape::Number, "the number of a line"))).map(Some)
    }

    /// Reads each item of the array that an object has under a key.
    fn each<T>(
        &mut self,
        entries: &Hash,
        key: &'static str,
        mut read: impl FnMut(&mut Self, usize, &Value) -> Result<T, CatalogError>,
    ) -> Result<Vec<T>, CatalogError> {
        self.at(key, |reader| match entries.get_str(key) {
            None | Some(Value::Undef) => Ok(Vec::new()),
            Some(Value::Array(items)) => {
                let one = |(index, item)| reader.at(index, |reader| read(reader, index, item));
                items.iter().enumerate().map(one).collect()
            }
            Some(other) => Err(reader.wrong(other, "an array")),
        })
    }

    fn texts_of(&mut self, entries: &Hash, key: &'static str) -> Result<Vec<EcoString>, CatalogError> {
        self.each(entries, key, |reader, _, item| match item {
            Value::String(text) => Ok(text.clone()),
            other => Err(reader.wrong(other, "a string")),
        })
    }

    fn text_of(&mut self, entries: &Hash, key: &'static str) -> Result<Option<EcoString>, CatalogError> {
        match entries.get_str(key) {
            None | Some(Value::Undef) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(other) => self.at(key, |reader| Err(reader.wrong(other, "a string"))),
        }
    }

    fn number_of(&mut self, entries: &Hash, key: &'static str) -> Result<Option<i64>, CatalogError> {
        match entries.get_str(key) {
            None | Some(Value::Undef) => Ok(None),
            Some(Value::Integer(number)) => Ok(Some(*number)),
            Some(other) => self.at(key, |reader| Err(reader.wrong(other, "a whole number"))),
        }
    }

    fn boolean_of(&mut self, entries: &Hash, key: &'static str) -> Result<bool, CatalogError> {
        match entries.get_str(key) {
            None | Some(Value::Undef) => Ok(false),
            Some(Value::Boolean(value)) => Ok(*value),
            Some(other) => self.at(key, |reader| Err(reader.wrong(other, "a boolean"))),
        }
    }

    fn object_of(&mut self, entries: &Hash, key: &'static str) -> Result<Value, CatalogError> {
        match entries.get_str(key) {
            None => Ok(Value::Undef),
            Some(value @ (Value::Undef | Value::Hash(_))) => Ok(value.clone()),
            Some(other) => self.at(key, |reader| Err(reader.wrong(other, "an object"))),
        }
    }

    /// Reads one step deeper in the document. An error ends the reading, so the path may stay as it is.
    fn at<T>(
        &mut self,
        step: impl Into<Step>,
        read: impl FnOnce(&mut Self) -> Result<T, CatalogError>,
    ) -> Result<T, CatalogError> {
        self.path.push(step);
        let value = read(self)?;
        self.path.pop();
        Ok(value)
    }

    fn wrong(&self, value: &Value, expected: &'static str) -> CatalogError {
        self.unfit(shape(value), expected)
    }

    fn missing(&self, expected: &'static str) -> CatalogError {
        self.unfit(Shape::Missing, expected)
    }

    fn unfit(&self, found: Shape, expected: &'static str) -> CatalogError {
        let path = self.path.clone();
        CatalogError::Shape { position: locate(self.text, &path), path, expected, found }
    }

    fn undecodable(&self, error: RichDataError) -> CatalogError {
        let mut path = self.path.clone();
        let problem = match error {
            RichDataError::At { path: inner, problem } => {
                inner.steps().iter().for_each(|step| path.push(step.clone()));
                problem
            }
            other => RichDataProblem::Refused { type_name: EcoString::new(), reason: other.to_string() },
        };
        CatalogError::Value { position: locate(self.text, &path), path, problem: Box::new(problem) }
    }
}

/// Tags in lower case without duplicates; a qualified one is followed by its parts.
fn tags(given: Vec<EcoString>) -> Result<Vec<EcoString>, CatalogError> {
    // Nearly all are valid, and there are few of them.
    let is_small = |letter: u8| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_');
    let is_simple = |tag: &EcoString| !tag.is_empty() && tag.bytes().all(is_small);
    let is_new = |(position, tag): (usize, &EcoString)| !given[..position].contains(tag);
    if given.len() <= MAX_LINEAR_TAGS && given.iter().all(is_simple) && given.iter().enumerate().all(is_new) {
        return Ok(given);
    }
    let mut tags: IndexSet<EcoString, RandomState> = IndexSet::default();
    for tag in given {
        let tag = if tag.chars().any(char::is_uppercase) { tag.to_lowercase() } else { tag };
        if !is_tag(&tag) {
            return Err(CatalogError::Tag { tag });
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

/// The number of tags that are compared with each other, which is faster than hashing them.
const MAX_LINEAR_TAGS: usize = 16;

/// The titles of classes are capitalized; only that of the class that contains everything else is not.
fn class_title(title: EcoString) -> EcoString {
    match title.as_str() {
        "" | "main" => "main".into(),
        other => capitalized(other),
    }
}

/// Whether a text begins with a letter, digit or underscore, followed only by these and `:`, `.` and `-`.
fn is_tag(text: &str) -> bool {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    text.starts_with(is_word)
        && text.chars().all(|character| is_word(character) || matches!(character, ':' | '.' | '-'))
}

fn shape(value: &Value) -> Shape {
    match value {
        Value::Undef => Shape::Null,
        Value::Boolean(_) => Shape::Boolean,
        Value::Integer(_) | Value::Float(_) => Shape::Number,
        Value::Array(_) => Shape::Array,
        Value::Hash(_) => Shape::Object,
        // JSON has no other values.
        _ => Shape::String,
    }
}
