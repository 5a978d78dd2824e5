//! `apt_key` with a real gpg and a real keyring. Needs gnupg and curl.

#![allow(clippy::unwrap_used, reason = "clippy does not recognize helper functions as test code")]

use std::{
    io::{Read, Write},
    net::TcpListener,
    path::PathBuf,
    process::{Command, Stdio},
    thread,
};

use example_apt_key::apt_key;
use tempfile::TempDir;
use testkit::Trial;

/// A gpg home with a key for the test, exported to a file.
struct Fixture {
    directory: TempDir,
    fingerprint: String,
}

impl Fixture {
    fn new() -> Fixture {
        let directory = TempDir::new().unwrap();
        // Separate from the gpg home, which contains the private key.
        std::fs::create_dir(directory.path().join("apt")).unwrap();
        let mut fixture = Fixture { directory, fingerprint: String::new() };
        let user = "Example <example@example.org>";
        fixture.gpg(&["--passphrase", "", "--quick-generate-key", user, "ed25519", "sign", "never"]);
        let listing = fixture.gpg(&["--with-colons", "--fingerprint", "--list-keys"]);
        let fingerprint = listing.lines().find_map(|line| line.strip_prefix("fpr:::::::::")).unwrap();
        fixture.fingerprint = fingerprint.trim_end_matches(':').to_owned();
        let exported = fixture.gpg(&["--armor", "--export", &fixture.fingerprint]);
        std::fs::write(fixture.path("key.asc"), exported).unwrap();
        fixture
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    fn keyring(&self) -> PathBuf {
        self.path("apt/trusted.gpg")
    }

    fn source(&self) -> String {
        self.path("key.asc").display().to_string()
    }

    fn gpg(&self, arguments: &[&str]) -> String {
        let mut gpg = Command::new("gpg");
        gpg.arg("--homedir").arg(self.directory.path()).args(["--batch", "--quiet"]).args(arguments);
        let output = gpg.stderr(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "gpg {arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// The agent that gpg started must not outlive the test.
impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = Command::new("gpgconf").arg("--homedir").arg(self.directory.path()).args(["--kill", "all"]).status();
    }
}

#[test]
fn a_key_is_added_found_under_any_of_its_names_and_removed() {
    let fixture = Fixture::new();
    let apt_key = apt_key(fixture.keyring());
    let short = format!("0x{}", fixture.fingerprint[32..].to_lowercase());

    let mut trial = Trial::new(&apt_key);
    trial.apply(&short, [("source", fixture.source())]).unwrap();
    let log = trial.log();
    let name = &fixture.fingerprint[32..];
    assert_eq!(log[0], format!("Notice: /Apt_key[{short}]/ensure: defined 'ensure' as 'present'"));
    assert!(log.last().unwrap().starts_with(&format!("Notice: apt_key[{name}]: Creating: Finished in ")), "{log:?}");

    let mut again = Trial::new(&apt_key);
    for name in [short.as_str(), &fixture.fingerprint[24..], &fixture.fingerprint] {
        let events = again.apply(name, [("ensure", "present")]).unwrap().events;
        assert!(events.is_empty(), "{name} is there already");
    }
    let listed = again.list().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!(listed[0].text("id"), Some(fixture.fingerprint.as_str()));
    let created = listed[0].text("created").unwrap();
    assert!(created.len() == 10 && created.starts_with("20"), "{created} is a day");

    let mut removal = Trial::new(&apt_key);
    removal.apply(&short, [("ensure", "absent")]).unwrap();
    assert!(Trial::new(&apt_key).list().unwrap().is_empty());
}

#[test]
fn a_key_comes_from_a_server() {
    let fixture = Fixture::new();
    let apt_key = apt_key(fixture.keyring());
    let url = serve(fixture.path("key.asc"));
    Trial::new(&apt_key).apply(&fixture.fingerprint, [("source", url)]).unwrap();
    assert_eq!(Trial::new(&apt_key).list().unwrap().len(), 1);
}

#[test]
fn a_source_with_another_key_is_refused_and_nothing_is_added() {
    let fixture = Fixture::new();
    let apt_key = apt_key(fixture.keyring());
    let mut trial = Trial::new(&apt_key);
    let failure = trial.apply("DEADBEEF", [("source", fixture.source())]).unwrap_err();
    assert_eq!(failure.to_string(), format!("{} does not hold the key DEADBEEF", fixture.source()));
    assert!(trial.list().unwrap().is_empty());
}

#[test]
fn noop_adds_nothing() {
    let fixture = Fixture::new();
    let apt_key = apt_key(fixture.keyring());
    let mut trial = Trial::noop(&apt_key);
    trial.apply(&fixture.fingerprint, [("source", fixture.source())]).unwrap();
    let expected = format!("Notice: /Apt_key[{}]/ensure: defined 'ensure' as 'present' (noop)", fixture.fingerprint);
    assert_eq!(trial.log(), [expected]);
    assert!(!fixture.keyring().exists());
}

#[test]
fn bad_names_and_sources_are_refused_before_anything_happens() {
    let fixture = Fixture::new();
    let apt_key = apt_key(fixture.keyring());
    let mut trial = Trial::new(&apt_key);
    let failure = trial.apply("nothex", [("source", fixture.source())]).unwrap_err().to_string();
    assert!(failure.contains("apt_key.id expects a match for Pattern["), "{failure}");
    let failure = trial.apply(&fixture.fingerprint, [("source", "somewhere")]).unwrap_err().to_string();
    assert!(failure.contains("apt_key.source expects an undef value or a match for Pattern["), "{failure}");
    assert!(!fixture.keyring().exists());
}

/// Serves a file for one HTTP request on the loopback interface.
fn serve(file: PathBuf) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        let _ = connection.read(&mut [0; 4096]).unwrap();
        let body = std::fs::read(file).unwrap();
        write!(connection, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len()).unwrap();
        connection.write_all(&body).unwrap();
    });
    format!("http://{address}/key.asc")
}
