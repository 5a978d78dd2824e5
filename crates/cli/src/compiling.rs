//! From manifests to a catalog, as the settings of a command line say: for `apply`, `catalog compile` and `epp`.

mod telling;

use std::{
    io,
    panic::resume_unwind,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Instant, SystemTime},
};

use compiler::{
    Compilation, CoreShapes, Environment, EnvironmentShapes, Explanation, Hiera, LoadedShape, Loader, LookupRequest,
    Node, Options as CompilerOptions, ResourceShape, ResourceShapes, input,
};
use diagnostics::Source;
use ecow::EcoString;
use engine::catalog::Catalog;
use pcore::{Value, json, time::Timestamp, yaml};
use resource_api::{Failure, Outcome, ResourceType, TypeDefinition, Types, log::Level, registry::UnknownType};
use settings::Settings;
use syntax::Strictness;

use self::telling::tell;
use crate::{arguments::Program, limits, machine, memory, startup::Begun};

/// How many bytes a catalog may have that is read piece by piece.
pub(crate) const MAX_CATALOG: u64 = 1 << 30;

/// How many bytes a catalog may have whose text is in memory as a whole: one from stdin, or one that is not in order.
pub(crate) const MAX_CATALOG_TEXT: u64 = 256 << 20;

/// What the setting `manifest` is where an environment has none.
const NO_MANIFEST: &str = "no_manifest";

/// The environment when nobody says anything about it.
const DEFAULT_ENVIRONMENT: &str = "production";

/// What is compiled, and for whom.
pub(crate) struct Request<'r> {
    /// What is compiled.
    pub(crate) manifest: Manifest,
    /// The machine; this one if left out.
    pub(crate) node: Option<&'r str>,
    /// Its facts; those of this machine if left out, none if it is another one.
    pub(crate) facts: Option<Value>,
    /// Whether the catalog is applied here and now, so that what was left for then is done.
    pub(crate) is_for_here: bool,
}

/// What is compiled.
pub(crate) enum Manifest {
    /// A text of the command line, or from stdin.
    Code(String),
    /// Files and folders.
    Paths(Vec<PathBuf>),
    /// What the environment has: the setting `manifest`.
    OfEnvironment,
}

/// What was compiled.
pub(crate) struct Compiled {
    /// The catalog.
    pub(crate) catalog: Catalog,
    /// The types of its resources that manifests define.
    pub(crate) types: Vec<Arc<TypeDefinition>>,
}

/// A catalog could not be made; why was said already.
pub(crate) struct NotCompiled;

/// Compiles a catalog, and says how long that took.
pub(crate) fn compile(
    program: &Program<'_>,
    begun: &Begun,
    request: Request<'_>,
) -> Outcome<Result<Compiled, NotCompiled>> {
    // Reading facts is not compiling.
    let (sources, facts) = sources_and_facts(begun, request.manifest, request.node, request.facts)?;
    let started = Instant::now();
    // What is applied next needs the memory; what is printed next does not.
    let afterwards = if request.is_for_here { Afterwards::Freed } else { Afterwards::Left };
    let evaluated = evaluate(program, begun, request.node, Some(facts), afterwards, |compilation, _| {
        // What was exported is for other machines.
        compiler::evaluate_manifests(compilation, &sources)?;
        let mut catalog = compilation.applicable_catalog();
        if request.is_for_here {
            compiler::resolve_deferred(compilation, &mut catalog)?;
        }
        Ok::<_, Box<compiler::Failure>>(Compiled { catalog, types: compilation.language_types() })
    })?;
    match evaluated.result {
        Ok(compiled) => {
            let seconds = started.elapsed().as_secs_f64();
            let Evaluated { node, environment, .. } = evaluated;
            let message = format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds");
            begun.log.line(Level::Notice, &message);
            Ok(Ok(compiled))
        }
        Err(failure) => {
            tell(program, begun, &failure, &evaluated.environment, &evaluated.node);
            Ok(Err(NotCompiled))
        }
    }
}

/// Reads manifests, and facts; both at the same time where that is worth it.
fn sources_and_facts(
    begun: &Begun,
    manifest: Manifest,
    node: Option<&str>,
    given: Option<Value>,
) -> Outcome<(Vec<Arc<Source>>, Value)> {
    let takes_time = match &manifest {
        Manifest::Paths(paths) => paths.iter().any(|path| memory::is_large(path)),
        _ => false,
    };
    if !takes_time {
        let sources = sources(&begun.settings, manifest)?;
        return Ok((sources, facts_of(begun, node, given)?));
    }
    thread::scope(|scope| {
        let read = || facts_of(begun, node, given.clone());
        let reading = thread::Builder::new().name("facts".to_owned()).spawn_scoped(scope, read);
        let sources = sources(&begun.settings, manifest);
        let facts = match reading {
            Ok(reading) => reading.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => read(),
        };
        Ok((sources?, facts?))
    })
}

