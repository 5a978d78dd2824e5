//! Isolates child processes from us.

use std::{
    io,
    os::{fd::OwnedFd, unix::process::CommandExt as _},
    process::{Child, Command},
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};

use rustix::{
    pipe::{PipeFlags, pipe_with},
    process::{Pid, RawPid, Signal, getpid, kill_process},
};

use crate::credentials::{Credentials, RunAs};

/// How long a process of another user may take to start its program.
const START_TIME: Duration = Duration::from_secs(20);

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
/// - Signals that we or whoever started us ignore (`SIGXFSZ`, `SIGCHLD`) are reset to their defaults.
///
/// Do not call `process_group`, `uid` or `gid` of the command as well.
///
/// # Errors
///
/// The user database cannot be read, or has no group for the user. Failures in the child, for example because we are
/// not root, are errors of [`Command::spawn`].
pub fn isolate(command: &mut Command, run_as: &RunAs) -> io::Result<Isolated> {
    let credentials = Credentials::resolve(run_as)?;
    let pipe = run_as.user.map(|_| pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)).transpose()?;
    let (pid, announce) = pipe.unzip();
    // The child has a reading end as well: writing must not fail, whatever becomes of ours.
    let reader = pid.as_ref().map(OwnedFd::try_clone).transpose()?;
    let enter = move || {
        rustix::process::setsid()?;
        close_inherited();
        restore_signals();
        if let (Some(announce), Some(_)) = (&announce, &reader) {
            rustix::io::write(announce, &getpid().as_raw_nonzero().get().to_ne_bytes())?;
        }
        credentials.assume()
    };
    // SAFETY: the closure runs between fork and exec, where only async-signal-safe calls are allowed. Everything that
    // it needs was looked up before; it makes system calls directly and neither allocates, locks, nor unwinds.
    #[expect(unsafe_code, reason = "there is no safe way to act between fork and exec")]
    unsafe {
        command.pre_exec(enter);
    }
    Ok(Isolated { pid })
}

/// Starts a command that was [isolated](isolate()).
///
/// Once a process has switched to its user, that user can stop it, also before its program has started; and until then
/// `spawn` waits for it. So a thread kills a process that does not get that far in time.
#[derive(Debug)]
pub struct Isolated {
    /// Where a process of another user writes its process id before it switches to that user.
    pid: Option<OwnedFd>,
}

impl Isolated {
    /// Starts the command.
    pub fn spawn(&self, command: &mut Command) -> io::Result<Child> {
        self.spawn_within(START_TIME, command)
    }

    pub(crate) fn spawn_within(&self, time: Duration, command: &mut Command) -> io::Result<Child> {
        let Some(pid) = &self.pid else { return command.spawn() };
        let (started, is_started) = mpsc::channel::<()>();
        let is_late = &AtomicBool::new(false);
        let spawned = thread::scope(|scope| {
            let watch = move || {
                if is_started.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
                    is_late.store(true, Ordering::Release);
                    // It is not reaped before `spawn` returns, so no other process can have its id.
                    read_pid(pid).map(|pid| kill_process(pid, Signal::KILL));
                }
            };
            thread::Builder::new().name("start".into()).spawn_scoped(scope, watch)?;
            let spawned = command.spawn();
            drop(started);
            spawned
        });
        let mut child = spawned?;
        if is_late.load(Ordering::Acquire) {
            // It may have started its program in the last moment.
            let _ = child.kill();
            child.wait()?;
            return Err(io::Error::new(io::ErrorKind::TimedOut, "its user stopped it before its program had started"));
        }
        Ok(child)
    }
}

fn read_pid(pipe: &OwnedFd) -> Option<Pid> {
    let mut bytes = [0; size_of::<RawPid>()];
    let read = rustix::io::read(pipe, &mut bytes).ok()?;
    if read == bytes.len() { Pid::from_raw(RawPid::from_ne_bytes(bytes)) } else { None }
}

/// Lets us wait for child processes: whoever started us may ignore `SIGCHLD`, which is inherited, and with which the kernel
/// forgets how child processes ended.
pub fn wait_for_children() {
    // SAFETY: the default action runs no function of this process.
    #[expect(unsafe_code, reason = "std has no interface to signals")]
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
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

/// Child processes inherit ignored signals.
fn restore_signals() {
    // SAFETY: the default action runs no function of this process.
    #[expect(unsafe_code, reason = "std restores SIGPIPE only")]
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_DFL);
        libc::signal(libc::SIGCHLD, libc::SIG_DFL);
    }
}
