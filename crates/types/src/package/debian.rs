//! Packages of Debian: found in dpkg's database, changed by apt (`apt`) or by dpkg alone (`dpkg`).
//!
//! Apt is given as many packages at once as can be told apart afterwards. When it refuses them together, each is tried for
//! itself, so that every package gets its own answer.

use std::fs;

use indexmap::IndexMap;
use resource_api::{Context, Failure, Outcome, State, log::Level};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{
    apt,
    database::{self, Database},
    dpkg, run,
    system::{Action, Found, Presence, System, Task},
    version::{DebianVersion, Range, Version as _},
    wanted::{Ensure, Mark, Wanted},
};

/// Who changes packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// It knows repositories, and what packages need.
    Apt,
    /// It knows files.
    Dpkg,
}

/// The packages of Debian.
pub(super) struct Debian {
    tool: Tool,
    database: Database,
    /// The packages that are looked at together.
    looked_at: FxHashSet<String>,
    /// The newest version that repositories have.
    candidates: FxHashMap<String, Option<String>>,
    /// What packages are really called whose name is one that others provide.
    real_names: FxHashMap<String, String>,
}

impl Debian {
    pub(super) fn new(tool: Tool) -> Debian {
        Debian {
            tool,
            database: Database::default(),
            looked_at: FxHashSet::default(),
            candidates: FxHashMap::default(),
            real_names: FxHashMap::default(),
        }
    }

