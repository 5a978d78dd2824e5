//! Keeps what is replaced or removed: in a file next to it, or in a filebucket, which stores contents by checksum.

mod copy;

use std::{
    ffi::OsStr,
    io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use pcore::Value;
use resource_api::{
    Context, Failure, Outcome,
    failure::FailureKind,
    log::Level,
    whole_file::{DirectoryEntry, TrustedDir},
};
use rustix::fs::{AtFlags, Dir, FileType, statat};

use super::{
    bucket::Bucket,
    goal::Goal,
    stat::{Kind, Links},
    system,
    target_file::{Backup, TargetFile, default_checksum},
};
use crate::subject::{log, unwrap_sensitive};

/// Backs up the current file, if it should be.
pub(super) fn back_up(context: &Context, goal: &Goal<'_>, kind: Kind) -> Outcome {
    let Some(backup) = goal.target.backup() else { return Ok(()) };
    let can_be_kept =
        matches!(kind, Kind::File | Kind::Link) || (kind == Kind::Directory && goal.target.is_true("force"));
    if !can_be_kept {
        log(context, Level::Warning, None, &format!("Could not back up file of type {}", kind.word()));
        return Ok(());
    }
    let path = goal.target.path;
    // A dangling link has no content.
    if !path.exists() {
        return Ok(());
    }
    match backup {
        Backup::Suffix(suffix) => copy_with_suffix(context, goal, suffix),
        Backup::Bucket(title) => {
            let bucket = find_bucket(context, title)?;
            match kind {
                Kind::Directory if goal.target.recurses() => Ok(()),
                Kind::Directory => {
                    log(context, Level::Info, None, "Recursively backing up to filebucket");
                    back_up_directory(context, title, &bucket, path)
                }
                Kind::File if goal.manages_links() => back_up_file(context, title, &bucket, &DirectoryEntry::at(path)?),
                Kind::File => back_up_file(context, title, &bucket, &DirectoryEntry::followed(path)?),
                _ => Ok(()),
            }
        }
    }
}

/// Backs up a file to the default bucket, if the settings name one.
pub(crate) fn back_up_to_default_bucket(context: &Context, file: &Path) -> Outcome {
    let Some(bucket) = default_bucket(context)? else { return Ok(()) };
    let saved = DirectoryEntry::followed(file).and_then(|entry| save(context, &bucket, &entry));
    saved.map(drop).map_err(|error| not_backed_up(&error, file))
}

/// Backs up content to the default bucket, under a path that it is not read from.
pub(crate) fn back_up_content_to_default_bucket(context: &Context, content: &[u8], path: &Path) -> Outcome {
    let Some(bucket) = default_bucket(context)? else { return Ok(()) };
    bucket.save_content(content, path).map(drop).map_err(|error| not_backed_up(&error, path))
}

fn default_bucket(context: &Context) -> Outcome<Option<Bucket>> {
    context.setting("clientbucketdir").map(|_| find_bucket(context, "puppet")).transpose()
}

fn not_backed_up(error: &io::Error, path: &Path) -> Failure {
    Failure::new(format!("Could not back up {}: {}", path.display(), system::reason(error)))
}

/// Checks that the bucket that a resource names exists; the run cannot go on without it.
pub(super) fn check(context: &Context, target: &TargetFile<'_>) -> Outcome {
    match target.backup() {
        Some(Backup::Bucket(title)) => {
            find_bucket(context, title).map(drop).map_err(|failure| failure.with_kind(FailureKind::Fatal))
        }
        Some(Backup::Suffix(_)) | None => Ok(()),
    }
}

fn copy_with_suffix(context: &Context, goal: &Goal<'_>, suffix: &str) -> Outcome {
    let path = goal.target.path;
    let copy = PathBuf::from(format!("{}{suffix}", goal.target.path_text()));
    let failed =
        |error: &io::Error| Failure::new(format!("Could not back {} up: {}", path.display(), system::reason(error)));
    // Nothing is removed unless its location is known to be trustworthy.
    let original = DirectoryEntry::at(path).map_err(|error| failed(&error))?;
    let entry = DirectoryEntry::at(&copy).map_err(|error| failed(&error))?;
    let flags = match goal.target.links() {
        Links::Manage => AtFlags::SYMLINK_NOFOLLOW,
        Links::Follow => AtFlags::empty(),
    };
    if let Ok(old) = statat(entry.directory(), entry.name(), flags) {
        let kind = match FileType::from_raw_mode(old.st_mode) {
            FileType::Directory => {
                let message = format!("Will not remove directory backup {}; use a filebucket", copy.display());
                return Err(Failure::new(message));
            }
            FileType::Symlink => Kind::Link,
            _ => Kind::File,
        };
        log(context, Level::Info, None, &format!("Removing old backup of type {}", kind.word()));
        entry
            .remove()
            .map_err(|error| Failure::new(format!("Could not remove old backup: {}", system::reason(&error))))?;
    }
    copy::copy(&original, &entry, context.stop()).map_err(|error| failed(&error))
}

/// Backs up all files below a directory. Directories are opened as [`TrustedDir`] does it, and files relative to them.
fn back_up_directory(context: &Context, title: &str, bucket: &Bucket, directory: &Path) -> Outcome {
    let mut directories = vec![directory.to_owned()];
    while let Some(path) = directories.pop() {
        let directory = TrustedDir::open(&path)?;
        let mut names = Vec::new();
        for entry in Dir::new(directory.readable()?).map_err(io::Error::from)? {
            names.push(entry.map_err(io::Error::from)?.file_name().to_owned());
        }
        names.sort();
        for name in names.iter().filter(|name| !matches!(name.to_bytes(), b"." | b"..")) {
            let name = OsStr::from_bytes(name.to_bytes());
            let entry = DirectoryEntry::in_directory(&directory, name)?;
            match entry.stat()?.map(|stat| FileType::from_raw_mode(stat.st_mode)) {
                Some(FileType::Directory) => directories.push(entry.path()),
                Some(FileType::RegularFile) => back_up_file(context, title, bucket, &entry)?,
                _ => {}
            }
        }
    }
    Ok(())
}

/// The bucket that a resource of the catalog describes; the one called `puppet` always exists.
fn find_bucket(context: &Context, title: &str) -> Outcome<Bucket> {
    let declared = context.catalog().and_then(|catalog| catalog.find("filebucket", title));
    if declared.is_none() && title != "puppet" {
        return Err(Failure::resource(format!("Could not find filebucket {title} specified in backup")));
    }
    let attributes = declared.as_ref().map(resource_api::context::CatalogResource::attributes);
    let is_false = |value: &Value| *value == Value::Boolean(false) || value.as_str() == Some("false");
    let is_remote = attributes.is_some_and(|attributes| {
        attributes.known("server").is_some_and(|server| !is_false(server))
            || attributes.known("path").is_some_and(is_false)
    });
    if is_remote {
        let message = format!("filebucket {title} is on a server, which is not supported yet; give it a path");
        return Err(Failure::resource(message));
    }
    let path = attributes.and_then(|attributes| attributes.known("path")).map(unwrap_sensitive);
    let refuse = |problem: &str| Failure::resource(format!("Parameter path failed on Filebucket[{title}]: {problem}"));
    let checksum = default_checksum(context);
    let bucket = match path {
        Some(Value::Array(_)) => return Err(refuse("You can only have one filebucket path")),
        Some(Value::String(path)) if path.starts_with('/') => Bucket::new(PathBuf::from(path.as_str()), checksum),
        Some(Value::String(_)) => return Err(refuse("Filebucket paths must be absolute")),
        Some(_) | None => {
            let directory = context.setting("clientbucketdir").map(PathBuf::from).ok_or_else(|| {
                Failure::resource(
                    "the location of the filebucket is unknown; set clientbucketdir, or give the bucket a path",
                )
            })?;
            Bucket::from_settings(directory, checksum)
        }
    };
    Ok(bucket.stopped_by(context.stop()))
}

/// Backs up a file to a bucket, and logs it.
fn back_up_file(context: &Context, title: &str, bucket: &Bucket, file: &DirectoryEntry) -> Outcome {
    let path = file.path();
    let sum = save(context, bucket, file).map_err(|error| not_backed_up(&error, &path))?;
    let message = format!("Filebucketed {} to {title} with sum {sum}", path.display());
    log(context, Level::Info, None, &message);
    Ok(())
}

fn save(context: &Context, bucket: &Bucket, file: &DirectoryEntry) -> io::Result<String> {
    let path = file.path();
    context.log().line(Level::Info, &format!("Computing checksum on file {}", path.display()));
    let (sum, is_duplicate) = bucket.save_detecting_duplicate(file.open_regular()?, &path)?;
    if is_duplicate {
        let checksum = default_checksum(context).name();
        context.log().line(Level::Info, &format!("FileBucket got a duplicate file {{{checksum}}}{sum}"));
    }
    Ok(sum)
}
