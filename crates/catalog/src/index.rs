//! Resources by their references.

use std::collections::hash_map::Entry;

use ecow::{EcoString, eco_format};
use pcore::keyed::HashMap;
use pcore::{Type, Value, names::reference_name};

use super::{Catalog, CatalogError, Declared, location_suffix};
use crate::ResourceIndex;

/// Finds resources of a catalog by their references, aliases included.
///
/// The type of a reference may be written in any case (`file[/x]` is `File[/x]`), so may the names of classes; other
/// titles count as they are.
///
/// ```
/// use catalog::{Catalog, CatalogIndex, Declared, ResourceIndex};
///
/// let motd = Declared { type_name: "File".into(), title: "/etc/motd".into(), ..Declared::default() };
/// let catalog = Catalog { resources: vec![motd], ..Catalog::default() };
/// let index = CatalogIndex::new(&catalog)?;
/// assert_eq!(index.find("File[/etc/motd]"), Some(ResourceIndex(0)));
/// assert_eq!(index.find("file[/etc/motd]"), Some(ResourceIndex(0)));
/// assert_eq!(index.find("File[/etc/MOTD]"), None);
/// # Ok::<(), catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CatalogIndex {
    /// The resources of each type by their titles.
    titles: Vec<HashMap<EcoString, ResourceIndex>>,
    /// The index of a type in `titles`, by its name in lower case and as catalogs write it. Most lookups are for types
    /// that are not there at all.
    types: HashMap<EcoString, usize>,
}

impl CatalogIndex {
    /// The index of a catalog. Two resources of one reference, or an alias that another resource has, are an error.
    pub fn new(catalog: &Catalog) -> Result<CatalogIndex, CatalogError> {
        let mut index = CatalogIndex::default();
        for resource in ResourceIndex::first(catalog.resources.len()) {
            index.add(catalog, resource)?;
        }
        Ok(index)
    }

    /// The resource that a reference names.
    pub fn find(&self, reference: &str) -> Option<ResourceIndex> {
        let (type_name, title) = reference.strip_suffix(']')?.split_once('[')?;
        self.find_titled(type_name, title)
    }

    /// A resource by its type and title.
    pub fn find_titled(&self, type_name: &str, title: &str) -> Option<ResourceIndex> {
        self.titles_of(type_name)?.find(title)
    }

    /// The resources of a type, if there are any.
    pub fn titles_of(&self, type_name: &str) -> Option<TitlesOfType<'_>> {
        let titles = self.titles.get(self.type_named(type_name)?)?;
        Some(TitlesOfType { titles, are_classes: is_class(type_name) })
    }

    /// The resource that a value of a metaparameter refers to.
    pub fn find_value(&self, value: &Value) -> Option<ResourceIndex> {
        let (type_name, title) = reference_of(value)?;
        self.find_titled(type_name, title)
    }

    /// Adds a resource that was added to the catalog after the index was made, with its aliases.
    pub fn add(&mut self, catalog: &Catalog, index: ResourceIndex) -> Result<(), CatalogError> {
        let Some(resource) = catalog.resources.get(index.0) else { return Ok(()) };
        let known = *self.entry(&resource.type_name, &resource.title).or_insert(index);
        if let Some(first) = catalog.resources.get(known.0).filter(|_| known != index) {
            return Err(CatalogError::Invalid(eco_format!(
                "Duplicate declaration: {resource} is already declared{}; cannot redeclare{}",
                at(&location(first)),
                location(resource)
            )));
        }
        for alias in aliases(resource) {
            self.alias(catalog, index, alias)?;
        }
        Ok(())
    }

    /// Gives a resource another name, such as the value of its namevar.
    pub fn alias(&mut self, catalog: &Catalog, index: ResourceIndex, alias: &str) -> Result<(), CatalogError> {
        let Some(resource) = catalog.resources.get(index.0) else { return Ok(()) };
        let known = *self.entry(&resource.type_name, &alias.into()).or_insert(index);
        match catalog.resources.get(known.0) {
            Some(other) if known != index => Err(CatalogError::Invalid(eco_format!(
                "Cannot alias {resource} to {alias:?}{}; resource [{:?}, {alias:?}] already declared{}",
                at(&location(resource)),
                resource.type_name,
                location(other)
            ))),
            _ => Ok(()),
        }
    }
}

