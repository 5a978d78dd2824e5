//! Reads and writes files of a user in a process of that user, so that a link can lead us only where the user could go
//! anyway.

use std::{io, path::Path, time::Duration};

use resource_api::{
    CommandError, Context,
    command::{Captured, Command, Completed, Destination, Encoding, Execution, OnInvalid},
    line_file::MAX_BYTES,
};

use super::UserAccount;

/// The timeout for writing.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The timeout for reading: the user could replace the file by a pipe after the check.
const READ_TIMEOUT: Duration = Duration::from_secs(5);

/// The script that reads a file, unless it is a pipe or a link to one.
const READ_SCRIPT: &str = r#"[ -e "$1" ] || exit 0
[ -f "$1" ] || { echo 'not a regular file' >&2; exit 1; }
exec cat -- "$1"
"#;

/// The content of a file, read as its user; empty if it is missing.
pub(crate) fn read_as(context: &Context, account: &UserAccount, path: &Path) -> io::Result<Vec<u8>> {
    let limit = usize::try_from(MAX_BYTES).unwrap_or(usize::MAX);
    let ended =
        execute(script_as(context, account, READ_SCRIPT, path).timeout(READ_TIMEOUT).output_limit(limit).noop(false))?;
    Ok(ended.stdout.as_ref().map(Captured::as_bytes).unwrap_or_default().to_owned())
}

/// Runs a shell script as a user, with a path and the length of its input as arguments.
///
/// The input is complete before the script starts, even if we are killed; the length lets the script verify it.
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
        // The user can read the environment of the process, so ours is not passed on.
        .clear_environment()
        .environment("PATH", "/usr/bin:/bin")
        .environment("LC_ALL", "C")
        .timeout(WRITE_TIMEOUT)
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
