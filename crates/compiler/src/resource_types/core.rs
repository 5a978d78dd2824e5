//! The types that come with Puppet, as recorded from the real one.
//!
//! `core.txt` is what `oracle/resource_types.rb` writes: Puppet's own types, and those of the modules that are packaged with it.
//! `agent.txt`, in the same form, has the types of those modules that only the packages of puppet-agent have; what it
//! says was read off their sources.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{ResourceTypeInfo, ResourceTypes};

/// The types that come with Puppet.
///
/// ```
/// use compiler::{CoreTypes, ResourceTypes as _};
///
/// let file = CoreTypes.find("file").unwrap();
/// assert_eq!(file.namevars, ["path"]);
/// assert!(file.attributes.as_ref().unwrap().contains(&"mode".into()));
/// assert!(CoreTypes.find("no_such_type").is_none());
/// ```
pub struct CoreTypes;

static TYPES: LazyLock<FxHashMap<EcoString, Arc<ResourceTypeInfo>>> = LazyLock::new(|| {
    let lines = include_str!("core.txt").lines().chain(include_str!("agent.txt").lines());
    lines.map(read).map(|info| (info.name.clone(), Arc::new(info))).collect()
});

impl ResourceTypes for CoreTypes {
    fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
        TYPES.get(name).cloned()
    }

    fn names(&self) -> Vec<EcoString> {
        TYPES.keys().cloned().collect()
    }
}

/// Reads a line: a name and attributes, what is special, features.
fn read(line: &str) -> ResourceTypeInfo {
    let mut parts = line.split('|');
    let mut words = parts.next().unwrap_or_default().split_whitespace();
    let specials: Vec<&str> = parts.next().unwrap_or_default().split_whitespace().collect();
    let mut info = ResourceTypeInfo {
        name: words.next().unwrap_or_default().into(),
        titles_are_paths: specials.contains(&"path-titles"),
        titles_have_parts: specials.contains(&"parted-titles"),
        may_repeat: specials.contains(&"repeats"),
        ..ResourceTypeInfo::default()
    };
    let mut attributes = Vec::new();
    for word in words {
        let name = word.trim_start_matches('*');
        if name.len() < word.len() {
            info.namevars.push(name.into());
        }
        attributes.push(name.into());
    }
    info.attributes = Some(attributes);
    info
}
