//! What the types have in common whose resources are records of files: `host`, `mount`, `sysctl`, `ssh_authorized_key`.
//!
//! A [`Kind`] says what a record is and where records are unless a resource names a `target`. A record is a [`State`] of
//! the attributes that are in the file, with its name. Changes are gathered in memory; `flush` keeps a copy of each file in
//! the filebucket, once a run, and writes it.

mod subject;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use indexmap::{IndexMap, IndexSet};
use pcore::time::Timestamp;
use resource_api::{
    Changes, Context, Failure, Identity, Outcome, Request, State,
    line_file::{LineFile, LineFileError, LineFiles, LineFormat, RecordId},
    log::Level,
    whole_file::{MODE_OF_NEW_FILES, Ownership},
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

pub(crate) use self::subject::{Subject, absent, opened, secret_in_sync, several, with_secrets_open};
use crate::{
    account::{self, UserAccount},
    file::system,
};

/// What begins the lines that say who wrote a file.
const HEADER: &str = "# HEADER";

/// What the records of a type are.
pub(crate) trait Kind: LineFormat<Record = State> + Clone + Send {
    /// The name of the type.
    const TYPE_NAME: &'static str;
    /// The file of records that name no other; empty where there is none.
    const DEFAULT_TARGET: &'static str;
    /// The attributes that are in the file, without the name.
    const FIELDS: &'static [&'static str];
    /// Whether a resource is looked for in its own file alone, because others write what is in other files.
    const KEEPS_TO_TARGET: bool = false;

    /// Says what keeps a record from being written.
    fn check(&self, _record: &State) -> Result<(), String> {
        Ok(())
    }

    /// Gives records names that have none, once the file is known that they are in.
    fn name(&self, _target: &Path, _records: &mut [(RecordId, State)]) {}
}

/// The files of one type.
pub(crate) struct ParsedFiles<K: Kind> {
    kind: K,
    files: LineFiles<K>,
    /// The files that resources are in: the usual one, those that the catalog names, and those that were opened.
    targets: IndexSet<PathBuf, FxBuildHasher>,
    /// Whether the catalog was asked which files it names.
    is_catalog_known: bool,
    /// Files that are read as the users whose they are.
    readers: FxHashMap<PathBuf, UserAccount>,
    indexes: FxHashMap<PathBuf, Index>,
    backed_up: FxHashSet<PathBuf>,
    /// Which files hold the changes of which resources, until they are written.
    touched: IndexMap<PathBuf, Vec<Pending>, FxBuildHasher>,
    /// What cannot be written.
    refused: Vec<(Identity, PathBuf, Failure)>,
}

/// Where a record is.
pub(crate) type Place = (PathBuf, RecordId);

/// What becomes of a resource in one file: there should be such a record, or none.
struct Pending {
    name: Identity,
    should: Option<State>,
}

/// The records of a file by their names.
struct Index {
    /// What was indexed.
    reading: u64,
    by_name: FxHashMap<EcoString, Vec<RecordId>>,
    /// Those that have a name which is not in the file.
    renamed: FxHashMap<RecordId, State>,
}

impl<K: Kind> ParsedFiles<K> {
    pub(crate) fn new(kind: K) -> ParsedFiles<K> {
        let usual = Some(K::DEFAULT_TARGET).filter(|target| !target.is_empty());
        ParsedFiles {
            files: LineFiles::new(kind.clone()).with_header(HEADER),
            kind,
            targets: usual.into_iter().map(PathBuf::from).collect(),
            is_catalog_known: false,
            readers: FxHashMap::default(),
            indexes: FxHashMap::default(),
            backed_up: FxHashSet::default(),
            touched: IndexMap::default(),
            refused: Vec::new(),
        }
    }

    /// Says that resources are in a file, which is possibly read as the user whose it is.
    pub(crate) fn expect(&mut self, path: &Path, reader: Option<UserAccount>) {
        self.targets.insert(path.to_owned());
        if let Some(reader) = reader {
            self.readers.entry(path.to_owned()).or_insert(reader);
        }
    }

