//! The options of `lookup`.

use compiler::{Explain, LookupRequest};
use pcore::{Hash, Type, Value, parse_type};
use resource_api::{Failure, Outcome};

use crate::options::Options;

const SEE_HELP: &str = "Run 'puppet lookup --help' for more details";

/// How the answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rendering {
    Text,
    Json,
    Yaml,
}

/// What is looked up, and how the answer is written.
pub(super) struct LookupOptions {
    keys: Vec<String>,
    value_type: Option<Type>,
    merge: Value,
    default: Option<Value>,
    explain: Explain,
    pub(super) rendering: Rendering,
}

impl LookupOptions {
    pub(super) fn read(options: &Options) -> Outcome<LookupOptions> {
        let merge = merge(options)?;
        let explain = match (options.has("explain"), options.has("explain-options")) {
            (true, _) => Explain::Data,
            (false, true) => Explain::Options,
            (false, false) => Explain::Nothing,
        };
        let keys = match options.words.as_slice() {
            [] if explain == Explain::Options => vec!["__global__".to_owned()],
            [] => return Err(Failure::new("No keys were given to lookup.")),
            keys => keys.to_vec(),
        };
        let rendering = match options.value("render-as").map(str::to_lowercase).as_deref() {
            None if explain == Explain::Nothing => Rendering::Yaml,
            None | Some("s") => Rendering::Text,
            Some("json") => Rendering::Json,
            Some("yaml") => Rendering::Yaml,
            Some(format) => return Err(Failure::new(format!("Unknown rendering format '{format}'"))),
        };
        let value_type = options.value("type").map(|text| {
            parse_type(text).map_err(|problem| Failure::new(format!("invalid type '{text}': {}", problem.message)))
        });
        Ok(LookupOptions {
            keys,
            value_type: value_type.transpose()?,
            merge,
            default: options.value("default").map(Value::from),
            explain,
            rendering,
        })
    }

    pub(super) fn request(&self) -> LookupRequest<'_> {
        LookupRequest {
            keys: &self.keys,
            value_type: self.value_type.clone(),
            merge: self.merge.clone(),
            default: self.default.clone(),
            explain: self.explain,
        }
    }
}

fn merge(options: &Options) -> Outcome<Value> {
    let (sort, hashes) = (options.has("sort-merged-arrays"), options.has("merge-hash-arrays"));
    let prefix = options.value("knock-out-prefix");
    let strategy = options.value("merge");
    if (sort || hashes || prefix.is_some()) && strategy != Some("deep") {
        return Err(Failure::new(format!(
            "The options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only available with \
             '--merge deep'\n{SEE_HELP}"
        )));
    }
    let mut merge = Hash::default();
    match strategy {
        None => return Ok(Value::Undef),
        Some(strategy @ ("first" | "hash" | "unique")) => {
            merge.insert("strategy".into(), strategy.into());
        }
        Some("deep") => {
            merge.insert("strategy".into(), "deep".into());
            merge.insert("sort_merged_arrays".into(), sort.into());
            merge.insert("merge_hash_arrays".into(), hashes.into());
            if let Some(prefix) = prefix {
                merge.insert("knockout_prefix".into(), prefix.into());
            }
        }
        Some(_) => {
            return Err(Failure::new(format!(
                "The --merge option only accepts 'first', 'hash', 'unique', or 'deep'\n{SEE_HELP}"
            )));
        }
    }
    Ok(merge.into())
}

/// A value as plain data; other values become text.
pub(super) fn plain(value: &Value) -> Value {
    match value {
        Value::Undef
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_) => value.clone(),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Hash(entries) => Value::hash(entries.iter().map(|(key, value)| (plain(key), plain(value)))),
        other => Value::from(other.to_string()),
    }
}
