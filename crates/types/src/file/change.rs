//! Brings a file to the state that it should have.
//!
//! `ensure` comes first, and makes everything of a file that appears. Otherwise each property is changed for itself, and
//! one that cannot be changed does not keep the others from it.

mod link;

use std::{
    cell::RefCell,
    fs::{File, Permissions},
    io::{self, Read},
    os::unix::fs::{MetadataExt, PermissionsExt, fchown},
    path::Path,
};

use resource_api::{
    Context, Failure, Outcome, State,
    log::Level,
    whole_file::{DirectoryEntry, Folder},
};
use rustix::fs::{FileType, Mode, OFlags, mkdirat, openat};

use super::{
    accounts::{Account, Accounts},
    backup, compare,
    compare::tell,
    found::{Found, Kind},
    goal::{Ensure, Goal, is_root},
    handle::{Handle, OPEN_FILES},
    mode,
    selinux::{self, SeLinux},
    source, system, validation,
    web::Web,
    write::{Replacement, WrittenFolder},
};

/// What is said of a directory that stays.
const KEPT: &str = "Not removing directory; use 'force' to override";

/// Changes one file.
pub(super) struct Change<'c> {
    pub(super) context: &'c Context,
    pub(super) accounts: &'c Accounts,
    pub(super) folder: &'c RefCell<WrittenFolder>,
    pub(super) web: &'c Web,
    pub(super) selinux: &'c SeLinux,
}

