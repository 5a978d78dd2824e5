//! What modules bring beside what is built in: types in Ruby and in the language of manifests, and providers in any
//! language.
//!
//! Nothing is read before it is needed, except the manifests of providers: they may add something to any type. No process
//! is started before a resource needs it, and none is left when the command ends.

mod devices;
mod facts;
mod functions;
mod language;
mod older;
mod runtime;

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use compiler::{Environment, FactSource, KeptTypes, RubyTypes, input};
use ecow::EcoString;
use hosts::{
    Guard, Host, HostProvider, Missing, Runtime, installed,
    manifest::{self, Manifest},
    ruby::{self, LoadedType, NoRuby, RubySettings},
};
use pcore::TypeNames;
use resource_api::{
    Failure, Outcome, ProviderEntry, ResourceType, TypeDefinition, Types,
    log::{Level, Log},
    registry::Found,
    transport::Transports,
};

use settings::Settings;

use self::{facts::FactFiles, language::Language, runtime::Surroundings};
use crate::{arguments::Program, options::CommandOption, startup::Begun};

/// The option that names folders with manifests of providers.
pub(crate) const PROVIDERS: CommandOption =
    CommandOption::valued("providers", "FOLDER", "A folder with manifests of providers, beside those of modules");

/// The option that says who runs types in Ruby.
pub(crate) const RUBY_HOST: CommandOption = CommandOption::valued(
    "ruby-host",
    "WHO",
    "Who runs types in Ruby: 'bunraku', 'puppet' (the one that is installed), or 'auto': Puppet for those of the older kind",
);

/// Types that Puppet brings itself and that are not built in here.
const OF_PUPPET_ALONE: [&str; 1] = ["tidy"];

/// Where in `vardir` is kept what was read of the files of types.
const KEPT_TYPES: &str = "bunraku/ruby_types";

const SECONDS_OF_DAY: u64 = 24 * 60 * 60;

/// The types that a command knows, with the processes behind some of them.
pub(crate) struct Known {
    types: Arc<Types>,
    transports: Transports,
    modules: Arc<RubyTypes>,
    language: Language,
    processes: Arc<Processes>,
    /// Whether the facts of this machine count, and not those of a file.
    has_own_facts: bool,
}

/// The processes of a command.
struct Processes {
    guard: Arc<Guard>,
    runtime: Arc<Surroundings>,
    ruby: OnceLock<Option<Arc<Host>>>,
    /// The Ruby host with the Puppet that is installed.
    puppet: OnceLock<Option<Arc<Host>>>,
    ruby_host: RubyHost,
    ruby_settings: RubySettings,
    others: Mutex<Vec<Arc<Host>>>,
    fact_files: FactFiles,
    log: Log,
}

impl Known {
    /// The types of a program, with those of the modules that the settings name.
    pub(crate) fn new(program: &Program<'_>, begun: &Begun) -> Outcome<Known> {
        let unusable = |error: settings::SettingError| Failure::new(error.to_string());
        let settings = &begun.settings;
        let environment = Environment::from_settings(settings).map_err(unusable)?;
        let libdir = settings.text("libdir").map(PathBuf::from).ok();
        let mut modules = RubyTypes::new(&environment, begun.log.clone());
        if let Some(kept) = kept_types(settings) {
            modules = modules.with_kept(kept);
        }
        if let Some(libdir) = &libdir {
            modules = modules.with_library(libdir.clone());
        }
        let modules = Arc::new(modules);
        let runtime = Arc::new(Surroundings::new(begun, &environment)?);
        let processes = Arc::new(Processes {
            guard: Arc::default(),
            runtime: runtime.clone(),
            ruby: OnceLock::new(),
            puppet: OnceLock::new(),
            ruby_host: RubyHost::asked(begun)?,
            ruby_settings: RubySettings {
                load_paths: modules.libraries(),
                libdir,
                log_level: lowest_level(&begun.log),
                trace: begun.options.has("trace"),
                timeout: timeout(settings)?,
            },
            others: Mutex::default(),
            fact_files: FactFiles::new(&modules, settings),
            log: begun.log.clone(),
        });
        let (mut types, mut transports) = (program.types.clone(), program.transports.clone());
        let language = Language::new(&environment, &modules, &processes);
        language.add_to(&mut types);
        add_ruby_types(&mut types, &modules, &processes);
        let folders = modules.modules().into_iter().map(|folder| folder.join("providers"));
        let given = begun.options.values("providers").map(PathBuf::from);
        for file in folders.chain(given).flat_map(|folder| manifest::files_in(&folder)) {
            processes.add_manifest(&file, &mut types, &mut transports);
        }
        let types = Arc::new(types);
        runtime.introduce(&types);
        let has_own_facts = begun.options.value("facts").is_none();
        Ok(Known { types, transports, modules, language, processes, has_own_facts })
    }