/// The resources of one type by their titles.
#[derive(Clone, Copy)]
pub struct TitlesOfType<'i> {
    titles: &'i HashMap<EcoString, ResourceIndex>,
    are_classes: bool,
}

impl TitlesOfType<'_> {
    /// A resource by its title.
    pub fn find(self, title: &str) -> Option<ResourceIndex> {
        if self.are_classes { self.titles.get(&reference_name(title)) } else { self.titles.get(title) }.copied()
    }
}

impl CatalogIndex {
    fn type_named(&self, name: &str) -> Option<usize> {
        if let Some(known) = self.types.get(name) {
            return Some(*known);
        }
        let is_small = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
        if is_small && !is_class(name) {
            return None;
        }
        self.types.get(&canonical_type(name)).copied()
    }

    fn entry(&mut self, type_name: &str, title: &EcoString) -> Entry<'_, EcoString, ResourceIndex> {
        let title = if is_class(type_name) { reference_name(title) } else { title.clone() };
        let type_index = self.type_named(type_name).unwrap_or_else(|| {
            let canonical = canonical_type(type_name);
            let type_index = self.titles.len();
            self.titles.push(HashMap::default());
            self.types.entry(canonical.to_lowercase()).or_insert(type_index);
            self.types.insert(canonical, type_index);
            type_index
        });
        self.titles[type_index].entry(title)
    }
}

/// The location of a resource as messages append it. An empty name of a file is none.
fn location(resource: &Declared) -> EcoString {
    location_suffix(resource.file.as_deref().filter(|file| !file.is_empty()), resource.line)
}

fn at(location: &str) -> String {
    if location.is_empty() { String::new() } else { format!(" at{location}") }
}

fn aliases(resource: &Declared) -> impl Iterator<Item = &str> {
    let given = match resource.parameter("alias") {
        Some(Value::Array(items)) => items.as_slice(),
        Some(one) => std::slice::from_ref(one),
        None => &[],
    };
    given.iter().filter_map(Value::as_str)
}

/// The parts of a reference: `File[/etc/motd]` is of type `File` and has the title `/etc/motd`.
///
/// ```
/// use catalog::split_reference;
///
/// assert_eq!(split_reference("File[a[1]]"), Some(("File", "a[1]")));
/// assert_eq!(split_reference("File[]"), None);
/// ```
pub fn split_reference(reference: &str) -> Option<(&str, &str)> {
    let (type_name, title) = reference.strip_suffix(']')?.split_once('[')?;
    let is_reference = !type_name.is_empty() && !type_name.contains(']') && !title.is_empty();
    is_reference.then_some((type_name, title))
}

/// The parts of a reference that a metaparameter holds: a text, or a type that stands for one resource.
pub fn reference_of(value: &Value) -> Option<(&str, &str)> {
    match value {
        Value::String(text) => split_reference(text),
        Value::Type(held) => match &**held {
            Type::Resource(resource) => Some((resource.type_name.as_deref()?, resource.title.as_deref()?)),
            Type::Class(name) => Some((CLASS, name.as_deref()?)),
            _ => None,
        },
        _ => None,
    }
}

/// A reference as the catalog writes it, by its parts in whatever case they are given.
///
/// ```
/// assert_eq!(catalog::canonical("class", "apache::mod"), "Class[Apache::Mod]");
/// ```
pub fn canonical(type_name: &str, title: &str) -> EcoString {
    let type_name = canonical_type(type_name);
    let capital;
    let title = if type_name == CLASS {
        capital = reference_name(title);
        &capital
    } else {
        title
    };
    // There are many of them, and `format!` takes three times as long.
    let mut reference = EcoString::with_capacity(type_name.len() + title.len() + "[]".len());
    for part in [&type_name, "[", title, "]"] {
        reference.push_str(part);
    }
    reference
}

pub(super) const CLASS: &str = "Class";

/// Whether a type, however it is written, is that of classes, whose titles may be written in any case.
fn is_class(type_name: &str) -> bool {
    type_name.eq_ignore_ascii_case(CLASS) || type_name.is_empty() || type_name.eq_ignore_ascii_case("component")
}

/// The name of a type as catalogs write it.
pub(super) fn canonical_type(type_name: &str) -> EcoString {
    if type_name.is_empty() || type_name.eq_ignore_ascii_case("component") {
        return CLASS.into();
    }
    reference_name(type_name)
}
