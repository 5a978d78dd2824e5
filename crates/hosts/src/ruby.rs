//! The Ruby host: a program of ours, a part of this crate, that runs types and providers of Ruby modules without Puppet.
//!
//! Nothing is written to disk. Ruby is started with one short line that reads the files of the program from stdin and
//! evaluates the first of them; what follows on stdin are messages.

use std::{
    env,
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use pcore::{TypeNames, Value};
use protocol::calls::{self, LoadedTypes};
use resource_api::{Failure, Outcome, command::is_executable, log::Log};

use crate::{Dialect, Guard, Host, HostError, Launch, Runtime, Timeouts, Variables};

/// The files of the program, by their names.
static PROGRAM: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/ruby_program"));

/// Reads the files from stdin: how many there are, then the name and the size of each, and its text.
const BOOTSTRAP: &str = "$stdin.binmode;BUNRAKU_FILES={};$stdin.gets.to_i.times{n,s=$stdin.gets.split;\
BUNRAKU_FILES[n]=$stdin.read(s.to_i).force_encoding('UTF-8')};\
eval(BUNRAKU_FILES['host.rb'],TOPLEVEL_BINDING,'bunraku-host/host.rb',1)";

/// Where Ruby may be when it is not in `PATH`: packages of Puppet bring their own.
const USUAL_PATHS: [&str; 1] = ["/opt/puppetlabs/puppet/bin/ruby"];

/// What the host is started with.
#[derive(Clone, Debug, Default)]
pub struct RubySettings {
    /// The folders in which `require` looks, in their order: `lib` of each module.
    pub load_paths: Vec<PathBuf>,
    /// Where files of a server are kept, which are looked at last.
    pub libdir: Option<PathBuf>,
    /// The lowest level of log lines that anybody reads.
    pub log_level: &'static str,
    /// Whether backtraces are shown.
    pub trace: bool,
    /// How long one call may take; for ever if left out.
    pub timeout: Option<Duration>,
}

/// The setting that limits how long a call may take: the same as for a whole run.
pub const TIMEOUT_SETTING: &str = "runtimeout";

/// Ruby is not installed on this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{what} is written in Ruby, and there is no ruby on this machine: install it (the package is called `ruby`), or put it \
     into PATH"
)]
pub struct NoRuby {
    /// What is written in Ruby, for example `the type 'user'`.
    pub what: String,
}

/// Where Ruby is.
pub fn find() -> Option<PathBuf> {
    find_in(env::var_os("PATH").as_deref())
}

fn find_in(path: Option<&OsStr>) -> Option<PathBuf> {
    let in_path = path.map(|path| env::split_paths(path).collect::<Vec<_>>()).unwrap_or_default();
    let candidates = in_path.into_iter().filter(|folder| folder.is_absolute()).map(|folder| folder.join("ruby"));
    candidates.chain(USUAL_PATHS.map(PathBuf::from)).find(|candidate| is_executable(candidate))
}

/// How the Ruby host is started with that Ruby.
pub fn launch(ruby: &Path, settings: &RubySettings) -> Launch {
    let mut launch = Launch::new("ruby", ruby);
    launch.arguments = ["--disable-gems", "-e", BOOTSTRAP].map(Into::into).to_vec();
    launch.variables = Variables::Inherited;
    launch.folder = env::current_dir().ok();
    launch.preamble = PROGRAM;
    launch.dialect = Dialect::Ruby;
    launch.timeouts = Timeouts::all(settings.timeout);
    launch.setting = Some(TIMEOUT_SETTING);
    launch.leaves_behind = true;
    let text = |path: &PathBuf| Value::from(path.to_string_lossy().as_ref());
    launch.init_params = vec![
        ("load_paths".into(), settings.load_paths.iter().map(text).collect()),
        ("libdir".into(), settings.libdir.as_ref().map_or(Value::Undef, text)),
        ("log_level".into(), settings.log_level.into()),
        ("trace".into(), settings.trace.into()),
        ("facts".into(), Value::Undef),
    ];
    launch
}

/// A Ruby host for a run.
pub fn host(ruby: &Path, settings: &RubySettings, guard: Arc<Guard>, runtime: Arc<dyn Runtime>) -> Host {
    Host::new(launch(ruby, settings), guard, runtime)
}

impl Host {
    /// Loads the definition of a type that only running code can give.
    pub fn load_type(&self, name: &str, names: &dyn TypeNames, log: &Log) -> Outcome<LoadedType> {
        let params = calls::TypeLoad { names: vec![name] };
        // Nobody knows the type before this is done, so its file cannot ask for its resources.
        let _listing = self.nesting().listing(&name.into());
        let loaded: LoadedTypes = self.call(calls::TYPE_LOAD, &params, log, None).map_err(HostError::into_failure)?;
        if let Some(error) = loaded.errors.first() {
            return Err(Failure::new(error.message.clone()));
        }
        for definition in loaded.types {
            let value = definition.value(names).map_err(|error| Failure::developer(error.to_string()))?;
            let is_wanted = value.as_hash().and_then(|map| map.get_str("name")).and_then(Value::as_str) == Some(name);
            if is_wanted {
                return Ok(LoadedType::Definition(value));
            }
        }
        let is_legacy = loaded.legacy.iter().any(|legacy_name| legacy_name == name);
        Ok(if is_legacy { LoadedType::Legacy } else { LoadedType::Nothing })
    }
}

/// What running the file of a type brings.
#[derive(Clone, Debug, PartialEq)]
pub enum LoadedType {
    /// A definition.
    Definition(Value),
    /// A legacy type, which only Puppet runs.
    Legacy,
    /// No type of that name.
    Nothing,
}
