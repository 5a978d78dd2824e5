//! `eyaml_lookup_key`: see `yaml_data`.

use super::yaml_data::body;
use crate::functions::{Function, Signature};

pub(super) static FUNCTION: Function = Function::typed(
    "eyaml_lookup_key",
    "Finds a value in a YAML file with encrypted values; only a hierarchy of Hiera can call it",
    &[Signature { parameters: &["String[1] key", "Hash[String[1], Any] options", "Any context"], block: None, body }],
    &[],
);
