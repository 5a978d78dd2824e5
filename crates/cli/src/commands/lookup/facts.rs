//! The facts of the machine to look up values for.

use std::path::Path;

use compiler::input;
use pcore::{Hash, Value, json, yaml};
use resource_api::{Failure, Outcome};

use crate::{machine, startup::CommandContext};

/// Facts that identify a machine: they must be overridden together.
const IDENTITY: [&str; 4] = ["hostname", "domain", "fqdn", "clientcert"];

/// The facts of the machine, overridden by those of `--facts`.
pub(super) fn of(context: &CommandContext) -> Outcome<Value> {
    let options = &context.options;
    let overrides = options.value("facts").map(read_overrides).transpose()?;
    let mut facts = match options.value("node") {
        Some(node) => stored(context, node)?,
        None => machine::facts(&context.settings, &context.log)?,
    };
    match (overrides, options.value("node")) {
        (Some(overrides), _) => facts.extend(overrides),
        (None, Some(node)) if facts.is_empty() => {
            return Err(Failure::new(format!("No facts available for target node: {node}")));
        }
        (None, _) => {}
    }
    Ok(facts.into())
}

/// The facts of a file.
fn read_overrides(path: &str) -> Outcome<Hash> {
    let text = input::read_named_text(Path::new(path))
        .map_err(|error| Failure::new(format!("cannot read the facts {path}: {error}")))?;
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let read = match ending {
        "json" => json::parse(&text).map_err(|error| error.to_string()),
        "yaml" | "yml" => yaml::parse(&text).map_err(|error| error.to_string()),
        _ => Ok(json::parse(&text).ok().or_else(|| yaml::parse(&text).ok()).unwrap_or_default()),
    };
    let read = read.map_err(|error| Failure::new(format!("cannot parse the facts in {path}: {error}")))?;
    let Value::Hash(facts) = read else {
        return Err(Failure::new(format!(
            "Incorrectly formatted data in {path} given via the --facts flag (only accepts yaml and json files)"
        )));
    };
    let has = |name: &&str| facts.get_str(name).is_some();
    if IDENTITY.iter().any(has) && !IDENTITY.iter().all(has) {
        return Err(Failure::new(format!(
            "When overriding any of the {} facts with {path} given via the --facts flag, they must all be overridden.",
            IDENTITY.join(",")
        )));
    }
    Ok((*facts).clone())
}

/// The facts that a server has stored for a machine.
fn stored(context: &CommandContext, node: &str) -> Outcome<Hash> {
    if node.contains('/') || node.starts_with('.') {
        return Err(Failure::new(format!("'{node}' is not the name of a machine")));
    }
    let directory = context.settings.text("yamldir")?;
    let path = Path::new(&directory).join("facts").join(format!("{node}.yaml"));
    let Ok(text) = input::read_found_text(&path) else { return Ok(Hash::default()) };
    let read = yaml::parse_with(&text, yaml::ParseOptions { times: true, objects: true });
    let read = read.map_err(|error| Failure::new(format!("cannot parse the facts in {}: {error}", path.display())))?;
    let values = read.as_hash().and_then(|facts| facts.get_str("values")).and_then(Value::as_hash);
    Ok(values.cloned().unwrap_or_default())
}
