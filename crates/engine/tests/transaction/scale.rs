//! Many resources cost as much each as few.

use engine::transaction::{Options, Transaction};
use pcore::Value;

use crate::support::{Machine, any_changed, catalog, note};

/// What a resource may allocate from its declaration to its status, in sync or not.
const ALLOCATIONS: u64 = 150;

#[test]
fn a_run_is_linear_in_the_number_of_its_resources() {
    for count in [1_000_usize, 30_000] {
        for changing in [false, true] {
            let machine = Machine::default();
            let mut resources = Vec::with_capacity(count);
            for number in 0..count {
                let title = format!("n{number}");
                // What exists is read once; what does not, again after every change.
                machine.write(&title, &[("text", if changing { "old" } else { "same" }.into())]);
                // Some wait for others, all over the catalog.
                let before = format!("Note[n{}]", (number + count / 2) % count);
                let relation = (number < count / 2).then_some(("before", Value::from(before)));
                let mut parameters = vec![("text", "same".into())];
                parameters.extend(relation);
                resources.push(note(&title, &parameters));
            }
            let catalog = catalog(resources);
            let options = Options { default_schedules: false, ..Options::default() };
            let log = resource_api::log::Log::new(std::sync::Arc::new(Nowhere), std::sync::Arc::default());
            let measured = allocation_counter::measure(|| {
                let transaction = Transaction::new(catalog, machine.types(), options, log).expect("it is valid");
                let applied = transaction.run();
                assert_eq!(any_changed(&applied), changing);
                assert_eq!(applied.statuses.len(), count);
            });
            let each = measured.count_total / count as u64;
            assert!(each <= ALLOCATIONS, "{each} allocations for each of {count} resources");
        }
    }
}

/// Forgets every line.
struct Nowhere;

impl resource_api::log::LogSink for Nowhere {
    fn write(&self, _: &resource_api::log::LogEntry) {}
}
