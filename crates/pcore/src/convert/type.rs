//! `Type.new`.

use std::sync::LazyLock;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
};
use crate::{parse::parse_type_with, value::Value};

pub(super) static TYPE: LazyLock<Constructor> =
    LazyLock::new(|| Constructor::new("new_type").signature(&["String[1] type_string"], from_string));

fn from_string(call: &Call<'_>) -> Result<Value, ConversionError> {
    let parsed = parse_type_with(call.text(0), call.context.names);
    parsed.map(Value::from).map_err(ConversionError::TypeExpression)
}
