//! `hocon_data`: see `yaml_data`.

use super::yaml_data::{PARAMETERS, body};
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "hocon_data",
    "Reads the data of a HOCON file; only a hierarchy of Hiera can call it",
    &[Signature { parameters: PARAMETERS, block: None, body }],
    &[],
);
