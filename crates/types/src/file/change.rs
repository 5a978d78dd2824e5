//! Brings a file to the state that it should have.
//!
//! `ensure` comes first, and makes everything of a file that appears. Otherwise each property is changed for itself, and
//! one that cannot be changed does not keep the others from it.

use std::{
    fs::{self, File, OpenOptions, Permissions},
    io::{self, Read},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, chown, lchown, symlink},
    path::Path,
};

use resource_api::{
    Context, Failure, Insync, Outcome, State,
    command::{Command, Destination},
    log::Level,
};
use rustix::fs::{Mode, OFlags};

use super::{
    accounts::{Account, Accounts},
    backup, compare,
    compare::tell,
    found::{Found, Kind},
    goal::{Ensure, Goal, is_root},
    mode, source, system,
    write::Replacement,
};

/// What is said of a directory that stays.
const KEPT: &str = "Not removing directory; use 'force' to override";

/// Changes one file.
pub(super) struct Change<'c> {
    pub(super) context: &'c Context,
    pub(super) accounts: &'c Accounts,
}

impl Change<'_> {
    /// Brings a file to what it should be.
    pub(super) fn make(&self, should: &State) -> Outcome {
        let goal = Goal::new(self.context, should)?;
        let found = goal.found();
        if let Some(ensure) = goal.ensure
            && is_out_of_sync(&goal, ensure, found.as_ref())
        {
            return self.ensure(&goal, ensure, found.as_ref());
        }
        let Some(found) = found else { return Ok(()) };
        let attempt = |property: &str, outcome: Outcome| {
            if let Err(failure) = outcome {
                self.context.fail_property(property, failure);
            }
        };
        if goal.is_file(Some(&found)) {
            attempt("content", self.content(&goal, &found));
        }
        attempt("checksum_value", self.checksum_value(&goal, &found));
        attempt("target", self.target(&goal, &found));
        for account in [Account::User, Account::Group] {
            attempt(account.property(), self.own(&goal, account));
        }
        attempt("mode", self.permissions(&goal));
        Ok(())
    }

    fn ensure(&self, goal: &Goal<'_>, ensure: Ensure, found: Option<&Found>) -> Outcome {
        if let Some(found) = found {
            self.remove(goal, ensure, found)?;
        }
        let is_kept = found.is_some_and(|found| found.kind == Kind::Directory) && !goal.wanted.forces();
        if is_kept && matches!(ensure, Ensure::Kind(Kind::File | Kind::Link)) {
            // What is to be written looks at its place once more.
            tell(self.context, Level::Notice, None, KEPT);
        }
        match ensure {
            Ensure::Absent => Ok(()),
            Ensure::Present | Ensure::Kind(Kind::File) => self.create_file(goal),
            Ensure::Kind(Kind::Directory) => self.create_directory(goal),
            Ensure::Kind(Kind::Link) => self.create_link(goal),
            Ensure::Kind(kind) => Err(Failure::new(format!("Cannot manage files of type {}", kind.word()))),
        }
    }

    /// Removes what is in the way, and keeps it first if that is wanted.
    fn remove(&self, goal: &Goal<'_>, ensure: Ensure, found: &Found) -> Outcome {
        backup::keep(self.context, goal, found.kind)?;
        let path = goal.wanted.path;
        match found.kind {
            Kind::Directory if !goal.wanted.forces() => {
                tell(self.context, Level::Notice, None, KEPT);
                Ok(())
            }
            Kind::CharacterDevice | Kind::BlockDevice => {
                Err(Failure::new(format!("Could not remove files of type {}", found.kind.word())))
            }
            kind => {
                let word = kind.word();
                let message = format!("Removing existing {word} for replacement with {}", ensure.word());
                tell(self.context, Level::Debug, None, &message);
                let removed = match kind {
                    Kind::Directory => fs::remove_dir_all(path),
                    // What takes its place does so in one step.
                    Kind::File | Kind::Link if ensure == Ensure::Kind(Kind::Link) => return Ok(()),
                    _ => fs::remove_file(path),
                };
                removed.map_err(|error| Failure::from(system::called(&error, "apply2files", path)))
            }
        }
    }

    fn create_file(&self, goal: &Goal<'_>) -> Outcome {
        if goal.has_content() || goal.wanted.has_source() {
            return self.write(goal, None);
        }
        let path = goal.wanted.path;
        let permissions = goal.mode_from(mode::OF_NEW_FILES, false)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true).mode(permissions.unwrap_or(mode::OF_NEW_FILES) & 0o777);
        options.open(path).map_err(|error| Failure::from(system::opening(&error, path)))?;
        self.finish(goal)
    }

    fn create_directory(&self, goal: &Goal<'_>) -> Outcome {
        let path = goal.wanted.path;
        let parent = path.parent().unwrap_or(path);
        if !parent.exists() {
            let (path, parent) = (path.display(), parent.display());
            return Err(Failure::new(format!("Cannot create {path}; parent directory {parent} does not exist")));
        }
        let mut builder = fs::DirBuilder::new();
        if let Some(mode) = goal.mode_from(mode::OF_NEW_DIRECTORIES, true)? {
            builder.mode(mode & 0o777);
        }
        builder.create(path).map_err(|error| Failure::from(system::called(&error, "dir_s_mkdir", path)))?;
        self.finish(goal)
    }

    fn create_link(&self, goal: &Goal<'_>) -> Outcome {
        let Some(target) = &goal.target else {
            return Err(Failure::new("Cannot create a symlink without a target"));
        };
        let path = goal.wanted.path;
        let folder = path.parent().unwrap_or(path);
        if fs::metadata(path).is_ok_and(|found| found.is_dir()) && !path.is_symlink() {
            return Err(Failure::new("Could not remove existing file"));
        }
        link_in_place(folder, path, Path::new(&**target)).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
                Failure::from(system::called(&error, "dir_chdir", folder))
            }
            _ => {
                let both = format!("({target}, {})", path.display());
                Failure::from(system::called(&error, "rb_file_s_symlink", Path::new(&both)))
            }
        })?;
        self.finish(goal)
    }

    fn content(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if compare::different_content(goal, Some(found))?.is_none() {
            return Ok(());
        }
        self.write(goal, Some(found))
    }

    fn checksum_value(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if compare::different_value(goal, Some(found))?.is_none() {
            return Ok(());
        }
        self.write(goal, Some(found))
    }

    fn target(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if goal.ensure != Some(Ensure::Kind(Kind::Link)) || compare::target(goal, Some(found)) == Insync::Yes {
            return Ok(());
        }
        self.remove(goal, Ensure::Kind(Kind::Link), found)?;
        self.create_link(goal)
    }

    /// Writes the content, with owner and mode if they are known before.
    fn write(&self, goal: &Goal<'_>, found: Option<&Found>) -> Outcome {
        if let Some(found) = found {
            backup::keep(self.context, goal, found.kind)?;
        }
        let late;
        let source = match &goal.source {
            None if goal.wanted.has_source() => {
                late = source::find(self.context, &goal.wanted)?;
                Some(&late)
            }
            source => source.as_ref(),
        };
        let mut content: Box<dyn Read + '_> = match source {
            Some(source) => Box::new(
                File::open(&source.path).map_err(|error| Failure::from(system::opening(&error, &source.path)))?,
            ),
            None => Box::new(goal.wanted.content().unwrap_or_default()),
        };
        let desired_sum = match goal.wanted.checksum_value() {
            Some(value) => Some(goal.wanted.checksum.marked(value)),
            None => goal.desired_sum()?,
        };
        let changes_owner = is_root();
        // A name that nobody has is told of when the content is in its place.
        let account =
            |account| goal.number(self.context, self.accounts, account).ok().flatten().filter(|_| changes_owner);
        let current = found.map_or(mode::OF_NEW_FILES, |found| found.mode);
        let staging = goal.wanted.staging_location();
        // Behind a link that is followed lies the file.
        let followed = if goal.manages_links() { None } else { fs::canonicalize(goal.wanted.path).ok() };
        let replacement = Replacement {
            path: followed.as_deref().unwrap_or(goal.wanted.path),
            staging: staging.as_deref(),
            mode: goal.mode_from(current, false)?,
            owner: account(Account::User),
            group: account(Account::Group),
            checksum: goal.wanted.checksum,
            desired_sum: desired_sum.as_deref(),
        };
        replacement.write(&mut *content, |file| self.validate(goal, file))?;
        self.finish(goal)
    }

    /// Runs the command that must accept the new content.
    fn validate(&self, goal: &Goal<'_>, file: &Path) -> Outcome {
        let Some(command) = goal.wanted.validation(&file.to_string_lossy()) else { return Ok(()) };
        let answer = Command::new("/bin/sh")
            .run(self.context, ["-c", command.as_str()])
            .stdout(Destination::Store)
            .stderr(Destination::MergeToStdout)
            .ignore_exit_code()
            .execute()?;
        let output = answer.stdout_text();
        if !answer.is_success() {
            let code = answer.exit_code.map_or_else(String::new, |code| code.to_string());
            return Err(Failure::new(format!("Execution of '{command}' returned {code}: {output}")));
        }
        output.lines().for_each(|line| tell(self.context, Level::Debug, None, line));
        Ok(())
    }

    /// Gives a file that was made what it does not have yet.
    fn finish(&self, goal: &Goal<'_>) -> Outcome {
        self.own(goal, Account::User)?;
        self.own(goal, Account::Group)?;
        self.permissions(goal)
    }

    fn own(&self, goal: &Goal<'_>, account: Account) -> Outcome {
        if goal.account(account).is_none() {
            return Ok(());
        }
        let Some(found) = goal.found() else { return Ok(()) };
        let Some(should) = goal.number(self.context, self.accounts, account)? else { return Ok(()) };
        let (is, owner, group) = match account {
            Account::User if !is_root() && found.owner != should => {
                self.accounts.warn_of_ownership(self.context);
                return Ok(());
            }
            Account::User => (found.owner, Some(should), None),
            Account::Group => (found.group, None, Some(should)),
        };
        if is == should {
            return Ok(());
        }
        let path = goal.wanted.path;
        let changed = if goal.manages_links() { lchown(path, owner, group) } else { chown(path, owner, group) };
        changed.map_err(|error| {
            let name = account.property();
            Failure::new(format!("Failed to set {name} to '{should}': {}", system::called(&error, "apply2files", path)))
        })
    }

    fn permissions(&self, goal: &Goal<'_>) -> Outcome {
        let Some(found) = goal.found().filter(|_| goal.mode.is_some()) else { return Ok(()) };
        if found.kind == Kind::Link && goal.manages_links() {
            return Ok(());
        }
        let Some(should) = goal.mode_from(found.mode, found.kind == Kind::Directory)? else { return Ok(()) };
        if should == found.mode {
            return Ok(());
        }
        let path = goal.wanted.path;
        set_mode(path, should, goal.manages_links()).map_err(|error| {
            let error = system::called(&error, "apply2files", path);
            Failure::new(format!("failed to set mode {} on {}: {error}", mode::shown(found.mode), path.display()))
        })
    }
}

