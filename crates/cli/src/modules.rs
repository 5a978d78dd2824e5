//! The types and providers of modules: types in Ruby and in the Puppet language, and providers in any language.
//!
//! Nothing is read before it is needed, except the manifests of providers, which may add a provider to any type. No
//! process is started before a resource needs it, and all have ended when the command ends.

mod devices;
mod facts;
mod functions;
mod language;
mod legacy;
mod runtime;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use compiler::{Environment, FactSource, RubyRunner, RubyTypes, input};
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
    registry::LazyTypeResult,
    transport::Transports,
};

use self::{facts::FactFiles, language::Language, runtime::HostRuntime};
use crate::{arguments::Program, configuration, options::CommandOption, startup::CommandContext};

/// The option for additional directories with provider manifests.
pub(crate) const PROVIDERS: CommandOption =
    CommandOption::valued("providers", "DIR", "Add a directory with provider manifests to those of modules");

/// The options of commands that use the types of modules.
pub(crate) const OPTIONS: &[CommandOption] = &[
    PROVIDERS,
    CommandOption::valued(
        "ruby-host",
        "HOST",
        "Run types in Ruby with 'bunraku', 'puppet' (the installed one), or 'auto': Puppet for legacy types",
    ),
];

/// Types that Puppet ships and that are not built in here.
const PUPPET_ONLY: [&str; 1] = ["tidy"];

/// The resource types that are available to a command, with the processes that run some of them.
pub(crate) struct LoadedTypes {
    types: Arc<Types>,
    transports: Transports,
    modules: Arc<RubyTypes>,
    language: Language,
    pool: Arc<HostPool>,
    /// Whether facts come from this machine and not from a file.
    has_own_facts: bool,
}

/// The provider processes of a command.
struct HostPool {
    guard: Arc<Guard>,
    runtime: Arc<HostRuntime>,
    ruby: OnceLock<Option<Arc<Host>>>,
    /// The Ruby host that runs the installed Puppet.
    puppet: OnceLock<Option<Arc<Host>>>,
    ruby_host: RubyHost,
    ruby_settings: RubySettings,
    others: Mutex<Vec<Arc<Host>>>,
    fact_files: FactFiles,
    log: Log,
}

impl LoadedTypes {
    /// Loads the types of the program and those of the modules that the settings name.
    pub(crate) fn new(program: &Program<'_>, context: &CommandContext) -> Outcome<LoadedTypes> {
        let settings = &context.settings;
        let environment = Environment::from_settings(settings)?;
        let libdir = settings.text("libdir").map(PathBuf::from).ok();
        let mut modules = RubyTypes::new(&environment, context.log.clone());
        if let Some(libdir) = &libdir {
            modules = modules.with_library(libdir.clone());
        }
        let modules = Arc::new(modules);
        let runtime = Arc::new(HostRuntime::new(context, &environment)?);
        let pool = Arc::new(HostPool {
            guard: Arc::default(),
            runtime: runtime.clone(),
            ruby: OnceLock::new(),
            puppet: OnceLock::new(),
            ruby_host: RubyHost::from_options(context)?,
            ruby_settings: RubySettings {
                load_paths: modules.libraries(),
                libdir,
                log_level: log_level(&context.log),
                trace: context.options.has("trace"),
                timeout: configuration::time_limit(settings, ruby::TIMEOUT_SETTING)?,
            },
            others: Mutex::default(),
            fact_files: FactFiles::new(&modules, settings),
            log: context.log.clone(),
        });
        let (mut types, mut transports) = (program.types.clone(), program.transports.clone());
        let language = Language::new(&environment, &modules, &pool);
        language.add_to(&mut types);
        add_ruby_types(&mut types, &modules, &pool);
        let directories = modules.modules().into_iter().map(|directory| directory.join("providers"));
        let extra = context.options.values("providers").map(PathBuf::from);
        for file in directories.chain(extra).flat_map(|directory| manifest::files_in(&directory)) {
            pool.add_manifest(&file, &mut types, &mut transports);
        }
        let types = Arc::new(types);
        runtime.set_types(&types);
        let has_own_facts = context.options.value("facts").is_none();
        Ok(LoadedTypes { types, transports, modules, language, pool, has_own_facts })
    }

    /// The types, with those that a manifest defines: only that manifest knows them and their providers.
    pub(crate) fn with_language(&self, definitions: &[Arc<TypeDefinition>]) -> Arc<Types> {
        if definitions.is_empty() {
            return self.types.clone();
        }
        let mut types = (*self.types).clone();
        for definition in definitions {
            types.register(self.language.bind(definition), &self.pool.log);
        }
        let types = Arc::new(types);
        self.pool.runtime.set_types(&types);
        types
    }

