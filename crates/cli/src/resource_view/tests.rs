use super::*;

fn shown(manner: Dialect, attributes: &[(&str, Value, Behaviour)]) -> ResourceView {
    let attributes = attributes.iter().map(|(name, value, behaviour)| AttributeView {
        name: (*name).into(),
        value: value.clone(),
        behaviour: *behaviour,
    });
    ResourceView { type_name: "user".into(), title: "it's".into(), manner, attributes: attributes.collect() }
}

#[test]
fn puppets_own_types_have_their_arrows_in_one_column() {
    let user = shown(
        Dialect::Puppet,
        &[
            ("uid", 0.into(), Behaviour::Property),
            ("comment", "root".into(), Behaviour::Property),
            ("ensure", Value::Symbol("absent".into()), Behaviour::Property),
            ("groups", Value::array([]), Behaviour::Property),
            ("home", Value::Symbol("absent".into()), Behaviour::Property),
            ("system", true.into(), Behaviour::Parameter),
            ("provider", "useradd".into(), Behaviour::Parameter),
        ],
    );
    assert_eq!(
        user.manifest(&[]),
        "user { 'it\\'s':\n  ensure  => 'absent',\n  comment => 'root',\n  uid     => 0,\n}"
    );
    let with_provider = "user { 'it\\'s':\n  ensure   => 'absent',\n  comment  => 'root',\n  provider => 'useradd',\n  \
                         uid      => 0,\n}";
    assert_eq!(user.manifest(&["provider"]), with_provider);
}

#[test]
fn what_is_edited_can_be_read_back() {
    let values = [
        Value::from(r"a\ 'b' \\"),
        Value::from("tab\t$x \"q\" \u{1b} é"),
        Value::from(1.5),
        Value::from(-7),
        Value::Boolean(false),
        Value::array([1.into(), Value::Undef, Value::hash([("k k".into(), Value::array([]))])]),
    ];
    for value in values {
        let text = shown(Dialect::ResourceApi, &[("v", value.clone(), Behaviour::Property)]).editable();
        let source = std::sync::Arc::new(diagnostics::Source::new("", text.as_str()));
        let read = crate::manifest::read(&source).unwrap_or_else(|error| panic!("{error:?} in {text}"));
        assert_eq!(read[0].attributes, [("v".into(), value)], "{text}");
        assert_eq!(read[0].title, "it's");
    }
}

#[test]
fn what_cannot_be_set_is_a_comment() {
    let text = shown(
        Dialect::ResourceApi,
        &[
            ("ro", Value::hash([("a".into(), 1.into())]), Behaviour::ReadOnly),
            ("secret", Value::array([Value::sensitive("x".into())]), Behaviour::Property),
            ("ensure", Value::Symbol("present".into()), Behaviour::Property),
            ("nothing", Value::Undef, Behaviour::Property),
        ],
    )
    .editable();
    let expected = "user { 'it\\'s':\n# ro => { 'a' => 1 }, # Read Only\n# secret => [#<Sensitive [value redacted]>], # \
                    Secret\n  ensure => 'present',\n}";
    assert_eq!(text, expected);
}
