//! Providers for kinds of devices.

use super::{context, note, provider};
use crate::{
    Context, Outcome, ResourceType,
    failure::FailureKind,
    pcore::Hash,
    registry::{ProviderError, Suitability},
    transport::{Device, Transport},
};

struct Link;

impl Transport for Link {
    fn verify(&self, _: &Context) -> Outcome {
        Ok(())
    }

    fn facts(&self, _: &Context) -> Outcome<Hash> {
        Ok(Hash::default())
    }

    fn close(&self, _: &Context) -> Outcome {
        Ok(())
    }
}

/// Selects the provider of a type for a kind of device, or for this machine.
fn chosen(resource_type: &ResourceType, kind: Option<&str>, name: Option<&str>) -> Result<String, ProviderError> {
    let mut context = context(resource_type);
    if let Some(kind) = kind {
        context.device = Some(Device::new(kind, Link).into());
    }
    let mut suitability = Suitability::new(resource_type);
    let found = match name {
        Some(name) => suitability.named(name, &context),
        None => suitability.default_provider(&context),
    };
    found.map(|provider| provider.name().to_string())
}

// Requirement: TR-40
#[test]
fn a_provider_for_a_kind_of_device_comes_before_the_one_for_all() {
    let several = note("n")
        .with_provider(provider("general").priority(100))
        .with_provider(provider("nexus").for_device("nexus"))
        .with_provider(provider("ios").for_devices(["ios", "ios_xe"]));
    for (kind, name) in [
        (Some("nexus"), "nexus"),
        (Some("ios"), "ios"),
        (Some("ios_xe"), "ios"),
        (Some("f5"), "general"),
        (None, "general"),
    ] {
        assert_eq!(chosen(&several, kind, None).as_deref(), Ok(name));
    }
    // A resource may choose among the providers for its device.
    assert_eq!(chosen(&several, Some("nexus"), Some("general")).as_deref(), Ok("general"));
    assert_eq!(
        chosen(&several, Some("f5"), Some("ios")).unwrap_err().to_string(),
        "Provider ios is not functional on this host: it is made for devices of the kind ios, ios_xe"
    );
    assert!(chosen(&several, None, Some("nexus")).is_err());
}

#[test]
fn of_several_for_a_kind_the_one_that_is_suitable_and_ranks_highest_is_used() {
    let several = note("n")
        .with_provider(provider("general"))
        .with_provider(provider("slow").for_device("nexus"))
        .with_provider(provider("fast").for_device("nexus").priority(5))
        .with_provider(provider("fastest").for_device("nexus").priority(9).suitable_if(|_| Err("no key".to_owned())));
    assert_eq!(chosen(&several, Some("nexus"), None).as_deref(), Ok("fast"));
    // An unusable provider for a device is not replaced by a general one.
    let unusable = note("n")
        .with_provider(provider("general"))
        .with_provider(provider("nexus").for_device("nexus").suitable_if(|_| Err("no key".to_owned())));
    let error = chosen(&unusable, Some("nexus"), None).unwrap_err();
    assert_eq!(error.to_string(), "Could not find a suitable provider for note: nexus (no key)");
}

// Requirement: TR-41
#[test]
fn without_any_of_them_the_error_names_the_kinds() {
    let only = note("n").with_provider(provider("nexus").for_device("nexus"));
    let error = chosen(&only, Some("ios"), None).unwrap_err();
    assert_eq!(
        error.to_string(),
        "type `note` has no provider for devices of the kind 'ios'; its providers are made for devices of the kinds: nexus"
    );
    assert_eq!(error.into_failure().kind(), FailureKind::Developer);
    assert_eq!(
        chosen(&only, None, None).unwrap_err().to_string(),
        "type `note` has no provider for this machine; its providers are made for devices of the kinds: nexus"
    );
}
