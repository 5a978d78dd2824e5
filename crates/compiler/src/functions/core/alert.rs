//! `alert`: a line for the log.

use resource_api::log::Level;

use crate::functions::{Function, Signature, core::logging::log};

pub(super) static FUNCTION: Function = Function::typed(
    "alert",
    "Writes its arguments to the log at the level `alert`",
    &[Signature { parameters: &["Any values*"], block: None, body: |call| log(call, Level::Alert) }],
    &[("alert('x')", "undef")],
);
