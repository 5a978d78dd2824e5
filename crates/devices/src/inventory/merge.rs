//! Merges two configurations.

use pcore::{Hash, Value};

/// Merges two configurations recursively; the stronger one wins.
pub(super) fn merged(weaker: &Hash, stronger: &Hash) -> Hash {
    let mut all = weaker.clone();
    for (key, value) in stronger.iter() {
        let joined = match (all.get(key), value) {
            (Some(Value::Hash(weaker)), Value::Hash(stronger)) => merged(weaker, stronger).into(),
            _ => value.clone(),
        };
        all.insert(key.clone(), joined);
    }
    all
}
