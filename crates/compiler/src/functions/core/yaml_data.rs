//! `yaml_data`, `json_data`, `hocon_data`, `eyaml_lookup_key`: what a hierarchy of Hiera names to read its files.
//!
//! Hiera reads these files itself; a manifest has no context to call the functions with.

use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "yaml_data",
    "Reads the data of a YAML file; only a hierarchy of Hiera can call it",
    &[Signature { parameters: PARAMETERS, block: None, body }],
    &[],
);

pub(super) const PARAMETERS: &[&str] = &["Struct[{'path' => String[1]}] options", "Any context"];

/// Says who may call such a function.
pub(super) fn body(call: &mut Call<'_, '_>) -> Outcome {
    let name = call.name;
    Err(Interrupt::plain(format!("'{name}' can be called by Hiera only, as a hierarchy in hiera.yaml says")))
}
