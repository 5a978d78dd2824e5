//! Reads well-formed catalogs while they are streamed.
//!
//! Anything unusual ends the reading without a result: unknown keys, duplicate keys, values of another kind.

mod pieces;

use std::{io, mem};

use ecow::EcoString;
use pcore::{
    Hash, TypeNames, Value,
    json::{Cursor, CursorError, JsonPath},
};

use self::pieces::Pieces;
use super::{
    CLASS, Catalog, CatalogIndex, Declared, Reader, canonical_type, class_title, is_plain, split_reference, tags,
};

/// The catalog, if it is well-formed. Fails when the input does.
pub(super) fn read(input: impl io::Read, names: &dyn TypeNames) -> io::Result<Option<Catalog>> {
    let mut pieces = Pieces::new(input);
    let catalog = StreamReader { names, file: None, type_name: None, given: Vec::new() }.catalog(&mut pieces);
    pieces.into_outcome(catalog)
}

/// The keys of a catalog.
const KEYS: [&str; 12] = [
    "name",
    "version",
    "code_id",
    "catalog_uuid",
    "catalog_format",
    "environment",
    "tags",
    "classes",
    "metadata",
    "recursive_metadata",
    "resources",
    "edges",
];

/// The reader, with what resources often share with the one before, so that it is stored once.
struct StreamReader<'r> {
    names: &'r dyn TypeNames,
    file: Option<EcoString>,
    /// The name of a type as it was written, and in canonical form.
    type_name: Option<(EcoString, EcoString)>,
    /// A buffer for the parameters of one resource.
    given: Parameters,
}

/// Names with their values.
type Parameters = Vec<(EcoString, Value)>;

/// More are rare, and the search for duplicates would take too long.
const MAX_PARAMETERS: usize = 64;

impl StreamReader<'_> {
    fn catalog(&mut self, pieces: &mut Pieces<impl io::Read>) -> Option<Catalog> {
        let mut catalog = Catalog { format: 0, ..Catalog::default() };
        let (mut edges, mut seen) = (Edges::default(), [false; KEYS.len()]);
        pieces.entries(|pieces, key| {
            let position = KEYS.iter().position(|known| *known == key)?;
            if mem::replace(&mut seen[position], true) {
                return None;
            }
            match key {
                "name" => catalog.name = pieces.value(text_or_null)?.unwrap_or_default(),
                "version" => catalog.version = pieces.value(version)?,
                "code_id" => catalog.code_id = pieces.value(text_or_null)?,
                "catalog_uuid" => catalog.uuid = pieces.value(text_or_null)?,
                "catalog_format" => {
                    catalog.format = pieces.value(|cursor| cursor.unless_null(Cursor::integer))?.unwrap_or_default();
                }
                "environment" => catalog.environment = pieces.value(text_or_null)?.unwrap_or_default(),
                "tags" => catalog.tags = tags(pieces.value(texts)?).ok()?,
                "classes" => catalog.classes = pieces.value(texts)?,
                "metadata" => catalog.metadata = pieces.value(object)?,
                "recursive_metadata" => catalog.recursive_metadata = pieces.value(object)?,
                "resources" => pieces.elements(|pieces| {
                    catalog.resources.push(pieces.value(|cursor| self.resource(cursor))?);
                    Some(())
                })?,
                _ => pieces.elements(|pieces| pieces.value(|cursor| edges.read(cursor)))?,
            }
            Some(())
        })?;
        let index = CatalogIndex::new(&catalog).ok()?;
        catalog.containment = edges.resolve(&index)?;
        Some(catalog)
    }

    fn resource(&mut self, cursor: &mut Cursor<'_>) -> Result<Declared, CursorError> {
        let (mut type_name, mut title, mut parameters, mut secret) = (None, None, None, None);
        let (mut given_tags, mut file, mut line, mut exported, mut kind) = (None, None, None, None, None);
        cursor.entries(|cursor, key| match key {
            "type" => once(&mut type_name, self.type_name(cursor.text()?)),
            "title" => once(&mut title, cursor.text()?.into()),
            "tags" => once(&mut given_tags, texts(cursor)?),
            "file" => once(&mut file, cursor.unless_null(|cursor| Ok(self.file(cursor.text()?)))?),
            "line" => once(&mut line, cursor.unless_null(|cursor| narrow(cursor.integer()?))?),
            "exported" => once(&mut exported, cursor.unless_null(Cursor::boolean)?.unwrap_or_default()),
            "kind" => once(&mut kind, text_or_null(cursor)?),
            "parameters" => once(&mut parameters, self.parameters(cursor)?),
            "sensitive_parameters" => once(&mut secret, texts(cursor)?),
            _ => Err(CursorError::Other),
        })?;
        let type_name = type_name.ok_or(CursorError::Other)?;
        let title = title.ok_or(CursorError::Other)?;
        Ok(Declared {
            title: if type_name == CLASS { class_title(title) } else { title },
            type_name,
            tags: tags(given_tags.unwrap_or_default()).map_err(|_| CursorError::Other)?,
            file: file.flatten(),
            line: line.flatten(),
            exported: exported.unwrap_or_default(),
            kind: kind.flatten(),
            parameters: self.decoded(parameters.unwrap_or_default(), secret.unwrap_or_default())?,
        })
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

    /// The parameters of a resource as they are written, without duplicates.
    fn parameters(&mut self, cursor: &mut Cursor<'_>) -> Result<Parameters, CursorError> {
        self.given.clear();
        if !cursor.take_null()? {
            cursor.entries(|cursor, name| {
                if self.given.len() == MAX_PARAMETERS || self.given.iter().any(|(known, _)| known == name) {
                    return Err(CursorError::Other);
                }
                self.given.push((name.into(), cursor.value()?));
                Ok(())
            })?;
        }
        // Without spare capacity: there are many resources, most of which have few parameters.
        Ok(self.given.drain(..).collect())
    }

    /// The parameters, decoded.
    fn decoded(&self, mut given: Parameters, secret: Vec<EcoString>) -> Result<Parameters, CursorError> {
        if secret.is_empty() && given.iter().all(|(name, value)| is_plain(name, value)) {
            given.retain(|(_, value)| !value.is_undef());
            return Ok(given);
        }
        let entries: Hash = given.into_iter().map(|(name, value)| (Value::String(name), value)).collect();
        let mut reader = Reader { text: "", names: self.names, path: JsonPath::default() };
        reader.given_parameters(&Value::from(entries), secret).map_err(|_| CursorError::Other)
    }
}

