//! What type files of the test modules register, as we read it and as Ruby gives it: `definitions.jsonl`
//! was written by `oracle/ruby_modules/definitions.rb`.

use std::{fs, path::Path};

use diagnostics::Source;
use pcore::Value;
use ruby_metadata::read_types;

/// Files that Ruby must load: most compute what they register, so that only it can tell.
const COMPUTED: &[&str] = &[
    "cluster/lib/puppet/type/cluster_secret.rb",
    "literals/lib/puppet/type/literal_computed.rb",
    "literals/lib/puppet/type/literal_conditional.rb",
    "literals/lib/puppet/type/literal_helper.rb",
    // It uses a constant of another file.
    "wall/lib/puppet/type/wall.rb",
    // We refuse a default of a wrong type at once (TD-51), and let Ruby speak first.
    "bad_definitions/lib/puppet/type/bad_default.rb",
];

/// A value in the words of the recording.
fn plain(value: &Value) -> Value {
    let tagged = |entries: Vec<(&str, Value)>| Value::hash(entries.into_iter().map(|(key, value)| (key.into(), value)));
    match value {
        Value::Symbol(text) => tagged(vec![("symbol", Value::String(text.clone()))]),
        Value::Regexp(pattern) => {
            let options = pattern.options();
            let bits = [options.ignore_case, options.extended, options.multiline].into_iter().zip([1, 2, 4]);
            let bits: i64 = bits.filter(|(is_set, _)| *is_set).map(|(_, bit)| bit).sum();
            tagged(vec![("pattern", pattern.source().into()), ("options", bits.into())])
        }
        Value::Array(items) => Value::array(items.iter().map(plain)),
        Value::Hash(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (key.to_string().as_str().into(), plain(value))))
        }
        other => other.clone(),
    }
}

#[test]
fn literal_definitions_are_what_ruby_gives() {
    let modules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cli/tests/ruby_modules");
    let (mut compared, mut left) = (0, Vec::new());
    for line in include_str!("definitions.jsonl").lines() {
        let record = pcore::json::parse(line).unwrap();
        let record = record.as_hash().unwrap();
        let field = |name: &str| record.get_str(name).unwrap();
        let file = field("file").as_str().unwrap();
        // Ruby reads the schemas of transports.
        if file.contains("/schema/") {
            continue;
        }
        let source = Source::new(file, fs::read_to_string(modules.join(file)).unwrap());
        let types = read_types(&source).unwrap_or_default();
        let known: Vec<Value> =
            types.iter().filter_map(|found| Some(plain(found.definition.as_ref()?.raw()))).collect();
        // What Ruby refuses is left to it, so that it says why.
        if *field("refused") != Value::Undef || COMPUTED.contains(&file) {
            assert!(known.is_empty(), "{file} must be loaded by Ruby");
            left.push(file.to_owned());
            continue;
        }
        // The order of attributes matters, too.
        let text = |values: &Value| pcore::json::write(values).unwrap();
        compared += known.len();
        assert_eq!(text(&Value::array(known)), text(field("registered")), "{file}");
    }
    assert_eq!((compared, left.len()), (53, 29), "left to Ruby: {left:#?}");
}
