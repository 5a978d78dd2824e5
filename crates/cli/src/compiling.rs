//! From manifests to a catalog, as the settings of a command line say: for `apply`, `catalog compile` and `epp`.

mod telling;

use std::{
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Instant, SystemTime},
};

use compiler::{
    Compilation, CoreShapes, Environment, EnvironmentShapes, Explanation, Hiera, Limits, Loader, LookupRequest, Node,
    Options as CompilerOptions, ResourceShape, ResourceShapes,
};
use diagnostics::Source;
use ecow::EcoString;
use engine::catalog::Catalog;
use pcore::{Value, json, time::Timestamp, yaml};
use resource_api::{Failure, Outcome, Types, log::Level};
use settings::Settings;
use syntax::Strictness;

use self::telling::tell;
use crate::{
    arguments::Program,
    machine,
    options::{CommandOption, Options},
    startup::Begun,
};

/// How many expressions may be evaluated.
pub(crate) const MAX_STEPS: CommandOption =
    CommandOption::valued("max_evaluation_steps", "N", "How many expressions a manifest may evaluate");

/// How deep calls may be nested.
pub(crate) const MAX_DEPTH: CommandOption =
    CommandOption::valued("max_evaluation_depth", "N", "How deep calls in a manifest may be nested");

/// How large a value may be.
pub(crate) const MAX_SIZE: CommandOption =
    CommandOption::valued("max_value_size", "N", "How many bytes or elements a value may have");

/// How many resources there may be.
pub(crate) const MAX_RESOURCES: CommandOption =
    CommandOption::valued("max_resources", "N", "How many resources a catalog may have");

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

/// A catalog could not be made; why was said already.
pub(crate) struct NotCompiled;

/// Compiles a catalog, and says how long that took.
pub(crate) fn compile(
    program: &Program<'_>,
    begun: &Begun,
    request: Request<'_>,
) -> Outcome<Result<Catalog, NotCompiled>> {
    let sources = sources(&begun.settings, request.manifest)?;
    // Reading facts is not compiling.
    let facts = facts_of(begun, request.node, request.facts)?;
    let started = Instant::now();
    let evaluated = evaluate(program, begun, request.node, Some(facts), |compilation, _| {
        // What was exported is for other machines.
        compiler::compile(compilation, &sources)?;
        let mut catalog = compilation.applicable_catalog();
        if request.is_for_here {
            compiler::resolve_deferred(compilation, &mut catalog)?;
        }
        Ok::<_, Box<compiler::Failure>>(catalog)
    })?;
    match evaluated.result {
        Ok(catalog) => {
            let seconds = started.elapsed().as_secs_f64();
            let Evaluated { node, environment, .. } = evaluated;
            let message = format!("Compiled catalog for {node} in environment {environment} in {seconds:.2} seconds");
            begun.log.line(Level::Notice, &message);
            Ok(Ok(catalog))
        }
        Err(failure) => {
            tell(program, begun, &failure, &evaluated.environment, &evaluated.node);
            Ok(Err(NotCompiled))
        }
    }
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
    let evaluated = evaluate(program, begun, request.node, request.facts, |compilation, hiera| {
        compiler::compile(compilation, &sources)?;
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

/// Does something with a compilation for a machine, as the settings say, on a stack that is deep enough.
pub(crate) fn evaluate<T: Send>(
    program: &Program<'_>,
    begun: &Begun,
    node: Option<&str>,
    facts: Option<Value>,
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
    let options = CompilerOptions { limits: limits(&begun.options)?, ..options(settings)? };
    let node = Node::local(name.as_str(), facts_of(begun, node, facts)?);
    let loader = Loader::new(environment.clone(), options.strict);
    let shapes = EnvironmentShapes::new(&environment, Native(program.types), begun.log.clone());
    let hiera = Hiera::new(text(settings, "hiera_config")?);
    let limits = options.limits;
    let result = compiler::with_stack(&limits, || {
        let mut compilation = Compilation::new(loader, node, options, &shapes, begun.log.clone()).with_data(&hiera);
        work(&mut compilation, &hiera)
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
        (None, _) => machine::facts(begun).map(Value::from),
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

/// How far a manifest may go.
fn limits(options: &Options) -> Outcome<Limits> {
    fn limit<T: std::str::FromStr>(options: &Options, name: &str, default: T) -> Outcome<T> {
        let Some(text) = options.value(name) else { return Ok(default) };
        text.parse().map_err(|_| Failure::new(format!("--{name} is a whole number, but '{text}' was given")))
    }
    let default = Limits::default();
    Ok(Limits {
        steps: limit(options, "max_evaluation_steps", default.steps)?,
        depth: limit(options, "max_evaluation_depth", default.depth)?,
        resources: limit(options, "max_resources", default.resources)?,
        size: limit(options, "max_value_size", default.size)?,
    })
}

/// What `$settings::…` is. A setting that cannot be told is left out.
fn all_settings(settings: &Settings) -> Vec<(EcoString, Value)> {
    let known = settings::table::all().filter_map(|setting| Some((setting.name, settings.value(setting.name).ok()?)));
    known.map(|(name, value)| (name.into(), of_setting(value))).collect()
}

fn of_setting(value: settings::Value) -> Value {
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
        sources.extend(Environment::manifests(&path).map_err(|error| Failure::new(error.to_string()))?);
    }
    Ok(sources)
}

/// Reads a manifest from stdin.
pub(crate) fn from_stdin() -> Outcome<Manifest> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map_err(|error| Failure::new(format!("cannot read stdin: {error}")))?;
    let text = String::from_utf8(bytes).map_err(|_| Failure::new("the manifest on stdin is not UTF-8"))?;
    Ok(Manifest::Code(text))
}

/// Reads a file of facts: a hash in JSON or YAML, or what `facts` prints, with the hash under `values`.
pub(crate) fn facts_from(path: &str) -> Outcome<Value> {
    let text =
        fs::read_to_string(path).map_err(|error| Failure::new(format!("cannot read the facts {path}: {error}")))?;
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
    fn find(&self, name: &str) -> Option<Arc<ResourceShape>> {
        let definition = self.0.find(name).ok()?.definition().clone();
        Some(Arc::new(ResourceShape {
            name: name.into(),
            attributes: Some(definition.attributes().map(|attribute| attribute.name().clone()).collect()),
            namevars: definition.namevars().map(|attribute| attribute.name().clone()).collect(),
            // What is special about the titles of Puppet's own types is special here, too.
            ..CoreShapes.find(name).map(|shape| (*shape).clone()).unwrap_or_default()
        }))
    }

    fn names(&self) -> Vec<EcoString> {
        self.0.iter().map(|known| known.definition().name().clone()).collect()
    }
}
