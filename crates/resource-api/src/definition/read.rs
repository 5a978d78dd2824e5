//! Validates definitions, with the checks, the order and the messages of the reference implementation.
//!
//! The first error ends the validation. Warnings are collected in the definition, so that whoever registers the type
//! can log each of them once.

pub(super) mod schema;

#[cfg(test)]
mod tests;

use ecow::{EcoString, eco_format};
use indexmap::IndexMap;
use pcore::{Hash, Type, TypeNames, Value};

use super::{
    Attribute, Behaviour, DefinitionError, Feature, TypeDefinition, alias_used, attribute, data_type, feature, field,
    keys, misspelled, names, relations, ruby_class::ruby_class, title,
};
use crate::{log::Level, render};

/// The message about a missing description.
pub(super) const NO_DOCUMENTATION: &str = " has no documentation, add it using a `desc` key";

/// Reads a definition whose types may use these names.
pub(super) fn read(definition: &Value, type_names: &dyn TypeNames) -> Result<TypeDefinition, DefinitionError> {
    let map = definition.as_hash().ok_or_else(|| {
        DefinitionError::unexpected("Puppet::ResourceApi::TypeDefinition must be a Hash", definition)
            .hint("write a map with the keys name, desc and attributes")
    })?;
    let mut messages = Vec::new();
    let name = field(map, "name")
        .ok_or_else(|| DefinitionError::developer("Puppet::ResourceApi::TypeDefinition must have a name"))?;
    let name = names::type_name(name).map_err(|error| error.within("name"))?;
    let given = attributes_of(name, map)?;
    let description = description(name, map, &mut messages)?;
    let drafts = given
        .iter()
        .map(|(key, raw)| Draft::read(name, key, raw, type_names, &mut messages))
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| error.within("attributes"))?;
    check_reserved(&drafts)?;
    let pattern_entries =
        title::entries(field(map, "title_patterns")).map_err(|error| error.within("title_patterns"))?;
    if !feature::is_named(map, Feature::EnsureStates) {
        check_ensure(&drafts)?;
    }
    let features = feature::read(name, map, &mut messages)?;
    let self_contained = drafts.iter().all(Draft::is_self_contained);
    let mut attributes = IndexMap::with_capacity_and_hasher(drafts.len(), Default::default());
    for draft in drafts {
        let within = draft.name.clone();
        let attribute = draft.finish(name).map_err(|error| error.within(within.as_str()).within("attributes"))?;
        attributes.insert(attribute.name.clone(), attribute);
    }
    let relations = relations::read(name, map, &mut messages)?;
    // The patterns are needed only for titles, so an unusable pattern does not prevent registering the type.
    let title_patterns = pattern_entries.map(|entries| title::read_entries(name, entries)).transpose();
    let (title_patterns, pattern_problem) = match title_patterns {
        Ok(patterns) => (patterns, None),
        Err(problem) => (Some(Vec::new()), Some(problem.within("title_patterns"))),
    };
    let definition = TypeDefinition {
        name: name.into(),
        description,
        attributes,
        features,
        title_patterns,
        pattern_problem,
        relations,
        self_contained,
        raw: definition.clone(),
        messages,
    };
    Ok(with_warnings(definition))
}

/// Adds warnings about definitions that are valid but hardly usable.
fn with_warnings(mut definition: TypeDefinition) -> TypeDefinition {
    if let Err(error) = definition.check_usable() {
        definition.messages.push((Level::Warning, error.message().to_owned()));
    }
    let namevars: Vec<&str> = definition.namevars().map(|namevar| namevar.name().as_str()).collect();
    let patterns = definition.title_patterns().unwrap_or_default();
    let mut warnings = title::warnings(&definition.name, patterns, &namevars);
    warnings.extend(definition.relations.unknown_attributes(&definition));
    warnings.extend(misspelled::keys(&definition).iter().map(|error| error.message().to_owned()));
    definition.messages.extend(warnings.into_iter().map(|warning| (Level::Warning, warning)));
    definition
}

fn attributes_of<'a>(name: &str, map: &'a Hash) -> Result<&'a Hash, DefinitionError> {
    let given = field(map, "attributes").ok_or_else(|| {
        DefinitionError::developer("Puppet::ResourceApi::TypeDefinition must have `attributes`")
            .hint("write a map from attribute names to definitions such as {type: String, desc: …}")
    })?;
    let expected = || format!("`{name}.attributes` must be a hash");
    given.as_hash().ok_or_else(|| DefinitionError::unexpected(expected(), given).within("attributes"))
}