    /// The types, with those that a manifest defined: they are known by the manifest alone, and so are their providers.
    pub(crate) fn with_language(&self, definitions: &[Arc<TypeDefinition>]) -> Arc<Types> {
        if definitions.is_empty() {
            return self.types.clone();
        }
        let mut types = (*self.types).clone();
        for definition in definitions {
            types.register(self.language.bind(definition), &self.processes.log);
        }
        let types = Arc::new(types);
        self.processes.runtime.introduce(&types);
        types
    }

    /// The types.
    pub(crate) fn types(&self) -> &Types {
        &self.types
    }

    /// Runs a program in Ruby as the code of modules is run, and returns its exit code.
    pub(crate) fn run_script(&self, file: &str, arguments: &[String]) -> Outcome<u8> {
        let host = self.processes.ruby().ok_or_else(|| NoRuby::for_script(file))?;
        host.run_script(file, arguments, &self.processes.log)
    }

    /// Who finds out the facts that modules have in Ruby, if there are any.
    pub(crate) fn facts(&self) -> Option<&dyn FactSource> {
        let processes: &dyn FactSource = &*self.processes;
        Some(processes).filter(|_| self.has_own_facts && !self.processes.fact_files.files().is_empty())
    }

    /// A program that knows these types.
    pub(crate) fn program<'k>(&'k self, program: &Program<'_>) -> Program<'k> {
        Program {
            name: program.name,
            types: &self.types,
            transports: &self.transports,
            modules: Some(&self.modules),
            ruby: Some(&*self.processes),
            facts: self.facts(),
            known: Some(self),
        }
    }
}

/// Ends all processes, and keeps what was read of the files of types.
impl Drop for Known {
    fn drop(&mut self) {
        self.modules.save();
        let processes = &self.processes;
        let others = std::mem::take(&mut *processes.others.lock().unwrap_or_else(PoisonError::into_inner));
        let ruby = [&processes.ruby, &processes.puppet].into_iter().filter_map(OnceLock::get).flatten();
        for host in ruby.chain(&others) {
            host.shutdown(&processes.log);
        }
    }
}

impl Processes {
    /// The process that runs Ruby; nothing where there is no Ruby.
    fn ruby(&self) -> Option<&Arc<Host>> {
        let found = self.ruby.get_or_init(|| {
            let ruby = ruby::find()?;
            let runtime: Arc<dyn Runtime> = self.runtime.clone();
            Some(Arc::new(ruby::host(&ruby, &self.ruby_settings, self.guard.clone(), runtime)))
        });
        found.as_ref()
    }

    /// The process in which the installed Puppet runs; nothing where there is no Ruby.
    fn puppet(&self) -> Option<&Arc<Host>> {
        let found = self.puppet.get_or_init(|| {
            let runtime: Arc<dyn Runtime> = self.runtime.clone();
            Some(Arc::new(installed::host(&ruby::find()?, &self.ruby_settings, self.guard.clone(), runtime)))
        });
        found.as_ref()
    }

