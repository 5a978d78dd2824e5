//! Package managers of programming languages. Each program lists what it has installed once, and changes one package at
//! a time.

use std::path::Path;

use pcore::keyed::HashMap;
use resource_api::{Context, Failure, Outcome, State};

use super::{
    manager::{PackageManager, PackageStatus, Presence, Task},
    target::PackageTarget,
};
use crate::program;

/// A programming language whose packages are managed with a program, here `tool`.
pub(super) trait Language: Send {
    /// The installed packages with their versions.
    fn list(&self, context: &Context, tool: &str) -> Outcome<Vec<(String, Presence)>>;

    /// Whether two names are those of the same package.
    fn is_same(&self, name: &str, other: &str) -> bool {
        name == other
    }

    fn perform(&self, context: &Context, tool: &str, task: &Task<'_>) -> Outcome;

    /// The latest available version, if any.
    fn latest(&self, context: &Context, tool: &str, target: &PackageTarget<'_>) -> Outcome<Option<String>>;

    /// Whether an installed version is in a desired version or range.
    fn includes(&self, target: &str, status: &PackageStatus) -> bool;
}

pub(super) struct LanguagePackages<L> {
    language: L,
    provider: &'static str,
    /// The names of the program, of which the first one in the `PATH` counts.
    programs: &'static [&'static str],
    /// What each program has installed.
    installed: HashMap<String, Vec<(String, Presence)>>,
}

impl<L: Language> LanguagePackages<L> {
    pub(super) fn new(language: L, provider: &'static str, programs: &'static [&'static str]) -> LanguagePackages<L> {
        LanguagePackages { language, provider, programs, installed: HashMap::default() }
    }

    /// The program: the one of `command`, or the first one in the `PATH`.
    fn tool(&self, target: &PackageTarget<'_>) -> Outcome<String> {
        let provider = self.provider;
        let Some(path) = target.text("command").map(String::from).or_else(|| self.default_tool()) else {
            let problem = format!("Provider {provider} package command is not functional on this host");
            return Err(Failure::resource(problem));
        };
        if !Path::new(&path).is_file() {
            let problem = format!("Provider {provider} package command '{path}' does not exist on this host");
            return Err(Failure::resource(problem));
        }
        Ok(path)
    }

    fn default_tool(&self) -> Option<String> {
        self.programs.iter().find_map(|program| program::find(program)).map(|path| path.display().to_string())
    }

    fn installed(&mut self, context: &Context, tool: &str) -> Outcome<&[(String, Presence)]> {
        if !self.installed.contains_key(tool) {
            let listed = self.language.list(context, tool)?;
            self.installed.insert(tool.to_owned(), listed);
        }
        Ok(self.installed.get(tool).map(Vec::as_slice).unwrap_or_default())
    }
}

impl<L: Language> PackageManager for LanguagePackages<L> {
    fn find(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<PackageStatus> {
        let tool = self.tool(target)?;
        self.installed(context, &tool)?;
        let mut installed = self.installed.get(&tool).into_iter().flatten();
        let found = installed.find(|(name, _)| self.language.is_same(name, target.name));
        Ok(PackageStatus::unmarked(found.map_or(Presence::Absent, |(_, presence)| presence.clone())))
    }

    fn all(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let Some(tool) = self.default_tool() else { return Ok(Vec::new()) };
        let installed = self.installed(context, &tool)?.iter();
        Ok(installed.map(|(name, presence)| PackageStatus::unmarked(presence.clone()).state(name)).collect())
    }

    fn latest(&mut self, context: &Context, target: &PackageTarget<'_>) -> Outcome<Option<String>> {
        self.language.latest(context, &self.tool(target)?, target)
    }

    fn includes(&self, target: &str, status: &PackageStatus) -> bool {
        self.language.includes(target, status)
    }

    fn change(&mut self, context: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        let perform = |task: &Task<'_>| self.language.perform(context, &self.tool(&task.target)?, task);
        let outcomes = tasks.iter().map(perform).collect();
        self.installed.clear();
        outcomes
    }
}
