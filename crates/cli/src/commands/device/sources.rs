//! The files that say which devices there are.

use std::path::PathBuf;

use devices::{Source, Target, credentials, device_conf, inventory, url};
use resource_api::{Failure, Outcome, log::Level};

use crate::startup::Begun;

/// The devices, and where they were looked for.
pub(super) struct Found {
    pub(super) targets: Vec<Target>,
    /// The files, for who looks for something that is not there.
    pub(super) files: String,
}

/// Reads the files that the settings name. From now on no line shows a password that stands in them.
pub(super) fn read(begun: &Begun) -> Outcome<Found> {
    let log = &begun.log;
    let configuration = begun.settings.text("deviceconfig").map_err(|error| Failure::new(error.to_string()))?;
    let mut files = configuration.clone();
    let configuration = PathBuf::from(configuration);
    let mut targets = device_conf::read(&configuration)?;
    for target in &targets {
        log.line(Level::Debug, &format!("found device: {} at {}", target.name, target.place.line));
    }
    let holds_password = |target: &Target| match &target.source {
        Source::Url(address) => url::password(address).is_some(),
        Source::Info(_) => false,
    };
    let mut exposed = Vec::new();
    if targets.iter().any(holds_password) {
        exposed.extend(credentials::exposed(&configuration));
    }
    for file in begun.options.values("inventory") {
        files.push_str(&format!(" and {file}"));
        let inventory = inventory::read(file.as_ref())?;
        inventory.left_out.iter().for_each(|line| log.line(Level::Debug, &format!("{file}: {line}")));
        for target in inventory.targets {
            log.line(Level::Debug, &format!("found device: {} at {}", target.name, target.place));
            if let Some(known) = targets.iter().find(|known| known.is_called(&target.name)) {
                let Target { name, place, .. } = &target;
                return Err(Failure::new(format!("the device '{name}' is there twice: {} and {place}", known.place)));
            }
            targets.push(target);
        }
        exposed.extend(credentials::exposed(file.as_ref()));
    }
    for file in exposed {
        log.line(Level::Warning, &file.to_string());
    }
    for target in &targets {
        match &target.source {
            Source::Url(address) => log.scrubber().learn_address(address),
            Source::Info(info) => {
                if let Some(address) = info.get_str("uri").and_then(pcore::Value::as_str) {
                    log.scrubber().learn_address(address);
                }
                credentials::each_secret(info, &mut |secret| log.scrubber().learn_secret(secret));
            }
        }
    }
    Ok(Found { targets, files })
}