    /// Adds what a manifest says. What is wrong with it is told, and everything else goes on.
    fn add_manifest(&self, file: &std::path::Path, types: &mut Types, transports: &mut Transports) {
        let names = self.runtime.names();
        match Manifest::open(file, names) {
            Ok(manifest) => {
                let runtime: Arc<dyn Runtime> = self.runtime.clone();
                let host = manifest.register(types, transports, &self.guard, &runtime, &self.log);
                self.others.lock().unwrap_or_else(PoisonError::into_inner).push(host);
            }
            Err(error) => self.log.line(Level::Err, &error.to_string()),
        }
    }
}

/// How long a call to Ruby may take; 0 is for ever.
fn timeout(settings: &Settings) -> Outcome<Option<Duration>> {
    match settings.value(ruby::TIMEOUT_SETTING).map_err(|error| Failure::new(error.to_string()))? {
        settings::Value::Seconds(seconds) if seconds > 0 => Ok(Some(Duration::from_secs(seconds))),
        _ => Ok(None),
    }
}

/// What earlier runs read of the files of types. Nothing is kept where no run has kept anything yet: no command makes the
/// folder of all runs for that alone.
fn kept_types(settings: &Settings) -> Option<KeptTypes> {
    let folder = PathBuf::from(settings.text("vardir").ok()?);
    let today = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() / SECONDS_OF_DAY);
    let today = u32::try_from(today).unwrap_or(u32::MAX);
    folder.is_dir().then(|| KeptTypes::new(folder.join(KEPT_TYPES), today))
}

/// Adds all types of modules, each of which is read when it is needed.
fn add_ruby_types(types: &mut Types, modules: &Arc<RubyTypes>, processes: &Arc<Processes>) {
    let names: Vec<EcoString> = modules.names().cloned().collect();
    for name in names {
        let (modules, processes, log) = (modules.clone(), processes.clone(), processes.log.clone());
        let key = name.clone();
        types.register_later(&key, log, move || ruby_type(&name, &modules, &processes));
    }
    for name in OF_PUPPET_ALONE.map(EcoString::from) {
        let (processes, log, key) = (processes.clone(), processes.log.clone(), name.clone());
        types.register_later(&key, log, move || installed_type(&name, &processes).map_err(|error| error.told(&name)));
    }
}

/// Finds the type of that name.
fn ruby_type(name: &EcoString, modules: &RubyTypes, processes: &Arc<Processes>) -> Found {
    let found = modules.find(name).ok_or_else(|| format!("Could not find type {name}"))?;
    let metadata = found.metadata.as_ref();
    let older = metadata.filter(|metadata| metadata.is_older);
    if older.is_some() || processes.ruby_host == RubyHost::Puppet {
        return match (installed_type(name, processes), older) {
            // Without Puppet its resources can be declared, and say what they need.
            (Err(NotInstalled::Puppet), Some(metadata)) => {
                let text = input::read_found_text(&found.file).unwrap_or_default();
                older::known(metadata, &found.providers, older::apply_to(&text))
            }
            (outcome, _) => outcome.map_err(|error| error.told(name)),
        };
    }
    let definition = match metadata.and_then(|metadata| metadata.definition.clone()) {
        Some(definition) => definition,
        None => match load_type(name, processes)? {
            Some(definition) => definition,
            None => return installed_type(name, processes).map_err(|error| error.told(name)),
        },
    };
    let definition = one_by_one(definition, processes.runtime.names());
    Ok(ResourceType::new(definition).with_provider(ruby_provider(processes)))
}

/// The provider that a module has in Ruby.
fn ruby_provider(processes: &Arc<Processes>) -> ProviderEntry {
    let processes = processes.clone();
    ProviderEntry::boxed("ruby", move |context: &resource_api::Context| match processes.ruby() {
        Some(host) => Ok(Box::new(HostProvider::new(host.clone()))),
        None => Ok(Box::new(Missing(NoRuby::for_type(context.definition().name()).into()))),
    })
}

