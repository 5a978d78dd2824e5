//! Where what runs leave of a device is kept: in a folder of its own.

use std::path::Path;

use devices::Target;
use resource_api::{Failure, Outcome};

use crate::{configuration, options::Options, startup::Begun};

/// Settings that say where a run leaves something, and where that is for a device. Whatever they are for the machine, two
/// devices must not share it.
const OF_A_RUN: [(&str, &str); 13] = [
    ("statedir", "$vardir/state"),
    ("publicdir", "$vardir/public"),
    ("reportdir", "$vardir/reports"),
    ("clientbucketdir", "$vardir/clientbucket"),
    ("statefile", "$statedir/state.yaml"),
    ("transactionstorefile", "$statedir/transactionstore.yaml"),
    ("lastrunfile", "$publicdir/last_run_summary.yaml"),
    ("lastrunreport", "$statedir/last_run_report.yaml"),
    ("classfile", "$statedir/classes.txt"),
    ("resourcefile", "$statedir/resources.txt"),
    ("graphdir", "$statedir/graphs"),
    ("agent_catalog_run_lockfile", "$statedir/agent_catalog_run.lock"),
    ("rundir", "$vardir/run"),
];

/// What holds for a device: the settings of the machine, with its name, and with places of its own.
pub(super) fn of(command: &str, begun: &Begun, target: &Target) -> Outcome<Begun> {
    let unusable = |error: settings::SettingError| Failure::new(error.to_string());
    let folder = Path::new(&begun.settings.text("devicedir").map_err(unusable)?).join(target.folder());
    let mut options: Options = begun.options.clone();
    // What this command means by them is something else than what others do.
    ["facts", "target", "apply"].into_iter().for_each(|name| options.remove(name));
    options.replace("vardir", folder.to_string_lossy());
    for (name, place) in OF_A_RUN {
        options.replace(name, place);
    }
    options.replace("certname", target.name.to_lowercase());
    let (settings, _) = configuration::load(command, &options).map_err(|error| Failure::new(error.to_string()))?;
    Ok(Begun { options, settings, ..begun.clone() })
}
