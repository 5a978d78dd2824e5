//! `getvar`: a variable by its name, and steps into its value.

use pcore::Value;

use super::get::navigate;
use crate::{
    error::{Interrupt, Outcome},
    functions::{Call, Function, Signature},
};

pub(super) static FUNCTION: Function = Function::typed(
    "getvar",
    "Returns what a path that begins with the name of a variable leads to, or a default value",
    &[Signature {
        parameters: &[r"Pattern[/\A(?:::)?(?:[a-z]\w*::)*[a-z_]\w*(?:\.|\Z)/] get_string", "Any default_value?"],
        block: Some("Callable[1, 1] block?"),
        body,
    }],
    &[("with({b => [1, 2]}) |$a| { getvar('a.b.0') }", "1"), ("getvar('there_is_no_such_variable', 'none')", "'none'")],
)
.refusing(refusal);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let text = call.string(0).to_owned();
    let end = text.find(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '_' || letter == ':'));
    let (name, path) = text.split_at(end.unwrap_or(text.len()));
    let path = match path.strip_prefix('.') {
        Some(path) => path,
        None if path.is_empty() => path,
        None => {
            let found = path.chars().next().unwrap_or_default();
            let message = format!("First character after var name in get string must be a '.' - got {found}");
            return Err(Interrupt::plain(message));
        }
    };
    let default = call.argument(1).clone();
    let element = path.split('.').next().filter(|element| !element.is_empty());
    match call.compilation.variable_for(call.frame.scope, name, element).cloned() {
        Some(value) => navigate(call, &value, path, default),
        None => Ok(default),
    }
}

fn refusal(arguments: &[Value]) -> Option<String> {
    let fits = matches!(arguments, [Value::String(_)] | [Value::String(_), _]);
    fits.then(|| "The given string does not start with a valid variable name".to_owned())
}
