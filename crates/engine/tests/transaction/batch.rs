//! Resources that are evaluated together, and resources whose provider becomes suitable late.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use catalog::Declared;
use engine::transaction::{Options, Transaction};
use resource_api::{
    Changes, Context, Outcome, Provider, ProviderEntry, Request, ResourceType, State, TypeDefinition, Types,
    log::{Level, Log, Recorder},
};

use crate::support::{Machine, bell, catalog, declared, note, shown, status};

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[test]
fn adjacent_resources_are_changed_in_one_call() {
    let machine = Machine::with("batch: true");
    let applied = machine.apply(catalog([
        note("a", &[]),
        note("b", &[]),
        note("late", &[("require", "Note[a]".into())]),
        note("c", &[]),
    ]));
    assert_eq!(machine.store().sets, [names(&["a", "b"]), names(&["late", "c"])]);
    assert_eq!(machine.store().gets.len(), 2);
    assert_eq!(applied.provider_calls[0].calls.sets, 2);
}

#[test]
fn another_type_in_between_ends_a_batch() {
    let machine = Machine::with("batch: true");
    machine.apply(catalog([note("a", &[]), bell("x", &[]), note("b", &[])]));
    assert_eq!(machine.store().sets, [names(&["a"]), names(&["b"])]);
}

#[test]
fn what_a_failure_in_a_batch_leaves_undone_fails_alone() {
    let machine = Machine::with("batch: true");
    machine.store().stubborn.insert("b".to_owned());
    let applied = machine.apply(catalog([
        note("a", &[]),
        note("b", &[("before", "Note[d]".into())]),
        note("c", &[]),
        note("d", &[]),
    ]));
    assert!(!status(&applied, "Note[a]").failed && !status(&applied, "Note[c]").failed);
    assert!(status(&applied, "Note[b]").failed && status(&applied, "Note[d]").skipped);
}

// Requirement: GET-27
#[test]
fn adjacent_resources_are_asked_for_in_one_call() {
    let machine = Machine::with("features: [simple_get_filter]");
    machine.write("a", &[]);
    machine.write("b", &[]);
    machine.apply(catalog([note("a", &[]), note("b", &[]), note("c", &[("require", "Note[a]".into())])]));
    assert_eq!(machine.store().gets, [Some(names(&["a", "b"])), Some(names(&["c"]))]);
}

/// One of them may have changed the others.
#[test]
fn what_was_read_before_another_one_was_changed_is_read_again() {
    let machine = Machine::with("features: [simple_get_filter]");
    machine.write("same", &[]);
    machine.write("last", &[]);
    machine.apply(catalog([note("same", &[]), note("made", &[]), note("last", &[])]));
    let expected = [Some(names(&["same", "made", "last"])), Some(names(&["last"]))];
    assert_eq!(machine.store().gets, expected);
}

#[test]
fn what_is_skipped_is_not_asked_for() {
    let mut machine = Machine::with("features: [simple_get_filter]");
    machine.options.skip_tags = vec!["b".into()];
    machine.apply(catalog([note("a", &[]), note("b", &[]), note("c", &[])]));
    assert_eq!(machine.store().gets[0], Some(names(&["a", "c"])));
}

#[test]
fn types_are_evaluated_in_parallel() {
    use std::sync::Barrier;

    /// Waits for the other one.
    struct Waiting(Arc<Barrier>);

    #[resource_api::provider]
    impl Provider for Waiting {
        fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
            Ok(Vec::new())
        }

        fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
            self.0.wait();
            Ok(())
        }
    }

    let barrier = Arc::new(Barrier::new(2));
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let mut types = Types::default();
    for name in ["left", "right"] {
        let barrier = barrier.clone();
        let provider = ProviderEntry::new(name, move |_: &Context| Ok(Waiting(barrier.clone())));
        types.register(ResourceType::new(simple(name, "parallel: true,")).with_provider(provider), &log);
    }
    let resources = catalog([declared("Left", "a", &[]), declared("Right", "b", &[])]);
    let options = Options { parallel: 2, default_schedules: false, ..Options::default() };
    let applied = Transaction::new(resources, &types, options, log).expect("the catalog is valid").run();
    assert!(status(&applied, "Left[a]").changed && status(&applied, "Right[b]").changed);
    let lines: Vec<String> = recorder.entries().iter().filter(|line| line.level == Level::Notice).map(shown).collect();
    assert_eq!(
        lines,
        [
            "Notice: /Stage[main]/Main/Left[a]/ensure: defined 'ensure' as 'present'",
            "Notice: /Stage[main]/Main/Right[b]/ensure: defined 'ensure' as 'present'",
        ]
    );
}

