//! Writes a file of keys as the user whose it is.
//!
//! The folder of the file is the user's, who could put a link there that leads anywhere. So a process of that user writes
//! the file: it can do no more than the user can.

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
    parsed::refused,
};

/// The mode of a file of keys, and of its folder.
const FILE_MODE: u32 = 0o600;
const FOLDER_MODE: u32 = 0o700;

/// What the process of the user does: the file is written beside the old one, checked, brought to the disk, and takes the
/// old one's name in one step. It gets what the file is to hold as its input, and the length of that as its second argument:
/// what is not complete replaces nothing. What the old file has beside its content (an access control list, the label of
/// SELinux) stays, where there is a way to keep it.
const SCRIPT: &str = r#"set -eu
umask 077
folder=$(dirname -- "$1")
[ -d "$folder" ] || mkdir -m 700 -- "$folder"
place=$(readlink -f -- "$1" || printf %s "$1")
new=$(mktemp -- "$place.bunraku-XXXXXX")
trap 'rm -f -- "$new"' EXIT
[ ! -f "$place" ] || cp --attributes-only --preserve=all -- "$place" "$new" 2>/dev/null || true
chmod 600 -- "$new"
cat > "$new"
[ "$(wc -c < "$new")" -eq "$2" ] || { echo 'the new content is not complete' >&2; exit 1; }
chmod 600 -- "$new"
sync -- "$new"
mv -f -- "$new" "$place"
"#;

/// Whose a file of keys is, and whether it is written as that user.
pub(super) struct Owner {
    pub(super) account: UserAccount,
    pub(super) drops: bool,
}

impl Owner {
    /// The user as whom the file is read and written, where that is not ourselves.
    pub(super) fn who_writes(&self) -> Option<&UserAccount> {
        let is_other = rustix::process::geteuid().is_root() && self.account.number != 0;
        (self.drops && is_other).then_some(&self.account)
    }
}

/// Says why root may not touch a file: others can write on the way to it, and nobody says that it is theirs.
pub(super) fn check(path: &Path, owner: Option<&Owner>) -> Outcome {
    let is_root = rustix::process::geteuid().is_root();
    if owner.is_some_and(|owner| owner.who_writes().is_some()) || (!is_root && owner.is_none_or(|owner| owner.drops)) {
        return Ok(());
    }
    if trusted(path).is_some() {
        return Ok(());
    }
    Err(match owner {
        Some(Owner { drops: false, .. }) => Failure::new("drop_privileges is false but the target path is not trusted"),
        _ => {
            Failure::new(format!("others than root can write on the way to {}: it is not root's file", path.display()))
        }
    })
}

/// Saves a file whose owner is known, unless nothing in it was changed.
pub(super) fn save(
    context: &Context,
    files: &mut LineFiles<KeyLines>,
    path: &Path,
    header: &str,
    owner: Option<&Owner>,
) -> Outcome {
    let Some(owner) = owner else {
        return Err(Failure::new(format!("nothing says whose file {} is", path.display())));
    };
    check(path, Some(owner))?;
    if let Some(account) = owner.who_writes() {
        let written =
            files.save_with(path, header, |content| account::write_as(context, account, SCRIPT, path, content));
        return written.map_err(|error| {
            Failure::new(format!("cannot write {} as {}: {}", path.display(), account.name, error.source))
        });
    }
    let own = rustix::process::geteuid().as_raw();
    let mut ownership = Ownership { mode: Some(FILE_MODE), owner: Some(own), group: None };
    if !owner.drops {
        // The folder that was looked at is the one that is written to.
        let place = trusted(path).ok_or_else(|| Failure::new("the target path is not trusted"))?;
        (ownership.owner, ownership.group) = (Some(owner.account.number), Some(owner.account.group));
        let written = files.save_with(path, header, |content| whole_file::replace(&place, content, &ownership));
        return written.map_err(refused);
    }
    make_folder(path).map_err(|error| Failure::from(system::called(&error, "dir_s_mkdir", path)))?;
    files.save_with_header(path, header, &ownership).map_err(refused)
}

fn make_folder(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(folder) if !folder.exists() => {
            let entry = DirectoryEntry::at(folder)?;
            Ok(mkdirat(entry.directory(), entry.name(), Mode::from_raw_mode(FOLDER_MODE))?)
        }
        _ => Ok(()),
    }
}

/// The place of a file without links on the way to it, if nobody but root and us can write on that way. In a folder where
/// everybody may write but nobody may take away what is another's, a folder of ours is safe; a file is not, since anybody
/// could have made it.
fn trusted(path: &Path) -> Option<PathBuf> {
    let (folder, name) = (path.parent()?, path.file_name()?);
    // What does not exist yet is made by us.
    let missing = folder.ancestors().take_while(|folder| !folder.exists()).count();
    let there = fs::canonicalize(folder.ancestors().nth(missing)?).ok()?;
    let own = rustix::process::geteuid().as_raw();
    let is_safe = |(place, folder): (usize, &Path)| {
        fs::symlink_metadata(folder).is_ok_and(|found| {
            let is_ours = found.uid() == own || found.uid() == 0;
            let is_shared = found.mode() & 0o022 != 0;
            let is_sticky = found.mode() & 0o1000 != 0;
            found.is_dir() && is_ours && (!is_shared || (is_sticky && place > 0))
        })
    };
    if !there.ancestors().enumerate().all(is_safe) {
        return None;
    }
    let below = folder.strip_prefix(folder.ancestors().nth(missing)?).ok()?;
    let place = there.join(below).join(name);
    // A link there is root's or ours, but what it leads to is not looked at.
    (!place.is_symlink()).then_some(place)
}
