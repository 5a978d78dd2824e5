//! `sysctl`: kernel parameters, in a file and in the running kernel.
//!
//! Two modules use different attributes, and both are supported: `val` is the value in the file, `value` is also set in
//! the running kernel.

#[cfg(test)]
mod tests;

use std::{fs, path::PathBuf};

use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    line_file::{Line, LineFormat},
    render::interpolate,
    secret::REDACTED,
};

use crate::{
    munge::Munger,
    parsed::{ParsedFiles, RecordType},
    subject::{Subject, absent, secret_in_sync, unwrap_sensitive},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("sysctl/definition.yaml")).with_provider(ProviderEntry::new("parsed", |_| {
        Ok(Parameters { munger: Munger::default(), files: ParsedFiles::new(ParameterLines) })
    }))
}

/// Lines such as `net.ipv4.ip_forward=1`.
#[derive(Clone, Copy)]
struct ParameterLines;

impl LineFormat for ParameterLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with(['#', ';']) {
            return Line::Other;
        }
        match trimmed.split_once('=') {
            Some((name, value)) => {
                Line::Record(State::new().with("name", name.trim_end()).with("val", value.trim_start()))
            }
            None => Line::Bad("missing '='".into()),
        }
    }

    fn print(&self, record: &State) -> String {
        let text = |name: &str| record.known(name).map(interpolate).unwrap_or_default();
        format!("{}={}", text("name"), text("val"))
    }
}

impl RecordType for ParameterLines {
    const TYPE_NAME: &'static str = "sysctl";
    const DEFAULT_TARGET: &'static str = "/etc/sysctl.conf";
    const FIELDS: &'static [&'static str] = &["val"];

    fn check(&self, record: &State) -> Result<(), String> {
        match record.known("val") {
            Some(_) => Ok(()),
            None => Err("Field 'val' is required".into()),
        }
    }
}

struct Parameters {
    munger: Munger,
    files: ParsedFiles<ParameterLines>,
}

#[resource_api::provider]
impl Provider for Parameters {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let mut states = self.files.states(context, request)?;
        // The old value of a secret is a secret, too.
        let is_secret = |state: &State| {
            let declared = context.catalog()?.find("sysctl", state.text("name")?)?;
            Some(matches!(declared.attributes().get("value"), Some(Value::Sensitive(_))))
        };
        for state in states.iter_mut().filter(|_| request.names().is_some()) {
            if let (Some(true), Some(value)) = (is_secret(state), state.known("val").cloned()) {
                state.insert("val", Value::sensitive(value));
            }
        }
        Ok(states)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        // The file has one value, whichever attribute it comes from.
        let in_file = changes.iter().map(|change| {
            let mut change = change.clone();
            if let Some(should) = &mut change.should
                && let Some(value) = should.known("value").cloned()
            {
                should.insert("val", value);
            }
            change
        });
        let in_file: Vec<_> =
            in_file.filter(|change| !is_in_file(change.is.as_ref(), change.should.as_ref())).collect();
        self.files.set(context, &Changes::new(in_file, changes.noop()));
        Ok(())
    }

    fn flush(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let failed = self.files.flush(context);
        for change in changes.iter().filter(|change| !failed.contains(&change.name)) {
            let Some(should) = change.should.as_ref().filter(|should| is_applied(should)) else { continue };
            let Some(value) = should.known("value").map(unwrap_sensitive).map(interpolate) else { continue };
            let name = change.name.name();
            if running(name).is_some_and(|running| words(&running) == words(&value)) {
                continue;
            }
            if let Err(error) = fs::write(path(name), &value)
                && should.get("silent") != Some(&Value::Boolean(true))
            {
                let reason = crate::file::system::reason(&error);
                let is_secret = matches!(should.get("value"), Some(Value::Sensitive(_)));
                let shown = if is_secret { REDACTED } else { &value };
                let failure =
                    Failure::new(format!("Could not set {name} to '{shown}' in the running kernel: {reason}"));
                context.fail_resource(&change.name, failure);
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &validate)
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        self.files.check_read(name)?;
        if property != "value" {
            return Ok(secret_in_sync(property, is, should).unwrap_or(Insync::Default));
        }
        let target = should.known("value").map(unwrap_sensitive).map(interpolate).unwrap_or_default();
        let in_file = is.known("val").map(unwrap_sensitive).map(interpolate);
        let running = running(name.name()).filter(|_| is_applied(should));
        let file_differs = in_file.as_deref().is_none_or(|value| words(value) != words(&target));
        let kernel_differs = running.as_deref().is_some_and(|value| words(value) != words(&target));
        let from = |value: &Option<String>| value.as_deref().map(|value| words(value).join("\t")).unwrap_or_default();
        let values = [("configuration", file_differs, &in_file), ("live", kernel_differs, &running)];
        let differing = values.into_iter().filter(|(_, differs, _)| *differs);
        let changes: Vec<String> =
            differing.map(|(what, _, is)| format!("{what} value from '{}' to '{target}'", from(is))).collect();
        if changes.is_empty() {
            return Ok(Insync::Yes);
        }
        let message = format!("changed {}", changes.join(" and "));
        if matches!(should.get("value"), Some(Value::Sensitive(_))) {
            return Ok(Insync::No(None));
        }
        Ok(Insync::differs(in_file.map_or_else(absent, Value::from), target.as_str()).with_message(message))
    }
}

/// Whether the file already has the value.
fn is_in_file(is: Option<&State>, should: Option<&State>) -> bool {
    let (Some(is), Some(should)) = (is, should) else { return false };
    let value = |state: &State| state.known("val").map(unwrap_sensitive).map(interpolate);
    is.text("ensure") == Some("present")
        && should.text("ensure") != Some("absent")
        && should.known("value").is_some()
        && is.text("target") == should.text("target")
        && value(is).is_some_and(|is| value(should).is_some_and(|should| words(&is) == words(&should)))
}

/// Whether the value is set in the running kernel.
fn is_applied(should: &State) -> bool {
    should.text("ensure") != Some("absent") && should.get("apply") != Some(&Value::Boolean(false))
}

fn validate(subject: &Subject<'_>, parameter: &mut State) -> Outcome {
    if parameter.known("val").is_some() && parameter.known("value").is_some() && parameter.text("target").is_none() {
        return Err(subject.refuse("value", "use either 'val' or 'value', not both"));
    }
    subject.exists_if_managed(parameter, &["val", "value"]);
    Ok(())
}

/// The value in the running kernel.
fn running(name: &str) -> Option<String> {
    Some(fs::read_to_string(path(name)).ok()?.trim_end().to_owned())
}

/// The file of a parameter in `/proc/sys`. A slash in the name is a dot in the file name, as in
/// `net/ipv4/conf/eth0.1/…`.
fn path(name: &str) -> PathBuf {
    let separator = name.find(['.', '/']).and_then(|index| name.get(index..=index)).unwrap_or(".");
    let swapped = |letter: char| match letter {
        '.' if separator == "." => '/',
        '/' if separator == "." => '.',
        other => other,
    };
    let relative: String = name.chars().map(swapped).collect();
    // The path must stay in `/proc/sys`.
    let parts = relative.split('/').filter(|part| !part.is_empty() && *part != ".." && *part != ".");
    std::iter::once("/proc/sys").chain(parts).collect()
}

/// The words of a value; whitespace between them does not matter.
fn words(value: &str) -> Vec<&str> {
    value.split_whitespace().collect()
}
