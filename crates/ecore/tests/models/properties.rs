//! Types and instances that nobody thought of.

use std::{fmt::Write as _, sync::Arc};

use diagnostics::Source;
use ecore::{
    LogicOutput, Naming, Secrets,
    instances::{Types, read_json, read_xmi, write_json, write_xmi},
};
use model::{FeatureKind, ModelType};
use pcore::{Hash, Type, Value};
use proptest::prelude::*;

use crate::{
    instances::built,
    types::{exported, imported, session, types},
};

/// Choices out of bytes, so that a failing case can be made smaller.
pub(crate) struct Bytes<'b>(pub(crate) std::slice::Iter<'b, u8>);

impl Bytes<'_> {
    fn below(&mut self, limit: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % limit
    }

    fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

const LOGIC: [&str; 8] = [
    "{ true }",
    "$it != 'x'",
    "|$v| { if $v =~ /^\\/a/ { \"no ${v}\" } }",
    "{ case $it { 1, 'a': { false } /b/, default: { undef } } }",
    "{ $it ? { String => true, default => $meta[name] != '' } }",
    "{ unless $it == undef { [1, 2].all |$x| { $x > 0 } } }",
    "{ $a = \"a\\n${it}\" $a.length < 1000 }",
    "{ 'q' in \"${it}\" or !($it in [1, 'y']) and -1 < 0 }",
];

/// A text with types: some abstract, some that extend others, features of all kinds.
fn random_types(bytes: &mut Bytes<'_>) -> String {
    let count = bytes.below(5) + 1;
    let namespaces = ["", "", "Sub::", "Sub::Inner::", "Other::"];
    let names: Vec<String> = (0..count).map(|number| format!("{}T{number}", namespaces[bytes.below(5)])).collect();
    let mut text = String::from("type Small = Integer[0, 9]\ntype Sub::Code = Pattern[/\\A[a-z]+\\z/]\n");
    for (number, name) in names.iter().enumerate() {
        let _ = write!(text, "type {name} ");
        if number > 0 && bytes.below(3) == 0 {
            let _ = write!(text, "inherits {} ", names[bytes.below(number)]);
        }
        text.push_str("{\n");
        // The last one can be made in any case.
        if number + 1 < count && bytes.below(5) == 0 {
            text.push_str("abstract\n");
        }
        for feature in 0..bytes.below(6) {
            let (word, data_type) = match bytes.below(4) {
                0 => ("has", names[bytes.below(count)].as_str()),
                _ => (
                    "attr",
                    bytes.pick(&[
                        "String",
                        "Integer",
                        "Float",
                        "Boolean",
                        "enum[a, 'B c', a_b, 'a-b']",
                        "Small",
                        "Sub::Code",
                        "Scalar",
                        "Data",
                    ]),
                ),
            };
            let _ = write!(text, "  {word} f{number}_{feature}, {data_type}");
            let mut settings: Vec<String> = Vec::new();
            let bounds = bytes.pick(&["", "", "max => unbound", "max => 3", "min => 0, max => 2"]);
            settings.extend((!bounds.is_empty()).then(|| bounds.to_owned()));
            if bytes.below(3) == 0 {
                settings.push("unsettable => true".to_owned());
            }
            if bytes.below(6) == 0 {
                settings.push("transient => true".to_owned());
            }
            if word == "has" && bytes.below(2) == 0 {
                settings.push("containment => false".to_owned());
            }
            if word == "attr" && bytes.below(2) == 0 {
                settings.push(format!("check => {}", bytes.pick(&LOGIC)));
            }
            if bytes.below(4) == 0 {
                settings.push(format!("validate => {}", bytes.pick(&LOGIC)));
            }
            let default = match data_type {
                "String" => bytes.pick(&["", "'d <&>'"]),
                "Integer" => bytes.pick(&["", "-7"]),
                "Small" => bytes.pick(&["", "7"]),
                "Float" => bytes.pick(&["", "0.5", "1e100"]),
                "Boolean" => bytes.pick(&["", "false"]),
                "Scalar" => bytes.pick(&["", "'5'", "5"]),
                _ => "",
            };
            // What its own logic refuses is no default.
            let has_logic =
                settings.iter().any(|setting| setting.starts_with("check") || setting.starts_with("validate"));
            if !default.is_empty() && !has_logic {
                settings.push(format!("default => {default}"));
            }
            if !settings.is_empty() {
                let _ = write!(text, " {{ {} }}", settings.join(", "));
            }
            text.push('\n');
        }
        if bytes.below(3) == 0 {
            text.push_str(bytes.pick(&["invariant 'always' { true }\n", "invariant $it =~ Any\n", "desc 'it\\'s'\n"]));
        }
        text.push_str("}\n");
    }
    text
}

