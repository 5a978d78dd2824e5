//! Validates what the definition of packages cannot say.

use pcore::Value;
use resource_api::{Context, Outcome, State, render::interpolate};

use super::provider::PackageProvider;
use crate::{
    munge::{Features, Munger},
    subject::{Subject, title_of},
};

/// Brings the attributes of a package into canonical form.
pub(super) fn canonicalize(
    context: &Context,
    munger: &Munger,
    provider: &PackageProvider,
    package: &mut State,
) -> Outcome {
    let features = Features { provider: provider.name, has: &|feature| provider.has(feature) };
    munger.remove_unsupported(context, features, package);
    refuse_secrets(package)?;
    munger.canonicalize_for(context, Some(features), std::slice::from_mut(package), &|subject, package| {
        ensure(subject, provider, package)?;
        let goes = ["absent", "purged"].contains(&package.text("ensure").unwrap_or_default());
        if goes && package.known("mark").is_some() {
            let problem = "You cannot use \"mark\" property while \"ensure\" is one of [\"absent\", \"purged\"]";
            return Err(subject.refuse_all(problem));
        }
        Ok(())
    })
}

/// Attributes of a package become arguments of a command, which every user of the machine can see.
fn refuse_secrets(package: &State) -> Outcome {
    let Some((attribute, _)) = package.iter().find(|(_, value)| value.holds_secret()) else { return Ok(()) };
    let title = title_of(package);
    let problem = "A Sensitive value cannot be used here, since all users can see the arguments of the package manager; keep \
                   it in a file that the package manager reads";
    Err(Subject { type_name: "Package", title: &title }.refuse(attribute, problem))
}

fn ensure(subject: &Subject<'_>, provider: &PackageProvider, package: &mut State) -> Outcome {
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
    match feature.filter(|feature| !is_state && !provider.has(feature)) {
        Some(feature) => {
            let provider = provider.name;
            Err(subject.refuse(
                "ensure",
                format!("Provider {provider} must have features '{feature}' to set 'ensure' to '{word}'"),
            ))
        }
        None => {
            package.insert("ensure", if word == "installed" { "present".to_owned() } else { word });
            Ok(())
        }
    }
}