    pub(crate) fn types(&self) -> &Types {
        &self.types
    }

    /// The types of modules in Ruby.
    pub(crate) fn modules(&self) -> &Arc<RubyTypes> {
        &self.modules
    }

    /// Runs the functions of modules that only Ruby can run.
    pub(crate) fn ruby(&self) -> &dyn RubyRunner {
        &*self.pool
    }

    /// Runs a Ruby program in the same environment as the code of modules, and returns its exit code.
    pub(crate) fn run_script(&self, file: &str, arguments: &[String]) -> Outcome<u8> {
        let host = self.pool.ruby().ok_or_else(|| NoRuby { what: format!("the program '{file}'") })?;
        host.run_script(file, arguments, &self.pool.log)
    }

    /// The source of the facts that modules define in Ruby, if there are any.
    pub(crate) fn facts(&self) -> Option<&dyn FactSource> {
        let pool: &dyn FactSource = &*self.pool;
        Some(pool).filter(|_| self.has_own_facts && !self.pool.fact_files.files().is_empty())
    }

    /// A program with these types.
    pub(crate) fn program<'k>(&'k self, program: &Program<'_>) -> Program<'k> {
        Program { name: program.name, types: &self.types, transports: &self.transports, loaded: Some(self) }
    }
}

/// Stops all processes.
impl Drop for LoadedTypes {
    fn drop(&mut self) {
        let pool = &self.pool;
        let others = std::mem::take(&mut *pool.others.lock().unwrap_or_else(PoisonError::into_inner));
        let ruby = [&pool.ruby, &pool.puppet].into_iter().filter_map(OnceLock::get).flatten();
        for host in ruby.chain(&others) {
            host.shutdown(&pool.log);
        }
    }
}

impl HostPool {
    /// The process that runs Ruby, if Ruby is installed.
    fn ruby(&self) -> Option<&Arc<Host>> {
        self.ruby.get_or_init(|| self.new_host(ruby::host)).as_ref()
    }

    /// The process that runs the installed Puppet, if Ruby is installed.
    fn puppet(&self) -> Option<&Arc<Host>> {
        self.puppet.get_or_init(|| self.new_host(installed::host)).as_ref()
    }

    fn new_host(&self, host: fn(&Path, &RubySettings, Arc<Guard>, Arc<dyn Runtime>) -> Host) -> Option<Arc<Host>> {
        Some(Arc::new(host(&ruby::find()?, &self.ruby_settings, self.guard.clone(), self.runtime.clone())))
    }

