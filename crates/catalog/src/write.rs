//! From a catalog to Puppet's JSON.
//!
//! A [`Document`] is a catalog that was checked as a whole, so that nothing is written of one that cannot be. It is written
//! piece by piece, straight from the catalog.

mod text;

use std::{borrow::Cow, io};

use ecow::EcoString;
use pcore::{
    Value,
    json::{self, JsonPath, MAX_DEPTH},
    rich_data::{self, EncodeOptions, MAX_NODES, RichDataError},
};

pub use self::text::Layout;
use self::text::Text;
use super::{Catalog, Declared};

/// How secrets are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrets {
    /// They are written, as Puppet does: they are needed to apply the catalog.
    Written,
    /// They are replaced by a text. Such a catalog is for reading, not for applying.
    Redacted,
}

/// The text that replaces a secret.
const REDACTED: &str = "Sensitive [value redacted]";

/// How many levels are around the values of parameters: the document, its resources, one of them, its parameters.
const LEVELS_AROUND: usize = 4;

impl Catalog {
    /// Writes Puppet's JSON in one line, its keys in the order that Puppet has.
    ///
    /// ```
    /// use catalog::{Catalog, Declared, Secrets};
    /// use pcore::Value;
    ///
    /// let secret = ("message".into(), Value::sensitive(Value::from("s3cret")));
    /// let notify = Declared { type_name: "Notify".into(), title: "n".into(), parameters: vec![secret], ..Declared::default() };
    /// let catalog = Catalog { resources: vec![notify], ..Catalog::default() };
    ///
    /// let text = catalog.to_json(Secrets::Written)?;
    /// assert!(text.contains(r#""parameters":{"message":"s3cret"},"sensitive_parameters":["message"]"#));
    /// assert!(!catalog.to_json(Secrets::Redacted)?.contains("s3cret"));
    /// # Ok::<(), pcore::rich_data::RichDataError>(())
    /// ```
    pub fn to_json(&self, secrets: Secrets) -> Result<String, RichDataError> {
        Ok(self.document(secrets)?.text(Layout::Line))
    }

    /// Writes Puppet's JSON in lines.
    pub fn to_json_pretty(&self, secrets: Secrets) -> Result<String, RichDataError> {
        Ok(self.document(secrets)?.text(Layout::Lines))
    }

    /// Checks that all of the catalog can be written.
    pub fn document(&self, secrets: Secrets) -> Result<Document<'_>, RichDataError> {
        for (key, value) in
            [("version", &self.version), ("metadata", &self.metadata), ("recursive_metadata", &self.recursive_metadata)]
        {
            let mut path = JsonPath::default();
            path.push(key);
            json::check(value, &mut path)?;
        }
        let mut encoded = Vec::new();
        for (index, resource) in self.resources.iter().enumerate() {
            for (number, (name, value)) in resource.parameters.iter().enumerate() {
                let open = opened(value, secrets);
                if !is_data(&open, MAX_DEPTH - 1 - LEVELS_AROUND, &mut { MAX_NODES }) {
                    encoded.push(((index, number), encode(index, name, &open)?));
                }
            }
        }
        Ok(Document { catalog: self, secrets, encoded })
    }
}

/// A catalog that can be written.
#[derive(Debug)]
pub struct Document<'c> {
    catalog: &'c Catalog,
    secrets: Secrets,
    /// The values that are no plain data, as they are written: by the index of the resource and that of the parameter.
    encoded: Vec<((usize, usize), Value)>,
}

impl Document<'_> {
    /// The whole text.
    pub fn text(&self, layout: Layout) -> String {
        let mut bytes = Vec::new();
        // A vector takes everything, and everything is UTF-8.
        let _ = self.write(layout, &mut bytes);
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Writes the text piece by piece.
    pub fn write(&self, layout: Layout, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        let catalog = self.catalog;
        let mut text = Text::new(layout);
        text.open('{');
        text.key("tags");
        text.strings(catalog.tags.iter().map(EcoString::as_str));
        text.key("name");
        text.string(&catalog.name);
        text.key("version");
        text.value(&catalog.version);
        for (key, value) in [("code_id", &catalog.code_id), ("catalog_uuid", &catalog.uuid)] {
            text.key(key);
            match value {
                Some(value) => text.string(value),
                None => text.nothing(),
            }
        }
        text.key("catalog_format");
        text.number(catalog.format);
        text.key("environment");
        text.string(&catalog.environment);
        text.key("resources");
        self.write_resources(layout, &mut text, out)?;
        text.key("edges");
        self.write_edges(layout, &mut text, out)?;
        text.key("classes");
        text.strings(catalog.classes.iter().map(EcoString::as_str));
        for (key, metadata) in [("metadata", &catalog.metadata), ("recursive_metadata", &catalog.recursive_metadata)] {
            if metadata.as_hash().is_some_and(|entries| !entries.is_empty()) {
                text.key(key);
                text.value(metadata);
            }
        }
        text.close('}');
        text.finish(out)
    }

    fn write_resources(&self, layout: Layout, text: &mut Text, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        let keys = Keys::new(layout);
        let mut encoded = self.encoded.iter().peekable();
        text.open('[');
        for (index, resource) in self.catalog.resources.iter().enumerate() {
            text.element();
            text.open('{');
            write_head(text, &keys, resource);
            let values = resource.parameters.iter().enumerate().filter_map(|(number, (name, value))| {
                let other =
                    encoded.next_if(|(known, _)| *known == (index, number)).map(|(_, other)| Cow::Borrowed(other));
                (!value.is_undef()).then(|| (name, other.unwrap_or_else(|| opened(value, self.secrets))))
            });
            let mut values = values.peekable();
            if values.peek().is_some() {
                text.key("parameters");
                text.open('{');
                for (name, value) in values {
                    text.key(name);
                    text.value(&value);
                }
                text.close('}');
            }
            let mut secret = resource.parameters.iter().filter(|(_, value)| matches!(value, Value::Sensitive(_)));
            if let Some(first) = secret.next() {
                text.key("sensitive_parameters");
                text.strings([first].into_iter().chain(secret).map(|(name, _)| name.as_str()));
            }
            text.close('}');
            text.pass_on(out)?;
        }
        text.close(']');
        Ok(())
    }

    fn write_edges(&self, layout: Layout, text: &mut Text, out: &mut (impl io::Write + ?Sized)) -> io::Result<()> {
        let source_key = Text::prepared(layout, LEVEL, true, "source");
        let target_key = Text::prepared(layout, LEVEL, false, "target");
        let resource = |index: usize| self.catalog.resources.get(index);
        text.open('[');
        for (source, target) in &self.catalog.containment {
            let (Some(source), Some(target)) = (resource(*source), resource(*target)) else { continue };
            text.element();
            text.open('{');
            for (key, end) in [(&source_key, source), (&target_key, target)] {
                text.prepared_key(key);
                text.reference(&end.type_name, &end.title);
            }
            text.close('}');
            text.pass_on(out)?;
        }
        text.close(']');
        Ok(())
    }
}

