//! `nx9k_feature`: software features of a switch that can be enabled.

use resource_api::{
    Changes, Context, Identity, Outcome, Provider, ProviderEntry, Request, Resource, ResourceType, State, provider,
};

use crate::{show, transport::Nexus};

/// A software feature of a switch.
#[derive(Resource)]
#[resource(name = "nx9k_feature", features(remote_resource, simple_get_filter))]
pub struct SwitchFeature {
    /// The name of the feature.
    #[attribute(namevar, type = r"Pattern[/\A[a-z][a-z0-9-]{0,31}\z/]")]
    pub name: String,
    /// Whether it is enabled.
    pub enabled: bool,
}

/// The provider for devices of type `nexus`.
pub struct Features;

#[provider]
impl Provider for Features {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        let nexus = context.transport::<Nexus>()?;
        let on = nexus.show(context, "show running-config", "a configuration", show::features)?;
        let state = |name: String, enabled| SwitchFeature { name, enabled }.into_state();
        Ok(match request.names() {
            Some(names) => {
                let names = names.iter().map(Identity::name);
                names.map(|name| state(name.into(), on.iter().any(|on| on == name))).collect()
            }
            None => on.into_iter().map(|name| state(name, true)).collect(),
        })
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let nexus = context.transport::<Nexus>()?;
        for change in changes {
            context.updating(&change.name, || {
                let should = SwitchFeature::from_state(&change.should.clone().unwrap_or_default())?;
                let no = if should.enabled { "" } else { "no " };
                nexus.configure(context, &[format!("{no}feature {}", change.name.name())])
            })?;
        }
        Ok(())
    }
}

/// The type with its provider.
pub fn nx9k_feature() -> ResourceType {
    ResourceType::of::<SwitchFeature>().with_provider(ProviderEntry::new("nexus", |_| Ok(Features)).for_device("nexus"))
}