impl Change<'_> {
    /// Brings a file to what it should be.
    pub(super) fn make(&self, should: &State) -> Outcome {
        let goal = Goal::new(self.context, self.web, should)?;
        let found = goal.found();
        if let Some(ensure) = goal.ensure()
            && is_out_of_sync(&goal, ensure, found.as_ref())
        {
            self.ensure(&goal, ensure, found.as_ref())?;
            return if ensure == Ensure::Absent { Ok(()) } else { self.label(&goal, &selinux::PROPERTIES) };
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
        for property in selinux::PROPERTIES {
            attempt(property, self.label(&goal, &[property]));
        }
        Ok(())
    }

    fn ensure(&self, goal: &Goal<'_>, ensure: Ensure, found: Option<&Found>) -> Outcome {
        let in_the_way = match found {
            Some(found) => self.remove(goal, ensure, found)?,
            None => InTheWay::Nothing,
        };
        if in_the_way == InTheWay::Kept && matches!(ensure, Ensure::Kind(Kind::File | Kind::Link)) {
            // What is to be written looks at its place once more.
            tell(self.context, Level::Notice, None, KEPT);
        }
        match ensure {
            Ensure::Absent => Ok(()),
            Ensure::Present | Ensure::Kind(Kind::File) => self.create_file(goal, in_the_way),
            Ensure::Kind(Kind::Directory) => self.create_directory(goal),
            Ensure::Kind(Kind::Link) => self.create_link(goal, in_the_way),
            Ensure::Kind(kind) => Err(Failure::new(format!("Cannot manage files of type {}", kind.word()))),
        }
    }

    /// Removes what is in the way, and keeps it first if that is wanted. What a file or a link can replace stays until
    /// that is ready.
    fn remove(&self, goal: &Goal<'_>, ensure: Ensure, found: &Found) -> Outcome<InTheWay> {
        backup::keep(self.context, goal, found.kind)?;
        let path = goal.wanted.path;
        match found.kind {
            Kind::Directory if !goal.wanted.forces() => {
                tell(self.context, Level::Notice, None, KEPT);
                return Ok(InTheWay::Kept);
            }
            Kind::CharacterDevice | Kind::BlockDevice => {
                return Err(Failure::new(format!("Could not remove files of type {}", found.kind.word())));
            }
            _ => {}
        }
        let word = found.kind.word();
        let message = format!("Removing existing {word} for replacement with {}", ensure.word());
        tell(self.context, Level::Debug, None, &message);
        let in_the_way = match found.kind {
            Kind::Directory => InTheWay::Directory,
            _ => InTheWay::Replaceable,
        };
        if matches!(ensure, Ensure::Kind(Kind::File | Kind::Link)) {
            return Ok(in_the_way);
        }
        let removed = DirectoryEntry::at(path).and_then(|entry| match found.kind {
            Kind::Directory => entry.remove_all(),
            _ => entry.remove(),
        });
        removed.map_err(|error| Failure::from(system::called(&error, "apply2files", path)))?;
        Ok(InTheWay::Nothing)
    }

    fn create_file(&self, goal: &Goal<'_>, in_the_way: InTheWay) -> Outcome {
        let replaces = matches!(in_the_way, InTheWay::Replaceable | InTheWay::Directory);
        if goal.has_content() || goal.wanted.has_source() || replaces {
            return self.write(goal, None, in_the_way);
        }
        let path = goal.wanted.path;
        let permissions = goal.mode_from(mode::OF_NEW_FILES, false)?;
        let mode = Mode::from_raw_mode(permissions.unwrap_or(mode::OF_NEW_FILES) & 0o777);
        let made = Folder::of(path).and_then(|(folder, name)| {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            Ok(File::from(openat(folder, name, flags, mode)?))
        });
        self.dress(goal, &made.map_err(|error| Failure::from(system::opening(&error, path)))?)
    }

    fn create_directory(&self, goal: &Goal<'_>) -> Outcome {
        let path = goal.wanted.path;
        let parent = path.parent().unwrap_or(path);
        if !parent.exists() {
            let (path, parent) = (path.display(), parent.display());
            return Err(Failure::new(format!("Cannot create {path}; parent directory {parent} does not exist")));
        }
        let mode = goal.mode_from(mode::OF_NEW_DIRECTORIES, true)?.map_or(0o777, |mode| mode & 0o777);
        let made = Folder::of(path).and_then(|(folder, name)| {
            mkdirat(&folder, name, Mode::from_raw_mode(mode))?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // Whoever may not read it made it all the same.
            Ok(openat(folder, name, flags, Mode::empty()).map(File::from).ok())
        });
        match made.map_err(|error| Failure::from(system::called(&error, "dir_s_mkdir", path)))? {
            Some(directory) => self.dress(goal, &directory),
            None => self.finish(goal, FileType::Directory),
        }
    }

    fn content(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if compare::different_content(goal, Some(found))?.is_none() {
            return Ok(());
        }
        self.write(goal, Some(found), InTheWay::Nothing)
    }

    fn checksum_value(&self, goal: &Goal<'_>, found: &Found) -> Outcome {
        if compare::different_value(goal, Some(found))?.is_none() {
            return Ok(());
        }
        self.write(goal, Some(found), InTheWay::Nothing)
    }

    /// Writes the content, with owner and mode if they are known before.
    fn write(&self, goal: &Goal<'_>, found: Option<&Found>, in_the_way: InTheWay) -> Outcome {
        if let Some(found) = found {
            backup::keep(self.context, goal, found.kind)?;
        }
        let late;
        let source = match &goal.source {
            None if goal.wanted.has_source() => {
                late = source::find(self.context, self.web, &goal.wanted)?;
                Some(&late)
            }
            source => source.as_deref(),
        };
        let mut content: Box<dyn Read + '_> = match source {
            Some(source) => source.open(self.context, self.web)?,
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
        let staging = goal.wanted.staging_location();
        let replacement = Replacement {
            path: goal.wanted.path,
            // The file is what a link leads to that is followed.
            follows: !goal.manages_links() && goal.wanted.path.exists(),
            staging: staging.as_deref(),
            mode: &|current| goal.mode_from(current, false),
            owner: account(Account::User),
            group: account(Account::Group),
            checksum: goal.wanted.checksum,
            desired_sum: desired_sum.as_deref(),
            clears: in_the_way == InTheWay::Directory,
        };
        let has_content = goal.has_content() || goal.wanted.has_source();
        let validation = goal.wanted.validation().filter(|_| has_content);
        let validate = |command| move |file: &Path| validation::validate(self.context, command, file);
        let written = replacement.write(&mut *content, validation.as_ref().map(validate))?;
        self.folder.borrow_mut().wrote(&written);
        // It got all that is known; what is at its place by now may be somebody else's.
        for account in [Account::User, Account::Group] {
            goal.number(self.context, self.accounts, account)?;
        }
        if is_root() { Ok(()) } else { self.finish(goal, FileType::RegularFile) }
    }

    /// Gives a file or a directory that was just made owner and mode.
    fn dress(&self, goal: &Goal<'_>, made: &File) -> Outcome {
        let path = goal.wanted.path;
        for account in [Account::User, Account::Group] {
            let Some(should) = goal.number(self.context, self.accounts, account)? else { continue };
            let found = made.metadata()?;
            let changed = match account {
                Account::User if found.uid() == should => Ok(()),
                Account::User if !is_root() => {
                    self.accounts.warn_of_ownership(self.context);
                    Ok(())
                }
                Account::User => fchown(made, Some(should), None),
                Account::Group if found.gid() == should => Ok(()),
                Account::Group => fchown(made, None, Some(should)),
            };
            changed.map_err(|error| not_owned(&error, account, should, path))?;
        }
        let found = made.metadata()?;
        match goal.mode_from(found.mode() & 0o7777, found.is_dir())? {
            Some(mode) if mode != found.mode() & 0o7777 => made
                .set_permissions(Permissions::from_mode(mode & 0o7777))
                .map_err(|error| not_permitted(&error, found.mode() & 0o7777, path)),
            Some(_) | None => Ok(()),
        }
    }

    /// Gives what was made, and cannot be opened, what it does not have yet. Nothing else gets it.
    fn finish(&self, goal: &Goal<'_>, made: FileType) -> Outcome {
        if self.open(goal)?.is_none_or(|handle| handle.kind() != made) {
            return Ok(());
        }
        self.own(goal, Account::User)?;
        self.own(goal, Account::Group)?;
        self.permissions(goal)
    }

    /// What there is, to be changed.
    fn open(&self, goal: &Goal<'_>) -> Outcome<Option<Handle>> {
        let path = goal.wanted.path;
        Handle::open(path, goal.manages_links())
            .map_err(|error| Failure::from(system::called(&error, "apply2files", path)))
    }

    fn own(&self, goal: &Goal<'_>, account: Account) -> Outcome {
        if goal.account(account).is_none() {
            return Ok(());
        }
        let Some(found) = self.open(goal)? else { return Ok(()) };
        let Some(should) = goal.number(self.context, self.accounts, account)? else { return Ok(()) };
        let (is, owner, group) = match account {
            Account::User if !is_root() && found.owner() != should => {
                self.accounts.warn_of_ownership(self.context);
                return Ok(());
            }
            Account::User => (found.owner(), Some(should), None),
            Account::Group => (found.group(), None, Some(should)),
        };
        if is == should {
            return Ok(());
        }
        found.give(owner, group).map_err(|error| not_owned(&error, account, should, goal.wanted.path))?;
        // The kernel leaves some of it; a mode that is given is set afterwards.
        if found.kind() == FileType::RegularFile && found.mode() & mode::SPECIAL != 0 {
            let plain = found.mode() & !mode::SPECIAL;
            found.set_mode(plain, OPEN_FILES).map_err(|error| not_permitted(&error, found.mode(), goal.wanted.path))?;
        }
        Ok(())
    }

    /// Gives it the parts of an SELinux context that somebody asked for.
    fn label(&self, goal: &Goal<'_>, properties: &[&str]) -> Outcome {
        let Some(property) = properties.iter().find(|property| goal.wanted.label(property).is_some()) else {
            return Ok(());
        };
        if !self.selinux.is_at_work() {
            self.selinux.warn(self.context, property);
            return Ok(());
        }
        let Some(found) = self.open(goal)? else { return Ok(()) };
        selinux::change(&found, goal, properties)
    }

    fn permissions(&self, goal: &Goal<'_>) -> Outcome {
        if goal.mode().is_none() {
            return Ok(());
        }
        let Some(found) = self.open(goal)?.filter(|found| found.kind() != FileType::Symlink) else { return Ok(()) };
        let Some(should) = goal.mode_from(found.mode(), found.kind() == FileType::Directory)? else { return Ok(()) };
        if should == found.mode() {
            return Ok(());
        }
        found.set_mode(should, OPEN_FILES).map_err(|error| not_permitted(&error, found.mode(), goal.wanted.path))
    }
}

/// What is where something else should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InTheWay {
    Nothing,
    /// What a file or a link replaces in one step.
    Replaceable,
    /// A directory, which is removed when what takes its place is ready.
    Directory,
    /// A directory that stays.
    Kept,
}

fn not_owned(error: &io::Error, account: Account, should: u32, path: &Path) -> Failure {
    let name = account.property();
    Failure::new(format!("Failed to set {name} to '{should}': {}", system::called(error, "apply2files", path)))
}

fn not_permitted(error: &io::Error, is: u32, path: &Path) -> Failure {
    let error = system::called(error, "apply2files", path);
    Failure::new(format!("failed to set mode {} on {}: {error}", mode::shown(is), path.display()))
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
