//! Puppet's settings: their definitions, their values in files and on command lines, and which value wins.
//!
//! [`table`] lists every setting with its kind, its default and a summary. A [`Document`] is a `puppet.conf`, which can
//! be read and edited without losing comments. [`Settings`] puts all of that together with the settings of a command
//! line: that wins over `environment.conf`, which wins over the section of the run mode, then
//! `[main]`, then the default.
//!
//! The crate sees the machine only through [`Files`] and [`Machine`], prints nothing and has no global state.
//!
//! ```
//! use std::{io, path::Path};
//! use settings::{Files, Machine, Settings, Value};
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
//! let (settings, warnings) = Settings::load(Machine::default(), "agent", given, &OneFile);
//! assert!(warnings.is_empty());
//! assert_eq!(settings.value("runinterval"), Ok(Value::Seconds(7200)));
//! assert_eq!(settings.value("noop"), Ok(Value::Boolean(true)));
//! assert_eq!(settings.text("statedir"), Ok(String::from("/opt/puppetlabs/puppet/cache/state")));
//! ```

pub mod document;
mod environment;
pub mod kind;
mod machine;
mod resolve;
mod run_paths;
pub mod table;

pub use document::Document;
pub use kind::{Kind, Value};
pub use machine::{Layout, Machine};
pub use resolve::{ConfigWarning, Files, SettingError, Settings};
pub use run_paths::RunPaths;
