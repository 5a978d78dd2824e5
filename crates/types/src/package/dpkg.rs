//! The commands of dpkg.

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{
    debian::{Debian, Tool},
    manager::Action,
    provider::PackageProvider,
    run,
    target::{Mark, PackageTarget},
};

pub(super) const PROVIDER: PackageProvider = PackageProvider {
    name: "dpkg",
    priority: 2,
    can_be_default: true,
    features: &["purgeable", "holdable", "virtual_packages", "upgradeable"],
    required_programs: &[DPKG, DEB],
    manager: || Box::new(Debian::new(Tool::Dpkg)),
};

pub(super) const DPKG: &str = "/usr/bin/dpkg";
pub(super) const DEB: &str = "/usr/bin/dpkg-deb";

/// dpkg can only install from a file.
#[derive(Debug, thiserror::Error)]
#[error("You cannot install dpkg packages without a source")]
struct NoSource;

/// The command that installs a file.
pub(super) fn install_command(target: &PackageTarget<'_>) -> Outcome<Vec<String>> {
    let Some(source) = target.text("source") else {
        return Err(NoSource.into());
    };
    let settings = if target.replaces_settings() { "--force-confnew" } else { "--force-confold" };
    Ok(run::line(DPKG, [settings, "-i", &source]))
}

/// Removes packages.
pub(super) fn remove(context: &Context, names: &[&str], action: Action) -> Outcome {
    let option = if action == Action::Purge { "--purge" } else { "-r" };
    let line = run::line(DPKG, std::iter::once(option).chain(names.iter().copied()));
    run::run(context, &line).map(drop)
}

/// Holds a package at its version, or releases it.
pub(super) fn mark(context: &Context, name: &str, mark: Mark) -> Outcome {
    let word = match mark {
        Mark::Hold => "hold",
        Mark::None => "install",
    };
    // The next read shows whether it worked.
    run::run_with_input(context, &run::line(DPKG, ["--set-selections"]), &format!("{name} {word}\n")).map(drop)
}

/// The version of the package in a file.
pub(super) fn version_of(context: &Context, target: &PackageTarget<'_>) -> Outcome<String> {
    let Some(source) = target.text("source") else {
        return Err(Failure::new(format!("Could not update: {NoSource}")));
    };
    let shown = run::run(context, &run::line(DEB, ["--show", &source]))?;
    let Some((name, version)) = shown.lines().find_map(|line| line.split_once('\t')) else {
        return Err(Failure::new(format!("cannot find a package name in '{source}'")));
    };
    if !name.contains(target.name) {
        let title = context.current_resource().map(|turn| turn.title).unwrap_or_default();
        let message = format!("source doesn't contain named package, but {name}");
        context.log().write(Level::Warning, Some(&format!("Package[{title}](provider=dpkg)")), &message);
    }
    Ok(version.to_owned())
}
