//! Links: made, and led elsewhere.

use std::{fs, io, path::Path};

use resource_api::{Failure, Insync, Outcome, whole_file::Folder};
use rustix::fs::{FileType, renameat, symlinkat};

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
        let is_directory = fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
        if is_directory && in_the_way != InTheWay::Directory {
            return Err(Failure::new("Could not remove existing file"));
        }
        link_in_place(path, Path::new(target), in_the_way).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Failure::from(system::called(&error, "dir_chdir", folder))
            }
            _ => {
                let both = format!("({target}, {})", path.display());
                Failure::from(system::called(&error, "rb_file_s_symlink", Path::new(&both)))
            }
        })?;
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

/// Makes a link, in one step where there is something that is no directory.
fn link_in_place(path: &Path, target: &Path, in_the_way: InTheWay) -> io::Result<()> {
    let (folder, name) = Folder::of(path)?;
    match symlinkat(target, &folder, name) {
        Err(rustix::io::Errno::EXIST) => {
            let make = |name: &Path| Ok(symlinkat(target, &folder, name.file_name().unwrap_or_default())?);
            let beside = tempfile::Builder::new().make_in(folder.path(), make)?;
            if in_the_way == InTheWay::Directory {
                fs::remove_dir_all(path)?;
            }
            let made = beside.path().file_name().unwrap_or_default();
            renameat(&folder, made, &folder, name)?;
            // It is not there any more under that name.
            let _ = beside.into_temp_path().keep();
            Ok(())
        }
        made => Ok(made?),
    }
}
