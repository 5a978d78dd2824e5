//! Packages of Debian: read from dpkg's database, changed by apt (`apt`) or by dpkg alone (`dpkg`).
//!
//! Apt gets as many packages at once as possible. If it fails for a batch, its packages are tried one by one, so that
//! each of them gets its own result.

use std::fs;

use pcore::keyed::{HashMap, HashSet, IndexMap};
use resource_api::{Context, Failure, Outcome, State, log::Level};

use super::{
    apt,
    database::{self, Database},
    dpkg,
    manager::{Action, PackageManager, PackageStatus, Presence, Task},
    run,
    target::{Ensure, Mark, PackageTarget},
    version::{DebianVersion, Range, Version as _},
};

/// The tool that changes packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tool {
    /// It uses repositories and dependencies.
    Apt,
    /// It uses files only.
    Dpkg,
}

/// The packages of Debian.
pub(super) struct Debian {
    tool: Tool,
    database: Database,
    /// The packages that are evaluated together.
    prefetched: HashSet<String>,
    /// The candidate versions of the repositories.
    candidates: HashMap<String, Option<String>>,
    /// The names of the packages that provide virtual ones.
    real_names: HashMap<String, String>,
}

impl Debian {
    pub(super) fn new(tool: Tool) -> Debian {
        Debian {
            tool,
            database: Database::default(),
            prefetched: HashSet::default(),
            candidates: HashMap::default(),
            real_names: HashMap::default(),
        }
    }

