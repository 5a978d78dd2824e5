//! What distinguishes one service provider from another.

use resource_api::{Context, Outcome};

use super::commands::{Action, CommandLine, Service};

/// A service provider, without the state of a run.
pub(super) trait ServiceProvider: Sync {
    fn name(&self) -> &'static str;

    /// The suitable provider with the highest priority is the default.
    fn priority(&self) -> i32;

    /// Whether it can be used on this machine; the error says what is missing.
    fn check_suitable(&self) -> Result<(), String> {
        Ok(())
    }

    /// Its features, with their names in Puppet.
    fn features(&self) -> &'static [&'static str] {
        &[]
    }

    /// The names of all services.
    fn list(&self, _context: &Context) -> Outcome<Vec<String>> {
        Ok(Vec::new())
    }

    /// The command for an action that the manifest has no command for, if there is one.
    fn command(&self, service: &Service<'_>, action: Action) -> Outcome<Option<CommandLine>>;

    /// Whether the process table is searched for a service without a status command.
    fn searches_processes(&self) -> bool {
        true
    }

    fn start(&self, service: &mut Service<'_>) -> Outcome {
        service.start_by_command()
    }

    fn stop(&self, service: &mut Service<'_>) -> Outcome {
        service.stop_by_command()
    }

    fn restart(&self, service: &mut Service<'_>) -> Outcome {
        service.restart_by_command()
    }

    /// Whether a service is enabled; none if that is unknown. `target` is the desired value, if there is one: a masked
    /// service is just disabled unless it should be masked.
    fn enabled(&self, _service: &mut Service<'_>, _target: &str) -> Outcome<Option<&'static str>> {
        Ok(None)
    }

    /// What `enable` is, if it differs.
    fn enable_differs(&self, service: &mut Service<'_>, target: &str) -> Outcome<Option<&'static str>> {
        Ok(self.enabled(service, target)?.filter(|is| *is != target))
    }

    /// Enables or disables a service.
    fn enable(&self, _service: &mut Service<'_>, _target: &str) -> Outcome {
        Ok(())
    }
}
