//! One login: prompts, the mode that it is in, and the password of `enable`.

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

/// The longest line that is read.
const LONGEST_LINE: u64 = 4096;

/// Where commands are understood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// After the login.
    User,
    /// After `enable`.
    Privileged,
    /// After `configure terminal`.
    Configuration,
    /// In the configuration of one VLAN.
    Vlan(u16),
}

/// What comes after a command.
pub enum Next {
    /// A prompt, after this answer.
    Answer(String),
    /// A question for the password of `enable`.
    AskPassword,
    /// The end of the session.
    Leave,
}

/// What a fault did to a command.
enum Disturbed {
    No,
    Answered,
    Gone,
}

/// A login.
pub struct Session {
    folder: PathBuf,
    mode: Mode,
    input: BufReader<Stdin>,
    output: Stdout,
    log: File,
}

impl Session {
    pub fn open(folder: &Path) -> io::Result<Session> {
        fs::create_dir_all(folder)?;
        let log = OpenOptions::new().create(true).append(true).open(folder.join("log"))?;
        let (input, output) = (BufReader::new(io::stdin()), io::stdout());
        Ok(Session { folder: folder.to_owned(), mode: Mode::User, input, output, log })
    }

    /// Answers until the other side leaves.
    pub fn run(&mut self) -> io::Result<()> {
        self.note("login")?;
        if let Disturbed::Gone = self.disturb("login")? {
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
            match self.disturb(command)? {
                Disturbed::No => {}
                Disturbed::Answered => continue,
                Disturbed::Gone => return Ok(()),
            }
            match commands::answer(&self.folder, &mut self.mode, command)? {
                Next::Answer(answer) => self.say(&answer)?,
                Next::AskPassword => self.ask_password()?,
                Next::Leave => return self.note("logout"),
            }
        }
    }

    /// Lets go wrong what should, before the ordinary answer.
    fn disturb(&mut self, command: &str) -> io::Result<Disturbed> {
        let Some(fault) = faults::of(&self.folder, command) else { return Ok(Disturbed::No) };
        match fault {
            Fault::Slow(time) => {
                thread::sleep(time);
                return Ok(Disturbed::No);
            }
            Fault::Garble => {
                self.say("\u{fffd}\u{1}%$ no table here\n1 2 3\n")?;
                return Ok(Disturbed::Answered);
            }
            Fault::Reject => {
                self.say(&commands::invalid(command))?;
                return Ok(Disturbed::Answered);
            }
            Fault::Hang => while self.line()?.is_some() {},
            Fault::Die => {}
            Fault::Half => {
                if let Next::Answer(answer) = commands::answer(&self.folder, &mut self.mode, command)? {
                    let half: String = answer.chars().take(answer.chars().count() / 2).collect();
                    self.say(&half)?;
                }
            }
        }
        self.note("gone")?;
        Ok(Disturbed::Gone)
    }

    fn ask_password(&mut self) -> io::Result<()> {
        let expected = fs::read_to_string(self.folder.join("enable-password")).unwrap_or_default();
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
        let host = Configuration::read(&self.folder)?.hostname;
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

    /// The next line; nothing at the end.
    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        io::Read::take(&mut self.input, LONGEST_LINE).read_until(b'\n', &mut line)?;
        let text = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        Ok((!line.is_empty()).then_some(text))
    }

    fn note(&mut self, what: &str) -> io::Result<()> {
        // In one piece, since other sessions write to it, too.
        self.log.write_all(format!("{} {what}\n", process::id()).as_bytes())
    }
}
