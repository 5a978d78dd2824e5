//! Functions that write to the log, and `fail`.

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;

use crate::{
    error::{Interrupt, Outcome},
    functions::{Body, Call, Function, Signature},
};

functions![
    Function::typed(
        "alert",
        "Writes its arguments to the log at the level `alert`",
        &[to_log(|call| log(call, Level::Alert))],
        &[],
    ),
    Function::typed(
        "crit",
        "Writes its arguments to the log at the level `crit`",
        &[to_log(|call| log(call, Level::Critical))],
        &[],
    ),
    Function::typed(
        "debug",
        "Writes its arguments to the log at the level `debug`",
        &[to_log(|call| log(call, Level::Debug))],
        &[],
    ),
    Function::typed(
        "emerg",
        "Writes its arguments to the log at the level `emerg`",
        &[to_log(|call| log(call, Level::Emergency))],
        &[],
    ),
    Function::typed(
        "err",
        "Writes its arguments to the log at the level `err`",
        &[to_log(|call| log(call, Level::Err))],
        &[],
    ),
    Function::typed(
        "fail",
        "Ends the compilation with its arguments as the message",
        &[Signature::new(&["Any values*"], |call| Err(Interrupt::unplaced(text(call)?)))],
        &[],
    ),
    Function::typed(
        "info",
        "Writes its arguments to the log at the level `info`",
        &[to_log(|call| log(call, Level::Info))],
        &[],
    ),
    Function::typed(
        "notice",
        "Writes its arguments to the log at the level `notice`",
        &[to_log(|call| log(call, Level::Notice))],
        &[],
    ),
    Function::typed(
        "warning",
        "Writes its arguments to the log at the level `warning`",
        &[to_log(|call| log(call, Level::Warning))],
        &[],
    ),
];

const fn to_log(body: Body) -> Signature {
    Signature::new(&["Any values*"], body)
}

/// Writes the arguments, with blanks between, as a message of the scope.
fn log(call: &mut Call<'_, '_>, level: Level) -> Outcome {
    if call.compilation.log.wants(level) {
        let source = call.compilation.scope_name(call.frame.scope);
        let text = text(call)?;
        call.compilation.log.write(level, Some(&source), &text);
    }
    Ok(Value::Undef)
}

/// The arguments as one text, with blanks between.
fn text(call: &Call<'_, '_>) -> Outcome<EcoString> {
    let mut text = EcoString::new();
    for (index, argument) in call.arguments.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        call.compilation.append_text(&mut text, argument)?;
    }
    Ok(text)
}
