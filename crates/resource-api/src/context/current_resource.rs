//! The resource that a provider is currently called for.

use ecow::EcoString;

use super::Context;
use crate::log::Level;

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
}
