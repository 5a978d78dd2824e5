//! `find_template`: where a template is.

use super::find_file::first;
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "find_template",
    "Returns the path of the first template that exists: 'module/name' in its folder 'templates', or an absolute path",
    &[
        Signature { parameters: &["String paths*"], block: None, body: |call| first(call, "templates") },
        Signature { parameters: &["Array[String] paths_array*"], block: None, body: |call| first(call, "templates") },
    ],
    &[("find_template('/nonexistent')", "undef")],
);
