//! Which devices there are, and what is needed to reach them.
//!
//! A [`Target`] is a device with a name, the kind of transport that reaches it, and what that transport needs to know: the
//! URL of a file with credentials, or the data itself. Targets stand in `device.conf` ([`device_conf`]) or in an inventory
//! of Bolt ([`inventory`]); [`credentials`] reads the files that URLs lead to.
//!
//! This crate reads files and connects to nothing. What it says about a file names the place and never quotes it: such
//! files hold passwords.
//!
//! Start reading at [`Target`].

pub mod credentials;
pub mod device_conf;
mod file;
pub mod inventory;
mod target;
pub mod url;

pub use self::{
    file::{FileError, MAX_FILE},
    target::{Place, Source, Target, TargetError},
};
