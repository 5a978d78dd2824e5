//! Links: made, and led elsewhere.

use std::{ffi::OsStr, io, os::fd::AsFd, path::Path};

use resource_api::{
    Failure, Insync, Outcome,
    whole_file::{DirectoryEntry, PrivateDirectory},
};
use rustix::{
    fs::{AtFlags, FileType, Gid, Uid, chownat, renameat, symlinkat, unlinkat},
    io::Errno,
};

use super::{
    super::{
        compare,
        found::{Found, Kind},
        goal::{Ensure, Goal},
        system,
    },
    Change, InTheWay,
};

impl Change<'_> {
    pub(super) fn create_link(&self, goal: &Goal<'_>, in_the_way: InTheWay) -> Outcome {
        let Some(target) = goal.target() else {
            return Err(Failure::new("Cannot create a symlink without a target"));
        };
        let path = goal.wanted.path;
        let folder = path.parent().unwrap_or(path);
        let made = DirectoryEntry::at(path).and_then(|entry| {
            if in_the_way != InTheWay::Directory && entry.is_directory()? {
                return Ok(false);
            }
            let link = Link { target: Path::new(target), owner: goal.link_owner() };
            link.put(&entry, in_the_way).map(|()| true)
        });
        let made = made.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Failure::from(system::called(&error, "dir_chdir", folder))
            }
            _ => {
                let both = format!("({target}, {})", path.display());
                Failure::from(system::called(&error, "rb_file_s_symlink", Path::new(&both)))
            }
        })?;
        if !made {
            return Err(Failure::new("Could not remove existing file"));
        }
        self.finish(goal, FileType::Symlink)
    }

    pub(super) fn target(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if goal.ensure() != Some(Ensure::Kind(Kind::Link)) || compare::target(goal, Some(found)) == Insync::Yes {
            return Ok(());
        }
        let in_the_way = self.remove(goal, Ensure::Kind(Kind::Link), found)?;
        self.create_link(goal, in_the_way)
    }
}

/// A link that is made.
struct Link<'l> {
    target: &'l Path,
    /// Whose it is, unless it is ours: it has that owner before it has its name.
    owner: Option<(u32, u32)>,
}

impl Link<'_> {
    /// Makes the link, in one step where there is something that is no directory.
    fn put(&self, entry: &DirectoryEntry, in_the_way: InTheWay) -> io::Result<()> {
        let clear = || if in_the_way == InTheWay::Directory { entry.remove_all() } else { Ok(()) };
        if self.owner.is_some() {
            // A link that leads where another user likes is never root's, not for a moment.
            let private = PrivateDirectory::beside(entry)?;
            self.make(&private, private.name())?;
            clear()?;
            return private.replace();
        }
        let (directory, name) = (entry.directory(), entry.name());
        match symlinkat(self.target, directory, name) {
            Err(Errno::EXIST) => {}
            made => return Ok(made?),
        }
        let ((), beside) = entry.make_beside(|beside| self.make(directory, beside))?;
        clear().and_then(|()| Ok(renameat(directory, &beside, directory, name)?)).inspect_err(|_| {
            // The first error is the one that counts.
            let _ = unlinkat(directory, &beside, AtFlags::empty());
        })
    }

    fn make(&self, directory: impl AsFd, name: &OsStr) -> io::Result<()> {
        symlinkat(self.target, &directory, name)?;
        let Some((owner, group)) = self.owner else { return Ok(()) };
        let (owner, group) = (Some(Uid::from_raw(owner)), Some(Gid::from_raw(group)));
        Ok(chownat(directory, name, owner, group, AtFlags::SYMLINK_NOFOLLOW)?)
    }
}
