//! Which code may change the resources of other code.
//!
//! The author of a parameter is the class, define or node whose code set it. A class may change what its parents
//! declared; otherwise what is set is set. Code that has changed resources through a collector may change everything
//! from then on, as in Puppet.

use ecow::EcoString;
use resource_api::log::capitalized;
use rustc_hash::FxHashMap;

/// The code that declares something: a class, a define, a node, or the main manifest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Author(u32);

#[derive(Debug)]
pub(crate) struct Authors {
    all: Vec<Entry>,
    known: FxHashMap<(AuthorKind, EcoString), Author>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AuthorKind {
    Class,
    Define,
    Node,
}

#[derive(Debug)]
struct Entry {
    kind: AuthorKind,
    name: EcoString,
    parent: Option<Author>,
    collects: bool,
}

impl Default for Authors {
    fn default() -> Authors {
        let mut authors = Authors { all: Vec::new(), known: FxHashMap::default() };
        authors.named(AuthorKind::Class, "");
        authors
    }
}

impl Authors {
    /// The main manifest.
    pub const MAIN: Author = Author(0);

    /// The author of a name.
    pub fn named(&mut self, kind: AuthorKind, name: &str) -> Author {
        let name = EcoString::from(name);
        let key = (kind, name.clone());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let author = Author(u32::try_from(self.all.len()).unwrap_or(u32::MAX));
        self.all.push(Entry { kind, name, parent: None, collects: false });
        self.known.insert(key, author);
        author
    }

    /// The author as messages name it: `Class[A]`.
    pub fn text(&self, author: Author) -> String {
        let entry = &self.all[author.0 as usize];
        match (entry.kind, entry.name.as_str()) {
            (AuthorKind::Class, "") => "Class[main]".into(),
            (AuthorKind::Class, name) => format!("Class[{}]", capitalized(name)),
            (AuthorKind::Define, name) => capitalized(name),
            (AuthorKind::Node, name) => format!("Node[{name}]"),
        }
    }

    /// Says which class another one inherits from.
    pub fn set_parent(&mut self, child: Author, parent: Author) {
        self.all[child.0 as usize].parent = Some(parent);
    }

    /// Says that an author has changed resources through a collector.
    pub fn set_collects(&mut self, author: Author) {
        self.all[author.0 as usize].collects = true;
    }

    /// Whether `child` inherits from `parent`, or may do as if it did.
    pub fn is_child(&self, child: Author, parent: Author) -> bool {
        let mut next = Some(child);
        // Inheritance has no circles: a class is declared only after its parent. The bound is for safety.
        for _ in 0..=self.all.len() {
            let Some(author) = next else { return false };
            let entry = &self.all[author.0 as usize];
            if entry.collects || entry.parent == Some(parent) {
                return true;
            }
            next = entry.parent;
        }
        false
    }
}