    /// Adds the types, providers and transports of a provider manifest. Errors are logged, and the command goes on.
    fn add_manifest(&self, file: &Path, types: &mut Types, transports: &mut Transports) {
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

/// Registers all types of modules. Each is read when it is needed.
fn add_ruby_types(types: &mut Types, modules: &Arc<RubyTypes>, pool: &Arc<HostPool>) {
    let names: Vec<EcoString> = modules.names().cloned().collect();
    for name in names {
        let (modules, pool, log) = (modules.clone(), pool.clone(), pool.log.clone());
        let key = name.clone();
        types.register_lazy(&key, log, move || ruby_type(&name, &modules, &pool));
    }
    for name in PUPPET_ONLY.map(EcoString::from) {
        let (pool, log, key) = (pool.clone(), pool.log.clone(), name.clone());
        types.register_lazy(&key, log, move || installed_type(&name, &pool).map_err(|error| error.into_message(&name)));
    }
}

/// Finds a type by its name.
fn ruby_type(name: &EcoString, modules: &RubyTypes, pool: &Arc<HostPool>) -> LazyTypeResult {
    let Some(found) = modules.find(name) else { return Ok(None) };
    let metadata = found.metadata.as_ref();
    let legacy = metadata.filter(|metadata| metadata.is_legacy);
    if legacy.is_some() || pool.ruby_host == RubyHost::Puppet {
        return match (installed_type(name, pool), legacy) {
            // Without Puppet, resources of the type can be declared; applying them fails with a hint.
            (Err(NotInstalled::Puppet), Some(metadata)) => {
                let text = input::read_found_text(&found.file).unwrap_or_default();
                legacy::resource_type(metadata, &found.providers, legacy::apply_to(&text))
            }
            (outcome, _) => outcome.map_err(|error| error.into_message(name)),
        };
    }
    let definition = match metadata.and_then(|metadata| metadata.definition.clone()) {
        Some(definition) => definition,
        None => match load_type(name, pool)? {
            Loaded::Definition(definition) => *definition,
            Loaded::Legacy => return installed_type(name, pool).map_err(|error| error.into_message(name)),
            Loaded::Nothing => return Ok(None),
        },
    };
    let definition = without_batches(definition, pool.runtime.names());
    Ok(Some(ResourceType::new(definition).with_provider(ruby_provider(pool))))
}

/// What a file in Ruby defines.
enum Loaded {
    Definition(Box<TypeDefinition>),
    /// A type that only the installed Puppet can run.
    Legacy,
    Nothing,
}

/// The provider that a module has in Ruby.
fn ruby_provider(pool: &Arc<HostPool>) -> ProviderEntry {
    let pool = pool.clone();
    ProviderEntry::boxed("ruby", move |context: &resource_api::Context| match pool.ruby() {
        Some(host) => Ok(Box::new(HostProvider::new(host.clone()))),
        None => Ok(Box::new(Missing(no_ruby(context.definition().name()).into()))),
    })
}

fn no_ruby(type_name: &str) -> NoRuby {
    NoRuby { what: format!("the type '{type_name}'") }
}

/// Loads a definition that only running code can produce. An error is logged at once, and again by whatever needs the
/// type.
fn load_type(name: &EcoString, pool: &HostPool) -> Result<Loaded, String> {
    let log_error = |message: String| {
        pool.log.line(Level::Err, &message);
        message
    };
    let because = |reason: &str| log_error(format!("Could not autoload puppet/type/{name}: {reason}"));
    let host = pool.ruby().ok_or_else(|| because(&no_ruby(name).to_string()))?;
    let names = pool.runtime.names();
    match host.load_type(name, names, &pool.log).map_err(|failure| because(&failure.to_string()))? {
        LoadedType::Definition(definition) => {
            let read = TypeDefinition::from_value_with(&definition, names);
            let read = read.map_err(|error| log_error(error.autoload_message(name)))?;
            Ok(Loaded::Definition(Box::new(read)))
        }
        LoadedType::Legacy => Ok(Loaded::Legacy),
        LoadedType::Nothing => {
            let message = format!("Loaded puppet/type/{name} but no class was created");
            pool.log.line(Level::Warning, &message);
            Ok(Loaded::Nothing)
        }
    }
}

/// Makes a provider in Ruby handle one resource at a time, unless its type asks for batches.
///
/// The attributes of a type may use the data types of all modules, which are unknown when its text is parsed.
fn without_batches(definition: TypeDefinition, names: &dyn TypeNames) -> TypeDefinition {
    let definition = match definition.is_self_contained() {
        true => definition,
        false => TypeDefinition::from_value_with(definition.raw(), names).unwrap_or(definition),
    };
    definition.with_missing_keys(&[("batch", false.into())])
}

/// The type as the installed Puppet defines it.
fn installed_type(name: &EcoString, pool: &HostPool) -> Result<Option<ResourceType>, NotInstalled> {
    let may_ask = pool.ruby_host != RubyHost::Bunraku;
    let host = may_ask.then(|| pool.puppet()).flatten().ok_or(NotInstalled::Puppet)?;
    let names = pool.runtime.names();
    installed::resource_type(host, name, names, &pool.log).map_err(|failure| {
        if installed::is_missing(&failure) { NotInstalled::Puppet } else { NotInstalled::Type(failure.to_string()) }
    })
}

/// Why the installed Puppet cannot run a type.
enum NotInstalled {
    /// Puppet is not installed, or may not be used.
    Puppet,
    /// Puppet cannot load the type.
    Type(String),
}

impl NotInstalled {
    fn into_message(self, name: &str) -> String {
        match self {
            NotInstalled::Puppet => legacy::needs_puppet(name),
            NotInstalled::Type(reason) => reason,
        }
    }
}

/// What runs types in Ruby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RubyHost {
    /// This program, and the installed Puppet for legacy types.
    Auto,
    /// This program only.
    Bunraku,
    /// The installed Puppet.
    Puppet,
}

impl RubyHost {
    fn from_options(context: &CommandContext) -> Outcome<RubyHost> {
        match context.options.value("ruby-host") {
            None | Some("auto") => Ok(RubyHost::Auto),
            Some("bunraku") => Ok(RubyHost::Bunraku),
            Some("puppet") => Ok(RubyHost::Puppet),
            Some(other) => {
                Err(Failure::new(format!("--ruby-host must be 'auto', 'bunraku' or 'puppet', got '{other}'")))
            }
        }
    }
}

/// The lowest log level that is shown, by its name in Ruby.
fn log_level(log: &Log) -> &'static str {
    let lowest = Level::ALL.into_iter().find(|level| log.wants(*level) || *level == Level::Critical);
    lowest.unwrap_or_default().name()
}