/// Both are at work when one of them ends the run, so both have done something.
#[test]
fn parallel_changes_beside_a_fatal_failure_are_reported() {
    use std::sync::Barrier;

    use resource_api::Failure;

    /// Waits for the other one, and then fails for `bad`.
    struct Waiting(Arc<Barrier>);

    #[resource_api::provider]
    impl Provider for Waiting {
        fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
            Ok(Vec::new())
        }

        fn set(&mut self, _: &Context, changes: &Changes) -> Outcome {
            self.0.wait();
            let is_bad = changes.iter().any(|change| change.name.name() == "bad");
            if is_bad { Err(Failure::fatal("the device is gone")) } else { Ok(()) }
        }
    }

    for titles in [["bad", "good"], ["good", "bad"]] {
        let barrier = Arc::new(Barrier::new(2));
        let recorder = Arc::new(Recorder::default());
        let log = Log::new(recorder.clone(), Arc::default());
        let mut types = Types::default();
        for name in ["left", "right"] {
            let barrier = barrier.clone();
            let provider = ProviderEntry::new(name, move |_: &Context| Ok(Waiting(barrier.clone())));
            types.register(ResourceType::new(simple(name, "parallel: true,")).with_provider(provider), &log);
        }
        let after_both = pcore::Value::array(
            ["Left", "Right"].iter().zip(titles).map(|(name, title)| pcore::Value::from(format!("{name}[{title}]"))),
        );
        let resources = catalog([
            declared("Left", titles[0], &[]),
            declared("Right", titles[1], &[]),
            declared("Left", "never", &[("require", after_both)]),
        ]);
        let options = Options { parallel: 2, default_schedules: false, ..Options::default() };
        let applied = Transaction::new(resources, &types, options, log).expect("the catalog is valid").run();
        assert_eq!(applied.failure.as_ref().map(ToString::to_string).as_deref(), Some("the device is gone"));
        let good = applied.statuses.iter().find(|status| status.title == "good").expect("it was changed");
        assert!(good.changed && !good.failed, "{titles:?}");
        assert!(applied.statuses.iter().any(|status| status.title == "bad" && status.failed), "{titles:?}");
        assert_eq!(applied.statuses.len(), 2, "what was not evaluated is not reported: {titles:?}");
        let lines: Vec<String> = recorder.entries().iter().map(shown).collect();
        assert!(lines.iter().any(|line| line.contains("[good]/ensure: defined 'ensure' as 'present'")), "{lines:?}");
        assert!(applied.history.records.keys().any(|reference| reference.ends_with("[good]")), "{titles:?}");
    }
}

/// Otherwise the time for the lines of one file would grow with the square of their number.
#[test]
fn many_lines_of_a_file_are_written_a_few_times() {
    /// Counts how often something is written.
    struct Writing(Arc<AtomicUsize>);

    #[resource_api::provider]
    impl Provider for Writing {
        fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
            Ok(Vec::new())
        }

        fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
            Ok(())
        }

        fn flush(&mut self, _: &Context, _: &Changes) -> Outcome {
            self.0.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }

    let written = |batch: &str, count: usize| {
        let writes = Arc::new(AtomicUsize::default());
        let counted = writes.clone();
        let log = Log::new(Arc::new(Recorder::default()), Arc::default());
        let mut types = Types::default();
        let provider = ProviderEntry::new("line", move |_: &Context| Ok(Writing(counted.clone())));
        let definition = simple("line", &format!("batch: {batch}, features: [simple_get_filter],"));
        types.register(ResourceType::new(definition).with_provider(provider), &log);
        let lines: Vec<Declared> = (0..count).map(|number| declared("Line", &number.to_string(), &[])).collect();
        let options = Options { default_schedules: false, ..Options::default() };
        let applied = Transaction::new(catalog(lines), &types, options, log).expect("the catalog is valid").run();
        assert_eq!(applied.statuses.iter().filter(|status| status.changed).count(), count);
        writes.load(Ordering::Relaxed)
    };
    for batch in ["flush", "true"] {
        assert_eq!(written(batch, 1_000), 1, "{batch}");
        assert_eq!(written(batch, 2_048), 2, "{batch}");
        assert_eq!(written(batch, 4_096), 3, "{batch}");
        assert_eq!(written(batch, 16_384), 5, "{batch}");
    }
}

