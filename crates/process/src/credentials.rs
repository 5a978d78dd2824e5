//! Who a child process is: user, groups and umask.

use std::{ffi::CString, io};

use nix::unistd::{self, User, getgrouplist};
use rustix::{
    fs::Mode,
    process::{Gid, Uid},
};

/// What a child process is to be that we are not. Nothing is changed where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunAs {
    /// Its user, by number, with all groups that the user database gives that user.
    pub user: Option<u32>,
    /// Its group, by number. Without one, a user has the group that the user database says.
    pub group: Option<u32>,
    /// The permissions that files made by it do not get.
    pub umask: Option<u32>,
}

impl RunAs {
    /// Takes over whatever the other one says.
    pub fn merge(&mut self, other: RunAs) {
        self.user = other.user.or(self.user);
        self.group = other.group.or(self.group);
        self.umask = other.umask.or(self.umask);
    }
}

/// What a child process does to become what [`RunAs`] says: everything is looked up before the fork.
#[derive(Debug)]
pub(crate) struct Credentials {
    pub(crate) umask: Option<Mode>,
    /// All supplementary groups; those that we have where no other user is asked for.
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
        // A given group takes the place of the user's own one, which stays among the supplementary groups, as with Puppet.
        let groups = match known.and_then(|known| Some((CString::new(known.name).ok()?, known.gid))) {
            Some((name, own)) => getgrouplist(&name, own)?,
            None => vec![unistd::Gid::from_raw(group.as_raw())],
        };
        credentials.groups = Some(groups.iter().map(|group| Gid::from_raw(group.as_raw())).collect());
        credentials.group = Some(group);
        Ok(credentials)
    }

    /// Makes the calling process what it is to be. The order matters: whoever is no longer root cannot change groups.
    ///
    /// Runs between fork and exec: it neither allocates nor locks.
    pub(crate) fn assume(&self) -> io::Result<()> {
        if let Some(umask) = self.umask {
            rustix::process::umask(umask);
        }
        // A forked child has one thread, so what is true of the thread is true of the process.
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

/// The largest number means "no change" to the kernel, so nobody can have it.
fn number(number: u32) -> io::Result<u32> {
    if number == u32::MAX {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("{number} is not a valid user or group number"),
        ));
    }
    Ok(number)
}
