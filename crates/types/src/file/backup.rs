//! Keeps what is replaced or removed: in a file beside it, or in a bucket, which knows contents by their checksums.

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
    whole_file::{DirectoryEntry, Folder},
};
use rustix::fs::{AtFlags, Dir, FileType, statat};

use super::{
    bucket::Bucket,
    compare::tell,
    found::{Kind, Links},
    goal::Goal,
    system,
    wanted::{Backup, Wanted, default_checksum},
};
use crate::subject::opened;

/// Keeps what is at the place of a file, if it should be kept.
pub(super) fn keep(context: &Context, goal: &Goal<'_>, kind: Kind) -> Outcome {
    let Some(backup) = goal.wanted.backup() else { return Ok(()) };
    let can_be_kept = matches!(kind, Kind::File | Kind::Link) || (kind == Kind::Directory && goal.wanted.forces());
    if !can_be_kept {
        tell(context, Level::Warning, None, &format!("Could not back up file of type {}", kind.word()));
        return Ok(());
    }
    let path = goal.wanted.path;
    // A link that leads nowhere holds nothing.
    if !path.exists() {
        return Ok(());
    }
    match backup {
        Backup::Beside(ending) => beside(context, goal, ending),
        Backup::Bucket(title) => {
            let bucket = titled(context, title)?;
            match kind {
                Kind::Directory if goal.wanted.recurses() => Ok(()),
                Kind::Directory => {
                    tell(context, Level::Info, None, "Recursively backing up to filebucket");
                    keep_below(context, title, &bucket, path)
                }
                Kind::File if goal.manages_links() => keep_file(context, title, &bucket, &DirectoryEntry::at(path)?),
                Kind::File => keep_file(context, title, &bucket, &DirectoryEntry::followed(path)?),
                _ => Ok(()),
            }
        }
    }
}

/// Keeps a file in the bucket that everybody has, if anybody said where that is.
pub(crate) fn keep_in_default_bucket(context: &Context, file: &Path) -> Outcome {
    if context.setting("clientbucketdir").is_none() {
        return Ok(());
    }
    let bucket = titled(context, "puppet")?;
    DirectoryEntry::followed(file)
        .and_then(|entry| save(context, &bucket, &entry))
        .map(drop)
        .map_err(|error| Failure::new(format!("Could not back up {}: {}", file.display(), system::reason(&error))))
}

/// Keeps a content in the bucket that everybody has, under a path where it is not read from.
pub(crate) fn keep_content_in_default_bucket(context: &Context, content: &[u8], path: &Path) -> Outcome {
    if context.setting("clientbucketdir").is_none() {
        return Ok(());
    }
    let bucket = titled(context, "puppet")?;
    bucket
        .save_content(content, path)
        .map(drop)
        .map_err(|error| Failure::new(format!("Could not back up {}: {}", path.display(), system::reason(&error))))
}

/// Checks that there is the bucket that a resource names. Without it nothing can go on.
pub(super) fn check(context: &Context, wanted: &Wanted<'_>) -> Outcome {
    match wanted.backup() {
        Some(Backup::Bucket(title)) => {
            titled(context, title).map(drop).map_err(|failure| failure.with_kind(FailureKind::Fatal))
        }
        Some(Backup::Beside(_)) | None => Ok(()),
    }
}

fn beside(context: &Context, goal: &Goal<'_>, ending: &str) -> Outcome {
    let path = goal.wanted.path;
    let copy = PathBuf::from(format!("{}{ending}", goal.wanted.path_text()));
    let failed =
        |error: &io::Error| Failure::new(format!("Could not back {} up: {}", path.display(), system::reason(error)));
    // Nothing is removed before it is known that nobody else decides where that is.
    let original = DirectoryEntry::at(path).map_err(|error| failed(&error))?;
    let entry = DirectoryEntry::at(&copy).map_err(|error| failed(&error))?;
    let flags = match goal.wanted.links() {
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
        tell(context, Level::Info, None, &format!("Removing old backup of type {}", kind.word()));
        entry
            .remove()
            .map_err(|error| Failure::new(format!("Could not remove old backup: {}", system::reason(&error))))?;
    }
    copy::copy(&original, &entry).map_err(|error| failed(&error))
}

