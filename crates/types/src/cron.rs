//! `cron`: jobs in the crontabs of users.
//!
//! A job that was made here has a comment with its name before it (`lines`). A job without one is nobody's, and is listed
//! under a name that is made up; when a resource describes just that job, it takes it over. Crontabs are read and written
//! by the command `crontab` (`tabs`), which knows who may have one.

mod canonical;
mod lines;
mod tabs;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    line_file::{FileLocks, LineFormat, RecordId},
    registry::Manner,
    render::{display, interpolate},
};
use rustc_hash::{FxHashMap, FxHashSet};

use self::{
    lines::{CronLines, TIMES, UNMANAGED},
    tabs::Tabs,
};
use crate::{
    given::Given,
    subject::{absent, opened, secret_in_sync, several},
    text_file::LockWarning as _,
};

const GIVEN: Given = Given {
    type_name: "Cron",
    several: &["minute", "hour", "weekday", "month", "monthday", "environment"],
    secret: &["command", "special", "minute", "hour", "weekday", "month", "monthday", "environment"],
    marked: &[],
};

pub(crate) fn resource_type() -> ResourceType {
    ResourceType::new(crate::defined(include_str!("cron/definition.yaml")))
        .with_provider(
            ProviderEntry::new("crontab", |_| Ok(Jobs::default()))
                .suitable_if(|_| crate::program::find("crontab").map(drop).ok_or_else(|| "there is no crontab".into())),
        )
        .in_manner(Manner::Puppet)
}

/// The jobs of all users.
#[derive(Default)]
struct Jobs {
    tabs: Tabs,
    refused: Vec<(Identity, Failure)>,
    /// Whose crontabs hold the changes of which resources.
    touched: Vec<(EcoString, Identity)>,
    /// What the catalog says of jobs, and who has a crontab, once somebody asked.
    catalog: Option<Arc<[Wanted]>>,
    users: Option<Vec<EcoString>>,
    /// Why crontabs could not be read, by their users.
    unread: FxHashMap<EcoString, Failure>,
    locks: FileLocks,
    /// The numbers of jobs without names: a number stays when jobs before it go.
    numbers: FxHashMap<(EcoString, String, usize), usize>,
}

/// A job that is there.
#[derive(Clone)]
struct Job {
    user: EcoString,
    id: RecordId,
    record: State,
}

impl Job {
    fn is_unmanaged(&self) -> bool {
        self.record.get(UNMANAGED).is_some()
    }

    fn state(&self, name: &str) -> State {
        let mut state = self.record.clone();
        state.remove(UNMANAGED);
        state.insert("name", name);
        state.insert("ensure", "present");
        state.insert("user", self.user.as_str());
        state.insert("target", self.user.as_str());
        state
    }
}

impl Jobs {
    /// All jobs, those of the user who runs this first. Those without a name are numbered.
    fn all(&mut self, context: &Context, wanted: &[Wanted]) -> Outcome<Vec<Job>> {
        let mut users = vec![tabs::current_user()];
        users.extend(wanted.iter().map(|wanted| wanted.target.clone()));
        users.extend(self.users.get_or_insert_with(tabs::users).iter().cloned());
        let mut seen = FxHashSet::default();
        let mut jobs = Vec::new();
        for user in users.into_iter().filter(|user| seen.insert(user.clone())) {
            // What cannot be read fails those whose it is.
            let tab = match self.tabs.open(context, &user) {
                Ok(tab) => tab,
                Err(failure) => {
                    // A user who does not exist has no jobs.
                    if tabs::exists(context, &user) {
                        self.unread.insert(user, failure);
                    }
                    continue;
                }
            };
            self.unread.remove(&user);
            jobs.extend(tab.records().map(|(id, record)| Job { user: user.clone(), id, record: record.clone() }));
        }
        let mut seen: FxHashMap<(EcoString, String), usize> = FxHashMap::default();
        for job in jobs.iter_mut().filter(|job| job.is_unmanaged()) {
            let key = (job.user.clone(), CronLines.print(&job.record));
            let twin = seen.entry(key.clone()).or_default();
            *twin += 1;
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry((key.0, key.1, *twin)).or_insert(next);
            let command = job.record.text("command").unwrap_or_default();
            let name = format!("unmanaged:{}-{number}", lines::joined_by_underscores(command));
            job.record.insert("name", name);
        }
        Ok(jobs)
    }

