//! What a file should become, once its source is known.

use std::{
    borrow::Cow,
    fs::File,
    io::{self, Read},
    sync::Arc,
};

use pcore::Value;
use resource_api::{
    Context, Failure, Outcome, State,
    context::{StopFlag, Stoppable},
    whole_file::open_regular,
};

use super::{
    accounts::{Account, Accounts},
    checksum::Checksum,
    contents::{self, Buffers},
    mode,
    source::{self, Source, SourceLocation},
    stat::{FileStat, Kind, Links, time},
    system,
    target_file::TargetFile,
    web::Web,
};

/// What a file should become.
pub(super) struct Goal<'g> {
    pub(super) target: TargetFile<'g>,
    /// Where the content comes from, unless it is in the manifest. None while a checksum is enough.
    pub(super) source: Option<Arc<Source>>,
    copied: Copied,
    /// Whether the content is the same, if that was compared already.
    pub(super) is_same: Option<bool>,
    /// Ends the reading of contents.
    stop: StopFlag,
}

/// What is taken from the source, and takes precedence over the manifest.
#[derive(Default)]
struct Copied {
    ensure: Option<Ensure>,
    link_target: Option<String>,
    mode: Option<String>,
    owner: Option<Value>,
    group: Option<Value>,
}

/// The value of `ensure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ensure {
    Absent,
    /// Anything; a file if there is nothing.
    Present,
    Kind(Kind),
}

impl Ensure {
    fn named(word: &str) -> Option<Ensure> {
        Some(match word {
            "absent" => Ensure::Absent,
            "present" => Ensure::Present,
            "file" => Ensure::Kind(Kind::File),
            "directory" => Ensure::Kind(Kind::Directory),
            "link" => Ensure::Kind(Kind::Link),
            _ => return None,
        })
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Ensure::Absent => "absent",
            Ensure::Present => "present",
            Ensure::Kind(kind) => kind.word(),
        }
    }
}

