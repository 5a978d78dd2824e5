//! What a hash holds.

use indexmap::IndexMap;
use pcore::keyed::RandomState;

use super::{Callable, Key, Object};
use crate::error::Outcome;

/// Keys with values, in the order of insertion.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub map: IndexMap<Key, (Object, Object), RandomState>,
    pub default: Option<Object>,
    pub default_block: Option<Callable>,
}

impl Table {
    pub fn get(&self, key: &Object) -> Outcome<Option<Object>> {
        Ok(self.map.get(&Key::new(key, 0)?).map(|(_, value)| value.clone()))
    }

    /// Sets an entry. A text that is a key is copied, so that it does not change.
    pub fn insert(&mut self, key: Object, value: Object) -> Outcome<()> {
        let known = Key::new(&key, 0)?;
        match self.map.entry(known) {
            indexmap::map::Entry::Occupied(mut entry) => entry.get_mut().1 = value,
            indexmap::map::Entry::Vacant(entry) => {
                let key = match &key {
                    Object::String(text) => Object::text(text.borrow().clone()),
                    _ => key,
                };
                entry.insert((key, value));
            }
        }
        Ok(())
    }

    pub fn pairs(&self) -> Vec<(Object, Object)> {
        self.map.values().cloned().collect()
    }
}
