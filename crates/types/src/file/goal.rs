//! What a file is to become, once its source is known.

use std::{borrow::Cow, fs::File, io, sync::Arc};

use pcore::Value;
use resource_api::{Context, Failure, Outcome, State, whole_file::open_regular};

use super::{
    accounts::{Account, Accounts},
    checksum::Checksum,
    found::{Found, Kind, Links, time},
    mode,
    same::{self, Buffers},
    source::{self, Place, Source},
    system::Refusal,
    wanted::Wanted,
    web::Web,
};

/// What a file is to become.
pub(super) struct Goal<'g> {
    pub(super) wanted: Wanted<'g>,
    /// Where the content comes from, unless it is in the manifest. It is not looked for while a checksum will do.
    pub(super) source: Option<Arc<Source>>,
    copied: Copied,
    /// Whether the content is the same, where somebody has looked already.
    pub(super) is_known_same: Option<bool>,
}

/// What is the source's, and counts more than what the manifest says.
#[derive(Default)]
struct Copied {
    ensure: Option<Ensure>,
    target: Option<String>,
    mode: Option<String>,
    owner: Option<Value>,
    group: Option<Value>,
}

/// What there should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ensure {
    Absent,
    /// Anything; a file where there is nothing.
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
    /// Finds out what a file is to become. Fails when there is no source.
    pub(super) fn new(context: &Context, web: &Web, should: &'g State) -> Outcome<Goal<'g>> {
        let wanted = Wanted::new(context, should);
        let source = source::of(context, web, &wanted)?;
        Ok(Goal::from(wanted, source))
    }

    /// What a file is to become, with the source that was found for it.
    pub(super) fn from(wanted: Wanted<'g>, source: Option<Arc<Source>>) -> Goal<'g> {
        let mut goal = Goal { wanted, source: None, copied: Copied::default(), is_known_same: None };
        if let Some(source) = source {
            goal.follow(&source);
            goal.source = Some(source);
        }
        goal
    }

    /// A source says what there should be, unless that is nothing.
    fn follow(&mut self, source: &Source) {
        if let Place::Web(remote) = &source.place {
            // A server has the last word about how its contents are compared.
            self.wanted.checksum = remote.checksum;
        }
        let copies = match self.wanted.source_permissions() {
            // Who owns something on a server is nobody's business here.
            _ if source.path().is_none() => false,
            "use" => true,
            "use_when_creating" => !self.wanted.path.exists(),
            _ => false,
        };
        if copies {
            if self.wanted.is_of_source("owner") && is_root() {
                self.copied.owner = Some(Value::Integer(i64::from(source.found.owner)));
            }
            if self.wanted.is_of_source("group") && is_root() {
                self.copied.group = Some(Value::Integer(i64::from(source.found.group)));
            }
            if self.wanted.is_of_source("mode") {
                // A program runs as the owner of the source only where it is that owner's here, too.
                let is_owned_alike = self.copied.owner.is_some() && self.copied.group.is_some();
                let mode = source.found.mode;
                self.copied.mode = Some(mode::shown(if is_owned_alike || source.found.kind == Kind::Directory {
                    mode
                } else {
                    mode & !mode::SPECIAL
                }));
            }
        }
        if self.ensure() == Some(Ensure::Absent) {
            return;
        }
        if source.found.kind == Kind::Link {
            self.copied.target = source.found.target.as_ref().map(|target| target.to_string_lossy().into_owned());
        }
        self.copied.ensure = Some(Ensure::Kind(source.found.kind));
    }

    /// What there should be.
    pub(super) fn ensure(&self) -> Option<Ensure> {
        self.copied.ensure.or_else(|| self.wanted.ensure().and_then(Ensure::named))
    }

    /// Where a link should lead.
    pub(super) fn target(&self) -> Option<&str> {
        self.copied.target.as_deref().or_else(|| self.wanted.target())
    }

    /// Who owns the link that is made, where that is not us: another user who decided where it leads, by a link in a
    /// source. Root's own links are followed where those of others are not.
    pub(super) fn link_owner(&self) -> Option<(u32, u32)> {
        let found = &self.source.as_ref().filter(|_| self.copied.target.is_some())?.found;
        (is_root() && found.owner != 0).then_some((found.owner, found.group))
    }

    /// The permissions, as they were given.
    pub(super) fn mode(&self) -> Option<&str> {
        self.copied.mode.as_deref().or_else(|| self.wanted.mode())
    }

    /// What there is now.
    pub(super) fn found(&self) -> Option<Found> {
        Found::at(self.wanted.path, self.wanted.links()).0
    }

    /// Whether the file has content that is compared and written.
    pub(super) fn has_content(&self) -> bool {
        match &self.source {
            Some(source) => source.found.kind == Kind::File,
            None => self.wanted.content().is_some(),
        }
    }

    /// The checksum that the content should have; nothing without content.
    pub(super) fn desired_sum(&self) -> Outcome<Option<String>> {
        let checksum = self.wanted.checksum;
        match &self.source {
            Some(source) if source.found.kind == Kind::File => match &source.place {
                Place::Web(remote) => Ok(Some(remote.sum.clone())),
                Place::Machine(path) => {
                    let sum = sum_of(checksum, &source.found, || source.open_file(path)).map_err(|error| {
                        let reason = super::system::opening(&error, path);
                        let uri = &source.uri;
                        Failure::resource(format!("Could not retrieve file metadata for {uri}: {reason}"))
                    })?;
                    Ok(Some(sum))
                }
            },
            Some(_) => Ok(None),
            None => Ok(self.wanted.content().map(|content| checksum.of_bytes(content))),
        }
    }

    /// Whether a file that there is holds what it should hold, as far as that can be told without checksums.
    pub(super) fn is_same(&self, found: &Found) -> bool {
        self.is_known_same.unwrap_or_else(|| self.looks_same(found, &mut Buffers::default()).unwrap_or(false))
    }

    /// Compares contents; nothing where they cannot be told to be the same without checksums.
    pub(super) fn looks_same(&self, found: &Found, buffers: &mut Buffers) -> Option<bool> {
        if !self.wanted.checksum.is_of_all() {
            return None;
        }
        // Where something cannot be read, whoever computes checksums will say so.
        match &self.source {
            Some(source) if source.found.kind == Kind::File && source.found.size == found.size => {
                let right = source.open_file(source.path()?).ok()?;
                same::are(open_regular(self.wanted.path).ok()?, right, found.size, buffers).ok()
            }
            Some(_) => None,
            None => match self.wanted.content()? {
                content if content.len() as u64 == found.size => {
                    same::holds(open_regular(self.wanted.path).ok()?, content, buffers).ok()
                }
                _ => Some(false),
            },
        }
    }

    /// The checksum of the file that there is.
    pub(super) fn current_sum(&self, found: &Found) -> Outcome<String> {
        sum_of(self.wanted.checksum, found, || open_regular(self.wanted.path)).map_err(|error| {
            let path = self.wanted.path;
            let (kind, title) = (found.kind.word(), self.wanted.path_text());
            Failure::resource(format!("Could not read {kind} {title}: {}", super::system::opening(&error, path)))
        })
    }

    /// Whether the content is that of a file, where there is something else.
    pub(super) fn is_file(&self, found: Option<&Found>) -> bool {
        match self.ensure() {
            Some(Ensure::Kind(kind)) => kind == Kind::File,
            Some(Ensure::Present) => found.is_none_or(|found| found.kind == Kind::File),
            Some(Ensure::Absent) => false,
            None => self.has_content() || found.is_some_and(|found| found.kind == Kind::File),
        }
    }

    /// The permissions that a file should have when it has these.
    pub(super) fn mode_from(&self, current: u32, is_directory: bool) -> Outcome<Option<u32>> {
        let Some(mode) = self.mode() else { return Ok(None) };
        let mode = if is_directory { Cow::Owned(mode::for_directory(mode)) } else { Cow::Borrowed(mode) };
        mode::apply(&mode, current, is_directory).map(Some).map_err(Failure::new)
    }

    /// Who should own the file, as it was given.
    pub(super) fn account(&self, account: Account) -> Option<&Value> {
        let (copied, property) = match account {
            Account::User => (&self.copied.owner, "owner"),
            Account::Group => (&self.copied.group, "group"),
        };
        copied.as_ref().or_else(|| self.wanted.account(property))
    }

    /// The number of who should own the file.
    pub(super) fn number(&self, context: &Context, accounts: &Accounts, account: Account) -> Outcome<Option<u32>> {
        let Some(given) = self.account(account) else { return Ok(None) };
        accounts.number(context, account, given).map(Some).ok_or_else(|| {
            let given = resource_api::render::interpolate(given);
            Failure::from(Refusal(format!("Could not find {} {given}", account.word())))
        })
    }

    /// Whether a link is looked at itself.
    pub(super) fn manages_links(&self) -> bool {
        self.wanted.links() == Links::Manage
    }
}

/// Whether owners can be changed.
pub(super) fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

fn sum_of(checksum: Checksum, found: &Found, open: impl FnOnce() -> io::Result<File>) -> io::Result<String> {
    match checksum {
        Checksum::Mtime => Ok(checksum.marked(&time(found.modified().0))),
        Checksum::Ctime => Ok(checksum.marked(&time(found.changed().0))),
        checksum => checksum.of_file(open),
    }
}
