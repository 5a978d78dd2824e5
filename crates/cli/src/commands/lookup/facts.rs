//! The facts of the machine that is looked up for.

use std::path::Path;

use compiler::input;
use pcore::{Hash, Value, json, yaml};
use resource_api::{Failure, Outcome};

use crate::{machine, startup::Begun};

/// Facts that say who a machine is: they are given together.
const IDENTITY: [&str; 4] = ["hostname", "domain", "fqdn", "clientcert"];

/// The facts of the machine, with those of `--facts` in their place.
pub(super) fn of(begun: &Begun) -> Outcome<Value> {
    let options = &begun.options;
    let given = options.value("facts").map(given).transpose()?;
    let mut facts = match options.value("node") {
        Some(node) => stored(begun, node)?,
        None => machine::facts(&begun.settings, &begun.log)?,
    };
    let Some(given) = given else {
        return match options.value("node") {
            Some(node) if facts.is_empty() => Err(Failure::new(format!("No facts available for target node: {node}"))),
            _ => Ok(facts.into()),
        };
    };
    facts.extend(given);
    Ok(facts.into())
}

/// What a file says.
fn given(path: &str) -> Outcome<Hash> {
    let unusable = || {
        Failure::new(format!(
            "Incorrectly formatted data in {path} given via the --facts flag (only accepts yaml and json files)"
        ))
    };
    let text = input::read_named_text(Path::new(path))
        .map_err(|error| Failure::new(format!("cannot read the facts {path}: {error}")))?;
    let ending = Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    let read = match ending {
        "json" => {
            json::parse(&text).map_err(|error| Failure::new(format!("the facts {path} cannot be read: {error}")))?
        }
        "yaml" | "yml" => {
            yaml::parse(&text).map_err(|error| Failure::new(format!("the facts {path} cannot be read: {error}")))?
        }
        _ => json::parse(&text).ok().or_else(|| yaml::parse(&text).ok()).unwrap_or_default(),
    };
    let Value::Hash(facts) = read else { return Err(unusable()) };
    let has = |name: &&str| facts.get_str(name).is_some();
    if IDENTITY.iter().any(has) && !IDENTITY.iter().all(has) {
        return Err(Failure::new(format!(
            "When overriding any of the {} facts with {path} given via the --facts flag, they must all be overridden.",
            IDENTITY.join(",")
        )));
    }
    Ok((*facts).clone())
}

/// What a server has stored about a machine.
fn stored(begun: &Begun, node: &str) -> Outcome<Hash> {
    if node.contains('/') || node.starts_with('.') {
        return Err(Failure::new(format!("'{node}' is no name of a machine")));
    }
    let folder = begun.settings.text("yamldir").map_err(|error| Failure::new(error.to_string()))?;
    let path = Path::new(&folder).join("facts").join(format!("{node}.yaml"));
    let Ok(text) = input::read_found_text(&path) else { return Ok(Hash::default()) };
    let read = yaml::parse_with(&text, yaml::ParseOptions { times: true, objects: true });
    let read = read.map_err(|error| Failure::new(format!("the facts {} cannot be read: {error}", path.display())))?;
    let values = read.as_hash().and_then(|facts| facts.get_str("values")).and_then(Value::as_hash);
    Ok(values.cloned().unwrap_or_default())
}
