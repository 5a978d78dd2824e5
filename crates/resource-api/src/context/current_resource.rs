//! The resource that a provider is currently called for, and what failed of it while other things succeeded.

use ecow::EcoString;

use super::Context;
use crate::{Failure, Identity, log::Level};

/// How the current resource appears in the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentResource {
    /// The source of its log lines, for example `/Stage[main]/Main/Notify[hello]`.
    pub path: EcoString,
    /// Its title, as messages show it.
    pub title: EcoString,
    /// The level of log lines about its changes.
    pub level: Level,
    /// Where the resource is declared, in the form ` (file: F, line: N)`, or empty.
    pub location: EcoString,
}

impl Context {
    /// The resource that is being compared or changed; `None` while one call changes several resources.
    pub fn current_resource(&self) -> Option<CurrentResource> {
        self.current_resource.borrow().clone()
    }

    /// Whether the current resource is evaluated in noop mode. Some failures are tolerated then: a file that another
    /// resource would have created may be missing.
    pub fn is_current_noop(&self) -> bool {
        self.current_noop.get()
    }

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
