//! The dialogue with a switch: prompts, modes and answers.

use std::time::{Duration, Instant};

use crate::{
    error::SwitchError,
    line::{Line, WaitResult},
    ssh::{self, Login},
};

/// A login session on a switch.
pub struct Console {
    line: Line,
    /// The host name of the switch, with which its prompts begin.
    host: String,
    timeout: Duration,
    is_enabled: bool,
}

/// The prompt at the end of an answer.
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
    /// Logs in, with a time limit.
    pub fn open(login: &Login, time_limit: Duration) -> Result<Console, SwitchError> {
        let mut connecting = login.dial(time_limit).map_err(SwitchError::NoProcess)?;
        let deadline = Instant::now() + time_limit;
        let (host, prompt) = loop {
            match connecting.line.wait(deadline) {
                WaitResult::Output => {}
                WaitResult::TimedOut => {
                    let reason = format!("no login within {} s", time_limit.as_secs());
                    return Err(SwitchError::Unreachable { reason, is_transient: true });
                }
                WaitResult::Ended => {
                    let reason = connecting.line.reason().unwrap_or_else(|| "the switch closed the connection".into());
                    return Err(SwitchError::Unreachable { is_transient: ssh::is_transient(&reason), reason });
                }
            }
            if let Some(first) = first_prompt(&connecting.line.received) {
                break first;
            }
        };
        Ok(Console { line: connecting.line, host, timeout: login.timeout, is_enabled: prompt == Prompt::Privileged })
    }

    /// Enters privileged mode, and turns off paging.
    pub fn prepare(&mut self, enable_password: Option<&str>) -> Result<(), SwitchError> {
        if !self.is_enabled {
            self.enable(enable_password)?;
        }
        self.run("terminal length 0").map(drop)
    }

    /// The host name of the switch.
    pub fn host(&self) -> &str {
        &self.host
    }

    fn enable(&mut self, password: Option<&str>) -> Result<(), SwitchError> {
        let (_, prompt) = self.ask("enable", "enable")?;
        let prompt = match (prompt, password) {
            (Prompt::Password, Some(password)) => self.ask(password, "enable")?.1,
            (Prompt::Password, None) => return Err(SwitchError::NotEnabled("it wants an 'enable_password'")),
            (prompt, _) => prompt,
        };
        match prompt {
            Prompt::Privileged => Ok(()),
            Prompt::User | Prompt::Password => Err(SwitchError::NotEnabled("the 'enable_password' is wrong")),
        }
    }

    /// Runs one command, and returns the answer.
    pub fn run(&mut self, command: &str) -> Result<String, SwitchError> {
        if command.contains(|c: char| c.is_control() || c == '?') {
            return Err(SwitchError::Unsendable(command.into()));
        }
        let (answer, _) = self.ask(command, command)?;
        match answer.lines().map(str::trim).find(|line| line.starts_with("% ")) {
            Some(refusal) => Err(SwitchError::Refused { command: command.into(), answer: refusal.into() }),
            None => Ok(answer),
        }
    }

    /// Runs configuration commands, up to the first one that is refused.
    pub fn configure(&mut self, commands: &[String]) -> Result<(), SwitchError> {
        self.run("configure terminal")?;
        let done = commands.iter().try_for_each(|command| self.run(command).map(drop));
        match done {
            // The connection is still usable, so it must return to the expected mode.
            Ok(()) | Err(SwitchError::Refused { .. } | SwitchError::Unsendable(_)) => {
                self.run("end").map(drop).and(done)
            }
            Err(_) => done,
        }
    }

    /// Logs out.
    pub fn close(mut self) {
        self.line.send("exit");
        self.line.close();
    }

    /// Sends a line and waits for the answer, up to a prompt. `display` is the line in error messages.
    fn ask(&mut self, line: &str, display: &str) -> Result<(String, Prompt), SwitchError> {
        self.line.received.clear();
        self.line.send(line);
        let deadline = Instant::now() + self.timeout;
        loop {
            match self.line.wait(deadline) {
                WaitResult::Output => {}
                WaitResult::TimedOut => return Err(SwitchError::Silent { to: display.into(), after: self.timeout }),
                WaitResult::Ended => {
                    let reason = self.line.reason().unwrap_or_else(|| "the switch closed it".into());
                    return Err(SwitchError::Lost { during: display.into(), reason });
                }
            }
            let start = last_line(&self.line.received);
            if let Some(prompt) = self.prompt(&String::from_utf8_lossy(&self.line.received[start..])) {
                let answer = String::from_utf8_lossy(&self.line.received[..start]).replace('\r', "");
                // A switch with a terminal echoes its input.
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

/// The start of the last line.
fn last_line(text: &[u8]) -> usize {
    text.iter().rposition(|byte| *byte == b'\n' || *byte == b'\r').map_or(0, |at| at + 1)
}

/// The first prompt, which contains the host name of the switch.
fn first_prompt(received: &[u8]) -> Option<(String, Prompt)> {
    let line = String::from_utf8_lossy(&received[last_line(received)..]);
    let line = line.trim();
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let end = line.find(|c: char| !is_of_name(c)).filter(|end| *end > 0)?;
    Some((line[..end].to_owned(), sign(&line[end..])?))
}

/// The rest of a prompt after the host name: `>`, `#`, or a mode in parentheses and `#`.
fn sign(rest: &str) -> Option<Prompt> {
    let mode = |rest: &str| rest.strip_prefix('(')?.strip_suffix(')').map(|mode| !mode.contains(['(', ')']));
    match rest.trim_end() {
        ">" => Some(Prompt::User),
        "#" => Some(Prompt::Privileged),
        rest => rest.strip_suffix('#').and_then(mode).filter(|is_mode| *is_mode).map(|_| Prompt::Privileged),
    }
}
