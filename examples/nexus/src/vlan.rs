//! `nx9k_vlan`: the VLANs of a switch.

use resource_api::{
    Context, Ensure, Identity, Outcome, ProviderEntry, Request, Resource, ResourceType, SimpleProvider, provider,
};

use crate::{show, transport::Nexus};

/// A VLAN of a switch.
#[derive(Resource)]
#[resource(name = "nx9k_vlan", features(remote_resource))]
pub struct Vlan {
    /// Whether the switch has the VLAN.
    #[attribute(default = "present")]
    pub ensure: Ensure,
    /// Its number.
    #[attribute(namevar, type = r"Pattern[/\A[1-9][0-9]{0,3}\z/]")]
    pub id: String,
    /// Its name, without whitespace.
    #[attribute(type = r"Optional[Pattern[/\A[A-Za-z0-9_.:\/-]{1,32}\z/]]")]
    pub label: Option<String>,
    /// Whether it carries traffic.
    #[attribute(type = "Optional[Enum[active, suspend]]")]
    pub state: Option<String>,
}

/// The provider for devices of type `nexus`.
pub struct Vlans;

#[provider]
impl SimpleProvider for Vlans {
    type Resource = Vlan;

    fn get(&mut self, context: &Context, _: &Request<'_>) -> Outcome<Vec<Vlan>> {
        let nexus = context.transport::<Nexus>()?;
        let lines = nexus.show(context, "show vlan brief", "a table of VLANs", show::vlans)?;
        let vlan = |line: show::VlanLine| Vlan {
            ensure: Ensure::Present,
            id: line.id,
            label: Some(line.name),
            state: Some(if line.is_suspended { "suspend" } else { "active" }.into()),
        };
        Ok(lines.into_iter().map(vlan).collect())
    }

    fn create(&mut self, context: &Context, name: &Identity, should: Vlan) -> Outcome {
        let mut commands = vec![format!("vlan {}", name.name())];
        commands.extend(should.label.map(|label| format!("name {label}")));
        commands.extend(should.state.map(|state| format!("state {state}")));
        context.transport::<Nexus>()?.configure(context, &commands)
    }

    fn update(&mut self, context: &Context, name: &Identity, _: Vlan, should: Vlan) -> Outcome {
        self.create(context, name, should)
    }

    fn delete(&mut self, context: &Context, name: &Identity) -> Outcome {
        context.transport::<Nexus>()?.configure(context, &[format!("no vlan {}", name.name())])
    }
}

/// The type with its provider.
pub fn nx9k_vlan() -> ResourceType {
    ResourceType::of::<Vlan>().with_provider(ProviderEntry::simple("nexus", |_| Ok(Vlans)).for_device("nexus"))
}