/// How many levels are around the entries of resources and edges.
const LEVEL: usize = 3;

/// The keys of a resource, prepared for writing.
struct Keys {
    type_name: String,
    title: String,
    tags: String,
    file: String,
    line: String,
    exported: String,
    kind: String,
}

impl Keys {
    fn new(layout: Layout) -> Keys {
        let key = |key: &str| Text::prepared(layout, LEVEL, false, key);
        Keys {
            type_name: Text::prepared(layout, LEVEL, true, "type"),
            title: key("title"),
            tags: key("tags"),
            file: key("file"),
            line: key("line"),
            exported: key("exported"),
            kind: key("kind"),
        }
    }
}

/// Writes a resource without its parameters.
fn write_head(text: &mut Text, keys: &Keys, resource: &Declared) {
    text.prepared_key(&keys.type_name);
    text.string(&resource.type_name);
    text.prepared_key(&keys.title);
    text.string(&resource.title);
    text.prepared_key(&keys.tags);
    text.strings(resource.tags.iter().map(EcoString::as_str));
    if let Some(file) = &resource.file {
        text.prepared_key(&keys.file);
        text.string(file);
    }
    if let Some(line) = resource.line {
        text.prepared_key(&keys.line);
        text.number(i64::from(line));
    }
    text.prepared_key(&keys.exported);
    text.boolean(resource.exported);
    if let Some(kind) = &resource.kind {
        text.prepared_key(&keys.kind);
        text.string(kind);
    }
}

/// The value of a parameter without the wrapping of a secret: `sensitive_parameters` says that it is one.
fn opened(value: &Value, secrets: Secrets) -> Cow<'_, Value> {
    match (value, secrets) {
        (Value::Sensitive(inner), Secrets::Written) => Cow::Borrowed(inner),
        (other, Secrets::Written) => Cow::Borrowed(other),
        (Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::String(_), _) => {
            Cow::Borrowed(value)
        }
        (other, Secrets::Redacted) => Cow::Owned(redacted(other)),
    }
}

/// A value with every secret replaced by a text.
fn redacted(value: &Value) -> Value {
    match value {
        Value::Sensitive(_) => Value::from(REDACTED),
        Value::Array(items) => items.iter().map(redacted).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (redacted(key), redacted(value)))),
        other => other.clone(),
    }
}

/// Whether a value is written as it is: data with at most so many levels and values.
fn is_data(value: &Value, levels: usize, left: &mut usize) -> bool {
    match left.checked_sub(1) {
        Some(fewer) => *left = fewer,
        None => return false,
    }
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_) => true,
        Value::Float(number) => number.is_finite(),
        Value::Array(items) => levels > 0 && items.iter().all(|item| is_data(item, levels - 1, left)),
        Value::Hash(hash) => {
            let mut entries = hash.iter();
            levels > 0
                && entries.all(|(key, value)| {
                    key.as_str().is_some_and(|key| !rich_data::is_mark(key)) && is_data(value, levels - 1, left)
                })
        }
        _ => false,
    }
}

/// The value of a parameter of a resource as rich data.
fn encode(index: usize, name: &EcoString, value: &Value) -> Result<Value, RichDataError> {
    let parameter = Value::hash([(Value::String(name.clone()), value.clone())]);
    let data = rich_data::encode(&parameter, EncodeOptions::CATALOG)?;
    let mut path = JsonPath::default();
    path.push("resources");
    path.push(index);
    path.push("parameters");
    json::check(&data, &mut path)?;
    Ok(data.as_hash().and_then(|data| data.get_str(name)).cloned().unwrap_or_default())
}