    fn provider(&self) -> &'static str {
        match self.tool {
            Tool::Apt => "apt",
            Tool::Dpkg => "dpkg",
        }
    }

    fn name<'n>(&'n self, wanted: &'n Wanted<'_>) -> &'n str {
        self.real_names.get(wanted.name).map_or(wanted.name, String::as_str)
    }

    /// What there is of a package now.
    fn current(&mut self, name: &str) -> Outcome<Found> {
        self.database.refresh().map_err(|error| {
            Failure::resource(format!("Could not read what dpkg knows: {}", crate::file::reason(&error)))
        })?;
        Ok(self.database.find(name).map_or(Found::unmarked(Presence::Purged), database::Entry::found))
    }

    /// Asks for the newest versions of all packages that are looked at and are to be the newest, in one question.
    fn ask_for_candidates(&mut self, context: &Context, name: &str) -> Outcome {
        let mut names = vec![name.to_owned()];
        if let Some(catalog) = context.catalog() {
            for package in catalog.list("package") {
                let attributes = package.attributes();
                let other = attributes.text("name").unwrap_or(package.title());
                let is_meant = attributes.text("ensure") == Some("latest") && other != name;
                if is_meant && self.looked_at.contains(other) {
                    names.push(other.to_owned());
                }
            }
        }
        self.candidates.extend(apt::candidates(context, &names)?);
        Ok(())
    }

    /// Does one task.
    fn perform(&mut self, context: &Context, task: &Task<'_>) -> Outcome {
        let name = self.name(&task.wanted).to_owned();
        if self.tool == Tool::Apt && !matches!(task.action, Action::Mark(_)) {
            preseed(context, task)?;
        }
        match task.action {
            Action::Mark(mark) => dpkg::mark(context, &name, mark),
            Action::Remove | Action::Purge => match self.tool {
                Tool::Dpkg => dpkg::remove(context, &[&name], task.action),
                Tool::Apt => apt::remove(context, &[&name], task.action, task.found.mark == Some(Mark::Hold)),
            },
            Action::Install | Action::Update => {
                let line = match self.tool {
                    Tool::Apt => apt::installing(context, &name, &task.wanted)?,
                    Tool::Dpkg => dpkg::installing(&task.wanted)?,
                };
                if task.found.mark == Some(Mark::Hold) {
                    dpkg::mark(context, &name, Mark::None)?;
                }
                let installed = run::succeed(context, &line);
                if task.wanted.mark == Some(Mark::Hold) {
                    dpkg::mark(context, &name, Mark::Hold)?;
                }
                installed?;
                self.check_source(&name, &task.wanted)
            }
        }
    }

    /// A file may hold another version than the one that is wanted.
    fn check_source(&mut self, name: &str, wanted: &Wanted<'_>) -> Outcome {
        let is_any = wanted.ensure == Ensure::Present;
        if self.tool == Tool::Dpkg || is_any || wanted.text("source").is_none() {
            return Ok(());
        }
        let found = self.current(name)?;
        let should = wanted.ensure.word();
        if found.has(should) || self.includes(should, &found) {
            return Ok(());
        }
        let version = resource_api::render::interpolate(&found.value());
        Err(Failure::new(format!("Failed to update to version {should}, got version {version} instead")))
    }

    /// Does several tasks of one kind in one transaction, or else one after the other.
    fn together(&mut self, context: &Context, tasks: &[&Task<'_>]) -> Vec<Outcome> {
        let names: Vec<String> = tasks.iter().map(|task| self.name(&task.wanted).to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let done = match tasks.first().map(|task| task.action) {
            Some(action @ (Action::Remove | Action::Purge)) => apt::remove(context, &names, action, false),
            _ => {
                let wanted: Vec<&Wanted<'_>> = tasks.iter().map(|task| &task.wanted).collect();
                apt::installing_together(context, &names, &wanted)
                    .and_then(|line| run::succeed(context, &line).map(drop))
            }
        };
        match done {
            Ok(()) => tasks.iter().map(|_| Ok(())).collect(),
            Err(failure) => {
                context.log().line(Level::Debug, &format!("Trying packages one by one: {failure}"));
                tasks.iter().map(|task| self.once_more(context, task)).collect()
            }
        }
    }

    /// Does a task for itself that could not be done with others, unless it was done with them after all. Apt also fails
    /// when another package is broken, which is not the fault of this one.
    fn once_more(&mut self, context: &Context, task: &Task<'_>) -> Outcome {
        if self.is_done(task)? {
            return Ok(());
        }
        let failure = match self.perform(context, task) {
            Ok(()) => return Ok(()),
            Err(failure) => failure,
        };
        if self.is_done(task)? { Ok(()) } else { Err(failure) }
    }

    fn is_done(&mut self, task: &Task<'_>) -> Outcome<bool> {
        let name = self.name(&task.wanted).to_owned();
        let found = self.current(&name)?;
        Ok(match &task.wanted.ensure {
            Ensure::Present => found.is_installed(),
            Ensure::Absent => !found.is_installed(),
            Ensure::Purged => found.presence == Presence::Purged,
            Ensure::Version(version) => found.has(version) || self.includes(version, &found),
            // What was not there is installed in the newest version.
            Ensure::Latest if !task.found.is_installed() => found.is_installed(),
            Ensure::Latest => {
                let candidate = self.candidates.get(&name).cloned().flatten();
                candidate.is_some_and(|candidate| found.has(&candidate))
            }
        })
    }
}

impl System for Debian {
    fn find(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Found> {
        let name = self.name(wanted).to_owned();
        let found = self.current(&name)?;
        if found.mark.is_none()
            && wanted.is_on("allow_virtual")
            && let Some(real) = self.database.provider(&name)
        {
            let message = format!("Package {name} is virtual, defaulting to {}", real.name);
            context.log().line(Level::Info, &message);
            let found = real.found();
            self.real_names.insert(name, real.name.clone());
            return Ok(found);
        }
        Ok(found)
    }

    fn all(&mut self, _: &Context) -> Outcome<Vec<State>> {
        self.current("")?;
        Ok(self.database.iter().map(|entry| entry.found().state(&entry.name)).collect())
    }

    fn latest(&mut self, context: &Context, wanted: &Wanted<'_>) -> Outcome<Option<String>> {
        if self.tool == Tool::Dpkg {
            return dpkg::version_of(context, wanted).map(Some);
        }
        let name = self.name(wanted).to_owned();
        if !self.candidates.contains_key(&name) {
            self.ask_for_candidates(context, &name)?;
        }
        let candidate = self.candidates.get(&name).cloned().flatten();
        if candidate.is_none() {
            tell(context, self.provider(), wanted.name, Level::Err, "Could not find latest version");
        }
        Ok(candidate)
    }

    fn includes(&self, wanted: &str, found: &Found) -> bool {
        let version = |text: &String| DebianVersion::parse(text);
        let installed = found.versions().iter().find_map(version);
        let range = Range::<DebianVersion>::parse(wanted);
        self.tool == Tool::Apt && range.zip(installed).is_some_and(|(range, installed)| range.includes(&installed))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = tasks.iter().map(|_| Ok(())).collect();
        let mut groups: IndexMap<Option<apt::Group>, Vec<usize>, FxBuildHasher> = IndexMap::default();
        for (place, task) in tasks.iter().enumerate() {
            let group = if self.tool == Tool::Apt { apt::Group::of(task) } else { None };
            groups.entry(group).or_default().push(place);
        }
        for (group, places) in groups {
            let members: Vec<&Task<'_>> = places.iter().filter_map(|place| tasks.get(*place)).collect();
            let results: Vec<Outcome> = match &members[..] {
                members @ [_, _, ..] if group.is_some() => self.together(context, members),
                members => members.iter().map(|task| self.perform(context, task)).collect(),
            };
            for (place, result) in places.into_iter().zip(results) {
                if let Some(outcome) = outcomes.get_mut(place) {
                    *outcome = result;
                }
            }
        }
        if self.tool == Tool::Apt {
            let kept = tasks
                .iter()
                .zip(&outcomes)
                .filter(|(task, outcome)| outcome.is_ok() && !matches!(task.action, Action::Remove | Action::Purge));
            let names: Vec<&str> = kept.map(|(task, _)| self.name(&task.wanted)).collect();
            apt::keep(context, &names);
        }
        self.candidates.clear();
        outcomes
    }

    fn look_at(&mut self, names: Vec<&str>) {
        self.looked_at = names.into_iter().map(str::to_owned).collect();
        self.candidates.clear();
    }
}

/// Gives debconf the answers of a package.
fn preseed(context: &Context, task: &Task<'_>) -> Outcome {
    let Some(file) = task.wanted.text("responsefile") else { return Ok(()) };
    if fs::metadata(&*file).is_err() {
        let message = "No responsefile specified or non existent, not preseeding anything";
        tell(context, "apt", task.wanted.name, Level::Info, message);
        return Ok(());
    }
    let message = format!("Preseeding {file} to debconf-set-selections");
    tell(context, "apt", task.wanted.name, Level::Info, &message);
    run::succeed(context, &run::line(apt::PRESEED, [file.into_owned()])).map(drop)
}

/// Logs a line about a package, by the title that it has where it is known.
fn tell(context: &Context, provider: &str, name: &str, level: Level, message: &str) {
    let title = context.turn().map_or_else(|| name.to_owned(), |turn| turn.title.to_string());
    context.log().write(level, Some(&format!("Package[{title}](provider={provider})")), message);
}
