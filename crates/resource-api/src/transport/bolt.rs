//! Removes keys of a Bolt inventory that are not for the transport.

use ecow::EcoString;

use super::Schema;
use crate::{Context, State, definition::RESERVED_CONNECTION_INFO};

/// Keys that inventories have for every target, which a transport may not need.
const OFFERED: [&str; 6] = ["uri", "host", "protocol", "user", "port", "password"];

/// Discards keys that the schema does not have, and logs that.
pub(super) fn clean(schema: &Schema, context: &Context, values: &mut State) {
    let remote: Vec<EcoString> = names(values).filter(|name| name.starts_with("remote-")).collect();
    let mut discard = |name: &str| schema.attribute(name).is_none() && values.remove(name).is_some();
    for name in OFFERED {
        if discard(name) {
            context.info(format!("Discarding superfluous bolt attribute: {name}"));
        }
    }
    for name in RESERVED_CONNECTION_INFO.into_iter().chain(remote.iter().map(EcoString::as_str)) {
        if discard(name) {
            context.debug(format!("Discarding bolt metaparameter: {name}"));
        }
    }
    for name in names(values).collect::<Vec<_>>() {
        if schema.attribute(&name).is_none() {
            values.remove(&name);
            context.warning(format!("Discarding unknown attribute: {name}"));
        }
    }
}

fn names(values: &State) -> impl Iterator<Item = EcoString> + '_ {
    values.iter().map(|(name, _)| name.clone())
}
