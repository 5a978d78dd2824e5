//! The conversation with a switch: prompts, modes and answers.

use std::time::{Duration, Instant};

use crate::{
    line::{Line, Waited},
    ssh::{self, Login},
    trouble::Trouble,
};

/// A login at a switch.
pub struct Console {
    line: Line,
    /// What the switch calls itself; all of its prompts begin with it.
    host: String,
    timeout: Duration,
    is_enabled: bool,
}

/// What the switch says when it has said everything.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Prompt {
    /// `switch>`
    User,
    /// `switch#`, `switch(config)#`
    Privileged,
    /// `Password:`
    Password,
}

impl Console {
    /// Logs in, within some time.
    pub fn open(login: &Login, patience: Duration) -> Result<Console, Trouble> {
        let mut dialled = login.dial(patience).map_err(Trouble::NoProcess)?;
        let deadline = Instant::now() + patience;
        let (host, prompt) = loop {
            match dialled.line.wait(deadline) {
                Waited::Heard => {}
                Waited::TooLong => {
                    let reason = format!("no login within {} s", patience.as_secs());
                    return Err(Trouble::Unreachable { reason, may_pass: true });
                }
                Waited::Ended => {
                    let reason = dialled.line.reason().unwrap_or_else(|| "the switch closed the connection".into());
                    return Err(Trouble::Unreachable { may_pass: ssh::may_pass(&reason), reason });
                }
            }
            if let Some(first) = first_prompt(&dialled.line.heard) {
                break first;
            }
        };
        Ok(Console { line: dialled.line, host, timeout: login.timeout, is_enabled: prompt == Prompt::Privileged })
    }

    /// Enters the privileged mode, and asks for answers in one piece.
    pub fn prepare(&mut self, enable_password: Option<&str>) -> Result<(), Trouble> {
        if !self.is_enabled {
            self.enable(enable_password)?;
        }
        self.run("terminal length 0").map(drop)
    }

    /// What the switch calls itself.
    pub fn host(&self) -> &str {
        &self.host
    }

    fn enable(&mut self, password: Option<&str>) -> Result<(), Trouble> {
        let (_, prompt) = self.ask("enable", "enable")?;
        let prompt = match (prompt, password) {
            (Prompt::Password, Some(password)) => self.ask(password, "enable")?.1,
            (Prompt::Password, None) => return Err(Trouble::NotEnabled("it wants an 'enable_password'")),
            (prompt, _) => prompt,
        };
        match prompt {
            Prompt::Privileged => Ok(()),
            Prompt::User | Prompt::Password => Err(Trouble::NotEnabled("the 'enable_password' is wrong")),
        }
    }

    /// Runs one command, and returns what the switch says to it.
    pub fn run(&mut self, command: &str) -> Result<String, Trouble> {
        if command.contains(|c: char| c.is_control() || c == '?') {
            return Err(Trouble::Unsendable(command.into()));
        }
        let (answer, _) = self.ask(command, command)?;
        match answer.lines().map(str::trim).find(|line| line.starts_with("% ")) {
            Some(refusal) => Err(Trouble::Refused { command: command.into(), answer: refusal.into() }),
            None => Ok(answer),
        }
    }

    /// Runs commands that change the configuration, up to the first one that is refused.
    pub fn configure(&mut self, commands: &[String]) -> Result<(), Trouble> {
        self.run("configure terminal")?;
        let done = commands.iter().try_for_each(|command| self.run(command).map(drop));
        match done {
            // The connection can still be used, so it must be in the mode that everybody expects.
            Ok(()) | Err(Trouble::Refused { .. } | Trouble::Unsendable(_)) => self.run("end").map(drop).and(done),
            Err(_) => done,
        }
    }

    /// Leaves.
    pub fn close(mut self) {
        self.line.send("exit");
        self.line.close();
    }

    /// Sends a line and waits for what the switch says, up to a prompt. `shown` is what errors tell of the line.
    fn ask(&mut self, line: &str, shown: &str) -> Result<(String, Prompt), Trouble> {
        self.line.heard.clear();
        self.line.send(line);
        let deadline = Instant::now() + self.timeout;
        loop {
            match self.line.wait(deadline) {
                Waited::Heard => {}
                Waited::TooLong => return Err(Trouble::Silent { to: shown.into(), after: self.timeout }),
                Waited::Ended => {
                    let reason = self.line.reason().unwrap_or_else(|| "the switch closed it".into());
                    return Err(Trouble::Lost { during: shown.into(), reason });
                }
            }
            let start = last_line(&self.line.heard);
            if let Some(prompt) = self.prompt(&String::from_utf8_lossy(&self.line.heard[start..])) {
                let answer = String::from_utf8_lossy(&self.line.heard[..start]).replace('\r', "");
                // A switch with a terminal repeats what it was sent.
                let answer = answer.strip_prefix(&format!("{line}\n")).map(str::to_owned).unwrap_or(answer);
                return Ok((answer, prompt));
            }
        }
    }

    fn prompt(&self, line: &str) -> Option<Prompt> {
        let line = line.trim_end();
        if line.ends_with("assword:") {
            return Some(Prompt::Password);
        }
        sign(line.trim_start().strip_prefix(&self.host)?)
    }
}

/// Where the last line begins.
fn last_line(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n' || *byte == b'\r').map_or(0, |at| at + 1)
}

/// The first prompt, which tells what the switch calls itself.
fn first_prompt(heard: &[u8]) -> Option<(String, Prompt)> {
    let line = String::from_utf8_lossy(&heard[last_line(heard)..]);
    let line = line.trim();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let end = line.find(|c: char| !is_of_name(c)).filter(|end| *end > 0)?;
    Some((line[..end].to_owned(), sign(&line[end..])?))
}

/// What follows the name of the switch in a prompt: `>`, `#`, or a mode in parentheses and `#`.
fn sign(rest: &str) -> Option<Prompt> {
    let mode = |rest: &str| rest.strip_prefix('(')?.strip_suffix(')').map(|mode| !mode.contains(['(', ')']));
    match rest.trim_end() {
        ">" => Some(Prompt::User),
        "#" => Some(Prompt::Privileged),
        rest => rest.strip_suffix('#').and_then(mode).filter(|is_mode| *is_mode).map(|_| Prompt::Privileged),
    }
}
