//! Inventories, right and wrong.

use super::{Inventory, parse};
use crate::Source;

fn inventory(text: &str) -> Inventory {
    parse(text, "inventory.yaml".as_ref()).expect("it is right")
}

/// The targets with what their transports get.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let shown: Vec<String> = inventory(text)
        .targets
        .iter()
        .map(|target| match &target.source {
            Source::Info(info) => {
                format!(
                    "{} {} {:?} {}",
                    target.name,
                    target.kind,
                    pcore::Value::from(info.clone()),
                    target.location.line
                )
            }
            Source::Url(_) => panic!("it has an address only"),
        })
        .collect();
    assert_eq!(shown, expected, "for {text}");
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = parse(text, "inventory.yaml".as_ref()).expect_err("it is wrong");
    assert_eq!(error.to_string(), expected, "for {text}");
}

#[test]
fn remote_targets_get_what_bolt_would_send() {
    check(
        "version: 2\ntargets:\n- uri: remote://root:hun%40ter2@sw1:8022\n  name: sw1\n  config:\n    remote:\n      \
         remote-transport: nexus\n      port: 22\n",
        &["sw1 nexus {'name' => 'sw1', 'uri' => 'remote://root:hun%40ter2@sw1:8022', 'protocol' => 'remote', \
           'host' => 'sw1', 'port' => 22, 'user' => 'root', 'password' => 'hun@ter2', 'remote-transport' => 'nexus'} 3"],
    );
    check(
        "targets:\n- name: sw1\n  config: {transport: remote, remote: {remote-transport: nexus, hostname: h}}\n",
        &["sw1 nexus {'name' => 'sw1', 'remote-transport' => 'nexus', 'hostname' => 'h'} 2"],
    );
    check("", &[]);
    check("version: 2\n", &[]);
}

#[test]
fn configuration_is_inherited() {
    let text = "
config: {transport: remote, remote: {remote-transport: nexus, user: top, deep: {a: 1, b: 1}}}
targets:
- remote://sw0
groups:
- name: racks
  config: {remote: {user: racks, port: 1, deep: {b: 2}}}
  groups:
  - name: first
    config: {remote: {port: 2}}
    targets: [sw1, sw2]
  - name: second
    config: {remote: {port: 3, host: second}}
    targets:
    - sw2
    - name: sw3
      config: {remote: {user: own}}
";
    check(
        text,
        &[
            "remote://sw0 nexus {'name' => 'remote://sw0', 'uri' => 'remote://sw0', 'protocol' => 'remote', \
             'host' => 'sw0', 'remote-transport' => 'nexus', 'user' => 'top', 'deep' => {'a' => 1, 'b' => 1}} 4",
            "sw1 nexus {'name' => 'sw1', 'uri' => 'sw1', 'host' => 'sw1', 'remote-transport' => 'nexus', \
             'user' => 'racks', 'deep' => {'a' => 1, 'b' => 2}, 'port' => 2} 11",
            "sw2 nexus {'name' => 'sw2', 'uri' => 'sw2', 'host' => 'second', 'remote-transport' => 'nexus', \
             'user' => 'racks', 'deep' => {'a' => 1, 'b' => 2}, 'port' => 2} 11",
            "sw3 nexus {'name' => 'sw3', 'remote-transport' => 'nexus', 'user' => 'own', 'deep' => {'a' => 1, 'b' => 2}, \
             'port' => 3, 'host' => 'second'} 16",
        ],
    );
}

#[test]
fn targets_have_other_names() {
    let found = inventory(
        "groups:\n- name: g\n  targets: [core]\n  config: {remote: {remote-transport: x}}\ntargets:\n- name: sw1\n  alias: [core, spine]\n  \
         config: {transport: remote}\n",
    );
    let target = &found.targets[0];
    assert_eq!((found.targets.len(), &*target.name, &*target.kind), (1, "sw1", "x"));
    assert!(target.is_called("core") && target.is_called("spine") && target.is_called("sw1") && !target.is_called("x"));
    check_error(
        "targets: [{name: a, alias: c}, {name: b, alias: c}]\n",
        "inventory.yaml: 'c' is the name of two things: another name of a target and another name of a target",
    );
    check_error(
        "targets: [{name: a}, {name: b, alias: a}]\n",
        "inventory.yaml: 'a' is the name of two things: a target and another name of a target",
    );
    check_error(
        "targets: [{name: a}]\ngroups: [{name: a}]\n",
        "inventory.yaml: 'a' is the name of two things: a target and a group",
    );
}