/// A definition that only running code can give; nothing if the type is of the older kind. That it cannot be loaded is told
/// at once, and again by whoever needs it.
fn load_type(name: &EcoString, processes: &Processes) -> Result<Option<TypeDefinition>, String> {
    let told = |message: String| {
        processes.log.line(Level::Err, &message);
        message
    };
    let because = |reason: &str| told(format!("Could not autoload puppet/type/{name}: {reason}"));
    let host = processes.ruby().ok_or_else(|| because(&NoRuby::for_type(name).to_string()))?;
    let names = processes.runtime.names();
    match host.load_type(name, names, &processes.log).map_err(|failure| because(&failure.to_string()))? {
        LoadedType::Definition(definition) => {
            let read = TypeDefinition::from_value_with(&definition, names);
            read.map(Some).map_err(|error| told(error.autoload_message(name)))
        }
        LoadedType::Older => Ok(None),
        LoadedType::Nothing => {
            let message = format!("Loaded puppet/type/{name} but no class was created");
            processes.log.line(Level::Warning, &message);
            Err(format!("Could not find type {name}"))
        }
    }
}

/// Providers in Ruby are asked for one resource at a time, unless their types say something else.
///
/// Their attributes may use the data types of all modules, which whoever read the text alone does not know.
fn one_by_one(definition: TypeDefinition, names: &dyn TypeNames) -> TypeDefinition {
    let definition = match definition.is_self_contained() {
        true => definition,
        false => TypeDefinition::from_value_with(definition.raw(), names).unwrap_or(definition),
    };
    definition.with_missing_keys(&[("batch", false.into())])
}

/// The type as the installed Puppet has it.
fn installed_type(name: &EcoString, processes: &Processes) -> Result<ResourceType, NotInstalled> {
    let may_ask = processes.ruby_host != RubyHost::Bunraku;
    let host = may_ask.then(|| processes.puppet()).flatten().ok_or(NotInstalled::Puppet)?;
    let names = processes.runtime.names();
    installed::resource_type(host, name, names, &processes.log).map_err(|failure| {
        let reason = failure.to_string();
        if reason.starts_with(installed::NOT_THERE) { NotInstalled::Puppet } else { NotInstalled::Type(reason) }
    })
}

/// Why the installed Puppet does not run a type.
enum NotInstalled {
    /// There is none, or it may not be asked.
    Puppet,
    /// It cannot load the type.
    Type(String),
}

impl NotInstalled {
    fn told(self, name: &str) -> String {
        match self {
            NotInstalled::Puppet => older::needs_puppet(name),
            NotInstalled::Type(reason) => reason,
        }
    }
}

/// Who runs types in Ruby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RubyHost {
    /// This program, and the installed Puppet for types of the older kind.
    Auto,
    /// This program alone.
    Bunraku,
    /// The installed Puppet.
    Puppet,
}

impl RubyHost {
    fn asked(begun: &Begun) -> Outcome<RubyHost> {
        match begun.options.value("ruby-host") {
            None | Some("auto") => Ok(RubyHost::Auto),
            Some("bunraku") => Ok(RubyHost::Bunraku),
            Some("puppet") => Ok(RubyHost::Puppet),
            Some(other) => {
                Err(Failure::new(format!("--ruby-host expects 'auto', 'bunraku' or 'puppet', not '{other}'")))
            }
        }
    }
}

/// The lowest level of log lines that anybody reads, as Ruby calls it.
fn lowest_level(log: &Log) -> &'static str {
    let levels = [
        (Level::Debug, "debug"),
        (Level::Info, "info"),
        (Level::Notice, "notice"),
        (Level::Warning, "warning"),
        (Level::Err, "err"),
    ];
    levels.into_iter().find(|(level, _)| log.wants(*level)).map_or("crit", |(_, name)| name)
}
