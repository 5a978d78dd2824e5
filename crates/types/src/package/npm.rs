//! Global modules of Node.js.

use pcore::{Value, json, semver};
use resource_api::{Context, Outcome};

use super::{
    language::{Language, LanguagePackages},
    manager::{Action, PackageStatus, Presence, Task},
    provider::PackageProvider,
    run,
    target::{Ensure, PackageTarget},
};

pub(super) const PROVIDER: PackageProvider = PackageProvider {
    name: "npm",
    priority: 0,
    can_be_default: false,
    features: &["install_options", "uninstall_options", "versionable", "upgradeable"],
    required_programs: &[],
    manager: || Box::new(LanguagePackages::new(Modules, "npm", &["npm"])),
};

struct Modules;

impl Language for Modules {
    fn list(&self, context: &Context, tool: &str) -> Outcome<Vec<(String, Presence)>> {
        // It exits with an error if dependencies are missing, and lists the modules all the same.
        let listed = run::query_with_home(context, &run::line(tool, ["list", "--json", "--global"]))?;
        Ok(read(&listed.output))
    }

    fn perform(&self, context: &Context, tool: &str, task: &Task<'_>) -> Outcome {
        let target = &task.target;
        let mut line = match task.action {
            Action::Remove | Action::Purge => run::line(tool, ["uninstall", "--global"]),
            Action::Install | Action::Update => run::line(tool, ["install", "--global"]),
            Action::Mark(_) => return Ok(()),
        };
        if matches!(task.action, Action::Remove | Action::Purge) {
            line.extend(target.options("uninstall_options"));
            line.push(target.name.to_owned());
        } else {
            line.extend(target.options("install_options"));
            line.push(match (target.text("source"), &target.ensure) {
                (Some(source), _) => source.into_owned(),
                (None, Ensure::Version(version)) => format!("{}@{version}", target.name),
                // Without a version npm might use a cached one.
                (None, Ensure::Latest) => format!("{}@latest", target.name),
                (None, _) => target.name.to_owned(),
            });
        }
        run::run_with_home(context, &line).map(drop)
    }

    fn latest(&self, context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        let shown = run::run_with_home(context, &run::line(tool, ["view", target.name, "version"]))?;
        let is_version = |line: &&str| !line.starts_with("npm") && !line.trim().is_empty();
        Ok(shown.lines().rev().find(is_version).map(|version| version.trim().to_owned()))
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        let installed = status.versions().iter().find_map(|version| semver::Version::parse(version).ok());
        let range = semver::VersionRange::parse(target).ok();
        range.zip(installed).is_some_and(|(range, installed)| range.contains(&installed))
    }
}

/// Parses `npm list --json`. An entry without a version is only a missing dependency.
fn read(listed: &str) -> Vec<(String, Presence)> {
    let Ok(Value::Hash(listed)) = json::parse(listed) else { return Vec::new() };
    let Some(Value::Hash(modules)) = listed.get(&Value::from("dependencies")) else { return Vec::new() };
    let module = |(name, module): (&Value, &Value)| match module {
        Value::Hash(module) => {
            let version = module.get(&Value::from("version"))?.as_str()?;
            Some((name.as_str()?.to_owned(), Presence::Version(version.to_owned())))
        }
        _ => None,
    };
    modules.iter().filter_map(module).collect()
}
