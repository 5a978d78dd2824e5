//! Sources on web servers. The messages are those of Puppet 7.23 for the same server.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    path::{Path, PathBuf},
    process::{Child, ChildStdout, Command, Stdio},
};

use super::super::Sandbox;
use crate::binary::Run;

const SHA256: &str = "{sha256}5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03";

/// A server on this machine, for the duration of a test.
struct Server {
    process: Child,
    stdout: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    /// Starts a server, with TLS if there are a certificate and a key. `None` without Python.
    fn start(certificate: Option<(&Path, &Path)>) -> Option<Server> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command_line/built_in/file/server.py");
        let mut command = Command::new("python3");
        command.arg(script).stdout(Stdio::piped());
        if let Some((certificate, key)) = certificate {
            command.args([certificate, key]);
        }
        let Ok(mut process) = command.spawn() else {
            skip_test::skip!("there is no python3");
            return None;
        };
        let mut stdout = BufReader::new(process.stdout.take().unwrap());
        let mut port = String::new();
        stdout.read_line(&mut port).unwrap();
        let scheme = if certificate.is_some() { "https" } else { "http" };
        Some(Server { process, stdout, address: format!("{scheme}://127.0.0.1:{}", port.trim()) })
    }

    /// The next request that it received.
    fn request(&mut self) -> String {
        let mut line = String::new();
        self.stdout.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Applies a file with a source on the server, whose URL is `%U`.
fn apply(sandbox: &Sandbox, server: &Server, attributes: &str, options: &[&str]) -> Run {
    let manifest = format!("file {{ '%D/a': {} }}", attributes.replace("%U", &server.address));
    let mut run = sandbox.apply(&manifest, options);
    run.stdout = run.stdout.replace(&server.address, "%U");
    run.stderr = run.stderr.replace(&server.address, "%U");
    run
}

#[test]
fn the_metadata_of_the_server_decides() {
    let Some(server) = Server::start(None) else { return };
    let file = "/Stage[main]/Main/File[/W/a]";
    for (name, sum) in [
        ("md5", "{md5}b1946ac92492d2347c6235b4d2611184"),
        ("sha1", "{sha1}f572d396fae9206628714fb2ce00f72e94f2258f"),
        ("sha256", SHA256),
        ("modified", "{mtime}2020-01-01 00:00:00 UTC"),
        ("nohead", "{mtime}2020-01-01 00:00:00 UTC"),
        ("redirect", SHA256),
    ] {
        let sandbox = Sandbox::new();
        let attributes = format!("source => '%U/{name}'");
        let run = apply(&sandbox, &server, &attributes, &[]);
        let expected = format!("Notice: {file}/ensure: defined content as '{sum}'");
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (expected.as_str(), "", 2), "{name}");
        assert_eq!(sandbox.tree(), ["a 0644 \"hello\\n\""]);
        let run = apply(&sandbox, &server, &attributes, &[]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0), "{name}");
        sandbox.write("a", "old", 0o600);
        let old = Command::new("touch").args(["-d", "2019-01-01 00:00:00 UTC"]).arg(sandbox.files().join("a")).status();
        assert!(old.unwrap().success());
        let run = apply(&sandbox, &server, &attributes, &["--noop"]);
        assert!(run.stdout.contains(&format!("' to '{sum}' (noop)")), "{}", run.stdout);
        assert_eq!(sandbox.read("a"), "old");
        let run = apply(&sandbox, &server, &attributes, &[]);
        if name == "modified" {
            let changed = "content changed '{mtime}2019-01-01 00:00:00 +0000' to '{mtime}2020-01-01 00:00:00 UTC'";
            assert_eq!(run.stdout, format!("Notice: {file}/content: {changed}"));
        }
        assert_eq!(sandbox.tree(), ["a 0600 \"hello\\n\""], "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn a_source_without_metadata_is_fetched_in_every_run() {
    let Some(server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    for message in ["ensure: defined content as '{mtime}", "content: content changed '{mtime}"] {
        let run = apply(&sandbox, &server, "source => '%U/plain'", &[]);
        assert!(run.code == 2 && run.stdout.contains(message), "{}{}", run.stdout, run.stderr);
    }
}

#[test]
fn the_first_source_that_exists_counts() {
    let Some(mut server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let run = apply(&sandbox, &server, "source => ['%U/missing', '%U/sha256', '%U/md5']", &[]);
    assert_eq!(run.stdout, format!("Notice: /Stage[main]/Main/File[/W/a]/ensure: defined content as '{SHA256}'"));
    let mut requests = Vec::new();
    while requests.last().is_none_or(|request| request != "GET /sha256 -") {
        requests.push(server.request());
    }
    assert_eq!(requests.first().unwrap(), "HEAD /missing -");
    assert!(!requests.iter().any(|request| request.contains("md5") || *request == "GET /missing -"), "{requests:?}");
}

#[test]
fn refusals_of_a_server_are_reported_as_by_puppet() {
    let Some(server) = Server::start(None) else { return };
    let unknown = "Error: /Stage[main]/Main/File[/W/a]: Could not evaluate: Could not retrieve";
    for (source, expected) in [
        ("'%U/missing'", format!("{unknown} information from environment production source(s) %U/missing")),
        ("'%U/500'", format!("{unknown} information from environment production source(s) %U/500")),
        (
            "['%U/missing', '%U/other']",
            format!("{unknown} information from environment production source(s) %U/missing, %U/other"),
        ),
        ("'%U/loop'", format!("{unknown} file metadata for %U/loop: Too many HTTP redirections for %U/loop")),
    ] {
        let sandbox = Sandbox::new();
        let run = apply(&sandbox, &server, &format!("source => {source}"), &[]);
        assert_eq!((run.stderr.as_str(), run.code), (expected.as_str(), 4), "{source}");
        assert!(sandbox.tree().is_empty());
    }
    let sandbox = Sandbox::new();
    let run = sandbox.apply("file { '%D/a': source => 'http://127.0.0.1:1/x' }", &[]);
    let refused =
        "seconds: Failed to open TCP connection to 127.0.0.1:1 (Connection refused - connect(2) for 127.0.0.1:1)";
    let begin =
        format!("{unknown} file metadata for http://127.0.0.1:1/x: Request to http://127.0.0.1:1/x failed after ");
    assert!(run.stderr.starts_with(&begin) && run.stderr.ends_with(refused), "{}", run.stderr);
}

#[test]
fn content_that_is_not_what_was_promised_is_not_taken() {
    let Some(server) = Server::start(None) else { return };
    for (attributes, expected) in [
        ("source => '%U/wrong'", "File written to disk did not match desired checksum; discarding changes"),
        ("source => '%U/headonly'", "Could not set 'file' on ensure: Error 404 on SERVER: no"),
        ("source => '%U/cut'", "failed"),
        (
            "ensure => file, source => '%U/plain', checksum => md5, checksum_value => '00000000000000000000000000000000'",
            "File written to disk did not match desired checksum; discarding changes",
        ),
    ] {
        let sandbox = Sandbox::new();
        let run = apply(&sandbox, &server, attributes, &[]);
        assert!(run.code == 4 && run.stderr.contains(expected), "{attributes}: {}{}", run.stdout, run.stderr);
        assert!(sandbox.tree().is_empty(), "{attributes}: {:?}", sandbox.tree());
    }
}

#[test]
fn a_server_is_not_asked_while_the_checksum_is_right() {
    let Some(mut server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    sandbox.write("a", "hello\n", 0o644);
    let sum = "checksum => md5, checksum_value => 'b1946ac92492d2347c6235b4d2611184'";
    let run = apply(&sandbox, &server, &format!("source => '%U/plain', {sum}"), &[]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 0));
    sandbox.write("a", "old", 0o644);
    let run = apply(&sandbox, &server, &format!("source => '%U/plain', {sum}"), &[]);
    assert_eq!((run.stderr.as_str(), run.code, sandbox.read("a").as_str()), ("", 2, "hello\n"), "{}", run.stdout);
    assert!(server.request().ends_with("/plain -"));
}

#[test]
fn a_password_in_an_address_is_shown_nowhere() {
    let Some(server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let with_password = server.address.replace("://", "://robot:hunter2@");
    for (path, code) in [("auth", 2), ("missing", 4), ("loop", 4)] {
        let manifest = format!("file {{ '%D/{path}': source => '{with_password}/{path}' }}");
        let run = sandbox.apply(&manifest, &["--debug", "--show_diff"]);
        assert_eq!(run.code, code, "{}{}", run.stdout, run.stderr);
        assert!(!format!("{}{}", run.stdout, run.stderr).contains("hunter"), "{}{}", run.stdout, run.stderr);
    }
    assert_eq!(sandbox.read("auth"), "hello\n");
    let mut search = Command::new("grep");
    search.args(["-rl", "hunter2"]).arg(sandbox.state_directory());
    assert_eq!(crate::binary::run(&mut search, "").stdout, "", "reports and states know no password");
}

/// A server with TLS and the authority to trust for it. `None` without openssl.
fn secure_server(directory: &Path) -> Option<(Server, String)> {
    let path = |name: &str| directory.join(name);
    let openssl = |words: &str| {
        let made = Command::new("openssl").args(words.split(' ')).current_dir(directory).output();
        made.is_ok_and(|output| output.status.success())
    };
    fs::write(path("names"), "subjectAltName=IP:127.0.0.1\nbasicConstraints=CA:FALSE\n").unwrap();
    let authority = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority -keyout ca.key -out ca.pem";
    let request = "req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr";
    let sign =
        "x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem";
    if !openssl(authority) || !openssl(request) || !openssl(sign) {
        skip_test::skip!("there is no openssl");
        return None;
    }
    let (certificate, key): (PathBuf, PathBuf) = (path("server.pem"), path("server.key"));
    let server = Server::start(Some((&certificate, &key)))?;
    Some((server, path("ca.pem").to_str().unwrap().to_owned()))
}

#[test]
fn a_certificate_must_be_issued_by_a_trusted_authority() {
    let directory = tempfile::TempDir::new().unwrap();
    let Some((server, authority)) = secure_server(directory.path()) else { return };
    let sandbox = Sandbox::new();
    let run = apply(&sandbox, &server, "source => '%U/sha256'", &[]);
    let expected = "Could not retrieve file metadata for %U/sha256: Request to %U/sha256 failed after";
    assert!(run.code == 4 && run.stderr.contains(expected), "{}", run.stderr);
    assert!(sandbox.tree().is_empty());
    for setting in ["--localcacert", "--ssl_trust_store"] {
        let sandbox = Sandbox::new();
        let run = apply(&sandbox, &server, "source => '%U/sha256'", &[setting, &authority]);
        assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{setting}: {}", run.stdout);
        assert_eq!(sandbox.read("a"), "hello\n");
    }
}

#[test]
fn https_is_not_left_by_a_redirection() {
    let directory = tempfile::TempDir::new().unwrap();
    let Some((server, authority)) = secure_server(directory.path()) else { return };
    let Some(plain) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let source = format!("source => '%U/to/{}/sha256'", plain.address);
    let run = apply(&sandbox, &server, &source, &["--localcacert", &authority]);
    let refused = format!(
        "redirects to '{}/sha256': redirections from https to http are refused, because the connection would no longer be \
         encrypted",
        plain.address
    );
    assert!(run.code == 4 && run.stderr.ends_with(&refused), "{}", run.stderr);
    assert!(sandbox.tree().is_empty());
    // The other direction is fine, and so is the same protocol.
    for (from, to) in [(&plain, &server), (&server, &server)] {
        let sandbox = Sandbox::new();
        let source = format!("source => '%U/to/{}/sha256'", to.address);
        let run = apply(&sandbox, from, &source, &["--localcacert", &authority]);
        assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{}", run.stdout);
    }
    for target in ["file:///etc/passwd", "unix:/run/x", "ftp://127.0.0.1/x"] {
        let sandbox = Sandbox::new();
        let run = apply(&sandbox, &plain, &format!("source => '%U/to/{target}'"), &[]);
        let refused = format!("redirects to '{target}', which is not the address of a web server");
        assert!(run.code == 4 && run.stderr.ends_with(&refused), "{}", run.stderr);
        assert!(sandbox.tree().is_empty());
    }
}

#[test]
fn a_server_that_never_ends_does_not_hold_a_run() {
    let Some(server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let run = apply(&sandbox, &server, "source => '%U/drip'", &["--http_read_timeout", "1"]);
    assert!(run.code == 4 && run.stderr.contains("the server is too slow: "), "{}", run.stderr);
    assert!(sandbox.tree().is_empty(), "{:?}", sandbox.tree());
    let run = sandbox.apply_with(
        &format!("file {{ '%D/a': source => '{}/large' }}", server.address),
        &[],
        &[("BUNRAKU_MAX_DOWNLOAD", "1000000")],
    );
    assert!(run.code == 4 && run.stderr.contains("the content is larger than 1000000 bytes"), "{}", run.stderr);
    assert!(sandbox.tree().is_empty(), "{:?}", sandbox.tree());
}

#[test]
fn an_endless_source_of_a_fragment_is_not_read_to_the_end() {
    let Some(server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let manifest = "concat_file { '%D/a': } concat_fragment { 'x': target => '%D/a', source => '%U/endless' }";
    let run = sandbox.apply(&manifest.replace("%U", &server.address), &[]);
    assert!(run.stderr.contains("/endless: it is larger than 268435456 bytes"), "{}", run.stderr);
    assert!(sandbox.tree().is_empty(), "{:?}", sandbox.tree());
}

#[test]
fn replies_of_a_server_cannot_forge_log_lines() {
    let Some(server) = Server::start(None) else { return };
    let sandbox = Sandbox::new();
    let run = apply(&sandbox, &server, "source => '%U/escapes'", &[]);
    let expected = "Error 500 on SERVER: \\u{1b}[2Jno\\r\\nNotice: forged";
    assert!(run.code == 4 && run.stderr.contains(expected), "{}", run.stderr);
}

#[test]
fn a_proxy_is_used_as_configured() {
    let Some(mut proxy) = Server::start(None) else { return };
    let (host, port) = proxy.address.trim_start_matches("http://").split_once(':').unwrap();
    let (host, port, address) = (host.to_owned(), port.to_owned(), proxy.address.clone());
    let settings = ["--http_proxy_host", &host, "--http_proxy_port", &port];
    for (options, variables) in [
        (settings.as_slice(), vec![]),
        (&[], vec![("http_proxy", address.as_str())]),
        (&[], vec![("ALL_PROXY", address.as_str())]),
    ] {
        let sandbox = Sandbox::new();
        let run = sandbox.apply_with("file { '%D/a': source => 'http://files.invalid/x' }", options, &variables);
        assert_eq!((run.stderr.as_str(), run.code), ("", 2), "{options:?} {variables:?} {}", run.stdout);
        while proxy.request() != "GET http://files.invalid/x -" {}
    }
    let sandbox = Sandbox::new();
    let source = format!("file {{ '%D/a': source => '{address}/sha256' }}");
    let dead = ["--http_proxy_host", "127.0.0.1", "--http_proxy_port", "1"];
    // By default, there is no proxy.
    assert_eq!(sandbox.apply_with(&source, &dead, &[]).code, 2);
    let run = sandbox.apply_with(
        "file { '%D/b': source => 'http://files.invalid/x' }",
        &[],
        &[("ALL_PROXY", "socks5://robot:hunter2@127.0.0.1:9")],
    );
    let refused = "cannot use the proxy of ALL_PROXY: only http:// and https:// proxies are supported";
    assert!(run.code == 4 && run.stderr.ends_with(refused), "{}", run.stderr);
}
