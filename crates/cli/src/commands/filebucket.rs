//! `bunraku filebucket`: keeps files by their checksums, and gives them back.

mod date;

use std::{
    env,
    ffi::OsString,
    io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use resource_api::{
    log::{Level, Log},
    whole_file::{DirectoryEntry, NewFile, Ownership, open_regular},
};
use settings::Settings;
use types::Bucket;

use crate::{
    arguments::Program,
    options::{CommandOption, Options},
    output,
    startup::{self, Usage},
};

const USAGE: Usage = Usage {
    options: &[
        CommandOption::valued("bucket", "FOLDER", "Where the bucket is").or('b'),
        CommandOption::valued("fromdate", "DATE", "Lists what was kept at this date or later").or('f'),
        CommandOption::flag("local", Some('l'), "Uses the bucket of this machine: that of the setting clientbucketdir"),
        CommandOption::flag("remote", Some('r'), "Uses the bucket of a server, which is not supported yet"),
        CommandOption::valued("todate", "DATE", "Lists what was kept at this date or earlier").or('t'),
    ],
    introduction: "Keeps files by their checksums, and gives them back

Usage: {program} filebucket -l backup [OPTIONS] <FILE>...
       {program} filebucket -l get [OPTIONS] <SUM>
       {program} filebucket -l restore [OPTIONS] <FILE> <SUM>
       {program} filebucket -l diff [OPTIONS] <SUM or FILE> <SUM or FILE>
       {program} filebucket -l list [OPTIONS]

What files replace with the attribute backup is there, too. A date is a day, such as 2026-11-15, or a day with a time.",
    examples: "Exit codes: 0; 1 when something could not be kept or found.

Examples:
  {program} filebucket --local list --fromdate 2026-11-01
  {program} filebucket --local diff 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 /etc/motd
  {program} filebucket --bucket /srv/bucket backup /etc/motd",
};

/// Why something was not done, in the words of Puppet.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Refused(String);

impl Refused {
    fn new(reason: impl Into<String>) -> Refused {
        Refused(reason.into())
    }

    /// The system refused to call a function for a path.
    fn called(error: &io::Error, function: &str, path: &Path) -> Refused {
        Refused(format!("{} @ {function} - {}", reason(error), path.display()))
    }
}

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let (options, log) = (&begun.options, &begun.log);
    let done = bucket(options, &begun.settings).and_then(|bucket| {
        let command = Filebucket { bucket, settings: &begun.settings, log };
        let words: Vec<&str> = options.words.iter().map(String::as_str).collect();
        match words.as_slice() {
            ["backup", files @ ..] => command.backup(files),
            ["get", rest @ ..] => command.get(rest.first().copied().unwrap_or_default()),
            ["restore", rest @ ..] => match rest {
                [file, rest @ ..] => command.restore(Path::new(file), rest.first().copied().unwrap_or_default()),
                [] => Err(Refused::new("You must specify a file to restore, and the checksum of its content")),
            },
            ["diff", left, right] => command.diff(left, right),
            ["diff", ..] => Err(Refused::new("Need exactly two arguments: filebucket diff <file_a> <file_b>")),
            ["list", ..] => command.list(options),
            [] => Err(Refused::new("name what to do: backup, get, restore, diff or list")),
            [other, ..] => {
                Err(Refused::new(format!("'{other}' is none of what can be done: backup, get, restore, diff or list")))
            }
        }
    });
    match done {
        Ok(()) => 0,
        Err(refused) => {
            log.line(Level::Err, &format!("Could not run: {refused}"));
            1
        }
    }
}

/// The bucket that options name.
fn bucket(options: &Options, settings: &Settings) -> Result<Bucket, Refused> {
    let folder = match options.value("bucket") {
        Some(folder) => absolute(Path::new(folder))?,
        None if options.has("local") && !options.has("remote") => {
            PathBuf::from(settings.text("clientbucketdir").map_err(|error| Refused::new(error.to_string()))?)
        }
        None => {
            return Err(Refused::new(
                "buckets of servers are not supported yet; use --local, or --bucket and a folder",
            ));
        }
    };
    let algorithm = settings.text("digest_algorithm").map_err(|error| Refused::new(error.to_string()))?;
    Bucket::named(folder, &algorithm)
        .ok_or_else(|| Refused::new(format!("contents cannot be kept by checksums of {algorithm}")))
}

struct Filebucket<'f> {
    bucket: Bucket,
    settings: &'f Settings,
    log: &'f Log,
}

