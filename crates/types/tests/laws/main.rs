//! The laws of every built-in type, on a real system: setting the current state changes nothing, and a noop run leaves
//! no trace.
//!
//! One line per type below gives it both laws: the files that exist before, a resource, and a change. In a mount
//! namespace, directories of the machine are replaced by those of the test.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
mod world;

use std::sync::Arc;

use engine::{Session, Settings};
use pcore::Value;
use resource_api::{
    Change, Changes, Identity, Request, State,
    context::Driver,
    log::{Log, Recorder},
};

use self::world::World;

/// Types without state that could be read and written back, with the reason.
const WITHOUT: &[(&str, &str)] = &[
    ("anchor", "it has no state, only relationships"),
    ("concat_file", "it becomes a file, which has its laws"),
    ("concat_fragment", "it is a part of a file, which has its laws"),
    ("exec", "a command leaves nothing that could be read"),
    ("filebucket", "it only says where copies are kept"),
    ("notify", "there is nothing but a line of the log"),
    ("resources", "it only names a type"),
    ("schedule", "it only names times"),
    ("service", "what runs is in no file; its own tests start and stop it"),
    ("stage", "it only orders classes"),
];

/// The laws, one line per type: directories that are replaced, files in them, a resource, and an attribute that would
/// change it. `%D` is a directory of the test.
const LAWS: &[Law] = &[
    law(
        "cron",
        &["/var/spool/cron"],
        &[("var/spool/cron/crontabs/root", "# 1\n# 2\n# 3\n# Puppet Name: job\nA=1\n1 2 * * * /bin/a\n")],
        "job",
        ("command", "/bin/b"),
    ),
    law("file", &[], &[("f", "text")], "%D/f", ("content", "other")),
    law("file_line", &[], &[("f", "one\r\ntwo")], "two", ("line", "three")),
    law("group", &["/etc"], ACCOUNTS, "staff", ("gid", "600")),
    law(
        "host",
        &["/etc"],
        &[("etc/hosts", "# x\n127.0.0.1   localhost  me # c\nwhat\n")],
        "localhost",
        ("ip", "192.0.2.1"),
    ),
    law("ini_setting", &[], &[("f", "# c\n[s]\n k  =  1\n\n\nx")], "k", ("value", "2")),
    law("ini_subsetting", &[], &[("f", "[s]\nk = \"-a1   -b2\"\n")], "part", ("value", "3")),
    law(
        "mount",
        &["/etc"],
        &[("etc/fstab", "# x\ntmpfs  /nowhere  tmpfs  size=1M 0 0\n")],
        "/nowhere",
        ("options", "size=2M"),
    ),
    law(
        "package",
        &["/var/lib/dpkg"],
        &[("var/lib/dpkg/status", "Package: demo\nStatus: install ok installed\nArchitecture: all\nVersion: 1.0\n\n")],
        "demo",
        ("ensure", "absent"),
    ),
    law(
        "ssh_authorized_key",
        &["/etc"],
        &[("etc/passwd", "root:x:0:0::%D/root:/bin/sh\n"), ("root/.ssh/authorized_keys", "no-pty ssh-rsa AAAA me\n")],
        "me",
        ("key", "BBBB"),
    ),
    law("sysctl", &["/etc"], &[("etc/sysctl.conf", "net.a = 1\nnet.b=2\n")], "net.a", ("val", "3")),
    law("user", &["/etc"], ACCOUNTS, "alice", ("comment", "other")),
];

/// Users and groups.
const ACCOUNTS: &[(&str, &str)] = &[
    ("etc/passwd", "root:x:0:0::/:/bin/sh\nalice:x:1000:50:A:/home/alice:/bin/sh\n"),
    ("etc/shadow", "alice:$6$a$b:18000:1::7::20000:\n"),
    ("etc/group", "root:x:0:\nstaff:x:50:\naudio:x:29:alice\n"),
];

