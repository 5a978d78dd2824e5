//! `template`: ERB template files, filled in.

use ecow::EcoString;
use pcore::Value;
use ruby_subset::Error;

use crate::{
    erb::Place,
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "template",
    "Returns what ERB templates give, one after the other: 'module/name' in its folder 'templates', or absolute paths",
    -2,
    body,
    &[],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let mut made = EcoString::new();
    for name in arguments.iter() {
        let name = text::to_s(name);
        let Some(path) = call.find_file("templates", &name) else {
            return Err(Interrupt::plain(format!("Could not find template '{name}'")));
        };
        let source = call.read_text(&path)?;
        let place = Place { frame: call.frame, spot: call.spot, path: Some(path.display().to_string()) };
        match call.compilation.fill_in_template(&place, &source)? {
            Ok(filled) => made.push_str(&filled),
            Err(error) => {
                let (path, line, detail) = (path.display(), error.line, &error.message);
                let message = format!(
                    "Failed to parse template {name}:\n  Filepath: {path}\n  Line: {line}\n  Detail: {detail}\n"
                );
                return Err(advised(Interrupt::plain(message), &error));
            }
        }
        call.compilation.budget.size(made.len())?;
    }
    Ok(Value::String(made))
}

/// Adds what to do about a template that needs Ruby itself.
pub(super) fn advised(failure: Interrupt, error: &Error) -> Interrupt {
    if error.class == Error::NOT_SUPPORTED {
        return failure.hint("write the template in EPP, or the value in the manifest");
    }
    failure
}