/// Takes the value of a key, which must not be a duplicate.
fn once<T>(slot: &mut Option<T>, value: T) -> Result<(), CursorError> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(CursorError::Other),
    }
}

fn narrow(number: i64) -> Result<u32, CursorError> {
    u32::try_from(number).map_err(|_| CursorError::Other)
}

fn text_or_null(cursor: &mut Cursor<'_>) -> Result<Option<EcoString>, CursorError> {
    cursor.unless_null(|cursor| Ok(EcoString::from(cursor.text()?)))
}

fn texts(cursor: &mut Cursor<'_>) -> Result<Vec<EcoString>, CursorError> {
    let mut texts = Vec::new();
    cursor.unless_null(|cursor| {
        cursor.elements(|cursor| {
            texts.push(cursor.text()?.into());
            Ok(())
        })
    })?;
    Ok(texts)
}

/// What the catalog was compiled from.
fn version(cursor: &mut Cursor<'_>) -> Result<Value, CursorError> {
    match cursor.value()? {
        version @ (Value::Undef | Value::Integer(_) | Value::String(_)) => Ok(version),
        _ => Err(CursorError::Other),
    }
}

fn object(cursor: &mut Cursor<'_>) -> Result<Value, CursorError> {
    match cursor.value()? {
        object @ (Value::Undef | Value::Hash(_)) => Ok(object),
        _ => Err(CursorError::Other),
    }
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
    fn read(&mut self, cursor: &mut Cursor<'_>) -> Result<(), CursorError> {
        let (mut source, mut target) = (None, None);
        cursor.entries(|cursor, key| match key {
            "source" => once(&mut source, EcoString::from(cursor.text()?)),
            "target" => once(&mut target, EcoString::from(cursor.text()?)),
            _ => Err(CursorError::Other),
        })?;
        let (source, target) = (source.ok_or(CursorError::Other)?, target.ok_or(CursorError::Other)?);
        self.text.push_str(&source);
        self.text.push_str(&target);
        self.lengths.push((source.len(), target.len()));
        Ok(())
    }

    /// The indices of the resources, if all of them exist.
    fn resolve(self, index: &CatalogIndex) -> Option<Vec<(usize, usize)>> {
        let index_of = |reference: &str| {
            split_reference(reference)?;
            Some(index.find(reference)?.0)
        };
        let mut rest = self.text.as_str();
        // Most are in the same container as the one before.
        let mut last: Option<(&str, usize)> = None;
        let mut containment = Vec::with_capacity(self.lengths.len());
        for (source, target) in &self.lengths {
            let (source, after) = rest.split_at_checked(*source)?;
            let (target, after) = after.split_at_checked(*target)?;
            rest = after;
            let container = match last.filter(|(known, _)| *known == source) {
                Some((_, container)) => container,
                None => index_of(source)?,
            };
            last = Some((source, container));
            containment.push((container, index_of(target)?));
        }
        Some(containment)
    }
}

#[cfg(test)]
mod tests;
