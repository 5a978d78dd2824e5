//! Named values on their way out: the attributes of a resource, the namevars of an identity, settings.

use ecow::EcoString;
use pcore::Value;
use serde::{Serialize, Serializer, ser::SerializeMap};

use crate::Outgoing;

/// Named values: the attributes of a resource, the namevars of an identity, settings.
#[derive(Clone, Copy, Debug)]
pub struct Members<'v> {
    members: &'v dyn MemberSource,
    /// Whether symbols are tagged, as Ruby needs it.
    ruby: bool,
}

/// Something with named values.
pub trait MemberSource: std::fmt::Debug {
    /// Calls `each` for every member, in their order.
    fn each(&self, each: &mut dyn FnMut(&str, &Value));
}

impl MemberSource for Vec<(EcoString, Value)> {
    fn each(&self, each: &mut dyn FnMut(&str, &Value)) {
        self.iter().for_each(|(name, value)| each(name, value));
    }
}

impl<'v> Members<'v> {
    /// Members for languages without symbols.
    pub fn plain(members: &'v dyn MemberSource) -> Members<'v> {
        Members { members, ruby: false }
    }

    /// Members for Ruby.
    pub fn ruby(members: &'v dyn MemberSource) -> Members<'v> {
        Members { members, ruby: true }
    }
}

impl Serialize for Members<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        let mut outcome = Ok(());
        self.members.each(&mut |name, value| {
            if outcome.is_ok() {
                let value = if self.ruby { Outgoing::ruby(value) } else { Outgoing::plain(value) };
                outcome = map.serialize_entry(name, &value);
            }
        });
        outcome?;
        map.end()
    }
}
