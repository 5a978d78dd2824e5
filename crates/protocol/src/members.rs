//! Named values on their way out: the attributes of a resource, the namevars of an identity, settings.

use std::fmt;

use ecow::EcoString;
use pcore::Value;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::{Outgoing, Symbols};

/// Named values: the attributes of a resource, the namevars of an identity, settings. `Debug` shows none of them, because
/// not every value that must stay secret is wrapped.
#[derive(Clone, Copy)]
pub struct Members<'v> {
    members: &'v dyn MemberSource,
    symbols: Symbols,
}

/// Something with named values.
pub trait MemberSource {
    /// Calls `each` for every member, in their order.
    fn each(&self, each: &mut dyn FnMut(&str, &Value));
}

impl MemberSource for Vec<(EcoString, Value)> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.iter().for_each(|(name, value)| each(name, value));
    }
}

impl<'v> Members<'v> {
    /// Members for a language that has symbols, or has none.
    pub fn new(members: &'v dyn MemberSource, symbols: Symbols) -> Members<'v> {
        Members { members, symbols }
    }
}

impl fmt::Debug for Members<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Members").finish_non_exhaustive()
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut outcome = Ok(());
        self.members.each(&mut |name, value| {
            if outcome.is_ok() {
                outcome = map.serialize_entry(name, &Outgoing::new(value, self.symbols));
            }
        });
        outcome?;
        map.end()
    }
}
