//! Puppet's settings: which there are, what a file and a command line say about them, and which value holds.
//!
//! [`table`] lists every setting with its kind, its default and a summary. A [`Document`] is a `puppet.conf`, which can
//! be read and edited without losing comments. [`flags`] takes settings out of a command line. [`Settings`] puts all of
//! that together: the command line wins over `environment.conf`, that over the section of the run mode, that over
//! `[main]`, and that over the default.
//!
//! The crate knows nothing about the machine except through [`Files`] and [`Machine`], prints nothing, and keeps nothing
//! between calls.
//!
//! ```
//! use std::{io, path::Path};
//! use settings::{Files, Machine, RunMode, Settings, Value};
//!
//! struct OneFile;
//!
//! impl Files for OneFile {
//!     fn read(&self, path: &Path) -> io::Result<Option<String>> {
//!         Ok((path == Path::new("/c/puppet.conf")).then(|| String::from("[main]\nruninterval = 2h\n[agent]\nnoop = true\n")))
//!     }
//!     fn is_directory(&self, _: &Path) -> bool {
//!         false
//!     }
//! }
//!
//! let given = vec![(String::from("confdir"), String::from("/c"))];
//! let (settings, complaints) = Settings::load(Machine::default(), RunMode::Agent, given, &OneFile);
//! assert!(complaints.is_empty());
//! assert_eq!(settings.value("runinterval"), Ok(Value::Seconds(7200)));
//! assert_eq!(settings.value("noop"), Ok(Value::Boolean(true)));
//! assert_eq!(settings.text("statedir"), Ok(String::from("/opt/puppetlabs/puppet/cache/state")));
//! ```

pub mod document;
mod environment;
pub mod flags;
pub mod kind;
mod machine;
mod places;
mod resolve;
pub mod table;

pub use document::Document;
pub use kind::{Kind, Value};
pub use machine::{Layout, Machine};
pub use places::Places;
pub use resolve::{Complaint, Files, RunMode, SettingError, Settings};
