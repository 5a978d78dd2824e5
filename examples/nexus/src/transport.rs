//! The transport `nexus`: one login at a switch, shared by all types of a run.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use pcore::{Hash, Value};
use resource_api::{
    Context, Failure, Outcome, Sensitive,
    transport::{ConnectionInfo, Schema, Transport, TransportKind, retry::Retry},
};

use crate::{console::Console, shown, ssh::Login, trouble::Trouble};

/// A switch that is reached by SSH.
///
/// When the connection is lost, the next command connects again, as long as all attempts together stay within
/// the `connect_timeout`. A command that changes something is never sent twice. A switch that does not answer in time is
/// given up: with a hundred resources, nobody wants to wait a hundred times.
pub struct Nexus {
    login: Login,
    enable_password: Option<Sensitive<String>>,
    retry: Retry,
    connection: Mutex<Connection>,
}

/// What there is of a connection.
enum Connection {
    NotYet,
    Open(Box<Console>),
    GivenUp(String),
}

impl Nexus {
    /// Connects to a switch.
    pub fn connect(context: &Context, info: &ConnectionInfo) -> Outcome<Nexus> {
        let connector = info.text("connector_type")?;
        if connector != "ssh" {
            return Err(Failure::new(format!("the connector_type '{connector}' is not supported: use 'ssh'")));
        }
        let login = Login::new(info)?;
        let retry = Retry::new(login.shown()).passing(may_pass);
        let nexus = Nexus {
            retry: retry.within(Duration::from_secs(info.read::<u32>("connect_timeout")?.into())),
            login,
            enable_password: info.read("enable_password")?,
            connection: Mutex::new(Connection::NotYet),
        };
        nexus.with_console(context, |_| Ok(()))?;
        Ok(nexus)
    }

    /// What `read` makes of the answer to a command that changes nothing. After a lost connection, it is sent once more.
    pub fn show<T>(
        &self,
        context: &Context,
        command: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Outcome<T> {
        let ask = |console: &mut Console| {
            let answer = console.run(command)?;
            read(&answer).ok_or_else(|| Trouble::Unreadable { to: command.into(), expected })
        };
        match self.with_console(context, ask) {
            Err(Problem { is_lost: true, failure }) => {
                context.notice(format!("{failure}; asking again"));
                Ok(self.with_console(context, ask)?)
            }
            outcome => Ok(outcome?),
        }
    }

    /// Runs commands of the configuration mode, up to the first one that fails.
    pub fn configure(&self, context: &Context, commands: &[String]) -> Outcome {
        Ok(self.with_console(context, |console| console.configure(commands))?)
    }

    fn with_console<T>(
        &self,
        context: &Context,
        work: impl FnOnce(&mut Console) -> Result<T, Trouble>,
    ) -> Result<T, Problem> {
        let mut connection = self.lock();
        if let Connection::GivenUp(reason) = &*connection {
            return Err(self.problem(format!("given up: {reason}"), false));
        }
        if let Connection::NotYet = *connection {
            match self.open(context) {
                Ok(console) => *connection = Connection::Open(Box::new(console)),
                Err(failure) => {
                    *connection = Connection::GivenUp(failure.to_string());
                    return Err(self.problem(failure, false));
                }
            }
        }
        let Connection::Open(console) = &mut *connection else {
            return Err(self.problem("there is no connection", false));
        };
        work(console).map_err(|trouble| {
            match trouble {
                Trouble::Lost { .. } => *connection = Connection::NotYet,
                Trouble::Silent { .. } => *connection = Connection::GivenUp(trouble.to_string()),
                Trouble::Unreachable { .. }
                | Trouble::Refused { .. }
                | Trouble::NotEnabled(_)
                | Trouble::Unreadable { .. }
                | Trouble::Unsendable(_)
                | Trouble::NoProcess(_) => {}
            }
            let is_lost = matches!(trouble, Trouble::Lost { .. });
            self.problem(trouble, is_lost)
        })
    }

    /// Logs in, and tries again as long as that may help and there is time.
    fn open(&self, context: &Context) -> Outcome<Console> {
        let mut console = self.retry.run(context, |remaining| Ok(Console::open(&self.login, remaining)?))?;
        console.prepare(self.enable_password.as_ref().map(|password| password.expose().as_str()))?;
        Ok(console)
    }

    /// What went wrong, and with which switch.
    fn problem(&self, what: impl ToString, is_lost: bool) -> Problem {
        let (switch, what) = (self.login.shown(), what.to_string());
        let failure = if what.contains(&switch) { what } else { format!("{switch}: {what}") };
        Problem { failure, is_lost }
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether another attempt to log in may succeed.
fn may_pass(failure: &Failure) -> bool {
    matches!(failure.downcast_ref(), Some(Trouble::Unreachable { may_pass: true, .. }))
}

/// What went wrong, and whether the connection went with it.
struct Problem {
    failure: String,
    is_lost: bool,
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::new(problem.failure)
    }
}

impl Transport for Nexus {
    fn verify(&self, context: &Context) -> Outcome {
        self.show(context, "show version", "the version of a Nexus", shown::version).map(drop)
    }

    fn facts(&self, context: &Context) -> Outcome<Hash> {
        let version = self.show(context, "show version", "the version of a Nexus", shown::version)?;
        let vlans = self.show(context, "show vlan brief", "a table of VLANs", shown::vlans)?;
        let host = match &*self.lock() {
            Connection::Open(console) => console.host().to_owned(),
            Connection::NotYet | Connection::GivenUp(_) => String::new(),
        };
        let facts: [(&str, Value); 6] = [
            ("operatingsystem", "nexus".into()),
            ("operatingsystemrelease", version.release.into()),
            ("hostname", host.into()),
            ("hardwaremodel", version.model.into()),
            ("serialnumber", version.serial.into()),
            ("vlans", i64::try_from(vlans.len()).unwrap_or(i64::MAX).into()),
        ];
        Ok(facts.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    fn close(&self, _: &Context) -> Outcome {
        let mut connection = self.lock();
        let closed = Connection::GivenUp("the connection was closed".into());
        if let Connection::Open(console) = std::mem::replace(&mut *connection, closed) {
            console.close();
        }
        Ok(())
    }
}

/// The kind of transports, with its schema.
pub fn nexus() -> Outcome<TransportKind> {
    let schema = Schema::from_value(&pcore::yaml::parse(include_str!("schema.yaml"))?)?;
    Ok(TransportKind::new(schema, Nexus::connect))
}
