//! Global modules of Node.js.

use pcore::{Value, json, semver};
use resource_api::{Context, Outcome, State};

use super::{
    manager::{Action, PackageManager, PackageStatus, Presence, Task},
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
    manager: || Box::new(Modules::default()),
};

/// The modules that npm manages.
#[derive(Default)]
pub(super) struct Modules {
    /// Names with their versions.
    installed: Option<Vec<(String, String)>>,
}

impl Modules {
    fn installed(&mut self, context: &Context, tool: &str) -> Outcome<&[(String, String)]> {
        if self.installed.is_none() {
            // It exits with an error if dependencies are missing, and lists the modules all the same.
            let listed = run::query_with_home(context, &run::line(tool, ["list", "--json", "--global"]))?;
            self.installed = Some(read(&listed.output));
        }
        Ok(self.installed.as_deref().unwrap_or_default())
    }

    fn perform(context: &Context, task: &Task<'_>) -> Outcome {
        let target = &task.target;
        let tool = tool()?;
        let mut line = match task.action {
            Action::Remove | Action::Purge => run::line(&tool, ["uninstall", "--global"]),
            Action::Install | Action::Update => run::line(&tool, ["install", "--global"]),
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
}

impl PackageManager for Modules {
    fn find(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<PackageStatus> {
        let tool = tool()?;
        let installed = self.installed(context, &tool)?;
        let version = installed.iter().find(|(name, _)| name == target.name).map(|(_, version)| version.clone());
        Ok(PackageStatus::unmarked(version.map_or(Presence::Absent, Presence::Version)))
    }

    fn all(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let Some(tool) = run::find_program(&["npm"]) else { return Ok(Vec::new()) };
        let state = |(name, version): &(String, String)| {
            PackageStatus::unmarked(Presence::Version(version.clone())).state(name)
        };
        Ok(self.installed(context, &tool)?.iter().map(state).collect())
    }

    fn latest(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        let shown = run::run_with_home(context, &run::line(&tool()?, ["view", target.name, "version"]))?;
        let is_version = |line: &&str| !line.starts_with("npm") && !line.trim().is_empty();
        Ok(shown.lines().rev().find(is_version).map(|version| version.trim().to_owned()))
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        let installed = status.versions().iter().find_map(|version| semver::Version::parse(version).ok());
        let range = semver::VersionRange::parse(target).ok();
        range.zip(installed).is_some_and(|(range, installed)| range.contains(&installed))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let outcomes = tasks.iter().map(|task| Modules::perform(context, task)).collect();
        self.installed = None;
        outcomes
    }
}

fn tool() -> Outcome<String> {
    run::tool(None, "npm", &["npm"])
}

/// Parses `npm list --json`. An entry without a version is only a missing dependency.
fn read(listed: &str) -> Vec<(String, String)> {
    let Ok(Value::Hash(listed)) = json::parse(listed) else { return Vec::new() };
    let Some(Value::Hash(modules)) = listed.get(&Value::from("dependencies")) else { return Vec::new() };
    let module = |(name, module): (&Value, &Value)| match module {
        Value::Hash(module) => {
            let version = module.get(&Value::from("version"))?.as_str()?;
            Some((name.as_str()?.to_owned(), version.to_owned()))
        }
        _ => None,
    };
    modules.iter().filter_map(module).collect()
}
