//! Modules of Node.js that everybody on the machine can use.

use pcore::{Value, json, semver};
use resource_api::{Context, Outcome, State};

use super::{
    run,
    system::{Action, Found, Presence, System, Task},
    wanted::{Ensure, Wanted},
};

/// The modules that npm manages.
#[derive(Default)]
pub(super) struct Modules {
    /// Names with their versions.
    known: Option<Vec<(String, String)>>,
}

impl Modules {
    fn known(&mut self, context: &Context, tool: &str) -> Outcome<&[(String, String)]> {
        if self.known.is_none() {
            // It ends with an error when a module lacks something, and lists them all the same.
            let listed = run::answer_at_home(context, &run::line(tool, ["list", "--json", "--global"]))?;
            self.known = Some(read(&listed.output));
        }
        Ok(self.known.as_deref().unwrap_or_default())
    }

    fn perform(context: &Context, task: &Task<'_>) -> Outcome {
        let wanted = &task.wanted;
        let tool = tool()?;
        let mut line = match task.action {
            Action::Remove | Action::Purge => run::line(&tool, ["uninstall", "--global"]),
            Action::Install | Action::Update => run::line(&tool, ["install", "--global"]),
            Action::Mark(_) => return Ok(()),
        };
        if matches!(task.action, Action::Remove | Action::Purge) {
            line.extend(wanted.options("uninstall_options"));
            line.push(wanted.name.to_owned());
        } else {
            line.extend(wanted.options("install_options"));
            line.push(match (wanted.text("source"), &wanted.ensure) {
                (Some(source), _) => source.into_owned(),
                (None, Ensure::Version(version)) => format!("{}@{version}", wanted.name),
                // Without a version it takes one that it knows already.
                (None, Ensure::Latest) => format!("{}@latest", wanted.name),
                (None, _) => wanted.name.to_owned(),
            });
        }
        run::succeed_at_home(context, &line).map(drop)
    }
}

impl System for Modules {
    fn find(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Found> {
        let tool = tool()?;
        let known = self.known(context, &tool)?;
        let version = known.iter().find(|(name, _)| name == wanted.name).map(|(_, version)| version.clone());
        Ok(Found::unmarked(version.map_or(Presence::Absent, Presence::Version)))
    }

    fn all(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let Some(tool) = run::found(&["npm"]) else { return Ok(Vec::new()) };
        let state =
            |(name, version): &(String, String)| Found::unmarked(Presence::Version(version.clone())).state(name);
        Ok(self.known(context, &tool)?.iter().map(state).collect())
    }

    fn latest(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Option<String>> {
        let shown = run::succeed_at_home(context, &run::line(&tool()?, ["view", wanted.name, "version"]))?;
        let is_version = |line: &&str| !line.starts_with("npm") && !line.trim().is_empty();
        Ok(shown.lines().rev().find(is_version).map(|version| version.trim().to_owned()))
    }

    fn includes(&self, wanted: &str, found: &Found) -> bool {
        let installed = found.versions().iter().find_map(|version| version.parse::<semver::Version>().ok());
        let range = wanted.parse::<semver::VersionRange>().ok();
        range.zip(installed).is_some_and(|(range, installed)| range.contains(&installed))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let outcomes = tasks.iter().map(|task| Modules::perform(context, task)).collect();
        self.known = None;
        outcomes
    }
}

fn tool() -> Outcome<String> {
    run::tool(None, "npm", &["npm"])
}

/// The modules of `npm list --json`; what has no version is only missed by others.
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
