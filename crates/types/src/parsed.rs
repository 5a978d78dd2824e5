//! What `host`, `mount`, `sysctl` and `ssh_authorized_key` have in common: their resources are records of files.
//!
//! A [`RecordType`] defines the records and the file that they are in unless a resource has a `target`. A record is a
//! [`State`] of the attributes in the file, with its name. Changes are staged in memory (`change`); `flush` backs up
//! each file once per run, and writes it.

mod change;
mod flush;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use pcore::keyed::{HashMap, HashSet, IndexMap, IndexSet};
use resource_api::{
    Context, Failure, Identity, Outcome, Request, State,
    line_file::{LineFile, LineFiles, LineFormat, RecordId},
    log::Level,
};

pub(crate) use self::flush::{file_failure, now};
use crate::account::{self, UserAccount};

/// The beginning of the lines with Puppet's header.
const HEADER: &str = "# HEADER";

/// The records of a type.
pub(crate) trait RecordType: LineFormat<Record = State> + Clone + Send {
    const TYPE_NAME: &'static str;
    /// The file of records without `target`; empty if there is none.
    const DEFAULT_TARGET: &'static str;
    /// The attributes that are in the file, without the name.
    const FIELDS: &'static [&'static str];
    /// Whether a resource is only looked for in its own file, since other users write the others.
    const ONLY_OWN_TARGET: bool = false;

    /// Validates a record before it is written.
    fn check(&self, _record: &State) -> Result<(), String> {
        Ok(())
    }

    /// Names the records without a name, given their file.
    fn name(&self, _target: &Path, _records: &mut [(RecordId, State)]) {}
}

/// The files of one type.
pub(crate) struct ParsedFiles<K: RecordType> {
    kind: K,
    files: LineFiles<K>,
    /// The files with resources: the default one, those of the catalog, and those that were opened.
    targets: IndexSet<PathBuf>,
    /// Whether the targets of the catalog were added.
    is_catalog_read: bool,
    /// Files that are read as the user who owns them.
    readers: HashMap<PathBuf, UserAccount>,
    indexes: HashMap<PathBuf, Index>,
    backed_up: HashSet<PathBuf>,
    /// The resources that changed a file, until it is written.
    modified: IndexMap<PathBuf, Vec<Pending>>,
    /// What cannot be written.
    failed: Vec<FailedChange>,
    /// Why resources could not be looked up: their file cannot be read.
    unread: HashMap<EcoString, Failure>,
    /// The files whose read errors were logged.
    unreadable: HashSet<PathBuf>,
}

/// A resource that cannot be written.
struct FailedChange {
    name: Identity,
    /// The file that Puppet would back up before the failure.
    backed_up: Option<PathBuf>,
    failure: Failure,
}

pub(crate) type RecordLocation = (PathBuf, RecordId);

/// The change of a resource in one file; the record should be absent if there is no state.
struct Pending {
    name: Identity,
    should: Option<State>,
}

/// The records of a file by name.
struct Index {
    /// The version of the file that was indexed.
    reading: u64,
    by_name: HashMap<EcoString, Vec<RecordId>>,
    /// Records with a generated name.
    renamed: HashMap<RecordId, State>,
}

impl<K: RecordType> ParsedFiles<K> {
    pub(crate) fn new(kind: K) -> ParsedFiles<K> {
        let default = Some(K::DEFAULT_TARGET).filter(|target| !target.is_empty());
        ParsedFiles {
            files: LineFiles::new(kind.clone()).with_header(HEADER),
            kind,
            targets: default.into_iter().map(PathBuf::from).collect(),
            is_catalog_read: false,
            readers: HashMap::default(),
            indexes: HashMap::default(),
            backed_up: HashSet::default(),
            modified: IndexMap::default(),
            failed: Vec::new(),
            unread: HashMap::default(),
            unreadable: HashSet::default(),
        }
    }

    /// Adds a file with resources, and the user as whom it is read.
    pub(crate) fn add_target(&mut self, path: &Path, reader: Option<UserAccount>) {
        self.targets.insert(path.to_owned());
        if let Some(reader) = reader {
            self.readers.entry(path.to_owned()).or_insert(reader);
        }
    }

    /// The files with resources.
    fn targets(&mut self, context: &Context) -> Vec<PathBuf> {
        if let Some(catalog) = context.catalog().filter(|_| !self.is_catalog_read && !K::ONLY_OWN_TARGET) {
            self.is_catalog_read = true;
            let resources = catalog.list(K::TYPE_NAME);
            let targets = resources.iter().filter_map(|resource| resource.attributes().text("target"));
            self.targets.extend(targets.map(PathBuf::from));
        }
        self.targets.iter().cloned().collect()
    }