    /// The files that resources are in.
    fn targets(&mut self, context: &Context) -> Vec<PathBuf> {
        if let Some(catalog) = context.catalog().filter(|_| !self.is_catalog_known && !K::KEEPS_TO_TARGET) {
            self.is_catalog_known = true;
            let resources = catalog.list(K::TYPE_NAME);
            let targets = resources.iter().filter_map(|resource| resource.attributes().text("target"));
            self.targets.extend(targets.map(PathBuf::from));
        }
        self.targets.iter().cloned().collect()
    }

    /// A file as it is now, with what was changed.
    fn open(&mut self, context: &Context, path: &Path) -> Outcome<&mut LineFile<K>> {
        self.targets.insert(path.to_owned());
        let opened = match self.readers.get(path) {
            Some(reader) => self.files.open_with(path, |path| account::read_as(context, reader, path)),
            None => self.files.open(path),
        };
        opened.map_err(refused)
    }

    /// The records of a file by their names.
    fn index(&mut self, context: &Context, path: &Path) -> Outcome<&Index> {
        let reading = self.open(context, path)?.reading();
        if self.indexes.get(path).is_none_or(|index| index.reading != reading) {
            let records = self.named_records(path);
            let mut index = Index { reading, by_name: FxHashMap::default(), renamed: FxHashMap::default() };
            for (id, record) in records {
                let name = EcoString::from(record.text("name").unwrap_or_default());
                let in_file = self.files.opened(path).and_then(|file| file.record(id));
                if in_file.is_some_and(|in_file| in_file.text("name") != Some(&name)) {
                    index.renamed.insert(id, record);
                }
                index.by_name.entry(name).or_default().push(id);
            }
            self.indexes.insert(path.to_owned(), index);
        }
        self.indexes.get(path).ok_or_else(|| Failure::new("there is no such file"))
    }

    /// The records of a file that was opened, all of them with names.
    fn named_records(&mut self, path: &Path) -> Vec<(RecordId, State)> {
        let Some(file) = self.files.opened(path) else { return Vec::new() };
        let mut records: Vec<(RecordId, State)> = file.records().map(|(id, record)| (id, record.clone())).collect();
        self.kind.name(path, &mut records);
        records
    }

    /// What `get` answers when it is asked for everything.
    fn all_states(&mut self, context: &Context) -> Outcome<Vec<State>> {
        let mut all = Vec::new();
        for target in self.targets(context) {
            all.extend(self.states_in(context, &target)?);
        }
        Ok(all)
    }

    /// The states of all records of a file.
    pub(crate) fn states_in(&mut self, context: &Context, target: &Path) -> Outcome<Vec<State>> {
        self.open(context, target)?;
        Ok(self.named_records(target).into_iter().map(|(_, record)| present(record, target)).collect())
    }

    /// What `get` answers.
    pub(crate) fn states(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else { return self.all_states(context) };
        let mut states = Vec::with_capacity(names.len());
        for name in names.iter() {
            let found = self.find(context, name.name())?;
            states.extend(found.map(|((target, _), record)| present(record, &target)));
        }
        Ok(states)
    }

