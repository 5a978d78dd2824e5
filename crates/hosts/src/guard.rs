//! Ends what we started when we are gone ourselves, however we ended.
//!
//! Nothing of ours can run any more once a signal has killed us. So a small shell waits at a pipe whose other end only we
//! hold: it gets the numbers of the process groups that we start, and when the pipe closes it ends those that are left,
//! with the processes that they started in groups and sessions of their own. What has left its parent, too, is not found.

use std::{
    io::{self, PipeWriter, Write},
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
};

use crate::nesting::Nesting;

/// What the shell does. All signals that end groups of processes pass it by: it has work to do just then.
///
/// A process is known by its number and the time at which it was started (the 22nd field of `stat`): after a while its
/// number may be another's. What a group started is found before the group ends, and is ended a moment later, so that what
/// it started itself is found, too.
const SCRIPT: &str = r#"
trap '' HUP INT TERM
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) kept=
       for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done
       groups=$kept ;;
  esac
done
began() {
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  set -- ${stat##*) }
  case $1 in Z|X) return 1 ;; esac
  echo "${20}"
}
family() {
  for child in $(cat /proc/"$1"/task/*/children 2>/dev/null); do
    time=$(began "$child") && echo "$child:$time"
    (family "$child")
  done
}
signal() {
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null || :; done
  for one in $kin; do
    [ "$(began "${one%:*}")" = "${one#*:}" ] && kill -s "$1" "${one%:*}" 2>/dev/null
  done
}
kin=
for group in $groups; do kin="$kin $(family "$group")"; done
signal TERM
for second in 1 2 3 4 5; do
  left=
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && left="$left $group"; done
  groups=$left
  left=
  for one in $kin; do [ "$(began "${one%:*}")" = "${one#*:}" ] && left="$left $one"; done
  kin=$left
  [ -n "$groups$kin" ] || exit 0
  sleep 1
done
signal KILL
"#;

/// Watches over the processes of one run.
#[derive(Debug, Default)]
pub struct Guard {
    shell: Mutex<Option<Shell>>,
    /// What is asked of them within each other.
    pub(crate) nesting: Nesting,
}

#[derive(Debug)]
struct Shell {
    child: Child,
    pipe: Option<PipeWriter>,
}

impl Guard {
    /// Begins to watch a group, which has the number of the process that leads it.
    ///
    /// Without a shell there is no guard, and everything else works: it is needed only when we are killed.
    pub(crate) fn watch(&self, group: u32) {
        let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
        if shell.is_none() {
            *shell = start().ok();
        }
        log(shell.as_mut(), '+', group);
    }

    /// Ends to watch a group: it is gone, or it may stay.
    pub(crate) fn forget(&self, group: u32) {
        let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
        log(shell.as_mut(), '-', group);
    }
}

fn log(shell: Option<&mut Shell>, sign: char, group: u32) {
    if let Some(pipe) = shell.and_then(|shell| shell.pipe.as_mut()) {
        let _ = pipe.write_all(format!("{sign} {group}\n").as_bytes());
    }
}

fn start() -> io::Result<Shell> {
    let (reader, pipe) = io::pipe()?;
    let mut command = Command::new("/bin/sh");
    command.args(["-c", SCRIPT]).env_clear().env("PATH", "/usr/bin:/bin").current_dir("/");
    command.stdin(reader).stdout(Stdio::null()).stderr(Stdio::null());
    process::isolate(&mut command, &process::RunAs::default())?;
    Ok(Shell { child: command.spawn()?, pipe: Some(pipe) })
}

/// A proper end leaves no process group to kill, so the shell ends at once.
impl Drop for Shell {
    fn drop(&mut self) {
        self.pipe = None;
        let _ = self.child.wait();
    }
}
