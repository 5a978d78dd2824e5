//! The runtime's side of a context.

use std::{cell::RefCell, ops::Deref, sync::Arc};

use ecow::EcoString;
use pcore::keyed::HashSet;

use super::{CatalogView, Clock, Context, CurrentResource, Reported, SettingsView, StopFlag, scope::Scope};
use crate::{Changes, Failure, Identity, TypeDefinition, log::Log, transport::Device};

/// Drives a [`Context`]: sets what a provider sees through it, and takes what the provider reported. A provider gets the
/// context alone.
///
/// ```
/// use std::sync::Arc;
/// use resource_api::{Changes, TypeDefinition, context::Driver, log::{Log, Recorder}};
///
/// # let definition = "{name: note, desc: A note, attributes: {name: {type: String, desc: n, behaviour: namevar}}}";
/// # let definition = Arc::new(TypeDefinition::from_value(&pcore::yaml::parse(definition).unwrap()).unwrap());
/// let driver = Driver::new(definition, Log::new(Arc::new(Recorder::default()), Arc::default()));
/// {
///     let _set = driver.begin_set(&Changes::default());
///     assert!(driver.notice_for("a", "changed").is_err(), "it does not belong to this `set`");
/// }
/// assert!(driver.notice_for("a", "changed").is_ok());
/// ```
#[derive(Debug)]
pub struct Driver(Context);

impl Deref for Driver {
    type Target = Context;

    fn deref(&self) -> &Context {
        &self.0
    }
}

impl Driver {
    /// Creates the context for a type that writes to a log.
    pub fn new(definition: Arc<TypeDefinition>, log: Log) -> Driver {
        Driver(Context::new(definition, log))
    }

    /// Sets the managed device.
    #[must_use]
    pub fn with_device(mut self, device: Arc<Device>) -> Driver {
        self.0.device = Some(device);
        self
    }

    /// Sets the clock that measures blocks.
    #[must_use]
    pub fn with_clock(mut self, clock: Arc<dyn Clock>) -> Driver {
        self.0.clock = clock;
        self
    }

    /// Enables logging the causes of failures (`--trace`).
    #[must_use]
    pub fn with_trace(mut self, trace: bool) -> Driver {
        self.0.trace = trace;
        self
    }

    /// Adds a view of the catalog.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Arc<dyn CatalogView>) -> Driver {
        self.0.catalog = Some(catalog);
        self
    }

    /// Adds the settings of the run.
    #[must_use]
    pub fn with_settings(mut self, settings: Arc<dyn SettingsView>) -> Driver {
        self.0.settings = Some(settings);
        self.0.known_settings = RefCell::default();
        self
    }

    /// Sets the flag that ends the run.
    pub fn set_stop(&mut self, stop: StopFlag) {
        self.0.stop = stop;
    }

    /// Begins a `set`. Until the returned guard is dropped, titles of other resources are refused, and
    /// [`noop`](Context::noop) is that of the changes.
    pub fn begin_set(&self, changes: &Changes) -> ActiveSet<'_> {
        let mut managed = HashSet::default();
        for change in changes {
            super::scope::insert_identity(&mut managed, &change.name);
            for state in [&change.is, &change.should].into_iter().flatten() {
                managed.extend(state.known("title").map(super::scope::key));
            }
        }
        *self.0.scope.borrow_mut() = Some(Scope::of(managed));
        self.0.noop.set(changes.noop());
        ActiveSet { driver: self }
    }

    /// Returns what the provider reported for a resource during this `set`, if anything.
    ///
    /// Must be called before the `set` ends.
    pub fn reported(&self, resource: &Identity) -> Option<Reported> {
        self.0.scope.borrow().as_ref()?.reported(resource)
    }

    /// Clears the failure flag, and returns what failed first in a block since the last time.
    pub fn reset_failed(&self) -> Option<Failure> {
        self.0.failed.set(false);
        self.0.first_failure.take()
    }

    /// Returns the properties that failed since the last call, with the reasons.
    pub fn take_failed_properties(&self) -> Vec<(EcoString, Failure)> {
        self.0.failed_properties.take()
    }

    /// Returns the resources that failed since the last call, with the reasons.
    pub fn take_failed_resources(&self) -> Vec<(Identity, Failure)> {
        self.0.failed_resources.take()
    }

    /// Sets the current resource.
    pub fn set_current_resource(&self, current: Option<CurrentResource>) {
        *self.0.current_resource.borrow_mut() = current;
    }

    /// Sets whether the current resource is evaluated in noop mode.
    pub fn set_current_noop(&self, dry: bool) {
        self.0.current_noop.set(dry);
    }
}

/// Ends the current `set` when dropped.
#[must_use = "the set ends when this is dropped"]
pub struct ActiveSet<'d> {
    driver: &'d Driver,
}

impl Drop for ActiveSet<'_> {
    fn drop(&mut self) {
        *self.driver.0.scope.borrow_mut() = None;
        self.driver.0.noop.set(false);
    }
}