impl<'g> Goal<'g> {
    /// Resolves the source of a file. Fails if none exists.
    pub(super) fn new(context: &Context, web: &Web, should: &'g State) -> Outcome<Goal<'g>> {
        let target = TargetFile::new(context, should);
        let source = source::resolve(context, web, &target)?;
        Ok(Goal::from(target, source).stopped_by(context))
    }

    /// Combines a file with its source.
    pub(super) fn from(target: TargetFile<'g>, source: Option<Arc<Source>>) -> Goal<'g> {
        let mut goal =
            Goal { target, source: None, copied: Copied::default(), is_same: None, stop: StopFlag::default() };
        if let Some(source) = source {
            goal.follow(&source);
            goal.source = Some(source);
        }
        goal
    }

    /// This goal, whose contents are not read any further when the run is to end.
    pub(super) fn stopped_by(mut self, context: &Context) -> Goal<'g> {
        self.stop = context.stop().clone();
        self
    }

    /// Takes over the properties of a source. `ensure => absent` takes precedence.
    fn follow(&mut self, source: &Source) {
        if let SourceLocation::Web(remote) = &source.location {
            // The server decides how its contents are compared.
            self.target.checksum = remote.checksum;
        }
        let copies = match self.target.source_permissions() {
            // Owners on a web server mean nothing here.
            _ if source.path().is_none() => false,
            "use" => true,
            "use_when_creating" => !self.target.path.exists(),
            _ => false,
        };
        if copies {
            if self.target.is_of_source("owner") && is_root() {
                self.copied.owner = Some(Value::Integer(i64::from(source.stat.owner)));
            }
            if self.target.is_of_source("group") && is_root() {
                self.copied.group = Some(Value::Integer(i64::from(source.stat.group)));
            }
            if self.target.is_of_source("mode") {
                // Setuid and setgid bits are copied only together with the owner and the group that they are for.
                let is_owned_alike = self.copied.owner.is_some() && self.copied.group.is_some();
                let mode = source.stat.mode;
                self.copied.mode = Some(mode::octal(if is_owned_alike || source.stat.kind == Kind::Directory {
                    mode
                } else {
                    mode & !mode::SPECIAL
                }));
            }
        }
        if self.ensure() == Some(Ensure::Absent) {
            return;
        }
        if source.stat.kind == Kind::Link {
            self.copied.link_target = source.stat.target.as_ref().map(|path| path.to_string_lossy().into_owned());
        }
        self.copied.ensure = Some(Ensure::Kind(source.stat.kind));
    }

    /// The value of `ensure`.
    pub(super) fn ensure(&self) -> Option<Ensure> {
        self.copied.ensure.or_else(|| self.target.text("ensure").and_then(Ensure::named))
    }

    pub(super) fn link_target(&self) -> Option<&str> {
        self.copied.link_target.as_deref().or_else(|| self.target.revealed("target"))
    }

    /// The owner of the link that is created, unless that is us: another user, who chose its target with a link in a
    /// source. Links of root are followed where those of other users are not.
    pub(super) fn link_owner(&self) -> Option<(u32, u32)> {
        let stat = &self.source.as_ref().filter(|_| self.copied.link_target.is_some())?.stat;
        (is_root() && stat.owner != 0).then_some((stat.owner, stat.group))
    }

    /// The permissions as the manifest or the source has them.
    pub(super) fn mode(&self) -> Option<&str> {
        self.copied.mode.as_deref().or_else(|| self.target.revealed("mode"))
    }

    /// The current status.
    pub(super) fn stat(&self) -> Option<FileStat> {
        FileStat::at(self.target.path, self.target.links()).0
    }

    /// Whether the file has content that is compared and written.
    pub(super) fn has_content(&self) -> bool {
        match &self.source {
            Some(source) => source.stat.kind == Kind::File,
            None => self.target.content().is_some(),
        }
    }

    /// The checksum that the content should have; none without content.
    pub(super) fn desired_sum(&self) -> Outcome<Option<String>> {
        let checksum = self.target.checksum;
        match &self.source {
            Some(source) if source.stat.kind == Kind::File => match &source.location {
                SourceLocation::Web(remote) => Ok(Some(remote.sum.clone())),
                SourceLocation::Local(path) => {
                    let sum = sum_of(checksum, &source.stat, || Ok(self.stop.reader(source.open_file(path)?)))
                        .map_err(|error| source::unknown(&source.uri, system::open_error(&error, path)))?;
                    Ok(Some(sum))
                }
            },
            Some(_) => Ok(None),
            None => Ok(self.target.content().map(|content| checksum.of_bytes(content))),
        }
    }

    /// Whether an existing file has the desired content, as far as that is known without checksums.
    pub(super) fn is_same(&self, stat: &FileStat) -> bool {
        self.is_same.unwrap_or_else(|| self.compare_bytes(stat, &mut Buffers::default()).unwrap_or(false))
    }

    /// Compares contents; `None` if that takes checksums.
    pub(super) fn compare_bytes(&self, stat: &FileStat, buffers: &mut Buffers) -> Option<bool> {
        if !self.target.checksum.covers_whole_content() {
            return None;
        }
        // Read errors are reported when the checksum is computed.
        match &self.source {
            Some(source) if source.stat.kind == Kind::File && source.stat.size == stat.size => {
                let right = self.stop.reader(source.open_file(source.path()?).ok()?);
                contents::files_equal(self.open().ok()?, right, stat.size, buffers).ok()
            }
            Some(_) => None,
            None => match self.target.content()? {
                content if content.len() as u64 == stat.size => {
                    contents::equals_bytes(self.open().ok()?, content, buffers).ok()
                }
                _ => Some(false),
            },
        }
    }

    /// The checksum of the existing file.
    pub(super) fn current_sum(&self, stat: &FileStat) -> Outcome<String> {
        sum_of(self.target.checksum, stat, || self.open()).map_err(|error| {
            let path = self.target.path;
            let (kind, title) = (stat.kind.word(), self.target.path_text());
            Failure::resource(format!("Could not read {kind} {title}: {}", system::open_error(&error, path)))
        })
    }

    /// Whether an existing file certainly has other content because it has another size.
    pub(super) fn has_other_size(&self, stat: &FileStat) -> bool {
        let size = match &self.source {
            Some(source) => source.path().filter(|_| source.stat.kind == Kind::File).map(|_| source.stat.size),
            None => self.target.content().map(|content| content.len() as u64),
        };
        self.target.checksum.covers_whole_content() && size.is_some_and(|size| size != stat.size)
    }

    /// Opens the existing file.
    fn open(&self) -> io::Result<Stoppable<File>> {
        Ok(self.stop.reader(open_regular(self.target.path)?))
    }

    /// Whether the resource is a regular file, given what exists.
    pub(super) fn is_file(&self, stat: Option<&FileStat>) -> bool {
        match self.ensure() {
            Some(Ensure::Kind(kind)) => kind == Kind::File,
            Some(Ensure::Present) => stat.is_none_or(|stat| stat.kind == Kind::File),
            Some(Ensure::Absent) => false,
            None => self.has_content() || stat.is_some_and(|stat| stat.kind == Kind::File),
        }
    }

    /// The permissions that a file should have, given those that it has.
    pub(super) fn mode_from(&self, current: u32, is_directory: bool) -> Outcome<Option<u32>> {
        let Some(mode) = self.mode() else { return Ok(None) };
        let mode = if is_directory { Cow::Owned(mode::for_directory(mode)) } else { Cow::Borrowed(mode) };
        mode::apply(&mode, current, is_directory).map(Some).map_err(Failure::new)
    }

    /// The desired owner or group, as it was given.
    pub(super) fn account(&self, account: Account) -> Option<&Value> {
        let (copied, property) = match account {
            Account::User => (&self.copied.owner, "owner"),
            Account::Group => (&self.copied.group, "group"),
        };
        copied.as_ref().or_else(|| self.target.account(property))
    }

    /// The number of the desired owner or group.
    pub(super) fn number(&self, context: &Context, accounts: &Accounts, account: Account) -> Outcome<Option<u32>> {
        let Some(given) = self.account(account) else { return Ok(None) };
        accounts.number(context, account, given).map(Some).ok_or_else(|| {
            let given = resource_api::render::interpolate(given);
            system::failure(format!("Could not find {} {given}", account.word()))
        })
    }

    /// Whether links themselves are managed, rather than their targets.
    pub(super) fn manages_links(&self) -> bool {
        self.target.links() == Links::Manage
    }
}

/// Whether we can change owners.
pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn sum_of<R: Read>(checksum: Checksum, stat: &FileStat, open: impl FnOnce() -> io::Result<R>) -> io::Result<String> {
    match checksum {
        Checksum::Mtime => Ok(checksum.with_name(&time(stat.modified.0))),
        Checksum::Ctime => Ok(checksum.with_name(&time(stat.changed.0))),
        checksum => checksum.of_file(open),
    }
}