/// Keeps all files below a directory. Every directory is opened as [`Folder`] does it, and every file in an open one.
fn keep_below(context: &Context, title: &str, bucket: &Bucket, directory: &Path) -> Outcome {
    let mut directories = vec![directory.to_owned()];
    while let Some(path) = directories.pop() {
        let directory = Folder::open(&path)?;
        let mut names = Vec::new();
        for entry in Dir::new(directory.readable()?).map_err(io::Error::from)? {
            names.push(entry.map_err(io::Error::from)?.file_name().to_owned());
        }
        names.sort();
        for name in names.iter().filter(|name| !matches!(name.to_bytes(), b"." | b"..")) {
            let name = OsStr::from_bytes(name.to_bytes());
            let entry = DirectoryEntry::in_directory(&directory, name)?;
            match entry.look()?.map(|found| FileType::from_raw_mode(found.st_mode)) {
                Some(FileType::Directory) => directories.push(entry.path()),
                Some(FileType::RegularFile) => keep_file(context, title, bucket, &entry)?,
                _ => {}
            }
        }
    }
    Ok(())
}

/// The bucket that a resource of the catalog describes; there is always one called `puppet`.
fn titled(context: &Context, title: &str) -> Outcome<Bucket> {
    let declared = context.catalog().and_then(|catalog| catalog.find("filebucket", title));
    if declared.is_none() && title != "puppet" {
        return Err(Failure::resource(format!("Could not find filebucket {title} specified in backup")));
    }
    let given = declared.as_ref().map(resource_api::context::CatalogResource::attributes);
    let is_no = |value: &Value| *value == Value::Boolean(false) || value.as_str() == Some("false");
    let is_remote = given.is_some_and(|given| {
        given.known("server").is_some_and(|server| !is_no(server)) || given.known("path").is_some_and(is_no)
    });
    if is_remote {
        let message = format!("filebucket {title} is on a server, which is not supported yet; give it a path");
        return Err(Failure::resource(message));
    }
    let path = given.and_then(|given| given.known("path")).map(opened);
    let refuse = |problem: &str| Failure::resource(format!("Parameter path failed on Filebucket[{title}]: {problem}"));
    let checksum = default_checksum(context);
    match path {
        Some(Value::Array(_)) => Err(refuse("You can only have one filebucket path")),
        Some(Value::String(path)) if path.starts_with('/') => Ok(Bucket::new(PathBuf::from(path.as_str()), checksum)),
        Some(Value::String(_)) => Err(refuse("Filebucket paths must be absolute")),
        Some(_) | None => {
            let folder = context.setting("clientbucketdir").map(PathBuf::from).ok_or_else(|| {
                Failure::resource("nobody says where the filebucket is; set clientbucketdir, or give it a path")
            })?;
            Ok(Bucket::of_settings(folder, checksum))
        }
    }
}

/// Keeps a file in a bucket, and says so.
fn keep_file(context: &Context, title: &str, bucket: &Bucket, file: &DirectoryEntry) -> Outcome {
    let path = file.path();
    let sum = save(context, bucket, file)
        .map_err(|error| Failure::new(format!("Could not back up {}: {}", path.display(), system::reason(&error))))?;
    let message = format!("Filebucketed {} to {title} with sum {sum}", path.display());
    tell(context, Level::Info, None, &message);
    Ok(())
}

fn save(context: &Context, bucket: &Bucket, file: &DirectoryEntry) -> io::Result<String> {
    let path = file.path();
    context.log().line(Level::Info, &format!("Computing checksum on file {}", path.display()));
    let (sum, is_duplicate) = bucket.save_telling(file.open_regular()?, &path)?;
    if is_duplicate {
        let checksum = default_checksum(context).name();
        context.log().line(Level::Info, &format!("FileBucket got a duplicate file {{{checksum}}}{sum}"));
    }
    Ok(sum)
}
