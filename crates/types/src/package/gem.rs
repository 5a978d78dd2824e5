//! Ruby gems.

use pcore::uri::Uri;
use resource_api::{Context, Failure, Outcome, State, log::Level};
use rustc_hash::FxHashMap;

use super::{
    run,
    system::{Action, Found, Presence, System, Task},
    version::{GemVersion, Range, Requirements, Version as _},
    wanted::{Ensure, Wanted},
};

/// The gems of each program that manages some.
#[derive(Default)]
pub(super) struct Gems {
    /// Names with their versions, by the program.
    known: FxHashMap<String, Vec<(String, Vec<String>)>>,
}

impl Gems {
    fn known(&mut self, context: &Context, tool: &str) -> Outcome<&[(String, Vec<String>)]> {
        if !self.known.contains_key(tool) {
            let gems = list(context, tool, &["--local"])?;
            self.known.insert(tool.to_owned(), gems);
        }
        Ok(self.known.get(tool).map(Vec::as_slice).unwrap_or_default())
    }

    fn perform(context: &Context, task: &Task<'_>) -> Outcome {
        let wanted = &task.wanted;
        let tool = tool(wanted)?;
        match task.action {
            Action::Remove | Action::Purge => {
                let mut line = run::line(&tool, ["uninstall", "--executables", "--all", wanted.name]);
                line.extend(wanted.options("uninstall_options"));
                execute(context, &line, "uninstall")
            }
            Action::Install | Action::Update => execute(context, &installing(context, &tool, task)?, "install"),
            Action::Mark(_) => Ok(()),
        }
    }
}

impl System for Gems {
    fn find(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Found> {
        let tool = tool(wanted)?;
        let known = self.known(context, &tool)?;
        let versions = known.iter().find(|(name, _)| name == wanted.name).map(|(_, versions)| versions.clone());
        Ok(Found::unmarked(versions.map_or(Presence::Absent, Presence::Versions)))
    }

    fn all(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let Some(tool) = run::found(&["gem"]) else { return Ok(Vec::new()) };
        let state = |(name, versions): &(String, Vec<String>)| {
            Found::unmarked(Presence::Versions(versions.clone())).state(name)
        };
        Ok(self.known(context, &tool)?.iter().map(state).collect())
    }

    fn latest(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Option<String>> {
        let pattern = format!("\\A{}\\z", wanted.name);
        let source = wanted.text("source");
        let mut options = vec!["--remote"];
        if let Some(source) = &source {
            options.extend(["--source", source]);
        }
        options.push(&pattern);
        let listed = list(context, &tool(wanted)?, &options)?;
        let newest = listed.into_iter().next().and_then(|(_, versions)| versions.into_iter().next());
        newest.map(Some).ok_or_else(|| Failure::new(format!("no repository has a gem '{}'", wanted.name)))
    }

    fn includes(&self, wanted: &str, found: &Found) -> bool {
        let versions = found.versions();
        if Requirements::is_meant(wanted) {
            let requirements = Requirements::parse(wanted);
            return requirements.is_some_and(|wanted| versions.iter().any(|version| wanted.includes(version)));
        }
        let mut known = versions.iter().filter_map(|version| GemVersion::parse(version));
        Range::parse(wanted).is_some_and(|range: Range<GemVersion>| known.any(|version| range.includes(&version)))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let outcomes = tasks.iter().map(|task| Gems::perform(context, task)).collect();
        self.known.clear();
        outcomes
    }
}

fn tool(wanted: &Wanted<'_>) -> Outcome<String> {
    run::tool(wanted.text("command").as_deref(), "gem", &["gem"])
}

fn installing(context: &Context, tool: &str, task: &Task<'_>) -> Outcome<Vec<String>> {
    let wanted = &task.wanted;
    let mut line = run::line(tool, ["install"]);
    line.extend(wanted.options("install_options"));
    if let Ensure::Version(version) = &wanted.ensure {
        let range = Range::<GemVersion>::parse(version).filter(|_| !Requirements::is_meant(version));
        let version = range.map_or_else(|| version.clone(), |range| range.with_commas(", "));
        line.extend(["-v".to_owned(), version]);
    }
    let known = run::succeed_at_home(context, &run::line(tool, ["--version"]))?;
    let is_old =
        known.split('.').next().and_then(|major| major.trim().parse::<u64>().ok()).is_some_and(|major| major < 2);
    let quiet: &[&str] = if is_old { &["--no-rdoc", "--no-ri"] } else { &["--no-document"] };
    line.extend(quiet.iter().map(|&option| option.to_owned()));
    let Some(source) = wanted.text("source") else {
        line.push(wanted.name.to_owned());
        return Ok(line);
    };
    let uri = Uri::parse(&source).map_err(|reason| Failure::new(format!("Invalid source '': {reason}")))?;
    match uri.scheme().map(str::to_lowercase).as_deref() {
        None => line.push(source.into_owned()),
        Some("file") => line.push(uri.path().unwrap_or_default().to_owned()),
        Some("puppet") => return Err(Failure::new("puppet:// URLs are not supported as gem sources")),
        Some(_) => line.extend(["--source".to_owned(), source.into_owned(), wanted.name.to_owned()]),
    }
    Ok(line)
}

/// Some versions of gem do not tell by their exit code that something went wrong.
fn execute(context: &Context, line: &[String], verb: &str) -> Outcome {
    let output = run::succeed_at_home(context, line)?;
    if output.contains("ERROR") {
        return Err(Failure::new(format!("Could not {verb}: {}", output.trim_end_matches('\n'))));
    }
    Ok(())
}

fn list(context: &Context, tool: &str, options: &[&str]) -> Outcome<Vec<(String, Vec<String>)>> {
    let line = run::line(tool, std::iter::once("list").chain(options.iter().copied()));
    let listed = run::succeed_at_home(context, &line)
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