    /// The jobs of resources, by their names.
    fn managed(&mut self, context: &Context, names: &[&Identity]) -> Outcome<FxHashMap<EcoString, Job>> {
        let wanted = self.wanted(context, names);
        let jobs = self.all(context, &wanted)?;
        let asked: FxHashSet<&str> = names.iter().map(|name| name.name()).collect();
        let by_name: FxHashMap<&str, &Wanted> = wanted.iter().map(|wanted| (wanted.name.as_str(), wanted)).collect();
        let mut found: FxHashMap<EcoString, Job> = FxHashMap::default();
        let mut free: FxHashMap<(&str, &str), Vec<&Job>> = FxHashMap::default();
        for job in &jobs {
            let name = job.record.text("name").unwrap_or_default();
            match by_name.get(name) {
                Some(wanted) if wanted.target == job.user => drop(found.insert(name.into(), job.clone())),
                // A job that is to go is named as it was listed.
                None if job.is_unmanaged() && asked.contains(name) => {
                    found.insert(name.into(), job.clone());
                }
                _ if job.is_unmanaged() => {
                    let command = job.record.text("command").unwrap_or_default();
                    free.entry((job.user.as_str(), command)).or_default().push(job);
                }
                _ => {}
            }
        }
        for wanted in wanted.iter().filter(|wanted| !found.contains_key(&wanted.name)).collect::<Vec<_>>() {
            let Some(command) = wanted.state.text("command") else { continue };
            let Some(jobs) = free.get_mut(&(wanted.target.as_str(), command)) else { continue };
            if let Some(place) = jobs.iter().position(|job| is_described(&job.record, &wanted.state)) {
                found.insert(wanted.name.clone(), jobs.remove(place).clone());
            }
        }
        Ok(found)
    }
}

/// A job of the catalog.
#[derive(Clone)]
struct Wanted {
    name: EcoString,
    target: EcoString,
    state: State,
}

impl Jobs {
    /// What the catalog says of jobs, or the bare names where there is none.
    fn wanted(&mut self, context: &Context, names: &[&Identity]) -> Arc<[Wanted]> {
        let catalog = self.catalog.get_or_insert_with(|| in_catalog(context));
        let known: FxHashSet<&EcoString> = catalog.iter().map(|wanted| &wanted.name).collect();
        let unknown = names.iter().map(|name| EcoString::from(name.name())).filter(|name| !known.contains(name));
        // One that is to be purged is in the catalog by its name alone.
        let unknown = unknown.filter(|name| !name.starts_with("unmanaged:"));
        let bare = |name| Wanted { name, target: tabs::current_user(), state: State::new() };
        let bare: Vec<Wanted> = unknown.map(bare).collect();
        if bare.is_empty() { Arc::clone(catalog) } else { catalog.iter().cloned().chain(bare).collect() }
    }
}

/// What the catalog says of jobs.
fn in_catalog(context: &Context) -> Arc<[Wanted]> {
    let mut wanted = Vec::new();
    for resource in context.catalog().map(|catalog| catalog.list("cron")).unwrap_or_default() {
        let mut state = resource.attributes().clone();
        if state.known("name").is_none() {
            state.insert("name", resource.title().as_str());
        }
        if GIVEN.settle_quietly(context, &mut state, canonical::canonicalize).is_err() {
            continue;
        }
        let name = EcoString::from(state.text("name").unwrap_or_default());
        let target = EcoString::from(state.text("target").unwrap_or_default());
        wanted.push(Wanted { name, target, state });
    }
    wanted.into()
}

/// Whether a job is just what a resource describes.
fn is_described(job: &State, wanted: &State) -> bool {
    TIMES.iter().chain(["special"].iter()).all(|field| match wanted.known(field) {
        None => true,
        Some(Value::Symbol(_)) if *field == "special" => false,
        Some(should) => job.get(field) == Some(should),
    })
}

