//! Properties that could not be changed while others were.

use ecow::EcoString;

use super::Context;
use crate::Failure;

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
}
