//! `resources`: see its definition.

use resource_api::ResourceType;

pub(crate) fn resource_type() -> ResourceType {
    crate::of_the_engine(include_str!("resources/definition.yaml"))
}
