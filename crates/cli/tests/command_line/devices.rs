//! Devices: several in one run, their files, inventories, and passwords, which must not leak.
//!
//! A single device of a Ruby module is compared with the real Puppet in `ruby_modules`.

mod addresses;
mod lamp;
mod secrets;
mod system_log;

use std::{fs, os::unix::fs::PermissionsExt as _, process::Command};

use self::lamp::{House, skipped};
use crate::{binary, test_dir::TestDir, transcripts::without_seconds};

/// Three lamps, and a manifest of the environment for all of them.
fn house() -> House {
    let house = House::new(&["hall", "attic", "cellar"]);
    house.write("site.pp", "bulb { 'main': bright => true }\nnotify { \"in the ${facts['room']}\": }\n");
    house
}

/// Whether a line varies from run to run.
fn is_of_the_run(line: &str) -> bool {
    line.starts_with("Info: Creating state") || line.starts_with("Info: Applying configuration version")
}

// Requirement: TR-59
#[test]
fn devices_are_managed_in_one_run_and_logged_in_order() {
    if skipped() {
        return;
    }
    let house = house();
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--detailed-exitcodes"]);
    assert_eq!((run.code, run.stderr.as_str()), (2, ""), "{}", run.stdout);
    let lines: Vec<&str> = run.stdout.lines().filter(|line| !is_of_the_run(line)).collect();
    let mut expected = Vec::new();
    for name in ["hall", "attic", "cellar"] {
        let conf = house.path().join(format!("{name}.conf"));
        expected.extend([
            format!("Info: starting applying configuration to {name} at file://{}", conf.display()),
            format!("Notice: Compiled catalog for {name} in environment production in N.NN seconds"),
            "Info: Using environment 'production'".to_owned(),
            "Notice: /Stage[main]/Main/Bulb[main]/bright: bright changed false to 'true'".to_owned(),
            format!("Notice: bulb: switched in the {name}"),
            format!("Notice: in the {name}"),
            format!("Notice: /Stage[main]/Main/Notify[in the {name}]/message: defined 'message' as 'in the {name}'"),
            "Info: Class[Main]: Unscheduling all events on Class[Main]".to_owned(),
            "Notice: Applied catalog in N.NN seconds".to_owned(),
        ]);
    }
    assert_eq!(lines, expected);
    assert_eq!(house.closed(), ["attic", "cellar", "hall"]);
    // Only a message is left to do, which counts as a change.
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--detailed-exitcodes"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

// Requirement: TR-59
#[test]
fn exit_codes_of_all_devices_are_joined_and_one_does_not_disturb_the_others() {
    if skipped() {
        return;
    }
    let house = house();
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    house.write("attic.stuck", "");
    house.write("cellar.conf", "{ room: cellar, password: hunter2, missing: true }\n");
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--detailed-exitcodes"]);
    // 2 for the hall, 6 for the attic, 1 for the cellar.
    assert_eq!(run.code, 7, "{}{}", run.stdout, run.stderr);
    assert_eq!(
        run.stderr,
        "Error: /Stage[main]/Main/Bulb[main]: Could not evaluate: the switch of the attic is stuck\n\
         Error: Can't load lamp for cellar: The connection info provided does not match the Transport Schema for \
         `lamp[]`\n Unknown attribute:\n    * missing\n"
    );
    assert!(run.stdout.contains("Notice: bulb: switched in the hall\n"), "{}", run.stdout);
    assert_eq!(house.closed(), ["attic", "hall"]);
    let run = house.run(&["--verbose", "--manifest", "site.pp"]);
    assert_eq!(run.code, 1);
    house.write("cellar.conf", "{ room: cellar, password: hunter2 }\n");
    let run = house.run(&["--verbose", "--manifest", "site.pp"]);
    assert_eq!(run.code, 0, "that a resource failed is told by detailed exit codes only");
    house.write("site.pp", "bulb {\n");
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--detailed-exitcodes"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr.matches("Error: Could not parse for environment production: Syntax error at ").count(), 3);
}

// Requirement: TR-61
#[test]
fn each_device_has_its_report_and_its_state() {
    if skipped() {
        return;
    }
    let house = house();
    house.run(&["--verbose", "--manifest", "site.pp", "--statedir", "shared", "--lastrunreport", "shared.yaml"]);
    for name in ["hall", "attic", "cellar"] {
        let directory = house.path().join("v/devices").join(name);
        let report = fs::read_to_string(directory.join("state/last_run_report.yaml")).unwrap();
        assert!(report.contains(&format!("host: {name}\n")) && report.contains("status: changed\n"), "{report}");
        for file in ["state/state.yaml", "state/transactionstore.yaml", "public/last_run_summary.yaml", "reports"] {
            assert!(directory.join(file).exists(), "{file} of {name}");
        }
    }
    assert!(!house.path().join("shared").exists() && !house.path().join("shared.yaml").exists());
    house.write("hall.json", "{}");
    let run = house.run(&["--target", "hall", "--verbose", "--manifest", "site.pp"]);
    let line = "Notice: /Stage[main]/Main/Bulb[main]/bright: bright changed false to 'true' (corrective)\n";
    assert!(run.stdout.contains(line), "{}", run.stdout);
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--noop", "--detailed-exitcodes"]);
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
}

#[test]
fn devices_are_managed_side_by_side_up_to_a_limit() {
    if skipped() {
        return;
    }
    let house = house();
    // Each device waits until all of them have connected.
    house.write("crowd", "3");
    let run = house.run(&["--verbose", "--manifest", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    for name in ["hall", "attic", "cellar"] {
        fs::remove_file(house.path().join(format!("arrived.{name}"))).unwrap();
    }
    house.write("crowd", "2");
    let run = house.run(&["--verbose", "--manifest", "site.pp", "--concurrency", "1"]);
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr.matches("waited for others").count(), 3, "{}", run.stderr);
    for wrong in ["0", "x", "1001"] {
        let run = house.run(&["--concurrency", wrong]);
        assert_eq!(run.code, 1);
        let line = format!("Error: Could not run: --concurrency must be a number from 1 to 1000, got '{wrong}'\n");
        assert_eq!(run.stderr, line);
    }
}

#[test]
fn targets_of_an_inventory_are_devices_too() {
    if skipped() {
        return;
    }
    let house = house();
    let inventory = "
version: 2
config: {transport: remote, remote: {remote-transport: lamp, run-on: localhost}}
vars: {colour: red}
groups:
- name: outside
  config: {remote: {password: hunter2, color: green}}
  targets:
  - {uri: 'remote://porch', name: porch, alias: front, config: {remote: {room: porch}}}
";
    let file = house.write("inventory.yaml", inventory);
    lamp::hide(&file);
    let run = house.run(&["--target", "front", "--inventory", "inventory.yaml", "--facts", "--verbose"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, "Warning: lamp: Discarding unknown attribute: color\n"));
    let lines: Vec<&str> = run.stdout.lines().take(4).collect();
    assert_eq!(
        lines,
        [
            "Info: lamp: Discarding superfluous bolt attribute: uri",
            "Info: lamp: Discarding superfluous bolt attribute: protocol",
            "Info: lamp: Discarding superfluous bolt attribute: host",
            "Info: retrieving facts from porch at remote://porch",
        ]
    );
    assert!(run.stdout.contains("\"room\": \"porch\""), "{}", run.stdout);
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let run = house.run(&["--inventory", "inventory.yaml", "--verbose", "--manifest", "site.pp"]);
    for name in ["hall", "attic", "cellar", "porch"] {
        assert!(run.stdout.contains(&format!("Notice: bulb: switched in the {name}\n")), "{}", run.stdout);
    }
    let run = house.run(&["--inventory", "inventory.yaml", "--target", "garden", "--facts"]);
    assert_eq!(
        run.stderr,
        "Error: Could not run: Target device / certificate 'garden' not found in device.conf and inventory.yaml\n"
    );
    house.write("inventory.yaml", inventory.replace("name: porch", "name: hall"));
    let run = house.run(&["--inventory", "inventory.yaml", "--verbose"]);
    let line = "Error: Could not run: duplicate device 'hall': device.conf:1 and inventory.yaml:9\n";
    assert!(run.code == 1 && run.stderr.ends_with(line), "{}", run.stderr);
}

// Requirement: TR-43
#[test]
fn types_for_the_wrong_target_are_reported_once() {
    if skipped() {
        return;
    }
    let house = house();
    let file = "file { '/nowhere/a': } file { '/nowhere/b': } bulb { 'main': bright => true }\n";
    house.write("site.pp", file);
    let run = house.run(&["--target", "hall", "--apply", "site.pp"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.stderr,
        "Warning: 2 resources (file) were skipped on the device 'hall', because only machines have such resources: run 'bunraku \
         apply FILE' on the machine\n"
    );
    house.write("bulb.pp", "bulb { 'main': bright => true }\n");
    let run = house.run_as("bunraku", "apply", &["bulb.pp"]);
    assert_eq!(
        run.stderr,
        "Warning: 1 resource (bulb) was skipped, because only devices have such resources: list the device in device.conf, and run \
         'bunraku device --target NAME --apply FILE'\n"
    );
    let run = house.run_as("puppet", "apply", &["bulb.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "called puppet, it says what Puppet says");
}

/// The exit code must not suggest that the device was configured.
#[test]
fn a_run_that_configures_nothing_has_failed() {
    if skipped() {
        return;
    }
    let house = house();
    house.write("site.pp", "file { '/nowhere/a': } file { '/nowhere/b': }\n");
    let expected = "Warning: 2 resources (file) were skipped on the device 'hall', because only machines have such resources: run \
                    'bunraku apply FILE' on the machine\n\
                    Error: nothing was configured on the device 'hall': the catalog has no resources of a type with the feature remote_resource\n";
    let run = house.run(&["--target", "hall", "--apply", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, expected));
    let run = house.run(&["--target", "hall", "--manifest", "site.pp", "--verbose", "--detailed-exitcodes"]);
    assert_eq!((run.code, run.stderr.as_str()), (4, expected));
    // An empty catalog is something else.
    house.write("site.pp", "notify { 'hello': }\n");
    assert_eq!(house.run(&["--target", "hall", "--apply", "site.pp"]).code, 0);
    house.write("site.pp", "\n");
    assert_eq!(house.run(&["--target", "hall", "--apply", "site.pp"]).code, 0);
}

/// Modules for devices define their types in both ways, and choose one when they are loaded.
#[test]
fn a_type_that_is_defined_in_both_ways_is_the_one_that_counts() {
    if skipped() {
        return;
    }
    let house = house();
    let library = "modules/lamps/lib/puppet";
    let registered = house.read(&format!("{library}/type/bulb.rb"));
    let both = |is_old: bool| {
        format!(
            "if {is_old}\n  Puppet::Type.newtype(:bulb) do\n    newparam(:name, namevar: true)\n  end\nelse\n{registered}\nend\n"
        )
    };
    house.write(&format!("{library}/type/bulb.rb"), both(false));
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let run = house.run(&["--target", "hall", "--apply", "site.pp"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("Notice: bulb: switched in the hall\n"), "{}", run.stdout);
    house.write("site.pp", "bulb { 'main': bright => 99 }\n");
    let run = house.run(&["--target", "hall", "--apply", "site.pp"]);
    assert_eq!(run.code, 1, "values are checked: {}", run.stderr);
}

/// Puppet would manage such a resource on the device. Here, the installed Puppet would change this machine instead.
#[test]
fn legacy_types_for_devices_fail() {
    if skipped() {
        return;
    }
    let house = house();
    let text =
        "Puppet::Type.newtype(:port) do\n  apply_to_device\n  ensurable\n  newparam(:name, namevar: true)\nend\n";
    house.write("modules/lamps/lib/puppet/type/port.rb", text);
    house.write("site.pp", "port { 'eth0': ensure => present } -> notify { 'after': } notify { 'other': }\n");
    for host in ["bunraku", "auto"] {
        for (words, code) in
            [(&["--apply", "site.pp"][..], 1), (&["--manifest", "site.pp", "--verbose", "--detailed-exitcodes"], 6)]
        {
            let arguments: Vec<&str> =
                ["--target", "hall", "--ruby-host", host].into_iter().chain(words.iter().copied()).collect();
            let run = house.run(&arguments);
            assert_eq!(run.code, code, "{host}: {}{}", run.stdout, run.stderr);
            assert!(
                run.stderr.contains(
                    "Port[eth0]: Could not evaluate: the type 'port' cannot be managed on the device 'hall': it is a legacy type"
                ),
                "{host}: {}",
                run.stderr
            );
            assert!(
                run.stdout.contains("Notice: other\n") && !run.stdout.contains("Notice: after\n"),
                "{}",
                run.stdout
            );
        }
    }
}

// Requirement: TR-44
#[test]
fn resources_of_a_device_can_be_changed_one_by_one() {
    if skipped() {
        return;
    }
    let house = house();
    let run = house.run(&["--target", "hall", "--resource", "bulb", "main", "bright=true"]);
    assert_eq!(
        run.stdout,
        "Notice: /Bulb[main]/bright: bright changed false to 'true'\nNotice: bulb: switched in the hall\n\
         bulb { 'main': \n  bright => true,\n}\n"
    );
    let run = house.run_as("bunraku", "resource", &["bulb", "main", "bright=true"]);
    assert_eq!(
        run.stderr.lines().next(),
        Some(
            "Warning: bulb is not changed, because only devices have such resources: list the device in device.conf, and run \
             'bunraku device --target NAME --resource bulb main ATTRIBUTE=VALUE'"
        )
    );
    let run = house.run_as("puppet", "resource", &["bulb", "main", "bright=true"]);
    assert!(!run.stderr.contains("Warning"), "called puppet, it says what Puppet says: {}", run.stderr);
    let run = house.run(&["--target", "hall", "--resource", "bulb", "--to_yaml"]);
    assert_eq!(run.stdout, "---\nbulb:\n  main:\n    bright: true\n");
}

// Requirement: TR-60
#[test]
fn a_device_that_cannot_be_opened_fails_alone() {
    if skipped() {
        return;
    }
    let house = house();
    let conf = house.read("device.conf");
    house.write("device.conf", format!("[odd]\ntype strange\nurl file:///x\n[half]\ntype lamp\n{conf}"));
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let run = house.run(&["--verbose", "--manifest", "site.pp"]);
    assert_eq!(run.code, 1);
    assert_eq!(
        run.stderr,
        "Error: Could not run: cannot load such file -- puppet/util/network_device/strange/device\n\
         Error: the device 'half' has no url: add a line 'url file:///PATH' to its section (device.conf:4)\n"
    );
    assert_eq!(run.stdout.matches("Notice: bulb: switched in the ").count(), 3);
}

#[test]
fn a_directory_without_devices_is_reported() {
    let directory = TestDir::new(&[("site.pp", "")]);
    let run = directory.run(&["device", "--verbose"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.starts_with("Error: No device found in ") && run.stderr.ends_with("c/device.conf\n"));
    let run = directory.run(&["device", "--inventory=none.yaml", "--verbose"]);
    assert_eq!(run.stderr, "Error: Could not run: none.yaml does not exist\n");
}

// Requirement: TR-52
#[test]
fn found_devices_are_logged_at_debug_level() {
    let directory = TestDir::new(&[("device.conf", "# one\n\n[hall]\ntype lamp\nurl file:///x\n[attic]\n")]);
    let run = directory.run(&["device", "--deviceconfig=device.conf", "--target", "none", "--debug"]);
    assert!(run.stdout.contains("Debug: found device: hall at 3\nDebug: found device: attic at 6\n"), "{}", run.stdout);
}

// Requirement: TR-53, TR-54
#[test]
fn the_options_of_puppet_are_accepted() {
    let directory = TestDir::new(&[("device.conf", "[hall]\ntype lamp\nurl file:///x\n"), ("site.pp", "")]);
    let error_of = |words: &[&str]| {
        let words: Vec<&str> =
            ["device", "--deviceconfig=device.conf"].into_iter().chain(words.iter().copied()).collect();
        let run = directory.run(&words);
        assert_eq!(run.code, 1, "{words:?}: {}", run.stdout);
        run.stderr
    };
    let unknown = "Error: Could not run: Target device / certificate 'x' not found in device.conf\n";
    for words in [
        &["-t", "x", "-r", "bulb", "-y", "-v"][..],
        &["-t", "x", "-f", "-d"],
        &["--target=x", "--apply", "site.pp", "--libdir", "lib", "--detailed-exitcodes", "--noop"],
        &["-t", "x", "-w", "0", "-p", "1", "--centrallogging", "-l", "console", "--user", "root"],
    ] {
        assert_eq!(error_of(words), unknown, "{words:?}");
    }
    assert_eq!(error_of(&["--resource", "bulb"]), "Error: Could not run: resource command requires target\n");
    assert_eq!(error_of(&["--facts"]), "Error: Could not run: facts command requires target\n");
    let line = "Error: Could not run: missing argument: --target is required when using --apply\n";
    assert_eq!(error_of(&["--apply", "site.pp"]), line);
    let line = "Error: Could not run: none.pp does not exist, cannot apply\n";
    assert_eq!(error_of(&["--target", "hall", "--apply", "none.pp"]), line);
}

// Requirement: TR-56, TR-57, TR-58
#[test]
fn a_device_is_asked_and_changed() {
    if skipped() {
        return;
    }
    let house = house();
    let run = house.run(&["--target", "hall", "--facts", "--verbose"]);
    let facts: serde_json::Value = serde_json::from_str(run.stdout.split_once('\n').unwrap().1).unwrap();
    assert_eq!(facts["name"], "hall");
    let mut names: Vec<&String> = facts["values"].as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["clientcert", "clientnoop", "clientversion", "room", "said"]);
    assert!(facts["timestamp"].as_str() < facts["expiration"].as_str());
    assert!(run.stdout.starts_with("Info: retrieving facts from hall at file:///"), "{}", run.stdout);
    let run = house.run(&["--target", "hall", "--resource", "bulb", "--verbose"]);
    assert!(run.stdout.starts_with("Info: retrieving resource: bulb from hall at file:///"), "{}", run.stdout);
    assert!(run.stdout.ends_with("bulb { 'main': \n  bright => false,\n}\n"), "{}", run.stdout);
    house.write("one.pp", "bulb { 'main': bright => true }\n");
    let run = house.run(&["--target", "hall", "--apply", "one.pp", "--detailed-exitcodes"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert_eq!(house.read("hall.json"), "{\"main\":true}");
}

#[test]
fn the_examples_of_the_page_about_devices_are_true() {
    if skipped() {
        return;
    }
    let house = House::new(&["hall", "attic"]);
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let here = house.path().display();
    let script = format!(
        "#!/bin/sh\ncommand=$1; shift\nexec {} $command --deviceconfig {here}/device.conf --modulepath {here}/modules \
         --confdir {here}/c --vardir {here}/v --color=false \"$@\"\n",
        env!("CARGO_BIN_EXE_bunraku")
    );
    let program = house.write("bin/bunraku", script);
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{here}/bin:{}", std::env::var("PATH").unwrap_or_default());
    let page = include_str!("../../../../docs/devices.md");
    let examples = crate::readme::examples(page);
    assert!(examples.len() >= 5, "only {} examples were found", examples.len());
    for (command, expected) in examples {
        let mut shell = Command::new("sh");
        let run = binary::run(shell.args(["-c", &command]).current_dir(house.path()).env("PATH", &path), "");
        assert_eq!(without_seconds(&format!("{}{}", run.stdout, run.stderr)), expected, "for {command}");
    }
}
