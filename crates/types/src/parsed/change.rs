//! Changes records in memory: finds, changes, adds and removes them.

use std::path::Path;

use resource_api::{Changes, Context, Failure, Identity, Outcome, State, line_file::RecordId};

use super::{FailedChange, ParsedFiles, Pending, RecordLocation, RecordType};
use crate::subject::unwrap_sensitive;

impl<K: RecordType> ParsedFiles<K> {
    /// Stages changes. A change that fails does not affect the others, and is reported when everything is written.
    pub(crate) fn set(&mut self, context: &Context, changes: &Changes) {
        for change in changes {
            let Some(should) = &change.should else { continue };
            if let Err(failure) = self.stage(context, &change.name, should) {
                self.refuse(&change.name, failure);
            }
        }
    }

    /// Fails a resource when everything is written.
    pub(crate) fn refuse(&mut self, name: &Identity, failure: Failure) {
        self.failed.push(FailedChange { name: name.clone(), backed_up: None, failure });
    }

    /// Stages the change of one resource.
    fn stage(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        let found = self.find(context, name.name(), should)?;
        if should.text("ensure") != Some("absent") {
            self.write(context, name, should, found)?;
        } else if let Some((location, _)) = found {
            self.remove(name, location);
        }
        Ok(())
    }

    /// Discards everything that was staged.
    pub(crate) fn discard(&mut self) {
        std::mem::take(&mut self.modified).keys().for_each(|path| self.forget(path));
        self.failed.clear();
    }

    pub(super) fn forget(&mut self, path: &Path) {
        self.files.forget(path);
        self.indexes.remove(path);
    }

    /// Removes a record that was found.
    pub(crate) fn remove(&mut self, name: &Identity, location: RecordLocation) {
        let (path, id) = location;
        self.remove_from_index(name.name(), &path, id);
        self.modified.entry(path).or_default().push(Pending { name: name.clone(), should: None });
    }

    fn remove_from_index(&mut self, name: &str, path: &Path, id: RecordId) {
        if let Some(file) = self.files.opened(path) {
            file.remove(id);
        }
        let Some(index) = self.indexes.get_mut(path) else { return };
        if index.renamed.contains_key(&id) {
            // The generated names of others depend on their number.
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
        found: Option<(RecordLocation, State)>,
    ) -> Outcome {
        let target = target_of::<K>(should);
        let (location, old) = found.unzip();
        let record = merge::<K>(name, should, old.as_ref());
        if let Err(problem) = self.kind.check(&record) {
            let backed_up = Some(target.into());
            self.failed.push(FailedChange { name: name.clone(), backed_up, failure: Failure::new(problem) });
            return Ok(());
        }
        let is_there = location.as_ref().is_some_and(|(path, _)| path == target);
        if is_there && old.is_some_and(|old| self.kind.print(&old) == self.kind.print(&record)) {
            return Ok(());
        }
        match location {
            Some((path, id)) if path == target => self.put(context, name, target, Some(id), record)?,
            elsewhere => {
                self.put(context, name, target, None, record)?;
                if let Some(location) = elsewhere {
                    self.remove(name, location);
                }
            }
        }
        let pending = Pending { name: name.clone(), should: Some(should.clone()) };
        self.modified.entry(target.into()).or_default().push(pending);
        Ok(())
    }

    /// Adds or replaces a record in a file.
    fn put(&mut self, context: &Context, name: &Identity, path: &Path, id: Option<RecordId>, record: State) -> Outcome {
        let Some(id) = id else {
            let id = self.open(context, path)?.add(record);
            if let Some(index) = self.indexes.get_mut(path) {
                index.by_name.entry(name.name().into()).or_default().push(id);
            }
            return Ok(());
        };
        // The record was found in the open file; the one on disk may be different by now.
        if !self.files.opened(path).is_some_and(|file| file.change(id, record)) {
            return Err(Failure::new(format!("another process changed {}; run again", path.display())));
        }
        if self.indexes.get(path).is_some_and(|index| index.renamed.contains_key(&id)) {
            self.indexes.remove(path);
        }
        Ok(())
    }

    /// Applies changes again to a file that another process wrote meanwhile.
    pub(super) fn redo(&mut self, context: &Context, path: &Path, pending: &[Pending]) -> Outcome {
        self.forget(path);
        for Pending { name, should } in pending {
            let (location, old) = self.find_in(context, path, name.name())?.unzip();
            match (should, location) {
                (Some(should), location) => {
                    let record = merge::<K>(name, should, old.as_ref());
                    self.put(context, name, path, location.map(|(_, id)| id), record)?;
                }
                (None, Some((_, id))) => self.remove_from_index(name.name(), path, id),
                (None, None) => {}
            }
        }
        Ok(())
    }
}

/// The file of a resource.
pub(super) fn target_of<K: RecordType>(should: &State) -> &Path {
    Path::new(should.text("target").unwrap_or(K::DEFAULT_TARGET))
}

/// The record that is to be written.
fn merge<K: RecordType>(name: &Identity, should: &State, old: Option<&State>) -> State {
    let mut record = old.cloned().unwrap_or_else(|| State::new().with("name", name.name()));
    for field in K::FIELDS {
        if let Some(value) = should.known(field) {
            record.insert(*field, unwrap_sensitive(value).clone());
        }
    }
    record
}
