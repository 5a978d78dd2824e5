//! A login session: prompts, the current mode, and the password for `enable`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufRead as _, BufReader, Stdin, Stdout, Write as _},
    path::{Path, PathBuf},
    process, thread,
};

use crate::{
    commands,
    configuration::Configuration,
    faults::{self, Fault},
};

/// The maximum length of a line.
const MAX_LINE: u64 = 4096;

/// The mode of the command line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// After the login.
    User,
    /// After `enable`.
    Privileged,
    /// After `configure terminal`.
    Configuration,
    /// In the configuration of a VLAN.
    Vlan(u16),
}

/// What follows a command.
pub enum Next {
    /// An answer and a prompt.
    Answer(String),
    /// The prompt for the password for `enable`.
    AskPassword,
    /// The end of the session.
    Leave,
}

/// The effect of a fault on a command.
enum FaultEffect {
    No,
    Answered,
    Gone,
}

/// A login session.
pub struct Session {
    directory: PathBuf,
    mode: Mode,
    input: BufReader<Stdin>,
    output: Stdout,
    log: File,
}

impl Session {
    pub fn open(directory: &Path) -> io::Result<Session> {
        fs::create_dir_all(directory)?;
        let log = OpenOptions::new().create(true).append(true).open(directory.join("log"))?;
        let (input, output) = (BufReader::new(io::stdin()), io::stdout());
        Ok(Session { directory: directory.to_owned(), mode: Mode::User, input, output, log })
    }

    /// Runs the session until the client leaves.
    pub fn run(&mut self) -> io::Result<()> {
        self.note("login")?;
        if let FaultEffect::Gone = self.apply_fault("login")? {
            return Ok(());
        }
        self.say("\nCisco Nexus Operating System (NX-OS) Software\n")?;
        loop {
            self.prompt()?;
            let Some(command) = self.line()? else { return self.note("connection lost") };
            let command = command.trim();
            if command.is_empty() {
                continue;
            }
            self.note(command)?;
            match self.apply_fault(command)? {
                FaultEffect::No => {}
                FaultEffect::Answered => continue,
                FaultEffect::Gone => return Ok(()),
            }
            match commands::answer(&self.directory, &mut self.mode, command)? {
                Next::Answer(answer) => self.say(&answer)?,
                Next::AskPassword => self.ask_password()?,
                Next::Leave => return self.note("logout"),
            }
        }
    }

    /// Applies the fault of a command, if it has one.
    fn apply_fault(&mut self, command: &str) -> io::Result<FaultEffect> {
        let Some(fault) = faults::of(&self.directory, command) else { return Ok(FaultEffect::No) };
        match fault {
            Fault::Slow(time) => {
                thread::sleep(time);
                return Ok(FaultEffect::No);
            }
            Fault::Garble => {
                self.say("\u{fffd}\u{1}%$ no table here\n1 2 3\n")?;
                return Ok(FaultEffect::Answered);
            }
            Fault::Reject => {
                self.say(&commands::invalid(command))?;
                return Ok(FaultEffect::Answered);
            }
            Fault::Hang => while self.line()?.is_some() {},
            Fault::Die => {}
            Fault::Half => {
                if let Next::Answer(answer) = commands::answer(&self.directory, &mut self.mode, command)? {
                    let half: String = answer.chars().take(answer.chars().count() / 2).collect();
                    self.say(&half)?;
                }
            }
        }
        self.note("gone")?;
        Ok(FaultEffect::Gone)
    }

    fn ask_password(&mut self) -> io::Result<()> {
        let expected = fs::read_to_string(self.directory.join("enable-password")).unwrap_or_default();
        self.say("Password: ")?;
        let given = self.line()?.unwrap_or_default();
        self.say("\n")?;
        if given == expected.trim_end_matches('\n') {
            self.mode = Mode::Privileged;
            return self.note("enabled");
        }
        self.note("not enabled")?;
        self.say("% Access denied\n")
    }

    fn prompt(&mut self) -> io::Result<()> {
        let host = Configuration::read(&self.directory)?.hostname;
        let sign = match self.mode {
            Mode::User => ">",
            Mode::Privileged => "#",
            Mode::Configuration => "(config)#",
            Mode::Vlan(_) => "(config-vlan)#",
        };
        self.say(&format!("{host}{sign} "))
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        self.output.write_all(text.as_bytes())?;
        self.output.flush()
    }

    /// The next line; none at the end of the input.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        io::Read::take(&mut self.input, MAX_LINE).read_until(b'\n', &mut line)?;
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        Ok((!line.is_empty()).then_some(text))
    }

    fn note(&mut self, what: &str) -> io::Result<()> {
        // In a single write, since other sessions append to the file, too.
        self.log.write_all(format!("{} {what}\n", process::id()).as_bytes())
    }
}
