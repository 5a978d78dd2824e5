//! Changes records in memory: they are found, changed in their places, added, taken away.

use std::path::Path;

use resource_api::{Changes, Context, Failure, Identity, Outcome, State, line_file::RecordId};

use super::{Kind, ParsedFiles, Pending, Place, Refused};
use crate::subject::opened;

impl<K: Kind> ParsedFiles<K> {
    /// Gathers what becomes of resources. One that fails fails alone, when everything is written.
    pub(crate) fn set(&mut self, context: &Context, changes: &Changes) {
        for change in changes {
            let Some(should) = &change.should else { continue };
            if let Err(failure) = self.gather(context, &change.name, should) {
                self.refused.push(Refused { name: change.name.clone(), backed_up: None, failure });
            }
        }
    }

    /// Gathers what becomes of one resource.
    fn gather(&mut self, context: &Context, name: &Identity, should: &State) -> Outcome {
        let found = self.find(context, name.name(), should)?;
        if should.text("ensure") != Some("absent") {
            self.write(context, name, should, found)?;
        } else if let Some((place, _)) = found {
            self.remove(name, place);
        }
        Ok(())
    }

    /// Forgets what was gathered and not written.
    pub(crate) fn discard(&mut self) {
        std::mem::take(&mut self.touched).keys().for_each(|path| self.forget(path));
        self.refused.clear();
    }

    pub(super) fn forget(&mut self, path: &Path) {
        self.files.forget(path);
        self.indexes.remove(path);
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
        let target = target_of::<K>(Some(should));
        let (place, old) = found.unzip();
        let record = merged::<K>(name, should, old.as_ref());
        if let Err(problem) = self.kind.check(&record) {
            let backed_up = Some(target.into());
            self.refused.push(Refused { name: name.clone(), backed_up, failure: Failure::new(problem) });
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
    pub(super) fn redo(&mut self, context: &Context, path: &Path, pending: &[Pending]) -> Outcome {
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
}

/// The file that a resource is in.
pub(super) fn target_of<K: Kind>(should: Option<&State>) -> &Path {
    Path::new(should.and_then(|should| should.text("target")).unwrap_or(K::DEFAULT_TARGET))
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
