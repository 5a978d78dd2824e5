//! What can be tested without a service.

use pcore::Value;
use resource_api::State;

use std::sync::Arc;

use resource_api::{
    Change, Changes, Context, Identity, Provider,
    context::{CurrentResource, Driver},
    log::{Level, Log, Recorder},
};

use super::{
    Services,
    base::Base,
    debian::Debian,
    provider::ServiceProvider,
    resource_type,
    systemd::{self, Systemd},
};

fn canonical(provider: &'static dyn ServiceProvider, attributes: &[(&str, Value)]) -> Result<State, String> {
    let mut service: State = attributes.iter().map(|(name, value)| (*name, value.clone())).collect();
    service.insert("name", "foo");
    crate::tests::canonicalized(Services::new(provider), &resource_type(), service).map(|(service, _)| service)
}

#[test]
fn words_become_what_is_compared() {
    let service = canonical(&Systemd, &[("ensure", true.into()), ("enable", false.into())]).unwrap();
    assert_eq!((service.text("ensure"), service.text("enable")), (Some("running"), Some("false")));
    let service = canonical(&Debian, &[("path", "/a:/b".into()), ("hasstatus", "false".into())]).unwrap();
    assert_eq!(service.get("path"), Some(&Value::array(["/a".into(), "/b".into()])));
    assert_eq!(service.get("hasstatus"), Some(&Value::Boolean(false)));
}

#[test]
fn what_a_provider_cannot_do_is_refused_or_left_out() {
    assert_eq!(canonical(&Base, &[("enable", true.into())]).unwrap().get("enable"), None);
    assert_eq!(
        canonical(&Debian, &[("enable", "mask".into())]).unwrap_err(),
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
        Driver::new(resource_type().definition().clone(), Log::new(Arc::new(Recorder::default()), Arc::default()));
    // The name might occur in the arguments of any other process.
    let commands = [("start", "/bin/false".into()), ("status", "/bin/false".into())];
    let should = canonical(&Base, &[&[("ensure", "running".into())], &commands[..]].concat()).unwrap();
    let change = || Change { name: Identity::single("name", "foo"), is: None, should: Some(should.clone()) };
    let failure = |context: &Context| {
        let changes = Changes::new(vec![change()], false);
        Services::new(&Base).set(context, &changes).unwrap_err().to_string()
    };
    let reason = "Execution of '/bin/false' returned 1: ";
    assert_eq!(failure(&context), format!("Could not start Service[foo]: {reason}"));
    let turn = CurrentResource {
        path: "/Service[the web]".into(),
        title: "the web".into(),
        level: Level::Notice,
        location: "".into(),
    };
    context.set_current_resource(Some(turn));
    assert_eq!(failure(&context), format!("Could not start Service[the web]: {reason}"));
}
