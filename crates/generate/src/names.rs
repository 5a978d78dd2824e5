//! Names of types and features in other languages.

use diagnostics::Problem;
use std::sync::Arc;

use ecow::EcoString;
use model::ModelType;
use pcore::names::capitalized;
use rustc_hash::{FxHashMap, FxHashSet};

/// The names of types in another language, by their own names in lower case.
pub(crate) struct ClassNames(FxHashMap<EcoString, String>);

impl ClassNames {
    /// Names every type: `My::Ssh_key` is `MySshKey`. Keywords get a trailing `_`.
    pub fn of(models: &[Arc<ModelType>], is_reserved: impl Fn(&str) -> bool) -> Result<ClassNames, Problem> {
        let mut names: FxHashMap<EcoString, String> = FxHashMap::default();
        let mut owners: FxHashMap<String, &Arc<ModelType>> = FxHashMap::default();
        for model in models {
            let mut name = class_name(&model.name);
            if is_reserved(&name) {
                name.push('_');
            }
            if let Some(other) = owners.insert(name.clone(), model) {
                let message = format!("'{}' and '{}' would both be named {name}", other.name, model.name);
                return Err(Problem::at(model.location(), message).label(other.location(), "the other is defined here"));
            }
            names.insert(model.name.to_lowercase(), name);
        }
        Ok(ClassNames(names))
    }

    /// The name of a type.
    pub fn get(&self, name: &str) -> &str {
        let class = self.0.get(&EcoString::from(name).to_lowercase());
        debug_assert!(class.is_some(), "the type '{name}' is not among those that are generated");
        class.map_or("", String::as_str)
    }
}

/// `My::Ssh_key` as `MySshKey`.
fn class_name(name: &str) -> String {
    name.split([':', '_']).map(capitalized).collect()
}

/// The names of all features of a type, in order; keywords get a trailing `_`.
pub(crate) fn member_names(model: &ModelType, is_reserved: impl Fn(&str) -> bool) -> Result<Vec<String>, Problem> {
    let mut names: Vec<String> = Vec::with_capacity(model.features.len());
    let mut taken: FxHashSet<String> = FxHashSet::default();
    for feature in &model.features {
        let mut name = feature.name.to_string();
        if is_reserved(&name) {
            name.push('_');
        }
        if !taken.insert(name.clone()) {
            let message = format!("two features of '{}' would both be named {name}", model.name);
            return Err(Problem::at(feature.location.clone(), message));
        }
        names.push(name);
    }
    Ok(names)
}

pub(crate) fn description(model: &ModelType) -> Option<&str> {
    model.definition.statements.iter().find_map(|statement| match statement {
        syntax::ast::TypeStatement::Description(text) => Some(text.text.as_str()),
        _ => None,
    })
}
