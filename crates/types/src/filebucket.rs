//! `filebucket`: where the old contents of files are kept. The type `file` uses it.

use resource_api::{Resource, ResourceType, pcore::Value};

pub(crate) fn resource_type() -> ResourceType {
    crate::derived::<Filebucket>()
}

/// A store for the contents of files, from which replaced files can be restored.
#[derive(Resource)]
struct Filebucket {
    /// What files call it.
    #[attribute(namevar, type = "String[1]")]
    name: String,
    /// The server that keeps the files, unless it is this machine.
    #[attribute(parameter, type = "Optional[Variant[String, Boolean]]")]
    server: Option<Value>,
    /// The port of the server.
    #[attribute(parameter, type = "Optional[Variant[Integer, String]]")]
    port: Option<Value>,
    /// The directory of this machine that keeps the files.
    #[attribute(parameter, type = "Optional[Variant[String, Boolean]]")]
    path: Option<Value>,
}
