//! Services with init scripts, managed with Debian's tools.

use std::fs;

use resource_api::{Context, Outcome};

use super::{
    commands::{Action, CommandLine, Service},
    init::Init,
    provider::ServiceProvider,
    scripts, systemd,
};
use crate::program;

const UPDATE: &str = "/usr/sbin/update-rc.d";
pub(super) const INVOKE: &str = "/usr/sbin/invoke-rc.d";
const SERVICE: &str = "/usr/sbin/service";

/// From how many start links on a service counts as enabled.
const MIN_LINKS: usize = 4;

/// Services with a script in `/etc/init.d`, managed with Debian's tools.
pub(super) struct Debian;

impl ServiceProvider for Debian {
    fn name(&self) -> &'static str {
        "debian"
    }

    fn priority(&self) -> i32 {
        3
    }

    fn check_suitable(&self) -> Result<(), String> {
        if systemd::is_running() {
            return Err("systemd is running".to_owned());
        }
        program::require_files(&[UPDATE, INVOKE, SERVICE])
    }

    fn features(&self) -> &'static [&'static str] {
        &["enableable"]
    }

    fn list(&self, _: &Context) -> Outcome<Vec<String>> {
        Ok(scripts::all())
    }

    fn command(&self, service: &Service<'_>, action: Action) -> Outcome<Option<CommandLine>> {
        match action {
            Action::Status if service.target.has_status() => {
                Ok(Some([SERVICE, service.target.name, "status"].map(str::to_owned).to_vec().into()))
            }
            action => Init.command(service, action),
        }
    }

    fn enabled(&self, service: &mut Service<'_>, _: &str) -> Outcome<Option<&'static str>> {
        is_enabled(service.context, service.target.name).map(Some)
    }

    fn enable(&self, service: &mut Service<'_>, target: &str) -> Outcome {
        let (context, name) = (service.context, service.target.name);
        if target != "true" {
            return update(context, &[name, "disable"]);
        }
        update(context, &["-f", name, "remove"])?;
        update(context, &[name, "defaults"])
    }
}

/// Whether a service is enabled: `true` or `false`.
pub(super) fn is_enabled(context: &Context, name: &str) -> Outcome<&'static str> {
    let line = [INVOKE, "--quiet", "--query", name, "start"].map(str::to_owned);
    let result = program::execute(context, &line, program::discarding_stderr)?;
    let is_enabled = match result.exit_code {
        Some(104 | 106) => true,
        // The tool cannot tell.
        Some(101 | 105) => links(name) >= MIN_LINKS,
        _ => false,
    };
    Ok(if is_enabled { "true" } else { "false" })
}

fn update(context: &Context, arguments: &[&str]) -> Outcome {
    let mut line = vec![UPDATE.to_owned()];
    line.extend(arguments.iter().map(|&argument| argument.to_owned()));
    program::execute(context, &line, program::in_english)?.checked(&line).map(drop)
}

/// The number of links that start a service at boot.
fn links(name: &str) -> usize {
    let directories = fs::read_dir("/etc").into_iter().flatten().flatten();
    let is_directory = |directory: &str| directory.starts_with("rc") && directory.ends_with(".d");
    let mut count = 0;
    for directory in directories.filter(|directory| directory.file_name().to_str().is_some_and(is_directory)) {
        for link in fs::read_dir(directory.path()).into_iter().flatten().flatten() {
            let file = link.file_name();
            let is_start = |link: &str| link.starts_with('S') && link.get(3..) == Some(name);
            count += usize::from(file.to_str().is_some_and(is_start));
        }
    }
    count
}
