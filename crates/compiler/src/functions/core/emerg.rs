//! `emerg`: a line for the log.

use resource_api::log::Level;

use crate::functions::{Function, Signature, core::logging::log};

pub(super) static FUNCTION: Function = Function::typed(
    "emerg",
    "Writes its arguments to the log at the level `emerg`",
    &[Signature { parameters: &["Any values*"], block: None, body: |call| log(call, Level::Emergency) }],
    &[("emerg('x')", "undef")],
);
