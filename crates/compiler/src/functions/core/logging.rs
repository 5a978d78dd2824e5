//! What the functions that write to the log share: the text of the arguments, and who speaks.

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;

use crate::{error::Outcome, functions::Call};

/// Writes the arguments, with blanks between, in the name of the scope.
pub(super) fn log(call: &mut Call<'_, '_>, level: Level) -> Outcome {
    if call.compilation.log.wants(level) {
        let source = call.compilation.scope_name(call.frame.scope);
        let text = text(call)?;
        call.compilation.log.write(level, Some(&source), &text);
    }
    Ok(Value::Undef)
}

/// The arguments as one text, with blanks between.
pub(super) fn text(call: &Call<'_, '_>) -> Outcome<EcoString> {
    let mut text = EcoString::new();
    for (place, argument) in call.arguments.iter().enumerate() {
        if place > 0 {
            text.push(' ');
        }
        call.compilation.append_text(&mut text, argument)?;
    }
    Ok(text)
}
