//! `bunraku filebucket`: backs up files by their checksums and restores them.

mod date;

use std::{
    env, io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use process::{Limits, RunError};
use resource_api::{
    Failure, Outcome,
    log::{Level, Log},
    whole_file::{DirectoryEntry, NewFile, Ownership, open_regular},
};
use settings::Settings;
use types::Bucket;

use crate::{
    arguments::Program,
    options::{CommandOption, Options},
    output,
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: super::Command = super::Command::puppet("filebucket", &USAGE, run);

/// The maximum size of a difference.
const MAX_DIFF: usize = 256 << 20;

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("bucket", "DIR", "Use the bucket in this directory").or('b'),
        CommandOption::valued("fromdate", "DATE", "List only backups of this date or later").or('f'),
        CommandOption::flag(
            "local",
            Some('l'),
            "Use the bucket of this machine, in the directory of the setting clientbucketdir",
        ),
        CommandOption::flag("remote", Some('r'), "Use the bucket of a server (not supported yet)"),
        CommandOption::valued("todate", "DATE", "List only backups of this date or earlier").or('t'),
    ],
    shared: &[],
    introduction: "Back up files by their checksums, and restore them

Usage: {program} filebucket -l backup [OPTIONS] <FILE>...
       {program} filebucket -l get [OPTIONS] <SUM>
       {program} filebucket -l restore [OPTIONS] <FILE> <SUM>
       {program} filebucket -l diff [OPTIONS] <SUM or FILE> <SUM or FILE>
       {program} filebucket -l list [OPTIONS]

The bucket also contains the files that resources with the attribute backup have replaced. A date is a day, such as
2026-11-15, optionally with a time.",
    examples: "Exit codes: 0 on success; 1 if a file could not be backed up or found.

Examples:
  {program} filebucket --local list --fromdate 2026-11-01
  {program} filebucket --local diff 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 /etc/motd
  {program} filebucket --bucket /srv/bucket backup /etc/motd",
};

/// A system call failed for a path, in Puppet's words.
fn called(error: &io::Error, function: &str, path: &Path) -> Failure {
    Failure::new(format!("{} @ {function} - {}", reason(error), path.display()))
}

fn run(_: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let (options, log) = (&context.options, &context.log);
    let done = bucket(options, &context.settings).and_then(|bucket| {
        let command = Filebucket { bucket, settings: &context.settings, log };
        let words: Vec<&str> = options.words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["backup", files @ ..] => command.backup(files),
            ["get", rest @ ..] => command.get(rest.first().copied().unwrap_or_default()),
            ["restore", rest @ ..] => match rest {
                [file, rest @ ..] => command.restore(Path::new(file), rest.first().copied().unwrap_or_default()),
                [] => Err(Failure::new("You must specify a file to restore, and the checksum of its content")),
            },
            ["diff", left, right] => command.diff(left, right),
            ["diff", ..] => Err(Failure::new("Need exactly two arguments: filebucket diff <file_a> <file_b>")),
            ["list", ..] => command.list(options),
            [] => Err(Failure::new("expected an action: backup, get, restore, diff or list")),
            [other, ..] => {
                Err(Failure::new(format!("unknown action '{other}', expected backup, get, restore, diff or list")))
            }
        }
    });
    Ok(done.map(|()| 0)?)
}

/// The bucket that the options name.
fn bucket(options: &Options, settings: &Settings) -> Outcome<Bucket> {
    let directory = match options.value("bucket") {
        Some(directory) => absolute(Path::new(directory))?,
        None if options.has("local") && !options.has("remote") => PathBuf::from(settings.text("clientbucketdir")?),
        None => {
            return Err(Failure::new(
                "buckets of servers are not supported yet; use --local, or --bucket and a directory",
            ));
        }
    };
    let algorithm = settings.text("digest_algorithm")?;
    Bucket::named(directory, &algorithm)
        .ok_or_else(|| Failure::new(format!("unsupported digest algorithm for the bucket: {algorithm}")))
}

struct Filebucket<'f> {
    bucket: Bucket,
    settings: &'f Settings,
    log: &'f Log,
}

