//! The code that the derive macros generate.

use std::collections::BTreeMap;

use ecow::EcoString;
use pcore::{Value, parse_literal};
use resource_api::{
    Attribute, AttributeGroup, Behaviour, DefinesType, Ensure, Resource, Sensitive, State, failure::FailureKind,
};

/// A key that apt trusts.
///
/// It is kept in a file
/// of its own.
#[derive(Resource)]
#[resource(
    features(canonicalize, simple_get_filter, supports_noop, custom_insync, remote_resource, custom_generate),
    features(refreshable, ensure_states),
    batch = "flush",
    shown_to = ["apt"],
    autorequire(file = "$source", package = ["apt", "gpg"]),
    autobefore(apt::source = "x"),
    autosubscribe(exec = "y"),
    autonotify(exec = "z"),
    extra(since = "2.0", weight = -3)
)]
#[resource(title_pattern(r"^(?<id>.+)@(?<ring>.+)$", "both"), title_pattern(r"^(?<id>.*)$", "the id alone"))]
struct AptKey {
    /// Whether apt trusts it.
    #[attribute(default = Ensure::Present)]
    ensure: Option<Ensure>,
    /// The id
    /// of the key.
    #[attribute(namevar, type = r"Variant[Pattern[/\A\h{8}\z/], Pattern[/\A\h{40}\z/]]")]
    id: EcoString,
    /// The ring.
    #[attribute(namevar, default = "main")]
    ring: String,
    /// Where it is.
    #[attribute(parameter, type = "Optional[Stdlib::Absolutepath]")]
    source: Option<String>,
    /// When it was made.
    #[attribute(read_only, lazy)]
    created: Option<String>,
    /// How.
    #[attribute(init_only, name = "kind")]
    form: Option<String>,
    /// A keyword.
    #[attribute(sensitive, default = -1, accepts = "Numeric", states = ["absent"], idempotent = false)]
    #[attribute(extra(unit = ["s", "ms"]))]
    r#type: i64,
}

/// The definition is the one that the data says.
#[track_caller]
fn check<R: DefinesType>(literal: &str) {
    let definition = R::definition().expect("a definition");
    let expected = parse_literal(literal).expect("a literal");
    assert_eq!(*definition.raw(), expected);
}

#[test]
fn a_struct_is_a_definition_with_all_its_parts() {
    check::<AptKey>(
        r"{
          'name' => apt_key,
          'desc' => 'A key that apt trusts.

It is kept in a file of its own.',
          'attributes' => {
            'ensure'  => { 'type' => 'Optional[Enum[present, absent]]', 'desc' => 'Whether apt trusts it.',
                           'default' => present },
            'id'      => { 'type' => 'Variant[Pattern[/\A\h{8}\z/], Pattern[/\A\h{40}\z/]]',
                           'desc' => 'The id of the key.', 'behaviour' => namevar },
            'ring'    => { 'type' => 'String', 'desc' => 'The ring.', 'default' => main, 'behaviour' => namevar },
            'source'  => { 'type' => 'Optional[Stdlib::Absolutepath]', 'desc' => 'Where it is.',
                           'behaviour' => parameter },
            'created' => { 'type' => 'Optional[String]', 'desc' => 'When it was made.', 'behaviour' => read_only,
                           'lazy' => true },
            'kind'    => { 'type' => 'Optional[String]', 'desc' => 'How.', 'behaviour' => init_only },
            'type'    => { 'type' => 'Integer', 'desc' => 'A keyword.', 'default' => -1, 'sensitive' => true,
                           'accepts' => 'Numeric', 'states' => [absent], 'idempotent' => false, 'unit' => [s, ms] },
          },
          'features' => [canonicalize, simple_get_filter, supports_noop, custom_insync, remote_resource,
                         custom_generate, refreshable, ensure_states],
          'title_patterns' => [{ 'pattern' => '^(?<id>.+)@(?<ring>.+)$', 'desc' => both },
                               { 'pattern' => '^(?<id>.*)$', 'desc' => 'the id alone' }],
          'autorequire' => { 'file' => ['$source'], 'package' => [apt, gpg] },
          'autobefore' => { 'apt::source' => [x] },
          'autosubscribe' => { 'exec' => [y] },
          'autonotify' => { 'exec' => [z] },
          'batch' => 'flush', 'shown_to' => [apt], 'since' => '2.0', 'weight' => -3,
        }",
    );
}

/// A type that has a field of every kind.
#[derive(Debug, Clone, PartialEq, Resource)]
#[resource(name = "everything")]
struct Every {
    /// d
    #[attribute(namevar)]
    name: String,
    /// d
    #[attribute(default = 80)]
    port: u16,
    /// d
    #[attribute(default = 1.5)]
    ratio: f64,
    /// d
    #[attribute(default = ["a", "b"])]
    words: Vec<String>,
    /// d
    #[attribute(default = BTreeMap::from([("a".to_owned(), true)]))]
    flags: BTreeMap<String, bool>,
    /// d
    password: Option<Sensitive<String>>,
    /// d
    anything: Option<Value>,
}

