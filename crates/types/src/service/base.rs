//! Services that only have the commands of the manifest.

use resource_api::Outcome;

use super::{
    commands::{Action, CommandLine, Service},
    provider::ServiceProvider,
};

pub(super) struct Base;

impl ServiceProvider for Base {
    fn name(&self) -> &'static str {
        "base"
    }

    fn priority(&self) -> i32 {
        1
    }

    fn command(&self, service: &Service<'_>, action: Action) -> Outcome<Option<CommandLine>> {
        Ok(if action == Action::Start { service.target.command("binary") } else { None })
    }
}