#[test]
fn what_is_left_out_is_told() {
    let found = inventory(
        "vars: {x: 1}\ntargets:\n- ssh://web1\n- web2\n- {name: sw, vars: {y: 2}, config: {transport: remote, remote: {remote-transport: n}}}\n",
    );
    assert_eq!(found.targets.len(), 1);
    assert_eq!(
        found.ignored,
        [
            "'vars' of target 'sw' is not supported and is ignored",
            "'vars' of group 'all' is not supported and is ignored",
            "target 'ssh://web1' is ignored: its transport is 'ssh', not 'remote'",
            "target 'web2' is ignored: its transport is 'ssh', not 'remote'",
        ]
    );
}

#[test]
fn what_cannot_be_reached_says_why() {
    let found = inventory(
        "config: {transport: remote}\ntargets:\n- name: a\n- {name: b, config: {remote: {remote-transport: x, run-on: proxy}}}\n\
         - {name: c, config: {remote: {remote-transport: x, run-on: localhost}}}\n",
    );
    let told: Vec<_> = found.targets.iter().map(|target| target.check().err().map(|error| error.to_string())).collect();
    assert_eq!(
        told,
        [
            Some("the target 'a' has no transport: add 'remote-transport: NAME' to 'remote' of its configuration (inventory.yaml:3)".to_owned()),
            Some("the target 'b' must be reached from 'proxy' ('run-on', inventory.yaml:4): run the command there".to_owned()),
            None,
        ]
    );
}

#[test]
fn what_is_wrong_is_told_without_secrets() {
    check_error("a: *hunter2\n", "inventory.yaml:1:4: an alias has no anchor; quote a text that starts with '*'");
    check_error("version: 1\n", "inventory.yaml: expected an inventory of version 2, found version 1");
    check_error("[hunter2]\n", "inventory.yaml: the inventory: expected a map");
    check_error("targets: hunter2\n", "inventory.yaml: 'targets': expected a list");
    check_error(
        "targets: [[hunter2]]\n",
        "inventory.yaml: an element of 'targets': expected a name, an address or a map",
    );
    check_error("targets: [{alias: x}]\n", "inventory.yaml: a target: expected a 'name' or a 'uri'");
    check_error("groups: [hunter2]\n", "inventory.yaml: an element of 'groups': expected a map with a name");
    check_error("groups: [{targets: [x]}]\n", "inventory.yaml: a group: expected a 'name'");
    check_error("config: hunter2\n", "inventory.yaml: 'config' of group 'all': expected a map");
    check_error(
        "targets: [{name: a, config: {remote: {password: {_plugin: prompt}}}}]\n",
        "inventory.yaml: 'config' of target 'a': Bolt plugins ('_plugin') are not supported; write the value itself",
    );
    check_error(
        "targets: {_plugin: puppetdb}\n",
        "inventory.yaml: 'targets': Bolt plugins ('_plugin') are not supported; write the value itself",
    );
    let deep = format!("{}{}{}", "groups: [{name: a, ", "groups: [{name: a, ".repeat(70), "}]".repeat(71));
    assert!(parse(&format!("{{{deep}}}"), "i".as_ref()).is_err());
}

#[test]
fn a_large_inventory_is_read_in_time() {
    let targets: String = (0..20_000).map(|number| format!("  - sw{number}\n")).collect();
    let text = format!(
        "config: {{transport: remote, remote: {{remote-transport: x}}}}\ngroups:\n- name: g\n  targets:\n{targets}"
    );
    let begun = std::time::Instant::now();
    assert_eq!(inventory(&text).targets.len(), 20_000);
    assert!(begun.elapsed().as_secs() < 20);
}
