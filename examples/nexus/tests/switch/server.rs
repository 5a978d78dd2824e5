//! An SSH server on the loopback interface with accounts of its own, which lead to emulated switches.
//!
//! It is Debian's OpenSSH, in a namespace where `/etc/passwd` and `/etc/shadow` are files of the test. Each server has
//! keys of its own. Each account is a switch, in the directory with its name.

use std::{
    fs::{self, Permissions},
    io::Write as _,
    net::{TcpListener, TcpStream},
    os::unix::fs::{PermissionsExt as _, chown},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// The password of every account.
pub const PASSWORD: &str = "let-me-in-9471";

/// The password for `enable`.
pub const ENABLE_PASSWORD: &str = "open-sesame-5823";

/// The user id of all accounts.
const USER: u32 = 61_234;

/// A server with its switches.
pub struct Server {
    directory: TempDir,
    pub port: u16,
    process: Child,
}

impl Server {
    /// Starts a server with an account for each switch.
    pub fn start(switches: &[&str]) -> Server {
        let directory = TempDir::with_prefix("nexus-server-").unwrap();
        let path = directory.path();
        // The server reads keys as the user who logs in.
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
        for key in ["host_key", "other_host_key", "user_key", "other_user_key"] {
            run(Command::new("ssh-keygen")
                .args(["-q", "-t", "ed25519", "-N", "", "-C", key, "-f"])
                .arg(path.join(key)));
        }
        fs::copy(path.join("user_key.pub"), path.join("authorized_keys")).unwrap();
        // The user may not be allowed to read the build directory.
        fs::copy(env!("CARGO_BIN_EXE_nexus-emulator"), path.join("nexus-emulator")).unwrap();
        accounts(path, switches);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        fs::write(path.join("sshd_config"), configuration(path, port)).unwrap();
        let steps = format!(
            "for file in passwd shadow group; do mount --bind {0}/$file /etc/$file || exit 1; done\n\
             mount -t tmpfs none /run && mkdir /run/sshd && exec /usr/sbin/sshd -D -e -f {0}/sshd_config",
            path.display()
        );
        let log = fs::File::create(path.join("sshd.log")).unwrap();
        let mut command = Command::new("unshare");
        command.args(["--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", &steps]);
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap();
        let server = Server { directory, port, process };
        server.write_known_host("known_hosts", "host_key");
        server.await_start();
        server
    }

    fn await_start(&self) {
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let log = || fs::read_to_string(self.path("sshd.log")).unwrap_or_default();
            assert!(begun.elapsed() < Duration::from_secs(30), "the server does not start: {}", log());
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// A file of the server.
    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a known-hosts file with a key of the server.
    pub fn write_known_host(&self, name: &str, key: &str) {
        self.write_known_host_at(name, key, self.port);
    }

    /// Like `write_known_host`, with another port.
    pub fn write_known_host_at(&self, name: &str, key: &str, port: u16) {
        let key = fs::read_to_string(self.path(&format!("{key}.pub"))).unwrap();
        fs::write(self.path(name), format!("[127.0.0.1]:{port} {key}")).unwrap();
    }

    /// Writes a file in the directory of a switch.
    pub fn set(&self, switch: &str, name: &str, text: &str) {
        fs::write(self.path("switches").join(switch).join(name), text).unwrap();
    }

    /// The configuration of a switch.
    pub fn configuration(&self, switch: &str) -> String {
        fs::read_to_string(self.path("switches").join(switch).join("running-config")).unwrap_or_default()
    }

    /// The commands that a switch received, without process ids.
    pub fn log(&self, switch: &str) -> Vec<String> {
        let log = fs::read_to_string(self.path("switches").join(switch).join("log")).unwrap_or_default();
        log.lines().filter_map(|line| line.split_once(' ')).map(|(_, what)| what.to_owned()).collect()
    }

    /// Waits until a switch received a command; it may be logged after the connection has ended.
    #[track_caller]
    pub fn await_log(&self, switch: &str, what: &str) {
        let begun = Instant::now();
        while !self.log(switch).iter().any(|line| line == what) {
            assert!(begun.elapsed() < Duration::from_secs(10), "no '{what}': {:?}", self.log(switch));
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Connection information for a switch; `changed` overrides it.
    pub fn info(&self, switch: &str, changed: &[(&str, &str)]) -> String {
        let known_hosts = self.path("known_hosts").display().to_string();
        let port = self.port.to_string();
        let mut info = vec![
            ("hostname", "127.0.0.1"),
            ("port", &port),
            ("username", switch),
            ("password", PASSWORD),
            ("enable_password", ENABLE_PASSWORD),
            ("known_hosts_file", &known_hosts),
        ];
        for (name, value) in changed {
            info.retain(|(known, _)| known != name);
            info.extend((!value.is_empty()).then_some((*name, *value)));
        }
        info.iter().map(|(name, value)| format!("{name}: {value}\n")).collect()
    }
}

/// Ends everything in the namespace.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The accounts of the machine, and one for each switch.
fn accounts(directory: &Path, switches: &[&str]) {
    // As input, since another test looks for it in the arguments of all processes.
    let mut openssl = Command::new("openssl");
    openssl.args(["passwd", "-6", "-stdin"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut openssl = openssl.spawn().unwrap();
    openssl.stdin.take().unwrap().write_all(PASSWORD.as_bytes()).unwrap();
    let hash = openssl.wait_with_output().unwrap().stdout;
    let hash = String::from_utf8(hash).unwrap();
    let read = |name: &str| fs::read_to_string(format!("/etc/{name}")).unwrap();
    let (mut passwd, mut shadow) = (read("passwd"), read("shadow"));
    for switch in switches {
        passwd.push_str(&format!("{switch}:x:{USER}:{USER}::/:/bin/sh\n"));
        shadow.push_str(&format!("{switch}:{}:19000:0:99999:7:::\n", hash.trim()));
        let home = directory.join("switches").join(switch);
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join("enable-password"), ENABLE_PASSWORD).unwrap();
        chown(&home, Some(USER), Some(USER)).unwrap();
    }
    fs::write(directory.join("passwd"), passwd).unwrap();
    fs::write(directory.join("group"), read("group") + &format!("switches:x:{USER}:\n")).unwrap();
    fs::write(directory.join("shadow"), shadow).unwrap();
    fs::set_permissions(directory.join("shadow"), Permissions::from_mode(0o600)).unwrap();
}

fn configuration(directory: &Path, port: u16) -> String {
    let directory = directory.display();
    format!(
        "Port {port}\nListenAddress 127.0.0.1\nHostKey {directory}/host_key\nPidFile none\nUsePAM no\nStrictModes no\n\
         PasswordAuthentication yes\nKbdInteractiveAuthentication no\nAuthorizedKeysFile {directory}/authorized_keys\n\
         MaxStartups 1000\nPrintMotd no\nUseDNS no\nLogLevel VERBOSE\n\
         ForceCommand {directory}/nexus-emulator --root {directory}/switches\n"
    )
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}
