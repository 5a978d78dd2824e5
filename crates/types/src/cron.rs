//! `cron`: jobs in the crontabs of users.
//!
//! A managed job is preceded by a comment with its name (`lines`). Other jobs are listed with generated names; a
//! resource that describes exactly such a job takes it over. Crontabs are read and written by the command `crontab`
//! (`crontabs`), which knows who may have one.

mod canonical;
mod crontabs;
mod lines;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::EcoString;
use pcore::{
    Value,
    keyed::{HashMap, HashSet},
};
use resource_api::{
    Changes, Context, Failure, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    line_file::{FileLocks, LineFormat, RecordId},
    render::{display, interpolate},
};

use self::{
    crontabs::Crontabs,
    lines::{CronLines, TIMES, UNMANAGED},
};
use crate::{
    munge::Munger,
    program,
    subject::{joined, secret_in_sync, several, unwrap_sensitive},
    text_file,
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("cron/definition.yaml")).with_provider(
        ProviderEntry::new("crontab", |_| Ok(Jobs::default())).suitable_if(|_| program::require(&["crontab"])),
    )
}

/// The jobs of all users.
#[derive(Default)]
struct Jobs {
    munger: Munger,
    tabs: Crontabs,
    refused: Vec<(Identity, Failure)>,
    /// Which resources changed which user's crontab.
    touched: Vec<(EcoString, Identity)>,
    /// The jobs of the catalog, and the users with a crontab; read when first needed.
    catalog: Option<Arc<[CatalogJob]>>,
    users: Option<Vec<EcoString>>,
    /// Why crontabs could not be read, by user.
    unread: HashMap<EcoString, Failure>,
    locks: FileLocks,
    /// The numbers of unmanaged jobs, which stay the same when earlier jobs are removed.
    numbers: HashMap<(EcoString, String, usize), usize>,
}

/// A job in a crontab.
#[derive(Clone)]
struct ExistingJob {
    user: EcoString,
    id: RecordId,
    record: State,
}

impl ExistingJob {
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

#[derive(Clone)]
struct CatalogJob {
    name: EcoString,
    target: EcoString,
    state: State,
}

impl Jobs {
    /// All jobs, those of the current user first. Unmanaged jobs are numbered.
    fn all(&mut self, context: &Context, catalog_jobs: &[CatalogJob]) -> Outcome<Vec<ExistingJob>> {
        let mut users = vec![crontabs::current_user()];
        users.extend(catalog_jobs.iter().map(|job| job.target.clone()));
        users.extend(self.users.get_or_insert_with(crontabs::users).iter().cloned());
        let mut visited = HashSet::default();
        let mut jobs = Vec::new();
        for user in users.into_iter().filter(|user| visited.insert(user.clone())) {
            // A crontab that cannot be read fails the resources in it.
            let tab = match self.tabs.open(context, &user) {
                Ok(tab) => tab,
                Err(failure) => {
                    // A user who does not exist has no jobs.
                    if crontabs::exists(context, &user) {
                        self.unread.insert(user, failure);
                    }
                    continue;
                }
            };
            self.unread.remove(&user);
            jobs.extend(tab.records().map(|(id, record)| ExistingJob {
                user: user.clone(),
                id,
                record: record.clone(),
            }));
        }
        let mut visited: HashMap<(EcoString, String), usize> = HashMap::default();
        for job in jobs.iter_mut().filter(|job| job.is_unmanaged()) {
            let key = (job.user.clone(), CronLines.print(&job.record));
            let occurrence = visited.entry(key.clone()).or_default();
            *occurrence += 1;
            let next = self.numbers.len() + 1;
            let number = *self.numbers.entry((key.0, key.1, *occurrence)).or_insert(next);
            let command = job.record.text("command").unwrap_or_default();
            let name = format!("unmanaged:{}-{number}", lines::with_underscores(command));
            job.record.insert("name", name);
        }
        Ok(jobs)
    }

    /// The jobs of resources, by name.
    fn managed(&mut self, context: &Context, names: &[&Identity]) -> Outcome<HashMap<EcoString, ExistingJob>> {
        let targets = self.catalog_jobs(context, names);
        let jobs = self.all(context, &targets)?;
        let requested: HashSet<&str> = names.iter().map(|name| name.name()).collect();
        let by_name: HashMap<&str, &CatalogJob> = targets.iter().map(|target| (target.name.as_str(), target)).collect();
        let mut found: HashMap<EcoString, ExistingJob> = HashMap::default();
        let mut free: HashMap<(&str, &str), Vec<&ExistingJob>> = HashMap::default();
        for job in &jobs {
            let name = job.record.text("name").unwrap_or_default();
            match by_name.get(name) {
                Some(target) if target.target == job.user => drop(found.insert(name.into(), job.clone())),
                // A job that is purged has the name under which it was listed.
                None if job.is_unmanaged() && requested.contains(name) => {
                    found.insert(name.into(), job.clone());
                }
                _ if job.is_unmanaged() => {
                    let command = job.record.text("command").unwrap_or_default();
                    free.entry((job.user.as_str(), command)).or_default().push(job);
                }
                _ => {}
            }
        }
        for target in targets.iter().filter(|target| !found.contains_key(&target.name)).collect::<Vec<_>>() {
            let Some(command) = target.state.text("command") else { continue };
            let Some(jobs) = free.get_mut(&(target.target.as_str(), command)) else { continue };
            if let Some(index) = jobs.iter().position(|job| matches_description(&job.record, &target.state)) {
                found.insert(target.name.clone(), jobs.remove(index).clone());
            }
        }
        Ok(found)
    }

