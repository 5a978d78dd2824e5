//! Lists services.

use resource_api::{Context, Identity, Outcome, State};

use super::Services;

/// All services of a provider.
pub(super) fn all(services: &mut Services, context: &Context) -> Outcome<Vec<State>> {
    let names = services.provider.list(context)?;
    names.into_iter().map(|name| one(services, context, &Identity::single("name", name))).collect()
}

/// One service; a missing one is listed as stopped.
pub(super) fn one(services: &mut Services, context: &Context, name: &Identity) -> Outcome<State> {
    let should = State::new();
    let mut service = services.service(context, name, &should);
    let mut state = State::new().with("name", name.value().clone()).with("ensure", service.status()?);
    if let Some(enabled) = service.provider.enabled(&mut service, "")? {
        state.insert("enable", enabled);
    }
    Ok(state)
}
