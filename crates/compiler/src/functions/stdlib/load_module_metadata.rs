//! `load_module_metadata`: what a module says about itself.

use pcore::{Value, json};

use super::{fail, get_module_path::folder};
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function =
    Function::counted("load_module_metadata", "Returns the metadata.json of a module as a hash", -1, body, &[]);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let (module, may_miss) = match call.arguments {
        [module] => (module, false),
        [module, may_miss] => (module, !matches!(may_miss, Value::Undef | Value::Boolean(false))),
        _ => return fail("load_module_metadata(): Wrong number of arguments, expects one or two"),
    };
    let file = folder(call, module)?.join("metadata.json");
    if !file.exists() {
        if may_miss {
            return Ok(Value::hash([]));
        }
        let name = text::to_s(module);
        return fail(format!("load_module_metadata(): No metadata.json file for module {name}"));
    }
    json::parse(&call.read_text(&file)?).map_err(|error| Interrupt::plain(format!("{}: {error}", file.display())))
}
