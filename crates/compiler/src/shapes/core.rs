//! The types that come with Puppet, as recorded from the real one.
//!
//! `core.txt` is what `oracle/shapes.rb` writes: Puppet's own types, and those of the modules that are packaged with it.
//! `agent.txt`, in the same form, has the types of those modules that only the packages of puppet-agent have; what it
//! says was read off their sources.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{ResourceShape, ResourceShapes};

/// The types that come with Puppet.
///
/// ```
/// use compiler::{CoreShapes, ResourceShapes as _};
///
/// let file = CoreShapes.find("file").unwrap();
/// assert_eq!(file.namevars, ["path"]);
/// assert!(file.attributes.as_ref().unwrap().contains(&"mode".into()));
/// assert!(CoreShapes.find("no_such_type").is_none());
/// ```
pub struct CoreShapes;

static SHAPES: LazyLock<FxHashMap<EcoString, Arc<ResourceShape>>> = LazyLock::new(|| {
    let lines = include_str!("core.txt").lines().chain(include_str!("agent.txt").lines());
    lines.map(read).map(|shape| (shape.name.clone(), Arc::new(shape))).collect()
});

impl ResourceShapes for CoreShapes {
    fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
        SHAPES.get(name).cloned()
    }

    fn names(&self) -> Vec<EcoString> {
        SHAPES.keys().cloned().collect()
    }
}

/// Reads a line: a name and attributes, what is special, features.
fn read(line: &str) -> ResourceShape {
    let mut parts = line.split('|');
    let mut words = parts.next().unwrap_or_default().split_whitespace();
    let specials: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().collect();
    let mut shape = ResourceShape {
        name: words.next().unwrap_or_default().into(),
        titles_are_paths: specials.contains(&"path-titles"),
        titles_have_parts: specials.contains(&"parted-titles"),
        may_repeat: specials.contains(&"repeats"),
        ..ResourceShape::default()
    };
    let mut attributes = Vec::new();
    for word in words {
        let name = word.trim_start_matches('*');
        if name.len() < word.len() {
            shape.namevars.push(name.into());
        }
        attributes.push(name.into());
    }
    shape.attributes = Some(attributes);
    shape
}
