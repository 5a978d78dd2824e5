//! Books on a shelf.

use resource_api::{Context, Outcome, State};

use super::{
    manager::{PackageManager, PackageStatus, Presence, Task},
    provider::PackageProvider,
    target::PackageTarget,
};

pub(super) const PROVIDER: PackageProvider = PackageProvider {
    name: "shelf",
    priority: 0,
    can_be_default: false,
    features: &[],
    required_programs: &[],
    manager: || Box::new(Shelf),
};

struct Shelf;

impl PackageManager for Shelf {
    fn find(&mut self, _: &Context, _: &PackageTarget<'_>) -> Outcome<PackageStatus> {
        Ok(PackageStatus::unmarked(Presence::Absent))
    }

    fn all(&mut self, _: &Context) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn latest(&mut self, _: &Context, _: &PackageTarget<'_>) -> Outcome<Option<String>> {
        Ok(None)
    }

    fn includes(&self, _: &str, _: &PackageStatus) -> bool {
        false
    }

    fn change(&mut self, _: &Context, tasks: &[Task<'_>]) -> Vec<Outcome> {
        tasks.iter().map(|_| Ok(())).collect()
    }
}