/// The law of a type.
struct Law {
    type_name: &'static str,
    mounts: &'static [&'static str],
    files: &'static [(&'static str, &'static str)],
    name: &'static str,
    change: (&'static str, &'static str),
}

const fn law(
    type_name: &'static str,
    mounts: &'static [&'static str],
    files: &'static [(&'static str, &'static str)],
    name: &'static str,
    change: (&'static str, &'static str),
) -> Law {
    Law { type_name, mounts, files, name, change }
}

#[test]
fn every_type_has_its_laws() {
    let missing: Vec<String> = types::all()
        .iter()
        .map(|known| known.definition().name().to_string())
        .filter(|name| !LAWS.iter().any(|law| law.type_name == name) && !WITHOUT.iter().any(|(other, _)| other == name))
        .collect();
    assert!(missing.is_empty(), "these types have no line in tests/laws/main.rs: {}", missing.join(", "));
}

#[test]
fn what_was_got_can_be_set_and_a_dry_run_leaves_no_trace() {
    if let Some(world) = World::inside() {
        let law = LAWS.iter().find(|law| law.type_name == world.type_name).unwrap();
        set_what_was_got(law, &world);
        dry_run(law, &world);
        return;
    }
    for law in LAWS {
        World::run(law, "what_was_got_can_be_set_and_a_dry_run_leaves_no_trace");
    }
}

fn set_what_was_got(law: &Law, world: &World) {
    let types = types::all();
    let resource_type = types.find(law.type_name).unwrap();
    let definition = resource_type.definition().clone();
    let namevar = definition.namevars().next().unwrap().name().clone();
    let name = Identity::single(namevar, world.text(law.name));
    let context = Driver::new(definition, Log::new(Arc::new(Recorder::default()), Arc::default()));
    let context = world.with_catalog(context, law);
    let mut provider = resource_type.providers()[0].create(&context).unwrap();
    let names = [name.clone()];
    let got: Vec<State> = provider.get(&context, &Request::new(Some(&names), &[])).unwrap();
    assert_eq!(got.len(), 1, "{}: the resource is not there", law.type_name);
    let mut should = got[0].clone();
    for (attribute, value) in world.attributes(law) {
        // The file does not contain everything.
        should.insert(attribute, value);
    }
    let before = world.tree();
    let change = Change { name, is: Some(got[0].clone()), should: Some(should) };
    let changes = Changes::new(vec![change], false);
    provider.set(&context, &changes).unwrap();
    provider.flush(&context, &changes).unwrap();
    assert!(context.take_failed_resources().is_empty() && context.take_failed_properties().is_empty());
    assert_eq!(world.tree(), before, "{}: to set what was got changed something", law.type_name);
    let again = provider.get(&context, &Request::new(Some(&names), &[])).unwrap();
    assert_eq!(again, got, "{}: something else is there now", law.type_name);
}

fn dry_run(law: &Law, world: &World) {
    let types = types::all();
    let resource_type = types.find(law.type_name).unwrap();
    let recorder = Arc::new(Recorder::default());
    let settings = Settings { noop: true, ..Settings::default() };
    let mut session = Session::new(resource_type, settings, Log::new(recorder.clone(), Arc::default()));
    session = session.with_catalog(world.catalog(law));
    let mut given = vec![(law.change.0.into(), Value::from(law.change.1))];
    let attributes = world.attributes(law).into_iter().filter(|(attribute, _)| *attribute != law.change.0);
    given.extend(attributes.map(|(attribute, value)| (attribute.into(), Value::from(value))));
    let before = world.tree();
    let resource = session.build(&world.text(law.name), &given, "").unwrap();
    let evaluation = session.evaluate(&resource);
    let message: Vec<String> = recorder.take().into_iter().map(|entry| entry.line()).collect();
    assert!(evaluation.events.iter().any(|event| event.noop), "{}: {message:#?}", law.type_name);
    assert_eq!(world.tree(), before, "{}: a dry run left something", law.type_name);
}
