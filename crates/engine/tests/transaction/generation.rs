//! Resources that are generated or purged.

use std::sync::{Arc, Mutex};

use engine::transaction::{Options, Transaction};
use pcore::Value;
use resource_api::{
    Changes, Context, Failure, Generated, Identity, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    TypeDefinition, Types,
    log::{Log, Recorder},
};

use crate::support::{Machine, any_failed, catalog, declared, note, shown, status};

fn purge(parameters: &[(&str, Value)]) -> catalog::Declared {
    let mut all = vec![("purge", Value::Boolean(true))];
    all.extend(parameters.iter().cloned());
    declared("Resources", "note", &all)
}

// Requirement: CG-7, CG-8
#[test]
fn unmanaged_resources_are_purged_in_the_container_of_the_purging_one() {
    let machine = Machine::default();
    for name in ["kept", "b", "c"] {
        machine.write(name, &[]);
    }
    let applied = machine.apply(catalog([purge(&[]), note("other", &[("name", "kept".into())])]));
    assert_eq!(
        machine.lines(),
        [
            "Notice: /Stage[main]/Main/Note[b]/ensure: undefined 'ensure' from 'present'",
            "Notice: /Stage[main]/Main/Note[c]/ensure: undefined 'ensure' from 'present'",
        ]
    );
    assert_eq!(machine.store().notes.keys().collect::<Vec<_>>(), ["kept"]);
    let order: Vec<&str> = applied.statuses.iter().map(|status| status.reference.as_str()).collect();
    assert_eq!(order, ["Resources[note]", "Note[b]", "Note[c]", "Note[kept]"]);
    assert_eq!(status(&applied, "Note[b]").containment_path, ["Stage[main]", "Main", "Note[b]"]);
    assert_eq!(status(&applied, "Note[b]").events[0].name, "note_removed");
}

#[test]
fn purged_resources_have_the_metaparameters_of_the_purging_one() {
    let machine = Machine::default();
    machine.write("b", &[]);
    machine.apply(catalog([purge(&[("noop", true.into()), ("loglevel", "warning".into())])]));
    assert_eq!(
        machine.lines()[0],
        "Warning: /Stage[main]/Main/Note[b]/ensure: undefined 'ensure' from 'present' (noop)"
    );
    assert!(machine.store().notes.contains_key("b"));
}

#[test]
fn a_limit_guards_against_purging_too_much() {
    let mut machine = Machine::default();
    for name in ["a", "b", "c"] {
        machine.write(name, &[]);
    }
    machine.options.purge_limit = Some(2);
    let applied = machine.apply(catalog([purge(&[])]));
    assert!(applied.failed_to_generate);
    assert_eq!(machine.store().notes.len(), 3);
    assert_eq!(
        machine.lines(),
        ["Error: /Stage[main]/Main/Resources[note]: Failed to generate additional resources using 'generate': 3 \
          resources of type note would be purged, which is more than the setting purge_limit allows (2); nothing is \
          purged"]
    );
    machine.options.purge_limit = Some(3);
    machine.apply(catalog([purge(&[])]));
    assert!(machine.store().notes.is_empty());
}

/// The users that are left when those without a declaration are purged, with these parameters.
fn remaining(parameters: &[(&str, Value)]) -> Vec<String> {
    let definition = "{name: user, desc: d, attributes: {
        name: {type: String, desc: n, behaviour: namevar},
        ensure: {type: 'Enum[present, absent]', desc: e, default: present},
        uid: {type: 'Optional[Integer]', desc: u}}}";
    let machine = Machine::with_types(&[(definition, "user")]);
    let users = [("root", 0), ("toor", 0), ("daemon", 1500), ("lp", 7), ("alice", 1000), ("bob", 1001)];
    for (name, uid) in users {
        let user = State::new().with("name", name).with("ensure", "present").with("uid", uid);
        machine.store().notes.insert(format!("user:{name}"), user);
    }
    let all: Vec<(&str, Value)> = [("purge", "yes".into())].into_iter().chain(parameters.iter().cloned()).collect();
    machine.apply(catalog([declared("Resources", "user", &all)]));
    machine.store().notes.keys().map(|name| name.trim_start_matches("user:").to_owned()).collect()
}

