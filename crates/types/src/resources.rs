//! `resources`: see its definition.

use resource_api::ResourceType;

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("resources/definition.yaml"))
}
