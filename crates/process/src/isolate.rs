//! What a child process does not share with us.

use std::{io, os::unix::process::CommandExt as _, process::Command};

use crate::credentials::{Credentials, RunAs};

/// The first descriptor that is not standard input, output or error.
const FIRST_OTHER: libc::c_uint = 3;

/// How many descriptors are looked at on kernels that cannot close a range (before Linux 5.11).
const MOST_DESCRIPTORS: libc::c_int = 65_536;

/// Prepares a command so that its process has a session of its own, none of our descriptors but the standard three, and is
/// who it is to be before its program begins.
///
/// - The **session**: without a controlling terminal, `/dev/tty` cannot be opened, so a process of another user can neither
///   type into the terminal of who started us (TIOCSTI) nor show a false prompt there. The process leads its session
///   and its process group, whose number is its own.
/// - The **descriptors**: our own close by themselves, but those that we inherited need not.
/// - The **user, groups and umask** of `run_as`. The working directory is entered before, as Puppet does it: the user
///   need not be able to reach it.
/// - A signal that we ignore for ourselves (`SIGXFSZ`) has its usual meaning again.
///
/// Do not call `process_group`, `uid` or `gid` of the command as well.
///
/// # Errors
///
/// The user database cannot be read, or has no group for the user. What fails in the child (we are not root, say) is an
/// error of [`Command::spawn`].
pub fn isolate(command: &mut Command, run_as: &RunAs) -> io::Result<()> {
    let credentials = Credentials::resolve(run_as)?;
    let enter = move || {
        rustix::process::setsid()?;
        close_inherited();
        restore_signals();
        credentials.assume()
    };
    // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed. Everything that it
    // needs was looked up before; it makes system calls directly and neither allocates, locks, nor unwinds.
    #[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
    unsafe {
        command.pre_exec(enter);
    }
    Ok(())
}

/// Has all descriptors but the standard three closed when the program begins. They stay open until then, because one of
/// them tells the parent whether the program could be started.
fn close_inherited() {
    // SAFETY: the call changes a flag of descriptors and touches no memory of ours.
    #[expect(unsafe_code, reason = "neither std nor rustix has close_range")]
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, FIRST_OTHER, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if result == 0 {
        return;
    }
    for descriptor in FIRST_OTHER as libc::c_int..MOST_DESCRIPTORS {
        // SAFETY: as above; a number that is no descriptor is refused by the kernel.
        #[expect(unsafe_code, reason = "the fallback for kernels without close_range")]
        unsafe {
            libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
        }
    }
}

/// Ignoring a signal is inherited, and this one is ignored by us so that a limit of file sizes is an error of writing.
fn restore_signals() {
    // SAFETY: the default action is no function of ours, so nothing of this process is called.
    #[expect(unsafe_code, reason = "std restores SIGPIPE only")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
    }
}
