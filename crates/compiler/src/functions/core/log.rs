//! Functions that write to the log, and `fail`.

use ecow::EcoString;
use pcore::Value;
use resource_api::log::Level;

use crate::functions::{Call, Function, Outcome, Signature, fail};

functions![
    logger("alert", "Writes its arguments to the log at the level `alert`"),
    logger("crit", "Writes its arguments to the log at the level `crit`"),
    logger("debug", "Writes its arguments to the log at the level `debug`"),
    logger("emerg", "Writes its arguments to the log at the level `emerg`"),
    logger("err", "Writes its arguments to the log at the level `err`"),
    Function::typed(
        "fail",
        "Ends the compilation with its arguments as the message",
        &[Signature::new(&["Any values*"], |call| fail(text(call)?))],
        &[],
    )
    .legacy(),
    logger("info", "Writes its arguments to the log at the level `info`"),
    logger("notice", "Writes its arguments to the log at the level `notice`"),
    logger("warning", "Writes its arguments to the log at the level `warning`"),
];

/// A function that writes to the log at the level of its name.
const fn logger(name: &'static str, summary: &'static str) -> Function {
    const SIGNATURES: &[Signature] = &[Signature::new(&["Any values*"], log)];
    Function::typed(name, summary, SIGNATURES, &[]).legacy()
}

/// The level that a function of the log has its name from.
pub(crate) fn level(name: &str) -> Level {
    match name {
        "debug" => Level::Debug,
        "info" => Level::Info,
        "warning" | "deprecation_warning" => Level::Warning,
        "err" => Level::Err,
        "alert" => Level::Alert,
        "crit" => Level::Critical,
        "emerg" => Level::Emergency,
        _ => Level::Notice,
    }
}

/// Writes the arguments, with blanks between, as a message of the scope.
fn log(call: &mut Call<'_, '_>) -> Outcome {
    let level = level(call.name.trim_start_matches("::"));
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
