//! Ends what we started when we are gone ourselves, however we ended.
//!
//! Nothing of ours can run any more once a signal has killed us. So a small shell waits at a pipe whose other end only we
//! hold: it gets the numbers of the process groups that we start, and when the pipe closes it ends those that are left.

use std::{
    io::{self, PipeWriter, Write},
    process::{Child, Command, Stdio},
    sync::{Mutex, PoisonError},
};

/// What the shell does. All signals that end groups of processes pass it by: it has work to do just then.
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
for group in $groups; do kill -s TERM -- "-$group" 2>/dev/null || :; done
for second in 1 2 3 4 5; do
  left=
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && left="$left $group"; done
  groups=$left
  [ -n "$groups" ] || exit 0
  sleep 1
done
for group in $groups; do kill -s KILL -- "-$group" 2>/dev/null || :; done
"#;

/// Watches over the process groups of one run.
#[derive(Debug, Default)]
pub struct Guard {
    shell: Mutex<Option<Shell>>,
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
        tell(shell.as_mut(), '+', group);
    }

    /// Ends to watch a group: it is gone, or it may stay.
    pub(crate) fn forget(&self, group: u32) {
        let mut shell = self.shell.lock().unwrap_or_else(PoisonError::into_inner);
        tell(shell.as_mut(), '-', group);
    }
}

fn tell(shell: Option<&mut Shell>, sign: char, group: u32) {
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

/// Whoever ends properly leaves no group behind, so the shell ends at once.
impl Drop for Shell {
    fn drop(&mut self) {
        self.pipe = None;
        let _ = self.child.wait();
    }
}
