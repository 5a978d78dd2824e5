//! What is known of the file that is being evaluated.
//!
//! Its properties are compared one after the other, and nothing changes in between, so the file and its source are read
//! for the first of them only.

use std::{io, sync::Arc};

use resource_api::{Context, Outcome, State, failure::FailureKind};

use super::{
    checksum::Checksum,
    read_cache::CachedFile,
    source::{self, Source},
    stat::{FileStat, Kind, Links},
    system,
    target_file::TargetFile,
    web::Web,
};

/// The file that is being evaluated.
pub(super) struct Comparison {
    should: State,
    /// The properties that were compared, as bits. Comparing one of them again starts another comparison.
    compared: u16,
    pub(super) stat: Option<FileStat>,
    /// Whether the content is the same, if that was compared already.
    pub(super) is_same: Option<bool>,
    pub(super) source: Option<Arc<Source>>,
    pub(super) checksum: Checksum,
}

impl Comparison {
    /// Reads the status of a file, unless it is cached, and finds its source. Fails if none of its sources exists.
    pub(super) fn new(
        context: &Context,
        web: &Web,
        should: &State,
        default: Checksum,
        cached: Option<CachedFile>,
    ) -> Outcome<Comparison> {
        let checksum = should.text("checksum").and_then(Checksum::from_name).unwrap_or(default);
        let target = TargetFile::with_checksum(should, checksum);
        let cached = cached.filter(|cached| target.links() == Links::Manage || cached.stat.kind != Kind::Link);
        let (stat, compared) = cached.map(|cached| (cached.stat, cached.compared)).unzip();
        let (is_same, source) = match compared.flatten() {
            Some(compared) => (Some(compared.is_same), compared.source),
            None => (None, source::resolve(context, web, &target)?),
        };
        let (stat, unknown) = match stat {
            Some(stat) => (Some(stat), None),
            None => FileStat::at(target.path, target.links()),
        };
        if let Some(error) = unknown.filter(|error| error.kind() != io::ErrorKind::PermissionDenied) {
            // Nothing can be managed at a path whose status cannot be read.
            let refusal = system::call_error(&error, "rb_file_s_lstat", target.path);
            return Err(refusal.with_kind(FailureKind::Resource));
        }
        Ok(Comparison { should: should.clone(), compared: 0, stat, is_same, source, checksum: target.checksum })
    }

    /// Whether this is the first comparison of a property of the same file.
    pub(super) fn covers(&self, should: &State, property: &str) -> bool {
        self.compared & bit(property) == 0
            && (self.should.is_copy_of(should) || self.should.get("path") == should.get("path"))
    }

    /// Records that a property is compared.
    pub(super) fn mark_compared(&mut self, property: &str) {
        self.compared |= bit(property);
    }
}

/// The bit of a property; those without a name here share one.
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
