//! Python packages.

use resource_api::{Context, Outcome};

use super::{
    language::{Language, LanguagePackages},
    manager::{Action, PackageStatus, Presence, Task},
    provider::PackageProvider,
    run,
    target::{Ensure, PackageTarget},
    version::{PipVersion, Range, Version},
};

pub(super) const PIP: PackageProvider = PackageProvider {
    name: "pip",
    priority: 1,
    can_be_default: false,
    features: &["install_options", "versionable", "targetable", "upgradeable"],
    required_programs: &[],
    manager: || Box::new(LanguagePackages::new(Wheels, "pip", &["pip", "pip-python", "pip2", "pip-2"])),
};

pub(super) const PIP3: PackageProvider =
    PackageProvider { name: "pip3", manager: || Box::new(LanguagePackages::new(Wheels, "pip3", &["pip3"])), ..PIP };

struct Wheels;

impl Language for Wheels {
    fn list(&self, context: &Context, tool: &str) -> Outcome<Vec<(String, Presence)>> {
        let frozen = run::query_with_home(context, &run::line(tool, ["freeze", "--all"]))?;
        Ok(frozen.output.lines().filter_map(read).collect())
    }

    fn is_same(&self, name: &str, other: &str) -> bool {
        normalize(name) == normalize(other)
    }

    fn perform(&self, context: &Context, tool: &str, task: &Task<'_>) -> Outcome {
        let line = match task.action {
            Action::Remove | Action::Purge => run::line(tool, ["uninstall", "-y", "-q", task.target.name]),
            Action::Install | Action::Update => install_command(context, tool, &task.target)?,
            Action::Mark(_) => return Ok(()),
        };
        run::run_with_home(context, &line).map(drop)
    }

    fn latest(&self, context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        Ok(available(context, tool, target)?.pop())
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        let installed = status.versions().iter().find_map(|version| PipVersion::parse(version));
        Range::parse(target).zip(installed).is_some_and(|(range, installed)| range.includes(&installed))
    }
}

/// Normalizes a name as in PEP 503: lower case, with a hyphen between words.
fn normalize(name: &str) -> String {
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A line such as `name==1.0`.
fn read(line: &str) -> Option<(String, Presence)> {
    let (name, version) = line.split_once("===").or_else(|| line.split_once("=="))?;
    let is_plain = !name.is_empty() && !version.is_empty() && !name.contains('=') && !version.contains('=');
    is_plain.then(|| (name.to_owned(), Presence::Version(version.to_owned())))
}

fn install_command(context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Vec<String>> {
    let mut line = run::line(tool, ["install", "-q"]);
    line.extend(target.options("install_options"));
    let name = target.name;
    if let Some(source) = target.text("source") {
        line.push(match &target.ensure {
            Ensure::Version(version) => format!("{source}@{version}#egg={name}"),
            _ => format!("{source}#egg={name}"),
        });
        return Ok(line);
    }
    match &target.ensure {
        Ensure::Latest => line.extend(["--upgrade".to_owned(), name.to_owned()]),
        Ensure::Version(version) => line.push(match Range::<PipVersion>::parse(version) {
            Some(range @ (Range::Bound { .. } | Range::Between(..))) => {
                let known = available(context, tool, target)?;
                match range.best(known.iter().map(String::as_str)) {
                    Some(best) => format!("{name}=={best}"),
                    // Pip reports why there is none.
                    None => format!("{name} {}", range.with_commas(",")),
                }
            }
            Some(Range::Only(_)) | None => format!("{name}=={version}"),
        }),
        Ensure::Present | Ensure::Absent | Ensure::Purged => line.push(name.to_owned()),
    }
    Ok(line)
}

/// The available versions, the latest last. Pip lists them when it is asked for one that does not exist.
fn available(context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Vec<String>> {
    let mut line = run::line(tool, ["install".to_owned(), format!("{}==versionplease", target.name)]);
    line.extend(target.options("install_options"));
    let output = run::try_with_home(context, &line)?.output;
    let listed = output.split_once("from versions: ").and_then(|(_, rest)| rest.lines().next()?.rsplit_once(')'));
    let Some((versions, _)) = listed else { return Ok(Vec::new()) };
    let mut versions: Vec<(Option<PipVersion>, String)> =
        versions.split(", ").map(|version| (PipVersion::parse(version), version.to_owned())).collect();
    versions.sort_by(|(left, _), (right, _)| match (left, right) {
        (Some(left), Some(right)) => left.compare(right),
        // What is not a version comes before all versions.
        (left, right) => left.is_some().cmp(&right.is_some()),
    });
    let versions = versions.into_iter().map(|(_, version)| version).filter(|version| version != "none");
    Ok(versions.collect())
}