fn simple(name: &str, keys: &str) -> TypeDefinition {
    let definition = format!(
        "{{name: {name}, desc: d, {keys} attributes: {{name: {{type: String, desc: n, behaviour: namevar}},
          ensure: {{type: 'Enum[present, absent]', desc: e, default: present}}}}}}"
    );
    let definition = pcore::yaml::parse(&definition).expect("the definition is YAML");
    TypeDefinition::from_value(&definition).expect("the definition is valid")
}

/// Installs the tool that another provider needs.
struct Shop(Arc<AtomicBool>);

#[resource_api::provider]
impl Provider for Shop {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, _: &Context, _: &Changes) -> Outcome {
        self.0.store(true, Ordering::Relaxed);
        Ok(())
    }
}

fn workshop(recorder: &Arc<Recorder>) -> (Types, Log) {
    let log = Log::new(recorder.clone(), Arc::default());
    let bought = Arc::new(AtomicBool::new(false));
    let mut types = Types::default();
    let shared = bought.clone();
    let shop = ProviderEntry::new("shop", move |_: &Context| Ok(Shop(shared.clone())));
    types.register(ResourceType::new(simple("tool", "")).with_provider(shop), &log);
    let shared = bought.clone();
    let work = ProviderEntry::new("hands", move |_: &Context| Ok(Shop(shared.clone()))).suitable_if(move |_| {
        if bought.load(Ordering::Relaxed) { Ok(()) } else { Err("there is no hammer".to_owned()) }
    });
    types.register(ResourceType::new(simple("work", "")).with_provider(work), &log);
    (types, log)
}

#[test]
fn a_provider_may_become_usable_during_the_run() {
    let recorder = Arc::new(Recorder::default());
    let (types, log) = workshop(&recorder);
    let resources = catalog([
        declared("Work", "table", &[]),
        declared("Work", "paint", &[("require", "Work[table]".into())]),
        declared("Tool", "hammer", &[]),
    ]);
    let options = Options { default_schedules: false, ..Options::default() };
    let applied = Transaction::new(resources, &types, options, log).expect("the catalog is valid").run();
    let order: Vec<&str> = applied.statuses.iter().map(|status| status.title.as_str()).collect();
    assert_eq!(order, ["hammer", "table", "paint"]);
    assert!(applied.statuses.iter().all(|status| status.changed));
}

#[test]
fn a_provider_that_stays_unsuitable_fails_its_resources_with_one_message() {
    let recorder = Arc::new(Recorder::default());
    let (types, log) = workshop(&recorder);
    let resources = catalog([
        declared("Work", "table", &[]),
        declared("Work", "chair", &[]),
        declared("Tool", "old", &[("require", "Work[table]".into())]),
    ]);
    let options = Options { default_schedules: false, ..Options::default() };
    let applied = Transaction::new(resources, &types, options, log).expect("the catalog is valid").run();
    assert!(status(&applied, "Work[table]").failed && status(&applied, "Work[chair]").failed);
    assert!(status(&applied, "Tool[old]").skipped);
    let lines: Vec<String> = recorder.entries().iter().filter(|line| line.level >= Level::Notice).map(shown).collect();
    assert_eq!(
        lines,
        [
            "Notice: /Stage[main]/Main/Tool[old]: Dependency Work[table] has failures: true",
            "Warning: /Stage[main]/Main/Tool[old]: Skipping because of failed dependencies",
            "Error: Could not find a suitable provider for work: hands (there is no hammer)",
        ]
    );
}
