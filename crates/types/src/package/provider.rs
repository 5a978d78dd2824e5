//! What distinguishes one package provider from another.

use resource_api::ProviderEntry;

use super::{Packages, manager::PackageManager};
use crate::{munge::Munger, program};

pub(super) struct PackageProvider {
    pub(super) name: &'static str,
    /// Among those that can be the default, the one with the highest priority is.
    pub(super) priority: i32,
    /// Whether it may be the default: `package { 'nginx': }` means a package of the operating system, never a gem that
    /// happens to have the same name.
    pub(super) can_be_default: bool,
    /// What it can do and others cannot, in the words of Puppet's messages.
    pub(super) features: &'static [&'static str],
    /// The programs without which it is not suitable. Those of programming languages may be installed by another package
    /// or named by `command`, so they are only required when they are used.
    pub(super) required_programs: &'static [&'static str],
    pub(super) manager: fn() -> Box<dyn PackageManager>,
}

impl PackageProvider {
    /// The provider as the type lists it.
    pub(super) fn entry(&'static self) -> ProviderEntry {
        let packages = move || Packages { provider: self, manager: (self.manager)(), munger: Munger::default() };
        let entry = ProviderEntry::new(self.name, move |_| Ok(packages()))
            .suitable_if(move |_| program::require_files(self.required_programs))
            .priority(self.priority);
        if self.can_be_default { entry } else { entry.never_default() }
    }

    pub(super) fn has(&self, feature: &str) -> bool {
        self.features.contains(&feature)
    }
}