    fn name<'n>(&'n self, target: &'n PackageTarget<'_>) -> &'n str {
        self.real_names.get(target.name).map_or(target.name, String::as_str)
    }

    /// The current status of a package.
    fn current(&mut self, name: &str) -> Outcome<PackageStatus> {
        self.database.refresh().map_err(|error| {
            Failure::resource(format!("Could not read the database of dpkg: {}", crate::file::reason(&error)))
        })?;
        Ok(self.database.find(name).map_or(PackageStatus::unmarked(Presence::Purged), database::Entry::package_status))
    }

    /// Queries the candidates of all prefetched packages with `ensure => latest` at once.
    fn query_candidates(&mut self, context: &Context, name: &str) -> Outcome {
        let mut names = vec![name.to_owned()];
        if let Some(catalog) = context.catalog() {
            for package in catalog.list("package") {
                let attributes = package.attributes();
                let other = attributes.text("name").unwrap_or(package.title());
                let matches = attributes.text("ensure") == Some("latest") && other != name;
                if matches && self.prefetched.contains(other) {
                    names.push(other.to_owned());
                }
            }
        }
        self.candidates.extend(apt::candidates(context, &names)?);
        Ok(())
    }

    fn perform(&mut self, context: &Context, task: &Task<'_>) -> Outcome {
        let name = self.name(&task.target).to_owned();
        if self.tool == Tool::Apt && !matches!(task.action, Action::Mark(_)) {
            preseed(context, task)?;
        }
        match task.action {
            Action::Mark(mark) => dpkg::mark(context, &name, mark),
            Action::Remove | Action::Purge => match self.tool {
                Tool::Dpkg => dpkg::remove(context, &[&name], task.action),
                Tool::Apt => apt::remove(context, &[&name], task.action, task.status.mark == Some(Mark::Hold)),
            },
            Action::Install | Action::Update => {
                let line = match self.tool {
                    Tool::Apt => apt::install_command(context, &[(&name, &task.target)])?,
                    Tool::Dpkg => dpkg::install_command(&task.target)?,
                };
                if task.status.mark == Some(Mark::Hold) {
                    dpkg::mark(context, &name, Mark::None)?;
                }
                let installed = run::run(context, &line);
                if task.target.mark == Some(Mark::Hold) {
                    dpkg::mark(context, &name, Mark::Hold)?;
                }
                installed?;
                self.check_source(&name, &task.target)
            }
        }
    }

    /// A file may contain another version than the desired one.
    fn check_source(&mut self, name: &str, target: &PackageTarget<'_>) -> Outcome {
        let is_any = target.ensure == Ensure::Present;
        if self.tool == Tool::Dpkg || is_any || target.text("source").is_none() {
            return Ok(());
        }
        let status = self.current(name)?;
        let should = target.ensure.word();
        if status.has(should) || self.includes(should, &status) {
            return Ok(());
        }
        let version = resource_api::render::interpolate(&status.value());
        Err(Failure::new(format!("Failed to update to version {should}, got version {version} instead")))
    }

    /// Performs several tasks of one batch in one command, or else one by one.
    fn perform_batch(&mut self, context: &Context, tasks: &[&Task<'_>]) -> Vec<Outcome> {
        let names: Vec<String> = tasks.iter().map(|task| self.name(&task.target).to_owned()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let done = match tasks.first().map(|task| task.action) {
            Some(action @ (Action::Remove | Action::Purge)) => apt::remove(context, &names, action, false),
            _ => {
                let targets = tasks.iter().map(|task| &task.target);
                let packages: Vec<(&str, &PackageTarget<'_>)> = names.iter().copied().zip(targets).collect();
                apt::install_command(context, &packages).and_then(|line| run::run(context, &line).map(drop))
            }
        };
        match done {
            Ok(()) => tasks.iter().map(|_| Ok(())).collect(),
            Err(failure) => {
                context.log().line(Level::Debug, &format!("Trying packages one by one: {failure}"));
                tasks.iter().map(|task| self.retry_alone(context, task)).collect()
            }
        }
    }

    /// Performs a task of a failed batch alone, unless the batch completed it. Apt also fails because of other broken
    /// packages, which must not fail this one.
    fn retry_alone(&mut self, context: &Context, task: &Task<'_>) -> Outcome {
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
        let name = self.name(&task.target).to_owned();
        let status = self.current(&name)?;
        Ok(match &task.target.ensure {
            Ensure::Present => status.is_installed(),
            Ensure::Absent => !status.is_installed(),
            Ensure::Purged => status.presence == Presence::Purged,
            Ensure::Version(version) => status.has(version) || self.includes(version, &status),
            // A missing package is installed in the latest version.
            Ensure::Latest if !task.status.is_installed() => status.is_installed(),
            Ensure::Latest => {
                let candidate = self.candidates.get(&name).cloned().flatten();
                candidate.is_some_and(|candidate| status.has(&candidate))
            }
        })
    }
}

impl PackageManager for Debian {
    fn find(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<PackageStatus> {
        let name = self.name(target).to_owned();
        let status = self.current(&name)?;
        if status.mark.is_none()
            && target.is_true("allow_virtual")
            && let Some(real) = self.database.provider(&name)
        {
            let message = format!("Package {name} is virtual, defaulting to {}", real.name);
            context.log().line(Level::Info, &message);
            let status = real.package_status();
            self.real_names.insert(name, real.name.clone());
            return Ok(status);
        }
        Ok(status)
    }

    fn all(&mut self, _: &Context) -> Outcome<Vec<State>> {
        self.current("")?;
        Ok(self.database.iter().map(|entry| entry.package_status().state(&entry.name)).collect())
    }

    fn latest(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        if self.tool == Tool::Dpkg {
            return dpkg::version_of(context, target).map(Some);
        }
        let name = self.name(target).to_owned();
        if !self.candidates.contains_key(&name) {
            self.query_candidates(context, &name)?;
        }
        let candidate = self.candidates.get(&name).cloned().flatten();
        if candidate.is_none() {
            log(context, target.name, Level::Err, "Could not find latest version");
        }
        Ok(candidate)
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        let version = |text: &String| DebianVersion::parse(text);
        let installed = status.versions().iter().find_map(version);
        let range = Range::<DebianVersion>::parse(target);
        self.tool == Tool::Apt && range.zip(installed).is_some_and(|(range, installed)| range.includes(&installed))
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let mut outcomes: Vec<Outcome> = tasks.iter().map(|_| Ok(())).collect();
        let mut groups: IndexMap<Option<apt::Batch>, Vec<usize>> = IndexMap::default();
        for (index, task) in tasks.iter().enumerate() {
            let group = if self.tool == Tool::Apt { apt::Batch::of(task) } else { None };
            groups.entry(group).or_default().push(index);
        }
        for (group, indices) in groups {
            let members: Vec<&Task<'_>> = indices.iter().filter_map(|index| tasks.get(*index)).collect();
            let results: Vec<Outcome> = match &members[..] {
                members @ [_, _, ..] if group.is_some() => self.perform_batch(context, members),
                members => members.iter().map(|task| self.perform(context, task)).collect(),
            };
            for (index, result) in indices.into_iter().zip(results) {
                if let Some(outcome) = outcomes.get_mut(index) {
                    *outcome = result;
                }
            }
        }
        if self.tool == Tool::Apt {
            let installed = tasks
                .iter()
                .zip(&outcomes)
                .filter(|(task, outcome)| outcome.is_ok() && !matches!(task.action, Action::Remove | Action::Purge));
            let names: Vec<&str> = installed.map(|(task, _)| self.name(&task.target)).collect();
            apt::mark_manual(context, &names);
        }
        self.candidates.clear();
        outcomes
    }

    fn prefetch(&mut self, names: Vec<&str>) {
        self.prefetched = names.into_iter().map(str::to_owned).collect();
        self.candidates.clear();
    }
}

/// Preseeds debconf with the answers of a package.
fn preseed(context: &Context, task: &Task<'_>) -> Outcome {
    let Some(file) = task.target.text("responsefile") else { return Ok(()) };
    if fs::metadata(&*file).is_err() {
        let message = "No responsefile specified or non existent, not preseeding anything";
        log(context, task.target.name, Level::Info, message);
        return Ok(());
    }
    let message = format!("Preseeding {file} to debconf-set-selections");
    log(context, task.target.name, Level::Info, &message);
    run::run(context, &run::line(apt::PRESEED, [file.into_owned()])).map(drop)
}

/// Logs a message of apt about a package.
fn log(context: &Context, name: &str, level: Level, message: &str) {
    let title = context.current_resource().map_or_else(|| name.to_owned(), |turn| turn.title.to_string());
    context.log().write(level, Some(&format!("Package[{title}](provider=apt)")), message);
}
