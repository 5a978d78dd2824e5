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

    /// Reports that one resource of the current `set` or `flush` could not be changed or written. The others were or
    /// will be. In `generate` and `eval_generate` it reports that something could not be generated.
    pub fn fail_resource(&self, name: &Identity, failure: Failure) {
        self.failed_resources.borrow_mut().push((name.clone(), failure));
    }
}