/// Does what somebody else's catalog leaves to the machine that applies it.
pub(crate) fn resolved(
    program: &Program<'_>,
    begun: &Begun,
    mut catalog: Catalog,
) -> Outcome<Result<Catalog, NotCompiled>> {
    if !compiler::has_deferred(&catalog) {
        return Ok(Ok(catalog));
    }
    let facts = begun.options.value("facts").map(facts_from).transpose()?;
    let evaluated = evaluate(program, begun, None, facts, Afterwards::Freed, |compilation, _| {
        compiler::resolve_deferred(compilation, &mut catalog).map(|()| catalog)
    })?;
    Ok(evaluated.result.map_err(|failure| {
        tell(program, begun, &failure, &evaluated.environment, &evaluated.node);
        NotCompiled
    }))
}

/// What data has for keys, and how it was found.
pub(crate) type LookedUp = (compiler::Outcome, Option<Explanation>);

/// Compiles, then looks up keys as the top scope sees them.
pub(crate) fn look_up(
    program: &Program<'_>,
    begun: &Begun,
    request: Request<'_>,
    wanted: &LookupRequest<'_>,
) -> Outcome<Result<LookedUp, NotCompiled>> {
    let sources = sources(&begun.settings, request.manifest)?;
    let evaluated = evaluate(program, begun, request.node, request.facts, Afterwards::Left, |compilation, hiera| {
        compiler::evaluate_manifests(compilation, &sources)?;
        Ok(hiera.answer(compilation, wanted))
    })?;
    Ok(evaluated.result.map_err(|failure: Box<compiler::Failure>| {
        tell(program, begun, &failure, &evaluated.environment, &evaluated.node);
        NotCompiled
    }))
}

/// What came of an evaluation, and for whom it was.
pub(crate) struct Evaluated<T> {
    /// What came of it.
    pub(crate) result: T,
    /// The machine.
    pub(crate) node: String,
    /// The environment.
    pub(crate) environment: EcoString,
}

/// What becomes of a compilation when it has done its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Afterwards {
    /// Its memory is freed, because the command goes on.
    Freed,
    /// It is left as it is: the process is about to end, and taking thousands of small things apart before that takes
    /// longer than to make some of them.
    Left,
}

/// Does something with a compilation for a machine, as the settings say, on a stack that is deep enough.
pub(crate) fn evaluate<T: Send>(
    program: &Program<'_>,
    begun: &Begun,
    node: Option<&str>,
    facts: Option<Value>,
    afterwards: Afterwards,
    work: impl FnOnce(&mut Compilation<'_>, &Hiera) -> T + Send,
) -> Outcome<Evaluated<T>> {
    let settings = &begun.settings;
    let environment = Environment::from_settings(settings).map_err(unusable)?;
    // Only the environment that everybody has may be without a folder.
    if environment.root.is_none() && environment.name != DEFAULT_ENVIRONMENT {
        let (name, path) = (&environment.name, text(settings, "environmentpath")?);
        return Err(Failure::new(format!(
            "Could not find a directory environment named '{name}' anywhere in the path: {path}. Does the directory exist?"
        )));
    }
    let name = match node {
        Some(name) => name.to_lowercase(),
        None => text(settings, "certname")?,
    };
    let options = CompilerOptions { limits: limits::of(&begun.options)?, ..options(settings)? };
    let node = Node::local(name.as_str(), facts_of(begun, node, facts)?);
    let loader = Loader::new(environment.clone(), options.strict);
    let native = Native(program.types);
    let shapes = match program.modules {
        Some(modules) => EnvironmentShapes::of(modules.clone(), native),
        None => EnvironmentShapes::new(&environment, native, begun.log.clone()),
    };
    let hiera = Hiera::new(text(settings, "hiera_config")?);
    let limits = options.limits;
    let result = compiler::with_stack(&limits, || {
        let mut compilation = Compilation::new(loader, node, options, &shapes, begun.log.clone())
            .with_data(&hiera)
            .with_ruby(program.ruby)
            .with_more_facts(program.facts);
        let result = work(&mut compilation, &hiera);
        if afterwards == Afterwards::Left {
            std::mem::forget(compilation);
        }
        result
    });
    let result = result.map_err(|error| {
        Failure::new(format!("there is no room for {} nested calls (--max_evaluation_depth): {error}", limits.depth))
    })?;
    Ok(Evaluated { result, node: name, environment: environment.name })
}

/// The facts of a machine: those that are given, or those of this one. Nothing is known about another one.
fn facts_of(begun: &Begun, node: Option<&str>, given: Option<Value>) -> Outcome<Value> {
    match (given, node) {
        (Some(facts), _) => Ok(facts),
        (None, Some(node)) if node.to_lowercase() != text(&begun.settings, "certname")? => Ok(Value::hash([])),
        (None, _) => machine::facts(&begun.settings, &begun.log).map(Value::from),
    }
}

fn options(settings: &Settings) -> Outcome<CompilerOptions> {
    let strict = match text(settings, "strict")?.as_str() {
        "off" => Strictness::Off,
        "warning" => Strictness::Warning,
        _ => Strictness::Error,
    };
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds = i64::try_from(seconds).unwrap_or_default();
    Ok(CompilerOptions {
        strict,
        strict_variables: settings.is_on("strict_variables").map_err(unusable)?,
        now: Some(Timestamp::from_seconds(seconds)),
        version: Value::Integer(seconds),
        settings: all_settings(settings),
        ..CompilerOptions::default()
    })
}

/// What `$settings::…` is. A setting that cannot be told is left out.
pub(crate) fn all_settings(settings: &Settings) -> Vec<(EcoString, Value)> {
    let known = settings::table::all().filter_map(|setting| Some((setting.name, settings.value(setting.name).ok()?)));
    known.map(|(name, value)| (name.into(), of_setting(value))).collect()
}

pub(crate) fn of_setting(value: settings::Value) -> Value {
    match value {
        settings::Value::Boolean(is_on) => Value::Boolean(is_on),
        settings::Value::Nothing => Value::Undef,
        settings::Value::Integer(number) => Value::Integer(number),
        settings::Value::Seconds(number) => Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)),
        settings::Value::List(words) => Value::array(words.into_iter().map(Value::string)),
        other => Value::string(other.to_string()),
    }
}

