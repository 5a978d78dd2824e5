//! The configured devices, and the data to connect to them.
//!
//! A [`Target`] is a device with a name, the kind of transport that reaches it, and what that transport needs to know: the
//! URL of a file with credentials, or the data itself. Targets come from `device.conf` ([`device_conf`]) or in an inventory
//! of Bolt ([`inventory`]); [`credentials`] reads the files that URLs lead to.
//!
//! This crate reads files and connects to nothing. Its messages about a file name the location and never quote it: such
//! files hold passwords.
//!
//! Start reading at [`Target`].

pub mod credentials;
pub mod device_conf;
mod error;
mod file;
pub mod inventory;
mod target;
pub mod url;

pub use self::{
    error::DeviceError,
    file::MAX_FILE,
    target::{FileLine, Source, Target},
};
