//! Processes that are somebody else, or make files as somebody else would.
//!
//! A process takes on another user, group or umask between its start and the program that it is to execute. There is no
//! safe way to do that in our own process, where other threads are at work, so a small program does it and becomes the
//! one that is meant: `setpriv` of util-linux, and the shell for the umask.

use std::{ffi::OsString, path::PathBuf};

use super::CommandError;

/// Where `setpriv` is looked for, whatever the `PATH` of the process is to be.
const TOOLS: [&str; 4] = ["/usr/bin/setpriv", "/bin/setpriv", "/usr/sbin/setpriv", "/usr/local/bin/setpriv"];

/// Sets the umask that is the first argument, and becomes the rest.
const UMASK_SCRIPT: &str = "umask \"$0\" && exec \"$@\"";

/// What a process is to be that we are not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Disguise {
    /// Its user, with all groups of that user.
    pub(super) user: Option<u32>,
    pub(super) group: Option<u32>,
    pub(super) umask: Option<u32>,
}

impl Disguise {
    /// Takes over whatever the other one says.
    pub(super) fn take_over(&mut self, other: Disguise) {
        self.user = other.user.or(self.user);
        self.group = other.group.or(self.group);
        self.umask = other.umask.or(self.umask);
    }

    /// The words before the program that it is to become.
    pub(super) fn words(self) -> Result<Vec<OsString>, CommandError> {
        let mut words: Vec<OsString> = Vec::new();
        if let Some(umask) = self.umask {
            words.extend(["/bin/sh", "-c", UMASK_SCRIPT].map(OsString::from));
            words.push(format!("{:04o}", umask & 0o777).into());
        }
        if self.user.is_some() || self.group.is_some() {
            let tool = TOOLS.iter().map(PathBuf::from).find(|tool| tool.is_file());
            words.push(tool.ok_or_else(|| CommandError::NotFound { command: "setpriv".to_owned() })?.into());
            words.extend(self.user.map(|user| format!("--reuid={user}").into()));
            words.extend(self.group.map(|group| format!("--regid={group}").into()));
            let groups = if self.user.is_some() { "--init-groups" } else { "--keep-groups" };
            words.extend([groups, "--"].map(OsString::from));
        }
        Ok(words)
    }
}
