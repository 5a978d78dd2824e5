//! The commands of dpkg.

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{
    run,
    system::Action,
    wanted::{Mark, Wanted},
};

pub(super) const DPKG: &str = "/usr/bin/dpkg";
pub(super) const DEB: &str = "/usr/bin/dpkg-deb";

/// A package is to be installed of which nobody said where it is.
#[derive(Debug, thiserror::Error)]
#[error("You cannot install dpkg packages without a source")]
struct NoSource;

/// The command that installs a file.
pub(super) fn installing(wanted: &Wanted<'_>) -> Outcome<Vec<String>> {
    let Some(source) = wanted.text("source") else {
        return Err(NoSource.into());
    };
    let settings = if wanted.replaces_settings() { "--force-confnew" } else { "--force-confold" };
    Ok(run::line(DPKG, [settings, "-i", &source]))
}

/// Takes packages away.
pub(super) fn remove(context: &Context, names: &[&str], action: Action) -> Outcome {
    let option = if action == Action::Purge { "--purge" } else { "-r" };
    let line = run::line(DPKG, std::iter::once(option).chain(names.iter().copied()));
    run::succeed(context, &line).map(drop)
}

/// Keeps a package at its version, or does not.
pub(super) fn mark(context: &Context, name: &str, mark: Mark) -> Outcome {
    let word = match mark {
        Mark::Hold => "hold",
        Mark::None => "install",
    };
    // Whether it worked is seen when the package is read again.
    run::feed(context, &run::line(DPKG, ["--set-selections"]), &format!("{name} {word}\n")).map(drop)
}

/// The version that the source of a package has.
pub(super) fn version_of(context: &Context, wanted: &Wanted<'_>) -> Outcome<String> {
    let Some(source) = wanted.text("source") else {
        return Err(Failure::new(format!("Could not update: {NoSource}")));
    };
    let shown = run::succeed(context, &run::line(DEB, ["--show", &source]))?;
    let Some((name, version)) = shown.lines().find_map(|line| line.split_once('\t')) else {
        return Err(Failure::new(format!("'{source}' does not say which package it has")));
    };
    if !name.contains(wanted.name) {
        let title = context.turn().map(|turn| turn.title).unwrap_or_default();
        let message = format!("source doesn't contain named package, but {name}");
        context.log().write(Level::Warning, Some(&format!("Package[{title}](provider=dpkg)")), &message);
    }
    Ok(version.to_owned())
}
