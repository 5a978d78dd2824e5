//! Whether a command is to be executed: what it creates is missing, and other commands say so.

use std::path::Path;

use resource_api::{
    Failure, Outcome,
    log::Level,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use super::{
    process::{Process, Purpose},
    wanted::several,
};

/// Whether nothing prevents the command from being executed. That it only waits for others is not looked at.
pub(super) fn allow(process: &mut Process<'_>) -> Outcome<bool> {
    let should = process.wanted.should;
    for path in several(should.get("creates")).iter().map(interpolate) {
        if Path::new(&path).exists() {
            process.tell_prevented("creates");
            return Ok(false);
        }
    }
    for (name, wanted) in [("unless", false), ("onlyif", true)] {
        for command in several(should.get(name)).iter() {
            let ended = match process.run(command, Purpose::Check) {
                Err(failure) if failure.downcast_ref::<super::process::TooLong>().is_some() => {
                    let shown = if process.wanted.is_secret() { REDACTED.to_owned() } else { inspect(command) };
                    process.tell(Level::Err, Some(name), &format!("Check {shown} exceeded timeout"));
                    process.tell_prevented(name);
                    return Ok(false);
                }
                // What cannot be checked cannot be decided.
                Err(failure) => return Err(Failure::resource(failure.to_string())),
                Ok(ended) => ended,
            };
            process.tell_output(Level::Debug, name, &ended.output);
            if ended.is_success() != wanted {
                process.tell_prevented(name);
                return Ok(false);
            }
        }
    }
    Ok(true)
}
