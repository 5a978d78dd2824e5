//! What the types have in common whose resources are records of files: `host`, `mount`, `sysctl`, `ssh_authorized_key`.
//!
//! A [`Kind`] says what a record is and where records are unless a resource names a `target`. A record is a [`State`] of
//! the attributes that are in the file, with its name. Changes are gathered in memory (`change`); `flush` keeps a copy of
//! each file in the filebucket, once a run, and writes it.

mod change;
mod flush;

use std::path::{Path, PathBuf};

use ecow::EcoString;
use indexmap::{IndexMap, IndexSet};
use pcore::Value;
use resource_api::{
    Context, Failure, Identity, Outcome, Request, State,
    line_file::{LineFile, LineFiles, LineFormat, RecordId},
    log::Level,
};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

pub(crate) use self::flush::{now, refused};
use crate::account::{self, UserAccount};
pub(crate) use crate::subject::{Subject, absent, opened, several};

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
    refused: Vec<Refused>,
    /// Why resources could not be looked for, because the files that they should be in cannot be read.
    unread: FxHashMap<EcoString, Failure>,
    /// The files of which it was said that they cannot be read.
    unreadable: FxHashSet<PathBuf>,
}

/// A resource that cannot be written.
struct Refused {
    name: Identity,
    /// The file of which a copy is kept before anybody is told, as if it were written.
    backed_up: Option<PathBuf>,
    failure: Failure,
}

/// Where a record is.
pub(crate) type Place = (PathBuf, RecordId);

/// What becomes of a resource in one file: there should be such a record, or none.
struct Pending {
    name: Identity,
    should: Option<State>,
}

impl Pending {
    /// Whether something of the record is a secret.
    fn is_secret(&self) -> bool {
        let is_secret = |should: &State| should.iter().any(|(_, value)| matches!(value, Value::Sensitive(_)));
        self.should.as_ref().is_some_and(is_secret)
    }
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
            unread: FxHashMap::default(),
            unreadable: FxHashSet::default(),
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

    /// What `get` answers. A resource whose own file cannot be read is not found; [`check_read`](ParsedFiles::check_read)
    /// tells why.
    pub(crate) fn states(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let Some(names) = request.names() else { return self.all_states(context) };
        let mut states = Vec::with_capacity(names.len());
        for (place, name) in names.iter().enumerate() {
            let empty = State::new();
            match self.find(context, name.name(), request.target(place).unwrap_or(&empty)) {
                Ok(found) => {
                    self.unread.remove(name.name());
                    states.extend(found.map(|((target, _), record)| present(record, &target)));
                }
                Err(failure) => drop(self.unread.insert(name.name().into(), failure)),
            }
        }
        Ok(states)
    }

    /// Fails where a resource could not be looked for: whether it is as it should be is not known.
    pub(crate) fn check_read(&self, name: &Identity) -> Outcome {
        self.unread.get(name.name()).map_or(Ok(()), |failure| Err(failure.clone()))
    }

    /// What `get` answers for one resource that is in one file.
    pub(crate) fn state_in(&mut self, context: &Context, target: &Path, name: &str) -> Outcome<Option<State>> {
        Ok(self.find_in(context, target, name)?.map(|(_, record)| present(record, target)))
    }

    /// The record of a resource. Of several the last counts. Fails where the file cannot be read that it should be in;
    /// others that cannot be read are passed over.
    pub(crate) fn find(&mut self, context: &Context, name: &str, should: &State) -> Outcome<Option<(Place, State)>> {
        let own = change::target_of::<K>(Some(should)).to_owned();
        if K::KEEPS_TO_TARGET && should.text("target").is_some() {
            return self.find_in(context, &own, name);
        }
        let mut found = None;
        for target in self.targets(context) {
            match self.find_in(context, &target, name) {
                Ok(in_target) => found = in_target.or(found),
                Err(failure) if target == own => return Err(failure),
                Err(failure) => {
                    if self.unreadable.insert(target) {
                        context.log().line(Level::Warning, &format!("{failure}; nothing is looked for there"));
                    }
                }
            }
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
}

fn present(mut record: State, target: &Path) -> State {
    record.insert("ensure", "present");
    record.insert("target", target.to_string_lossy().as_ref());
    record
}