fn random_value(bytes: &mut Bytes<'_>, data_type: &Type) -> Value {
    let texts = ["", "a", " b c ", "<&>\"'", "d\ne\tf\r", "é😀", "5", "true", "null", "/a/b", "present"];
    match data_type.resolved() {
        Type::Integer(range) if range.from == 0 => Value::Integer(i64::try_from(bytes.below(10)).unwrap()),
        Type::Integer(_) => Value::Integer([0, -1, i64::MAX, i64::MIN, 42][bytes.below(5)]),
        Type::Float(_) => Value::Float([0.0, -0.5, 1e300, 1.0, 5e-324][bytes.below(5)]),
        Type::Boolean(_) => Value::Boolean(bytes.below(2) == 0),
        Type::Enum(words) => Value::String(words.values[bytes.below(words.values.len())].clone()),
        Type::Pattern(_) => bytes.pick(&["a", "xyz"]).into(),
        Type::String(_) => bytes.pick(&texts).into(),
        Type::Scalar => match bytes.below(4) {
            0 => Value::Integer(5),
            1 => Value::Float(5.0),
            2 => Value::Boolean(true),
            _ => bytes.pick(&texts).into(),
        },
        _ => match bytes.below(3) {
            0 => Value::array([Value::Integer(1), bytes.pick(&texts).into()]),
            1 => Value::hash([("k".into(), bytes.pick(&texts).into())]),
            _ => bytes.pick(&texts).into(),
        },
    }
}

/// What an instance may be given; nothing where a part would be of an abstract type.
pub(crate) fn random_entries(bytes: &mut Bytes<'_>, types: &[Arc<ModelType>], model: &ModelType, depth: usize) -> Hash {
    let mut entries: Vec<(Value, Value)> = Vec::new();
    for feature in &model.features {
        if bytes.below(3) == 0 || !feature.setable {
            continue;
        }
        let key = Value::String(feature.name.clone());
        if bytes.below(5) == 0 {
            entries.push((key, Value::Undef));
            continue;
        }
        let count = if feature.multiplicity.is_list() { bytes.below(3) } else { 1 };
        let mut values = Vec::new();
        for _ in 0..count {
            match &feature.kind {
                FeatureKind::Attribute(data_type) => values.push(random_value(bytes, data_type)),
                FeatureKind::Reference { target, containment: true } => {
                    let target = types.iter().find(|model| model.name == *target).unwrap();
                    if depth < 3 && !target.is_abstract {
                        values.push(Value::from(random_entries(bytes, types, target, depth + 1)));
                    }
                }
                FeatureKind::Reference { containment: false, .. } => {}
            }
        }
        match (feature.multiplicity.is_list(), values.pop()) {
            (true, last) => entries.push((key, Value::array(values.into_iter().chain(last)))),
            (false, Some(value)) => entries.push((key, value)),
            (false, None) => {}
        }
    }
    entries.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn models_of_any_types_are_a_fixed_point(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let text = random_types(&mut Bytes(bytes.iter()));
        let mut sources = Vec::new();
        for logic in [LogicOutput::Separate, LogicOutput::Annotations] {
            let first = exported(&text, logic);
            let read = imported(&first);
            prop_assert!(read.unsupported.is_empty(), "{:?}", read.unsupported);
            let source = read.text();
            let second = exported(&source, logic);
            prop_assert_eq!(&second.base, &first.base, "{}", source);
            prop_assert_eq!(&second.implementation, &first.implementation, "{}", source);
            sources.push(source);
        }
        prop_assert_eq!(&sources[0], &sources[1]);
    }

    #[test]
    fn any_instances_survive_both_forms(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut bytes = Bytes(bytes.iter());
        let text = random_types(&mut bytes);
        let mut session = session(&text);
        let known = types(&mut session);
        let mut instances = Vec::new();
        for _ in 0..=bytes.below(3) {
            let model = Arc::clone(&known[bytes.below(known.len())]);
            if model.is_abstract {
                continue;
            }
            let entries = random_entries(&mut bytes, &known, &model, 0);
            // A check may refuse it, which is another matter.
            if let Ok(Value::Object(instance)) = session.create(&model, &entries) {
                instances.push(instance);
            }
        }
        if instances.is_empty() {
            return Ok(());
        }
        let types = Types::new(&known);
        let naming = Naming::new("m");
        let xmi = write_xmi(&instances, &types, &naming, Secrets::Refused).unwrap();
        let json = write_json(&instances, &types, Secrets::Refused).unwrap();
        let from_xmi = read_xmi(&Arc::new(Source::new("i.xmi", xmi.as_str())), &types)
            .unwrap_or_else(|found| panic!("{found}\n{xmi}"));
        let from_json = read_json(&Arc::new(Source::new("i.json", json.as_str())), &types, None)
            .unwrap_or_else(|found| panic!("{found}\n{json}"));
        for records in [from_xmi, from_json] {
            let read = built(&mut session, &records).unwrap_or_else(|error| panic!("{error}\n{xmi}\n{json}"));
            prop_assert_eq!(&write_xmi(&read, &types, &naming, Secrets::Refused).unwrap(), &xmi);
            prop_assert_eq!(&write_json(&read, &types, Secrets::Refused).unwrap(), &json);
            prop_assert_eq!(read.len(), instances.len());
        }
    }
}
