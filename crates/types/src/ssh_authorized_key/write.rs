//! Writes a file of keys as its user.
//!
//! The user owns the directory, and could put a link there that leads anywhere. So a process of that user writes the
//! file, which can do no more than the user can.

use std::{
    fs, io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use resource_api::{
    Context, Failure, Outcome,
    line_file::LineFiles,
    whole_file::{self, DirectoryEntry, Ownership},
};
use rustix::fs::{Mode, mkdirat};

use super::lines::KeyLines;
use crate::{
    account::{self, UserAccount},
    file::system,
    parsed::file_failure,
};

/// The modes of a file of keys and of its directory.
const FILE_MODE: u32 = 0o600;
const DIRECTORY_MODE: u32 = 0o700;

/// The script that the user's process runs. It writes a new file in the same directory, checks and syncs it, and
/// renames it. The content is its input, and the length of the content its second argument, so that an incomplete file
/// replaces nothing. Other attributes of the old file (access control list, SELinux label) are kept if possible.
const SCRIPT: &str = r#"set -eu
umask 077
directory=$(dirname -- "$1")
[ -d "$directory" ] || mkdir -m 700 -- "$directory"
target=$(readlink -f -- "$1" || printf %s "$1")
new=$(mktemp -- "$target.bunraku-XXXXXX")
trap 'rm -f -- "$new"' EXIT
[ ! -f "$target" ] || cp --attributes-only --preserve=all -- "$target" "$new" 2>/dev/null || true
chmod 600 -- "$new"
cat > "$new"
[ "$(wc -c < "$new")" -eq "$2" ] || { echo 'the new content is not complete' >&2; exit 1; }
chmod 600 -- "$new"
sync -- "$new"
mv -f -- "$new" "$target"
"#;

/// The owner of a file of keys, and whether it is written as that user.
pub(super) struct Owner {
    pub(super) account: UserAccount,
    pub(super) drops_privileges: bool,
}

impl Owner {
    /// The user as whom the file is read and written, unless that is us.
    pub(super) fn writer(&self) -> Option<&UserAccount> {
        let is_other = rustix::process::geteuid().is_root() && self.account.number != 0;
        (self.drops_privileges && is_other).then_some(&self.account)
    }
}

/// Refuses files that root must not touch: other users can write to one of its parent directories, and the owner is
/// unknown.
pub(super) fn check(path: &Path, owner: Option<&Owner>) -> Outcome {
    let is_root = rustix::process::geteuid().is_root();
    if owner.is_some_and(|owner| owner.writer().is_some())
        || (!is_root && owner.is_none_or(|owner| owner.drops_privileges))
    {
        return Ok(());
    }
    if trusted_path(path).is_some() {
        return Ok(());
    }
    Err(match owner {
        Some(Owner { drops_privileges: false, .. }) => {
            Failure::new("drop_privileges is false but the target path is not trusted")
        }
        _ => Failure::new(format!("users other than root can write to a parent directory of {}", path.display())),
    })
}

/// Saves a file with a known owner, if it was changed.
pub(super) fn save(
    context: &Context,
    files: &mut LineFiles<KeyLines>,
    path: &Path,
    header: &str,
    owner: Option<&Owner>,
) -> Outcome {
    let Some(owner) = owner else {
        return Err(Failure::new(format!("the owner of {} is unknown", path.display())));
    };
    check(path, Some(owner))?;
    if let Some(account) = owner.writer() {
        let written =
            files.save_with(path, header, |content| account::write_as(context, account, SCRIPT, path, content));
        return written.map_err(|error| {
            Failure::new(format!("cannot write {} as {}: {}", path.display(), account.name, error.source))
        });
    }
    let own = rustix::process::geteuid().as_raw();
    let mut ownership = Ownership { mode: Some(FILE_MODE), owner: Some(own), group: None };
    if !owner.drops_privileges {
        // The directory that was checked is the one that is written to.
        let path_on_disk = trusted_path(path).ok_or_else(|| Failure::new("the target path is not trusted"))?;
        (ownership.owner, ownership.group) = (Some(owner.account.number), Some(owner.account.group));
        let written = files.save_with(path, header, |content| whole_file::replace(&path_on_disk, content, &ownership));
        return written.map_err(file_failure);
    }
    make_directory(path).map_err(|error| system::call_error(&error, "dir_s_mkdir", path))?;
    files.save_with_header(path, header, &ownership).map_err(file_failure)
}

fn make_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(directory) if !directory.exists() => {
            let entry = DirectoryEntry::at(directory)?;
            Ok(mkdirat(entry.directory(), entry.name(), Mode::from_raw_mode(DIRECTORY_MODE))?)
        }
        _ => Ok(()),
    }
}

/// The path of a file without links, if only root and we can write to its parent directories. In a sticky directory
/// that everyone can write to, a directory of ours is safe; a file is not, since anyone could have created it.
fn trusted_path(path: &Path) -> Option<PathBuf> {
    let (directory, name) = (path.parent()?, path.file_name()?);
    // What does not exist yet will be created by us.
    let missing = directory.ancestors().take_while(|directory| !directory.exists()).count();
    let there = fs::canonicalize(directory.ancestors().nth(missing)?).ok()?;
    let own = rustix::process::geteuid().as_raw();
    let is_safe = |(index, directory): (usize, &Path)| {
        fs::symlink_metadata(directory).is_ok_and(|metadata| {
            let is_ours = metadata.uid() == own || metadata.uid() == 0;
            let is_shared = metadata.mode() & 0o022 != 0;
            let is_sticky = metadata.mode() & 0o1000 != 0;
            metadata.is_dir() && is_ours && (!is_shared || (is_sticky && index > 0))
        })
    };
    if !there.ancestors().enumerate().all(is_safe) {
        return None;
    }
    let below = directory.strip_prefix(directory.ancestors().nth(missing)?).ok()?;
    let path = there.join(below).join(name);
    // A link there belongs to root or us, but its target was not checked.
    (!path.is_symlink()).then_some(path)
}
