//! Normalizes what manifests write about packages, and validates it.

use pcore::Value;
use resource_api::{
    Failure, Outcome, State,
    render::{inspect, interpolate},
};

use super::provider::PackageProvider;
use crate::subject::unwrap_sensitive;

/// Words for booleans.
const TRUE_OR_FALSE: [&str; 2] = ["true", "false"];
const YES_OR_NO: [&str; 4] = ["true", "false", "yes", "no"];

/// Boolean attributes, with their words.
const BOOLEANS: [(&str, &[&str]); 5] = [
    ("allow_virtual", &YES_OR_NO),
    ("allowcdrom", &TRUE_OR_FALSE),
    ("enable_only", &YES_OR_NO),
    ("install_only", &YES_OR_NO),
    ("reinstall_on_refresh", &TRUE_OR_FALSE),
];

/// Attributes that need a feature of the provider.
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

/// Brings the attributes of a package into canonical form.
pub(super) fn canonicalize(provider: &PackageProvider, package: &mut State) -> Outcome {
    let name = package.known("name").map(interpolate).unwrap_or_default();
    let subject = Subject { name, provider };
    // Attributes that the provider does not support are ignored.
    for (attribute, feature) in FEATURES {
        if package.known(attribute).is_some() && !provider.has(feature) {
            package.remove(attribute);
        }
    }
    subject.refuse_secrets(package)?;
    subject.check_name(package)?;
    subject.ensure(package)?;
    subject.keyword(package, "mark", &["hold", "none"])?;
    subject.keyword(package, "configfiles", &["keep", "replace"])?;
    for (attribute, words) in BOOLEANS {
        subject.boolean(package, attribute, words)?;
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
struct Subject<'p> {
    name: String,
    provider: &'p PackageProvider,
}

impl Subject<'_> {
    fn refuse(&self, parameter: &str, problem: &str) -> Failure {
        Failure::resource(format!("Parameter {parameter} failed on Package[{}]: {problem}", self.name))
    }

    /// Attributes of a package become arguments of a command, which every user of the machine can see.
    fn refuse_secrets(&self, package: &State) -> Outcome {
        let secret = package.iter().find(|(_, value)| value.holds_secret());
        secret.map_or(Ok(()), |(attribute, _)| {
            let problem = "A Sensitive value cannot be used here, since all users can see the arguments of the package manager; keep \
                           it in a file that the package manager reads";
            Err(self.refuse(attribute, problem))
        })
    }

    fn ensure(&self, package: &mut State) -> Outcome {
        let word = match package.known("ensure") {
            // An array of versions is a current state, not a desired one.
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
        // The current state of dpkg has a mark, and its version is not a request.
        let is_state = feature == Some("versionable") && package.known("mark").is_some();
        match feature.filter(|feature| !is_state && !self.provider.has(feature)) {
            Some(feature) => {
                let provider = self.provider.name;
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

    fn keyword(&self, package: &mut State, attribute: &str, words: &[&str]) -> Outcome {
        let Some(given) = package.known(attribute) else { return Ok(()) };
        let word = interpolate(given);
        if !words.contains(&word.as_str()) {
            let problem = format!("Invalid value {}. Valid values are {}.", inspect(given), words.join(", "));
            return Err(self.refuse(attribute, &problem));
        }
        package.insert(attribute, word);
        Ok(())
    }

    fn check_name(&self, package: &State) -> Outcome {
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

    fn boolean(&self, package: &mut State, attribute: &str, words: &[&str]) -> Outcome {
        let Some(given) = package.known(attribute) else { return Ok(()) };
        let word = interpolate(given).to_lowercase();
        if !words.contains(&word.as_str()) {
            let problem = format!("Invalid value {}. Valid values are {}.", inspect(given), words.join(", "));
            return Err(self.refuse(attribute, &problem));
        }
        package.insert(attribute, word == "true" || word == "yes");
        Ok(())
    }

    /// One option or several: strings and hashes.
    fn options(&self, package: &mut State, attribute: &str) -> Outcome {
        let Some(given) = package.known(attribute).cloned() else { return Ok(()) };
        let options = match unwrap_sensitive(&given) {
            Value::Array(options) => options.to_vec(),
            single => vec![single.clone()],
        };
        let is_option = |option: &Value| matches!(unwrap_sensitive(option), Value::String(_) | Value::Hash(_));
        if !options.iter().all(is_option) {
            return Err(self.refuse(attribute, "Expected either a string or hash of options"));
        }
        if !matches!(given, Value::Array(_)) {
            package.insert(attribute, options);
        }
        Ok(())
    }
}
