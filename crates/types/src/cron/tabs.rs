//! The crontabs of users, as the command `crontab` reads and writes them.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ecow::EcoString;
use resource_api::{
    Context, Failure, Outcome,
    command::{Captured, Command, Completed, Destination, Encoding, OnInvalid},
    line_file::LineFile,
    whole_file,
};
use rustc_hash::FxHashMap;

use super::lines::CronLines;
use crate::{account, file::backup, parsed};

/// Where the crontabs are.
const SPOOL: &str = "/var/spool/cron/crontabs";

/// The crontabs that were read.
#[derive(Default)]
pub(super) struct Tabs {
    known: FxHashMap<EcoString, Known>,
}

struct Known {
    stamp: Stamp,
    content: Vec<u8>,
    tab: LineFile<CronLines>,
}

/// What tells that a crontab is the one that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stamp {
    /// The user has none.
    Missing,
    File(whole_file::Stamp),
    /// Only the command can tell: the crontabs are elsewhere, or not for us to see.
    Unknown,
}

/// The crontab of a user, where the usual command keeps it.
pub(super) fn file_of(user: &str) -> PathBuf {
    Path::new(SPOOL).join(user)
}

impl Tabs {
    /// The crontab of a user, with what was changed and not saved.
    pub(super) fn open(&mut self, context: &Context, user: &str) -> Outcome<&mut LineFile<CronLines>> {
        let stamp = Stamp::of(Path::new(SPOOL), user);
        let is_known = self.known.get(user).is_some_and(|known| known.tab.is_changed() || known.stamp == stamp);
        if !is_known {
            let content = if stamp == Stamp::Missing { Vec::new() } else { read(context, user)? };
            let tab = LineFile::without_lines(CronLines, &content, |line| line.starts_with("# HEADER"));
            self.known.insert(user.into(), Known { stamp, content, tab });
        }
        let known = self.known.get_mut(user).ok_or_else(|| Failure::new("there is no such crontab"))?;
        Ok(&mut known.tab)
    }

    /// The crontab of a user as it was opened, whatever became of it since.
    pub(super) fn opened(&mut self, user: &str) -> Option<&mut LineFile<CronLines>> {
        self.known.get_mut(user).map(|known| &mut known.tab)
    }

    /// Whether somebody else installed a crontab since this one was read.
    pub(super) fn is_outdated(&self, context: &Context, user: &str) -> Outcome<bool> {
        let Some(known) = self.known.get(user) else { return Ok(false) };
        match Stamp::of(Path::new(SPOOL), user) {
            Stamp::Unknown => Ok(read(context, user)? != known.content),
            stamp => Ok(stamp != known.stamp),
        }
    }

    /// Forgets what was changed in a crontab and not saved.
    pub(super) fn forget(&mut self, user: &str) {
        self.known.remove(user);
    }

    /// Installs the crontab of a user, if something in it was changed.
    pub(super) fn save(&mut self, context: &Context, user: &str) -> Outcome {
        let is_outdated = self.is_outdated(context, user);
        let Some(known) = self.known.remove(user).filter(|known| known.tab.is_changed()) else { return Ok(()) };
        if is_outdated? {
            return Err(Failure::new(format!(
                "Could not write crontab for {user}: somebody else has changed it meanwhile"
            )));
        }
        if !exists(context, user) {
            return Err(Failure::new(format!("Cannot write the {user} user's crontab: The user does not exist")));
        }
        keep(context, user, &known)?;
        let mut content = header().into_bytes();
        content.extend(known.tab.to_bytes());
        let written = crontab(context, user, "-").stdin(content).ignore_exit_code().execute()?;
        if !written.is_success() {
            return Err(Failure::new(format!("Could not write crontab for {user}: {}", said(&written))));
        }
        Ok(())
    }
}

/// Keeps a crontab in the filebucket before another one takes its place.
fn keep(context: &Context, user: &str, known: &Known) -> Outcome {
    match known.stamp {
        Stamp::Missing => Ok(()),
        Stamp::File(_) | Stamp::Unknown => {
            backup::keep_content_in_default_bucket(context, &known.content, &file_of(user))
        }
    }
}

/// What the command says of a crontab: bytes, since a crontab is in whatever encoding its user likes.
fn read(context: &Context, user: &str) -> Outcome<Vec<u8>> {
    let answer = crontab(context, user, "-l").ignore_exit_code().noop(false).execute()?;
    if answer.is_success() {
        let content = answer.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default();
        return Ok(without_native_header(content).to_owned());
    }
    let said = said(&answer);
    if said.contains("no crontab for") || said.contains("are not allowed to") {
        return Ok(Vec::new());
    }
    Err(Failure::new(format!("Could not read crontab for {user}: {said}")))
}

/// What the command complains about.
fn said(answer: &Completed) -> String {
    format!("{}{}", answer.stdout_text(), answer.stderr_text()).trim_end().to_owned()
}

/// The text without what the command itself puts before everything.
fn without_native_header(text: &[u8]) -> &[u8] {
    if !text.starts_with(b"# DO NOT EDIT THIS FILE") {
        return text;
    }
    let mut start = 0;
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        start += line.len();
        if !line.starts_with(b"#") {
            return text;
        }
        if line.starts_with(b"# (Cron version") {
            return text.get(start..).unwrap_or_default();
        }
    }
    text
}

fn crontab<'c>(context: &'c Context, user: &str, action: &str) -> resource_api::command::Execution<'c> {
    let program = Command::new("crontab");
    let execution = if user == current_user() {
        program.run(context, [action])
    } else {
        program.run(context, ["-u", user, action])
    };
    execution
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Binary, OnInvalid::replace())
        .stderr(Destination::Store)
        .stderr_encoding(Encoding::Utf8, OnInvalid::replace())
}

impl Stamp {
    /// That there is no crontab is known only where crontabs are: everything else may hide one, which would be lost.
    fn of(spool: &Path, user: &str) -> Stamp {
        let tab = spool.join(user);
        match fs::metadata(&tab) {
            Ok(_) => whole_file::Stamp::of(&tab).map_or(Stamp::Unknown, Stamp::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound && spool.is_dir() => Stamp::Missing,
            Err(_) => Stamp::Unknown,
        }
    }
}

/// The users who have a crontab.
pub(super) fn users() -> Vec<EcoString> {
    let Ok(entries) = fs::read_dir(SPOOL) else { return Vec::new() };
    let is_tab = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
    let names = entries.filter_map(Result::ok).filter(is_tab).filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<EcoString> = names.filter(|name| !name.starts_with('.')).map(EcoString::from).collect();
    names.sort();
    names
}

/// The user who runs this.
pub(super) fn current_user() -> EcoString {
    let number = rustix::process::getuid().as_raw();
    account::user_of_number(number).map_or_else(|| "root".into(), EcoString::from)
}

/// Whether there is a user of this name.
pub(super) fn exists(context: &Context, user: &str) -> bool {
    account::account(context, user).is_some()
}

fn header() -> String {
    format!(
        "# HEADER: This file was autogenerated at {} by puppet.\n\
         # HEADER: While it can still be managed manually, it is definitely not recommended.\n\
         # HEADER: Note particularly that the comments starting with 'Puppet Name' should\n\
         # HEADER: not be deleted, as doing so could cause duplicate cron jobs.\n",
        parsed::now()
    )
}
