//! `stage`: a part of the run.

use resource_api::{Resource, ResourceType};

pub(crate) fn resource_type() -> ResourceType {
    crate::derived::<Stage>()
}

/// A part of the run. Classes belong to a stage, `main` unless they say otherwise, and stages are put in order by their
/// relations.
#[derive(Resource)]
struct Stage {
    /// What classes call it.
    #[attribute(namevar, type = "String[1]")]
    name: String,
}
