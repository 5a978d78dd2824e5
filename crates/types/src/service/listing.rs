//! Services as they are, for whoever wants to see them.

use resource_api::{Context, Identity, Outcome, State};

use super::{Kind, Services, scripts, systemd};

/// All services that the provider knows.
pub(super) fn all(services: &mut Services, context: &Context) -> Outcome<Vec<State>> {
    let names = match services.kind {
        Kind::Systemd => systemd::all(context)?,
        Kind::Debian | Kind::Init => scripts::all(),
        Kind::Base => Vec::new(),
    };
    names.into_iter().map(|name| one(services, context, &Identity::single("name", name))).collect()
}

/// One service, whether there is one or not: it does not run then.
pub(super) fn one(services: &mut Services, context: &Context, name: &Identity) -> Outcome<State> {
    let should = State::new();
    let mut service = services.service(context, name, &should);
    let mut state = State::new().with("name", name.value().clone()).with("ensure", service.status()?);
    if let Some(enabled) = service.enabled("")? {
        state.insert("enable", enabled);
    }
    Ok(state)
}
