//! Compiles manifests to a catalog as the settings ask for; used by `apply`, `catalog compile`, `lookup` and `epp`.

mod report;

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Instant, SystemTime},
};

use catalog::Catalog;
use compiler::{
    Compilation, CoreTypes, Environment, EnvironmentTypes, Explanation, Hiera, LoadedType, Loader, LookupRequest, Node,
    Options as CompilerOptions, ResourceTypeInfo, ResourceTypes, input,
};
use diagnostics::Source;
use ecow::EcoString;
use engine::handling::Handling;
use pcore::{Value, json, time::Timestamp, yaml};
use resource_api::{Failure, Outcome, ResourceType, TypeDefinition, Types, log::Level, registry::UnknownType};
use settings::Settings;
use syntax::Strictness;

use self::report::report;
use crate::{arguments::Program, limits, machine, modules::LoadedTypes, startup::CommandContext};

/// The value of the setting `manifest` in an environment without a manifest.
const NO_MANIFEST: &str = "no_manifest";

const DEFAULT_ENVIRONMENT: &str = "production";

/// What is compiled, and for which machine.
pub(crate) struct Request<'r> {
    /// What is compiled.
    pub(crate) manifest: Manifest,
    /// The machine; this one if `None`.
    pub(crate) node: Option<&'r str>,
    /// Its facts. If `None`, those of this machine, or none at all for another machine.
    pub(crate) facts: Option<Value>,
    /// Whether the catalog is applied to this machine now, so that deferred calls are resolved.
    pub(crate) is_applied_here: bool,
}

/// What is compiled.
pub(crate) enum Manifest {
    /// Source code from the command line or stdin.
    Code(String),
    /// Files and directories.
    Paths(Vec<PathBuf>),
    /// The manifest of the environment, which the setting `manifest` names.
    OfEnvironment,
}

pub(crate) struct Compiled {
    pub(crate) catalog: Catalog,
    /// The resource types that manifests define and the catalog uses.
    pub(crate) types: Vec<Arc<TypeDefinition>>,
}

/// A catalog could not be compiled. The reason has been logged already.
pub(crate) struct NotCompiled;

/// Compiles a catalog and logs how long that took.
pub(crate) fn compile(
    program: &Program<'_>,
    context: &CommandContext,
    request: Request<'_>,
) -> Outcome<Result<Compiled, NotCompiled>> {
    // The time for reading facts is not part of the compile time.
    let sources = sources(&context.settings, request.manifest)?;
    let facts = facts_of(context, request.node, request.facts)?;
    let started = Instant::now();
    // A run goes on to use the memory; a command that only prints the catalog exits.
    let teardown = if request.is_applied_here { Teardown::Free } else { Teardown::Leak };
    let evaluated = evaluate(program, context, request.node, Some(facts), teardown, |compilation, _| {
        // Exported resources are for other machines.
        compiler::evaluate_manifests(compilation, &sources)?;
        let mut catalog = compilation.applicable_catalog();
        if request.is_applied_here {
            compiler::resolve_deferred(compilation, &mut catalog)?;
        }
        Ok::<_, Box<compiler::Failure>>(Compiled { catalog, types: compilation.language_types() })
    })?;
    match evaluated.result {
        Ok(compiled) => {
            let seconds = started.elapsed().as_secs_f64();
            let Evaluated { node, environment, .. } = evaluated;
            let message = format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds");
            context.log.line(Level::Notice, &message);
            Ok(Ok(compiled))
        }
        Err(failure) => {
            report(program, context, &failure, &evaluated.environment, &evaluated.node);
            Ok(Err(NotCompiled))
        }
    }
}

/// Evaluates the deferred calls in a catalog that was compiled elsewhere.
pub(crate) fn resolve_deferred(
    program: &Program<'_>,
    context: &CommandContext,
    mut catalog: Catalog,
) -> Outcome<Result<Catalog, NotCompiled>> {
    if !compiler::has_deferred(&catalog) {
        return Ok(Ok(catalog));
    }
    let facts = context.options.value("facts").map(read_facts).transpose()?;
    let evaluated = evaluate(program, context, None, facts, Teardown::Free, |compilation, _| {
        compiler::resolve_deferred(compilation, &mut catalog).map(|()| catalog)
    })?;
    Ok(evaluated.result.map_err(|failure| {
        report(program, context, &failure, &evaluated.environment, &evaluated.node);
        NotCompiled
    }))
}

/// The value of the keys, and the explanation of where it comes from.
pub(crate) type LookedUp = (compiler::Outcome, Option<Explanation>);

