//! Whether a command is to be executed, according to `creates`, `unless` and `onlyif`.

use std::path::Path;

use resource_api::{
    Failure, Outcome,
    log::Level,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use super::{
    process::{Process, Purpose},
    spec::several,
};

/// Whether no check prevents the command from being executed. `refreshonly` is not considered here.
pub(super) fn allow(process: &mut Process<'_>) -> Outcome<bool> {
    let should = process.spec.should;
    for path in several(should.get("creates")).iter().map(interpolate) {
        if Path::new(&path).exists() {
            process.log_skipped("creates");
            return Ok(false);
        }
    }
    for (name, expected) in [("unless", false), ("onlyif", true)] {
        for command in several(should.get(name)).iter() {
            let ended = match process.run(command, Purpose::Check) {
                Err(failure) if failure.downcast_ref::<super::process::Expired>().is_some() => {
                    let shown = if process.spec.is_secret() { REDACTED.to_owned() } else { inspect(command) };
                    process.log(Level::Err, Some(name), &format!("Check {shown} exceeded timeout"));
                    process.log_skipped(name);
                    return Ok(false);
                }
                // If a check cannot be run, its result is unknown.
                Err(failure) => return Err(Failure::resource(failure.to_string())),
                Ok(ended) => ended,
            };
            process.log_output_lines(Level::Debug, name, &ended.output);
            let answer = ended.answer().map_err(|error| {
                let shown = if process.spec.is_secret() { REDACTED.to_owned() } else { inspect(command) };
                Failure::resource(format!("Check {shown} of '{name}': {error}"))
            })?;
            if answer != expected {
                process.log_skipped(name);
                return Ok(false);
            }
        }
    }
    Ok(true)
}
