//! Which fragments of the catalog are for which files.

use ecow::EcoString;
use indexmap::IndexSet;
use pcore::Value;
use resource_api::{Context, context::CatalogResource, render::interpolate};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

/// The files and fragments of a catalog. It is made once a run, so that many of them take no longer than they must.
#[derive(Default)]
pub(crate) struct Index {
    fragments: Vec<Fragment>,
    by_target: FxHashMap<EcoString, Vec<usize>>,
    by_tag: FxHashMap<EcoString, Vec<usize>>,
    /// The tags of fragments by their names.
    tags: FxHashMap<EcoString, EcoString>,
    /// The titles and tags of files by their paths.
    files: FxHashMap<EcoString, (EcoString, Option<EcoString>)>,
    /// The paths and titles of files.
    names_of_files: FxHashSet<EcoString>,
    tags_of_files: FxHashSet<EcoString>,
}

/// A part of a file.
pub(super) struct Fragment {
    pub(super) title: EcoString,
    pub(super) name: EcoString,
    pub(super) order: String,
    /// Its text; a secret holds nothing here.
    pub(super) content: Option<Value>,
    pub(super) sources: Vec<String>,
}

impl Index {
    /// Looks through the catalog.
    pub(crate) fn of(context: &Context) -> Index {
        let mut index = Index::default();
        let Some(catalog) = context.catalog() else { return index };
        for file in catalog.list("concat_file") {
            let path = text(&file, "path").or_else(|| text(&file, "name")).unwrap_or_else(|| file.title().clone());
            let tag = text(&file, "tag");
            index.names_of_files.extend([path.clone(), file.title().clone()]);
            index.tags_of_files.extend(tag.clone());
            index.files.insert(path, (file.title().clone(), tag));
        }
        for fragment in catalog.list("concat_fragment") {
            index.add(&fragment);
        }
        index
    }

    fn add(&mut self, fragment: &CatalogResource) {
        let place = self.fragments.len();
        let name = text(fragment, "name").unwrap_or_else(|| fragment.title().clone());
        if let Some(target) = text(fragment, "target") {
            self.by_target.entry(target).or_default().push(place);
        }
        if let Some(tag) = text(fragment, "tag") {
            self.by_tag.entry(tag.clone()).or_default().push(place);
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
        let mut places: IndexSet<usize, FxBuildHasher> = IndexSet::default();
        places.extend(self.by_target.get(path).into_iter().flatten());
        if let Some((title, tag)) = self.files.get(path) {
            places.extend(self.by_target.get(title).into_iter().flatten());
            places.extend(tag.as_ref().and_then(|tag| self.by_tag.get(tag)).into_iter().flatten());
        }
        places.sort_unstable();
        places.iter().filter_map(|place| self.fragments.get(*place)).collect()
    }

    /// The tag of a fragment.
    pub(crate) fn tag_of_fragment(&self, name: &str) -> Option<&str> {
        self.tags.get(name).map(EcoString::as_str)
    }

    /// Whether there is a file of that path or title, or with that tag.
    pub(crate) fn has_file(&self, target: &str, tag: Option<&str>) -> bool {
        self.names_of_files.contains(target) || tag.is_some_and(|tag| self.tags_of_files.contains(tag))
    }
}

fn text(resource: &CatalogResource, attribute: &str) -> Option<EcoString> {
    resource.attributes().known(attribute).map(|value| match value {
        // A tag that is one of several is still a tag.
        Value::Array(several) => several.first().map(interpolate).unwrap_or_default().into(),
        one => interpolate(one).into(),
    })
}
