//! `notice`: a line for the log.

use resource_api::log::Level;

use crate::functions::{Function, Signature, core::logging::log};

pub(super) static FUNCTION: Function = Function::typed(
    "notice",
    "Writes its arguments to the log at the level `notice`",
    &[Signature { parameters: &["Any values*"], block: None, body: |call| log(call, Level::Notice) }],
    &[("notice('x')", "undef")],
);
