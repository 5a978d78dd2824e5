//! Services with a script in `/etc/init.d`.

use std::path::Path;

use resource_api::{Context, Outcome};

use super::{
    commands::{Action, CommandLine, Service},
    provider::ServiceProvider,
    scripts,
};

pub(super) struct Init;

impl ServiceProvider for Init {
    fn name(&self) -> &'static str {
        "init"
    }

    fn priority(&self) -> i32 {
        2
    }

    fn check_suitable(&self) -> Result<(), String> {
        if Path::new("/etc/debian_version").exists() { Err("Debian has its own tools".to_owned()) } else { Ok(()) }
    }

    fn list(&self, _: &Context) -> Outcome<Vec<String>> {
        Ok(scripts::all())
    }

    fn command(&self, service: &Service<'_>, action: Action) -> Outcome<Option<CommandLine>> {
        match action {
            Action::Status if !service.target.has_status() => Ok(None),
            Action::Restart if !service.target.has_restart() => Ok(None),
            action => {
                let script = scripts::find(&service.target.path(), service.target.name)?;
                Ok(Some(vec![script, action.word().to_owned()].into()))
            }
        }
    }
}