    /// The jobs of the catalog; for names that it does not have, jobs without attributes.
    fn catalog_jobs(&mut self, context: &Context, names: &[&Identity]) -> Arc<[CatalogJob]> {
        let catalog = self.catalog.get_or_insert_with(|| in_catalog(context, &self.munger));
        let known: HashSet<&EcoString> = catalog.iter().map(|job| &job.name).collect();
        let unknown = names.iter().map(|name| EcoString::from(name.name())).filter(|name| !known.contains(name));
        // Purged jobs are in the catalog by name only.
        let unknown = unknown.filter(|name| !name.starts_with("unmanaged:"));
        let bare = |name| CatalogJob { name, target: crontabs::current_user(), state: State::new() };
        let bare: Vec<CatalogJob> = unknown.map(bare).collect();
        if bare.is_empty() { Arc::clone(catalog) } else { catalog.iter().cloned().chain(bare).collect() }
    }
}

/// Reads the jobs of the catalog.
fn in_catalog(context: &Context, munger: &Munger) -> Arc<[CatalogJob]> {
    let mut jobs = Vec::new();
    for resource in context.catalog().map(|catalog| catalog.list("cron")).unwrap_or_default() {
        let mut state = resource.attributes().clone();
        if state.known("name").is_none() {
            state.insert("name", resource.title().as_str());
        }
        if munger.canonicalize_quietly(context.definition(), &mut state, &canonical::validate).is_err() {
            continue;
        }
        let name = EcoString::from(state.text("name").unwrap_or_default());
        let target = EcoString::from(state.text("target").unwrap_or_default());
        jobs.push(CatalogJob { name, target, state });
    }
    jobs.into()
}

/// Whether a job is exactly what a resource describes.
fn matches_description(job: &State, target: &State) -> bool {
    TIMES.iter().chain(["special"].iter()).all(|field| match target.known(field) {
        None => true,
        Some(Value::Symbol(_)) if *field == "special" => false,
        Some(should) => job.get(field) == Some(should),
    })
}

#[resource_api::provider]
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
            // `crontab` does not lock. This lock keeps other runs of ours from installing a crontab at the same time.
            let _lock = text_file::lock(&mut self.locks, context, &crontabs::path(&user));
            let saved = self.redo_if_outdated(context, &user, &touched, changes);
            if let Err(failure) = saved.and_then(|()| self.tabs.save(context, &user)) {
                self.tabs.forget(&user);
                let affected = touched.iter().filter(|(other, _)| *other == user);
                affected.for_each(|(_, name)| context.fail_resource(name, failure.clone()));
            }
        }
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &canonical::validate)
    }

    fn insync(&mut self, _: &Context, _: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        // For absent jobs a crontab that could not be read must fail here; for others writing it fails.
        let user = should.text("user").or(should.text("target"));
        if let (Some("absent"), Some(failure)) = (should.text("ensure"), user.and_then(|user| self.unread.get(user))) {
            return Err(failure.clone());
        }
        if let (true, Some(answer)) = (property != "environment", secret_in_sync(property, is, should)) {
            return Ok(answer);
        }
        let (Some(is), Some(should)) = (is.get(property), should.get(property)) else { return Ok(Insync::Default) };
        let (is_secret, should) = (matches!(should, Value::Sensitive(_)), unwrap_sensitive(should));
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
        // Puppet shows the new lines without quotes.
        let lines = joined(lines, ",");
        let message = match is {
            Value::Array(_) => format!("environment changed {} to {lines}", display(is)),
            _ => format!("defined 'environment' as {lines}"),
        };
        Ok(Insync::differs(is.clone(), should.clone()).with_message(message))
    }
}

impl Jobs {
    /// Applies the changes again if the crontab was replaced since it was read.
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
        let affected: HashSet<&Identity> =
            touched.iter().filter(|(other, _)| other == user).map(|(_, name)| name).collect();
        let again: Vec<_> = changes.iter().filter(|change| affected.contains(&change.name)).cloned().collect();
        let done = self.set(context, &Changes::new(again, changes.noop()));
        // These resources are in the list of the caller already.
        self.touched.clear();
        done
    }

    fn change(&mut self, context: &Context, name: &Identity, should: &State, job: Option<&ExistingJob>) -> Outcome {
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
                record.insert(*field, unwrap_sensitive(value).clone());
            }
        }
        if record.known("command").is_none() {
            return Err(Failure::new("no command specified, cannot create"));
        }
        let is_same =
            |job: &ExistingJob| job.user == target && CronLines.print(&job.record) == CronLines.print(&record);
        if job.is_some_and(is_same) {
            return Ok(());
        }
        // A job that is changed becomes a managed one.
        record.remove(UNMANAGED);
        record.insert("name", name.name());
        match job {
            // The job was found in the cached crontab; the one on disk may be different.
            Some(job) if job.user == target => {
                if let Some(tab) = self.tabs.get_open(&target) {
                    tab.change(job.id, record);
                }
            }
            elsewhere => {
                self.tabs.open(context, &target)?.add(record);
                if let Some(job) = elsewhere {
                    self.remove(job);
                    self.touched.push((job.user.clone(), name.clone()));
                }
            }
        }
        self.touched.push((target, name.clone()));
        Ok(())
    }

    fn remove(&mut self, job: &ExistingJob) {
        if let Some(tab) = self.tabs.get_open(&job.user) {
            tab.remove(job.id);
        }
    }
}
