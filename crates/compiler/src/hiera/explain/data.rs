//! An explanation as data.

use pcore::{Hash, Value};

use super::{Branch, Event, Explanation, Step, without_strategy};

impl Explanation {
    /// The same as data: hashes with `type`, `event`, `branches` and what else a step has, its keys symbols.
    pub fn to_value(&self) -> Value {
        match self.0.steps.as_slice() {
            [] => Value::hash([]),
            [only] => only.to_value(),
            several => Value::hash([(symbol("branches"), several.iter().map(Step::to_value).collect())]),
        }
    }
}

impl Step {
    fn to_value(&self) -> Value {
        if let (Branch::Merge { .. }, [only]) = (&self.branch, self.steps.as_slice()) {
            return only.to_value();
        }
        let mut hash = Hash::default();
        let mut set = |name: &str, value: Value| hash.insert(symbol(name), value);
        if let Branch::MergeSource(source) = &self.branch {
            set("type", symbol("merge_source"));
            set("merge_source", Value::String(source.clone()));
            return hash.into();
        }
        if !self.steps.is_empty() {
            set("branches", self.steps.iter().map(Step::to_value).collect());
        }
        let (event, key, value) = match &self.event {
            Event::Nothing => (None, None, None),
            Event::Found(key, value) => (Some("found"), Some(key), Some(value)),
            Event::FoundInOverrides(key, value) => (Some("found_in_overrides"), Some(key), Some(value)),
            Event::FoundInDefaults(key, value) => (Some("found_in_defaults"), Some(key), Some(value)),
            Event::NotFound(key) => (Some("not_found"), Some(key), None),
            Event::LocationNotFound => (Some("location_not_found"), None, None),
            Event::Result(value) => (Some("result"), None, Some(value)),
        };
        let event = match &self.branch {
            Branch::Module { exists: false, .. } => Some("module_not_found"),
            Branch::Module { exists: true, .. } => Some("module_provider_not_found"),
            _ => event,
        };
        let key = match &self.branch {
            Branch::Top(key) | Branch::Meta(key) | Branch::InvalidKey(key) => Some(key),
            _ => key,
        };
        if let Some(key) = key {
            set("key", Value::String(key.clone()));
        }
        if let Some(value) = value {
            set("value", value.clone());
        }
        if let Some(event) = event {
            set("event", symbol(event));
        }
        if !self.texts.is_empty() {
            set("texts", self.texts.iter().map(|text| Value::from(text.as_str())).collect());
        }
        let kind = match &self.branch {
            Branch::Root | Branch::Top(_) | Branch::Meta(_) | Branch::MergeSource(_) => "root",
            Branch::InvalidKey(_) => "invalid_key",
            Branch::Module { .. } => "module",
            Branch::Interpolation(_) => "interpolate",
            Branch::Merge { .. } => "merge",
            Branch::Provider { .. } => "data_provider",
            Branch::Location { is_uri: true, .. } => "uri",
            Branch::Location { is_uri: false, .. } => "path",
            Branch::SubKey(_) => "sub_key",
            Branch::Segment => "segment",
            Branch::Scope(_) => "scope",
        };
        set("type", symbol(kind));
        match &self.branch {
            Branch::Interpolation(subject) => {
                set("expression", Value::String(subject.clone()));
            }
            Branch::Merge { strategy, options } => {
                set("merge", symbol(strategy));
                let options = without_strategy(options);
                if !options.is_empty() {
                    set("options", options.into());
                }
            }
            Branch::Provider { name, configuration, module } => {
                set("name", Value::from(name.as_str()));
                if let Some(path) = configuration {
                    set("configuration_path", Value::from(path.as_str()));
                }
                if let Some(module) = module {
                    set("module", Value::String(module.clone()));
                }
            }
            Branch::Location { original, resolved, is_uri } => {
                let (before, after) = if *is_uri { ("original_uri", "uri") } else { ("original_path", "path") };
                set(before, Value::String(original.clone()));
                set(after, Value::String(resolved.clone()));
            }
            Branch::Scope(name) => {
                set("name", Value::from(name.as_str()));
            }
            _ => {}
        }
        hash.into()
    }
}

fn symbol(name: &str) -> Value {
    Value::Symbol(name.into())
}
