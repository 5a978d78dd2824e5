//! What is kept is what was read; what is broken is not used, and does no harm.

use diagnostics::Source;
use resource_api::TypeDefinition;
use rustc_hash::FxHasher;

use super::{FORMAT, decode, encode};
use crate::{TypeMetadata, read_types};

/// A type with every kind of value that a text can contain.
const EVERYTHING: &str = r"
Puppet::ResourceApi.register_type(
  name: 'everything',
  docs: 'Without a desc.',
  title_patterns: [{ pattern: %r{^(?<name>\w+)/(?<part>.*)$}mix, desc: 'Two parts.' }],
  features: ['canonicalize', 'unknown_feature'],
  autorequire: { file: '$name', package: ['a', 'b'] },
  odd: { nothing: nil, yes: true, no: false, number: -12, large: 9_223_372_036_854_775_807, real: 1.5, symbol: :abc,
         list: [[], {}, [1, [2, [3]]]], 7 => 'seven' },
  attributes: {
    ensure: { type: 'Enum[present, absent]', desc: 'Whether it is there.', default: 'present' },
    name: { type: 'String', desc: 'A name.', behaviour: :namevar },
    part: { type: 'Optional[Pattern[/\Aä/]]', desc: 'A part.', behaviour: :namevar },
    secret: { type: 'Optional[Sensitive[String]]', desc: 'A secret.', behavior: :parameter },
    count: { type: 'Integer', behaviour: :init_only, default: 3 },
  },
)
";

const LEGACY: &str = "Puppet::Type.newtype(:older) do
  ensurable
  feature :fast, 'Is fast.'
  newparam(:id, namevar: true)
  newproperty(:size)
  provide(:plain) { }
end
Puppet::Type.newtype(:computed) { newparam(name) }";

const OF_MODULES: &str = "Puppet::ResourceApi.register_type(name: 'site', desc: 'A site.', attributes: {
  port: { type: 'Array[Web::Port]', desc: 'n', behaviour: :namevar } })";

fn read(text: &str) -> Vec<TypeMetadata> {
    read_types(&Source::new("", text)).unwrap()
}

/// All that can be seen of a definition.
fn shown(definition: &TypeDefinition) -> String {
    let attributes: Vec<String> = definition
        .attributes()
        .map(|attribute| {
            format!("{attribute:?} {:?} {:?} {}", attribute.data_type(), attribute.default(), attribute.may_hide())
        })
        .collect();
    format!(
        "{attributes:#?} {:?} {:?} {:?} {:?} {} {:?}",
        definition.raw(),
        definition.features(),
        definition.title_patterns(),
        definition.messages(),
        definition.is_self_contained(),
        definition.description(),
    )
}

fn shown_all(types: &[TypeMetadata]) -> Vec<String> {
    let one = |found: &TypeMetadata| format!("{found:?} {:?}", found.definition.as_ref().map(shown));
    types.iter().map(one).collect()
}

#[test]
fn cached_types_are_those_that_were_read() {
    for (text, defined) in [(EVERYTHING, 1), (LEGACY, 0), (OF_MODULES, 1), ("", 0), ("puts 1", 0)] {
        let types = read(text);
        assert_eq!(types.iter().filter(|found| found.definition.is_some()).count(), defined, "{text}");
        let again = decode(&encode(&types).unwrap()).unwrap();
        assert_eq!(shown_all(&again), shown_all(&types), "{text}");
    }
}

#[test]
fn the_same_values_fit_as_before() {
    let again = decode(&encode(&read(EVERYTHING)).unwrap()).unwrap();
    let definition = again[0].definition.as_ref().unwrap();
    let part = definition.attribute("part").unwrap();
    assert!(part.check(&"ähnlich".into()).is_ok());
    assert!(part.check(&"anders".into()).is_err());
    let secret = definition.attribute("secret").unwrap();
    assert!(secret.hides(&"in clear text".into()));
}

#[test]
fn secret_defaults_are_not_cached() {
    let with = |attribute: &str| {
        format!(
            "Puppet::ResourceApi.register_type(name: 'x', desc: 'x', attributes: {{
               name: {{ type: 'String', desc: 'n', behaviour: :namevar }}, {attribute} }})"
        )
    };
    for attribute in [
        "password: { type: 'String', desc: 'p', sensitive: true, default: 'hunter2' }",
        "password: { type: 'Variant[String, Sensitive[String]]', desc: 'p', default: 'hunter2' }",
    ] {
        let types = read(&with(attribute));
        assert!(types[0].definition.is_some(), "{attribute}");
        assert_eq!(encode(&types), None, "{attribute}");
    }
    assert!(encode(&read(&with("password: { type: 'String', desc: 'p', sensitive: true }"))).is_some());
}

#[test]
fn broken_bytes_do_no_harm() {
    for text in [EVERYTHING, LEGACY, OF_MODULES] {
        let bytes = encode(&read(text)).unwrap();
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_none(), "{length} of {text}");
        }
        for index in 0..bytes.len() {
            let mut broken = bytes.clone();
            broken[index] ^= 1 << (index % 8);
            // Some of it may still be a type; whatever it is, it can be asked for everything.
            let _ = decode(&broken).map(|types| shown_all(&types));
        }
    }
    assert!(decode(&[0xff; 64]).is_none());
    assert!(decode(&[]).is_none());
}

#[test]
fn values_may_not_be_too_deep() {
    let deep = |levels: usize| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!(
            "Puppet::ResourceApi.register_type(name: 'x', desc: 'x', odd: {open}{close}, attributes: {{
               name: {{ type: 'String', desc: 'n', behaviour: :namevar }} }})"
        )
    };
    assert!(encode(&read(&deep(20))).is_some());
    assert!(encode(&read(&deep(60))).is_none());
    // One array in another, and so on.
    let mut bytes = vec![1, 0b11_0000, 1, b'x', 0, 0];
    bytes.extend([7, 1].repeat(100_000));
    assert!(decode(&bytes).is_none());
}

#[test]
fn other_bytes_have_another_number() {
    let mut sum = FxHasher::default();
    for text in [EVERYTHING, LEGACY, OF_MODULES] {
        std::hash::Hasher::write(&mut sum, &encode(&read(text)).unwrap());
    }
    let seen = (FORMAT, std::hash::Hasher::finish(&sum));
    assert_eq!(
        seen,
        (2, 17_381_861_725_437_124_870),
        "what is kept has changed: count FORMAT up, and put both numbers here"
    );
}