fn text(settings: &Settings, name: &str) -> Outcome<String> {
    settings.text(name).map_err(unusable)
}

fn unusable(error: settings::SettingError) -> Failure {
    Failure::new(error.to_string())
}

/// The texts of the main manifest, in order.
fn sources(settings: &Settings, manifest: Manifest) -> Outcome<Vec<Arc<Source>>> {
    let paths = match manifest {
        Manifest::Code(code) => return Ok(vec![Arc::new(Source::new("", code))]),
        Manifest::Paths(paths) => paths,
        Manifest::OfEnvironment => match text(settings, "manifest")? {
            none if none.is_empty() || none == NO_MANIFEST => Vec::new(),
            path => vec![PathBuf::from(path)],
        },
    };
    let mut sources = Vec::new();
    for path in paths {
        memory::prepare_for_file(&path);
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

/// Reads a file of facts: a hash in JSON or YAML, or what `facts` prints, with the hash under `values`.
pub(crate) fn facts_from(path: &str) -> Outcome<Value> {
    let text = input::read_named_text(Path::new(path))
        .map_err(|error| Failure::new(format!("cannot read the facts {path}: {error}")))?;
    let read = if Path::new(path).extension().is_some_and(|ending| ending == "json") {
        json::parse(&text).map_err(|error| error.to_string())
    } else {
        yaml::parse(&text).map_err(|error| error.to_string())
    };
    let facts = read.map_err(|error| Failure::new(format!("the facts {path} cannot be read: {error}")))?;
    match facts.as_hash() {
        None => Err(Failure::new(format!("the facts {path} are no hash"))),
        Some(hash) => Ok(hash.get_str("values").filter(|values| values.as_hash().is_some()).unwrap_or(&facts).clone()),
    }
}

/// The types that are built in.
struct Native<'t>(&'t Types);

impl ResourceShapes for Native<'_> {
    fn load(&self, name: &str) -> Option<LoadedShape> {
        // Without Ruby a catalog can be made all the same.
        hosts::ruby::find()?;
        Some(match self.0.find(name) {
            Ok(known) => LoadedShape::Type(shape_of(name, known)),
            Err(UnknownType { name, reason: Some(reason) }) if reason != format!("Could not find type {name}") => {
                LoadedShape::Fails(reason)
            }
            Err(_) => LoadedShape::Nothing,
        })
    }

    fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
        let known = self.0.find(name).ok()?;
        Some(Arc::new(shape_of(name, known)))
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

fn shape_of(name: &str, known: &ResourceType) -> ResourceShape {
    let definition = known.definition();
    let mut attributes: Vec<EcoString> = definition.attributes().map(|attribute| attribute.name().clone()).collect();
    attributes.extend(definition.insync_trigger().map(EcoString::from));
    if known.providers().len() > 1 {
        attributes.push("provider".into());
    }
    let mut namevars: Vec<EcoString> = definition.namevars().map(|attribute| attribute.name().clone()).collect();
    // Packages of one name are different ones where their providers are.
    if let Some(Value::Array(more)) = definition.key("told_apart_by") {
        namevars.extend(more.iter().filter_map(Value::as_str).map(EcoString::from));
    }
    // What is special about the titles of Puppet's own types is special here, too.
    let puppet = CoreShapes.find(name).map(|shape| (*shape).clone()).unwrap_or_default();
    let patterns = definition.title_patterns();
    ResourceShape {
        name: name.into(),
        attributes: Some(attributes),
        namevars,
        titles_have_parts: puppet.titles_have_parts || patterns.is_some(),
        title_patterns: patterns.map(Arc::from),
        ..puppet
    }
}
