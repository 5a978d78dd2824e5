//! Which fragments of the catalog belong to which files.

use ecow::EcoString;
use pcore::{
    Value,
    keyed::{HashMap, HashSet, IndexSet},
};
use resource_api::{Context, context::CatalogResource, render::interpolate};

/// The files and fragments of a catalog, indexed once per run.
#[derive(Default)]
pub(crate) struct Index {
    fragments: Vec<Fragment>,
    by_target: HashMap<EcoString, Vec<usize>>,
    by_tag: HashMap<EcoString, Vec<usize>>,
    /// The tags of fragments by name.
    tags: HashMap<EcoString, EcoString>,
    /// The titles and tags of files by path.
    files: HashMap<EcoString, (EcoString, Option<EcoString>)>,
    /// The paths and titles of files.
    file_names: HashSet<EcoString>,
    file_tags: HashSet<EcoString>,
}

/// A part of a file.
pub(super) struct Fragment {
    pub(super) title: EcoString,
    pub(super) name: EcoString,
    pub(super) order: String,
    /// Its text; the value of a secret is not here.
    pub(super) content: Option<Value>,
    pub(super) sources: Vec<String>,
}

impl Index {
    /// Indexes a catalog.
    pub(crate) fn of(context: &Context) -> Index {
        let mut index = Index::default();
        let Some(catalog) = context.catalog() else { return index };
        for file in catalog.list("concat_file") {
            let path = text(&file, "path").or_else(|| text(&file, "name")).unwrap_or_else(|| file.title().clone());
            let tag = text(&file, "tag");
            index.file_names.extend([path.clone(), file.title().clone()]);
            index.file_tags.extend(tag.clone());
            index.files.insert(path, (file.title().clone(), tag));
        }
        for fragment in catalog.list("concat_fragment") {
            index.add(&fragment);
        }
        index
    }

    fn add(&mut self, fragment: &CatalogResource) {
        let index = self.fragments.len();
        let name = text(fragment, "name").unwrap_or_else(|| fragment.title().clone());
        if let Some(target) = text(fragment, "target") {
            self.by_target.entry(target).or_default().push(index);
        }
        if let Some(tag) = text(fragment, "tag") {
            self.by_tag.entry(tag.clone()).or_default().push(index);
            self.tags.insert(name.clone(), tag);
        }
        let attributes = fragment.attributes();
        let sources = match attributes.known("source") {
            Some(Value::Array(several)) => several.iter().map(interpolate).collect(),
            Some(one) => vec![interpolate(one)],
            None => Vec::new(),
        };
        self.fragments.push(Fragment {
            title: fragment.title().clone(),
            name,
            order: attributes.known("order").map_or_else(|| "10".to_owned(), interpolate),
            content: attributes.known("content").cloned(),
            sources,
        });
    }

    /// The fragments that name a file by its path, its title or its tag, in the order of the catalog.
    pub(super) fn fragments_of(&self, path: &str) -> Vec<&Fragment> {
        let mut indices: IndexSet<usize> = IndexSet::default();
        indices.extend(self.by_target.get(path).into_iter().flatten());
        if let Some((title, tag)) = self.files.get(path) {
            indices.extend(self.by_target.get(title).into_iter().flatten());
            indices.extend(tag.as_ref().and_then(|tag| self.by_tag.get(tag)).into_iter().flatten());
        }
        indices.sort_unstable();
        indices.iter().filter_map(|index| self.fragments.get(*index)).collect()
    }

    pub(crate) fn tag_of_fragment(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(EcoString::as_str)
    }

    /// Whether there is a file with that path, title or tag.
    pub(crate) fn has_file(&self, target: &str, tag: Option<&str>) -> bool {
        self.file_names.contains(target) || tag.is_some_and(|tag| self.file_tags.contains(tag))
    }
}

fn text(resource: &CatalogResource, attribute: &str) -> Option<EcoString> {
    resource.attributes().known(attribute).map(|value| match value {
        // Only the first of several tags counts.
        Value::Array(several) => several.first().map(interpolate).unwrap_or_default().into(),
        one => interpolate(one).into(),
    })
}
