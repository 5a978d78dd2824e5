//! What is known of the file that has its turn.
//!
//! Its properties are compared one after the other, and nothing changes meanwhile: the file and its source are looked at
//! for the first of them only.

use std::{io, sync::Arc};

use resource_api::{Context, Failure, Outcome, State, failure::FailureKind};

use super::{
    checksum::Checksum,
    found::{Found, Kind, Links},
    seen::SeenFile,
    source::{self, Source},
    system,
    wanted::Wanted,
    web::Web,
};

/// The file that has its turn.
pub(super) struct Turn {
    should: State,
    /// The properties that were compared; who asks for one again has another turn.
    compared: u16,
    pub(super) found: Option<Found>,
    /// Whether the content is the same, where somebody has looked already.
    pub(super) is_same: Option<bool>,
    pub(super) source: Option<Arc<Source>>,
    pub(super) checksum: Checksum,
}

impl Turn {
    /// Looks at a file, unless somebody has just seen it, and at its source. Fails when there is none of its sources.
    pub(super) fn new(
        context: &Context,
        web: &Web,
        should: &State,
        default: Checksum,
        seen: Option<SeenFile>,
    ) -> Outcome<Turn> {
        let checksum = should.text("checksum").and_then(Checksum::named).unwrap_or(default);
        let wanted = Wanted::with_checksum(should, checksum);
        let seen = seen.filter(|seen| wanted.links() == Links::Manage || seen.found.kind != Kind::Link);
        let (found, compared) = seen.map(|seen| (seen.found, seen.compared)).unzip();
        let (is_same, source) = match compared.flatten() {
            Some(compared) => (Some(compared.is_same), compared.source),
            None => (None, source::of(context, web, &wanted)?),
        };
        let (found, unknown) = match found {
            Some(found) => (Some(found), None),
            None => Found::at(wanted.path, wanted.links()),
        };
        if let Some(error) = unknown.filter(|error| error.kind() != io::ErrorKind::PermissionDenied) {
            // Nothing can be done about a path that the system does not even look at.
            let refusal = system::called(&error, "rb_file_s_lstat", wanted.path);
            return Err(Failure::from(refusal).with_kind(FailureKind::Resource));
        }
        Ok(Turn { should: should.clone(), compared: 0, found, is_same, source, checksum: wanted.checksum })
    }

    /// Whether a property of a file is compared in this turn.
    pub(super) fn is_of(&self, should: &State, property: &str) -> bool {
        self.compared & bit(property) == 0
            && (self.should.is_copy_of(should) || self.should.get("path") == should.get("path"))
    }

    /// Takes that one more property is compared.
    pub(super) fn take(&mut self, property: &str) {
        self.compared |= bit(property);
    }
}

/// A bit for each property; all that have no name here share one.
fn bit(property: &str) -> u16 {
    const COMPARED: [&str; 11] = [
        "ensure",
        "content",
        "checksum_value",
        "target",
        "owner",
        "group",
        "mode",
        "seluser",
        "selrole",
        "seltype",
        "selrange",
    ];
    1 << COMPARED.iter().position(|name| *name == property).unwrap_or(COMPARED.len())
}
