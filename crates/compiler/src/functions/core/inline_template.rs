//! `inline_template`: ERB templates in texts, filled in.

use ecow::EcoString;
use pcore::Value;

use super::template::advised;
use crate::{
    erb::Place,
    error::{Interrupt, Outcome},
    functions::{Call, Function, ruby::text},
};

pub(super) static FUNCTION: Function = Function::counted(
    "inline_template",
    "Returns what texts give that are ERB templates, one after the other",
    -2,
    body,
    &[
        ("inline_template('<%= [1, 2].map { |n| n * 2 }.join(\"-\") %>')", "'2-4'"),
        ("inline_template('a<% if false %>b<% end %>', 'c')", "'ac'"),
    ],
);

fn body(call: &mut Call<'_, '_>) -> Outcome {
    let arguments = call.arguments;
    let mut made = EcoString::new();
    for template in arguments.iter() {
        let place = Place { frame: call.frame, spot: call.spot, path: None };
        match call.compilation.fill_in_template(&place, &text::to_s(template))? {
            Ok(filled) => made.push_str(&filled),
            Err(error) => {
                let failure = Interrupt::plain(format!("Failed to parse inline template: {}", error.message));
                return Err(advised(failure, &error));
            }
        }
        call.compilation.budget.size(made.len())?;
    }
    Ok(Value::String(made))
}
