//! Brings a file into its desired state.
//!
//! `ensure` comes first, and covers everything about a file that is created. Otherwise the properties are changed one
//! by one, and a failing one does not prevent the others.

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
    whole_file::{DirectoryEntry, TrustedDir},
};
use rustix::fs::{FileType, Mode, OFlags, mkdirat, openat};

use super::{
    accounts::{Account, Accounts},
    backup, compare,
    goal::{Ensure, Goal, is_root},
    handle::{Handle, OPEN_FILES},
    mode,
    selinux::{self, SeLinux},
    source,
    stat::{FileStat, Kind},
    system, validation,
    web::Web,
    write::{Replacement, UnsyncedDirectory},
};
use crate::subject::log;

/// Logged for a directory that is not removed.
const NOT_REMOVED: &str = "Not removing directory; use 'force' to override";

/// Changes one file.
pub(super) struct Change<'c> {
    pub(super) context: &'c Context,
    pub(super) accounts: &'c Accounts,
    pub(super) unsynced: &'c RefCell<UnsyncedDirectory>,
    pub(super) web: &'c Web,
    pub(super) selinux: &'c SeLinux,
}

impl Change<'_> {
    /// Brings a file into its desired state.
    pub(super) fn make(&self, should: &State) -> Outcome {
        let goal = Goal::new(self.context, self.web, should)?;
        let stat = goal.stat();
        if let Some(ensure) = goal.ensure()
            && !compare::has_kind(&goal, ensure, stat.as_ref())
        {
            self.ensure(&goal, ensure, stat.as_ref())?;
            return if ensure == Ensure::Absent { Ok(()) } else { self.set_label(&goal, &selinux::PROPERTIES) };
        }
        let Some(stat) = stat else { return Ok(()) };
        let attempt = |property: &str, outcome: Outcome| {
            if let Err(failure) = outcome {
                self.context.fail_property(property, failure);
            }
        };
        if goal.is_file(Some(&stat)) {
            attempt("content", self.replace(&goal, &stat, compare::different_content(&goal, Some(&stat))));
        }
        attempt("checksum_value", self.replace(&goal, &stat, compare::different_value(&goal, Some(&stat))));
        attempt("target", self.set_link_target(&goal, &stat));
        attempt("owner", self.replace_foreign_link(&goal));
        for account in [Account::User, Account::Group] {
            attempt(account.property(), self.set_owner(&goal, account));
        }
        attempt("mode", self.set_mode(&goal));
        for property in selinux::PROPERTIES {
            attempt(property, self.set_label(&goal, &[property]));
        }
        Ok(())
    }

    fn ensure(&self, goal: &Goal<'_>, ensure: Ensure, stat: Option<&FileStat>) -> Outcome {
        let obstacle = match stat {
            Some(stat) => self.remove(goal, ensure, stat)?,
            None => Obstacle::None,
        };
        if obstacle == Obstacle::Remaining && matches!(ensure, Ensure::Kind(Kind::File | Kind::Link)) {
            // Puppet logs it a second time before it creates a file or a link.
            log(self.context, Level::Notice, None, NOT_REMOVED);
        }
        match ensure {
            Ensure::Absent => Ok(()),
            Ensure::Present | Ensure::Kind(Kind::File) => self.create_file(goal, obstacle),
            Ensure::Kind(Kind::Directory) => self.create_directory(goal),
            Ensure::Kind(Kind::Link) => self.create_link(goal, obstacle),
            Ensure::Kind(kind) => Err(Failure::new(format!("Cannot manage files of type {}", kind.word()))),
        }
    }

    /// Removes what is in the way, after a backup if there should be one. What a file or a link can replace atomically
    /// stays until the replacement is ready.
    fn remove(&self, goal: &Goal<'_>, ensure: Ensure, stat: &FileStat) -> Outcome<Obstacle> {
        backup::back_up(self.context, goal, stat.kind)?;
        let path = goal.target.path;
        match stat.kind {
            Kind::Directory if !goal.target.is_true("force") => {
                log(self.context, Level::Notice, None, NOT_REMOVED);
                return Ok(Obstacle::Remaining);
            }
            Kind::CharacterDevice | Kind::BlockDevice => {
                return Err(Failure::new(format!("Could not remove files of type {}", stat.kind.word())));
            }
            _ => {}
        }
        let word = stat.kind.word();
        let message = format!("Removing existing {word} for replacement with {}", ensure.word());
        log(self.context, Level::Debug, None, &message);
        let obstacle = match stat.kind {
            Kind::Directory => Obstacle::Directory,
            _ => Obstacle::Replaceable,
        };
        if matches!(ensure, Ensure::Kind(Kind::File | Kind::Link)) {
            return Ok(obstacle);
        }
        let removed = DirectoryEntry::at(path).and_then(|entry| match stat.kind {
            Kind::Directory => entry.remove_all(),
            _ => entry.remove(),
        });
        removed.map_err(|error| system::call_error(&error, "apply2files", path))?;
        Ok(Obstacle::None)
    }

    fn create_file(&self, goal: &Goal<'_>, obstacle: Obstacle) -> Outcome {
        let replaces = matches!(obstacle, Obstacle::Replaceable | Obstacle::Directory);
        if goal.has_content() || goal.target.has_source() || replaces {
            return self.write(goal, None, obstacle);
        }
        let path = goal.target.path;
        let permissions = goal.mode_from(mode::NEW_FILE, false)?;
        let mode = Mode::from_raw_mode(permissions.unwrap_or(mode::NEW_FILE) & 0o777);
        let created = TrustedDir::of(path).and_then(|(parent_directory, name)| {
            let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            Ok(File::from(openat(parent_directory, name, flags, mode)?))
        });
        self.set_ownership(goal, &created.map_err(|error| system::open_error(&error, path))?)
    }

    fn create_directory(&self, goal: &Goal<'_>) -> Outcome {
        let path = goal.target.path;
        let parent = path.parent().unwrap_or(path);
        if !parent.exists() {
            let (path, parent) = (path.display(), parent.display());
            return Err(Failure::new(format!("Cannot create {path}; parent directory {parent} does not exist")));
        }
        let mode = goal.mode_from(mode::NEW_DIRECTORY, true)?.map_or(0o777, |mode| mode & 0o777);
        let created = TrustedDir::of(path).and_then(|(parent_directory, name)| {
            mkdirat(&parent_directory, name, Mode::from_raw_mode(mode))?;
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // A directory that we may not read was created all the same.
            Ok(openat(parent_directory, name, flags, Mode::empty()).map(File::from).ok())
        });
        match created.map_err(|error| system::call_error(&error, "dir_s_mkdir", path))? {
            Some(directory) => self.set_ownership(goal, &directory),
            None => self.finish(goal, FileType::Directory),
        }
    }

    /// Replaces an existing file if its content or its checksum differs.
    fn replace(&self, goal: &Goal<'_>, stat: &FileStat, different: Outcome<Option<(String, String)>>) -> Outcome {
        match different? {
            Some(_) => self.write(goal, Some(stat), Obstacle::None),
            None => Ok(()),
        }
    }

    /// Writes the content, with owner and mode as far as they are known beforehand.
    fn write(&self, goal: &Goal<'_>, stat: Option<&FileStat>, obstacle: Obstacle) -> Outcome {
        if let Some(stat) = stat {
            backup::back_up(self.context, goal, stat.kind)?;
        }
        let late;
        let source = match &goal.source {
            None if goal.target.has_source() => {
                late = source::find(self.context, self.web, &goal.target)?;
                Some(&late)
            }
            source => source.as_deref(),
        };
        let mut content: Box<dyn Read + '_> = match source {
            Some(source) => source.open(self.context, self.web)?,
            None => Box::new(goal.target.content().unwrap_or_default()),
        };
        let desired_sum = match goal.target.text("checksum_value") {
            Some(value) => Some(goal.target.checksum.with_name(value)),
            None => goal.desired_sum()?,
        };
        let changes_owner = is_root();
        // An unknown name is reported after the content was written.
        let account =
            |account| goal.number(self.context, self.accounts, account).ok().flatten().filter(|_| changes_owner);
        let staging = goal.target.text("staging_location").map(Path::new);
        let replacement = Replacement {
            path: goal.target.path,
            // With `links => follow` the target of the link is the file.
            follows: !goal.manages_links() && goal.target.path.exists(),
            staging,
            mode: &|current| goal.mode_from(current, false),
            owner: account(Account::User),
            group: account(Account::Group),
            checksum: goal.target.checksum,
            desired_sum: desired_sum.as_deref(),
            clears_directory: obstacle == Obstacle::Directory,
        };
        let has_content = goal.has_content() || goal.target.has_source();
        let validation = goal.target.validation().filter(|_| has_content);
        let validate = |command| move |file: &Path| validation::validate(self.context, command, file);
        let written = replacement.write(&mut *content, validation.as_ref().map(validate))?;
        self.unsynced.borrow_mut().add(&written);
        // The new file has owner and mode already; another file may have taken its path since.
        for account in [Account::User, Account::Group] {
            goal.number(self.context, self.accounts, account)?;
        }
        if is_root() { Ok(()) } else { self.finish(goal, FileType::RegularFile) }
    }

    /// Sets owner and mode of a file or a directory that was just created.
    fn set_ownership(&self, goal: &Goal<'_>, created: &File) -> Outcome {
        let path = goal.target.path;
        for account in [Account::User, Account::Group] {
            let Some(should) = goal.number(self.context, self.accounts, account)? else { continue };
            let metadata = created.metadata()?;
            let changed = match account {
                Account::User if metadata.uid() == should => Ok(()),
                Account::User if !is_root() => {
                    self.accounts.warn_of_ownership(self.context);
                    Ok(())
                }
                Account::User => fchown(created, Some(should), None),
                Account::Group if metadata.gid() == should => Ok(()),
                Account::Group => fchown(created, None, Some(should)),
            };
            changed.map_err(|error| owner_failure(&error, account, should, path))?;
        }
        let metadata = created.metadata()?;
        match goal.mode_from(metadata.mode() & 0o7777, metadata.is_dir())? {
            Some(mode) if mode != metadata.mode() & 0o7777 => created
                .set_permissions(Permissions::from_mode(mode & 0o7777))
                .map_err(|error| mode_failure(&error, metadata.mode() & 0o7777, path)),
            Some(_) | None => Ok(()),
        }
    }

    /// Sets the remaining properties of what was created and could not be opened, unless something else has replaced
    /// it.
    fn finish(&self, goal: &Goal<'_>, created: FileType) -> Outcome {
        if self.open(goal)?.is_none_or(|handle| handle.kind() != created) {
            return Ok(());
        }
        self.set_owner(goal, Account::User)?;
        self.set_owner(goal, Account::Group)?;
        self.set_mode(goal)
    }

    /// Opens the current file to change it.
    fn open(&self, goal: &Goal<'_>) -> Outcome<Option<Handle>> {
        let path = goal.target.path;
        Handle::open(path, goal.manages_links()).map_err(|error| system::call_error(&error, "apply2files", path))
    }

    fn set_owner(&self, goal: &Goal<'_>, account: Account) -> Outcome {
        if goal.account(account).is_none() {
            return Ok(());
        }
        let Some(handle) = self.open(goal)? else { return Ok(()) };
        let Some(should) = goal.number(self.context, self.accounts, account)? else { return Ok(()) };
        let (is, owner, group) = match account {
            Account::User if !is_root() && handle.owner() != should => {
                self.accounts.warn_of_ownership(self.context);
                return Ok(());
            }
            Account::User => (handle.owner(), Some(should), None),
            Account::Group => (handle.group(), None, Some(should)),
        };
        if is == should {
            return Ok(());
        }
        handle.set_owner(owner, group).map_err(|error| owner_failure(&error, account, should, goal.target.path))?;
        // The kernel keeps some of these bits; a mode from the manifest is set afterwards.
        if handle.kind() == FileType::RegularFile && handle.mode() & mode::SPECIAL != 0 {
            let plain = handle.mode() & !mode::SPECIAL;
            handle
                .set_mode(plain, OPEN_FILES)
                .map_err(|error| mode_failure(&error, handle.mode(), goal.target.path))?;
        }
        Ok(())
    }

    /// Sets the parts of the SELinux context that the manifest has.
    fn set_label(&self, goal: &Goal<'_>, properties: &[&str]) -> Outcome {
        let Some(property) = properties.iter().find(|property| goal.target.revealed(property).is_some()) else {
            return Ok(());
        };
        if !self.selinux.is_enabled() {
            self.selinux.warn(self.context, property);
            return Ok(());
        }
        let Some(handle) = self.open(goal)? else { return Ok(()) };
        selinux::change(&handle, goal, properties)
    }

    fn set_mode(&self, goal: &Goal<'_>) -> Outcome {
        if goal.mode().is_none() {
            return Ok(());
        }
        let Some(handle) = self.open(goal)?.filter(|handle| handle.kind() != FileType::Symlink) else { return Ok(()) };
        let Some(should) = goal.mode_from(handle.mode(), handle.kind() == FileType::Directory)? else { return Ok(()) };
        if should == handle.mode() {
            return Ok(());
        }
        handle.set_mode(should, OPEN_FILES).map_err(|error| mode_failure(&error, handle.mode(), goal.target.path))
    }
}

/// What is at the path where something else should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    None,
    /// What a file or a link replaces atomically.
    Replaceable,
    /// A directory that is removed when its replacement is ready.
    Directory,
    /// A directory that is not removed.
    Remaining,
}

fn owner_failure(error: &io::Error, account: Account, should: u32, path: &Path) -> Failure {
    let name = account.property();
    Failure::new(format!("Failed to set {name} to '{should}': {}", system::call_error(error, "apply2files", path)))
}

fn mode_failure(error: &io::Error, is: u32, path: &Path) -> Failure {
    let error = system::call_error(error, "apply2files", path);
    Failure::new(format!("failed to set mode {} on {}: {error}", mode::octal(is), path.display()))
}
