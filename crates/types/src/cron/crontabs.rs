//! The crontabs of users, read and written with the command `crontab`.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::keyed::HashMap;
use resource_api::{
    Context, Failure, Outcome,
    command::{Captured, Command, Completed, Destination, Encoding, OnInvalid},
    line_file::LineFile,
    whole_file,
};

use super::lines::CronLines;
use crate::{account, file::backup, parsed};

/// Where crontabs usually are.
const SPOOL: &str = "/var/spool/cron/crontabs";

/// The crontabs that were read.
#[derive(Default)]
pub(super) struct Crontabs {
    cached: HashMap<EcoString, CachedCrontab>,
}

struct CachedCrontab {
    stamp: Stamp,
    content: Vec<u8>,
    tab: LineFile<CronLines>,
}

/// Identifies the version of a crontab that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stamp {
    /// The user has none.
    Missing,
    File(whole_file::Stamp),
    /// Only the command can tell: crontabs are elsewhere, or not readable for us.
    Unknown,
}

/// The usual path of a user's crontab.
pub(super) fn path(user: &str) -> PathBuf {
    Path::new(SPOOL).join(user)
}

impl Crontabs {
    /// The crontab of a user, including changes that were not saved yet.
    pub(super) fn open(&mut self, context: &Context, user: &str) -> Outcome<&mut LineFile<CronLines>> {
        let stamp = Stamp::of(Path::new(SPOOL), user);
        let is_current =
            self.cached.get(user).is_some_and(|crontab| crontab.tab.is_changed() || crontab.stamp == stamp);
        if !is_current {
            let content = if stamp == Stamp::Missing { Vec::new() } else { read(context, user)? };
            let tab = LineFile::without_lines(CronLines, &content, |line| line.starts_with("# HEADER"));
            self.cached.insert(user.into(), CachedCrontab { stamp, content, tab });
        }
        let crontab = self.cached.get_mut(user).ok_or_else(|| Failure::new("there is no such crontab"))?;
        Ok(&mut crontab.tab)
    }

    /// The crontab of a user as it was opened, without reading it again.
    pub(super) fn get_open(&mut self, user: &str) -> Option<&mut LineFile<CronLines>> {
        self.cached.get_mut(user).map(|crontab| &mut crontab.tab)
    }

    /// Whether the crontab was replaced since it was read.
    pub(super) fn is_outdated(&self, context: &Context, user: &str) -> Outcome<bool> {
        let Some(crontab) = self.cached.get(user) else { return Ok(false) };
        match Stamp::of(Path::new(SPOOL), user) {
            Stamp::Unknown => Ok(read(context, user)? != crontab.content),
            stamp => Ok(stamp != crontab.stamp),
        }
    }

    /// Forgets unsaved changes of a crontab.
    pub(super) fn forget(&mut self, user: &str) {
        self.cached.remove(user);
    }

    /// Installs the crontab of a user, if it was changed.
    pub(super) fn save(&mut self, context: &Context, user: &str) -> Outcome {
        let is_outdated = self.is_outdated(context, user);
        let Some(crontab) = self.cached.remove(user).filter(|crontab| crontab.tab.is_changed()) else { return Ok(()) };
        if is_outdated? {
            return Err(Failure::new(format!(
                "Could not write crontab for {user}: another process changed it meanwhile"
            )));
        }
        if !exists(context, user) {
            return Err(Failure::new(format!("Cannot write the {user} user's crontab: The user does not exist")));
        }
        back_up(context, user, &crontab)?;
        let mut content = header().into_bytes();
        content.extend(crontab.tab.to_bytes());
        let written = crontab_command(context, user, "-").stdin(content).ignore_exit_code().execute()?;
        if !written.is_success() {
            return Err(Failure::new(format!("Could not write crontab for {user}: {}", command_output(&written))));
        }
        Ok(())
    }
}

/// Backs up a crontab before it is replaced.
fn back_up(context: &Context, user: &str, crontab: &CachedCrontab) -> Outcome {
    match crontab.stamp {
        Stamp::Missing => Ok(()),
        Stamp::File(_) | Stamp::Unknown => {
            backup::back_up_content_to_default_bucket(context, &crontab.content, &path(user))
        }
    }
}

/// The output of `crontab -l`, as bytes, since it can have any encoding.
fn read(context: &Context, user: &str) -> Outcome<Vec<u8>> {
    let answer = crontab_command(context, user, "-l").ignore_exit_code().noop(false).execute()?;
    if answer.is_success() {
        let content = answer.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default();
        return Ok(without_native_header(content).to_owned());
    }
    let output = command_output(&answer);
    if output.contains("no crontab for") || output.contains("are not allowed to") {
        return Ok(Vec::new());
    }
    Err(Failure::new(format!("Could not read crontab for {user}: {output}")))
}

/// The output of a failed command.
fn command_output(answer: &Completed) -> String {
    format!("{}{}", answer.stdout_text(), answer.stderr_text()).trim_end().to_owned()
}

/// Removes the header that some versions of the command print.
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

fn crontab_command<'c>(context: &'c Context, user: &str, action: &str) -> resource_api::command::Execution<'c> {
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
    /// A missing file proves that there is no crontab only if crontabs are kept in that directory. Otherwise an
    /// existing crontab could be overwritten.
    fn of(spool: &Path, user: &str) -> Stamp {
        let tab = spool.join(user);
        match fs::metadata(&tab) {
            Ok(_) => whole_file::Stamp::of(&tab).map_or(Stamp::Unknown, Stamp::File),
            Err(error) if error.kind() == io::ErrorKind::NotFound && spool.is_dir() => Stamp::Missing,
            Err(_) => Stamp::Unknown,
        }
    }
}

/// The users with a crontab.
pub(super) fn users() -> Vec<EcoString> {
    let Ok(entries) = fs::read_dir(SPOOL) else { return Vec::new() };
    let is_tab = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_file());
    let names = entries.filter_map(Result::ok).filter(is_tab).filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<EcoString> = names.filter(|name| !name.starts_with('.')).map(EcoString::from).collect();
    names.sort();
    names
}

/// The current user.
pub(super) fn current_user() -> EcoString {
    let number = rustix::process::getuid().as_raw();
    account::user_name(number).map_or_else(|| "root".into(), EcoString::from)
}

/// Whether a user exists.
pub(super) fn exists(context: &Context, user: &str) -> bool {
    account::find_user(context, user).is_some()
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
