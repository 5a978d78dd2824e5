//! Connects to a switch with the system's `ssh`: address, user, and host key checking.

use std::{io, path::PathBuf, process::Command, time::Duration};

use resource_api::{Failure, Outcome, Sensitive, transport::ConnectionInfo};

use crate::{line::Line, password::OfferedPassword};

/// The address of a switch, and how to log in.
pub struct Login {
    /// Its name or address.
    pub hostname: String,
    /// Its port.
    pub port: u16,
    /// The user name.
    pub username: String,
    /// The password; without it there must be a key.
    pub password: Option<Sensitive<String>>,
    /// A file with a private key.
    pub key_file: Option<PathBuf>,
    /// The file with known host keys; by default that of `ssh`.
    pub known_hosts_file: Option<PathBuf>,
    /// How strictly host keys are checked, in the words of `ssh`.
    pub host_key_checking: String,
    /// The time limit of a command.
    pub timeout: Duration,
}

/// A connection that is being established.
pub struct Connecting {
    /// The process.
    pub line: Line,
    /// Drop it once there is a prompt.
    pub password_offer: Option<OfferedPassword>,
}

impl Login {
    /// Reads the login from connection information.
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

    /// The switch in messages.
    pub fn describe(&self) -> String {
        format!("{}@{}:{}", self.username, self.hostname, self.port)
    }

    /// Starts `ssh`, with a time limit for the connection.
    pub fn dial(&self, time_limit: Duration) -> io::Result<Connecting> {
        let mut command = Command::new("ssh");
        // Without a remote terminal nothing is echoed, and lines can have any length.
        command.args(["-T", "-e", "none"]);
        let mut option = |name: &str, value: &str| {
            command.args(["-o", &format!("{name}={value}")]);
        };
        option("StrictHostKeyChecking", &self.host_key_checking);
        if let Some(file) = &self.known_hosts_file {
            option("UserKnownHostsFile", &quoted(file)?);
            option("GlobalKnownHostsFile", "none");
        }
        option("ConnectTimeout", &time_limit.as_secs().max(1).to_string());
        option("ConnectionAttempts", "1");
        // A shared connection would outlive us.
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
        let password_offer =
            self.password.as_ref().map(|password| OfferedPassword::new(password.expose())).transpose()?;
        match &password_offer {
            Some(password_offer) => {
                option("PreferredAuthentications", "publickey,password,keyboard-interactive");
                command.env("SSH_ASKPASS", password_offer.program()).env("SSH_ASKPASS_REQUIRE", "force");
            }
            None => {
                option("PreferredAuthentications", "publickey");
                option("BatchMode", "yes");
            }
        }
        command.arg("-p").arg(self.port.to_string()).args(["-l", &self.username, "--", &self.hostname]);
        Ok(Connecting { line: Line::open(&mut command)?, password_offer })
    }
}

/// Quotes a path for an option of `ssh`, where whitespace separates values and `%` starts a token.
fn quoted(path: &std::path::Path) -> io::Result<String> {
    let text = path.to_str().filter(|text| !text.contains(['"', '\n']));
    let text = text.ok_or_else(|| io::Error::other(format!("'{}' cannot be passed to ssh", path.display())))?;
    Ok(format!("\"{}\"", text.replace('%', "%%")))
}

/// Whether another attempt may succeed after this message of `ssh`.
pub fn is_transient(reason: &str) -> bool {
    let settled = ["Permission denied", "Host key verification failed", "Could not resolve", "Too many authentication"];
    !settled.iter().any(|words| reason.contains(words))
}
