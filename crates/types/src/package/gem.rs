//! Ruby gems.

use pcore::uri::Uri;
use resource_api::{Context, Failure, Outcome, log::Level};

use super::{
    language::{Language, LanguagePackages},
    manager::{Action, PackageStatus, Presence, Task},
    provider::PackageProvider,
    run,
    target::{Ensure, PackageTarget},
    version::{GemVersion, Range, Requirements, Version as _},
};

pub(super) const PROVIDER: PackageProvider = PackageProvider {
    name: "gem",
    priority: 1,
    can_be_default: false,
    features: &["install_options", "uninstall_options", "versionable", "targetable", "upgradeable"],
    required_programs: &[],
    manager: || Box::new(LanguagePackages::new(Gems, "gem", &["gem"])),
};

struct Gems;

impl Language for Gems {
    fn list(&self, context: &Context, tool: &str) -> Outcome<Vec<(String, Presence)>> {
        let listed = list(context, tool, &["--local"])?.into_iter();
        Ok(listed.map(|(name, versions)| (name, Presence::Versions(versions))).collect())
    }

    fn perform(&self, context: &Context, tool: &str, task: &Task<'_>) -> Outcome {
        let target = &task.target;
        match task.action {
            Action::Remove | Action::Purge => {
                let mut line = run::line(tool, ["uninstall", "--executables", "--all", target.name]);
                line.extend(target.options("uninstall_options"));
                execute(context, &line, "uninstall")
            }
            Action::Install | Action::Update => execute(context, &install_command(context, tool, target)?, "install"),
            Action::Mark(_) => Ok(()),
        }
    }

    fn latest(&self, context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        let pattern = format!("\\A{}\\z", target.name);
        let source = target.text("source");
        let mut options = vec!["--remote"];
        if let Some(source) = &source {
            options.extend(["--source", source]);
        }
        options.push(&pattern);
        let listed = list(context, tool, &options)?;
        let newest = listed.into_iter().next().and_then(|(_, versions)| versions.into_iter().next());
        newest.map(Some).ok_or_else(|| Failure::new(format!("no repository has gem '{}'", target.name)))
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        let versions = status.versions();
        if Requirements::is_requirement(target) {
            let requirements = Requirements::parse(target);
            return requirements.is_some_and(|target| versions.iter().any(|version| target.includes(version)));
        }
        let mut known = versions.iter().filter_map(|version| GemVersion::parse(version));
        Range::parse(target).is_some_and(|range: Range<GemVersion>| known.any(|version| range.includes(&version)))
    }
}

fn install_command(context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Vec<String>> {
    let mut line = run::line(tool, ["install"]);
    line.extend(target.options("install_options"));
    if let Ensure::Version(version) = &target.ensure {
        let range = Range::<GemVersion>::parse(version).filter(|_| !Requirements::is_requirement(version));
        let version = range.map_or_else(|| version.clone(), |range| range.with_commas(", "));
        line.extend(["-v".to_owned(), version]);
    }
    let known = run::run_with_home(context, &run::line(tool, ["--version"]))?;
    let is_old =
        known.split('.').next().and_then(|major| major.trim().parse::<u64>().ok()).is_some_and(|major| major < 2);
    let quiet: &[&str] = if is_old { &["--no-rdoc", "--no-ri"] } else { &["--no-document"] };
    line.extend(quiet.iter().map(|&option| option.to_owned()));
    let Some(source) = target.text("source") else {
        line.push(target.name.to_owned());
        return Ok(line);
    };
    let uri = Uri::parse(&source).map_err(|reason| Failure::new(format!("Invalid source '': {reason}")))?;
    match uri.scheme().map(str::to_lowercase).as_deref() {
        None => line.push(source.into_owned()),
        Some("file") => line.push(uri.path().unwrap_or_default().to_owned()),
        Some("puppet") => return Err(Failure::new("puppet:// URLs are not supported as gem sources")),
        Some(_) => line.extend(["--source".to_owned(), source.into_owned(), target.name.to_owned()]),
    }
    Ok(line)
}

/// Some versions of gem exit with 0 despite an error.
fn execute(context: &Context, line: &[String], verb: &str) -> Outcome {
    let output = run::run_with_home(context, line)?;
    if output.contains("ERROR") {
        return Err(Failure::new(format!("Could not {verb}: {}", output.trim_end_matches('\n'))));
    }
    Ok(())
}

fn list(context: &Context, tool: &str, options: &[&str]) -> Outcome<Vec<(String, Vec<String>)>> {
    let line = run::line(tool, std::iter::once("list").chain(options.iter().copied()));
    let listed = run::run_with_home(context, &line)
        .map_err(|failure| Failure::new(format!("Could not list gems: {failure}")))?;
    Ok(listed.lines().filter_map(|line| read(context, line)).collect())
}

/// A line such as `rake (13.0.6, default: 12.3.3)`.
fn read(context: &Context, line: &str) -> Option<(String, Vec<String>)> {
    let parts = line.split_once(' ').and_then(|(name, rest)| {
        let versions = rest.trim_start().strip_prefix('(')?;
        Some((name, &versions[..versions.rfind(')')?]))
    });
    let Some((name, versions)) = parts.filter(|(name, _)| !name.is_empty()) else {
        if !line.trim().is_empty() {
            context.log().line(Level::Warning, &format!("Could not match {line}"));
        }
        return None;
    };
    let version = |version: &str| version.split_whitespace().next().unwrap_or_default().to_owned();
    let versions = versions.replacen("default: ", "", 1).split(',').map(|text| version(text.trim_start())).collect();
    Some((name.to_owned(), versions))
}