/// Compiles, then looks up keys in the top scope.
pub(crate) fn look_up(
    program: &Program<'_>,
    context: &CommandContext,
    request: Request<'_>,
    lookup: &LookupRequest<'_>,
) -> Outcome<Result<LookedUp, NotCompiled>> {
    let sources = sources(&context.settings, request.manifest)?;
    let evaluated = evaluate(program, context, request.node, request.facts, Teardown::Leak, |compilation, hiera| {
        compiler::evaluate_manifests(compilation, &sources)?;
        Ok(hiera.answer(compilation, lookup))
    })?;
    Ok(evaluated.result.map_err(|failure: Box<compiler::Failure>| {
        report(program, context, &failure, &evaluated.environment, &evaluated.node);
        NotCompiled
    }))
}

/// The result of an evaluation, with its machine and environment.
pub(crate) struct Evaluated<T> {
    pub(crate) result: T,
    pub(crate) node: String,
    pub(crate) environment: EcoString,
}

/// What happens to a compilation once its work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Teardown {
    /// Its memory is freed, because the command goes on.
    Free,
    /// Its memory is leaked: the process is about to exit, and dropping thousands of small values takes longer than
    /// creating some of them.
    Leak,
}

/// Runs a function on a compilation for a machine, with a stack that is large enough for deep recursion.
pub(crate) fn evaluate<T: Send>(
    program: &Program<'_>,
    context: &CommandContext,
    node: Option<&str>,
    facts: Option<Value>,
    teardown: Teardown,
    work: impl FnOnce(&mut Compilation<'_>, &Hiera) -> T + Send,
) -> Outcome<Evaluated<T>> {
    let settings = &context.settings;
    let environment = Environment::from_settings(settings)?;
    // Only the default environment may lack a directory.
    if environment.root.is_none() && environment.name != DEFAULT_ENVIRONMENT {
        let (name, path) = (&environment.name, settings.text("environmentpath")?);
        return Err(Failure::new(format!(
            "Could not find a directory environment named '{name}' anywhere in the path: {path}. Does the directory exist?"
        )));
    }
    let name = match node {
        Some(name) => name.to_lowercase(),
        None => settings.text("certname")?,
    };
    let options = CompilerOptions { limits: limits::of(&context.options)?, ..options(settings)? };
    let node = Node::local(name.as_str(), facts_of(context, node, facts)?);
    let loader = Loader::new(environment.clone(), options.strict);
    let native = Native(program.types);
    let shapes = match program.loaded.map(LoadedTypes::modules) {
        Some(modules) => EnvironmentTypes::of(modules.clone(), native),
        None => EnvironmentTypes::new(&environment, native, context.log.clone()),
    };
    let hiera = Hiera::new(settings.text("hiera_config")?);
    let limits = options.limits;
    let result = compiler::with_stack(&limits, || {
        let mut compilation = Compilation::new(loader, node, options, &shapes, context.log.clone())
            .with_data(&hiera)
            .with_ruby(program.loaded.map(LoadedTypes::ruby))
            .with_lazy_facts(program.loaded.and_then(LoadedTypes::facts));
        let result = work(&mut compilation, &hiera);
        if teardown == Teardown::Leak {
            std::mem::forget(compilation);
        }
        result
    });
    Ok(Evaluated { result, node: name, environment: environment.name })
}

/// The facts of a machine: the given ones, else those of this machine, else none.
fn facts_of(context: &CommandContext, node: Option<&str>, given: Option<Value>) -> Outcome<Value> {
    match (given, node) {
        (Some(facts), _) => Ok(facts),
        (None, Some(node)) if node.to_lowercase() != context.settings.text("certname")? => Ok(Value::hash([])),
        (None, _) => machine::facts(&context.settings, &context.log).map(Value::from),
    }
}

fn options(settings: &Settings) -> Outcome<CompilerOptions> {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds = i64::try_from(seconds).unwrap_or_default();
    Ok(CompilerOptions {
        strict: strictness(settings),
        strict_variables: settings.is_on("strict_variables")?,
        now: Some(Timestamp::from_seconds(seconds)),
        version: Value::Integer(seconds),
        settings: all_settings(settings),
        ..CompilerOptions::default()
    })
}

/// The values of `$settings::…`. A setting whose value is invalid is left out.
pub(crate) fn all_settings(settings: &Settings) -> Vec<(EcoString, Value)> {
    let values = settings::table::all().filter_map(|setting| Some((setting.name, settings.value(setting.name).ok()?)));
    values.map(|(name, value)| (name.into(), setting_value(value))).collect()
}

pub(crate) fn setting_value(value: settings::Value) -> Value {
    match value {
        settings::Value::Boolean(is_on) => Value::Boolean(is_on),
        settings::Value::Nothing => Value::Undef,
        settings::Value::Integer(number) => Value::Integer(number),
        settings::Value::Seconds(number) => Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)),
        settings::Value::List(words) => Value::array(words.into_iter().map(Value::string)),
        other => Value::string(other.to_string()),
    }
}

