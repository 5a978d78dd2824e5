//! systemd: what `systemctl` is asked, and what its answers mean.
//!
//! Where systemd is not running, as in a container or in a folder that becomes the image of a machine, services can still
//! be enabled, disabled and masked; nothing runs there, and nothing can be started.

use std::path::{Path, PathBuf};

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{
    commands::{Action, Service},
    debian,
};
use crate::program::{self, Ended};

/// Where `systemctl` is.
const TOOLS: [&str; 2] = ["/usr/bin/systemctl", "/bin/systemctl"];

/// What is there while systemd is at work.
const AT_WORK: &str = "/run/systemd/system";

/// Whether systemd looks after this machine.
pub(super) fn is_running() -> bool {
    Path::new(AT_WORK).is_dir()
}

/// The program that talks to it.
pub(super) fn systemctl() -> Option<PathBuf> {
    TOOLS.iter().map(PathBuf::from).find(|tool| tool.is_file())
}

/// What systemd said about the service at hand.
#[derive(Default)]
pub(super) struct Systemd {
    enabled: Option<(String, Enabled)>,
}

/// The answer to `systemctl is-enabled`.
#[derive(Clone)]
struct Enabled {
    word: String,
    exit_code: Option<i32>,
}

/// `systemctl` with arguments. Without a running systemd it works on files.
fn asking(arguments: &[&str]) -> Vec<String> {
    let tool = systemctl().unwrap_or_else(|| PathBuf::from("systemctl"));
    let mut line = vec![tool.to_string_lossy().into_owned()];
    if !is_running() {
        line.push("--root=/".to_owned());
    }
    line.extend(arguments.iter().map(|&argument| argument.to_owned()));
    line
}

/// The command for an action; there is none where nothing can run.
pub(super) fn line(action: Action, name: &str) -> Option<Vec<String>> {
    let word = match action {
        Action::Status => "is-active",
        Action::Start | Action::Stop | Action::Restart => action.word(),
    };
    is_running().then(|| asking(&[word, "--", name]))
}

pub(super) fn start(service: &mut Service<'_>) -> Outcome {
    reload_if_needed(service)?;
    if service.wanted.command("start").is_none() {
        change(service, "unmask")?;
    }
    perform(service, Action::Start)
}

pub(super) fn stop(service: &mut Service<'_>) -> Outcome {
    perform(service, Action::Stop)
}

pub(super) fn restart(service: &mut Service<'_>) -> Outcome {
    reload_if_needed(service)?;
    perform(service, Action::Restart)
}

/// Executes an action; when it fails, the end of the service's log says why.
fn perform(service: &mut Service<'_>, action: Action) -> Outcome {
    let name = service.wanted.name;
    let Some(line) = service.line(action)? else {
        let word = action.word();
        let reference = service.reference();
        return Err(Failure::new(format!("Could not {word} {reference}: systemd is not running on this machine")));
    };
    if service.perform(action, &line).is_ok() {
        return Ok(());
    }
    let word = action.word();
    let journal = service.execute(&journal_of(name))?.output;
    Err(Failure::new(format!("Systemd {word} for {name} failed!\njournalctl log for {name}:\n{journal}")))
}

/// The command that shows the end of a service's log. No shell reads the name.
pub(super) fn journal_of(name: &str) -> Vec<String> {
    let line = ["journalctl", "-n", "50", "--since", "5 minutes ago", "-u", name, "--no-pager"];
    line.map(str::to_owned).to_vec()
}

/// Lets systemd read files again that were changed.
fn reload_if_needed(service: &Service<'_>) -> Outcome {
    if is_running() {
        let asked = service.ask(&asking(&["show", "--property=NeedDaemonReload", "--", service.wanted.name]))?;
        if asked.output.trim().rsplit('=').next() == Some("yes") {
            service.execute(&asking(&["daemon-reload"]))?;
        }
    }
    Ok(())
}

/// What `enable` is when it is not what it should be.
pub(super) fn enable_differs(service: &mut Service<'_>, wanted: &str) -> Outcome<Option<&'static str>> {
    let is = enabled(service, wanted)?;
    let name = service.wanted.name;
    match ask(service)?.word.as_str() {
        "static" if wanted != "mask" => {
            let message = format!("Unable to enable or disable static service {name}");
            service.context.log().line(Level::Debug, &message);
            Ok(None)
        }
        "indirect" => {
            let message = format!("Service {name} is in 'indirect' state and cannot be enabled/disabled");
            service.context.log().line(Level::Debug, &message);
            Ok(None)
        }
        _ => Ok((is != wanted).then_some(is)),
    }
}

/// Whether a service is started with the machine.
pub(super) fn enabled(service: &mut Service<'_>, wanted: &str) -> Outcome<&'static str> {
    let asked = ask(service)?;
    Ok(match (asked.word.as_str(), asked.exit_code) {
        // To whom it matters only whether it is enabled, one that is masked is not.
        ("masked", _) if wanted == "mask" => "mask",
        ("indirect", _) => "false",
        (_, Some(0)) => "true",
        // A script without a unit, for which Debian has its own tools.
        ("", _) if Path::new(debian::INVOKE).is_file() => debian::enabled(service.context, service.wanted.name)?,
        _ => "false",
    })
}

/// Asks once, until something is changed.
fn ask(service: &mut Service<'_>) -> Outcome<Enabled> {
    let name = service.wanted.name;
    if let Some((of, known)) = &service.systemd.enabled
        && of == name
    {
        return Ok(known.clone());
    }
    let Ended { exit_code, output } = service.ask(&asking(&["is-enabled", "--", name]))?;
    let word = output.strip_suffix('\n').unwrap_or(&output).to_owned();
    let known = Enabled { word, exit_code };
    service.systemd.enabled = Some((name.to_owned(), known.clone()));
    Ok(known)
}

/// Brings a service to be started with the machine, not to be, or never to be.
pub(super) fn enable(service: &mut Service<'_>, wanted: &str) -> Outcome {
    match wanted {
        "true" => {
            change(service, "unmask")?;
            change(service, "enable")
        }
        "mask" => {
            if service.ask(&asking(&["cat", "--", service.wanted.name]))?.is_success() {
                change(service, "disable")?;
            }
            change(service, "mask")
        }
        _ => change(service, "disable"),
    }
}

fn change(service: &mut Service<'_>, action: &str) -> Outcome {
    let name = service.wanted.name;
    service.systemd.enabled = None;
    let ended = service.execute(&asking(&[action, "--", name]))?;
    if ended.is_success() {
        return Ok(());
    }
    let (code, output) = (ended.code(), ended.output.trim());
    service.tell(Level::Debug, &format!("systemctl {action} ended with {code}: {output}"));
    Err(Failure::new(format!("Could not {action} {name}: {output}")))
}

/// The services that have a unit.
pub(super) fn all(context: &Context) -> Outcome<Vec<String>> {
    let arguments = ["list-unit-files", "--type", "service", "--full", "--all", "--no-pager"];
    let listed = program::execute(context, &asking(&arguments), program::answering)?;
    if !listed.is_success() {
        return Ok(Vec::new());
    }
    let states = ["disabled", "enabled", "masked", "indirect", "bad", "static"];
    let unit = |line: &str| {
        let mut fields = line.split_whitespace();
        let (name, state) = (fields.next()?, fields.next()?);
        // What follows is what a new machine would make of it.
        let is_meant = states.contains(&state.to_lowercase().as_str()) && fields.count() < 2;
        is_meant.then(|| name.to_owned())
    };
    Ok(listed.output.lines().filter_map(unit).collect())
}
