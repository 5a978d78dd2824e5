//! `NotUndef.new`: the value itself.

use std::sync::LazyLock;

use super::constructor::Constructor;

pub(super) static UNIT: LazyLock<Constructor> =
    LazyLock::new(|| Constructor::new("new_unit").signature(&["Any from"], |call| Ok(call.argument(0).clone())));
