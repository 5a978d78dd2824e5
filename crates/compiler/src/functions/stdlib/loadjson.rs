//! `loadjson`: data from a file in JSON.

use super::{loadyaml::loaded, parsejson::parse};
use crate::functions::Function;

pub(super) static FUNCTION: Function = Function::counted(
    "loadjson",
    "Returns the data of a file in JSON, or a default where it is not there or cannot be read",
    -2,
    |call| loaded(call, parse),
    &[("loadjson('/no/such/file', 'none')", "'none'")],
);
