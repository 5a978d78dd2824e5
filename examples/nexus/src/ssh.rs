//! The system's `ssh` as the way to a switch: where to, as whom, and how sure we are that it is the right one.

use std::{io, path::PathBuf, process::Command, time::Duration};

use resource_api::{Failure, Outcome, Sensitive, transport::ConnectionInfo};

use crate::{line::Line, password::Offered};

/// Where a switch is, and how to log in.
pub struct Login {
    /// Its name or address.
    pub hostname: String,
    /// Its port.
    pub port: u16,
    /// Who logs in.
    pub username: String,
    /// What is asked for; without it there must be a key.
    pub password: Option<Sensitive<String>>,
    /// A file with a private key.
    pub key_file: Option<PathBuf>,
    /// The file with the keys of hosts; without it, those that `ssh` knows.
    pub known_hosts_file: Option<PathBuf>,
    /// Whether an unknown or another key of the host is a reason not to go on, in the words of `ssh`.
    pub host_key_checking: String,
    /// How long a command may take.
    pub timeout: Duration,
}

/// A connection that is being made.
pub struct Dialled {
    /// The process.
    pub line: Line,
    /// To be dropped once there is a prompt.
    pub offered: Option<Offered>,
}

impl Login {
    /// The login that connection information describes.
    pub fn new(info: &ConnectionInfo) -> Outcome<Login> {
        let login = Login {
            hostname: info.read("hostname")?,
            port: info.read("port")?,
            username: info.read("username")?,
            password: info.read("password")?,
            key_file: info.read::<Option<String>>("key_file")?.map(PathBuf::from),
            known_hosts_file: info.read::<Option<String>>("known_hosts_file")?.map(PathBuf::from),
            host_key_checking: info.read("host_key_checking")?,
            timeout: Duration::from_secs(info.read::<u32>("timeout")?.into()),
        };
        let is_word =
            |text: &str| !text.starts_with('-') && !text.contains(|c: char| c.is_whitespace() || c.is_control());
        if !is_word(&login.hostname) || login.hostname.contains(['@', '/']) {
            return Err(Failure::new("'hostname' is not the name of a host"));
        }
        if !is_word(&login.username) {
            return Err(Failure::new("'username' is not the name of a user"));
        }
        if login.password.is_none() && login.key_file.is_none() {
            return Err(Failure::new("there is neither a 'password' nor a 'key_file'"));
        }
        Ok(login)
    }

    /// Which switch it is, for people.
    pub fn shown(&self) -> String {
        format!("{}@{}:{}", self.username, self.hostname, self.port)
    }

    /// Starts `ssh`, which connects within some time or not at all.
    pub fn dial(&self, patience: Duration) -> io::Result<Dialled> {
        let mut command = Command::new("ssh");
        // No terminal on the other side: nothing is echoed, and lines have any length.
        command.args(["-T", "-e", "none"]);
        let mut option = |name: &str, value: &str| {
            command.args(["-o", &format!("{name}={value}")]);
        };
        option("StrictHostKeyChecking", &self.host_key_checking);
        if let Some(file) = &self.known_hosts_file {
            option("UserKnownHostsFile", &quoted(file)?);
            option("GlobalKnownHostsFile", "none");
        }
        option("ConnectTimeout", &patience.as_secs().max(1).to_string());
        option("ConnectionAttempts", "1");
        // A shared connection would stay behind.
        option("ControlPath", "none");
        option("ForwardAgent", "no");
        option("ForwardX11", "no");
        option("LogLevel", "ERROR");
        option("NumberOfPasswordPrompts", "1");
        match &self.key_file {
            Some(file) => {
                option("IdentityFile", &quoted(file)?);
                option("IdentitiesOnly", "yes");
            }
            None => option("PubkeyAuthentication", "no"),
        }
        let offered = self.password.as_ref().map(|password| Offered::new(password.expose())).transpose()?;
        match &offered {
            Some(offered) => {
                option("PreferredAuthentications", "publickey,password,keyboard-interactive");
                command.env("SSH_ASKPASS", offered.program()).env("SSH_ASKPASS_REQUIRE", "force");
            }
            None => {
                option("PreferredAuthentications", "publickey");
                option("BatchMode", "yes");
            }
        }
        command.arg("-p").arg(self.port.to_string()).args(["-l", &self.username, "--", &self.hostname]);
        Ok(Dialled { line: Line::open(&mut command)?, offered })
    }
}

/// A path as a value of one of `ssh`'s options, in which blanks would divide it and `%` would begin something else.
fn quoted(path: &std::path::Path) -> io::Result<String> {
    let text = path.to_str().filter(|text| !text.contains(['"', '\n']));
    let text = text.ok_or_else(|| io::Error::other(format!("'{}' cannot be told to ssh", path.display())))?;
    Ok(format!("\"{}\"", text.replace('%', "%%")))
}

/// Whether another attempt may succeed after `ssh` said this.
pub fn may_pass(reason: &str) -> bool {
    let settled = ["Permission denied", "Host key verification failed", "Could not resolve", "Too many authentication"];
    !settled.iter().any(|words| reason.contains(words))
}
