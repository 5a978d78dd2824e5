//! The commands of apt.

use std::fs;

use pcore::keyed::HashMap;
use resource_api::{Context, Failure, Outcome};

use super::{
    database,
    debian::{Debian, Tool},
    dpkg,
    manager::{Action, Task},
    provider::PackageProvider,
    run,
    target::{Ensure, Mark, PackageTarget},
    version::{DebianVersion, Range},
};

pub(super) const PROVIDER: PackageProvider = PackageProvider {
    name: "apt",
    priority: 3,
    can_be_default: true,
    features: &["install_options", "versionable", "purgeable", "holdable", "virtual_packages", "upgradeable"],
    required_programs: &[GET, CACHE, MARK, dpkg::DPKG],
    manager: || Box::new(Debian::new(Tool::Apt)),
};

pub(super) const GET: &str = "/usr/bin/apt-get";
pub(super) const CACHE: &str = "/usr/bin/apt-cache";
pub(super) const MARK: &str = "/usr/bin/apt-mark";
pub(super) const PRESEED: &str = "/usr/bin/debconf-set-selections";
const SOURCES: &str = "/etc/apt/sources.list";

/// What tasks must have in common to be done by one command.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Batch {
    Install { replaces_settings: bool, options: Vec<String> },
    Remove(Action),
}

impl Batch {
    /// The batch of a task; none if the task needs more than one command.
    pub(super) fn of(task: &Task<'_>) -> Option<Batch> {
        let Task { target, status, action, .. } = task;
        let is_plain = ["source", "responsefile"].iter().all(|attribute| target.text(attribute).is_none())
            && target.mark != Some(Mark::Hold)
            && status.mark != Some(Mark::Hold)
            && !target.name.starts_with('-');
        match action {
            _ if !is_plain => None,
            Action::Install | Action::Update => Some(Batch::Install {
                replaces_settings: target.replaces_settings(),
                options: target.options("install_options"),
            }),
            Action::Remove | Action::Purge => Some(Batch::Remove(*action)),
            Action::Mark(_) => None,
        }
    }
}

/// The command that installs packages; several of them have the options of the first one in common. A package alone may
/// be forced to a version. Of several, downgrades are allowed; nothing else is forced, since no package asked for it.
pub(super) fn install_command(context: &Context, packages: &[(&str, &PackageTarget<'_>)]) -> Outcome<Vec<String>> {
    let [(_, first), others @ ..] = packages else { return Ok(Vec::new()) };
    let (mut words, mut has_versions) = (Vec::with_capacity(packages.len()), false);
    for (name, target) in packages {
        let version = version(context, name, target)?;
        check_cdrom_sources(target)?;
        has_versions |= version.is_some();
        words.push(match (target.text("source"), version) {
            (Some(source), _) => source.into_owned(),
            (None, Some(version)) => format!("{name}={version}"),
            (None, None) => (*name).to_owned(),
        });
    }
    let settings = if first.replaces_settings() { "--force-confnew" } else { "--force-confold" };
    let settings = format!("DPkg::Options::={settings}");
    let mut line = run::line(GET, ["-q", "-y", "-o", &settings]);
    let force = if others.is_empty() { "--force-yes" } else { "--allow-downgrades" };
    line.extend(has_versions.then(|| force.to_owned()));
    line.extend(first.options("install_options"));
    line.push("install".to_owned());
    line.extend(words);
    Ok(line)
}

/// The version to install, if there is one: the latest one of a range.
fn version(context: &Context, name: &str, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
    let Ensure::Version(text) = &target.ensure else { return Ok(None) };
    let range = match Range::<DebianVersion>::parse(text) {
        Some(range @ (Range::Bound { .. } | Range::Between(..))) => range,
        Some(Range::Only(_)) | None => return Ok(Some(text.clone())),
    };
    let listed = run::run(context, &run::line(CACHE, ["madison", name]))?;
    let versions = listed.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim);
    Ok(Some(range.best(versions).map_or_else(|| range.to_string(), |version| version.to_string())))
}

/// Sources on CD-ROM may need someone to change the disc.
fn check_cdrom_sources(target: &PackageTarget<'_>) -> Outcome {
    let sources = fs::read_to_string(SOURCES).unwrap_or_default();
    let is_cdrom = |line: &str| line.split('#').next().is_some_and(|line| line.contains("cdrom:"));
    if !sources.lines().any(is_cdrom) || target.is_true("allowcdrom") {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{SOURCES} contains a cdrom source; not installing.  Use 'allowcdrom' to override this failure."
    )))
}

/// Removes packages.
pub(super) fn remove(context: &Context, names: &[&str], action: Action, is_held: bool) -> Outcome {
    let mut line = run::line(GET, ["-y", "-q"]);
    line.extend(is_held.then(|| "--allow-change-held-packages".to_owned()));
    line.push("remove".to_owned());
    line.extend((action == Action::Purge).then(|| "--purge".to_owned()));
    line.extend(names.iter().map(|&name| name.to_owned()));
    run::run(context, &line)?;
    // Apt does not purge packages that were removed before.
    if action == Action::Purge { dpkg::remove(context, names, action) } else { Ok(()) }
}

/// The candidate versions of the repositories; `None` for unknown packages.
pub(super) fn candidates(context: &Context, names: &[String]) -> Outcome<HashMap<String, Option<String>>> {
    let line = run::line(CACHE, std::iter::once("policy").chain(names.iter().map(String::as_str)));
    let policy = run::run(context, &line)?;
    let mut candidates: HashMap<String, Option<String>> = names.iter().map(|name| (name.clone(), None)).collect();
    let mut package = None;
    for line in policy.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with(' ')) {
            package = Some(name);
        } else if let Some(candidate) = line.trim_start().strip_prefix("Candidate:")
            && let Some(known) = package.and_then(|package| candidates.get_mut(package))
        {
            *known = Some(candidate.trim().to_owned());
        }
    }
    Ok(candidates)
}

/// Marks packages as manually installed, so that they are not removed together with others.
pub(super) fn mark_manual(context: &Context, names: &[&str]) {
    let automatic = if names.is_empty() { Vec::new() } else { database::automatic(names) };
    if !automatic.is_empty() {
        let line = run::line(MARK, std::iter::once("manual".to_owned()).chain(automatic));
        // The packages are installed; a missing mark only matters when others are removed.
        let _ = run::run(context, &line);
    }
}
