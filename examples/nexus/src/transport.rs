//! The transport `nexus`: one login session on a switch, shared by all types of a run.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use pcore::{Hash, Value};
use resource_api::{
    Context, Failure, Outcome, Sensitive,
    transport::{ConnectionInfo, Schema, Transport, TransportKind, retry::Retry},
};

use crate::{console::Console, error::SwitchError, show, ssh::Login};

/// A switch that is reached over SSH.
///
/// When the connection is lost, the next command reconnects, as long as all attempts together stay within
/// `connect_timeout`. A command that changes something is never sent twice. If the switch does not answer in time, it
/// is given up: nobody wants to wait for each of a hundred resources.
pub struct Nexus {
    login: Login,
    enable_password: Option<Sensitive<String>>,
    retry: Retry,
    connection: Mutex<Connection>,
}

/// The state of the connection.
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
        let retry = Retry::new(login.describe()).passing(is_transient);
        let nexus = Nexus {
            retry: retry.within(Duration::from_secs(info.read::<u32>("connect_timeout")?.into())),
            login,
            enable_password: info.read("enable_password")?,
            connection: Mutex::new(Connection::NotYet),
        };
        nexus.with_console(context, |_| Ok(()))?;
        Ok(nexus)
    }

    /// Runs a command that changes nothing, and parses its answer with `read`. It is repeated after a lost connection.
    pub fn show<T>(
        &self,
        context: &Context,
        command: &str,
        expected: &'static str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Outcome<T> {
        let ask = |console: &mut Console| {
            let answer = console.run(command)?;
            read(&answer).ok_or_else(|| SwitchError::Unreadable { to: command.into(), expected })
        };
        match self.with_console(context, ask) {
            Err(Problem { is_lost: true, failure }) => {
                context.notice(format!("{failure}; asking again"));
                Ok(self.with_console(context, ask)?)
            }
            outcome => Ok(outcome?),
        }
    }

    /// Runs configuration commands, up to the first one that fails.
    pub fn configure(&self, context: &Context, commands: &[String]) -> Outcome {
        Ok(self.with_console(context, |console| console.configure(commands))?)
    }

    fn with_console<T>(
        &self,
        context: &Context,
        work: impl FnOnce(&mut Console) -> Result<T, SwitchError>,
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
        work(console).map_err(|error| {
            match error {
                SwitchError::Lost { .. } => *connection = Connection::NotYet,
                SwitchError::Silent { .. } => *connection = Connection::GivenUp(error.to_string()),
                SwitchError::Unreachable { .. }
                | SwitchError::Refused { .. }
                | SwitchError::NotEnabled(_)
                | SwitchError::Unreadable { .. }
                | SwitchError::Unsendable(_)
                | SwitchError::NoProcess(_) => {}
            }
            let is_lost = matches!(error, SwitchError::Lost { .. });
            self.problem(error, is_lost)
        })
    }

    /// Logs in, and retries transient failures while there is time.
    fn open(&self, context: &Context) -> Outcome<Console> {
        let mut console = self.retry.run(context, |remaining| Ok(Console::open(&self.login, remaining)?))?;
        console.prepare(self.enable_password.as_ref().map(|password| password.expose().as_str()))?;
        Ok(console)
    }

    /// A problem with this switch.
    fn problem(&self, what: impl ToString, is_lost: bool) -> Problem {
        let (switch, what) = (self.login.describe(), what.to_string());
        let failure = if what.contains(&switch) { what } else { format!("{switch}: {what}") };
        Problem { failure, is_lost }
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether another attempt to log in may succeed.
fn is_transient(failure: &Failure) -> bool {
    matches!(failure.downcast_ref(), Some(SwitchError::Unreachable { is_transient: true, .. }))
}

/// A problem, and whether the connection was lost.
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
        self.show(context, "show version", "the version of a Nexus", show::version).map(drop)
    }

    fn facts(&self, context: &Context) -> Outcome<Hash> {
        let version = self.show(context, "show version", "the version of a Nexus", show::version)?;
        let vlans = self.show(context, "show vlan brief", "a table of VLANs", show::vlans)?;
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

/// The transport, with its schema.
pub fn nexus() -> Outcome<TransportKind> {
    let schema = Schema::from_value(&pcore::yaml::parse(include_str!("schema.yaml"))?)?;
    Ok(TransportKind::new(schema, Nexus::connect))
}
