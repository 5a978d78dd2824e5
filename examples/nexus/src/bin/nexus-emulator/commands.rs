//! The commands of the switch, by mode.

use std::{io, path::Path};

use crate::{
    configuration::{Configuration, DEFAULT_VLAN, FEATURES, MAX_NAME, Vlan},
    session::{Mode, Next},
};

/// The answer to an unknown command.
pub fn invalid(command: &str) -> String {
    // The marker is below the first unknown word; here that is always the first one.
    format!("{:width$}^\n% Invalid input detected at '^' marker.\n", "", width = command.len().min(8))
}

/// Runs a command.
pub fn answer(directory: &Path, mode: &mut Mode, command: &str) -> io::Result<Next> {
    let words: Vec<&str> = command.split_whitespace().collect();
    match *mode {
        Mode::User | Mode::Privileged => executive(directory, mode, command, &words),
        Mode::Configuration | Mode::Vlan(_) => configuration(directory, mode, command, &words),
    }
}

fn executive(directory: &Path, mode: &mut Mode, command: &str, words: &[&str]) -> io::Result<Next> {
    let is_privileged = *mode == Mode::Privileged;
    let answer = match words {
        ["exit" | "logout" | "quit"] => return Ok(Next::Leave),
        ["enable"] if is_privileged => String::new(),
        ["enable"] if directory.join("enable-password").exists() => return Ok(Next::AskPassword),
        ["enable"] => {
            *mode = Mode::Privileged;
            String::new()
        }
        ["disable"] => {
            *mode = Mode::User;
            String::new()
        }
        ["end"] | ["terminal", "length", _] => String::new(),
        ["show", "version"] => Configuration::read(directory)?.version(),
        ["show", "vlan"] | ["show", "vlan", "brief"] => Configuration::read(directory)?.vlan_table(),
        ["show", "running-config"] if is_privileged => {
            format!("\n!Command: show running-config\n\n{}", Configuration::read(directory)?.show())
        }
        ["configure", "terminal"] if is_privileged => {
            *mode = Mode::Configuration;
            "Enter configuration commands, one per line. End with CNTL/Z.\n".into()
        }
        _ => invalid(command),
    };
    Ok(Next::Answer(answer))
}

fn configuration(directory: &Path, mode: &mut Mode, command: &str, words: &[&str]) -> io::Result<Next> {
    let mut answer = String::new();
    match (*mode, words) {
        (_, ["end"]) => *mode = Mode::Privileged,
        (Mode::Vlan(_), ["exit"]) => *mode = Mode::Configuration,
        (_, ["exit"]) => *mode = Mode::Privileged,
        (_, ["vlan", id]) => match vlan_id(id) {
            Ok(id) => {
                change_vlan(directory, id, |_| {})?;
                *mode = Mode::Vlan(id);
            }
            Err(reason) => answer = reason,
        },
        (_, ["no", "vlan", id]) => match vlan_id(id) {
            Ok(DEFAULT_VLAN) => {
                answer = "ERROR: Deletion of VLAN(s) failed: 1\n% Default VLAN 1 may not be deleted.\n".into()
            }
            Ok(id) => {
                Configuration::change(directory, |switch| drop(switch.vlans.remove(&id)))?;
                *mode = Mode::Configuration;
            }
            Err(reason) => answer = reason,
        },
        (_, ["feature", name]) if FEATURES.contains(name) => {
            Configuration::change(directory, |switch| {
                switch.features.insert((*name).into());
            })?;
        }
        (_, ["no", "feature", name]) if FEATURES.contains(name) => {
            Configuration::change(directory, |switch| {
                switch.features.remove(*name);
            })?;
        }
        (_, ["hostname", name]) => Configuration::change(directory, |switch| switch.hostname = (*name).into())?,
        (Mode::Vlan(_), ["name", name]) if name.len() > MAX_NAME => {
            answer = "% VLAN name is too long: at most 32 characters.\n".into();
        }
        (Mode::Vlan(id), ["name", name]) => change_vlan(directory, id, |vlan| vlan.name = Some((*name).into()))?,
        (Mode::Vlan(id), ["no", "name"]) => change_vlan(directory, id, |vlan| vlan.name = None)?,
        (Mode::Vlan(id), ["state", state @ ("active" | "suspend")]) => {
            change_vlan(directory, id, |vlan| vlan.is_suspended = *state == "suspend")?;
        }
        _ => answer = invalid(command),
    }
    Ok(Next::Answer(answer))
}

fn change_vlan(directory: &Path, id: u16, change: impl FnOnce(&mut Vlan)) -> io::Result<()> {
    Configuration::change(directory, |switch| change(switch.vlans.entry(id).or_default()))
}

/// The number of a VLAN, or the answer to an invalid one.
fn vlan_id(text: &str) -> Result<u16, String> {
    match text.parse() {
        Ok(id @ (1..=1001 | 1006..=4094)) => Ok(id),
        Ok(id @ 1002..=1005) => Err(format!("% VLAN {id} is reserved.\n")),
        _ => Err("% Invalid value/range.\n".into()),
    }
}
