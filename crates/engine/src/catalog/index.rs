//! Resources by their references.

use ecow::{EcoString, eco_format};
use pcore::{Type, Value};
use rustc_hash::FxHashMap;

use super::{Catalog, CatalogError, Declared};

/// Finds the places of resources in a catalog by their references, aliases included.
///
/// The type of a reference may be written in any case (`file[/x]` is `File[/x]`), so may the names of classes; other
/// titles count as they are.
///
/// ```
/// use engine::catalog::{Catalog, CatalogIndex, Declared};
///
/// let motd = Declared { type_name: "File".into(), title: "/etc/motd".into(), ..Declared::default() };
/// let catalog = Catalog { resources: vec![motd], ..Catalog::default() };
/// let index = CatalogIndex::new(&catalog)?;
/// assert_eq!(index.find("File[/etc/motd]"), Some(0));
/// assert_eq!(index.find("file[/etc/motd]"), Some(0));
/// assert_eq!(index.find("File[/etc/MOTD]"), None);
/// # Ok::<(), engine::catalog::CatalogError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CatalogIndex {
    places: FxHashMap<EcoString, usize>,
}

impl CatalogIndex {
    /// The index of a catalog. Two resources of one reference, or an alias that another resource has, are an error.
    pub fn new(catalog: &Catalog) -> Result<CatalogIndex, CatalogError> {
        let mut index = CatalogIndex::default();
        index.places.reserve(catalog.resources.len());
        for place in 0..catalog.resources.len() {
            index.add(catalog, place)?;
        }
        Ok(index)
    }

    /// The place of the resource that a reference names.
    pub fn find(&self, reference: &str) -> Option<usize> {
        // Nearly all references are written in the one way that needs no work.
        self.places.get(reference).or_else(|| self.places.get(&canonical_reference(reference)?)).copied()
    }

    /// The place of a resource by its type and title.
    pub fn find_titled(&self, type_name: &str, title: &str) -> Option<usize> {
        self.places.get(&canonical(type_name, title)).copied()
    }

    /// The place of the resource that a value of a metaparameter refers to.
    pub fn find_value(&self, value: &Value) -> Option<usize> {
        let (type_name, title) = reference_of(value)?;
        self.find_titled(type_name, title)
    }

    /// Adds a resource that the catalog got after the index was made, with its aliases.
    pub fn add(&mut self, catalog: &Catalog, place: usize) -> Result<(), CatalogError> {
        let Some(resource) = catalog.resources.get(place) else { return Ok(()) };
        let reference = canonical(&resource.type_name, &resource.title);
        if let Some(first) = self.places.get(&reference).and_then(|first| catalog.resources.get(*first)) {
            let reference = eco_format!("{resource}");
            return Err(CatalogError::Duplicate { reference, first: first.into(), second: resource.into() });
        }
        self.places.insert(reference, place);
        for alias in aliases(resource) {
            self.alias(catalog, place, alias)?;
        }
        Ok(())
    }

    /// Gives a resource another name, such as the value of its namevar.
    pub fn alias(&mut self, catalog: &Catalog, place: usize, alias: &str) -> Result<(), CatalogError> {
        let Some(resource) = catalog.resources.get(place) else { return Ok(()) };
        let known = *self.places.entry(canonical(&resource.type_name, alias)).or_insert(place);
        match catalog.resources.get(known) {
            Some(other) if known != place => Err(CatalogError::Alias {
                reference: eco_format!("{resource}"),
                type_name: resource.type_name.clone(),
                alias: alias.into(),
                first: other.into(),
                second: resource.into(),
            }),
            _ => Ok(()),
        }
    }
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
/// use engine::catalog::split_reference;
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
pub(crate) fn reference_of(value: &Value) -> Option<(&str, &str)> {
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

/// A reference as the catalog writes it, whatever the case of the one given; nothing for what is no reference.
///
/// ```
/// use engine::catalog::canonical_reference;
///
/// assert_eq!(canonical_reference("class[apache::mod]").as_deref(), Some("Class[Apache::Mod]"));
/// ```
pub fn canonical_reference(reference: &str) -> Option<EcoString> {
    split_reference(reference).map(|(type_name, title)| canonical(type_name, title))
}

/// A reference as the catalog writes it, by its parts.
pub(crate) fn canonical(type_name: &str, title: &str) -> EcoString {
    let type_name = canonical_type(type_name);
    let capital;
    let title = if type_name == CLASS {
        capital = capitalized(title);
        &capital
    } else {
        title
    };
    // There are many of them, and formatting takes three times as long.
    let mut reference = EcoString::with_capacity(type_name.len() + title.len() + "[]".len());
    for part in [&type_name, "[", title, "]"] {
        reference.push_str(part);
    }
    reference
}

/// The type of classes.
pub(super) const CLASS: &str = "Class";

/// The name of a type as catalogs write it.
pub(super) fn canonical_type(type_name: &str) -> EcoString {
    if type_name.is_empty() || type_name.eq_ignore_ascii_case("component") {
        return CLASS.into();
    }
    capitalized(type_name)
}

/// A name with a capital in each part. One that begins with a capital is taken as it is.
pub(super) fn capitalized(name: &str) -> EcoString {
    if name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return name.into();
    }
    if !name.contains(':') && name.is_ascii() {
        let (first, rest) = name.split_at(name.len().min(1));
        return ascii_capitalized(first, rest);
    }
    let mut written = EcoString::with_capacity(name.len());
    for (index, part) in name.split("::").enumerate() {
        written.push_str(if index == 0 { "" } else { "::" });
        let mut letters = part.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).for_each(|letter| written.push(letter));
        letters.flat_map(char::to_lowercase).for_each(|letter| written.push(letter));
    }
    written
}

/// Nearly all names are these, and nearly all are lower case.
fn ascii_capitalized(first: &str, rest: &str) -> EcoString {
    let mut written = EcoString::with_capacity(first.len() + rest.len());
    written.push_str(&first.to_ascii_uppercase());
    match rest.bytes().any(|byte| byte.is_ascii_uppercase()) {
        true => written.push_str(&rest.to_ascii_lowercase()),
        false => written.push_str(rest),
    }
    written
}
