//! systemd: calls `systemctl` and interprets its answers.
//!
//! If systemd is not running, as in a container or in the directory of a future image, services can still be enabled,
//! disabled and masked; nothing can be started.

use std::path::{Path, PathBuf};

use resource_api::{Context, Failure, Outcome, log::Level};

use super::{
    commands::{Action, CommandLine, Service},
    debian,
    provider::ServiceProvider,
};
use crate::{
    program::{self, ProgramResult},
    subject::log,
};

/// The locations of `systemctl`.
const TOOLS: [&str; 2] = ["/usr/bin/systemctl", "/bin/systemctl"];

/// A directory that exists while systemd is running.
const RUNNING_MARKER: &str = "/run/systemd/system";

pub(super) fn is_running() -> bool {
    Path::new(RUNNING_MARKER).is_dir()
}

/// The path of `systemctl`.
fn systemctl() -> Option<PathBuf> {
    TOOLS.iter().map(PathBuf::from).find(|tool| tool.is_file())
}

/// Services of systemd, or of its unit files where it is not running.
pub(super) struct Systemd;

impl ServiceProvider for Systemd {
    fn name(&self) -> &'static str {
        "systemd"
    }

    /// If systemd is not running, its unit files do not tell what is: init scripts are preferred then.
    fn priority(&self) -> i32 {
        if is_running() { 4 } else { 0 }
    }

    fn check_suitable(&self) -> Result<(), String> {
        systemctl().map(drop).ok_or_else(|| "there is no systemctl".to_owned())
    }

    fn features(&self) -> &'static [&'static str] {
        &["enableable", "maskable"]
    }

    fn list(&self, context: &Context) -> Outcome<Vec<String>> {
        let arguments = ["list-unit-files", "--type", "service", "--full", "--all", "--no-pager"];
        let listed = program::execute(context, &systemctl_line(&arguments), program::discarding_stderr)?;
        if !listed.is_success() {
            return Ok(Vec::new());
        }
        let states = ["disabled", "enabled", "masked", "indirect", "bad", "static"];
        let unit = |line: &str| {
            let mut fields = line.split_whitespace();
            let (name, state) = (fields.next()?, fields.next()?);
            // The third column is the vendor preset.
            let matches = states.contains(&state.to_lowercase().as_str()) && fields.count() < 2;
            matches.then(|| name.to_owned())
        };
        Ok(listed.output.lines().filter_map(unit).collect())
    }

    fn command(&self, service: &Service<'_>, action: Action) -> Outcome<Option<CommandLine>> {
        let word = match action {
            Action::Status => "is-active",
            Action::Start | Action::Stop | Action::Restart => action.word(),
        };
        let name = service.target.name;
        Ok(is_running().then(|| systemctl_line(&[word, "--", name]).into()))
    }

    fn searches_processes(&self) -> bool {
        false
    }

    fn start(&self, service: &mut Service<'_>) -> Outcome {
        reload_if_needed(service)?;
        if service.target.command("start").is_none() {
            change(service, "unmask")?;
        }
        perform(service, Action::Start)
    }

    fn stop(&self, service: &mut Service<'_>) -> Outcome {
        perform(service, Action::Stop)
    }

    fn restart(&self, service: &mut Service<'_>) -> Outcome {
        reload_if_needed(service)?;
        perform(service, Action::Restart)
    }

    fn enabled(&self, service: &mut Service<'_>, target: &str) -> Outcome<Option<&'static str>> {
        enabled(service, target).map(Some)
    }

    fn enable_differs(&self, service: &mut Service<'_>, target: &str) -> Outcome<Option<&'static str>> {
        let is = enabled(service, target)?;
        let name = service.target.name;
        match query_enabled(service)?.word.as_str() {
            "static" if target != "mask" => {
                let message = format!("Unable to enable or disable static service {name}");
                service.context.log().line(Level::Debug, &message);
                Ok(None)
            }
            "indirect" => {
                let message = format!("Service {name} is in 'indirect' state and cannot be enabled/disabled");
                service.context.log().line(Level::Debug, &message);
                Ok(None)
            }
            _ => Ok((is != target).then_some(is)),
        }
    }

    fn enable(&self, service: &mut Service<'_>, target: &str) -> Outcome {
        match target {
            "true" => {
                change(service, "unmask")?;
                change(service, "enable")
            }
            "mask" => {
                if service.ask(&systemctl_line(&["cat", "--", service.target.name]))?.is_success() {
                    change(service, "disable")?;
                }
                change(service, "mask")
            }
            _ => change(service, "disable"),
        }
    }
}

/// The last answer of `systemctl is-enabled`, with the name of the service.
pub(super) type EnabledCache = Option<(String, Enabled)>;

/// The answer of `systemctl is-enabled`.
#[derive(Clone)]
pub(super) struct Enabled {
    word: String,
    exit_code: Option<i32>,
}

/// A `systemctl` command. If systemd is not running, it only changes files.
fn systemctl_line(arguments: &[&str]) -> Vec<String> {
    let tool = systemctl().unwrap_or_else(|| PathBuf::from("systemctl"));
    let mut line = vec![tool.to_string_lossy().into_owned()];
    if !is_running() {
        line.push("--root=/".to_owned());
    }
    line.extend(arguments.iter().map(|&argument| argument.to_owned()));
    line
}

/// Performs an action; if it fails, the message has the end of the service's journal.
fn perform(service: &mut Service<'_>, action: Action) -> Outcome {
    let name = service.target.name;
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

/// The command that shows the end of a service's journal. No shell is involved.
pub(super) fn journal_of(name: &str) -> Vec<String> {
    let line = ["journalctl", "-n", "50", "--since", "5 minutes ago", "-u", name, "--no-pager"];
    line.map(str::to_owned).to_vec()
}

/// Reloads unit files that were changed.
fn reload_if_needed(service: &Service<'_>) -> Outcome {
    if is_running() {
        let answer =
            service.ask(&systemctl_line(&["show", "--property=NeedDaemonReload", "--", service.target.name]))?;
        if answer.output.trim().rsplit('=').next() == Some("yes") {
            service.execute(&systemctl_line(&["daemon-reload"]))?;
        }
    }
    Ok(())
}

fn enabled(service: &mut Service<'_>, target: &str) -> Outcome<&'static str> {
    let answer = query_enabled(service)?;
    Ok(match (answer.word.as_str(), answer.exit_code) {
        // Unless it should be masked, a masked service is just disabled.
        ("masked", _) if target == "mask" => "mask",
        ("indirect", _) => "false",
        (_, Some(0)) => "true",
        // An init script without a unit, which Debian's tools manage.
        ("", _) if Path::new(debian::INVOKE).is_file() => debian::is_enabled(service.context, service.target.name)?,
        _ => "false",
    })
}

/// Queries the state once, until it is changed.
fn query_enabled(service: &mut Service<'_>) -> Outcome<Enabled> {
    let name = service.target.name;
    if let Some((of, cached)) = &*service.enabled_cache
        && of == name
    {
        return Ok(cached.clone());
    }
    let ProgramResult { exit_code, output } = service.ask(&systemctl_line(&["is-enabled", "--", name]))?;
    let word = output.strip_suffix('\n').unwrap_or(&output).to_owned();
    let answer = Enabled { word, exit_code };
    *service.enabled_cache = Some((name.to_owned(), answer.clone()));
    Ok(answer)
}

fn change(service: &mut Service<'_>, action: &str) -> Outcome {
    let name = service.target.name;
    *service.enabled_cache = None;
    let ended = service.execute(&systemctl_line(&[action, "--", name]))?;
    if ended.is_success() {
        return Ok(());
    }
    let (code, output) = (ended.code(), ended.output.trim());
    log(service.context, Level::Debug, None, &format!("systemctl {action} ended with {code}: {output}"));
    Err(Failure::new(format!("Could not {action} {name}: {output}")))
}