#[test]
fn users_of_the_system_are_not_purged() {
    assert_eq!(remaining(&[]), ["root", "toor", "daemon", "lp"]);
    assert_eq!(remaining(&[("unless_system_user", true.into())]), ["root", "toor", "daemon", "lp"]);
    assert_eq!(remaining(&[("unless_uid", Value::array([1001.into()]))]), ["root", "toor", "daemon", "lp", "bob"]);
    assert_eq!(remaining(&[("unless_uid", Value::array([Value::array(["1000".into()])]))]).len(), 5);
    assert_eq!(remaining(&[("unless_system_user", "1000".into())]), ["root", "toor", "daemon", "lp", "alice"]);
    assert_eq!(remaining(&[("unless_system_user", 5.into())]), ["root", "toor", "daemon"]);
    // Root is never purged.
    assert_eq!(remaining(&[("unless_system_user", false.into())]), ["root", "toor", "daemon"]);
    let no_system_users = [("unless_system_user", false.into()), ("unless_uid", 7.into())];
    assert_eq!(remaining(&no_system_users), ["root", "toor", "daemon", "lp"]);
}

/// Beds that want plants, which want worms.
struct Garden {
    managed: Arc<Mutex<Vec<String>>>,
}

#[resource_api::provider]
impl Provider for Garden {
    fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> {
        Ok(Vec::new())
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        let view = context.catalog().expect("there is a catalog");
        for change in changes {
            let mut managed = self.managed.lock().expect("no thread panicked");
            managed.push(format!("{} of {}", change.name.name(), view.list("bed").len()));
        }
        Ok(())
    }

    fn generate(
        &mut self,
        _: &Context,
        title: &Identity,
        is: Option<&State>,
        should: &State,
    ) -> Outcome<Vec<Generated>> {
        assert!(is.is_none(), "nothing was read yet");
        if title.name() == "stony" {
            return Err(Failure::new("nothing grows here"));
        }
        let wanted = match should.get("wants") {
            Some(Value::Array(wanted)) => wanted.iter().filter_map(|name| Some(name.as_str()?.into())).collect(),
            _ => Vec::new(),
        };
        Ok(wanted
            .into_iter()
            .map(|name: ecow::EcoString| {
                let further = if name == "rose" { vec!["worm".into()] } else { Vec::new() };
                Generated {
                    type_name: "bed".into(),
                    title: name,
                    attributes: vec![("wants".into(), Value::from(further))],
                }
            })
            .collect())
    }
}

fn garden(managed: &Arc<Mutex<Vec<String>>>) -> Types {
    let definition = "{name: bed, desc: d, features: [custom_generate], attributes: {
        name: {type: String, desc: n, behaviour: namevar},
        ensure: {type: 'Enum[present, absent]', desc: e, default: present},
        wants: {type: 'Optional[Array[String]]', desc: w, behaviour: parameter}}}";
    let definition = pcore::yaml::parse(definition).expect("the definition is YAML");
    let definition = TypeDefinition::from_value(&definition).expect("the definition is valid");
    let managed = managed.clone();
    let provider = ProviderEntry::new("bed", move |_: &Context| Ok(Garden { managed: managed.clone() }));
    let mut types = Types::default();
    let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    types.register(ResourceType::new(definition).with_provider(provider), &log);
    types
}

// Requirement: CG-1, CG-2, CG-3, CG-5
#[test]
fn providers_add_resources_which_add_others() {
    let managed = Arc::default();
    let types = garden(&managed);
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let bed = |title: &str, wants: &[&str]| {
        declared("Bed", title, &[("wants", Value::array(wants.iter().map(|name| Value::from(*name))))])
    };
    let beds = catalog([bed("last", &[]), bed("north", &["rose", "last", "tulip"]), bed("stony", &[])]);
    let options = Options { default_schedules: false, ..Options::default() };
    let applied = Transaction::new(beds, &types, options, log).expect("the catalog is valid").run();
    let order: Vec<&str> = applied.statuses.iter().map(|status| status.title.as_str()).collect();
    assert_eq!(order, ["north", "last", "rose", "worm", "tulip", "stony"]);
    let expected: Vec<String> = order.iter().map(|title| format!("{title} of 6")).collect();
    assert_eq!(*managed.lock().expect("no thread panicked"), expected);
    assert_eq!(status(&applied, "Bed[worm]").path, "/Stage[main]/Main/Bed[worm]");
    let errors: Vec<String> =
        recorder.entries().iter().filter(|line| line.level > resource_api::log::Level::Warning).map(shown).collect();
    assert_eq!(
        errors,
        [
            "Error: /Stage[main]/Main/Bed[stony]: Failed to generate additional resources using 'generate': nothing grows here"
        ]
    );
    assert!(applied.failed_to_generate && !any_failed(&applied));
}