/// What happens to doubtful code.
pub(crate) fn strictness(settings: &Settings) -> Strictness {
    match settings.text("strict").as_deref() {
        Ok("off") => Strictness::Off,
        Ok("warning") => Strictness::Warning,
        _ => Strictness::Error,
    }
}

/// The source files of the main manifest, in order.
fn sources(settings: &Settings, manifest: Manifest) -> Outcome<Vec<Arc<Source>>> {
    let paths = match manifest {
        Manifest::Code(code) => return Ok(vec![Arc::new(Source::new("", code))]),
        Manifest::Paths(paths) => paths,
        Manifest::OfEnvironment => match settings.text("manifest")? {
            none if none.is_empty() || none == NO_MANIFEST => Vec::new(),
            path => vec![PathBuf::from(path)],
        },
    };
    let mut sources = Vec::new();
    for path in paths {
        sources.extend(Environment::manifests(&path).map_err(|error| Failure::new(error.to_string()))?);
    }
    Ok(sources)
}

/// Reads a manifest from stdin.
pub(crate) fn from_stdin() -> Outcome<Manifest> {
    let read = input::read_all(io::stdin().lock(), input::MAX_TEXT);
    let bytes = read.map_err(|error| Failure::new(format!("cannot read the manifest on stdin: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::new("the manifest on stdin is not UTF-8"))?;
    Ok(Manifest::Code(text))
}

/// Reads a file of facts: a hash in JSON or YAML, or the output of `facts`, which has the hash under `values`.
pub(crate) fn read_facts(path: &str) -> Outcome<Value> {
    let text = input::read_named_text(Path::new(path))
        .map_err(|error| Failure::new(format!("cannot read the facts {path}: {error}")))?;
    let read = if Path::new(path).extension().is_some_and(|ending| ending == "json") {
        json::parse(&text).map_err(|error| error.to_string())
    } else {
        yaml::parse(&text).map_err(|error| error.to_string())
    };
    let facts = read.map_err(|error| Failure::new(format!("cannot parse the facts in {path}: {error}")))?;
    match facts.as_hash() {
        None => Err(Failure::new(format!("the facts in {path} are not a hash"))),
        Some(hash) => Ok(hash.get_str("values").filter(|values| values.as_hash().is_some()).unwrap_or(&facts).clone()),
    }
}

/// The built-in types.
struct Native<'t>(&'t Types);

impl ResourceTypes for Native<'_> {
    fn load(&self, name: &str) -> Option<LoadedType> {
        // A catalog can be compiled without Ruby as well.
        hosts::ruby::find()?;
        Some(match self.0.find(name) {
            Ok(resource_type) => LoadedType::Type(shape_of(name, resource_type)),
            Err(UnknownType { reason: Some(reason), .. }) => LoadedType::Fails(reason),
            Err(UnknownType { reason: None, .. }) => LoadedType::Nothing,
        })
    }

    fn find(&self, name: &str) -> Option<Arc<ResourceTypeInfo>> {
        let resource_type = self.0.find(name).ok()?;
        Some(Arc::new(shape_of(name, resource_type)))
    }

    fn is_built_in(&self, name: &str) -> bool {
        self.0.is_built_in(name)
    }

    fn file_of(&self, name: &str) -> Option<EcoString> {
        self.0.file_of(name).cloned()
    }

    fn names(&self) -> Vec<EcoString> {
        self.0.names().cloned().collect()
    }
}

fn shape_of(name: &str, resource_type: &ResourceType) -> ResourceTypeInfo {
    let definition = resource_type.definition();
    let mut attributes: Vec<EcoString> = definition.attributes().map(|attribute| attribute.name().clone()).collect();
    attributes.extend(definition.insync_trigger().map(EcoString::from));
    if resource_type.providers().len() > 1 {
        attributes.push("provider".into());
    }
    let mut namevars: Vec<EcoString> = definition.namevars().map(|attribute| attribute.name().clone()).collect();
    // Packages of the same name are different resources if their providers differ.
    // An invalid value fails the resources when they are evaluated.
    namevars.extend(Handling::of(definition).map_or_else(|_| Vec::new(), |handling| handling.distinguished_by));
    // The special title rules of Puppet's own types apply to the native types as well.
    let puppet = CoreTypes.find(name).map(|shape| (*shape).clone()).unwrap_or_default();
    let patterns = definition.title_patterns();
    ResourceTypeInfo {
        name: name.into(),
        attributes: Some(attributes),
        namevars,
        titles_have_parts: puppet.titles_have_parts || patterns.is_some(),
        title_patterns: patterns.map(Arc::from),
        ..puppet
    }
}
