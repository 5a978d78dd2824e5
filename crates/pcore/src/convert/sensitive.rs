//! `Sensitive.new`.

use std::sync::LazyLock;

use super::constructor::Constructor;
use crate::value::Value;

pub(super) static SENSITIVE: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_Sensitive")
        .signature(&["Sensitive value"], |call| Ok(call.argument(0).clone()))
        .signature(&["Any value"], |call| Ok(Value::sensitive(call.argument(0).clone())))
});
