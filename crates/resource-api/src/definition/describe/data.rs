//! A definition as plain data.

use pcore::{Hash, Value, regexp::Regexp};

use super::{DefaultValue, plain};
use crate::definition::{
    Attribute, Behaviour, TypeDefinition, attribute::WHEN_WRAPPED, map_of, relations::RelationKind,
};

/// The known keys of a definition, including old names. All others are kept unchanged.
const KNOWN_KEYS: [&str; 13] = [
    "name",
    "desc",
    "docs",
    "features",
    "feature",
    "attributes",
    // The attributes of the groups have been added to the attributes.
    "include",
    "title_patterns",
    "autorequire",
    "autorequires",
    "autosubscribe",
    "autobefore",
    "autonotify",
];

/// The known keys of an attribute.
const KNOWN_ATTRIBUTE_KEYS: [&str; 7] = ["type", "desc", "behaviour", "behavior", "default", "sensitive", "lazy"];

/// Returns the definition as plain data, with the current names of keys.
///
/// Reading it results in the same definition. The keys of the type, in this order:
///
/// | key | value |
/// |---|---|
/// | `name` | text |
/// | `desc` | text; omitted if missing |
/// | `features` | array of strings |
/// | `attributes` | a map from names to attributes, in the order of the definition |
/// | `title_patterns` | array of `{pattern, desc}`; omitted if empty |
/// | `autorequire`, `autosubscribe`, `autobefore`, `autonotify` | a map from types to arrays of titles; omitted if empty |
/// | any other | unchanged |
///
/// The keys of an attribute: `type` (text), `desc`, `behaviour` (omitted for a property), `default`, `sensitive` (if true
/// or `when_wrapped`), `lazy` (if true), and all others unchanged. Instead of a secret default there is `default_redacted: true`,
/// which is read as no default.
///
/// ```
/// use resource_api::{TypeDefinition, definition::describe};
///
/// let text = "{name: note, docs: A note, color: red, attributes: {name: {type: String, desc: n, behavior: namevar}}}";
/// let note = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// assert_eq!(
///     format!("{:?}", describe::json(&note)),
///     "{'name' => 'note', 'desc' => 'A note', 'features' => [], 'attributes' => {'name' => {'type' => 'String', \
///      'desc' => 'n', 'behaviour' => 'namevar'}}, 'color' => 'red'}"
/// );
/// ```
pub fn json(definition: &TypeDefinition) -> Value {
    let attributes =
        definition.attributes().map(|attribute| (attribute.name().clone().into(), of_attribute(attribute)));
    let mut data = map_of([
        ("name", Some(definition.name().clone().into())),
        ("desc", definition.description().cloned().map(Value::from)),
        ("features", Some(definition.features().iter().map(|name| Value::from(name.clone())).collect())),
        ("attributes", Some(Value::hash(attributes))),
    ]);
    if let Some(patterns) = definition.title_patterns() {
        let pattern = |pattern: &crate::definition::title::TitlePattern| {
            let description = pattern.description.clone().map(Value::from);
            Value::from(map_of([("pattern", Some(source(&pattern.pattern).into())), ("desc", description)]))
        };
        // Unusable patterns are shown as they were written.
        let written = definition.key("title_patterns").filter(|_| patterns.is_empty()).map(plain);
        data.insert("title_patterns".into(), written.unwrap_or_else(|| patterns.iter().map(pattern).collect()));
    }
    for kind in RelationKind::ALL {
        let mut types = Hash::default();
        for declaration in definition.relations().declarations().iter().filter(|declared| declared.kind == kind) {
            let titles = types.entry(declaration.type_name.clone().into());
            let known = titles.as_array().unwrap_or_default().iter().cloned();
            let more = declaration.titles.iter().map(|title| Value::from(title.source().clone()));
            *titles = known.chain(more).collect();
        }
        if !types.is_empty() {
            data.insert(kind.name().into(), types.into());
        }
    }
    add_other_keys(&mut data, definition.raw(), &KNOWN_KEYS);
    data.into()
}

fn of_attribute(attribute: &Attribute) -> Value {
    let (default, default_redacted) = match DefaultValue::of(attribute) {
        DefaultValue::None => (None, None),
        DefaultValue::Secret => (None, Some(true.into())),
        DefaultValue::Public(value) => (Some(plain(value)), None),
    };
    let behaviour = Some(attribute.behaviour()).filter(|behaviour| *behaviour != Behaviour::Property);
    let mut data = map_of([
        ("type", Some(attribute.type_text().clone().into())),
        ("desc", attribute.description().cloned().map(Value::from)),
        ("behaviour", behaviour.map(|behaviour| behaviour.to_string().into())),
        ("default", default),
        ("default_redacted", default_redacted),
        ("sensitive", attribute.is_sensitive().then_some(true.into())),
        ("lazy", attribute.is_lazy().then_some(true.into())),
    ]);
    if let Some(sensitive @ Value::String(word)) = attribute.key("sensitive")
        && word == WHEN_WRAPPED
    {
        data.insert("sensitive".into(), sensitive.clone());
    }
    add_other_keys(&mut data, attribute.raw(), &KNOWN_ATTRIBUTE_KEYS);
    data.into()
}

fn add_other_keys(data: &mut Hash, raw: &Value, known: &[&str]) {
    for (key, value) in raw.as_hash().into_iter().flat_map(Hash::iter) {
        let key = key.to_string();
        if !known.contains(&key.as_str()) && data.get_str(&key).is_none() {
            data.insert(key.into(), plain(value));
        }
    }
}

/// Returns a text that results in the same pattern.
fn source(pattern: &Regexp) -> String {
    if pattern.options() == Default::default() {
        return pattern.source().to_owned();
    }
    let literal = pattern.to_string();
    literal.strip_prefix('/').and_then(|text| text.strip_suffix('/')).unwrap_or(&literal).to_owned()
}
