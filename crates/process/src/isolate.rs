//! Isolates child processes from us.

use std::{io, os::unix::process::CommandExt as _, process::Command};

use crate::credentials::{Credentials, RunAs};

/// The first descriptor after standard input, output and error.
const FIRST_OTHER: libc::c_uint = 3;

/// How many descriptors are closed on kernels that cannot close a range (before Linux 5.11).
const MAX_DESCRIPTORS: libc::c_int = 65_536;

/// Prepares a command so that its process has its own session, none of our descriptors but the standard three, and its
/// final credentials before its program starts.
///
/// - The **session**: without a controlling terminal, `/dev/tty` cannot be opened. So a process of another user can
///   neither inject input into the terminal of whoever started us (TIOCSTI) nor show a fake prompt there. The process
///   leads its session and its process group, which has the same id.
/// - The **descriptors**: our own are closed on exec, but inherited ones might not be.
/// - The **user, groups and umask** of `run_as`. The working directory is entered before switching the user, as in
///   Puppet: the user need not have access to it.
/// - The signal that we ignore (`SIGXFSZ`) is reset to its default.
///
/// Do not call `process_group`, `uid` or `gid` of the command as well.
///
/// # Errors
///
/// The user database cannot be read, or has no group for the user. Failures in the child, for example because we are
/// not root, are errors of [`Command::spawn`].
pub fn isolate(command: &mut Command, run_as: &RunAs) -> io::Result<()> {
    let credentials = Credentials::resolve(run_as)?;
    let enter = move || {
        rustix::process::setsid()?;
        close_inherited();
        restore_signals();
        credentials.assume()
    };
    // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed. Everything that
    // it needs was looked up before; it makes system calls directly and neither allocates, locks, nor unwinds.
    #[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
    unsafe {
        command.pre_exec(enter);
    }
    Ok(())
}

/// Closes all descriptors but the standard three on exec. They stay open until then, because one of them reports to the
/// parent whether the program could be started.
fn close_inherited() {
    // SAFETY: the call changes a flag of descriptors and touches no memory of ours.
    #[expect(unsafe_code, reason = "neither std nor rustix has close_range")]
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, FIRST_OTHER, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if result == 0 {
        return;
    }
    for descriptor in FIRST_OTHER as libc::c_int..MAX_DESCRIPTORS {
        // SAFETY: as above; a number that is no descriptor is refused by the kernel.
        #[expect(unsafe_code, reason = "the fallback for kernels without close_range")]
        unsafe {
            libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Child processes inherit ignored signals. We ignore this one so that exceeding the file size limit is an error of
/// `write`.
fn restore_signals() {
    // SAFETY: the default action runs no function of this process.
    #[expect(unsafe_code, reason = "std restores SIGPIPE only")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
}