#[test]
fn rust_types_have_their_puppet_types_and_defaults() {
    let definition = Every::definition().expect("a definition");
    let found: Vec<String> = definition
        .attributes()
        .map(|attribute| match attribute.default() {
            Some(default) => format!("{}: {} = {default:?}", attribute.name(), attribute.type_text()),
            None => format!("{}: {}", attribute.name(), attribute.type_text()),
        })
        .collect();
    let expected = [
        "name: String",
        "port: Integer[0, 65535] = 80",
        "ratio: Float = 1.5",
        "words: Array[String] = ['a', 'b']",
        "flags: Hash[String, Boolean] = {'a' => true}",
        "password: Optional[Sensitive[String]]",
        "anything: Optional[Any]",
    ];
    assert_eq!(found, expected);
    assert_eq!(definition.name(), "everything");
}

fn every() -> Every {
    Every {
        name: "n".into(),
        port: 80,
        ratio: 0.5,
        words: vec!["a".into()],
        flags: BTreeMap::new(),
        password: None,
        anything: Some(Value::from(1)),
    }
}

#[test]
fn a_struct_is_read_from_a_state_and_written_to_one() {
    let state = every().into_state();
    let names: Vec<&str> = state.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["name", "port", "ratio", "words", "flags", "anything"], "what is None is left out");
    assert_eq!(Every::from_state(&state).expect("all fields"), every());
    let secret = Every { password: Some(Sensitive::new("hunter2".into())), ..every() };
    assert_eq!(secret.clone().into_state().get("password"), Some(&Value::sensitive("hunter2".into())));
    assert!(!format!("{secret:?}").contains("hunter2"));
}

#[test]
fn a_state_that_does_not_fit_is_refused_in_puppets_words() {
    let mut state = every().into_state();
    state.insert("port", 65536);
    let failure = Every::from_state(&state).expect_err("the port is too large");
    assert_eq!(failure.to_string(), "everything.port expects an Integer[0, 65535] value, got Integer[65536, 65536]");
    assert_eq!(failure.kind(), FailureKind::Resource);
    state.remove("port");
    let failure = Every::from_state(&state).expect_err("the port is missing");
    assert_eq!(failure.to_string(), "everything.port expects an Integer value, got Undef");
}

#[derive(Debug, PartialEq, AttributeGroup)]
struct Ownership {
    /// Whose it is.
    owner: Option<String>,
    #[attribute(group)]
    rights: Rights,
}

#[derive(Debug, PartialEq, AttributeGroup)]
struct Rights {
    /// Who may do what.
    #[attribute(parameter, default = "0644")]
    mode: String,
}

/// A letter.
#[derive(Debug, PartialEq, Resource)]
struct Letter {
    /// Its name.
    #[attribute(namevar)]
    name: String,
    #[attribute(group)]
    ownership: Ownership,
}

/// A parcel.
#[derive(Resource)]
struct Parcel {
    #[attribute(group)]
    ownership: Ownership,
    /// Its number.
    #[attribute(namevar)]
    number: i64,
}

#[test]
fn groups_are_flattened_wherever_they_stand() {
    let names = |definition: resource_api::TypeDefinition| -> Vec<String> {
        definition.attributes().map(|attribute| attribute.name().to_string()).collect()
    };
    assert_eq!(names(Letter::definition().expect("a definition")), ["name", "owner", "mode"]);
    assert_eq!(names(Parcel::definition().expect("a definition")), ["owner", "mode", "number"]);
    let letter = Letter::definition().expect("a definition");
    assert_eq!(letter.attribute("mode").map(Attribute::behaviour), Some(Behaviour::Parameter));

    let state = State::new().with("name", "n").with("owner", "alice").with("mode", "0600");
    let letter = Letter::from_state(&state).expect("all fields");
    assert_eq!(letter.ownership.rights.mode, "0600");
    assert_eq!(letter.into_state(), state);
    let failure = Letter::from_state(&state.with("mode", 600)).expect_err("not a text");
    assert_eq!(failure.to_string(), "letter.mode expects a String value, got Integer");
}

/// A type whose group has an attribute of the same name.
#[derive(Resource)]
struct Twice {
    /// Its owner.
    #[attribute(namevar)]
    owner: String,
    #[attribute(group)]
    ownership: Ownership,
}

#[test]
fn an_attribute_that_a_group_has_already_is_refused_when_the_definition_is_built() {
    let error = Twice::definition().expect_err("two of them");
    assert_eq!(error.to_string(), "`twice.owner` is defined twice");
    let state = State::new().with("owner", "alice").with("mode", "0600");
    assert_eq!(Twice::from_state(&state).expect("all fields").into_state(), state);
}

#[derive(Resource)]
#[allow(non_camel_case_types, reason = "names of all kinds are tested")]
struct HTTPServer2_x {
    #[attribute(namevar)]
    name: String,
}

#[test]
fn a_type_is_called_like_its_struct_and_may_lack_descriptions() {
    let definition = HTTPServer2_x::definition().expect("a definition");
    assert_eq!(definition.name(), "http_server2_x");
    assert_eq!(definition.description(), None);
    let server = HTTPServer2_x { name: "a".into() };
    assert_eq!(server.into_state(), State::new().with("name", "a"));
}
