use std::{
    io,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use pcore::{Hash, Value};

use crate::{
    Context, Feature, Outcome, State,
    context::{
        CatalogResource, CatalogView,
        fixture::{COMPOSITE, Fixture, SINGLE, type_definition},
    },
    failure::FailureKind,
    transport::{Device, Transport},
};

const WITH_BEHAVIOURS: &str = "{name: t, desc: d, features: [noop_handler, canonicalize], extra: kept, attributes: {
    name: {type: String, desc: d, behaviour: namevar}, ensure: {type: 'Enum[present, absent]', desc: d},
    prop: {type: Integer, desc: d}, param: {type: String, desc: d, behaviour: parameter},
    seen: {type: String, desc: d, behaviour: read_only}, first: {type: String, desc: d, behaviour: init_only}}}";

// Requirement: CTX-70
#[test]
fn a_provider_can_ask_about_its_type() {
    let fixture = Fixture::new(WITH_BEHAVIOURS);
    let definition = fixture.context.definition();
    assert_eq!(definition.name(), "t");
    let names: Vec<&str> = definition.attributes().map(|attribute| attribute.name().as_str()).collect();
    assert_eq!(names, ["name", "ensure", "prop", "param", "seen", "first"]);
    assert!(definition.is_ensurable());
    assert!(definition.has(Feature::Canonicalize) && !definition.has(Feature::SimpleGetFilter));
    assert!(definition.has_feature("canonicalize") && !definition.has_feature("simple_get_filter"));
    // Both names of one feature are true for either.
    assert!(definition.has_feature("noop_handler") && definition.has_feature("supports_noop"));
    assert_eq!(definition.namevars().map(|namevar| namevar.name().as_str()).collect::<Vec<_>>(), ["name"]);
    assert_eq!(definition.raw().as_hash().unwrap().get_str("extra"), Some(&Value::from("kept")));
    assert!(definition.check_schema(&State::new().with("name", "a").with("prop", 1)).is_ok());
    assert!(definition.check_schema(&State::new().with("name", "a").with("prop", "x")).is_err());
    assert_eq!(definition.insyncable_attributes().collect::<Vec<_>>(), ["ensure", "prop"]);
    assert!(definition.title_patterns().is_none());
    let composite = Fixture::new(COMPOSITE);
    let definition = composite.context.definition();
    assert_eq!(definition.title_patterns().map(<[_]>::len), Some(1));
    assert_eq!(
        definition.namevars().map(|namevar| namevar.name().as_str()).collect::<Vec<_>>(),
        ["package", "manager"]
    );
    let plain = Fixture::new("{name: t, desc: d, attributes: {name: {type: String, desc: d, behaviour: namevar}}}");
    assert!(!plain.context.definition().is_ensurable());
}

// Requirement: CTX-71
#[test]
fn asking_the_context_for_features_is_deprecated() {
    let fixture = Fixture::new(SINGLE);
    let ask = || fixture.context.feature_support("supports_noop");
    assert!(ask() && ask());
    assert!(!fixture.context.feature_support("canonicalize"));
    let text = "Warning: context.feature_support? is deprecated. Please use context.type.feature? instead.\n   ";
    let lines = fixture.lines();
    assert_eq!(lines.len(), 2, "one for each call site: {lines:?}");
    assert!(
        lines.iter().all(|line| line.starts_with(&format!("{text}(location: ")) && line.contains("surroundings.rs:"))
    );
}

#[derive(Default)]
struct Switch {
    closed: Arc<AtomicUsize>,
}

impl Transport for Switch {
    fn verify(&self, _context: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, context: &Context) -> Outcome<Hash> {
        context.notice("facts");
        Ok([(Value::from("model"), Value::from("nx9k"))].into_iter().collect())
    }

