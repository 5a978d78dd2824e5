//! Python packages, which come as wheels.

use resource_api::{Context, Outcome, State};
use rustc_hash::FxHashMap;

use super::{
    run,
    system::{Action, Found, Presence, System, Task},
    version::{PipVersion, Range, Version},
    wanted::{Ensure, Wanted},
};

/// The wheels of each program that manages some.
pub(super) struct Wheels {
    programs: &'static [&'static str],
    provider: &'static str,
    /// Names with their versions, by the program.
    known: FxHashMap<String, Vec<(String, String)>>,
}

impl Wheels {
    pub(super) fn new(programs: &'static [&'static str], provider: &'static str) -> Wheels {
        Wheels { programs, provider, known: FxHashMap::default() }
    }

    fn tool(&self, wanted: &Wanted<'_>) -> Outcome<String> {
        run::tool(wanted.text("command").as_deref(), self.provider, self.programs)
    }

    fn known(&mut self, context: &Context, tool: &str) -> Outcome<&[(String, String)]> {
        if !self.known.contains_key(tool) {
            let frozen = run::answer_at_home(context, &run::line(tool, ["freeze", "--all"]))?;
            let wheels = frozen.output.lines().filter_map(read).collect();
            self.known.insert(tool.to_owned(), wheels);
        }
        Ok(self.known.get(tool).map(Vec::as_slice).unwrap_or_default())
    }

    fn perform(&self, context: &Context, task: &Task<'_>) -> Outcome {
        let tool = self.tool(&task.wanted)?;
        let line = match task.action {
            Action::Remove | Action::Purge => run::line(&tool, ["uninstall", "-y", "-q", task.wanted.name]),
            Action::Install | Action::Update => installing(context, &tool, &task.wanted)?,
            Action::Mark(_) => return Ok(()),
        };
        run::succeed_at_home(context, &line).map(drop)
    }
}

impl System for Wheels {
    fn find(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Found> {
        let tool = self.tool(wanted)?;
        let known = self.known(context, &tool)?;
        let version =
            known.iter().find(|(name, _)| normal(name) == normal(wanted.name)).map(|(_, version)| version.clone());
        Ok(Found::unmarked(version.map_or(Presence::Absent, Presence::Version)))
    }

    fn all(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let Some(tool) = run::found(self.programs) else { return Ok(Vec::new()) };
        let state =
            |(name, version): &(String, String)| Found::unmarked(Presence::Version(version.clone())).state(name);
        Ok(self.known(context, &tool)?.iter().map(state).collect())
    }

    fn latest(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Option<String>> {
        Ok(available(context, &self.tool(wanted)?, wanted)?.pop())
    }

    fn includes(&self, wanted: &str, found: &Found) -> bool {
        let installed = found.versions().iter().find_map(|version| PipVersion::parse(version));
        Range::parse(wanted).zip(installed).is_some_and(|(range, installed)| range.includes(&installed))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let outcomes = tasks.iter().map(|task| self.perform(context, task)).collect();
        self.known.clear();
        outcomes
    }
}

/// A name as PEP 503 compares them: small letters, and one hyphen for what stands between the words.
fn normal(name: &str) -> String {
    let words = name.split(['-', '_', '.']).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

/// A line such as `name==1.0`.
fn read(line: &str) -> Option<(String, String)> {
    let (name, version) = line.split_once("===").or_else(|| line.split_once("=="))?;
    let is_plain = !name.is_empty() && !version.is_empty() && !name.contains('=') && !version.contains('=');
    is_plain.then(|| (name.to_owned(), version.to_owned()))
}

fn installing(context: &Context, tool: &str, wanted: &Wanted<'_>) -> Outcome<Vec<String>> {
    let mut line = run::line(tool, ["install", "-q"]);
    line.extend(wanted.options("install_options"));
    let name = wanted.name;
    if let Some(source) = wanted.text("source") {
        line.push(match &wanted.ensure {
            Ensure::Version(version) => format!("{source}@{version}#egg={name}"),
            _ => format!("{source}#egg={name}"),
        });
        return Ok(line);
    }
    match &wanted.ensure {
        Ensure::Latest => line.extend(["--upgrade".to_owned(), name.to_owned()]),
        Ensure::Version(version) => line.push(match Range::<PipVersion>::parse(version) {
            Some(range @ (Range::Bound(_) | Range::Between(..))) => {
                let known = available(context, tool, wanted)?;
                match range.best(known.iter().map(String::as_str)) {
                    Some(best) => format!("{name}=={best}"),
                    // It says itself why there is none.
                    None => format!("{name} {}", range.with_commas(",")),
                }
            }
            Some(Range::Only(_)) | None => format!("{name}=={version}"),
        }),
        Ensure::Present | Ensure::Absent | Ensure::Purged => line.push(name.to_owned()),
    }
    Ok(line)
}

/// The versions that can be had, the newest last. Pip names them when it is asked for one that cannot be.
fn available(context: &Context, tool: &str, wanted: &Wanted<'_>) -> Outcome<Vec<String>> {
    let mut line = run::line(tool, ["install".to_owned(), format!("{}==versionplease", wanted.name)]);
    line.extend(wanted.options("install_options"));
    let said = run::at_home(context, &line)?.output;
    let listed = said.split_once("from versions: ").and_then(|(_, rest)| rest.lines().next()?.rsplit_once(')'));
    let Some((versions, _)) = listed else { return Ok(Vec::new()) };
    let mut versions: Vec<(Option<PipVersion>, String)> =
        versions.split(", ").map(|version| (PipVersion::parse(version), version.to_owned())).collect();
    versions.sort_by(|(left, _), (right, _)| match (left, right) {
        (Some(left), Some(right)) => left.compare(right),
        // What is no version is older than all that are.
        (left, right) => left.is_some().cmp(&right.is_some()),
    });
    let versions = versions.into_iter().map(|(_, version)| version).filter(|version| version != "none");
    Ok(versions.collect())
}