impl Filebucket<'_> {
    fn backup(&self, files: &[&str]) -> Result<(), Refused> {
        if files.is_empty() {
            return Err(Refused::new("You must specify a file to back up"));
        }
        for name in files {
            let file = absolute(Path::new(name))?;
            if !file.exists() {
                output::say_aside(&format!("{name}: no such file"));
                continue;
            }
            // Whoever names a link means the file that it leads to, which goes by the name that was given.
            let opened = open_regular(&file);
            if opened
                .as_ref()
                .is_err_and(|error| error.raw_os_error() == Some(rustix::io::Errno::ACCESS.raw_os_error()))
            {
                output::say_aside(&format!("{name}: cannot read file"));
                continue;
            }
            self.log.line(Level::Info, &format!("Computing checksum on file {name}"));
            let saved = opened.and_then(|opened| self.bucket.save_from(opened, &file));
            let sum = saved.map_err(|error| {
                let refused = Refused::called(&error, "io_fread", Path::new(name));
                let refused = Refused(format!("Could not back up {name}: {refused}"));
                self.log.line(Level::Err, &refused.to_string());
                refused
            })?;
            output::say(&format!("{name}: {sum}"));
        }
        Ok(())
    }

    fn get(&self, sum: &str) -> Result<(), Refused> {
        let mut content = open_regular(&self.kept(sum)?).map_err(|error| Refused::new(reason(&error)))?;
        output::pass_on(&mut content).map_err(|error| Refused::new(reason(&error)))
    }

    fn restore(&self, file: &Path, sum: &str) -> Result<(), Refused> {
        let kept = self.kept(sum)?;
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
            io::copy(&mut open_regular(&kept)?, new.file_mut())?;
            new.dress(&Ownership::default())?;
            new.place()
        };
        write().map_err(|error| Refused::called(&error, "rb_sysopen", file))
    }

    fn diff(&self, left: &str, right: &str) -> Result<(), Refused> {
        let place = |text: &str| match self.bucket.is_sum(text) {
            true => self.bucket.find(text),
            false => Some(PathBuf::from(text)).filter(|file| file.exists()),
        };
        let right = place(right).ok_or_else(|| Refused(format!("could not find diff_with {right}")))?;
        let left = match place(left) {
            Some(place) => place,
            None if self.bucket.is_sum(left) => return Err(Refused::new("Failed to diff files")),
            None => return Err(Refused::new("Invalid checksum \"\"")),
        };
        let setting = |name: &str| self.settings.text(name).map_err(|error| Refused::new(error.to_string()));
        let (program, arguments) = (setting("diff")?, setting("diff_args")?);
        let output = Command::new(&program)
            .args(arguments.split(' ').filter(|argument| !argument.is_empty()))
            .args([left, right])
            .status()
            .map_err(|error| {
                Refused(format!("cannot run '{program}', which is the setting diff: {}", reason(&error)))
            })?;
        // It says with 1 that there is a difference.
        match output.code() {
            Some(0 | 1) => Ok(()),
            _ => Err(Refused::new("Failed to diff files")),
        }
    }

    fn list(&self, options: &Options) -> Result<(), Refused> {
        let date = |name: &str| match options.value(name) {
            None => Ok(None),
            Some(text) => date::parse(text).map(Some).ok_or_else(|| Refused(format!("Error while parsing '{name}'"))),
        };
        let (from, to) = (date("fromdate")?, date("todate")?.unwrap_or_else(SystemTime::now));
        if !self.bucket.exists() {
            return Err(Refused::new("File not found"));
        }
        let kept = self.bucket.list().map_err(|error| Refused::new(reason(&error)))?;
        for kept in kept.iter().filter(|kept| from.is_none_or(|from| from <= kept.time) && kept.time <= to) {
            output::say(&format!("{} {} {}", kept.sum, date::shown(kept.time), kept.path));
        }
        Ok(())
    }

    /// The file that holds the content with a checksum.
    fn kept(&self, sum: &str) -> Result<PathBuf, Refused> {
        if !self.bucket.is_sum(sum) {
            return Err(Refused(format!("Invalid checksum {sum:?}")));
        }
        self.bucket.find(sum).ok_or_else(|| Refused::new("File not found"))
    }
}

/// A path from the root on.
fn absolute(path: &Path) -> Result<PathBuf, Refused> {
    absolute_path(path).map_err(|error| Refused::new(reason(&error)))
}

fn absolute_path(path: &Path) -> io::Result<PathBuf> {
    if path.is_absolute() { Ok(path.to_owned()) } else { Ok(env::current_dir()?.join(path)) }
}

/// The text of an error, without a number behind it.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error ").next().unwrap_or_default().to_owned()
}