fn description(
    name: &str,
    map: &Hash,
    messages: &mut Vec<(Level, String)>,
) -> Result<Option<EcoString>, DefinitionError> {
    let mut description = field(map, "desc");
    if let Some(docs) = field(map, "docs") {
        if description.is_some_and(is_true) {
            let message = format!("`{name}` has both `desc` and `docs`, prefer using `desc`");
            return Err(DefinitionError::developer(message).within("docs"));
        }
        messages.push(alias_used("docs", "desc"));
        description = Some(docs);
    }
    if description.is_none() {
        messages.push((Level::Warning, format!("`{name}`{NO_DOCUMENTATION}")));
    }
    Ok(text(description))
}

/// An attribute whose type has been read, but not its behaviour.
struct Draft<'a> {
    name: EcoString,
    raw: &'a Value,
    fields: &'a Hash,
    data_type: Type,
    type_text: EcoString,
    accepts: Option<Type>,
    states: Vec<EcoString>,
    /// The key of the behaviour, which has two spellings, with its value.
    behaviour: Option<(&'static str, &'a Value)>,
}

impl<'a> Draft<'a> {
    fn read(
        definition_name: &str,
        key: &Value,
        raw: &'a Value,
        type_names: &dyn TypeNames,
        messages: &mut Vec<(Level, String)>,
    ) -> Result<Draft<'a>, DefinitionError> {
        let (Value::String(name) | Value::Symbol(name)) = key else {
            let message = format!(
                "`{definition_name}.attributes` must have names as keys, but `{}` is a {}",
                render::interpolate(key),
                ruby_class(key)
            );
            return Err(DefinitionError::developer(message).hint("put the name of the attribute in quotes"));
        };
        Draft::read_fields(definition_name, name, raw, type_names, messages)
            .map_err(|error| error.within(name.as_str()))
    }

    fn read_fields(
        definition_name: &str,
        name: &EcoString,
        raw: &'a Value,
        type_names: &dyn TypeNames,
        messages: &mut Vec<(Level, String)>,
    ) -> Result<Draft<'a>, DefinitionError> {
        if name == keys::INSYNC_TRIGGER {
            return Err(DefinitionError::developer(format!(
                "`{name}` cannot be specified as an attribute; it is reserved for propertyless types with the \
                 custom_insync feature"
            )));
        }
        let qualified_name = eco_format!("{definition_name}.{name}");
        let fields = raw.as_hash().ok_or_else(|| {
            DefinitionError::developer(format!("`{qualified_name}` must be a Hash, not a {}", ruby_class(raw)))
        })?;
        let type_text = match field(fields, "type") {
            Some(Value::String(text)) => text.clone(),
            None | Some(Value::Undef) => {
                return Err(DefinitionError::developer(format!("`{qualified_name}` has no type"))
                    .hint("add the type of its values, for example type: Optional[String]"));
            }
            Some(other) => {
                let expected = format!("`{qualified_name}` must have a type that is a String");
                return Err(DefinitionError::unexpected(expected, other).within("type"));
            }
        };
        let description = field(fields, "desc");
        if description.is_none() {
            messages.push((Level::Warning, format!("`{qualified_name}`{NO_DOCUMENTATION}")));
        }
        let data_type = data_type::read(name, &type_text, type_names).map_err(|error| error.within("type"))?;
        let accepts = match field(fields, "accepts") {
            None | Some(Value::Undef) => None,
            Some(Value::String(text)) => {
                Some(data_type::read(name, text, type_names).map_err(|error| error.within("accepts"))?)
            }
            Some(other) => return Err(wrong_key(&qualified_name, "accepts", "a type in a String", other)),
        };
        let states = match field(fields, "states") {
            None | Some(Value::Undef) => Some(Vec::new()),
            Some(states) => states.as_array().and_then(|states| states.iter().map(word_of).collect()),
        };
        let states = states.ok_or_else(|| {
            wrong_key(&qualified_name, "states", "an Array of words", field(fields, "states").unwrap_or(raw))
        })?;
        let behaviour = behaviour_of(name, fields, messages)?;
        Ok(Draft { name: name.clone(), raw, fields, data_type, type_text, accepts, states, behaviour })
    }

    /// Whether its type uses only known names.
    fn is_self_contained(&self) -> bool {
        let mut types = [Some(&self.data_type), self.accepts.as_ref()].into_iter().flatten();
        types.all(|data_type| data_type.unresolved_reference().is_none())
    }

    fn finish(self, definition_name: &str) -> Result<Attribute, DefinitionError> {
        let (behaviour_key, word) = self.behaviour.unzip();
        let behaviour_key = behaviour_key.unwrap_or("behaviour");
        let behaviour = Behaviour::read(word).map_err(|error| error.within(behaviour_key))?;
        let qualified_name = eco_format!("{definition_name}.{}", self.name);
        if self.name == "ensure" && behaviour != Behaviour::Property {
            let message = format!("`{qualified_name}` must not have a behaviour, but has `{behaviour}`");
            return Err(DefinitionError::developer(message).within(behaviour_key));
        }
        names::check_attribute_name(&self.name, behaviour)?;
        let lazy = lazy(&qualified_name, self.fields, behaviour).map_err(|error| error.within("lazy"))?;
        // Any other value that is not clearly false hides the values.
        let sensitive = field(self.fields, "sensitive").filter(|sensitive| is_true(sensitive));
        let is_public = sensitive.and_then(word_of).is_some_and(|word| word == attribute::WHEN_WRAPPED);
        let mut attribute = Attribute {
            name: self.name,
            qualified_name,
            expects_secret: !is_public && attribute::expects_secret(&self.data_type),
            data_type: self.data_type,
            type_text: self.type_text,
            description: text(field(self.fields, "desc")),
            default: None,
            behaviour,
            sensitive: sensitive.is_some() && !is_public,
            lazy,
            accepts: self.accepts,
            states: self.states,
            raw: self.raw.clone(),
        };
        attribute.default = default(&attribute, self.fields).map_err(|error| error.within("default"))?;
        Ok(attribute)
    }
}

