use pcore::{Value, yaml};

use super::symbolized;

#[test]
fn keys_and_behaviours_are_symbols() {
    let definition = "{name: knob, attributes: {name: {type: String, behaviour: namevar}}, autorequire: {file: $path}}";
    let expected = Value::hash([
        (symbol("name"), "knob".into()),
        (
            symbol("attributes"),
            Value::hash([(
                symbol("name"),
                Value::hash([(symbol("type"), "String".into()), (symbol("behaviour"), symbol("namevar"))]),
            )]),
        ),
        (symbol("autorequire"), Value::hash([(symbol("file"), "$path".into())])),
    ]);
    assert_eq!(symbolized(&yaml::parse(definition).unwrap()), expected);
}

#[test]
fn an_attribute_may_be_called_as_what_is_said_of_it() {
    let knob = "{name: knob, attributes: {behaviour: {type: String, behaviour: parameter}}}";
    let attribute = Value::hash([(symbol("type"), "String".into()), (symbol("behaviour"), symbol("parameter"))]);
    let attributes = Value::hash([(symbol("behaviour"), attribute)]);
    let expected = Value::hash([(symbol("name"), "knob".into()), (symbol("attributes"), attributes)]);
    assert_eq!(symbolized(&yaml::parse(knob).unwrap()), expected);
}

fn symbol(text: &str) -> Value {
    Value::Symbol(text.into())
}
