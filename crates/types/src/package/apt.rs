//! The commands of apt.

use std::fs;

use resource_api::{Context, Failure, Outcome};
use rustc_hash::FxHashMap;

use super::{
    database, dpkg, run,
    system::{Action, Task},
    version::{DebianVersion, Range},
    wanted::{Ensure, Mark, Wanted},
};

pub(super) const GET: &str = "/usr/bin/apt-get";
pub(super) const CACHE: &str = "/usr/bin/apt-cache";
pub(super) const MARK: &str = "/usr/bin/apt-mark";
pub(super) const PRESEED: &str = "/usr/bin/debconf-set-selections";
const SOURCES: &str = "/etc/apt/sources.list";

/// What tasks must have in common to be done in one transaction.
#[derive(PartialEq, Eq, Hash)]
pub(super) enum Group {
    Install { replaces_settings: bool, options: Vec<String> },
    Remove(Action),
}

impl Group {
    /// The group of a task; what needs more than one command is done for itself.
    pub(super) fn of(task: &Task<'_>) -> Option<Group> {
        let Task { wanted, found, action, .. } = task;
        let is_plain = ["source", "responsefile"].iter().all(|attribute| wanted.text(attribute).is_none())
            && wanted.mark != Some(Mark::Hold)
            && found.mark != Some(Mark::Hold)
            && !wanted.name.starts_with('-');
        match action {
            _ if !is_plain => None,
            Action::Install | Action::Update => Some(Group::Install {
                replaces_settings: wanted.replaces_settings(),
                options: wanted.options("install_options"),
            }),
            Action::Remove | Action::Purge => Some(Group::Remove(*action)),
            Action::Mark(_) => None,
        }
    }
}

/// The command that installs a package.
pub(super) fn installing(context: &Context, name: &str, wanted: &Wanted<'_>) -> Outcome<Vec<String>> {
    let version = version(context, name, wanted)?;
    refuse_discs(wanted)?;
    let mut line = beginning(wanted);
    line.extend(version.is_some().then(|| "--force-yes".to_owned()));
    line.extend(wanted.options("install_options"));
    line.push("install".to_owned());
    line.push(match (wanted.text("source"), version) {
        (Some(source), _) => source.into_owned(),
        (None, Some(version)) => format!("{name}={version}"),
        (None, None) => name.to_owned(),
    });
    Ok(line)
}

/// The command that installs several packages. Versions may be older than what is there; what else can be forced is not
/// forced upon packages of which nobody asked for that.
pub(super) fn installing_together(context: &Context, names: &[&str], wanted: &[&Wanted<'_>]) -> Outcome<Vec<String>> {
    let Some(first) = wanted.first() else { return Ok(Vec::new()) };
    let mut packages = Vec::with_capacity(names.len());
    let mut has_versions = false;
    for (name, wanted) in names.iter().zip(wanted) {
        refuse_discs(wanted)?;
        packages.push(match version(context, name, wanted)? {
            Some(version) => {
                has_versions = true;
                format!("{name}={version}")
            }
            None => (*name).to_owned(),
        });
    }
    let mut line = beginning(first);
    line.extend(has_versions.then(|| "--allow-downgrades".to_owned()));
    line.extend(first.options("install_options"));
    line.push("install".to_owned());
    line.extend(packages);
    Ok(line)
}

fn beginning(wanted: &Wanted<'_>) -> Vec<String> {
    let settings = if wanted.replaces_settings() { "--force-confnew" } else { "--force-confold" };
    let settings = format!("DPkg::Options::={settings}");
    run::line(GET, ["-q", "-y", "-o", &settings])
}

/// The version that is to be installed, if one is asked for: the newest one of a range.
fn version(context: &Context, name: &str, wanted: &Wanted<'_>) -> Outcome<Option<String>> {
    let Ensure::Version(text) = &wanted.ensure else { return Ok(None) };
    let range = match Range::<DebianVersion>::parse(text) {
        Some(range @ (Range::Bound(_) | Range::Between(..))) => range,
        Some(Range::Only(_)) | None => return Ok(Some(text.clone())),
    };
    let listed = run::succeed(context, &run::line(CACHE, ["madison", name]))?;
    let versions = listed.lines().filter_map(|line| line.split('|').nth(1)).map(str::trim);
    Ok(Some(range.best(versions).map_or_else(|| range.to_string(), |version| version.to_string())))
}

/// Nobody may be there to change a disc.
fn refuse_discs(wanted: &Wanted<'_>) -> Outcome {
    let sources = fs::read_to_string(SOURCES).unwrap_or_default();
    let is_disc = |line: &str| line.split('#').next().is_some_and(|line| line.contains("cdrom:"));
    if !sources.lines().any(is_disc) || wanted.is_on("allowcdrom") {
        return Ok(());
    }
    Err(Failure::new(format!(
        "{SOURCES} contains a cdrom source; not installing.  Use 'allowcdrom' to override this failure."
    )))
}

/// Takes packages away.
pub(super) fn remove(context: &Context, names: &[&str], action: Action, is_held: bool) -> Outcome {
    let mut line = run::line(GET, ["-y", "-q"]);
    line.extend(is_held.then(|| "--allow-change-held-packages".to_owned()));
    line.push("remove".to_owned());
    line.extend((action == Action::Purge).then(|| "--purge".to_owned()));
    line.extend(names.iter().map(|&name| name.to_owned()));
    run::succeed(context, &line)?;
    // Apt does not purge what was removed before.
    if action == Action::Purge { dpkg::remove(context, names, action) } else { Ok(()) }
}

/// The newest versions that repositories have; nothing of what they do not know.
pub(super) fn candidates(context: &Context, names: &[String]) -> Outcome<FxHashMap<String, Option<String>>> {
    let line = run::line(CACHE, std::iter::once("policy").chain(names.iter().map(String::as_str)));
    let policy = run::succeed(context, &line)?;
    let mut candidates: FxHashMap<String, Option<String>> = names.iter().map(|name| (name.clone(), None)).collect();
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

/// Sees to it that packages do not go with others with which they came.
pub(super) fn keep(context: &Context, names: &[&str]) {
    let automatic = if names.is_empty() { Vec::new() } else { database::automatic(names) };
    if !automatic.is_empty() {
        let line = run::line(MARK, std::iter::once("manual".to_owned()).chain(automatic));
        // The packages are there; how they are marked matters only when others go.
        let _ = run::succeed(context, &line);
    }
}
