//! Properties and resources that could not be changed while others were.

use ecow::EcoString;

use super::Context;
use crate::{Failure, Identity};

impl Context {
    /// Says that one property of the resource at hand could not be changed, and that its others were or will be.
    ///
    /// A `set` that returns a failure fails all of them. While several resources are changed in one call, the failure
    /// is that of all of them.
    pub fn fail_property(&self, property: impl Into<EcoString>, failure: Failure) {
        self.failed_properties.borrow_mut().push((property.into(), failure));
    }

    /// The properties that could not be changed since this was last asked, with why.
    pub fn take_failed_properties(&self) -> Vec<(EcoString, Failure)> {
        std::mem::take(&mut self.failed_properties.borrow_mut())
    }

    /// Says that one resource of the `set` or `flush` at hand could not be changed or written, and that the others were
    /// or will be.
    pub fn fail_resource(&self, name: &Identity, failure: Failure) {
        self.failed_resources.borrow_mut().push((name.clone(), failure));
    }

    /// The resources that could not be written since this was last asked, with why.
    pub fn take_failed_resources(&self) -> Vec<(Identity, Failure)> {
        std::mem::take(&mut self.failed_resources.borrow_mut())
    }
}