/// The error about a key of ours that has another value than it can have.
fn wrong_key(qualified_name: &str, key: &'static str, expected: &str, found: &Value) -> DefinitionError {
    let message = format!("`{qualified_name}` must have `{key}` as {expected}, not as `{}`", ruby_class(found));
    DefinitionError::developer(message).within(key)
}

fn behaviour_of<'a>(
    name: &str,
    fields: &'a Hash,
    messages: &mut Vec<(Level, String)>,
) -> Result<Option<(&'static str, &'a Value)>, DefinitionError> {
    let given = |key: &'static str| field(fields, key).filter(|value| is_true(value)).map(|value| (key, value));
    match (given("behaviour"), given("behavior")) {
        (Some(_), Some(_)) => Err(DefinitionError::developer(format!(
            "the '{name}' attribute has both a `behavior` and a `behaviour`, only use one"
        ))
        .within("behavior")),
        (None, Some(behavior)) => {
            messages.push(alias_used("behavior", "behaviour"));
            Ok(Some(behavior))
        }
        (behaviour, None) => Ok(behaviour),
    }
}

/// Reads whether an attribute is lazy.
fn lazy(qualified_name: &str, fields: &Hash, behaviour: Behaviour) -> Result<bool, DefinitionError> {
    let lazy = match field(fields, "lazy") {
        None | Some(Value::Undef) => false,
        Some(Value::Boolean(lazy)) => *lazy,
        Some(other) => {
            let expected = format!("`{qualified_name}` must have a `lazy` that is a Boolean");
            return Err(DefinitionError::unexpected(expected, other));
        }
    };
    match behaviour {
        Behaviour::Namevar | Behaviour::Parameter if lazy => {
            Err(DefinitionError::developer(format!("`{qualified_name}` is a {behaviour} and cannot be `lazy`"))
                .hint("only attributes that `get` reads can be lazy: properties, init_only and read_only attributes"))
        }
        _ => Ok(lazy),
    }
}

/// Reads a default, which must be of the attribute's type. Attributes that cannot be set have none.
fn default(attribute: &Attribute, fields: &Hash) -> Result<Option<Value>, DefinitionError> {
    let Some(default) = field(fields, "default").filter(|value| !value.is_undef()) else { return Ok(None) };
    if !attribute.behaviour.is_settable() {
        return Ok(None);
    }
    // An unresolved type refuses every value. That is reported when a value is set, not here.
    if attribute.data_type().unresolved_reference().is_some() {
        return Ok(Some(default.clone()));
    }
    attribute.check(default).map(Some).map_err(|failure| DefinitionError::resource(failure.to_string()))
}

fn check_reserved(drafts: &[Draft<'_>]) -> Result<(), DefinitionError> {
    let found = keys::reserved().find(|reserved| drafts.iter().any(|draft| draft.name == *reserved));
    found.map_or(Ok(()), |name| {
        Err(DefinitionError::developer(format!("must not define an attribute called `:{name}`"))
            .within(name)
            .within("attributes"))
    })
}

fn check_ensure(drafts: &[Draft<'_>]) -> Result<(), DefinitionError> {
    match drafts.iter().find(|draft| draft.name == "ensure") {
        Some(ensure) if !data_type::is_ensure(&ensure.data_type) => Err(DefinitionError::developer(
            "`:ensure` attribute must have a type of: `Enum[present, absent]` or `Optional[Enum[present, absent]]`",
        )
        .within("type")
        .within("ensure")
        .within("attributes")),
        _ => Ok(()),
    }
}

/// Whether Ruby considers a value true.
fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Undef | Value::Boolean(false))
}

fn word_of(value: &Value) -> Option<EcoString> {
    match value {
        Value::String(word) | Value::Symbol(word) => Some(word.clone()),
        _ => None,
    }
}

fn text(value: Option<&Value>) -> Option<EcoString> {
    value.filter(|value| is_true(value)).map(|value| render::interpolate(value).into())
}