/// Whether there is not what there should be.
fn is_out_of_sync(goal: &Goal<'_>, ensure: Ensure, found: Option<&Found>) -> bool {
    match (ensure, found) {
        (_, Some(_)) if !goal.wanted.replaces() => false,
        (Ensure::Absent, found) => found.is_some(),
        (Ensure::Present, found) => found.is_none(),
        (Ensure::Kind(kind), found) => found.is_none_or(|found| found.kind != kind),
    }
}

/// Makes a link, in one step where there is something.
fn link_in_place(folder: &Path, path: &Path, target: &Path) -> io::Result<()> {
    match symlink(target, path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let beside = tempfile::Builder::new().make_in(folder, |name| symlink(target, name))?;
            fs::rename(beside.path(), path)?;
            // It is not there any more under that name.
            let _ = beside.into_temp_path().keep();
            Ok(())
        }
        made => made,
    }
}

/// Sets the permissions of a file, and never those of what a link leads to that somebody just put in its place.
fn set_mode(path: &Path, mode: u32, manages_links: bool) -> io::Result<()> {
    let permissions = Permissions::from_mode(mode & 0o7777);
    if !manages_links {
        return fs::set_permissions(path, permissions);
    }
    let file = rustix::fs::open(path, OFlags::PATH | OFlags::NOFOLLOW | OFlags::CLOEXEC, Mode::empty())?;
    let kind = rustix::fs::FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
    if kind == rustix::fs::FileType::Symlink {
        return Err(io::Error::other("it became a link"));
    }
    let through = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&file));
    match fs::set_permissions(&through, permissions.clone()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => fs::set_permissions(path, permissions),
        set => set,
    }
}
