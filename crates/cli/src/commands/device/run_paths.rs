//! The files that runs on a device write, in a directory of its own.

use std::path::Path;

use devices::Target;
use resource_api::Outcome;

use crate::{configuration, options::Options, startup::CommandContext};

/// Settings with paths of files that a run writes, and their values for a device. Two devices must not share them,
/// whatever they are for the machine.
const RUN_PATHS: [(&str, &str); 13] = [
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

/// The context for a device: the settings of the machine with the name of the device and its own paths.
pub(super) fn of(command: &str, context: &CommandContext, target: &Target) -> Outcome<CommandContext> {
    let directory = Path::new(&context.settings.text("devicedir")?).join(target.directory());
    let mut options: Options = context.options.clone();
    // These options have another meaning for other commands.
    ["facts", "target", "apply"].into_iter().for_each(|name| options.remove(name));
    options.replace("vardir", directory.to_string_lossy());
    for (name, path) in RUN_PATHS {
        options.replace(name, path);
    }
    options.replace("certname", target.name.to_lowercase());
    let (settings, _) = configuration::load(command, &options)?;
    Ok(CommandContext { options, settings, ..context.clone() })
}
