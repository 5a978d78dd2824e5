//! The types on a switch, one resource at a time.

use std::sync::Arc;

use example_nexus::{feature, transport, vlan};
use pcore::Value;
use resource_api::{
    Outcome, State,
    log::{Log, Recorder},
    transport::{Device, Transports},
};
use testkit::Trial;

use crate::server::Server;

fn connect(info: &str) -> Outcome<Arc<Device>> {
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    let mut transports = Transports::default();
    transports.register(transport::nexus()?, &log)?;
    let info = pcore::yaml::parse(info)?;
    transports.connect("nexus", "spine1", info.as_hash().unwrap(), &log)
}

#[test]
fn vlans_and_features_are_read_and_changed() {
    let server = Server::start(&["spine1"]);
    let device = connect(&server.info("spine1", &[])).unwrap();
    device.verify().unwrap();
    let facts = device.facts().unwrap();
    assert_eq!(facts.get(&Value::from("operatingsystemrelease")), Some(&Value::from("9.3(5)")));
    assert_eq!(facts.get(&Value::from("hostname")), Some(&Value::from("switch")));

    let vlans = vlan::nx9k_vlan();
    let mut trial = Trial::new(&vlans).with_device(device.clone());
    trial.apply("10", [("label", "engineering")]).unwrap();
    trial.apply("20", [("state", "suspend")]).unwrap();
    assert!(server.configuration("spine1").ends_with("vlan 10\n  name engineering\nvlan 20\n  state suspend\n"));
    trial.apply("20", [("state", "active"), ("label", "a:b")]).unwrap();
    trial.apply("10", [("ensure", "absent")]).unwrap();
    assert!(server.configuration("spine1").ends_with("vlan 20\n  name a:b\n"));
    let again = Trial::new(&vlans).with_device(device.clone()).apply("20", [("label", "a:b")]).unwrap();
    assert!(again.events.is_empty());
    assert_eq!(trial.find("20").unwrap().text("state"), Some("active"));

    let features = feature::nx9k_feature();
    let mut trial = Trial::new(&features).with_device(device.clone());
    trial.apply("lacp", State::new().with("enabled", true)).unwrap();
    trial.apply("ssh", State::new().with("enabled", false)).unwrap();
    assert!(trial.apply("bgp", State::new().with("enabled", false)).unwrap().events.is_empty());
    assert!(server.configuration("spine1").contains("\nfeature lacp\n\n"));

    device.close();
    server.await_log("spine1", "logout");
    assert_eq!(server.log("spine1").iter().filter(|line| *line == "login").count(), 1, "one session for everything");
}

#[test]
fn what_the_switch_refuses_is_told_and_the_session_goes_on() {
    let server = Server::start(&["spine1"]);
    let device = connect(&server.info("spine1", &[])).unwrap();
    let vlans = vlan::nx9k_vlan();
    let mut trial = Trial::new(&vlans).with_device(device.clone());
    trial.apply("1003", [("label", "mine")]).unwrap_err();
    let log = trial.log().join("\n");
    assert!(log.contains("the switch refused 'vlan 1003': % VLAN 1003 is reserved."), "{log}");
    trial.apply("30", [("label", "next")]).unwrap();

    server.set("spine1", "faults", "garble show vlan");
    let failure = Trial::new(&vlans).with_device(device.clone()).list().unwrap_err().to_string();
    assert!(
        failure.contains("the answer to 'show vlan brief' cannot be read: a table of VLANs was expected"),
        "{failure}"
    );
    server.set("spine1", "faults", "reject show running-config");
    let features = feature::nx9k_feature();
    let failure = Trial::new(&features).with_device(device.clone()).list().unwrap_err().to_string();
    assert!(failure.ends_with("refused 'show running-config': % Invalid input detected at '^' marker."), "{failure}");
    server.set("spine1", "faults", "");
    assert_eq!(Trial::new(&vlans).with_device(device).list().unwrap().len(), 2);
}

#[test]
fn the_second_password_is_asked_for_and_checked() {
    let server = Server::start(&["spine1"]);
    let failure = connect(&server.info("spine1", &[("enable_password", "wrong-one")])).unwrap_err().to_string();
    assert!(failure.ends_with("the switch does not allow 'enable': the 'enable_password' is wrong"), "{failure}");
    let failure = connect(&server.info("spine1", &[("enable_password", "")])).unwrap_err().to_string();
    assert!(failure.ends_with("it wants an 'enable_password'"), "{failure}");
}

#[test]
fn a_key_takes_the_place_of_the_password() {
    let server = Server::start(&["spine1"]);
    let key = |name: &str| server.path(name).display().to_string();
    let info = server.info("spine1", &[("password", ""), ("key_file", &key("user_key"))]);
    connect(&info).unwrap().verify().unwrap();
    let info = server.info("spine1", &[("password", ""), ("key_file", &key("other_user_key"))]);
    let failure = connect(&info).unwrap_err().to_string();
    assert!(failure.contains("cannot connect") && failure.contains("Permission denied"), "{failure}");
}

#[test]
fn what_cannot_be_a_login_is_refused_before_anything_is_started() {
    let refused = |info: &str| connect(info).unwrap_err().to_string();
    let base = "hostname: switch\nusername: admin\npassword: secret-word\n";
    for connector in ["nxapi", "grpc", "pidgeon"] {
        let failure = refused(&format!("{base}connector_type: {connector}\n"));
        assert_eq!(failure, format!("the connector_type '{connector}' is not supported: use 'ssh'"));
    }
    let failure = refused("hostname: '-oProxyCommand=id'\nusername: admin\npassword: secret-word\n");
    assert_eq!(failure, "'hostname' is not the name of a host");
    assert_eq!(
        refused("hostname: a\nusername: '-b c'\npassword: secret-word\n"),
        "'username' is not the name of a user"
    );
    assert_eq!(refused("hostname: a\nusername: b\n"), "there is neither a 'password' nor a 'key_file'");
}