impl Filebucket<'_> {
    fn backup(&self, files: &[&str]) -> Outcome {
        if files.is_empty() {
            return Err(Failure::new("You must specify a file to back up"));
        }
        for name in files {
            let file = absolute(Path::new(name))?;
            if !file.exists() {
                output::print_stderr_line(&format!("{name}: no such file"));
                continue;
            }
            // A link is followed; the backup is stored under the name that was given.
            let opened = open_regular(&file);
            if opened
                .as_ref()
                .is_err_and(|error| error.raw_os_error() == Some(rustix::io::Errno::ACCESS.raw_os_error()))
            {
                output::print_stderr_line(&format!("{name}: cannot read file"));
                continue;
            }
            self.log.line(Level::Info, &format!("Computing checksum on file {name}"));
            let saved = opened.and_then(|opened| self.bucket.save_from(opened, &file));
            let sum = saved.map_err(|error| {
                let refused = called(&error, "io_fread", Path::new(name));
                let refused = Failure::new(format!("Could not back up {name}: {refused}"));
                self.log.line(Level::Err, &refused.to_string());
                refused
            })?;
            output::print_line(&format!("{name}: {sum}"));
        }
        Ok(())
    }

    fn get(&self, sum: &str) -> Outcome {
        self.backup_path(sum)?;
        let mut content = self.bucket.open(sum).map_err(failed)?;
        output::copy_to_stdout(&mut content).map_err(failed)
    }

    fn restore(&self, file: &Path, sum: &str) -> Outcome {
        self.backup_path(sum)?;
        let is_there =
            open_regular(file).and_then(|mut file| self.bucket.sum(&mut file)).is_ok_and(|found| found == sum);
        if is_there {
            return Ok(());
        }
        let write = || {
            let entry = if file.exists() {
                DirectoryEntry::followed(file)?
            } else {
                DirectoryEntry::at(&absolute_path(file)?)?
            };
            let mut new = NewFile::at(entry)?;
            // What is damaged is not committed.
            self.bucket.restore(sum, new.file_mut())?;
            new.set_ownership(&Ownership::default())?;
            new.commit()
        };
        write().map_err(|error| called(&error, "rb_sysopen", file))
    }

    fn diff(&self, left: &str, right: &str) -> Outcome {
        let locate = |text: &str| match self.bucket.is_sum(text) {
            true => self.bucket.find(text),
            false => Some(PathBuf::from(text)).filter(|file| file.exists()),
        };
        let sums = [left, right];
        let right = locate(right).ok_or_else(|| Failure::new(format!("could not find diff_with {right}")))?;
        let left = match locate(left) {
            Some(path) => path,
            None if self.bucket.is_sum(left) => return Err(Failure::new("Failed to diff files")),
            None => return Err(Failure::new("Invalid checksum \"\"")),
        };
        for sum in sums.into_iter().filter(|text| self.bucket.is_sum(text)) {
            self.bucket.check(sum).map_err(failed)?;
        }
        let (program, arguments) = (self.settings.text("diff")?, self.settings.text("diff_args")?);
        let mut command = Command::new(&program);
        command.args(arguments.split(' ').filter(|argument| !argument.is_empty())).args([left, right]);
        let output = process::run(&mut command, Limits { time: None, output: MAX_DIFF }).map_err(|error| match error {
            RunError::Io(error) => format!("cannot run '{program}' (the setting diff): {}", reason(&error)),
            error => format!("'{program}' (the setting diff) was stopped: {error}"),
        });
        let output = output.map_err(Failure::new)?;
        let message = String::from_utf8_lossy(&output.stderr);
        if !message.trim().is_empty() {
            output::print_stderr_line(message.trim_end());
        }
        let _ = output::copy_to_stdout(&mut output.stdout.as_slice());
        // Exit code 1 means that the files differ.
        match output.exit.code {
            Some(0 | 1) => Ok(()),
            _ => Err(Failure::new("Failed to diff files")),
        }
    }

    fn list(&self, options: &Options) -> Outcome {
        let date = |name: &str| match options.value(name) {
            None => Ok(None),
            Some(text) => {
                date::parse(text).map(Some).ok_or_else(|| Failure::new(format!("Error while parsing '{name}'")))
            }
        };
        let (from, to) = (date("fromdate")?, date("todate")?.unwrap_or_else(SystemTime::now));
        if !self.bucket.exists() {
            return Err(Failure::new("File not found"));
        }
        let backups = self.bucket.list().map_err(failed)?;
        for backup in backups.iter().filter(|backup| from.is_none_or(|from| from <= backup.time) && backup.time <= to) {
            output::print_line(&format!("{} {} {}", backup.sum, date::shown(backup.time), backup.path));
        }
        Ok(())
    }

    /// The file in the bucket with a checksum.
    fn backup_path(&self, sum: &str) -> Outcome<PathBuf> {
        if !self.bucket.is_sum(sum) {
            return Err(Failure::new(format!("Invalid checksum {sum:?}")));
        }
        self.bucket.find(sum).ok_or_else(|| Failure::new("File not found"))
    }
}

fn absolute(path: &Path) -> Outcome<PathBuf> {
    absolute_path(path).map_err(failed)
}

fn absolute_path(path: &Path) -> io::Result<PathBuf> {
    if path.is_absolute() { Ok(path.to_owned()) } else { Ok(env::current_dir()?.join(path)) }
}

fn failed(error: io::Error) -> Failure {
    Failure::new(reason(&error))
}

/// The text of an error without the error number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}
