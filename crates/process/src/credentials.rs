//! The user, groups and umask of a child process.

use std::{ffi::CString, io};

use nix::unistd::{self, User, getgrouplist};
use rustix::{
    fs::Mode,
    process::{Gid, Uid},
};

/// The credentials of a child process. Unset fields are inherited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunAs {
    /// The user id. The process gets all groups that the user has in the user database.
    pub user: Option<u32>,
    /// The group id. By default it is the user's primary group.
    pub group: Option<u32>,
    /// The umask.
    pub umask: Option<u32>,
}

/// The resolved credentials of [`RunAs`]. Everything is looked up before the fork.
#[derive(Debug)]
pub(crate) struct Credentials {
    pub(crate) umask: Option<Mode>,
    /// All supplementary groups; our own unless another user is set.
    pub(crate) groups: Option<Vec<Gid>>,
    pub(crate) group: Option<Gid>,
    pub(crate) user: Option<Uid>,
}

impl Credentials {
    pub(crate) fn resolve(run_as: &RunAs) -> io::Result<Credentials> {
        let mut credentials = Credentials {
            umask: run_as.umask.map(|umask| Mode::from_raw_mode(umask & 0o777)),
            groups: None,
            group: run_as.group.map(number).transpose()?.map(Gid::from_raw),
            user: run_as.user.map(number).transpose()?.map(Uid::from_raw),
        };
        let Some(user) = credentials.user else { return Ok(credentials) };
        let known = User::from_uid(unistd::Uid::from_raw(user.as_raw()))?;
        let Some(group) = credentials.group.or_else(|| Some(Gid::from_raw(known.as_ref()?.gid.as_raw()))) else {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                format!("the user database has no user {}, so its group must be given", user.as_raw()),
            ));
        };
        // A given group replaces the user's primary group, which remains a supplementary group, as in Puppet.
        let groups = match known.and_then(|known| Some((CString::new(known.name).ok()?, known.gid))) {
            Some((name, own)) => getgrouplist(&name, own)?,
            None => vec![unistd::Gid::from_raw(group.as_raw())],
        };
        credentials.groups = Some(groups.iter().map(|group| Gid::from_raw(group.as_raw())).collect());
        credentials.group = Some(group);
        Ok(credentials)
    }

    /// Switches the calling process to these credentials. The order matters: only root can change groups.
    ///
    /// Runs between fork and exec, so it must neither allocate nor lock.
    pub(crate) fn assume(&self) -> io::Result<()> {
        if let Some(umask) = self.umask {
            rustix::process::umask(umask);
        }
        // A forked child has one thread, so changing the thread changes the process.
        if let Some(groups) = &self.groups {
            rustix::thread::set_thread_groups(groups)?;
        }
        if let Some(group) = self.group {
            rustix::thread::set_thread_res_gid(group, group, group)?;
        }
        if let Some(user) = self.user {
            rustix::thread::set_thread_res_uid(user, user, user)?;
        }
        let is_user =
            self.user.is_none_or(|user| rustix::process::getuid() == user && rustix::process::geteuid() == user);
        let is_group =
            self.group.is_none_or(|group| rustix::process::getgid() == group && rustix::process::getegid() == group);
        if is_user && is_group { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    }
}

/// The kernel interprets the largest id as "no change", so it is not a valid id.
fn number(number: u32) -> io::Result<u32> {
    if number == u32::MAX {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{number} is not a valid user or group number"),
        ));
    }
    Ok(number)
}
