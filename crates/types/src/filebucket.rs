//! `filebucket`: see its definition.

use resource_api::ResourceType;

pub(crate) fn resource_type() -> ResourceType {
    crate::metadata_type(include_str!("filebucket/definition.yaml"))
}
