//! What manifests write about packages, in one form, and what is wrong with it.

use pcore::Value;
use resource_api::{
    Failure, Outcome, State,
    render::{inspect, interpolate},
};

use super::Kind;
use crate::parsed::opened;

/// Words for true and false.
const TRUE_OR_FALSE: [&str; 2] = ["true", "false"];
const YES_OR_NO: [&str; 4] = ["true", "false", "yes", "no"];

/// Attributes that are true or false, with the words for it.
const SWITCHES: [(&str, &[&str]); 5] = [
    ("allow_virtual", &YES_OR_NO),
    ("allowcdrom", &TRUE_OR_FALSE),
    ("enable_only", &YES_OR_NO),
    ("install_only", &YES_OR_NO),
    ("reinstall_on_refresh", &TRUE_OR_FALSE),
];

/// Attributes that count only for providers with a feature.
pub(super) const FEATURES: [(&str, &str); 8] = [
    ("package_settings", "package_settings"),
    ("flavor", "supports_flavors"),
    ("mark", "holdable"),
    ("command", "targetable"),
    ("install_only", "install_only"),
    ("install_options", "install_options"),
    ("uninstall_options", "uninstall_options"),
    ("allow_virtual", "virtual_packages"),
];

/// Brings the attributes of a package into the form that the others read.
pub(super) fn canonicalize(kind: Kind, package: &mut State) -> Outcome {
    let name = package.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { name, kind };
    // What the provider cannot do is not looked at.
    for (attribute, feature) in FEATURES {
        if package.known(attribute).is_some() && !kind.has(feature) {
            package.remove(attribute);
        }
    }
    subject.no_secrets(package)?;
    subject.name(package)?;
    subject.ensure(package)?;
    subject.word(package, "mark", &["hold", "none"])?;
    subject.word(package, "configfiles", &["keep", "replace"])?;
    for (attribute, words) in SWITCHES {
        subject.switch(package, attribute, words)?;
    }
    for attribute in ["install_options", "uninstall_options"] {
        subject.options(package, attribute)?;
    }
    let goes = ["absent", "purged"].contains(&package.text("ensure").unwrap_or_default());
    if goes && package.known("mark").is_some() {
        let problem = "You cannot use \"mark\" property while \"ensure\" is one of [\"absent\", \"purged\"]";
        return Err(Failure::resource(format!("Validation of Package[{}] failed: {problem}", subject.name)));
    }
    Ok(())
}

/// The package that messages are about.
struct Subject {
    name: String,
    kind: Kind,
}

impl Subject {
    fn refuse(&self, parameter: &str, problem: &str) -> Failure {
        Failure::resource(format!("Parameter {parameter} failed on Package[{}]: {problem}", self.name))
    }

    /// Everything that is said of a package becomes a part of a command line, which every user of the machine can see.
    fn no_secrets(&self, package: &State) -> Outcome {
        let secret = package.iter().find(|(_, value)| value.holds_secret());
        secret.map_or(Ok(()), |(attribute, _)| {
            let problem = "A Sensitive value cannot be given to the program of a package without showing it to all users \
                           of the machine; keep it in a file that the program reads";
            Err(self.refuse(attribute, problem))
        })
    }

    fn ensure(&self, package: &mut State) -> Outcome {
        let word = match package.known("ensure") {
            // Several versions are what there is, not what is wanted.
            None | Some(Value::Array(_)) => return Ok(()),
            Some(given) => interpolate(given),
        };
        let feature = match word.as_str() {
            "installed" | "present" | "absent" => None,
            "purged" => Some("purgeable"),
            "latest" => Some("upgradeable"),
            "disabled" => Some("disableable"),
            _ => Some("versionable"),
        };
        // What dpkg has of a package has a mark, and is no wish for a version.
        let is_state = feature == Some("versionable") && package.known("mark").is_some();
        match feature.filter(|feature| !is_state && !self.kind.has(feature)) {
            Some(feature) => {
                let provider = self.kind.name();
                Err(self.refuse(
                    "ensure",
                    &format!("Provider {provider} must have features '{feature}' to set 'ensure' to '{word}'"),
                ))
            }
            None => {
                package.insert("ensure", if word == "installed" { "present".to_owned() } else { word });
                Ok(())
            }
        }
    }

    fn word(&self, package: &mut State, attribute: &str, words: &[&str]) -> Outcome {
        let Some(given) = package.known(attribute) else { return Ok(()) };
        let word = interpolate(given);
        if !words.contains(&word.as_str()) {
            let problem = format!("Invalid value {}. Valid values are {}.", inspect(given), words.join(", "));
            return Err(self.refuse(attribute, &problem));
        }
        package.insert(attribute, word);
        Ok(())
    }

    fn name(&self, package: &State) -> Outcome {
        let class = match package.known("name") {
            None | Some(Value::String(_) | Value::Symbol(_)) => return Ok(()),
            Some(Value::Integer(_)) => "Integer",
            Some(Value::Float(_)) => "Float",
            Some(Value::Array(_)) => "Array",
            Some(Value::Hash(_)) => "Hash",
            Some(_) => "something else",
        };
        Err(self.refuse("name", &format!("Name must be a String not {class}")))
    }

    fn switch(&self, package: &mut State, attribute: &str, words: &[&str]) -> Outcome {
        let Some(given) = package.known(attribute) else { return Ok(()) };
        let word = interpolate(given).to_lowercase();
        if !words.contains(&word.as_str()) {
            let problem = format!("Invalid value {}. Valid values are {}.", inspect(given), words.join(", "));
            return Err(self.refuse(attribute, &problem));
        }
        package.insert(attribute, word == "true" || word == "yes");
        Ok(())
    }

    /// One option, or several: texts and hashes.
    fn options(&self, package: &mut State, attribute: &str) -> Outcome {
        let Some(given) = package.known(attribute).cloned() else { return Ok(()) };
        let options = match opened(&given) {
            Value::Array(options) => options.to_vec(),
            single => vec![single.clone()],
        };
        let is_option = |option: &Value| matches!(opened(option), Value::String(_) | Value::Hash(_));
        if !options.iter().all(is_option) {
            return Err(self.refuse(attribute, "Expected either a string or hash of options"));
        }
        if !matches!(given, Value::Array(_)) {
            package.insert(attribute, options);
        }
        Ok(())
    }
}
