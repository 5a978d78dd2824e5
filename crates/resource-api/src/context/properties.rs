//! Properties and resources that failed while others succeeded.

use ecow::EcoString;

use super::Context;
use crate::{Failure, Identity};

impl Context {
    /// Reports that one property of the current resource could not be changed. The others were or will be.
    ///
    /// A `set` that returns a failure fails all properties. If one call changes several resources, the failure applies
    /// to all of them.
    pub fn fail_property(&self, property: impl Into<EcoString>, failure: Failure) {
        self.failed_properties.borrow_mut().push((property.into(), failure));
    }

    /// Returns the properties that failed since the last call, with the reasons.
    pub fn take_failed_properties(&self) -> Vec<(EcoString, Failure)> {
        std::mem::take(&mut self.failed_properties.borrow_mut())
    }

    /// Reports that one resource of the current `set` or `flush` could not be changed or written. The others were or
    /// will be.
    pub fn fail_resource(&self, name: &Identity, failure: Failure) {
        self.failed_resources.borrow_mut().push((name.clone(), failure));
    }

    /// Returns the resources that failed since the last call, with the reasons.
    pub fn take_failed_resources(&self) -> Vec<(Identity, Failure)> {
        std::mem::take(&mut self.failed_resources.borrow_mut())
    }
}
