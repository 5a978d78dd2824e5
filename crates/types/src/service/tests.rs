//! What can be said about services without one.

use pcore::Value;
use resource_api::State;

use std::sync::Arc;

use resource_api::{
    Change, Changes, Context, Identity, Provider,
    context::Turn,
    log::{Level, Log, Recorder},
};

use super::{Kind, Services, canonical::canonicalize, resource_type, systemd};

fn canonical(kind: Kind, attributes: &[(&str, Value)]) -> Result<State, String> {
    let mut service: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    service.insert("name", "foo");
    canonicalize(kind, &mut service).map_err(|failure| failure.to_string())?;
    Ok(service)
}

#[test]
fn words_become_what_is_compared() {
    let service = canonical(Kind::Systemd, &[("ensure", true.into()), ("enable", false.into())]).unwrap();
    assert_eq!((service.text("ensure"), service.text("enable")), (Some("running"), Some("false")));
    let service = canonical(Kind::Debian, &[("path", "/a:/b".into()), ("hasstatus", "false".into())]).unwrap();
    assert_eq!(service.get("path"), Some(&Value::array(["/a".into(), "/b".into()])));
    assert_eq!(service.get("hasstatus"), Some(&Value::Boolean(false)));
    // A second time nothing changes.
    let mut again = service.clone();
    canonicalize(Kind::Debian, &mut again).unwrap();
    assert_eq!(again, service);
}

#[test]
fn what_a_provider_cannot_do_is_refused_or_left_out() {
    assert_eq!(canonical(Kind::Base, &[("enable", true.into())]).unwrap().get("enable"), None);
    assert_eq!(
        canonical(Kind::Debian, &[("enable", "mask".into())]).unwrap_err(),
        "Parameter enable failed on Service[foo]: Provider debian must have features 'maskable' to set 'enable' to 'mask'"
    );
}

#[test]
fn no_shell_reads_the_name_of_a_service() {
    let line = systemd::journal_of("a;reboot 'b'");
    assert_eq!(line, ["journalctl", "-n", "50", "--since", "5 minutes ago", "-u", "a;reboot 'b'", "--no-pager"]);
}

#[test]
fn errors_name_a_service_by_its_title() {
    let context =
        Context::new(resource_type().definition().clone(), Log::new(Arc::new(Recorder::default()), Arc::default()));
    // Another process of the machine may well have the name in its arguments.
    let commands = [("start", "/bin/false".into()), ("status", "/bin/false".into())];
    let should = canonical(Kind::Base, &[&[("ensure", "running".into())], &commands[..]].concat()).unwrap();
    let change = || Change { name: Identity::single("name", "foo"), is: None, should: Some(should.clone()) };
    let failure = |context: &Context| {
        let changes = Changes::new(vec![change()], false);
        Services::new(Kind::Base).set(context, &changes).unwrap_err().to_string()
    };
    let reason = "Execution of '/bin/false' returned 1: ";
    assert_eq!(failure(&context), format!("Could not start Service[foo]: {reason}"));
    let turn =
        Turn { path: "/Service[the web]".into(), title: "the web".into(), level: Level::Notice, place: "".into() };
    context.set_turn(Some(turn));
    assert_eq!(failure(&context), format!("Could not start Service[the web]: {reason}"));
}
