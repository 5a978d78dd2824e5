//! The log of a run of all devices: it goes to the system log, here a socket of the test.

use std::{fs, os::unix::net::UnixDatagram, process::Command};

use super::lamp::{House, skipped};
use crate::binary;

/// For this command alone, a directory with the test's log socket is mounted over `/dev`.
const WITH_TEST_LOG: &str = "
for name in null zero random urandom; do touch dev/$name && mount --bind /dev/$name dev/$name || exit 99; done
mount --rbind dev /dev && exec \"$@\"
";

// Requirement: TR-55
#[test]
fn a_run_of_all_devices_logs_to_the_system_log() {
    if skipped() {
        return;
    }
    let house = House::new(&["hall"]);
    fs::create_dir(house.path().join("dev")).unwrap();
    let log = UnixDatagram::bind(house.path().join("dev/log")).unwrap();
    // All lines have been sent when the run ends.
    log.set_nonblocking(true).unwrap();
    house.write("site.pp", "bulb { 'main': bright => true }\n");
    let run = |words: &[&str]| {
        let mut command = Command::new("unshare");
        command.args(["-m", "sh", "-c", WITH_TEST_LOG, "sh", env!("CARGO_BIN_EXE_bunraku"), "device"]);
        command.args(["--deviceconfig", "device.conf", "--modulepath", "modules", "--certname", "vm"]).args(words);
        command.args(["--confdir", "c", "--vardir", "v", "--manifest", "site.pp"]).current_dir(house.path());
        binary::run(&mut command, "")
    };
    let received = || {
        let mut lines = Vec::new();
        let mut line = [0; 4096];
        while let Ok(length) = log.recv(&mut line) {
            lines.push(String::from_utf8_lossy(&line[..length]).into_owned());
        }
        lines
    };
    let quiet = run(&[]);
    if quiet.code == 99 {
        skip_test::skip!("nothing can be mounted here");
        return;
    }
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (0, "", ""));
    let lines = received();
    assert!(lines.iter().any(|line| line.contains("bright changed false to 'true'")), "{lines:?}");
    assert!(lines.iter().all(|line| !line.contains("hunter2")), "{lines:?}");
    // With more verbosity, lines go to the console.
    let loud = run(&["--verbose"]);
    assert!(loud.stdout.contains("Info: starting applying configuration to hall"), "{}", loud.stdout);
    assert_eq!(received(), [""; 0]);
}
