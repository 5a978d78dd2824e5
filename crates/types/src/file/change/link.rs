//! Creates links and changes their targets.

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
        accounts::Account,
        compare,
        goal::{Ensure, Goal, is_root},
        stat::{FileStat, Kind},
        system,
    },
    Change, Obstacle,
};

impl Change<'_> {
    pub(super) fn create_link(&self, goal: &Goal<'_>, obstacle: Obstacle) -> Outcome {
        let Some(target) = goal.link_target() else {
            return Err(Failure::new("Cannot create a symlink without a target"));
        };
        let path = goal.target.path;
        let parent = path.parent().unwrap_or(path);
        let created = DirectoryEntry::at(path).and_then(|entry| {
            if obstacle != Obstacle::Directory && entry.is_directory()? {
                return Ok(false);
            }
            let link = Link { target: Path::new(target), owner: goal.link_owner() };
            link.put(&entry, obstacle).map(|()| true)
        });
        let created = created.map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => system::call_error(&error, "dir_chdir", parent),
            _ => {
                let both = format!("({target}, {})", path.display());
                system::call_error(&error, "rb_file_s_symlink", Path::new(&both))
            }
        })?;
        if !created {
            return Err(Failure::new("Could not remove existing file"));
        }
        self.finish(goal, FileType::Symlink)
    }

    pub(super) fn set_link_target(&self, goal: &Goal<'_>, stat: &FileStat) -> Outcome {
        if goal.ensure() != Some(Ensure::Kind(Kind::Link)) || compare::link_target(goal, Some(stat)) == Insync::Yes {
            return Ok(());
        }
        let obstacle = self.remove(goal, Ensure::Kind(Kind::Link), stat)?;
        self.create_link(goal, obstacle)
    }

    /// Creates a link anew that another user created and could redirect, if its owner is to change.
    pub(super) fn replace_foreign_link(&self, goal: &Goal<'_>) -> Outcome {
        if goal.ensure() != Some(Ensure::Kind(Kind::Link)) || !is_root() {
            return Ok(());
        }
        let Some(handle) = self.open(goal)? else { return Ok(()) };
        // An unknown name is reported when the owner is set.
        let owner = goal.number(self.context, self.accounts, Account::User).ok().flatten();
        let Some(owner) = owner else { return Ok(()) };
        if handle.is_foreign_link(owner)? { self.create_link(goal, Obstacle::Replaceable) } else { Ok(()) }
    }
}

/// A link that is created.
struct Link<'l> {
    target: &'l Path,
    /// Its owner, unless that is us; it is set before the link gets its name.
    owner: Option<(u32, u32)>,
}

impl Link<'_> {
    /// Creates the link, atomically unless a directory is in the way.
    fn put(&self, entry: &DirectoryEntry, obstacle: Obstacle) -> io::Result<()> {
        let clear = || if obstacle == Obstacle::Directory { entry.remove_all() } else { Ok(()) };
        if self.owner.is_some() {
            // A link whose target another user chose is never root's, not even for a moment.
            let private = PrivateDirectory::create_for(entry)?;
            self.make(&private, private.name())?;
            clear()?;
            return private.replace();
        }
        let (directory, name) = (entry.directory(), entry.name());
        match symlinkat(self.target, directory, name) {
            Err(Errno::EXIST) => {}
            created => return Ok(created?),
        }
        let ((), beside) = entry.create_sibling(|beside| self.make(directory, beside))?;
        clear().and_then(|()| Ok(renameat(directory, &beside, directory, name)?)).inspect_err(|_| {
            // The first error is reported.
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
