//! `schedule`: see its definition. Schedules do not exist on a machine, so none are listed.

use resource_api::{Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("schedule/definition.yaml"))
        .with_provider(ProviderEntry::new("schedule", |_| Ok(Schedules)))
}

struct Schedules;

#[resource_api::provider]
impl Provider for Schedules {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        Ok(())
    }
}