    fn close(&self, _context: &Context) -> Outcome {
        self.closed.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

struct Other;

impl Transport for Other {
    fn verify(&self, _context: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _context: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _context: &Context) -> Outcome {
        Ok(())
    }
}

// Requirement: CTX-72, VER-4
#[test]
fn a_provider_reaches_its_device_and_the_transport_inside() {
    let closed = Arc::new(AtomicUsize::new(0));
    let device = Arc::new(Device::new("spine1", Switch { closed: closed.clone() }));
    let fixture = Fixture::adapted(SINGLE, |context| context.with_device(device));
    let context = &fixture.context;
    let device = context.device().unwrap();
    assert_eq!(device.name(), "spine1");
    assert_eq!(device.facts().unwrap().get_str("model"), Some(&"nx9k".into()));
    context.transport::<Switch>().unwrap().verify(context).unwrap();
    let failure = context.transport::<Other>().err().unwrap();
    assert!(failure.to_string().starts_with("the transport of the device 'spine1' is not a "));
    assert_eq!(failure.kind(), FailureKind::Developer);
    device.close();
    device.close();
    assert_eq!(closed.load(Ordering::Relaxed), 1);
}

// Requirement: CTX-72
#[test]
fn without_a_device_there_is_an_error() {
    let fixture = Fixture::new(SINGLE);
    assert_eq!(fixture.context.device().unwrap_err().to_string(), "no device configured");
    assert_eq!(fixture.context.transport::<Switch>().err().unwrap().to_string(), "no device configured");
    let standalone = Context::standalone(Arc::new(type_definition(SINGLE)), io::sink());
    assert_eq!(
        standalone.device().unwrap_err().to_string(),
        "Received device() on an unprepared BaseContext. Use a PuppetContext instead."
    );
    assert_eq!(standalone.transport::<Switch>().err().unwrap().to_string(), "No transport available.");
    let mut connected = standalone;
    connected.device = Some(Arc::new(Device::new("spine1", Switch::default())));
    assert!(connected.transport::<Switch>().is_ok());
}

/// An output that a test can read while a context holds it.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

// Requirement: CTX-73
#[test]
fn a_context_without_a_runtime_writes_small_levels() {
    let output = Output::default();
    let context = Context::standalone(Arc::new(type_definition(SINGLE)), output.clone());
    context.debug("m");
    context.info("m");
    context.notice("msg");
    context.warning("m\n");
    context.err("m");
    let written = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    assert_eq!(written, "debug: t: m\ninfo: t: m\nnotice: t: msg\nwarning: t: m\nerr: t: m\n");
}

struct Catalog(Vec<CatalogResource>);

impl CatalogView for Catalog {
    fn find(&self, type_name: &str, title: &str) -> Option<CatalogResource> {
        self.0.iter().find(|resource| resource.type_name() == type_name && resource.title() == title).cloned()
    }

    fn list(&self, type_name: &str) -> Vec<CatalogResource> {
        self.0.iter().filter(|resource| resource.type_name() == type_name).cloned().collect()
    }
}

// Requirement: VER-29
#[test]
fn a_provider_may_look_at_the_catalog_but_not_at_its_secrets() {
    let secret = || Value::sensitive("hunter2".into());
    let nested: Hash = [(Value::from("deep"), Value::array([secret()])), (secret(), 1.into())].into_iter().collect();
    let deferred = Value::deferred("unwrap", [secret()]).unwrap();
    let attributes = State::new()
        .with("port", 80)
        .with("password", secret())
        .with("nested", Value::from(nested))
        .with("later", deferred);
    let catalog = Catalog(vec![
        CatalogResource::new("apache::vhost", "one", &attributes),
        CatalogResource::new("apache::vhost", "two", &State::new()),
        CatalogResource::new("file", "/etc/motd", &State::new()),
    ]);
    let fixture = Fixture::adapted(SINGLE, |context| context.with_catalog(Arc::new(catalog)));
    let catalog = fixture.context.catalog().unwrap();
    let titles: Vec<String> = catalog.list("apache::vhost").iter().map(|host| host.title().to_string()).collect();
    assert_eq!(titles, ["one", "two"]);
    assert!(catalog.find("file", "/etc/other").is_none());
    let host = catalog.find("apache::vhost", "one").unwrap();
    assert_eq!(host.attributes().get("port"), Some(&80.into()));
    let nothing = Value::sensitive(Value::Undef);
    assert_eq!(host.attributes().get("password"), Some(&nothing));
    assert_eq!(host.attributes().get("later"), Some(&nothing));
    let nested = host.attributes().get("nested").unwrap().as_hash().unwrap();
    assert_eq!(nested.get_str("deep"), Some(&Value::array([nothing.clone()])));
    assert_eq!(nested.get(&nothing), Some(&1.into()));
    assert!(Fixture::new(SINGLE).context.catalog().is_none());
}