    /// What `get` answers for one resource that is in one file.
    pub(crate) fn state_in(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<State>> {
        Ok(self.find_in(context, target, name)?.map(|(_, record)| present(record, target)))
    }

    /// The record with a name. Of several the last counts.
    pub(crate) fn find(&mut self, context: &Context, name: &str) -> Outcome<Option<(Place, State)>> {
        let mut found = None;
        // A file that cannot be read may hold it, so all of them are.
        for target in self.targets(context) {
            found = self.find_in(context, &target, name)?.or(found);
        }
        Ok(found)
    }

    fn find_in(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<(Place, State)>> {
        let index = self.index(context, target)?;
        let Some(id) = index.by_name.get(name).and_then(|ids| ids.last()).copied() else { return Ok(None) };
        let renamed = index.renamed.get(&id).cloned();
        let record = renamed.or_else(|| self.files.opened(target)?.record(id).cloned());
        Ok(record.map(|record| ((target.to_owned(), id), record)))
    }

    /// Gathers what becomes of resources. Whatever fails leaves nothing of it.
    pub(crate) fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let gathered = self.gather(context, changes);
        if gathered.is_err() {
            self.discard();
        }
        gathered
    }

    /// Forgets what was gathered and not written.
    pub(crate) fn discard(&mut self) {
        std::mem::take(&mut self.touched).keys().for_each(|path| self.forget(path));
        self.refused.clear();
    }

    fn forget(&mut self, path: &Path) {
        self.files.forget(path);
        self.indexes.remove(path);
    }

    fn gather(&mut self, context: &Context, changes: &Changes) -> Outcome {
        for change in changes {
            let Some(should) = &change.should else { continue };
            let target = should.text("target").filter(|_| K::KEEPS_TO_TARGET);
            let found = match target {
                Some(target) => self.find_in(context, Path::new(target), change.name.name())?,
                None => self.find(context, change.name.name())?,
            };
            if should.text("ensure") != Some("absent") {
                self.write(context, &change.name, should, found)?;
            } else if let Some((place, _)) = found {
                self.remove(&change.name, place);
            }
        }
        Ok(())
    }

    /// Takes a record away that was found.
    pub(crate) fn remove(&mut self, name: &Identity, place: Place) {
        let (path, id) = place;
        self.take(name.name(), &path, id);
        self.touched.entry(path).or_default().push(Pending { name: name.clone(), should: None });
    }

    fn take(&mut self, name: &str, path: &Path, id: RecordId) {
        if let Some(file) = self.files.opened(path) {
            file.remove(id);
        }
        let Some(index) = self.indexes.get_mut(path) else { return };
        if index.renamed.contains_key(&id) {
            // The names of others depend on how many there are.
            self.indexes.remove(path);
        } else if let Some(ids) = index.by_name.get_mut(name) {
            ids.retain(|known| *known != id);
        }
    }

    /// Changes a record that was found, or adds one.
    pub(crate) fn write(
        &mut self,
        context: &Context,
        name: &Identity,
        should: &State,
        found: Option<(Place, State)>,
    ) -> Outcome {
        let target = Path::new(should.text("target").unwrap_or(K::DEFAULT_TARGET));
        let (place, old) = found.unzip();
        let record = merged::<K>(name, should, old.as_ref());
        if let Err(problem) = self.kind.check(&record) {
            self.refused.push((name.clone(), target.into(), Failure::new(problem)));
            return Ok(());
        }
        let is_there = place.as_ref().is_some_and(|(path, _)| path == target);
        if is_there && old.is_some_and(|old| self.kind.print(&old) == self.kind.print(&record)) {
            return Ok(());
        }
        match place {
            Some((path, id)) if path == target => self.put(context, name, target, Some(id), record)?,
            elsewhere => {
                self.put(context, name, target, None, record)?;
                if let Some(place) = elsewhere {
                    self.remove(name, place);
                }
            }
        }
        let pending = Pending { name: name.clone(), should: Some(should.clone()) };
        self.touched.entry(target.into()).or_default().push(pending);
        Ok(())
    }

    /// Puts a record into a file.
    fn put(&mut self, context: &Context, name: &Identity, path: &Path, id: Option<RecordId>, record: State) -> Outcome {
        let Some(id) = id else {
            let id = self.open(context, path)?.add(record);
            if let Some(index) = self.indexes.get_mut(path) {
                index.by_name.entry(name.name().into()).or_default().push(id);
            }
            return Ok(());
        };
        // The record was found in what was opened; what is on the disk now may be something else.
        if !self.files.opened(path).is_some_and(|file| file.change(id, record)) {
            return Err(Failure::new(format!("{} is not what it was: run again", path.display())));
        }
        if self.indexes.get(path).is_some_and(|index| index.renamed.contains_key(&id)) {
            self.indexes.remove(path);
        }
        Ok(())
    }

    /// Makes changes again in a file that somebody else wrote meanwhile.
    fn redo(&mut self, context: &Context, path: &Path, pending: &[Pending]) -> Outcome {
        self.forget(path);
        for Pending { name, should } in pending {
            let (place, old) = self.find_in(context, path, name.name())?.unzip();
            match (should, place) {
                (Some(should), place) => {
                    let record = merged::<K>(name, should, old.as_ref());
                    self.put(context, name, path, place.map(|(_, id)| id), record)?;
                }
                (None, Some((_, id))) => self.take(name.name(), path, id),
                (None, None) => {}
            }
        }
        Ok(())
    }

    /// Writes the files that hold changes. What fails fails the resources whose changes these are, which are returned.
    pub(crate) fn flush(&mut self, context: &Context) -> FxHashSet<Identity> {
        self.flush_with(context, |files, path, header| {
            files.save_with_header(path, header, &ownership::<K>(path)).map_err(|error| {
                let failure = refused(error);
                context.log().line(Level::Err, &failure.to_string());
                failure
            })
        })
    }

    /// As [`flush`](ParsedFiles::flush), with another way to write a file.
    pub(crate) fn flush_with(
        &mut self,
        context: &Context,
        mut write: impl FnMut(&mut LineFiles<K>, &Path, &str) -> Outcome,
    ) -> FxHashSet<Identity> {
        let mut failed = FxHashSet::default();
        let mut fail = |name: &Identity, failure: Failure| {
            context.fail_resource(name, failure);
            failed.insert(name.clone());
        };
        let mut touched = std::mem::take(&mut self.touched);
        for (name, path, failure) in std::mem::take(&mut self.refused) {
            let kept = self.back_up(context, &path);
            fail(&name, kept.err().unwrap_or(failure));
        }
        touched.sort_keys();
        for (path, pending) in touched {
            let mut written = self.back_up(context, &path);
            if written.is_ok() && self.files.is_outdated(&path) {
                written = self.redo(context, &path, &pending);
            }
            if let Err(failure) = written.and_then(|()| write(&mut self.files, &path, &header())) {
                self.forget(&path);
                pending.iter().for_each(|pending| fail(&pending.name, failure.clone()));
            }
        }
        failed
    }

    /// Keeps what a file holds, once a run.
    fn back_up(&mut self, context: &Context, path: &Path) -> Outcome {
        if !path.exists() || !self.backed_up.insert(path.to_owned()) {
            return Ok(());
        }
        crate::file::backup::keep_in_default_bucket(context, path)
    }
}

/// What a record is to be.
fn merged<K: Kind>(name: &Identity, should: &State, old: Option<&State>) -> State {
    let mut record = old.cloned().unwrap_or_else(|| State::new().with("name", name.name()));
    for field in K::FIELDS {
        if let Some(value) = should.known(field) {
            record.insert(*field, opened(value).clone());
        }
    }
    record
}

/// Owner and mode as they are. A new file is its owner's alone, as Puppet makes it, unless it is the one that everybody
/// reads.
fn ownership<K: Kind>(path: &Path) -> Ownership {
    let mode = if path == Path::new(K::DEFAULT_TARGET) { MODE_OF_NEW_FILES } else { 0o600 };
    Ownership { mode: (!path.exists()).then_some(mode), ..Ownership::default() }
}

fn present(mut record: State, target: &Path) -> State {
    record.insert("ensure", "present");
    record.insert("target", target.to_string_lossy().as_ref());
    record
}

/// What is written before everything else.
pub(crate) fn header() -> String {
    format!(
        "# HEADER: This file was autogenerated at {}\n# HEADER: by puppet.  While it can still be managed manually, it\n\
         # HEADER: is definitely not recommended.\n",
        now()
    )
}

/// The time as Ruby writes it.
pub(crate) fn now() -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let seconds = i64::try_from(since.as_secs()).unwrap_or_default();
    Timestamp::from_seconds(seconds).format("%Y-%m-%d %H:%M:%S +0000", None).unwrap_or_default()
}

/// Why a file could not be read or written, in the words in which operators know it.
pub(crate) fn refused(error: LineFileError) -> Failure {
    let path = error.path.display();
    let told = system::opening(&error.source, &error.path);
    Failure::new(format!("Puppet::Util::FileType::FileTypeFlat could not {} {path}: {told}", error.action))
}