impl Provider for Jobs {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else {
            let jobs = self.all(context, &[])?;
            return Ok(jobs.iter().map(|job| job.state(job.record.text("name").unwrap_or_default())).collect());
        };
        let names: Vec<&Identity> = names.iter().collect();
        let found = self.managed(context, &names)?;
        let state = |name: &&Identity| found.get(name.name()).map(|job| job.state(name.name()));
        Ok(names.iter().filter_map(state).collect())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let names: Vec<&Identity> = changes.iter().map(|change| &change.name).collect();
        let found = self.managed(context, &names)?;
        for change in changes {
            let Some(should) = &change.should else { continue };
            let job = found.get(change.name.name());
            if let Err(failure) = self.change(context, &change.name, should, job) {
                self.refused.push((change.name.clone(), failure));
            }
        }
        Ok(())
    }

    fn flush(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for (name, failure) in std::mem::take(&mut self.refused) {
            context.fail_resource(&name, failure);
        }
        let touched = std::mem::take(&mut self.touched);
        let mut users: Vec<EcoString> = touched.iter().map(|(user, _)| user.clone()).collect();
        users.sort();
        users.dedup();
        for user in users {
            // The command has no lock: this one keeps other runs from installing a crontab meanwhile, and nobody else.
            let _lock = self.locks.lock_warning(context, &tabs::file_of(&user));
            let saved = self.redo_if_outdated(context, &user, &touched, changes);
            if let Err(failure) = saved.and_then(|()| self.tabs.save(context, &user)) {
                self.tabs.forget(&user);
                let theirs = touched.iter().filter(|(other, _)| *other == user);
                theirs.for_each(|(_, name)| context.fail_resource(name, failure.clone()));
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        resources.iter_mut().try_for_each(|job| GIVEN.settle(context, job, canonical::canonicalize))
    }

    fn insync(&mut self, _: &Context, _: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        // Whether a job is gone is known to who has read the crontab; who wants to write it is told then.
        let user = should.text("user").or(should.text("target"));
        if let (Some("absent"), Some(failure)) = (should.text("ensure"), user.and_then(|user| self.unread.get(user))) {
            return Err(failure.clone());
        }
        if let (true, Some(answer)) = (property != "environment", secret_in_sync(property, is, should)) {
            return Ok(answer);
        }
        let (Some(is), Some(should)) = (is.get(property), should.get(property)) else { return Ok(Insync::Default) };
        let (is_secret, should) = (matches!(should, Value::Sensitive(_)), opened(should));
        if property != "environment" {
            return Ok(Insync::Default);
        }
        let sorted = |value: &Value| {
            let mut texts: Vec<String> = several(value).iter().map(interpolate).collect();
            texts.sort();
            texts
        };
        if sorted(is) == sorted(should) {
            return Ok(Insync::Yes);
        }
        if is_secret {
            return Ok(Insync::No(None));
        }
        let Value::Array(lines) = should else { return Ok(Insync::Default) };
        // Puppet shows the lines that are to be there without quotes.
        let lines = lines.iter().map(interpolate).collect::<Vec<_>>().join(",");
        let told = match is {
            Value::Array(_) => format!("environment changed {} to {lines}", display(is)),
            _ => format!("defined 'environment' as {lines}"),
        };
        Ok(Insync::differs(is.clone(), should.clone()).told_as(told))
    }
}

impl Jobs {
    /// Makes the changes again in the crontab of a user that somebody else installed meanwhile.
    fn redo_if_outdated(
        &mut self,
        context: &Context,
        user: &str,
        touched: &[(EcoString, Identity)],
        changes: &Changes,
    ) -> Outcome {
        if !self.tabs.is_outdated(context, user)? {
            return Ok(());
        }
        self.tabs.forget(user);
        let theirs: FxHashSet<&Identity> =
            touched.iter().filter(|(other, _)| other == user).map(|(_, name)| name).collect();
        let again: Vec<_> = changes.iter().filter(|change| theirs.contains(&change.name)).cloned().collect();
        let done = self.set(context, &Changes::new(again, changes.noop()));
        // Those who are told of a failure are in the list already.
        self.touched.clear();
        done
    }

    fn change(&mut self, context: &Context, name: &Identity, should: &State, job: Option<&Job>) -> Outcome {
        if should.text("ensure") == Some("absent") {
            let Some(job) = job else { return Ok(()) };
            self.remove(job);
            self.touched.push((job.user.clone(), name.clone()));
            return Ok(());
        }
        let target = EcoString::from(should.text("user").or(should.text("target")).unwrap_or("root"));
        let mut record = job.map_or_else(|| State::new().with("name", name.name()), |job| job.record.clone());
        for field in ["command", "special", "environment"].iter().chain(&TIMES) {
            if let Some(value) = should.known(field) {
                record.insert(*field, opened(value).clone());
            }
        }
        if record.known("command").is_none() {
            self.refused.push((name.clone(), Failure::new("no command specified, cannot create")));
            return Ok(());
        }
        if job.is_some_and(|job| job.user == target && same(&job.record, &record)) {
            return Ok(());
        }
        // A job that is changed has a name from then on, so that it is known again.
        record.remove(UNMANAGED);
        record.insert("name", name.name());
        match job {
            // The job was found in what was opened; what is there now may be something else.
            Some(job) if job.user == target => {
                if let Some(tab) = self.tabs.opened(&target) {
                    tab.change(job.id, record);
                }
            }
            elsewhere => {
                match self.tabs.open(context, &target) {
                    Ok(tab) => drop(tab.add(record)),
                    Err(failure) => {
                        self.refused.push((name.clone(), failure));
                        return Ok(());
                    }
                }
                if let Some(job) = elsewhere {
                    self.remove(job);
                    self.touched.push((job.user.clone(), name.clone()));
                }
            }
        }
        self.touched.push((target, name.clone()));
        Ok(())
    }
}

impl Jobs {
    fn remove(&mut self, job: &Job) {
        if let Some(tab) = self.tabs.opened(&job.user) {
            tab.remove(job.id);
        }
    }
}

/// Whether two records say the same about a job.
fn same(left: &State, right: &State) -> bool {
    let print = |record: &State| CronLines.print(record);
    print(left) == print(right)
}

/// Nothing, as a crontab says it.
fn nothing() -> Value {
    absent()
}