    /// Opens a file with its current content, including staged changes.
    fn open(&mut self, context: &Context, path: &Path) -> Outcome<&mut LineFile<K>> {
        self.targets.insert(path.to_owned());
        let opened = match self.readers.get(path) {
            Some(reader) => self.files.open_with(path, |path| account::read_as(context, reader, path)),
            None => self.files.open(path),
        };
        opened.map_err(file_failure)
    }

    /// The index of a file.
    fn index(&mut self, context: &Context, path: &Path) -> Outcome<&Index> {
        let reading = self.open(context, path)?.reading();
        if self.indexes.get(path).is_none_or(|index| index.reading != reading) {
            let records = self.named_records(path);
            let mut index = Index { reading, by_name: HashMap::default(), renamed: HashMap::default() };
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

    /// The records of an open file, all of them with names.
    fn named_records(&mut self, path: &Path) -> Vec<(RecordId, State)> {
        let Some(file) = self.files.opened(path) else { return Vec::new() };
        let mut records: Vec<(RecordId, State)> = file.records().map(|(id, record)| (id, record.clone())).collect();
        self.kind.name(path, &mut records);
        records
    }

    /// The states of all records of a file.
    pub(crate) fn states_in(&mut self, context: &Context, target: &Path) -> Outcome<Vec<State>> {
        self.open(context, target)?;
        Ok(self.named_records(target).into_iter().map(|(_, record)| present(record, target)).collect())
    }

    /// The states for `get`. A resource whose own file cannot be read is not found;
    /// [`check_read`](ParsedFiles::check_read) returns the reason.
    pub(crate) fn states(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else {
            let targets = self.targets(context);
            let states = targets.iter().map(|target| self.states_in(context, target));
            return Ok(states.collect::<Outcome<Vec<_>>>()?.concat());
        };
        let mut states = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let empty = State::new();
            let found = self.find(context, name.name(), request.target(index).unwrap_or(&empty));
            let found = self.unless_unread(name.name(), found);
            states.extend(found.map(|((target, _), record)| present(record, &target)));
        }
        Ok(states)
    }

    /// What was found of a resource; remembers the reason if it could not be looked up.
    pub(crate) fn unless_unread<T>(&mut self, name: &str, found: Outcome<Option<T>>) -> Option<T> {
        let failure = match found {
            Ok(found) => {
                self.unread.remove(name);
                return found;
            }
            Err(failure) => failure,
        };
        self.unread.insert(name.into(), failure);
        None
    }

    /// Fails if a resource could not be looked up, so that its state is unknown.
    pub(crate) fn check_read(&self, name: &Identity) -> Outcome {
        self.unread.get(name.name()).map_or(Ok(()), |failure| Err(failure.clone()))
    }

    /// The state of a resource in one file.
    pub(crate) fn state_in(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<State>> {
        Ok(self.find_in(context, target, name)?.map(|(_, record)| present(record, target)))
    }

    /// The record of a resource; the last one counts. Fails if its own file cannot be read; other unreadable files are
    /// skipped.
    pub(crate) fn find(
        &mut self,
        context: &Context,
        name: &str,
        should: &State,
    ) -> Outcome<Option<(RecordLocation, State)>> {
        let own = change::target_of::<K>(should).to_owned();
        if K::ONLY_OWN_TARGET && should.text("target").is_some() {
            return self.find_in(context, &own, name);
        }
        let mut found = None;
        for target in self.targets(context) {
            match self.find_in(context, &target, name) {
                Ok(in_target) => found = in_target.or(found),
                Err(failure) if target == own => return Err(failure),
                Err(failure) => {
                    if self.unreadable.insert(target) {
                        context.log().line(Level::Warning, &format!("{failure}; skipping it"));
                    }
                }
            }
        }
        Ok(found)
    }

    fn find_in(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<(RecordLocation, State)>> {
        let index = self.index(context, target)?;
        let Some(id) = index.by_name.get(name).and_then(|ids| ids.last()).copied() else { return Ok(None) };
        let renamed = index.renamed.get(&id).cloned();
        let record = renamed.or_else(|| self.files.opened(target)?.record(id).cloned());
        Ok(record.map(|record| ((target.to_owned(), id), record)))
    }
}

fn present(mut record: State, target: &Path) -> State {
    record.insert("ensure", "present");
    record.insert("target", target.to_string_lossy().as_ref());
    record
}
