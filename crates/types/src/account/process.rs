//! Files that belong to a user, read and written by a process of that user: whoever leads us to a file through a link gets
//! no more than they could do themselves.

use std::{io, path::Path, time::Duration};

use resource_api::{
    CommandError, Context,
    command::{Captured, Command, Completed, Destination, Encoding, Execution, OnInvalid},
    line_file::MOST_BYTES,
};

use super::UserAccount;

/// How long a process may take that writes a file.
const WRITE_LIMIT: Duration = Duration::from_secs(30);

/// How long a process may take that reads a file: a user can put a pipe there after the look, and nobody writes to it.
const READ_LIMIT: Duration = Duration::from_secs(5);

/// What the process does that reads a file: a user can put a pipe there, or a link that leads to one.
const READING: &str = r#"[ -e "$1" ] || exit 0
[ -f "$1" ] || { echo 'it is not a file' >&2; exit 1; }
exec cat -- "$1"
"#;

/// What a file holds for its user; nothing when there is none.
pub(crate) fn read_as(context: &Context, account: &UserAccount, path: &Path) -> io::Result<Vec<u8>> {
    let limit = usize::try_from(MOST_BYTES).unwrap_or(usize::MAX);
    let ended =
        execute(script_as(context, account, READING, path).timeout(READ_LIMIT).output_limit(limit).noop(false))?;
    Ok(ended.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default().to_owned())
}

/// Has a script of the shell done as a user, with a path and the length of its input as arguments.
///
/// The input is complete before the script begins, whatever becomes of us; the length lets it see that.
pub(crate) fn write_as(
    context: &Context,
    account: &UserAccount,
    script: &str,
    path: &Path,
    content: &[u8],
) -> io::Result<()> {
    execute(script_as(context, account, script, path).arg(content.len().to_string()).stdin(content.to_vec())).map(drop)
}

fn script_as<'c>(context: &'c Context, account: &UserAccount, script: &str, path: &Path) -> Execution<'c> {
    Command::new("/bin/sh")
        .run(context, ["-c", script, "sh"])
        .arg(path.as_os_str())
        .user(account.number)
        .group(account.group)
        .cwd("/")
        // The user can read the environment of the process: what we were started with is none of their business.
        .clear_environment()
        .environment("PATH", "/usr/bin:/bin")
        .environment("LC_ALL", "C")
        .timeout(WRITE_LIMIT)
        .stdout(Destination::Store)
        .stdout_encoding(Encoding::Binary, OnInvalid::replace())
        .stderr(Destination::Store)
        .stderr_encoding(Encoding::Utf8, OnInvalid::replace())
        .ignore_exit_code()
}

fn execute(execution: Execution<'_>) -> io::Result<Completed> {
    let ended = execution.execute().map_err(|error: CommandError| io::Error::other(error.to_string()))?;
    if ended.is_success() {
        return Ok(ended);
    }
    Err(io::Error::other(ended.stderr_text().trim_end().to_owned()))
}
