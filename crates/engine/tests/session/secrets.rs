//! Secrets that pass through a session.

use engine::Strictness;
use pcore::Value;
use resource_api::{Failure, State, log::Level};

use crate::support::{Fixture, build, given};

const VAULT: &str = "
  name: {type: String, desc: n, behaviour: namevar}
  key: {type: 'Optional[Sensitive[String]]', desc: k}
  pin: {type: 'Optional[String]', desc: p, sensitive: true}
  seen: {type: 'Optional[String]', desc: p, behaviour: read_only, sensitive: true}
  note: {type: 'Optional[Enum[a, b]]', desc: p}";

fn secret(text: &str) -> Value {
    Value::sensitive(text.into())
}

#[test]
fn secrets_of_get_are_in_no_line() {
    let state = State::new().with("name", "a").with("key", secret("topsecret")).with("pin", "PIN-4711");
    let fixture = Fixture::featured(VAULT, "canonicalize").with(state).strict(Strictness::Warning);
    let mut session = fixture.session();
    let a = build(&mut session, "a", []);
    session.current(&a).unwrap();
    session.instances().unwrap();
    assert_eq!(
        fixture.lines(Level::Debug),
        [r#"Current State: {:name=>"a", :key=>#<Sensitive [value redacted]>, :pin=>#<Sensitive [value redacted]>}"#]
    );
    assert!(fixture.lines(Level::Warning)[0].contains("has not provided canonicalized values"));
    let everything = fixture.everything().to_lowercase();
    assert!(!everything.contains("topsecret") && !everything.contains("pin-4711"), "{everything}");
}

#[test]
fn what_is_marked_sensitive_is_in_no_dump() {
    let state = State::new().with("name", "a").with("pin", "PIN-4711");
    let fixture = Fixture::new(VAULT, "").with(state);
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("pin", "PIN-4712".into())]);
    let current = session.current(&a).unwrap();
    let listed = session.instances().unwrap();
    let dump = format!("{a:?} {current:?} {listed:?}");
    assert!(!dump.contains("PIN-471"), "{dump}");
    assert!(dump.contains("pin"), "{dump}");
}

#[test]
fn secrets_that_were_given_are_in_no_failure() {
    let fixture = Fixture::new(VAULT, "");
    let mut session = fixture.session();
    let attributes = given([("key", secret("topsecret")), ("note", "topsecret".into())]);
    let failure = session.build("a", &attributes, "").unwrap_err();
    assert!(!failure.to_string().contains("topsecret"), "{failure}");
    let failure = session.build("a", &given([("seen", "PIN-4711".into())]), "").unwrap_err();
    assert_eq!(
        failure.to_string(),
        "Parameter seen failed on T[a]: Attempting to set `seen` read_only attribute value to `<< redacted value >>`"
    );
    let failure = session.build("a", &given([("seen", secret("x"))]), "").unwrap_err();
    assert!(!format!("{failure:?}").contains("`x`"), "{failure:?}");
}

#[test]
fn a_failure_of_the_provider_quotes_no_secret() {
    let fixture = Fixture::new(VAULT, "");
    fixture.world.lock().unwrap().get_failure = Some(Failure::new("login with topsecret failed"));
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("key", secret("topsecret"))]);
    for _ in 0..2 {
        assert_eq!(session.current(&a).unwrap_err().to_string(), "login with [redacted] failed");
    }

    // What a definition only marks as sensitive is kept as secret, also before the resource is complete.
    let fixture = Fixture::featured(VAULT, "canonicalize");
    fixture.world.lock().unwrap().canonicalize_failure = Some(Failure::new("PIN-4711 is no number"));
    let failure = fixture.session().build("a", &given([("pin", "PIN-4711".into())]), "").unwrap_err();
    assert_eq!(failure.to_string(), "[redacted] is no number");
}

#[test]
fn secrets_of_defaults_are_known_before_the_first_resource() {
    let definition = Value::hash([
        ("name".into(), "t".into()),
        ("desc".into(), "A type".into()),
        (
            "attributes".into(),
            Value::hash([
                (
                    "name".into(),
                    Value::hash([
                        ("type".into(), "String".into()),
                        ("desc".into(), "n".into()),
                        ("behaviour".into(), "namevar".into()),
                    ]),
                ),
                (
                    "key".into(),
                    Value::hash([
                        ("type".into(), "Sensitive[String]".into()),
                        ("desc".into(), "k".into()),
                        ("default".into(), secret("topsecret")),
                    ]),
                ),
            ]),
        ),
    ]);
    let world = std::sync::Arc::default();
    let definition = resource_api::TypeDefinition::from_value(&definition).unwrap();
    let resource_type =
        resource_api::ResourceType::new(definition).with_provider(crate::support::recording("t", &world));
    let fixture = Fixture::of(resource_type, world);
    fixture.world.lock().unwrap().get_failure = Some(Failure::new("login with topsecret failed"));
    let mut session = fixture.session();
    assert_eq!(session.instances().unwrap_err().to_string(), "login with [redacted] failed");
    let a = build(&mut session, "a", []);
    assert!(!format!("{a:?}").contains("topsecret"));
}

#[test]
fn a_secret_that_a_provider_forgot_to_wrap_is_in_no_line() {
    for strict in [Strictness::Off, Strictness::Warning, Strictness::Error] {
        let state = State::new().with("name", "a").with("key", "~q~");
        let fixture = Fixture::new(VAULT, "").with(state).strict(strict);
        let mut session = fixture.session();
        let a = build(&mut session, "a", [("key", secret("other"))]);
        let evaluation = session.evaluate(&a);
        let logged = format!("{} {evaluation:?}", fixture.everything());
        assert!(!logged.contains("~q~"), "{logged}");
    }
}

#[test]
fn secrets_are_known_before_the_title_is_refused() {
    let fixture = Fixture::new(VAULT, "title_patterns: [{pattern: '^(?<name>[a-z]+)$', desc: d}]");
    let failure = fixture.session().build("x:topsecret", &given([("key", secret("topsecret"))]), "").unwrap_err();
    assert_eq!(failure.to_string(), "No set of title patterns matched the title \"x:[redacted]\".");
}

#[test]
fn a_provider_that_is_not_suitable_quotes_no_secret() {
    let world = std::sync::Arc::default();
    let definition = pcore::yaml::parse(&format!("name: t\ndesc: d\nattributes:{VAULT}")).unwrap();
    let definition = resource_api::TypeDefinition::from_value(&definition).unwrap();
    let provider = crate::support::recording("t", &world).suitable_if(|_| Err("topsecret does not log in".to_owned()));
    let fixture = Fixture::of(resource_api::ResourceType::new(definition).with_provider(provider), world);
    let mut session = fixture.session();
    let a = build(&mut session, "a", [("key", secret("topsecret"))]);
    for failure in
        [session.current(&a).unwrap_err(), session.instances().unwrap_err(), session.prefetch(&[&a]).unwrap_err()]
    {
        let logged = format!("{failure} {failure:?} {:?}", failure.causes());
        assert!(logged.contains("[redacted] does not log in") && !logged.contains("topsecret"), "{logged}");
    }
}
